"""What a maker can say of cards after they were shipped."""

from enum import StrEnum


class SetStatus(StrEnum):
    """What may befall cards after they were shipped."""

    RECALLED = "recalled"  # the maker calls the whole set back
    DISCLOSED = "disclosed"  # the run's secret is public: every card could be made by anyone
    RETURNED = "returned"  # these cards are back at the plant

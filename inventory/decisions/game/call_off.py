"""An evening opened with the wrong program or money is called off before anything was sold."""

from inventory.decisions.facts import Decision, check_two_people
from inventory.decisions.game.evening import Evening
from inventory.entries.entry import Context
from inventory.entries.game import OccasionCalledOff
from inventory.refusals.refuse import refuse


def call_off(context: Context, evening: Evening | None, reason: str, *, is_sold: bool) -> Decision:
    """The evening ends as if it had not been, by two people; another can be opened.

    Once a ball fell it stands: a second draw would be somebody's choice between two.
    """
    check_two_people(context)
    if evening is None:
        raise refuse("no-occasion")
    name = evening.opened.name
    if is_sold:
        raise refuse("sold-already", name=name)
    if any(play.balls or play.is_completed for play in evening.plays):
        raise refuse("drawn-already", name=name)
    if not reason.strip():
        raise refuse("call-off-unexplained", name=name)
    return (OccasionCalledOff(reason.strip()),)

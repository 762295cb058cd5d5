"""Who slept: cards of an ended evening that would have won and were not paid, after level 2."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from inventory.decisions.claim.sleepers import Sleeper
from inventory.entries.game import OccasionOpened
from inventory.paper import Block, Column, Heading, Paper, Table, Words
from inventory.reports.papers.common import COUNT

NAME = "sleepers"
NOBODY_SLEPT = "Nobody slept: every card that would have won was claimed and paid."


@dataclass(frozen=True, slots=True)
class Night:
    """The evening that is looked at; `not_noted` are sets whose disclosure is not noted here."""

    hall_name: str
    occasion: int
    opened: OccasionOpened
    sold_count: int
    not_judged: tuple[str, ...]
    not_noted: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Slept:
    """What came of it; `not_told` counts sold cards of a set that no file tells."""

    night: Night
    told_count: int
    not_told: tuple[tuple[str, int], ...]
    sleepers: tuple[Sleeper, ...]
    out_of_play: tuple[Sleeper, ...]

    @property
    def is_whole(self) -> bool:
        """Whether every card that was sold was told and judged."""
        return not self.not_told and not self.night.not_judged


def sleepers_paper(slept: Slept) -> Paper:
    """The list, for the hall, its players' association, the commission."""
    night = slept.night
    return Paper(
        name=NAME,
        title="Sleepers",
        label=(
            "Cards that were full when the winners were fixed and that nobody was paid for, found "
            "after the maker published the run's secrets. It changes nothing in the ledger."
        ),
        facts=(
            ("Hall", night.hall_name),
            ("Occasion", f"{night.opened.name} (no. {night.occasion} in the ledger)"),
            ("Played on", night.opened.played_on),
            ("Cards sold", str(night.sold_count)),
            ("Cards told and proved", str(slept.told_count)),
        ),
        blocks=tuple(_blocks(slept)),
    )


def warnings_of(slept: Slept) -> tuple[str, ...]:
    """What keeps the answer from being the whole one, and what the hall has still to do."""
    night = slept.night
    told = [
        f"{count} sold of set {serial} are not in these files: name the file of its run too."
        for serial, count in slept.not_told
    ]
    told += [
        f"{name}: no balls are kept, so nobody can say who slept." for name in night.not_judged
    ]
    told += [
        f"The disclosure of set {serial} is not noted here, so a claim on it is still heard: "
        f"inventory disclosed {serial} --list status.json"
        for serial in night.not_noted
    ]
    return tuple(told)


def sleepers_json(slept: Slept) -> dict[str, Any]:
    """The same for other programs."""
    return {
        "occasion": slept.night.occasion,
        "cards_sold": slept.night.sold_count,
        "cards_told": slept.told_count,
        "is_whole": slept.is_whole,
        "not_told": dict(slept.not_told),
        "games_not_judged": list(slept.night.not_judged),
        "disclosure_not_noted": list(slept.night.not_noted),
        "sleepers": [_json(one) for one in slept.sleepers],
        "out_of_play": [_json(one) for one in slept.out_of_play],
    }


def _json(one: Sleeper) -> dict[str, Any]:
    fields = asdict(one)
    return {**fields, "card": one.card.printed, "standing": str(one.standing)}


def _blocks(slept: Slept) -> Iterator[Block]:
    yield from (Words(f"NOTE: {warning}") for warning in warnings_of(slept))
    yield Heading("Who slept")
    if slept.sleepers:
        yield _table("Sleepers", slept.sleepers)
    elif slept.is_whole:
        yield Words(NOBODY_SLEPT)
    else:
        yield Words("Of the cards that were told and judged nobody slept.")
    if slept.out_of_play:
        yield Heading("Full, but not in play any more")
        yield Words("These were traded in or their sale was voided before; they could not win.")
        yield _table("Surrendered or voided", slept.out_of_play)


def _table(name: str, sleepers: tuple[Sleeper, ...]) -> Table:
    columns = (
        Column("Card"),
        Column("It was"),
        Column("Game"),
        Column("Full on", COUNT),
        Column("Decided on", COUNT),
        Column("Prize"),
        Column("Sharers", COUNT),
        Column("Sale"),
        Column("By"),
    )
    rows = tuple(
        (
            one.card.printed,
            f"{one.standing}, full before the winners" if one.is_first else str(one.standing),
            f"{one.game}, part {one.section}" if one.section > 1 else str(one.game),
            one.calls,
            one.won_on,
            one.prize,
            one.sharers,
            f"{one.sale:06d}",
            one.seller,
        )
        for one in sleepers
    )
    return Table(name, columns, rows)

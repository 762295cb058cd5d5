"""The valid ranges of a game: which maker, sets, colors and numbers may win, for the caller."""

from collections.abc import Mapping
from dataclasses import dataclass

from inventory.clock import spoken_date
from inventory.counts import Ranges, printed_ranges
from inventory.entries.stock import Received
from inventory.paper import Block, Column, Paper, Spoken, Table, Words
from inventory.program.program import Game, Program
from inventory.reports.spoken.prize_words import Stock
from inventory.rules.citing import cited_in_public
from inventory.rules.profile import Profile

_COLUMNS = (
    Column("Maker"),
    Column("Set"),
    Column("Series"),
    Column("Color"),
    Column("Sold as"),
    Column("On sale"),
    Column("Sold"),
)


@dataclass(frozen=True, slots=True)
class SetNumbers:
    """Which cards of a set were put on sale, and which were sold; None while nobody can tell."""

    on_sale: Ranges
    sold: Ranges | None = None


@dataclass(frozen=True, slots=True)
class ValidRange:
    """One set of a game with its numbers."""

    series: Received
    numbers: SetNumbers

    @property
    def spoken(self) -> str:
        """As the caller announces it: the cards sold, or those on sale while that is not known."""
        sold = self.numbers.sold
        if sold == ():
            return f"{spoken_set(self.series)}, no card"
        valid = spoken_ranges(self.numbers.on_sale if sold is None else sold)
        return f"{spoken_set(self.series)}, cards {valid}"


def valid_ranges(
    game: Game, received: Stock, numbers: Mapping[str, SetNumbers]
) -> tuple[ValidRange, ...]:
    """The sets of the game that the hall has, in the program's order."""
    known = {one.set_serial: one for one in received}
    return tuple(
        ValidRange(known[serial], numbers[serial])
        for serial in dict.fromkeys(game.sets)
        if serial in known and serial in numbers
    )


def ranges_slip(
    program: Program, game: Game, profile: Profile, ranges: tuple[ValidRange, ...]
) -> Paper:
    """The slip the caller has before the game."""
    blocks: list[Block] = [Table("", _COLUMNS, tuple(_row(one) for one in ranges))]
    missing = sorted(set(game.sets) - {one.series.set_serial for one in ranges})
    if missing:
        blocks.append(Words(f"Not in this hall: set {', '.join(missing)}."))
    if profile.claims.valid_ranges_announced.value:
        citation = cited_in_public(profile.claims.valid_ranges_announced)
        blocks += [Spoken("caller", one.spoken, citation) for one in ranges]
    return Paper(
        name=f"ranges-{game.number}",
        title=f"Valid cards of game {game.number}: {game.name}",
        label="A card of another set, or with a number that is not here, wins nothing.",
        facts=(("Program", f"{program.name}, {spoken_date(program.played_on)}"),),
        blocks=tuple(blocks),
    )


def all_numbers(one: Received) -> SetNumbers:
    """Every number that was delivered of a set; what is sold of it, nobody can tell yet."""
    ranges: list[tuple[int, int]] = []
    for first, last in sorted(one.packs):
        # Between the parts of a set that came in several deliveries, numbers may be lacking.
        if ranges and ranges[-1][1] + 1 == first:
            ranges[-1] = (ranges[-1][0], last)
        else:
            ranges.append((first, last))
    return SetNumbers(tuple(run for one_run in ranges for run in _without(one_run, one.skips)))


def _without(run: tuple[int, int], skips: tuple[int, ...]) -> Ranges:
    runs: list[tuple[int, int]] = []
    first, last = run
    for skip in (*sorted(one for one in skips if first <= one <= last), last + 1):
        if first < skip:
            runs.append((first, skip - 1))
        first = skip + 1
    return tuple(runs)


def spoken_ranges(ranges: Ranges) -> str:
    """Numbers as a caller says them.

    >>> spoken_ranges(((1, 300), (302, 302)))
    '1 to 300 and 302'
    """
    parts = [str(first) if first == last else f"{first} to {last}" for first, last in ranges]
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if parts[1:] else parts)


def spoken_set(one: Received) -> str:
    """A set as people say it."""
    return f"maker {one.maker}, set {one.set_serial}, {one.color}"


def spoken_card(one: Received, number: int | str) -> str:
    """A card as the floor worker reads it out: maker, set, card, color."""
    return f"maker {one.maker}, set {one.set_serial}, card {number}, {one.color}"


def _row(one: ValidRange) -> tuple[str, ...]:
    series, numbers = one.series, one.numbers
    return (
        series.maker,
        series.set_serial,
        series.series,
        series.color,
        series.role,
        printed_ranges(numbers.on_sale) or "none",
        "" if numbers.sold is None else printed_ranges(numbers.sold) or "none",
    )

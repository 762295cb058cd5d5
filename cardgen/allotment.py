"""Which of a series' cards go to a hall: whole packs, what is missing, and how much may be."""

from collections.abc import Collection
from dataclasses import dataclass

from cardgen.card_id import AuditNumber
from cardgen.errors import ConflictError
from cardgen.proof.manifest import ManifestSeries, packs_of
from cardgen.run_record import MadeSeries
from cardgen.set_rules import SpoilLimit


class PackCutError(ConflictError):
    """A delivery that would begin or end within a pack."""

    code = "pack-cut"

    def __init__(self, serial: str, numbers: range, pack_size: int) -> None:
        super().__init__(
            f"Cards {numbers[0]} to {numbers[-1]} of set {serial} are no whole packs of "
            f"{pack_size}. Name the first card of a pack and the last one of a pack."
        )


class TooManySkipsError(ConflictError):
    """A delivery of which more is missing than may be."""

    code = "too-many-skips"

    def __init__(self, serial: str, skips: int, count: int, limit: SpoilLimit) -> None:
        super().__init__(
            f"{skips} of {count} cards of set {serial} are missing; at most {limit.printed} may be "
            f"({limit.source}). Make a new set; with spoils = 'remake' in its order, what is "
            "destroyed is printed once more."
        )


@dataclass(frozen=True, slots=True)
class Allotment:
    """Consecutive cards of one series, and those among them that were spoiled."""

    made: MadeSeries
    numbers: range
    skips: tuple[int, ...]

    @property
    def card_count(self) -> int:
        """How many cards are there."""
        return len(self.numbers) - len(self.skips)

    @property
    def manifest_entry(self) -> ManifestSeries:
        """What the signed manifest says of it."""
        made, series = self.made, self.made.series
        return ManifestSeries(
            set_serial=series.set_serial,
            role=made.role,
            price_cents=made.price_cents,
            exchange_of=made.exchange_of,
            first=AuditNumber(self.numbers[0]),
            last=AuditNumber(self.numbers[-1]),
            packs=packs_of(series.maker, series.set_serial, self.numbers, made.pack_size),
            skips=self.skips,
            bundle_sha256=made.bundle_sha256,
        )

    def check_complete_enough(self, limit: SpoilLimit) -> None:
        """Raises: TooManySkipsError."""
        skips, count = len(self.skips), len(self.numbers)
        if not limit.allows(skips, count):
            raise TooManySkipsError(self.made.series.set_serial, skips, count, limit)


def whole_allotment(made: MadeSeries, spoiled: Collection[int]) -> Allotment:
    """The cards from the first on until the ordered count is reached, or the series ends."""
    series = made.series
    last, good = int(series.first) - 1, 0
    while good < made.ordered_count and last < series.last:
        last += 1
        good += last not in spoiled
    return _allotment(made, range(series.first, last + 1), spoiled)


def part_allotment(made: MadeSeries, numbers: range, spoiled: Collection[int]) -> Allotment:
    """These cards, when they are whole packs. Raises: BadValueError, PackCutError."""
    series, size = made.series, made.pack_size
    for number in (numbers[0], numbers[-1]):
        series.card_index(number)
    ends = {whole_allotment(made, spoiled).numbers[-1], series.last}
    begins_whole = (numbers[0] - series.first) % size == 0
    ends_whole = (numbers[-1] + 1 - series.first) % size == 0 or numbers[-1] in ends
    if not begins_whole or not ends_whole:
        raise PackCutError(series.set_serial, numbers, size)
    return _allotment(made, numbers, spoiled)


def _allotment(made: MadeSeries, numbers: range, spoiled: Collection[int]) -> Allotment:
    return Allotment(made, numbers, tuple(sorted(n for n in spoiled if n in numbers)))

"""What goes to a hall, told for people: the signed manifest and what its series are called."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Self

from cardgen.card_id import AuditNumber
from cardgen.errors import BadValueError
from cardgen.proof.finishing import Sheets
from cardgen.proof.manifest import Manifest, ManifestSeries
from cardgen.series import Role, Series
from cardgen.tokens import PackLabel

CARTON_CARDS_MAX = 1000  # twenty packs of fifty: one person lifts it, two count it in a minute

ROLE_WORDS = {Role.ORIGINAL: "Original", Role.TRADE_IN: "Trade-in"}


@dataclass(frozen=True, slots=True)
class SlipLine:
    """What people call a series of the manifest, which has little more than its set serial."""

    series: Series
    role: Role
    hall_name: str
    sheets: Sheets | None = None


@dataclass(frozen=True, slots=True)
class Pack:
    """One pack: its place in its series from 1, and the numbers that are not in it."""

    number: int
    label: PackLabel
    skips: tuple[int, ...]

    @property
    def card_count(self) -> int:
        """How many cards are in it."""
        return self.label.last - self.label.first + 1 - len(self.skips)


@dataclass(frozen=True, slots=True)
class Carton:
    """One carton: its place in the delivery from 1, and consecutive packs of one series."""

    number: int
    packs: tuple[Pack, ...]

    @property
    def first(self) -> AuditNumber:
        """The first number in it."""
        return self.packs[0].label.first

    @property
    def last(self) -> AuditNumber:
        """The last number in it."""
        return self.packs[-1].label.last

    @property
    def pack_numbers(self) -> str:
        """Which packs of the series are in it."""
        first, last = self.packs[0].number, self.packs[-1].number
        return f"pack {first}" if first == last else f"packs {first}\N{EN DASH}{last}"

    @property
    def skips(self) -> tuple[int, ...]:
        """The numbers that are not in it."""
        return tuple(skip for pack in self.packs for skip in pack.skips)

    @property
    def card_count(self) -> int:
        """How many cards are in it."""
        return sum(pack.card_count for pack in self.packs)


@dataclass(frozen=True, slots=True)
class ConsignedSeries:
    """One series of the delivery, by its names and in its cartons."""

    entry: ManifestSeries
    series: Series
    cartons: tuple[Carton, ...]
    sheets: Sheets | None = None

    @property
    def packs(self) -> tuple[Pack, ...]:
        """All packs in order."""
        return tuple(pack for carton in self.cartons for pack in carton.packs)

    @property
    def card_count(self) -> int:
        """How many cards are in it."""
        return sum(carton.card_count for carton in self.cartons)

    @property
    def role_word(self) -> str:
        """What the series is sold as."""
        return ROLE_WORDS[self.entry.role]

    @property
    def color_word(self) -> str:
        """The color as it stands on the card."""
        return self.series.color.upper()


@dataclass(frozen=True, slots=True)
class Consignment:
    """A delivery as its papers tell it."""

    manifest: Manifest
    manifest_sha256: str
    hall_name: str
    series: tuple[ConsignedSeries, ...]

    @classmethod
    def joined(cls, manifest: Manifest, lines: Sequence[SlipLine]) -> Self:
        """The manifest with the names of its series.

        Raises: BadValueError, unless there is one line for each series, of one hall.
        """
        halls = {line.hall_name for line in lines}
        if len(halls) != 1:
            raise BadValueError("The hall of the slip's lines", sorted(halls), "one hall's name")
        by_serial = {line.series.set_serial: line for line in lines}
        told, serials = list(by_serial), [entry.set_serial for entry in manifest.series]
        if sorted(told) != sorted(serials) or len(lines) != len(serials):
            raise BadValueError("The set serials of the slip's lines", told, str(serials))
        joined, cartons_before = [], 0
        for entry in manifest.series:
            line = by_serial[entry.set_serial]
            _check_same(manifest, entry, line)
            cartons = tuple(_cartons(entry, cartons_before))
            cartons_before += len(cartons)
            joined.append(ConsignedSeries(entry, line.series, cartons, line.sheets))
        sha256 = hashlib.sha256(manifest.json).hexdigest()
        return cls(manifest, sha256, halls.pop(), tuple(joined))

    @property
    def carton_count(self) -> int:
        """How many cartons the delivery has."""
        return sum(len(part.cartons) for part in self.series)

    @property
    def pack_count(self) -> int:
        """How many packs the delivery has."""
        return sum(len(part.entry.packs) for part in self.series)

    @property
    def card_count(self) -> int:
        """How many cards are in the delivery."""
        return sum(part.card_count for part in self.series)

    @property
    def skip_count(self) -> int:
        """How many numbers are not in the delivery."""
        return sum(len(part.entry.skips) for part in self.series)


def _check_same(manifest: Manifest, entry: ManifestSeries, line: SlipLine) -> None:
    if line.series.maker != manifest.maker:
        raise BadValueError("The maker of a slip's line", line.series.maker, manifest.maker)
    if line.role is not entry.role:
        raise BadValueError("The role of a slip's line", line.role, entry.role)
    for number in (entry.first, entry.last):
        line.series.card_index(number)


def _packs(entry: ManifestSeries) -> Iterator[Pack]:
    skips = list(reversed(entry.skips))
    for number, label in enumerate(entry.packs, start=1):
        missing = []
        while skips and skips[-1] <= label.last:
            missing.append(skips.pop())
        yield Pack(number, label, tuple(missing))


def _cartons(entry: ManifestSeries, cartons_before: int) -> Iterator[Carton]:
    number, packs = cartons_before + 1, list[Pack]()
    for pack in _packs(entry):
        if packs and pack.label.last - packs[0].label.first >= CARTON_CARDS_MAX:
            yield Carton(number, tuple(packs))
            number, packs = number + 1, []
        packs.append(pack)
    yield Carton(number, tuple(packs))

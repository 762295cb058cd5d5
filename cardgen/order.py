"""What a customer ordered: the series of one run, their prices and who gets them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import combinations
from typing import Self

from cardgen.card_design import CardDesign
from cardgen.card_id import SPECIMEN_SET_SERIAL, AuditNumber, FormCode, MakerId, SetSerial
from cardgen.color import Color
from cardgen.errors import BadValueError, CardgenError, shown
from cardgen.series import Role, RunId, Series, SeriesCode
from cardgen.set_rules import FacesLimit, has_set_rules
from cardgen.stock import Stock

FIRST_AUDIT_NUMBER = AuditNumber(1)
PACK_SIZE_MAX = 1000
PERCENT = 100
SERIES_MAX = 24
PRICE_CENTS_MAX = 100_000
HALL_NAME_MAX = 80
SPARE_PERCENT_MAX = 25
TRADE_INS_FOR_AN_ORIGINAL = 2  # 9 NYCRR 4820.51(g): two for the one surrendered


_ALIKE = str.maketrans("OQILSBZ", "0011582")  # letters that are taken for figures


class OrderError(CardgenError):
    """An order that must not be printed; the sentence names the field."""

    code = "bad-order"

    def __init__(self, field: str, value: object, expected: str) -> None:
        super().__init__(f"Order: {field} is {shown(value)}: expected {expected}.")

    @classmethod
    def missing(cls, field: str) -> Self:
        """A field that the form does not have."""
        error = cls(field, "", "a value")
        error.args = (f"Order: {field} is missing. See docs/order.md for what it should be.",)
        return error

    @classmethod
    def stock_missing(cls, rule: str) -> Self:
        """No stock, where a rule wants a card that hides its numbers."""
        error = cls("stock", "", "a value")
        said = f"Order: [stock] is missing: {rule} wants a card whose numbers nobody can see. "
        error.args = (said + "Name grammage, opacity, board and grain; see docs/order.md.",)
        return error

    @classmethod
    def of_series(cls, set_serial: object, error: BadValueError) -> Self:
        """What is wrong with one series, with the set serial it was ordered under."""
        where = f"[series {shown(set_serial)}] {error.what.removeprefix('The ')}"
        return cls(where, error.value, error.expected)


class HallId(str):
    """The consignee's short name, as it stands in file names."""

    __slots__ = ()

    def __new__(cls, text: str) -> Self:
        """Raises: BadValueError, when it would not make a plain folder name."""
        if not re.fullmatch(r"[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?", text, re.ASCII):
            expected = "1 to 32 of a-z, 0-9 and hyphens between, such as st-brendan"
            raise BadValueError("The hall", text, expected)
        return super().__new__(cls, text)


def check_hall_name(name: str) -> None:
    """The name can stand on a card. Raises: OrderError."""
    if not 1 <= len(name) <= HALL_NAME_MAX or not name.isprintable() or name != name.strip():
        raise OrderError("hall_name", name, f"1 to {HALL_NAME_MAX} printable characters")


@dataclass(frozen=True, slots=True)
class OrderedSeries:
    """One series as ordered: a color and a role, `count` sealed cards from `first` on."""

    set_serial: SetSerial
    series: SeriesCode
    color: Color
    role: Role
    count: int
    price_cents: int
    first: AuditNumber = FIRST_AUDIT_NUMBER
    pack_size: int = 50
    exchange_of: SetSerial | None = None

    def __post_init__(self) -> None:
        """Raises: OrderError."""
        where = f"[series {self.set_serial}]"
        if self.set_serial == SPECIMEN_SET_SERIAL:
            raise OrderError(f"{where} set_serial", self.set_serial, "another: 000000 is specimens")
        if not 1 <= self.pack_size <= PACK_SIZE_MAX:
            raise OrderError(f"{where} pack_size", self.pack_size, f"1 to {PACK_SIZE_MAX}")
        if not 0 <= self.price_cents <= PRICE_CENTS_MAX:
            expected = f"0 to {PRICE_CENTS_MAX} cents"
            raise OrderError(f"{where} price_cents", self.price_cents, expected)
        if (self.role is Role.TRADE_IN) != (self.exchange_of is not None):
            expected = "the set serial of the originals on a trade-in, and on nothing else"
            raise OrderError(f"{where} exchange_of", self.exchange_of, expected)


class Spoils(StrEnum):
    """What becomes of the numbers that were spoiled."""

    SKIP = "skip"  # they are missing, and the papers say so
    REMAKE = "remake"  # they are printed once more, and the certificate says so


@dataclass(frozen=True, slots=True)
class Order:
    """One run's worth of cards for one hall; all its series are dealt from one permutation."""

    number: str
    maker: MakerId
    form: FormCode
    hall: HallId
    hall_name: str
    jurisdiction: str
    series: tuple[OrderedSeries, ...]
    faces: int = 1
    spare_percent: int = 0
    spoils: Spoils = Spoils.SKIP
    design: CardDesign = field(default_factory=CardDesign)
    stock: Stock | None = None

    def __post_init__(self) -> None:
        """Raises: OrderError, BadValueError."""
        if not 0 <= self.spare_percent <= SPARE_PERCENT_MAX:
            expected = f"0 to {SPARE_PERCENT_MAX} percent"
            raise OrderError("spare_percent", self.spare_percent, expected)
        if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9./-]{0,31}", self.number, re.ASCII):
            raise OrderError(
                "order", self.number, "1 to 32 letters, digits, dots, slashes, hyphens"
            )
        if not re.fullmatch(r"[a-z]{2}-[a-z]{2}|house", self.jurisdiction, re.ASCII):
            raise OrderError("jurisdiction", self.jurisdiction, "a profile such as us-ny, or house")
        check_hall_name(self.hall_name)
        if not 1 <= len(self.series) <= SERIES_MAX:
            raise OrderError("the number of series", len(self.series), f"1 to {SERIES_MAX}")
        self._check_differences()
        for ordered in self.series:
            self._check_exchange(ordered)
        self.in_run(RunId(bytes(16)))  # the limits of each series are checked by its own type

    def _check_differences(self) -> None:
        for name in ("set_serial", "series"):
            values = [getattr(ordered, name) for ordered in self.series]
            for value in values:
                if values.count(value) > 1:
                    expected = "each only once in an order"
                    raise OrderError(f"{name} of two series", value, expected)

    def _check_exchange(self, ordered: OrderedSeries) -> None:
        if ordered.exchange_of is None:
            return
        where = f"[series {ordered.set_serial}]"
        originals = self.originals_of(ordered)
        if originals is None:
            expected = "the set serial of an original of this order"
            raise OrderError(f"{where} exchange_of", ordered.exchange_of, expected)
        if originals.color is ordered.color:
            # 9 NYCRR 4820.51(g): the new cards are of another color and another series
            expected = f"a color other than its originals' {originals.color}"
            raise OrderError(f"{where} color", ordered.color, expected)

    def originals_of(self, trade_in: OrderedSeries) -> OrderedSeries | None:
        """The series that a trade-in is exchanged for."""
        for ordered in self.series:
            if ordered.set_serial == trade_in.exchange_of and ordered.role is Role.ORIGINAL:
                return ordered
        return None

    def spares_of(self, ordered: OrderedSeries) -> int:
        """How many cards more are printed than were ordered, rounded up to a whole card."""
        return -(-ordered.count * self.spare_percent // PERCENT)

    def warnings(self) -> tuple[str, ...]:
        """What can be printed and is probably not meant."""
        found = [*self._small_sets(), *self._lookalikes(), *self._misfits()]
        if self.spoils is Spoils.SKIP and not self.spare_percent:
            found.append(
                "No spares are printed (spare_percent = 0): every destroyed card is missing, and a "
                "set of which too many are missing is not shipped."
            )
        for original in self.series:
            trade_ins = sum(s.count for s in self.series if s.exchange_of == original.set_serial)
            needed = TRADE_INS_FOR_AN_ORIGINAL * original.count
            if original.role is Role.ORIGINAL and 0 < trade_ins < needed:
                found.append(
                    f"Series {original.series}: {trade_ins} trade-ins for {original.count} "
                    f"originals; if every original is exchanged, {needed} are needed."
                )
        return tuple(found)

    def _small_sets(self) -> Iterator[str]:
        limit = FacesLimit.of(self.jurisdiction)
        for one in self.series:
            faces = one.count * self.faces
            if faces < limit.least:
                yield (
                    f"Series {one.series}: {faces} faces in a set; "
                    f"{limit.source} asks for {limit.least} where faces are hidden."
                )

    def _misfits(self) -> Iterator[str]:
        """What no hall can sell as it is ordered: unknown rules, originals that cost nothing."""
        if not has_set_rules(self.jurisdiction):
            yield f"No rules on sets are known for {self.jurisdiction}; those of house are kept."
        traded = {one.exchange_of for one in self.series}
        for one in self.series:
            if one.role is Role.ORIGINAL and not one.price_cents:
                also = ", and trade-ins are given for them" if one.set_serial in traded else ""
                yield f"Series {one.series}: originals that cost $0.00{also}."

    def _lookalikes(self) -> Iterator[str]:
        """Series that a seller or a buyer takes for one another."""
        for one, other in combinations(self.series, 2):
            if one.series.translate(_ALIKE) == other.series.translate(_ALIKE):
                yield f"Series {one.series} and {other.series} are easily taken for one another."
        for original in (one for one in self.series if one.role is Role.ORIGINAL):
            for trade_in in self.series:
                is_others = trade_in.exchange_of not in {None, original.set_serial}
                if is_others and trade_in.color is original.color:
                    yield (
                        f"Series {original.series}: {original.color} originals beside the "
                        f"{trade_in.color} trade-ins {trade_in.series} of another game are easily "
                        "taken for one another."
                    )

    def in_run(self, run_id: RunId) -> tuple[Series, ...]:
        """The series one after another in the run, as their bundles name them."""
        placed, offset = [], 0
        for ordered in self.series:
            try:
                series = Series(
                    maker=self.maker,
                    form=self.form,
                    set_serial=ordered.set_serial,
                    series=ordered.series,
                    color=str(ordered.color),
                    first=ordered.first,
                    count=ordered.count + self.spares_of(ordered),
                    run_id=run_id,
                    run_offset=offset,
                    faces=self.faces,
                )
            except BadValueError as error:
                written = self._as_written(ordered, error)
                raise OrderError.of_series(ordered.set_serial, written) from None
            placed.append(series)
            offset += series.face_count
        return tuple(placed)

    def _as_written(self, ordered: OrderedSeries, error: BadValueError) -> BadValueError:
        """The same, naming what the form says where spares were added to it."""
        spares = self.spares_of(ordered)
        if not spares or error.value not in {
            ordered.count + spares,
            ordered.first + ordered.count + spares - 1,
        }:
            return error
        told = f"{error.expected}; written is count = {ordered.count}, to which "
        return BadValueError(error.what, error.value, f"{told}{spares} spares are added")

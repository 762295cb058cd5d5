"""What was sent to a hall: which cards of which series, in which packs, at what price."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Self

from cardgen.card_id import AuditNumber, MakerId, SetSerial
from cardgen.errors import BadValueError
from cardgen.order import PRICE_CENTS_MAX, HallId
from cardgen.proof.framing import (
    MalformedError,
    as_malformed,
    canonical,
    one_line,
    sha256_hex,
    whole_number,
)
from cardgen.series import Role
from cardgen.tokens import PackLabel

VERSION = 1
TIME_FORMAT = "%Y-%m-%dT%H:%M:%SZ"
_WHAT = "The manifest"


@dataclass(frozen=True, slots=True)
class ManifestSeries:
    """One series of a delivery; skips are numbers that were spoiled and are not in it."""

    set_serial: SetSerial
    role: Role
    price_cents: int
    exchange_of: SetSerial | None
    first: AuditNumber
    last: AuditNumber
    packs: tuple[PackLabel, ...]
    skips: tuple[int, ...]
    bundle_sha256: str

    def __post_init__(self) -> None:
        """Raises: BadValueError, unless the packs hold every number from first to last once."""
        if not 0 <= self.price_cents <= PRICE_CENTS_MAX:
            raise BadValueError("The price", self.price_cents, f"0 to {PRICE_CENTS_MAX} cents")
        if (self.role is Role.TRADE_IN) != (self.exchange_of is not None):
            mends = "the originals' set serial on a trade-in, and on nothing else"
            raise BadValueError("What is exchanged", self.exchange_of, mends)
        expected = int(self.first)
        for pack in self.packs:
            if pack.first != expected or pack.set_serial != self.set_serial:
                raise BadValueError("A pack begins at", int(pack.first), f"number {expected}")
            expected = pack.last + 1
        if expected != self.last + 1:
            raise BadValueError("The packs end at", expected - 1, f"number {self.last}")
        check_skips(self.skips, self.first, self.last)


@dataclass(frozen=True, slots=True)
class Manifest:
    """The signed list that a hall receives by."""

    maker: MakerId
    order: str
    hall: HallId
    jurisdiction: str
    made_at: datetime
    series: tuple[ManifestSeries, ...]

    def __post_init__(self) -> None:
        """Raises: BadValueError, unless there are series, each of its own set serial."""
        serials = [series.set_serial for series in self.series]
        if not serials or len({*serials}) != len(serials):
            raise BadValueError("The series' set serials", serials, "one or more, all different")

    @property
    def json(self) -> bytes:
        """The canonical bytes of manifest.json, which the plant signs."""
        return canonical(
            {
                "version": VERSION,
                "maker": self.maker,
                "order": self.order,
                "hall": self.hall,
                "jurisdiction": self.jurisdiction,
                "made_at": printed_time(self.made_at),
                "series": [_series_fields(series) for series in self.series],
            }
        )

    @classmethod
    def from_fields(cls, fields: dict[str, Any]) -> Self:
        """The manifest from parsed JSON.

        Raises: MalformedError, when a field is missing, foreign or contradicts.
        """
        with as_malformed(_WHAT):
            maker = MakerId(fields["maker"])
            manifest = cls(
                maker=maker,
                order=one_line(fields, "order"),
                hall=HallId(fields["hall"]),
                jurisdiction=one_line(fields, "jurisdiction"),
                made_at=parsed_time(fields["made_at"]),
                series=tuple(_series_from(maker, entry) for entry in fields["series"]),
            )
            agrees = manifest.json == canonical(fields)
        if not agrees:
            raise MalformedError(_WHAT, "it has foreign fields")
        return manifest


def check_skips(skips: tuple[int, ...], first: int, last: int) -> None:
    """Raises: BadValueError, unless the spoiled numbers rise and are of the series."""
    if list(skips) != sorted({*skips}) or not all(first <= skip <= last for skip in skips):
        raise BadValueError("The skips", skips, "rising numbers of the series")


def packs_of(maker: MakerId, serial: SetSerial, numbers: range, size: int) -> tuple[PackLabel, ...]:
    """Packs of `size` cards from the first number on; the last may be smaller."""
    return tuple(
        PackLabel(
            maker,
            serial,
            AuditNumber(start),
            AuditNumber(min(start + size, numbers.stop) - 1),
        )
        for start in numbers[::size]
    )


def printed_time(moment: datetime) -> str:
    """A moment as it stands in our files: UTC, whole seconds."""
    return moment.astimezone(UTC).strftime(TIME_FORMAT)


def check_not_before(what: str, at: datetime, earlier: datetime) -> None:
    """Raises: BadValueError, when something is said to have happened before what came first."""
    if at < earlier:
        raise BadValueError(what, printed_time(at), f"{printed_time(earlier)} or later")


def parsed_time(text: str) -> datetime:
    """The moment from our files. Raises: BadValueError."""
    try:
        return datetime.strptime(text, TIME_FORMAT).replace(tzinfo=UTC)
    except (ValueError, TypeError):
        raise BadValueError("The time", text, "UTC as 2026-11-30T18:00:00Z") from None


def _series_fields(series: ManifestSeries) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "set_serial": series.set_serial,
        "role": str(series.role),
        "price_cents": series.price_cents,
        "first": int(series.first),
        "last": int(series.last),
        "packs": [
            {"first": int(pack.first), "last": int(pack.last), "label": pack.text}
            for pack in series.packs
        ],
        "skips": list(series.skips),
        "bundle_sha256": series.bundle_sha256,
    }
    exchange_of = series.exchange_of
    return fields if exchange_of is None else fields | {"exchange_of": exchange_of}


def _series_from(maker: MakerId, fields: dict[str, Any]) -> ManifestSeries:
    exchange_of = fields.get("exchange_of")
    packs = tuple(PackLabel.parse(pack["label"]) for pack in fields["packs"])
    if any(pack.maker != maker for pack in packs):
        raise BadValueError("A pack's maker", packs[0].maker, maker)
    return ManifestSeries(
        set_serial=SetSerial(fields["set_serial"]),
        role=Role(fields["role"]),
        price_cents=whole_number(fields["price_cents"]),
        exchange_of=None if exchange_of is None else SetSerial(exchange_of),
        first=AuditNumber(whole_number(fields["first"])),
        last=AuditNumber(whole_number(fields["last"])),
        packs=packs,
        skips=tuple(whole_number(skip) for skip in fields["skips"]),
        bundle_sha256=sha256_hex(fields["bundle_sha256"]),
    )

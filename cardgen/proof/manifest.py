"""What was sent to a hall: which cards of which series, in which packs, at what price."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Self

from cardgen.card_id import AuditNumber, MakerId, SetSerial
from cardgen.errors import BadValueError
from cardgen.order import HallId
from cardgen.proof.framing import MalformedError, canonical
from cardgen.series import Role
from cardgen.tokens import PackLabel, TokenError

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
        expected = int(self.first)
        for pack in self.packs:
            if pack.first != expected or pack.set_serial != self.set_serial:
                raise BadValueError("A pack begins at", int(pack.first), f"number {expected}")
            expected = pack.last + 1
        if expected != self.last + 1:
            raise BadValueError("The packs end at", expected - 1, f"number {self.last}")
        if list(self.skips) != sorted({*self.skips}) or not all(
            self.first <= skip <= self.last for skip in self.skips
        ):
            raise BadValueError("The skips", self.skips, "rising numbers of the series")


@dataclass(frozen=True, slots=True)
class Manifest:
    """The signed list that a hall receives by."""

    maker: MakerId
    order: str
    hall: HallId
    jurisdiction: str
    made_at: datetime
    series: tuple[ManifestSeries, ...]

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
        try:
            maker = MakerId(fields["maker"])
            manifest = cls(
                maker=maker,
                order=fields["order"],
                hall=HallId(fields["hall"]),
                jurisdiction=fields["jurisdiction"],
                made_at=parsed_time(fields["made_at"]),
                series=tuple(_series_from(maker, entry) for entry in fields["series"]),
            )
        except (KeyError, TypeError, AttributeError) as error:
            raise MalformedError(
                _WHAT, f"a field is missing or of the wrong type ({error})"
            ) from None
        except (BadValueError, TokenError, ValueError) as error:
            raise MalformedError(_WHAT, str(error).rstrip(".")) from None
        if manifest.json != canonical(fields):
            raise MalformedError(_WHAT, "it has foreign fields")
        return manifest


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
        price_cents=fields["price_cents"],
        exchange_of=None if exchange_of is None else SetSerial(exchange_of),
        first=AuditNumber(fields["first"]),
        last=AuditNumber(fields["last"]),
        packs=packs,
        skips=tuple(fields["skips"]),
        bundle_sha256=fields["bundle_sha256"],
    )

"""What a run's folder says of itself: enough to ship it, nothing that could tell a face."""

import hashlib
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Self

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from cardgen.card_design import CardDesign
from cardgen.card_id import SetSerial
from cardgen.errors import BadFileError
from cardgen.files import read_bounded, write_new
from cardgen.order import HallId, Order, Spoils
from cardgen.press_style import PressStyle
from cardgen.proof.certificate import ListedFile, PrintedFor, printed_for_from
from cardgen.proof.framing import (
    JSON_BYTES_MAX,
    as_bad_file,
    canonical,
    parse_canonical,
    whole_number,
)
from cardgen.proof.header import header_fields, series_of
from cardgen.proof.manifest import Manifest, ManifestSeries, parsed_time, printed_time
from cardgen.proof.signing import SIGNATURE_BYTES, check_statement, sign_statement
from cardgen.run_folder import run_record_path
from cardgen.series import Role, RunId, Series
from cardgen.stock import Stock, stock_from

WHAT = "run"
_MENDS = "Name a folder that `cardgen make` wrote."


@dataclass(frozen=True, slots=True)
class MadeSeries:
    """One series as made: what was ordered of it and what its bundle hashes to."""

    series: Series
    role: Role
    price_cents: int
    pack_size: int
    exchange_of: SetSerial | None
    bundle_sha256: str
    press_files: tuple[ListedFile, ...]
    spares: int = 0  # the last numbers of the series, printed beyond what was ordered

    @property
    def ordered_count(self) -> int:
        """How many cards the hall ordered."""
        return self.series.count - self.spares


@dataclass(frozen=True, slots=True)
class RunRecord:
    """One run as made for one hall."""

    order: str
    hall: HallId
    hall_name: str
    jurisdiction: str
    made_at: datetime
    root_commit: str
    component_fingerprints: tuple[str, str]
    series: tuple[MadeSeries, ...]
    spoils: Spoils = Spoils.SKIP
    design: CardDesign = field(default_factory=CardDesign)
    printed_for: PrintedFor | None = None
    stock: Stock | None = None
    style: PressStyle = field(default_factory=PressStyle)

    @property
    def json(self) -> bytes:
        """The canonical bytes of run.json; only looks of its own stand there."""
        looks = {} if self.design == CardDesign() else {"design": self.design.fields}
        printing = {} if self.printed_for is None else {"printed_for": self.printed_for.fields}
        paper = {} if self.stock is None else {"stock": self.stock.fields}
        files = {} if self.style == PressStyle() else {"press": self.style.fields}
        return canonical(
            {
                **looks,
                **paper,
                **printing,
                **files,
                "order": self.order,
                "hall": self.hall,
                "hall_name": self.hall_name,
                "jurisdiction": self.jurisdiction,
                "made_at": printed_time(self.made_at),
                "root_commit": self.root_commit,
                "component_fingerprints": list(self.component_fingerprints),
                "spoils": str(self.spoils),
                "series": [_made_fields(made) for made in self.series],
            }
        )

    @property
    def run_id(self) -> RunId:
        """The run that all its series are of."""
        return self.series[0].series.run_id

    def manifest_of(self, hall: HallId, series: tuple[ManifestSeries, ...]) -> Manifest:
        """The manifest of a delivery of these parts to this hall."""
        return Manifest(
            maker=self.series[0].series.maker,
            order=self.order,
            hall=hall,
            jurisdiction=self.jurisdiction,
            made_at=self.made_at,
            series=series,
        )

    @classmethod
    def read(cls, run: Path, plant_key: Ed25519PublicKey) -> Self:
        """The record of a run's folder, as the plant signed it when it made the run.

        Raises: BadFileError, SignatureError.
        """
        path = run_record_path(run)
        raw = read_bounded(path, JSON_BYTES_MAX, _MENDS)
        signature = read_bounded(signature_path(path), SIGNATURE_BYTES, _MENDS)
        check_statement(plant_key, WHAT, raw, signature)
        with as_bad_file(path, _MENDS):
            fields = parse_canonical(raw, path.name)
            first, second = fields["component_fingerprints"]
            record = cls(
                order=fields["order"],
                hall=HallId(fields["hall"]),
                hall_name=fields["hall_name"],
                jurisdiction=fields["jurisdiction"],
                made_at=parsed_time(fields["made_at"]),
                root_commit=fields["root_commit"],
                component_fingerprints=(first, second),
                series=tuple(_made_from(made) for made in fields["series"]),
                spoils=Spoils(fields["spoils"]),
                design=_design_from(fields.get("design")),
                printed_for=printed_for_from(fields.get("printed_for")),
                stock=stock_from(fields.get("stock")),
                style=_style_from(fields.get("press")),
            )
        if record.json != raw or not record.series:
            raise BadFileError(path, "it has foreign fields or no series", _MENDS)
        return record


def _design_from(kept: dict[str, Any] | None) -> CardDesign:
    return CardDesign() if kept is None else CardDesign.from_fields(kept)


def _style_from(kept: dict[str, str] | None) -> PressStyle:
    return PressStyle() if kept is None else PressStyle.from_fields(kept)


def write_signed(path: Path, what: str, statement: bytes, key: Ed25519PrivateKey) -> None:
    """Write a statement, and the plant's signature of it beside it. Raises: ExistsError."""
    write_new(path, statement)
    write_new(signature_path(path), sign_statement(key, what, statement))


def signature_path(path: Path) -> Path:
    """Where the signature of a file stands."""
    return path.with_name(f"{path.name}.sig")


def order_sha256(order: Order) -> str:
    """What the journal knows an order by: the hash of what it says, not of how it is written."""
    return hashlib.sha256(canonical(asdict(order))).hexdigest()


def _made_fields(made: MadeSeries) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "header": header_fields(made.series),
        "role": str(made.role),
        "price_cents": made.price_cents,
        "pack_size": made.pack_size,
        "spares": made.spares,
        "bundle_sha256": made.bundle_sha256,
        "press_files": [{"name": file.name, "sha256": file.sha256} for file in made.press_files],
    }
    exchange_of = made.exchange_of
    return fields if exchange_of is None else fields | {"exchange_of": exchange_of}


def _made_from(fields: dict[str, Any]) -> MadeSeries:
    exchange_of = fields.get("exchange_of")
    return MadeSeries(
        series=series_of(fields["header"]),
        role=Role(fields["role"]),
        price_cents=fields["price_cents"],
        pack_size=fields["pack_size"],
        exchange_of=None if exchange_of is None else SetSerial(exchange_of),
        bundle_sha256=fields["bundle_sha256"],
        press_files=tuple(ListedFile(**file) for file in fields["press_files"]),
        spares=whole_number(fields["spares"]),
    )

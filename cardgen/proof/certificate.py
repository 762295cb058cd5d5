"""The printer's certificate: what was printed of a series, and what binds the plant to it.

N.J.A.C. 13:47-8 asks a printer for the number printed, the first and last number, a statement
that they run consecutively, and a sample; the hashes and the commitment are ours.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Self

from cardgen.errors import BadValueError
from cardgen.order import HallId
from cardgen.proof.custody import Custody, custody_from
from cardgen.proof.finishing import Finishing, finishing_from
from cardgen.proof.framing import (
    MalformedError,
    as_malformed,
    canonical,
    one_line,
    sha256_hex,
    whole_number,
)
from cardgen.proof.header import header_fields, series_of
from cardgen.proof.independence import Independence, independence_from
from cardgen.proof.manifest import check_not_before, check_skips, parsed_time, printed_time
from cardgen.series import Role, Series
from cardgen.stock import Stock, stock_from

VERSION = 1
_WHAT = "The certificate"


@dataclass(frozen=True, slots=True)
class ListedFile:
    """One file that went to the press or lies beside the certificate, by name and hash."""

    name: str
    sha256: str


@dataclass(frozen=True, slots=True)
class PrintedFor:
    """The printing condition of the press files, and the SHA-256 of its profile."""

    condition: str
    profile_sha256: str

    @property
    def fields(self) -> dict[str, str]:
        """As it stands in JSON."""
        return {"condition": self.condition, "profile_sha256": self.profile_sha256}


def printed_for_from(fields: dict[str, Any] | None) -> PrintedFor | None:
    """The condition from JSON; what the first programs made does not name it.

    Raises: BadValueError, KeyError, TypeError.
    """
    if fields is None:
        return None
    return PrintedFor(one_line(fields, "condition"), sha256_hex(fields["profile_sha256"]))


@dataclass(frozen=True, slots=True)
class Approval:
    """Who said yes to which order and to which proofs of it, both by their SHA-256."""

    order_sha256: str
    proofs_sha256: str
    customer: str
    at: datetime

    @property
    def fields(self) -> dict[str, str]:
        """As it stands in JSON."""
        return {
            "order_sha256": self.order_sha256,
            "proofs_sha256": self.proofs_sha256,
            "customer": self.customer,
            "at": printed_time(self.at),
        }


def approval_from(fields: dict[str, Any] | None) -> Approval | None:
    """The customer's yes from JSON; orders are made without one too.

    Raises: BadValueError, KeyError, TypeError.
    """
    if fields is None:
        return None
    return Approval(
        sha256_hex(fields["order_sha256"]),
        sha256_hex(fields["proofs_sha256"]),
        one_line(fields, "customer"),
        parsed_time(fields["at"]),
    )


@dataclass(frozen=True, slots=True)
class Signer:
    """Who signs: the root's fingerprint and the chain from the plant's key to it."""

    fingerprint: str
    chain_pem: str


@dataclass(frozen=True, slots=True)
class Certificate:
    """One series' certificate; the JSON is normative, the page is for people."""

    series: Series
    role: Role
    order: str
    hall: str
    hall_name: str
    made_at: datetime
    numbered_consecutively: bool
    skips: tuple[int, ...]
    checkpoint: str
    bundle_sha256: str
    manifest_sha256: str
    press_files: tuple[ListedFile, ...]
    papers: tuple[ListedFile, ...]
    root_commit: str
    component_fingerprints: tuple[str, str]
    specimen: str
    signer: Signer
    custody: Custody | None = None
    finishing: Finishing | None = None
    independence: Independence | None = None
    printed_for: PrintedFor | None = None
    stock: Stock | None = None
    approval: Approval | None = None
    previous: str | None = None  # SHA-256 of the certificate whose place it takes

    def __post_init__(self) -> None:
        """Raises: BadValueError.

        A skip that is no number of the series or was not destroyed, times that cannot follow
        each other.
        """
        check_skips(self.skips, self.series.first, self.series.last)
        if self.finishing is not None:
            if self.finishing.skips != self.skips:
                expected = "the numbers that two people destroyed"
                raise BadValueError("The skips", self.skips, expected)
            first, last = self.finishing.delivered
            if not self.series.first <= first <= last <= self.series.last:
                raise BadValueError("What was delivered", (first, last), "cards of the series")
        self._check_order_in_time()

    @property
    def delivered(self) -> tuple[int, int]:
        """The first and last card of the delivery that this certificate lies in."""
        if self.finishing is None:
            return int(self.series.first), self.series.last
        return self.finishing.delivered

    @property
    def number_printed(self) -> int:
        """How many cards were printed and are not spoiled."""
        return self.series.count - len(self.skips)

    @property
    def complete(self) -> bool:
        """Whether every number from first to last is there."""
        return not self.skips

    @property
    def begun_at(self) -> datetime:
        """The first moment it tells of: when the first component was published."""
        return self.made_at if self.custody is None else self.custody.published_at[0]

    @property
    def signed_at(self) -> datetime:
        """The last moment it tells of; its page is signed as of then."""
        return max([self.made_at, *(at for _, at in self._told_after_making())])

    def _told_after_making(self) -> Iterator[tuple[str, datetime]]:
        if self.custody is not None and self.custody.removed is not None:
            yield "The time of the removal", self.custody.removed.at
        if self.finishing is not None:
            yield from self.finishing.times
        if self.independence is not None:
            yield "The time of the inspection", self.independence.inspected_at

    def _check_order_in_time(self) -> None:
        """Raises: BadValueError, unless components, making, and all notes follow each other."""
        if self.approval is not None:
            check_not_before("The time of making", self.made_at, self.approval.at)
        if self.custody is not None:
            _, second = self.custody.published_at
            check_not_before("The time of making", self.made_at, second)
        for what, at in self._told_after_making():
            check_not_before(what, at, self.made_at)

    @property
    def json(self) -> bytes:
        """The canonical bytes of certificate-<set serial>.json, which the plant signs."""
        custody = {} if self.custody is None else {"custody": self.custody.fields}
        finishing = {} if self.finishing is None else {"finishing": self.finishing.fields}
        inspected = {} if self.independence is None else {"independence": self.independence.fields}
        previous = {} if self.previous is None else {"previous": self.previous}
        paper = {} if self.stock is None else {"stock": self.stock.fields}
        printing = {} if self.printed_for is None else {"printed_for": self.printed_for.fields}
        approval = {} if self.approval is None else {"approval": self.approval.fields}
        return canonical(
            custody
            | finishing
            | inspected
            | previous
            | paper
            | printing
            | approval
            | {
                "version": VERSION,
                "header": header_fields(self.series),
                "role": str(self.role),
                "order": self.order,
                "hall": self.hall,
                "hall_name": self.hall_name,
                "made_at": printed_time(self.made_at),
                "number_printed": self.number_printed,
                "first": int(self.series.first),
                "last": self.series.last,
                "numbered_consecutively": self.numbered_consecutively,
                "complete": self.complete,
                "skips": list(self.skips),
                "checkpoint": self.checkpoint,
                "bundle_sha256": self.bundle_sha256,
                "manifest_sha256": self.manifest_sha256,
                "press_files": _file_fields(self.press_files),
                "papers": _file_fields(self.papers),
                "root_commit": self.root_commit,
                "component_fingerprints": list(self.component_fingerprints),
                "specimen": self.specimen,
                "signer": {
                    "fingerprint": self.signer.fingerprint,
                    "chain": self.signer.chain_pem,
                },
            }
        )

    @classmethod
    def from_fields(cls, fields: dict[str, Any]) -> Self:
        """The certificate from parsed JSON.

        Raises: MalformedError, when a field is missing, foreign or contradicts.
        """
        with as_malformed(_WHAT):
            first, second = fields["component_fingerprints"]
            certificate = cls(
                series=series_of(fields["header"]),
                role=Role(fields["role"]),
                order=one_line(fields, "order"),
                hall=HallId(fields["hall"]),
                hall_name=one_line(fields, "hall_name"),
                made_at=parsed_time(fields["made_at"]),
                numbered_consecutively=_truth(fields["numbered_consecutively"]),
                skips=tuple(whole_number(skip) for skip in fields["skips"]),
                checkpoint=_lines(fields["checkpoint"]),
                bundle_sha256=sha256_hex(fields["bundle_sha256"]),
                manifest_sha256=sha256_hex(fields["manifest_sha256"]),
                press_files=_files(fields["press_files"]),
                papers=_files(fields["papers"]),
                root_commit=sha256_hex(fields["root_commit"]),
                component_fingerprints=(sha256_hex(first), sha256_hex(second)),
                specimen=one_line(fields, "specimen"),
                signer=Signer(
                    one_line(fields["signer"], "fingerprint"), _lines(fields["signer"]["chain"])
                ),
                custody=custody_from(fields.get("custody")),
                finishing=finishing_from(fields.get("finishing")),
                independence=independence_from(fields.get("independence")),
                printed_for=printed_for_from(fields.get("printed_for")),
                stock=stock_from(fields.get("stock")),
                approval=approval_from(fields.get("approval")),
                previous=sha256_hex(fields["previous"]) if "previous" in fields else None,
            )
            agrees = certificate.json == canonical(fields)
        if not agrees:
            raise MalformedError(_WHAT, "it has foreign fields, or counts that do not add up")
        return certificate


def _file_fields(files: tuple[ListedFile, ...]) -> list[dict[str, str]]:
    return [{"name": file.name, "sha256": file.sha256} for file in files]


def _files(fields: list[dict[str, Any]]) -> tuple[ListedFile, ...]:
    return tuple(ListedFile(one_line(file, "name"), sha256_hex(file["sha256"])) for file in fields)


def _truth(value: object) -> bool:
    if not isinstance(value, bool):
        raise BadValueError("A fact", value, "true or false")
    return value


def _lines(value: object) -> str:
    if not isinstance(value, str):
        raise BadValueError("A text", value, "text")
    return value

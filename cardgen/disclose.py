"""What two custodians together may tell of a made run: one damaged card, or all of it."""

from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from cardgen.amounts import how_many
from cardgen.card_id import CardId
from cardgen.errors import BadValueError, ConflictError, VerificationError
from cardgen.files import write_new
from cardgen.plant.disclosures import CardOpening, note_opening
from cardgen.plant.shipments import halls_of_run
from cardgen.plant.statuses import note_status
from cardgen.proof.bundle import read_bundle
from cardgen.proof.chain import Chain
from cardgen.proof.custody import check_two_people
from cardgen.proof.delivery import bundle_name
from cardgen.proof.framing import canonical
from cardgen.proof.header import header_fields
from cardgen.proof.manifest import printed_time
from cardgen.proof.record import OpenedCard
from cardgen.proof.status import StatusEntry
from cardgen.run_folder import RECORD
from cardgen.run_record import RunRecord
from cardgen.secret.dealing import deal
from cardgen.secret.keys import RunSecrets
from cardgen.secret.printing import printed
from cardgen.series import Series
from cardgen.set_status import SetStatus
from cardgen.symbols import as_printed, is_symbols
from cardgen.tokens import UNLOCK_CODE_SYMBOLS, InsideToken

UNREADABLE = "?"
READABLE_MIN = 8  # symbols, 40 bits: nobody guesses them who has not the card in hand
SEARCHED_MAX = 4  # unreadable symbols that a hall's search finds by itself (sealing.md section 6)


class OtherComponentsError(VerificationError):
    """Components that did not make this run."""

    code = "other-components"

    def __init__(self) -> None:
        super().__init__(
            "These two components did not make this run: its root commitment is another one. "
            "Give --custody as `cardgen make` had it, first A, then B."
        )


class NotYetError(ConflictError):
    """Something that may be told only after claims are closed."""

    code = "not-yet"

    def __init__(self, why: str, mends: str) -> None:
        super().__init__(f"{why}. {mends}")


class ReadableCodeError(ConflictError):
    """A code of which enough can be read to open the card in the hall."""

    code = "code-readable"

    def __init__(self, unreadable: int) -> None:
        super().__init__(
            f"{how_many(unreadable, 'symbol')} of the code cannot be read; up to {SEARCHED_MAX} "
            "are searched by the hall's claim. Enter the code there, with ? for each."
        )


class LittleReadError(ConflictError):
    """A code of which next to nothing can be read, so that it does not show who holds the card."""

    code = "code-little-read"

    def __init__(self, readable: int) -> None:
        super().__init__(
            f"{how_many(readable, 'symbol')} of the code can be read; at least {READABLE_MIN} show "
            "that the card is there. Read more of it, or say why there is no more: --little-read."
        )


class OtherCodeError(VerificationError):
    """A code whose readable symbols are not the card's."""

    code = "other-code"

    def __init__(self, card: CardId) -> None:
        super().__init__(
            f"What can be read of the code is not the code of card {card.printed}. "
            "Read card id and code again; if it stays so, keep the card."
        )


@dataclass(frozen=True, slots=True)
class MadeRun:
    """A run's folder and the plant that made it, with the components that dealt it."""

    folder: Path
    plant: Path
    chain: Chain
    record: RunRecord
    secrets: RunSecrets = field(repr=False)

    def __post_init__(self) -> None:
        """Raises: OtherComponentsError."""
        if self.secrets.root_commit != self.record.root_commit:
            raise OtherComponentsError

    def series_of(self, card: CardId) -> Series:
        """The series that a card is of. Raises: BadValueError."""
        for made in self.record.series:
            if (card.maker, card.set_serial) == (made.series.maker, made.series.set_serial):
                made.series.card_index(card.audit_number)
                return made.series
        serials = ", ".join(made.series.set_serial for made in self.record.series)
        raise BadValueError("The card", card.printed, f"a card of set {serials}")


def open_damaged_card(run: MadeRun, opening: CardOpening, code_read: str) -> OpenedCard:
    """One card whose code cannot be read, noted with two names before it is told.

    `code_read` has a question mark for each symbol that cannot be read.

    Raises: NotYetError, ReadableCodeError, LittleReadError, OtherCodeError, BadValueError,
    CommitmentError.
    """
    # (1) the hall's occasion is closed, so nothing can be won any more by knowing the card
    if opening.closed_at > opening.at:
        why = f"Occasion {opening.occasion} is not closed yet"
        raise NotYetError(why, "Hold the claim; open the card after the hall has closed it.")
    if opening.closed_at < run.record.made_at:
        why = f"The run was made at {printed_time(run.record.made_at)}, no occasion before sold it"
        raise NotYetError(why, "Say when the hall closed the occasion: --closed-at.")
    # (2) the hall's search cannot do it
    series, read = run.series_of(opening.card), _read_symbols(code_read)
    if read.count(UNREADABLE) <= SEARCHED_MAX:
        raise ReadableCodeError(read.count(UNREADABLE))
    if len(read) - read.count(UNREADABLE) < READABLE_MIN and opening.little_read is None:
        raise LittleReadError(len(read) - read.count(UNREADABLE))
    # (3) what can be read is this card's
    rows = printed(deal(run.secrets, series, opening.card.audit_number, 1))
    token = InsideToken.parse(rows.inside_tokens.decode())
    pairs = zip(read, token.unlock_code.with_check, strict=True)
    if any(symbol not in {UNREADABLE, own} for symbol, own in pairs):
        raise OtherCodeError(opening.card)
    # (4) the card is proved in the signed root, as every claim is
    path = run.folder / RECORD / bundle_name(series.set_serial)
    opened = read_bundle(path, run.chain.plant_key).open_card(token)
    # (5) the journal knows of it before anybody knows the card
    note_opening(run.plant, series.run_id, opening)
    return opened


@dataclass(frozen=True, slots=True)
class ClosedRun:
    """Two custodians state that every card of a run is closed in these halls."""

    at: datetime
    by: tuple[str, str]
    halls: tuple[str, ...]

    def __post_init__(self) -> None:
        """Raises: BadValueError, unless two people state it."""
        check_two_people("Who publishes the components", *self.by)


def disclose(run: MadeRun, closed: ClosedRun, path: Path) -> None:
    """Write DISCLOSURE.json, from which anybody makes every card of the run again.

    Raises: NotYetError, unless every hall that got cards is named; ExistsError, BadFileError.
    """
    shipped = halls_of_run(run.plant, run.record.run_id)
    if shipped != {*closed.halls}:
        named, sent = (", ".join(sorted(halls)) or "none" for halls in (closed.halls, shipped))
        why = f"Halls that were sent cards: {sent}; halls named as closed: {named}"
        raise NotYetError(why, "Name each hall with --closed once all its cards are closed.")
    secrets = run.secrets
    fields = {
        "secret_a": secrets.component_a.secret.hex(),
        "secret_b": secrets.component_b.secret.hex(),
        "run_id": secrets.run_id.hex(),
        "headers": [header_fields(made.series) for made in run.record.series],
    }
    for made in run.record.series:
        note_status(run.plant, _disclosed(made.series, closed), closed.by)
    write_new(path, canonical(fields))


def _disclosed(series: Series, closed: ClosedRun) -> StatusEntry:
    """What the status list says of a set from now on: nobody may claim on it."""
    serial, run_id = series.set_serial, series.run_id
    return StatusEntry(serial, run_id, SetStatus.DISCLOSED, closed.at, "All its cards are closed")


def _read_symbols(code_read: str) -> str:
    """The seventeen places of a code, as printed. Raises: BadValueError, without the code."""
    symbols = as_printed(code_read).replace("-", "").replace(" ", "")
    whole = UNLOCK_CODE_SYMBOLS + 1
    if len(symbols) != whole or not is_symbols(symbols.replace(UNREADABLE, "")):
        expected = f"{whole} symbols, {UNREADABLE} for each that cannot be read"
        raise BadValueError("The count of places of the code", len(symbols), expected)
    return symbols

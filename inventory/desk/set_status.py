"""What makers say of their sets: a status list checked, kept in the hall's folder, and noted."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import assert_never

from cardgen.errors import CardgenError, VerificationError
from cardgen.files import kept_folder, read_bounded
from cardgen.proof.chain import Chain, ChainError
from cardgen.proof.delivery import CHAIN
from cardgen.proof.framing import JSON_BYTES_MAX
from cardgen.proof.signing import SignatureError
from cardgen.proof.status import STATUS, StatusList, signed_status
from cardgen.set_status import SetStatus
from inventory.commands.maker import (
    DiscloseSet,
    MakerCommand,
    NoteStatus,
    ReleaseCard,
    StatusFiles,
)
from inventory.decisions.facts import Decision, RefusedAndNoted
from inventory.decisions.stock.set_status import Heard, Stock, check_release, held_of, note_list
from inventory.desk.desk import Decided, Desk
from inventory.desk.hall import Hall
from inventory.entries.entry import Entry
from inventory.entries.maker import CardReleased, PacksHeld, StatusNoted
from inventory.entries.states import CardState
from inventory.entries.stock import Received
from inventory.errors import KeptDeliveryError, KeptStatusError
from inventory.ledger.reading import Reader
from inventory.refusals.refuse import refusal, refuse

STATUSES = "statuses"
_NAME_DIGITS = 16
_MENDS = "Name a status list that the maker published; its .sig lies beside it."


@dataclass(frozen=True, slots=True)
class Signed:
    """A status list whose signature held, and the chain that it led to."""

    status: StatusList
    chain: Chain
    signature: bytes

    @property
    def heard(self) -> Heard:
        """What the ledger is told of it."""
        sha256 = hashlib.sha256(self.status.json).hexdigest()
        return Heard(self.status, sha256, self.chain.fingerprint)


def decide(desk: Desk, command: MakerCommand) -> Decided:
    """What a command on a maker's sets comes to. Raises: Refused."""
    match command:
        case NoteStatus():
            return _note_status(desk, command.files)
        case DiscloseSet():
            return _disclose(desk, command)
        case ReleaseCard():
            return Decided(_release(desk, command))
        case _:
            assert_never(command)


def _note_status(desk: Desk, files: StatusFiles) -> Decided:
    """A list checked against the kept deliveries; one that was noted is answered as before.

    Raises: VerificationError, KeptDeliveryError, when it does not hold.
    """
    reader = desk.reader
    chains = known_chains(desk.hall, reader.received(), files)
    if not chains:
        raise refuse("maker-unknown")
    signed = read_signed(files, chains)
    before = _noted_before(reader, signed)
    kinds = () if before else (note_list(signed.heard, stock_of(reader, signed, ())),)
    keep(desk.hall, signed)
    return Decided(kinds, before=before)


def _disclose(desk: Desk, command: DiscloseSet) -> Decided:
    """A set's disclosure noted, which the maker's own signed list tells; nobody's word alone does.

    Raises: VerificationError, KeptDeliveryError, when the list does not hold.
    """
    reader, serial = desk.reader, command.set_serial
    received = reader.series_of(serial)
    if received is None:
        raise refuse("unknown-set", serial=serial)
    decided = _note_status(desk, command.files)
    entries = decided.before or ()
    noted = [*decided.kinds, *(entry.kind for entry in entries)]
    said = (note for one in noted if isinstance(one, StatusNoted) for note in one.notes)
    if not any(one.set_serial == serial and one.status == SetStatus.DISCLOSED for one in said):
        raise RefusedAndNoted(refusal("not-disclosed", serial=serial), decided.kinds)
    return decided


def _release(desk: Desk, command: ReleaseCard) -> Decision:
    card = desk.reader.card(command.card)
    occasion = card.sale.occasion
    evening = desk.reader.evening(occasion) if occasion else None
    check_release(desk.context, card, evening, command.ruling)
    return (CardReleased(card.card, command.ruling.strip()),)


def called_back_here(hall: Hall) -> tuple[PacksHeld, ...]:
    """Packs of sets that were called back, in stock and at tills: nobody sells from them."""
    with hall.reading() as reader:
        serials = {note.set_serial for note in reader.notes() if not note.numbers}
        packs = (*reader.packs_in(CardState.RECEIVED), *reader.packs_in(CardState.ISSUED))
    return held_of(packs, serials)


def read_files(path: Path) -> StatusFiles:
    """The status list of that name with what lies beside it, unchecked. Raises: BadFileError."""
    beside = path.with_name(CHAIN)
    return StatusFiles(
        path.name,
        read_bounded(path, JSON_BYTES_MAX, _MENDS),
        read_bounded(path.with_name(f"{path.name}.sig"), JSON_BYTES_MAX, _MENDS),
        read_bounded(beside, JSON_BYTES_MAX, _MENDS) if beside.is_file() else b"",
    )


def read_signed(files: StatusFiles, chains: Iterable[Chain]) -> Signed:
    """The list, under the first of the chains that signed it.

    Raises: VerificationError of the last chain tried; MalformedError.
    """
    failed: VerificationError | None = None
    for chain in chains:
        try:
            status = signed_status(files.json, files.signature, chain, files.name)
        except (SignatureError, ChainError) as error:
            # Of a chain that did not fit and one that is out of time, the latter says more.
            failed = failed if isinstance(failed, ChainError) else error
            continue
        return Signed(status, chain, files.signature)
    raise failed or ChainError("no chain is there to check a status list")


def known_chains(
    hall: Hall, received: tuple[Received, ...], files: StatusFiles
) -> tuple[Chain, ...]:
    """The chains of kept deliveries, newest first, and one beside the list under a known root.

    Raises: KeptDeliveryError, when no kept one is whole.
    """
    chains: dict[bytes, Chain] = {}
    failed: KeptDeliveryError | None = None
    for one in reversed(received):
        try:
            chain = hall.chain(one)
        except KeptDeliveryError as error:
            failed = error
            continue
        chains[chain.pem] = chain
    if failed and not chains:
        raise failed
    if files.chain:
        # A maker's signer changes every few years; its root is the one on the hall's paper.
        chain = Chain.parse(files.chain)
        if (chain.maker, chain.fingerprint) in {(one.maker, one.fingerprint) for one in received}:
            chains[chain.pem] = chain
    return tuple(chains.values())


def _noted_before(reader: Reader, signed: Signed) -> tuple[Entry, ...]:
    """What was answered when this very list was noted, if it is the maker's newest here."""
    entries = [
        entry
        for entry in reader.of_kind("StatusNoted")
        if isinstance(entry.kind, StatusNoted) and entry.kind.maker == signed.status.maker
    ]
    last = entries[-1] if entries else None
    if last is None or not isinstance(last.kind, StatusNoted):
        return ()
    return (last,) if last.kind.sha256 == signed.heard.sha256 else ()


def _folder(hall: Hall, sha256: str) -> Path:
    return hall.folder / STATUSES / sha256[:_NAME_DIGITS]


def stock_of(reader: Reader, signed: Signed, coming: tuple[Received, ...]) -> Stock:
    """What the list is compared with; `coming` is at the door."""
    packs = (*reader.packs_in(CardState.RECEIVED), *reader.packs_in(CardState.ISSUED))
    before = reader.status_lists().get(str(signed.status.maker))
    return Stock((*reader.received(), *coming), before, packs)


def keep(hall: Hall, signed: Signed) -> None:
    """A copy of the list with its signature and chain, whole or not at all."""
    kept = _folder(hall, signed.heard.sha256)
    with kept_folder(kept) as partial:
        (partial / STATUS).write_bytes(signed.status.json)
        (partial / f"{STATUS}.sig").write_bytes(signed.signature)
        (partial / CHAIN).write_bytes(signed.chain.pem)


def read_kept_status(hall: Hall, noted: StatusNoted) -> Signed:
    """The kept copy of a noted list, which must be what was noted.

    Raises: KeptStatusError.
    """
    folder = _folder(hall, noted.sha256)
    try:
        files = read_files(folder / STATUS)
        chain = Chain.parse(files.chain)
        chain.check_fingerprint(noted.fingerprint)
        signed = read_signed(files, [chain])
    except (CardgenError, OSError) as error:
        raise KeptStatusError(noted.maker, noted.number, folder, str(error)) from None
    if signed.heard.sha256 != noted.sha256:
        raise KeptStatusError(noted.maker, noted.number, folder, "it is another list")
    return signed

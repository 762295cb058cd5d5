"""A maker's status list at the desk: checked, kept in the hall's folder, and noted."""

import hashlib
import shutil
from dataclasses import dataclass
from pathlib import Path

from cardgen.errors import CardgenError, VerificationError
from cardgen.files import read_bounded
from cardgen.proof.chain import Chain, ChainError
from cardgen.proof.delivery import CHAIN
from cardgen.proof.framing import JSON_BYTES_MAX
from cardgen.proof.signing import SignatureError
from cardgen.proof.status import STATUS, StatusList, read_status
from inventory.decisions.facts import Decision, check_two_people
from inventory.decisions.stock.set_status import Heard, Stock, check_release, held_of, note_list
from inventory.desk.acting import Answer, Errand, Reply, perform
from inventory.desk.hall import Hall
from inventory.desk.lookup import find_claimed_card
from inventory.entries.entry import Context
from inventory.entries.maker import CardReleased, PacksHeld, SetDisclosed, StatusNoted
from inventory.entries.states import CardState
from inventory.entries.stock import Received
from inventory.errors import KeptDeliveryError, KeptStatusError
from inventory.ledger.reading import Reader
from inventory.refusals.refuse import refuse
from inventory.scans import without_code

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


def note_status(hall: Hall, context: Context, path: Path) -> Answer:
    """A maker's status list checked against its kept delivery, and noted; once is enough.

    Raises: VerificationError, BadFileError, KeptDeliveryError, when it does not hold.
    """
    with hall.ledger.transaction() as connection:
        reader = Reader(connection)
        chains = known_chains(hall, reader.received(), path)
        if not chains:
            raise refuse("maker-unknown")
        signed = read_signed(path, chains)
        before = _noted_before(reader, signed)
    if before is not None:
        keep(hall, signed)
        return before

    def decide(reader: Reader, _number: int) -> Decision:
        noted = note_list(signed.heard, stock_of(reader, signed, ()))
        keep(hall, signed)
        return (noted,)

    return perform(hall, context, Errand("status", {"sha256": signed.heard.sha256}), decide)


def note_disclosure(hall: Hall, context: Context, serial: str) -> Answer:
    """The maker has published the secrets of a set: no claim on it is valid any more."""

    def decide(reader: Reader, _number: int) -> Decision:
        if reader.series_of(serial) is None:
            raise refuse("unknown-set", serial=serial)
        check_two_people(context)
        return (SetDisclosed(serial),)

    return perform(hall, context, Errand("disclosed", {"serial": serial}), decide)


def called_back_here(hall: Hall) -> tuple[PacksHeld, ...]:
    """Packs of sets that were called back, in stock and at tills: nobody sells from them."""
    with hall.ledger.transaction() as connection:
        reader = Reader(connection)
        serials = {note.set_serial for note in reader.notes() if not note.numbers}
        packs = (*reader.packs_in(CardState.RECEIVED), *reader.packs_in(CardState.ISSUED))
    return held_of(packs, serials)


def release(hall: Hall, context: Context, text: str, ruling: str) -> Answer:
    """A claimed card of a recalled set, of which was decided outside that it may be paid."""
    given, _ = without_code(text)

    def decide(reader: Reader, _number: int) -> Decision:
        named = find_claimed_card(hall, reader, given)
        card = reader.card(named.card)
        occasion = card.sale.occasion
        evening = reader.evening(occasion) if occasion else None
        check_release(context, card, evening, ruling)
        return (CardReleased(card.card, ruling.strip()),)

    what: dict[str, object] = {"card": given, "ruling": ruling}
    return perform(hall, context, Errand("release", what), decide)


def read_signed(path: Path, chains: list[Chain]) -> Signed:
    """The list, under the first of the chains that signed it.

    Raises: VerificationError of the last chain tried; BadFileError.
    """
    failed: VerificationError | None = None
    for chain in chains:
        try:
            status = read_status(path, chain)
        except (SignatureError, ChainError) as error:
            # Of a chain that did not fit and one that is out of time, the latter says more.
            failed = failed if isinstance(failed, ChainError) else error
            continue
        return Signed(status, chain, path.with_name(f"{path.name}.sig").read_bytes())
    raise failed or ChainError("no chain is there to check a status list")


def known_chains(hall: Hall, received: tuple[Received, ...], path: Path) -> list[Chain]:
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
    beside = path.with_name(CHAIN)
    if beside.is_file():
        # A maker's signer changes every few years; its root is the one on the hall's paper.
        chain = Chain.parse(read_bounded(beside, JSON_BYTES_MAX, _MENDS))
        if (chain.maker, chain.fingerprint) in {(one.maker, one.fingerprint) for one in received}:
            chains[chain.pem] = chain
    return list(chains.values())


def _noted_before(reader: Reader, signed: Signed) -> Reply | None:
    """What was answered when this very list was noted, if it is the maker's newest here."""
    heard = signed.heard
    entries = [
        entry
        for entry in reader.of_kind("StatusNoted")
        if isinstance(entry.kind, StatusNoted) and entry.kind.maker == signed.status.maker
    ]
    last = entries[-1] if entries else None
    if last is None or not isinstance(last.kind, StatusNoted) or last.kind.sha256 != heard.sha256:
        return None
    return Reply((last,))


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
    part = kept.with_name(f"{kept.name}.part")
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    (part / STATUS).write_bytes(signed.status.json)
    (part / f"{STATUS}.sig").write_bytes(signed.signature)
    (part / CHAIN).write_bytes(signed.chain.pem)
    shutil.rmtree(kept, ignore_errors=True)
    part.rename(kept)


def check_kept_status(hall: Hall, noted: StatusNoted) -> Signed:
    """The kept copy of a noted list, which must be what was noted.

    Raises: KeptStatusError.
    """
    folder = _folder(hall, noted.sha256)
    try:
        chain = Chain.parse((folder / CHAIN).read_bytes())
        chain.check_fingerprint(noted.fingerprint)
        signed = read_signed(folder / STATUS, [chain])
    except (CardgenError, OSError) as error:
        raise KeptStatusError(noted.maker, noted.number, folder, str(error)) from None
    if signed.heard.sha256 != noted.sha256:
        raise KeptStatusError(noted.maker, noted.number, folder, "it is another list")
    return signed

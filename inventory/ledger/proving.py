"""The proof of a card: every entry that touched it, each shown to be in the signed tree."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy import Connection, func, or_, select

from cardgen.card_id import CardId
from cardgen.proof.checkpoint import Checkpoint, sign_checkpoint
from cardgen.proof.merkle import check_inclusion, inclusion_proof, leaf_hash
from inventory.entries.entry import Entry
from inventory.entries.moves import CardMoved, Moved, is_said_of, moves_of
from inventory.entries.states import CardState, next_state
from inventory.entries.upgrade import stored_names
from inventory.ledger.reading import HEAD, Reader
from inventory.ledger.schema import log
from inventory.ledger.writing import key_name, origin

_PACK_KINDS = (
    "Received",
    "Issued",
    "PutBack",
    "SentBack",
    "Withdrawn",
    "Missing",
    "Stolen",
    "Found",
    "OccasionEnded",
)
_WORDS = ("StatusNoted", "SetDisclosed", "CardReleased")
_STORED = frozenset(chain.from_iterable(map(stored_names, (*_PACK_KINDS, *_WORDS))))


@dataclass(frozen=True, slots=True)
class ProvedEntry:
    """One entry and the siblings that lead from its leaf to the root."""

    entry: Entry
    proof: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class CardProof:
    """What the ledger says of a card, under one signed note."""

    card: CardId
    note: str
    entries: tuple[ProvedEntry, ...]

    @property
    def fields(self) -> dict[str, Any]:
        """As JSON, which a stranger checks with a program of his own."""
        return {
            "card": self.card.printed,
            "checkpoint": self.note,
            "entries": [
                {
                    "sequence": one.entry.sequence,
                    "entry": one.entry.json.decode(),
                    "proof": [node.hex() for node in one.proof],
                }
                for one in self.entries
            ],
        }


def prove_card(connection: Connection, card: CardId, key: Ed25519PrivateKey) -> CardProof:
    """Every entry that moved the card or speaks of it, each proof checked before it is given."""
    return _proof(connection, card, key, tuple(_touching(connection, card)))


def prove_case(connection: Connection, card: CardId, key: Ed25519PrivateKey) -> CardProof:
    """Every entry that moved the card or names it: refused claims, shares, corrections too."""
    printed = card.printed.encode()
    found = {entry.sequence: entry for entry in _touching(connection, card)}
    query = select(log.c.entry).where(func.instr(log.c.entry, printed) > 0)
    for raw in connection.execute(query).scalars():
        for entry in Entry.parse_all(raw):
            found.setdefault(entry.sequence, entry)
    return _proof(connection, card, key, tuple(found[sequence] for sequence in sorted(found)))


def _proof(
    connection: Connection, card: CardId, key: Ed25519PrivateKey, touching: tuple[Entry, ...]
) -> CardProof:
    reader = Reader(connection)
    growth = reader.growth(HEAD)
    leaves = [leaf_hash(row.entry) for row in reader.rows()]
    log_name = touching[0].log if touching else ""
    note = sign_checkpoint(
        key, key_name(log_name), Checkpoint(origin(log_name), growth.size, growth.root)
    )
    proved = []
    for entry in touching:
        index = entry.sequence - 1
        proof = inclusion_proof(leaves, index)
        check_inclusion(leaves[index], index, growth.size, proof, growth.root)
        proved.append(ProvedEntry(entry, proof))
    return CardProof(card, note, tuple(proved))


def _touching(connection: Connection, card: CardId) -> Iterator[Entry]:
    named = func.instr(log.c.entry, card.printed.encode()) > 0
    query = select(log.c.entry).where(or_(named, log.c.kind.in_(_STORED)))
    followed = _Followed(card)
    for raw in connection.execute(query.order_by(log.c.sequence)).scalars():
        touching = [entry for entry in Entry.parse_all(raw) if _touches(entry, followed)]
        yield from touching[:1]  # one line of the ledger is proved once


def _touches(entry: Entry, followed: "_Followed") -> bool:
    # Every move is followed, so that the next one is judged by where the card is by then.
    has_moved = [followed.moves(moved) for moved in moves_of(entry)]
    return any(has_moved) or is_said_of(entry.kind, followed.card)


@dataclass(slots=True)
class _Followed:
    """A card and its pack, each in its state as the entries are gone through."""

    card: CardId
    state: CardState | None = None
    pack_state: CardState | None = None

    def moves(self, moved: Moved) -> bool:
        """Whether the card moves; with its pack it does only while it is where its pack is."""
        card = self.card
        if isinstance(moved, CardMoved):
            if moved.card != card:
                return False
            self.state = next_state(self.state, moved.move)
            return True
        is_its_pack = moved.first <= card.audit_number <= moved.last
        if moved.set_serial != card.set_serial or not is_its_pack:
            return False
        is_with_it = self.state == self.pack_state
        self.pack_state = next_state(self.pack_state, moved.move)
        if is_with_it:
            self.state = self.pack_state
        return is_with_it

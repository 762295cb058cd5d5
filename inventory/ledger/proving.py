"""The proof of a card: every entry that touched it, each shown to be in the signed tree."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

from cardgen.card_id import CardId
from cardgen.proof.merkle import check_inclusion, inclusion_proof, leaf_hash
from inventory.entries.entry import Entry
from inventory.entries.house import Checkpointed
from inventory.entries.moves import CardMoved, Moved, is_said_of, moves_of
from inventory.entries.states import CardState, next_state
from inventory.entries.wire.upgrade import stored_names
from inventory.ledger.reading import Reader
from inventory.ledger.session import Session
from inventory.ledger.tree import TreeFrontier

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
_STORED = sorted(set(chain.from_iterable(map(stored_names, (*_PACK_KINDS, *_WORDS)))))


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
    uncovered: tuple[int, ...] = ()  # entries behind the note, of a ledger signed by slips only

    @property
    def fields(self) -> dict[str, Any]:
        """As JSON, which a stranger checks with a program of his own."""
        return {
            "card": self.card.printed,
            "checkpoint": self.note,
            "not_covered": list(self.uncovered),
            "entries": [
                {
                    "sequence": one.entry.sequence,
                    "entry": one.entry.json.decode(),
                    "proof": [node.hex() for node in one.proof],
                }
                for one in self.entries
            ],
        }


def prove_card(session: Session, card: CardId) -> CardProof:
    """Every entry that moved the card or speaks of it, each proof checked before it is given."""
    return _proof(session, card, {entry.sequence: entry for entry in _touching(session, card)})


def prove_case(session: Session, card: CardId) -> CardProof:
    """Every entry that moved the card or names it: refused claims, shares, corrections too."""
    found = {entry.sequence: entry for entry in _touching(session, card)}
    query = "SELECT entry FROM log WHERE instr(entry, ?) > 0"
    for (raw,) in session.connection.execute(query, (card.printed.encode(),)):
        for entry in Entry.parse_all(raw):
            found.setdefault(entry.sequence, entry)
    return _proof(session, card, found)


def _proof(session: Session, card: CardId, touching: dict[int, Entry]) -> CardProof:
    """Under the newest signed note; what was written behind it is named, and not proved."""
    leaves = [leaf_hash(row.entry) for row in Reader(session).rows()]
    note, size = _newest_note(session)
    tree = TreeFrontier()
    for leaf in leaves[:size]:
        tree = tree.with_leaf(leaf)
    proved = []
    for sequence in sorted(touching):
        if sequence <= size:
            proof = inclusion_proof(leaves[:size], sequence - 1)
            check_inclusion(leaves[sequence - 1], sequence - 1, size, proof, tree.root)
            proved.append(ProvedEntry(touching[sequence], proof))
    uncovered = tuple(sequence for sequence in sorted(touching) if sequence > size)
    return CardProof(card, note, tuple(proved), uncovered)


def _newest_note(session: Session) -> tuple[str, int]:
    """The newest signed note, and how many entries it covers."""
    if session.signed is not None:
        return session.signed.note, session.signed.tree.size
    slips = session.books.of_kind(Checkpointed.__name__)
    kind = slips[-1].kind if slips else None
    return (kind.note, kind.size) if isinstance(kind, Checkpointed) else ("", 0)


def _touching(session: Session, card: CardId) -> Iterator[Entry]:
    kinds = ", ".join(f"'{kind}'" for kind in _STORED)
    query = (
        f"SELECT entry FROM log WHERE instr(entry, ?) > 0 OR kind IN ({kinds}) "  # noqa: S608 -- ours
        "ORDER BY sequence"
    )
    followed = _Followed(card)
    for (raw,) in session.connection.execute(query, (card.printed.encode(),)):
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

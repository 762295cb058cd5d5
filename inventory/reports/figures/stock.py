"""The perpetual inventory: what every set's cards did, evening by evening, and what is left.

After Texas 402.511 and 25 CFR 543.7, which ask for each movement and who entered it.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from inventory.entries.closing import OccasionEnded
from inventory.entries.entry import Entry
from inventory.entries.game import OccasionOpened
from inventory.entries.moves import CardMoved, Moved, PackMoved, moves_of
from inventory.entries.states import CardState, Move, next_state
from inventory.entries.stock import Received, as_one
from inventory.errors import LedgerError

SELLING = (Move.SELL, Move.GIVE_IN_EXCHANGE, Move.GIVE_FOR_DEFECT)
UNSELLING = (Move.UNDO_SALE, Move.UNDO_GIVING, Move.VOID_SALE, Move.VOID_FOR_DEFECT)
_VOIDED = (Move.WITHDRAW, Move.VOID_SALE, Move.VOID_FOR_DEFECT)
# A pack that nobody opened comes back with the evening's end; a sold card only expires by it.
_BACK_AT_THE_END = "pack put back at the end"


@dataclass(frozen=True, slots=True)
class StockRow:
    """One set up to the end of an evening, or since: what moved in that time, and what is left."""

    received: Received
    until: str
    moved: Mapping[str, int]
    in_stock: int
    at_tills: int
    entered_by: tuple[str, ...]

    def count(self, *moves: str) -> int:
        """How many cards made these moves."""
        return sum(self.moved.get(move, 0) for move in moves)

    @property
    def returned(self) -> int:
        """Put back by hand, or by the end of the evening."""
        return self.count(Move.PUT_BACK, _BACK_AT_THE_END)

    @property
    def sold(self) -> int:
        """Sold, less what was undone or voided."""
        return self.count(*SELLING) - self.count(*UNSELLING)

    @property
    def missing(self) -> int:
        """Found missing, less what turned up."""
        return self.count(Move.MISS) - self.count(Move.FIND)

    @property
    def voided(self) -> int:
        """Withdrawn, or given back after the sale."""
        return self.count(*_VOIDED)

    @property
    def balance(self) -> int:
        """Cards that can still be sold: in stock and at the tills."""
        return self.in_stock + self.at_tills

    @property
    def change(self) -> int:
        """By how much the balance changed; what every movement together comes to."""
        gone = self.sold + self.voided + self.missing
        return self.count(Move.RECEIVE) - gone - self.count(Move.STEAL, Move.SEND_BACK)


def stock_rows(entries: Iterable[Entry]) -> tuple[StockRow, ...]:
    """Rows of every set, in order of time; evenings in which nothing of a set moved are there too.

    Raises: LedgerError, when a card moved in a way that the table of states lacks.
    """
    shelf, rows, name, moved = _Shelf(), list[StockRow](), "", False
    for entry in entries:
        moved = shelf.take(entry) or moved
        if isinstance(entry.kind, OccasionOpened):
            name = f"{entry.kind.played_on}, {entry.kind.name}"
        if isinstance(entry.kind, OccasionEnded):
            rows += shelf.rows(name)
            name, moved = "", False
    if name or moved:
        rows += shelf.rows(f"{name}, so far" if name else "since then")
    return tuple(rows)


@dataclass(slots=True)
class _Pack:
    """Its own state holds for every card of it that never moved by itself."""

    first: int
    last: int
    skip_count: int
    state: CardState
    apart: dict[int, CardState] = field(default_factory=dict)

    def count(self, state: CardState) -> int:
        """How many of its cards are in a state."""
        apart = sum(one is state for one in self.apart.values())
        if state is not self.state:
            return apart
        return apart + self.last - self.first + 1 - self.skip_count - len(self.apart)


class _Shelf:
    """Every pack and card by its state, as the entries move them."""

    def __init__(self) -> None:
        self._received: dict[str, Received] = {}
        self._packs: dict[str, list[_Pack]] = {}
        self._moved: dict[str, Counter[str]] = {}
        self._people: dict[str, dict[str, None]] = {}

    def take(self, entry: Entry) -> bool:
        """Apply an entry; whether a card moved by it."""
        if isinstance(entry.kind, Received):
            self._receive(entry.kind)
        serials = set()
        for moved in moves_of(entry):
            serial, move, count = self._move(moved)
            self._moved[serial][move] += count
            serials.add(serial)
        for serial in serials:
            named = (entry.context.clerk, entry.context.second)
            self._people[serial].update((name, None) for name in named if name)
        return bool(serials)

    def rows(self, until: str) -> Iterator[StockRow]:
        """A row a set for what moved since the last rows."""
        for serial, received in self._received.items():
            packs = self._packs[serial]
            yield StockRow(
                received=received,
                until=until,
                moved=dict(self._moved[serial]),
                in_stock=sum(pack.count(CardState.RECEIVED) for pack in packs),
                at_tills=sum(pack.count(CardState.ISSUED) for pack in packs),
                entered_by=tuple(self._people[serial]),
            )
            self._moved[serial], self._people[serial] = Counter(), {}

    def _receive(self, kind: Received) -> None:
        """A set may come in several deliveries."""
        serial = kind.set_serial
        before = self._received.get(serial)
        self._received[serial] = as_one((before, kind)) if before else kind
        self._moved.setdefault(serial, Counter())
        self._people.setdefault(serial, {})
        self._packs.setdefault(serial, [])

    def _move(self, moved: Moved) -> tuple[str, str, int]:
        if isinstance(moved, CardMoved):
            return self._move_card(moved)
        return self._move_pack(moved)

    def _move_card(self, moved: CardMoved) -> tuple[str, str, int]:
        serial, number = str(moved.card.set_serial), int(moved.card.audit_number)
        packs = self._packs.get(serial, [])
        place = bisect_right(packs, number, key=lambda pack: pack.first) - 1
        if place < 0 or number > packs[place].last:
            raise LedgerError(f"card {moved.card.printed} moves and lies in no pack")
        pack = packs[place]
        to = next_state(pack.apart.get(number, pack.state), moved.move)
        if to is None:
            raise LedgerError(f"card {moved.card.printed} makes a move that no card can make")
        pack.apart[number] = to
        return serial, moved.move, 1

    def _move_pack(self, moved: PackMoved) -> tuple[str, str, int]:
        serial, packs = moved.set_serial, self._packs.get(moved.set_serial, [])
        place = bisect_right(packs, moved.first, key=lambda pack: pack.first)
        if moved.move is Move.RECEIVE:
            skips = self._received[serial].skips
            skipped = sum(moved.first <= skip <= moved.last for skip in skips)
            pack = _Pack(moved.first, moved.last, skipped, CardState.RECEIVED)
            packs.insert(place, pack)
            return serial, moved.move, pack.count(CardState.RECEIVED)
        if not place or packs[place - 1].first != moved.first:
            raise LedgerError(f"pack {serial}:{moved.first} moves and was never received")
        pack = packs[place - 1]
        state, to = pack.state, next_state(pack.state, moved.move)
        if to is None:
            raise LedgerError(f"pack {serial}:{moved.first} makes a move that no pack can make")
        count = pack.count(state)
        pack.state = to
        for number in [one for one, apart in pack.apart.items() if apart is state]:
            pack.apart[number] = to
        is_end = moved.move is Move.END
        return serial, _BACK_AT_THE_END if is_end else moved.move, count

"""The books of a hall in memory: what its entries come to, so far as anything asks for it.

Theory of operation. The log alone is true. The books are a fold of it: `apply` takes one entry and
moves everything that it moves, and nothing else ever changes them.

1. They begin with the last signed state (`kept`), whose rows are read when something asks for them
   and checked against the signed root; behind it every entry is applied, at most a thousand.
2. A register holds, for one kind of entry in one occasion, where its entries stand and a digest
   over their leaves. A fact that comes from few entries (settings, an evening, a maker's word) is
   folded from registers: their rows of the log are read, checked against the digest, and folded. No
   folded value is ever stored, and an entry that is left out changes the digest.
3. What is in memory is as of the last entry applied. What was never asked for was never touched
   since the state, for to apply an entry is to ask for what it moves; so its kept row still holds.
4. `apply` also tells what the tables that hold exactly-once must say before and after.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field

from cardgen.proof.merkle import leaf_hash
from inventory.decisions.game.evening import Evening, after, evening_of, new_evening
from inventory.entries.claim import (
    ClaimDecided,
    ClaimOpened,
    ClaimReopened,
    ClaimWithdrawn,
    CodeReadAgain,
    Paid,
    RestPaid,
    RoundClosed,
    RoundOpened,
    SharesSettled,
)
from inventory.entries.closing import Filed, OccasionEnded
from inventory.entries.entry import Entry
from inventory.entries.game import (
    CrewNamed,
    DrawCorrected,
    Drawn,
    GameCompleted,
    GameStarted,
    HeadsCounted,
    OccasionCalledOff,
    OccasionOpened,
    RackChecked,
    SalesClosed,
    TakingsCounted,
)
from inventory.entries.maker import CardReleased, SetDisclosed, SetNote, StatusNoted
from inventory.entries.moves import CardMoved, PackMoved, moves_of
from inventory.entries.sale import DefectExchanged, Exchanged, ExchangeUndone, SaleUndone, Sold
from inventory.entries.stock import Received
from inventory.entries.union import Kind
from inventory.errors import LedgerError
from inventory.ledger.kept import Kept, Row, packed
from inventory.ledger.stock_books import SELLING, CardChange, Key, StockBooks
from inventory.ledger.tree import TreeFrontier
from inventory.rules.settings import SETTING_KINDS, Settings, settings_of

# What `evening.after` takes in; sales and stock change nothing of an evening.
_OF_EVENINGS: tuple[type[Kind], ...] = (
    OccasionOpened, CrewNamed, HeadsCounted, TakingsCounted, Drawn, DrawCorrected, RackChecked,
    SalesClosed, GameStarted, GameCompleted, RoundOpened, RoundClosed, ClaimOpened, ClaimDecided,
    ClaimReopened, ClaimWithdrawn, CodeReadAgain, SharesSettled, Paid, RestPaid, OccasionEnded,
    OccasionCalledOff, Filed,
)  # fmt: skip
_EVENING_NAMES = frozenset(kind.__name__ for kind in _OF_EVENINGS)
_MAKERS_NAMES = frozenset(kind.__name__ for kind in (StatusNoted, SetDisclosed, CardReleased))
_SALES, _UNDONE = (Sold, Exchanged, DefectExchanged), (SaleUndone, ExchangeUndone)
_OPENED, _RECEIVED = "OccasionOpened", "Received"


@dataclass(frozen=True, slots=True)
class SaleTaken:
    """A number of a sale, and the one request that has it."""

    number: int
    request: str


@dataclass(frozen=True, slots=True)
class PaymentMade:
    """A round paid to a card, once."""

    paid: Paid


Change = CardChange | SaleTaken | PaymentMade


@dataclass(slots=True)
class Register:
    """Where the entries of one kind in one occasion stand, and the digest over their leaves.

    `entries` are read when something asks for them.
    """

    sequences: list[int] = field(default_factory=list)
    digest: bytes = bytes(32)
    entries: list[Entry] | None = None


@dataclass(slots=True)
class OccasionSales:
    """Of an occasion: the packs sold from, and each till's last sale: number, request, undone."""

    packs: set[Key] = field(default_factory=set)
    last: dict[str, list[object]] = field(default_factory=dict)


class Books:
    """The books as of the last entry applied."""

    def __init__(self, kept: Kept, tree: TreeFrontier) -> None:
        self.kept, self.tree = kept, tree
        self.state_size = tree.size
        self.change_count = 0  # since the state
        self.stock = StockBooks(kept)
        self._leaves: dict[int, bytes] = {}
        self._registers: dict[tuple[int, str], Register] = {}
        self._occasions: dict[str, set[int]] = {}
        self._sales: dict[int, OccasionSales] = {}
        self._evenings: dict[int, Evening] = {}
        self._settings: Settings | None = None
        self.notes: tuple[SetNote, ...] | None = (
            None  # what makers say, as a reader put it together
        )
        self.rulings: dict[str, str] | None = None  # by card: who decided in spite of them
        self._head: Entry | None = None
        self._dirty: set[tuple[int, str]] = set()
        self._dirty_sales: set[int] = set()
        for name in kept.digests:
            start, _, kind = name.rpartition("/")
            if start.startswith("entries/"):
                self._occasions.setdefault(kind, set()).add(int(start.removeprefix("entries/")))
        for entry in self.of_kind(_RECEIVED):
            self._receive(entry)

    # -- applying ------------------------------------------------------------------------------

    def apply(self, raw: bytes, read: tuple[Entry, ...]) -> list[Change]:
        """One entry of the log, as it reads; what the tables of exactly-once are to say of it.

        Raises: MalformedError, IllegalMoveError: the books are to be thrown away then.
        """
        self.skip(raw)
        leaf = self._leaves[self.tree.size]
        changes: list[Change] = []
        for entry in read:
            self._note(entry, leaf)
            changes += self._moves(entry)
        self._head = read[-1]
        self.change_count += 1 + len(changes)
        return changes

    def skip(self, raw: bytes) -> None:
        """Bytes in the log that are no entry: they have a leaf, and move nothing."""
        leaf = leaf_hash(raw)
        self.tree = self.tree.with_leaf(leaf)
        self._leaves[self.tree.size] = leaf

    def _note(self, entry: Entry, leaf: bytes) -> None:
        name = entry.kind_name
        register = self._register(entry.occasion, name)
        # An old entry may read as two of one kind: it stands in the register once.
        if register.sequences[-1:] != [entry.sequence]:
            register.sequences.append(entry.sequence)
            register.digest = hashlib.sha256(register.digest + leaf).digest()
        if register.entries is not None:
            register.entries.append(entry)
        self._occasions.setdefault(name, set()).add(entry.occasion)
        self._dirty.add((entry.occasion, name))
        if name in _EVENING_NAMES:
            self._carry_evening(entry)
        elif name == _RECEIVED:
            self._receive(entry)
        elif name in SETTING_KINDS:
            self._settings = None
        elif name in _MAKERS_NAMES:
            self.notes = self.rulings = None

    def _carry_evening(self, entry: Entry) -> None:
        if isinstance(entry.kind, OccasionOpened):
            self._evenings[entry.occasion] = new_evening(entry.occasion, entry.kind)
        elif entry.occasion in self._evenings:
            before = self._evenings.pop(entry.occasion)
            try:
                self._evenings[entry.occasion] = after(before, entry.kind)
            except (LookupError, ValueError):
                named = f"entry {entry.sequence} ({entry.kind_name})"
                raise LedgerError(
                    f"{named} tells of a claim or a round that is not there"
                ) from None

    def _receive(self, entry: Entry) -> None:
        if isinstance(entry.kind, Received):
            self.stock.take(entry.sequence, entry.kind)

    def _moves(self, entry: Entry) -> Iterator[Change]:
        kind = entry.kind
        for moved in moves_of(entry):
            if isinstance(moved, CardMoved):
                change, pack = self.stock.move_card(moved)
                if moved.move in SELLING:
                    self._sales_of(entry.occasion).packs.add(pack)
                    self._dirty_sales.add(entry.occasion)
                yield change
            elif not isinstance(kind, Received):
                yield from self._pack_moves(moved)
        if isinstance(kind, _SALES):
            yield self._note_sale(entry, kind.sale)
        elif isinstance(kind, _UNDONE):
            self._note_undone(entry.occasion, kind.sale)
        elif isinstance(kind, Paid):
            yield PaymentMade(kind)

    def _pack_moves(self, moved: PackMoved) -> Iterator[Change]:
        self.change_count += 1
        yield from self.stock.move_pack(moved)

    def _note_sale(self, entry: Entry, number: int) -> SaleTaken:
        last, context = self._sales_of(entry.occasion).last, entry.context
        before = last.get(context.till)
        if before is None or int(str(before[0])) < number:
            last[context.till] = [number, context.request, 0]
        self._dirty_sales.add(entry.occasion)
        return SaleTaken(number, context.request)

    def _note_undone(self, occasion: int, number: int) -> None:
        for sale in self._sales_of(occasion).last.values():
            if sale[0] == number:
                sale[2] = 1
        self._dirty_sales.add(occasion)

    # -- reading -------------------------------------------------------------------------------

    @property
    def head(self) -> Entry | None:
        """The last entry."""
        if self._head is None and self.tree.size:
            (raw,) = self.kept.raws((self.tree.size,))
            if leaf_hash(raw).hex() != self.kept.value("head"):
                raise LedgerError(f"entry {self.tree.size} is not what was signed")
            self._head = Entry.parse_all(raw)[-1]
        return self._head

    def of_kind(self, kind: str, occasion: int | None = None) -> tuple[Entry, ...]:
        """Every entry of a kind, of one occasion or of all, in order."""
        if occasion is not None:
            return tuple(self._entries(occasion, kind))
        found = [
            entry
            for one in self._occasions.get(kind, ())
            for entry in self._entries(one, kind)
        ]  # fmt: skip
        return tuple(sorted(found, key=_sequence))

    def of_occasion(self, occasion: int) -> tuple[Entry, ...]:
        """Every entry of an occasion, in order."""
        kinds = [kind for kind, occasions in self._occasions.items() if occasion in occasions]
        found = [entry for kind in kinds for entry in self._entries(occasion, kind)]
        return tuple(sorted(found, key=_sequence))

    def evening(self, occasion: int = 0) -> Evening | None:
        """An occasion as its entries tell it; 0 is the last one that was opened."""
        occasion = occasion or max(self._occasions.get(_OPENED, ()), default=0)
        if occasion not in self._evenings:
            kinds = (kind.__name__ for kind in _OF_EVENINGS)
            found = [entry for kind in kinds for entry in self._entries(occasion, kind)]
            evening = evening_of(sorted(found, key=_sequence))
            if evening is None:
                return None
            self._evenings[occasion] = evening
        return self._evenings[occasion]

    def settings(self, until: int = 0) -> Settings:
        """The hall's answers, now or as they stood at an entry.

        Raises: LedgerError, when no entry founds the hall.
        """
        if until:
            return settings_of(e.kind for e in self._setting_entries() if e.sequence <= until)
        if self._settings is None:
            self._settings = settings_of(entry.kind for entry in self._setting_entries())
        return self._settings

    def _setting_entries(self) -> list[Entry]:
        found = (entry for kind in SETTING_KINDS for entry in self.of_kind(kind))
        return sorted(found, key=_sequence)

    def last_sale(self, till: str, occasion: int) -> tuple[int, str, bool] | None:
        """Number and request of the till's last sale, and whether it was undone."""
        found = self._sales_of(occasion).last.get(till)
        return None if found is None else (int(str(found[0])), str(found[1]), bool(found[2]))

    def packs_sold_from(self, occasion: int) -> tuple[Key, ...]:
        """The packs that cards were sold from in an occasion."""
        return tuple(sorted(self._sales_of(occasion).packs))

    def check_row(self, sequence: int, raw: bytes, read: tuple[Entry, ...]) -> None:
        """A row of the log that was found by a column is the entry that was signed.

        Raises: LedgerError.
        """
        leaf = self._leaves.get(sequence)
        if leaf is None:
            register = self._register(read[0].occasion, read[0].kind_name)
            self._raws(register, f"{read[0].kind_name} of occasion {read[0].occasion}")
            leaf = leaf_hash(raw) if sequence in register.sequences else None
        if leaf != leaf_hash(raw) or read[0].sequence != sequence:
            raise LedgerError(f"entry {sequence} is not what was signed")

    def _entries(self, occasion: int, kind: str) -> list[Entry]:
        if occasion not in self._occasions.get(kind, ()):
            return []
        register = self._register(occasion, kind)
        if register.entries is None:
            raws = self._raws(register, f"{kind} of occasion {occasion}")
            read = (entry for raw in raws for entry in Entry.parse_all(raw))
            register.entries = [entry for entry in read if entry.kind_name == kind]
        return register.entries

    def _raws(self, register: Register, named: str) -> list[bytes]:
        raws, digest = self.kept.raws(register.sequences), bytes(32)
        for raw in raws:
            digest = hashlib.sha256(digest + leaf_hash(raw)).digest()
        if digest != register.digest:
            raise LedgerError(f"the entries {named} are not what was signed")
        return raws

    def _register(self, occasion: int, kind: str) -> Register:
        key = (occasion, kind)
        if key not in self._registers:
            kept = self.kept.value(f"entries/{occasion}/{kind}")
            found = Register() if kept is None else Register(kept[1:], bytes.fromhex(kept[0]))
            self._registers[key] = found
        return self._registers[key]

    def _sales_of(self, occasion: int) -> OccasionSales:
        if occasion not in self._sales:
            kept = self.kept.value(f"sales/{occasion}")
            found = OccasionSales()
            if kept is not None:
                packs = {(received, place) for received, place in kept["packs"]}
                found = OccasionSales(packs, kept["last"])
            self._sales[occasion] = found
        return self._sales[occasion]

    # -- keeping -------------------------------------------------------------------------------

    def keep(self) -> Iterator[tuple[str, Row]]:
        """Every row that changed since the last state, by its table: the next state's rows."""
        for occasion, kind in sorted(self._dirty):
            register = self._register(occasion, kind)
            value = packed([register.digest.hex(), *register.sequences])
            yield "state", (f"entries/{occasion}/{kind}", value)
        for occasion in sorted(self._dirty_sales):
            sales = self._sales_of(occasion)
            value = packed({"packs": sorted(sales.packs), "last": sales.last})
            yield "state", (f"sales/{occasion}", value)
        yield from self.stock.keep()
        if self.tree.size:
            yield "state", ("head", packed(self._leaves[self.tree.size].hex()))
        self._leaves.clear()
        self._dirty.clear()
        self._dirty_sales.clear()
        self.state_size, self.change_count = self.tree.size, 0


def _sequence(entry: Entry) -> int:
    return entry.sequence

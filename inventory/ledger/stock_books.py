"""Packs and cards in memory: each set as it was received, its packs when something asks for them.

A pack that nothing happened to is nowhere but in the entry that received it, so a million cards are
received as quickly as fifty. Figures of a set are kept up with every move, so nobody counts them.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from inventory.decisions.facts import PackFacts, Shelf, TillPacks
from inventory.entries.moves import NOT_SOLD, CardMoved, PackMoved, Sale
from inventory.entries.states import CardState, Move, next_state
from inventory.entries.stock import Received
from inventory.errors import IllegalMoveError, LedgerError
from inventory.ledger.kept import BLOCK_PACKS, Kept, Row, digest_of, packed

SELLING = frozenset({Move.SELL, Move.GIVE_IN_EXCHANGE, Move.GIVE_FOR_DEFECT})
STOCK = frozenset({CardState.RECEIVED, CardState.ISSUED})
Key = tuple[int, int]  # the entry that received a pack, and the pack's place in it


@dataclass(frozen=True, slots=True)
class CardChange:
    """A card's state before and after a move; before its first own move it has no row."""

    set_serial: str
    number: int
    before: CardState | None
    after: CardState


@dataclass(slots=True)
class Card:
    """A card that something happened to."""

    state: CardState
    sale: Sale = NOT_SOLD
    attempts: int = 0
    paid_cents: int = 0
    envelope: str = ""

    @property
    def row(self) -> list[object]:
        """As it is kept."""
        sale = self.sale
        sold = [sale.number, sale.occasion, sale.till, sale.clerk, sale.cents]
        return [str(self.state), *sold, self.attempts, self.paid_cents, self.envelope]

    @classmethod
    def of_row(cls, row: list[Any]) -> "Card":
        """As it was kept."""
        return cls(CardState(row[0]), Sale(*row[1:6]), *row[6:])


@dataclass(slots=True)
class Pack:
    """One pack: its own state, and the cards that have one of their own."""

    key: Key
    set_serial: str
    first: int
    last: int
    state: CardState = CardState.RECEIVED
    till: str = ""
    begun: int = 0
    cards: dict[int, Card] = field(default_factory=dict)
    facts: PackFacts | None = None

    def state_of(self, number: int) -> CardState:
        """Where a card of the pack is."""
        card = self.cards.get(number)
        return self.state if card is None else card.state


@dataclass(slots=True)
class Part:
    """One set of one delivery: its packs by their first number, and the figures of all of them."""

    sequence: int
    received: Received
    order: list[tuple[int, int]]  # first number and place, rising
    blocks: list[list[Any]]  # of each block: its digest, none before the first, and its tills
    counts: dict[str, int]
    left: int
    sold: int
    records: dict[int, list[list[Any]]] = field(default_factory=dict)

    def place_of(self, number: int) -> int | None:
        """The place of the pack that holds a number."""
        at = bisect_right(self.order, (number, len(self.order))) - 1
        if at < 0:
            return None
        place = self.order[at][1]
        return place if number <= self.received.packs[place][1] else None


def new_part(sequence: int, received: Received) -> Part:
    """A set as it comes in: every card received, none sold."""
    order = sorted((first, place) for place, (first, _) in enumerate(received.packs))
    count = sum(last - first + 1 for first, last in received.packs)
    blocks: list[list[Any]] = [["", []] for _ in range(0, len(order), BLOCK_PACKS)]
    part = Part(sequence, received, order, blocks, {}, 0, 0)
    count -= sum(part.place_of(skip) is not None for skip in received.skips)
    part.counts, part.left = {str(CardState.RECEIVED): count}, count
    return part


class StockBooks:
    """Every set that was received, its packs and their cards."""

    def __init__(self, kept: Kept) -> None:
        self.kept = kept
        self.parts: dict[str, list[Part]] = {}
        self._skips: dict[str, list[int]] = {}
        self._packs: dict[Key, Pack] = {}
        self._at_till: dict[str, dict[str, PackShelf]] = {}
        self._dirty: set[Key] = set()
        self._dirty_parts: set[int] = set()

    # -- reading -------------------------------------------------------------------------------

    def take(self, sequence: int, received: Received) -> None:
        """A set that an entry received.

        Raises: IllegalMoveError, when a pack of it is here already.
        """
        part = new_part(sequence, received)
        here = self.parts.setdefault(received.set_serial, [])
        for first, last in received.packs:
            if any(one.place_of(first) is not None or one.place_of(last) is not None
                   for one in here):  # fmt: skip
                named = f"pack {received.set_serial}:{first}-{last}"
                raise IllegalMoveError(named, Move.RECEIVE, "received already")
        kept = self.kept.value(f"packs/{sequence}")
        if kept is None:
            self._dirty_parts.add(sequence)
        else:
            part.blocks, part.counts = kept["blocks"], kept["counts"]
            part.left, part.sold = kept["left"], kept["sold"]
        here.append(part)
        skips = chain.from_iterable(one.received.skips for one in here)
        self._skips[received.set_serial] = sorted(skips)

    def pack_at(self, serial: str, number: int) -> Pack | None:
        """The pack that holds a number."""
        for part in self.parts.get(serial, ()):
            place = part.place_of(number)
            if place is not None:
                return self._pack(part, place)
        return None

    def at_till(self, till: str) -> "dict[str, PackShelf]":
        """The packs issued to a till, by set and number."""
        if till not in self._at_till:
            by_set: dict[str, dict[int, Pack]] = {}
            for pack in self._maybe_at(till):
                if pack.state is CardState.ISSUED and pack.till == till:
                    by_set.setdefault(pack.set_serial, {})[pack.first] = pack
            self._at_till[till] = {
                serial: PackShelf(self, [packs[first] for first in sorted(packs)])
                for serial, packs in sorted(by_set.items())
            }
        return self._at_till[till]

    def all_packs(self) -> Iterator[Pack]:
        """Every pack that is or was here, by set and number."""
        for serial in sorted(self.parts):
            parts = self.parts[serial]
            places = sorted((first, at, place) for at, part in enumerate(parts)
                            for first, place in part.order)  # fmt: skip
            for _, at, place in places:
                yield self._pack(parts[at], place)

    def pack_of(self, key: Key) -> Pack:
        """The pack of a key."""
        if key not in self._packs:
            part = next(one for one in chain(*self.parts.values()) if one.sequence == key[0])
            return self._pack(part, key[1])
        return self._packs[key]

    def facts_of(self, pack: Pack) -> PackFacts:
        """What a decision is told of a pack."""
        if pack.facts is None:
            pack.facts = PackFacts(
                pack.set_serial, pack.first, pack.last, pack.state, pack.till, pack.begun,
                self._remaining(pack),
            )  # fmt: skip
        return pack.facts

    def _remaining(self, pack: Pack) -> tuple[int, ...]:
        away = {number for number, card in pack.cards.items() if card.state is not pack.state}
        skips = self._skips[pack.set_serial]
        away.update(skips[bisect_left(skips, pack.first) : bisect_right(skips, pack.last)])
        numbers = range(pack.first, pack.last + 1)
        return (
            tuple([number for number in numbers if number not in away]) if away else tuple(numbers)
        )

    def _pack(self, part: Part, place: int) -> Pack:
        key = (part.sequence, place)
        found = self._packs.get(key)
        if found is None:
            found = self._packs[key] = self._read_pack(part, place)
        return found

    def _read_pack(self, part: Part, place: int) -> Pack:
        first, last = part.received.packs[place]
        pack = Pack((part.sequence, place), part.received.set_serial, first, last)
        block = place // BLOCK_PACKS
        if not part.blocks[block][0]:
            return pack
        state, till, begun, digest = self._records(part, block)[place % BLOCK_PACKS]
        pack.state, pack.till, pack.begun = _state(state), till, begun
        if digest:
            rows = self.kept.pack(part.sequence, place, digest)
            pack.cards = {number: Card.of_row(row) for number, *row in rows}
        return pack

    def _records(self, part: Part, block: int) -> list[list[Any]]:
        if block not in part.records:
            digest = part.blocks[block][0]
            part.records[block] = self.kept.block(part.sequence, block, digest)
        return part.records[block]

    def _maybe_at(self, till: str) -> Iterator[Pack]:
        for part in chain(*self.parts.values()):
            for block, (_, tills) in enumerate(part.blocks):
                if till not in tills:
                    continue
                first = block * BLOCK_PACKS
                for place in range(first, min(first + BLOCK_PACKS, len(part.order))):
                    self._pack(part, place)
        yield from self._packs.values()

    # -- moves ---------------------------------------------------------------------------------

    def move_pack(self, moved: PackMoved) -> Iterator[CardChange]:
        """A pack and all its cards that are where it is. Raises: IllegalMoveError."""
        pack = self.pack_at(moved.set_serial, moved.first)
        if pack is not None and (pack.first, pack.last) != (moved.first, moved.last):
            pack = None
        to = next_state(pack.state if pack else None, moved.move)
        if to is None or pack is None:
            named = f"pack {moved.set_serial}:{moved.first}-{moved.last}"
            raise IllegalMoveError(named, moved.move, str(pack.state if pack else None))
        part, before = self._part_of(pack), pack.state
        count = len(self.facts_of(pack).remaining)
        part.counts[before] = part.counts.get(before, 0) - count
        part.counts[to] = part.counts.get(to, 0) + count
        part.left += count * ((to in STOCK) - (before in STOCK))
        for number, card in pack.cards.items():
            if card.state is before:
                card.state = to
                yield CardChange(pack.set_serial, number, before, to)
        for till in {pack.till, moved.till}:
            self._at_till.pop(till, None)
        pack.state, pack.till, pack.begun = to, moved.till, 0
        self._touch(pack)

    def move_card(self, moved: CardMoved) -> tuple[CardChange, Key]:
        """One card by itself. Raises: IllegalMoveError."""
        serial, number = str(moved.card.set_serial), int(moved.card.audit_number)
        pack = self._pack_of(moved)
        before = pack.state_of(number) if pack else None
        to = next_state(before, moved.move)
        if to is None or before is None or pack is None:
            where = str(before or "not received")
            raise IllegalMoveError(f"card {moved.card.printed}", moved.move, where)
        row = pack.cards.get(number)
        change = CardChange(serial, number, None if row is None else before, to)
        card = row or pack.cards.setdefault(number, Card(before))
        self._count(pack, card, moved, to)
        card.state = to
        card.attempts += moved.move is Move.DECIDE_NOT_VALID
        card.paid_cents += moved.paid_cents
        card.envelope = card.envelope if moved.envelope is None else moved.envelope
        if moved.move in SELLING and not pack.begun:
            pack.begun = number
        self._touch(pack)
        return change, pack.key

    def _pack_of(self, moved: CardMoved) -> Pack | None:
        card, number = moved.card, int(moved.card.audit_number)
        parts = self.parts.get(str(card.set_serial), ())
        if not parts or parts[0].received.maker != card.maker:
            return None
        if any(number in part.received.skips for part in parts):
            return None
        return self.pack_at(str(card.set_serial), number)

    def _count(self, pack: Pack, card: Card, moved: CardMoved, to: CardState) -> None:
        part, before = self._part_of(pack), card.state
        part.counts[before] = part.counts.get(before, 0) - 1
        part.counts[to] = part.counts.get(to, 0) + 1
        part.left += (pack.state in STOCK) * ((to is pack.state) - (before is pack.state))
        if moved.sale is not None:
            part.sold += (moved.sale.number > 0) - (card.sale.number > 0)
            card.sale = moved.sale

    def _part_of(self, pack: Pack) -> Part:
        parts = self.parts[pack.set_serial]
        return next(part for part in parts if part.sequence == pack.key[0])

    def _touch(self, pack: Pack) -> None:
        pack.facts = None
        self._dirty.add(pack.key)
        shelf = self._at_till.get(pack.till, {}).get(pack.set_serial)
        if shelf is not None:
            shelf.note(pack)

    # -- keeping -------------------------------------------------------------------------------

    def keep(self) -> Iterator[tuple[str, Row]]:
        """Every row that changed since the last state, by its table; then nothing is changed."""
        touched: dict[int, list[int]] = {sequence: [] for sequence in self._dirty_parts}
        for sequence, place in sorted(self._dirty):
            touched.setdefault(sequence, []).append(place)
        for part in chain(*self.parts.values()):
            if part.sequence not in touched:
                continue
            yield from self._keep_blocks(part, touched[part.sequence])
            kept = {"blocks": part.blocks, "counts": {k: n for k, n in part.counts.items() if n},
                    "left": part.left, "sold": part.sold}  # fmt: skip
            yield "state", (f"packs/{part.sequence}", packed(kept))
        self._dirty.clear()
        self._dirty_parts.clear()

    def _keep_blocks(self, part: Part, touched: list[int]) -> Iterator[tuple[str, Row]]:
        blocks: dict[int, list[list[Any]]] = {}
        for place in touched:
            block, pack = place // BLOCK_PACKS, self._packs[part.sequence, place]
            if block not in blocks:
                blocks[block] = self._records_to_change(part, block)
            digest = ""
            if pack.cards:
                rows = [[number, *card.row] for number, card in sorted(pack.cards.items())]
                value = packed(rows)
                digest = digest_of(value).hex()
                yield "pack_rows", (part.sequence, place, value)
            blocks[block][place % BLOCK_PACKS] = [str(pack.state), pack.till, pack.begun, digest]
        for block, records in blocks.items():
            value = packed(records)
            tills = sorted({till for state, till, _, _ in records if state == CardState.ISSUED})
            part.blocks[block] = [digest_of(value).hex(), tills]
            part.records[block] = records
            yield "pack_blocks", (part.sequence, block, value)

    def _records_to_change(self, part: Part, block: int) -> list[list[Any]]:
        if part.blocks[block][0]:
            return self._records(part, block)
        size = min(BLOCK_PACKS, len(part.order) - block * BLOCK_PACKS)
        return [[str(CardState.RECEIVED), "", 0, ""] for _ in range(size)]


class PackShelf(Shelf):
    """The packs of one set at a till; a sale changes one of them, and nobody goes through all."""

    def __init__(self, stock: StockBooks, packs: list[Pack]) -> None:  # no facts are made here
        self._stock, self._shelved = stock, packs
        self._firsts = [pack.first for pack in packs]
        self._begun = {pack.first: pack for pack in packs if pack.begun}

    def __iter__(self) -> Iterator[PackFacts]:
        return map(self._stock.facts_of, self._shelved)

    @property
    def open_pack(self) -> PackFacts | None:
        """The first pack that was begun and is not empty."""
        for first in sorted(self._begun):
            facts = self._stock.facts_of(self._begun[first])
            if facts.is_open:
                return facts
            del self._begun[first]  # empty; a card that comes back into it begins it again
        return None

    def holding(self, number: int) -> PackFacts | None:
        """The pack that a card is still in."""
        at = bisect_right(self._firsts, number) - 1
        facts = self._stock.facts_of(self._shelved[at]) if at >= 0 else None
        return facts if facts is not None and number in facts.remaining else None

    def note(self, pack: Pack) -> None:
        """A card of a pack moved: it may be open now."""
        if pack.begun:
            self._begun[pack.first] = pack


class PacksHeld(TillPacks):
    """The packs at a till, as the books have them."""

    def __init__(self, stock: StockBooks, till: str) -> None:  # no facts are made here
        self._stock, self._till = stock, till

    def __iter__(self) -> Iterator[PackFacts]:
        return chain.from_iterable(self._stock.at_till(self._till).values())

    def of(self, set_serial: str) -> Shelf:
        """Those of one set."""
        return self._stock.at_till(self._till).get(set_serial) or Shelf(())


def _state(text: str) -> CardState:
    try:
        return CardState(text)
    except ValueError:
        raise LedgerError(f"a table says {text!a}, which is no state of a card") from None

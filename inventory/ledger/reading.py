"""What the ledger tells a decision: facts of cards, packs, people and evenings."""

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from cardgen.card_id import AuditNumber, CardId, MakerId, SetSerial
from cardgen.set_status import SetStatus
from inventory.decisions.facts import CardFacts, PackFacts, SetStock, TillPacks
from inventory.decisions.game.evening import Evening
from inventory.entries.entry import Entry
from inventory.entries.maker import CardReleased, SetDisclosed, SetNote, StatusNoted, gravest
from inventory.entries.states import CardState
from inventory.entries.stock import Received, as_one
from inventory.errors import LedgerError
from inventory.ledger.session import Session
from inventory.ledger.stock_books import Card, Pack, PacksHeld
from inventory.ledger.tree import TreeFrontier
from inventory.rules.settings import Settings


class LogRow(NamedTuple):
    """A row of the log as it is stored."""

    sequence: int
    request: str
    part: int
    occasion: int
    kind: str
    entry: bytes


class Reader:
    """Reads of one transaction; what it answers holds until the transaction ends."""

    def __init__(self, session: Session) -> None:
        self.session, self._books = session, session.books
        self._received: dict[str, Received] = {}

    # -- the log -------------------------------------------------------------------------------

    def head(self) -> Entry | None:
        """The last entry."""
        return self._books.head

    @property
    def tree(self) -> TreeFrontier:
        """The tree of all entries."""
        return self._books.tree

    def entries(self, after: int = 0) -> Iterator[Entry]:
        """All entries behind a sequence number, in order."""
        for row in self.rows(after):
            yield from Entry.parse_all(row.entry)

    def rows(self, after: int = 0) -> Iterator[LogRow]:
        """The raw rows of the log behind a sequence number, in order.

        Raises: LedgerError, when all of them were read and they are not what was signed.
        """
        tree = TreeFrontier()
        query = "SELECT * FROM log WHERE sequence > ? ORDER BY sequence"
        for row in self.session.connection.execute(query, (after,)):
            found = LogRow(*row)
            tree = tree if after else tree.with_entry(found.entry)
            yield found
        if not after and tree != self.tree:
            raise LedgerError("its tree is not the tree of its entries")

    def of_request(self, request: str) -> tuple[Entry, ...]:
        """What a request wrote, when it was answered before."""
        query = "SELECT sequence, entry FROM log WHERE request = ? ORDER BY part"
        found: list[Entry] = []
        for sequence, raw in self.session.connection.execute(query, (request,)).fetchall():
            read = Entry.parse_all(raw)
            self._books.check_row(sequence, raw, read)
            found += read
        return tuple(found)

    def of_occasion(self, occasion: int) -> tuple[Entry, ...]:
        """Every entry of an occasion."""
        return self._books.of_occasion(occasion)

    def people_of(self, occasion: int) -> tuple[str, ...]:
        """Everybody who did something in an occasion, alone or as the second person."""
        who = "json_extract(CAST(entry AS TEXT), ?)"
        query = f"SELECT DISTINCT {who}, {who} FROM log WHERE occasion = ? AND sequence <= ?"  # noqa: S608 -- ours
        asked = ("$.clerk", "$.second", occasion, self.tree.size)
        pairs = self.session.connection.execute(query, asked).fetchall()
        return tuple(dict.fromkeys(name for pair in pairs for name in pair if name))

    def of_kind(self, kind: str, occasion: int = 0) -> tuple[Entry, ...]:
        """Every entry of a kind, of one occasion or of all."""
        return self._books.of_kind(kind, occasion or None)

    def settings(self, until: int = 0) -> Settings:
        """The hall's last answer to each question, now or as it stood at an entry.

        Raises: LedgerError, when no entry founds the hall.
        """
        return self._books.settings(until)

    def evening(self, occasion: int = 0) -> Evening | None:
        """An occasion as its entries tell it; 0 is the last one that was opened."""
        return self._books.evening(occasion)

    def last_sale(self, till: str, occasion: int) -> tuple[int, str, bool] | None:
        """Number and request of the till's last sale, and whether it was undone."""
        return self._books.last_sale(till, occasion)

    # -- series, packs, cards ------------------------------------------------------------------

    def received(self) -> tuple[Received, ...]:
        """Every series of every delivery, in order; a set may come in several."""
        kinds = (entry.kind for entry in self._books.of_kind("Received"))
        return tuple(kind for kind in kinds if isinstance(kind, Received))

    def series_of(self, serial: str) -> Received | None:
        """The series of a set; what came in several deliveries is told as one."""
        if serial not in self._received:
            parts = tuple(part.received for part in self._books.stock.parts.get(serial, ()))
            if not parts:
                return None
            self._received[serial] = parts[0] if len(parts) == 1 else as_one(parts)
        return self._received[serial]

    def known_series(self) -> tuple[Received, ...]:
        """Every set that was received, once, in the order of the first deliveries."""
        found = (self.series_of(serial) for serial in self._books.stock.parts)
        return tuple(one for one in found if one is not None)

    def status_lists(self) -> dict[str, StatusNoted]:
        """Each maker's newest status list that was noted here."""
        kinds = (entry.kind for entry in self.of_kind("StatusNoted"))
        return {kind.maker: kind for kind in kinds if isinstance(kind, StatusNoted)}

    def notes(self) -> tuple[SetNote, ...]:
        """What makers say of sets that are known here, and the disclosures noted by hand."""
        if self._books.notes is None:
            listed = chain.from_iterable(one.notes for one in self.status_lists().values())
            self._books.notes = (*listed, *self._noted_by_hand())
        return self._books.notes

    def _noted_by_hand(self) -> Iterator[SetNote]:
        for entry in self.of_kind("SetDisclosed"):
            if isinstance(entry.kind, SetDisclosed):
                reason = f"noted here by {entry.context.clerk}"
                since = entry.context.moment.printed
                serial = entry.kind.set_serial
                yield SetNote(serial, "", str(SetStatus.DISCLOSED), since, reason)

    def set_status_of(self, received: Received, number: int) -> SetNote | None:
        """What its maker says of a card; of several notes the gravest."""
        serial, run_id = received.set_serial, received.run_id
        note = gravest(one for one in self.notes() if one.concerns(serial, run_id, number))
        if note is None or note.status != SetStatus.RECALLED:
            return note
        card = CardId(MakerId(received.maker), SetSerial(serial), AuditNumber(number))
        return None if self.ruling_on(card) else note

    def ruling_on(self, card: CardId) -> str:
        """Who decided, and who entered it, that a card is paid in spite of its recall."""
        if self._books.rulings is None:
            self._books.rulings = dict(self._ruled())
        told = self._books.rulings.get(card.printed, "") if self._books.rulings else ""
        return told and f"set {card.set_serial} was recalled; {told}"

    def _ruled(self) -> Iterator[tuple[str, str]]:
        for entry in self.of_kind("CardReleased"):
            if isinstance(entry.kind, CardReleased):
                who = f"{entry.context.clerk} and {entry.context.second}"
                yield entry.kind.card.printed, f"released: {entry.kind.ruling}, by {who}"

    def pack_at(self, serial: str, number: int) -> PackFacts | None:
        """The pack that holds a card."""
        pack = self._books.stock.pack_at(serial, number)
        return None if pack is None else self._books.stock.facts_of(pack)

    def packs_of_till(self, till: str) -> TillPacks:
        """The packs issued to a till, as they are until the next entry."""
        return PacksHeld(self._books.stock, till)

    def all_packs(self) -> tuple[PackFacts, ...]:
        """Every pack that is or was here, by set and number."""
        stock = self._books.stock
        return tuple(map(stock.facts_of, stock.all_packs()))

    def packs_in(self, state: CardState) -> tuple[PackFacts, ...]:
        """All packs in one state."""
        stock = self._books.stock
        return tuple(stock.facts_of(pack) for pack in stock.all_packs() if pack.state is state)

    def numbers_in(self, pack: PackFacts, state: CardState) -> tuple[int, ...]:
        """The cards of a pack that stand in a state by themselves, rising."""
        found = self._books.stock.pack_at(pack.set_serial, pack.first)
        cards = {} if found is None else found.cards
        return tuple(sorted(number for number, card in cards.items() if card.state is state))

    def stock_of(self, serial: str) -> SetStock:
        """Whether cards of a set were sold, and how many of it are left to sell."""
        parts = self._books.stock.parts.get(serial, ())
        is_begun = any(part.sold for part in parts)
        return SetStock(serial, is_begun, sum(part.left for part in parts))

    def card(self, card: CardId) -> CardFacts:
        """What is known of a card."""
        serial, number = str(card.set_serial), int(card.audit_number)
        received = self.series_of(serial)
        if received is None or received.maker != card.maker:
            return CardFacts(card)
        pack = self._books.stock.pack_at(serial, number)
        if pack is None or number in received.skips:
            return CardFacts(card, received)
        facts, own = self._books.stock.facts_of(pack), pack.cards.get(number)
        if own is None:
            note = self.set_status_of(received, number)
            return CardFacts(card, received, pack.state, facts, set_status=note)
        return self._card(card, own, received, facts)

    def cards_of_occasion(self, occasion: int) -> tuple[CardFacts, ...]:
        """Every card that was sold in an occasion, whatever became of it."""
        found = []
        for pack in self._packs_sold_from(occasion):
            received = self.series_of(pack.set_serial)
            for number, own in sorted(pack.cards.items()):
                if received is not None and own.sale.occasion == occasion:
                    named = CardId(
                        MakerId(received.maker), SetSerial(pack.set_serial), AuditNumber(number)
                    )
                    found.append(self._card(named, own, received, None))
        return tuple(found)

    def state_counts(self) -> dict[tuple[str, CardState], int]:
        """How many cards of each set are in each state; together all that were received."""
        found: dict[tuple[str, CardState], int] = {}
        for serial, parts in self._books.stock.parts.items():
            for state, count in chain.from_iterable(part.counts.items() for part in parts):
                key = (serial, CardState(state))
                found[key] = found.get(key, 0) + count
        return {key: count for key, count in found.items() if count}

    def _packs_sold_from(self, occasion: int) -> list[Pack]:
        stock = self._books.stock
        packs = (stock.pack_of(key) for key in self._books.packs_sold_from(occasion))
        return sorted(packs, key=lambda pack: (pack.set_serial, pack.first))

    def _card(
        self, named: CardId, own: Card, received: Received, pack: PackFacts | None
    ) -> CardFacts:
        return CardFacts(
            card=named,
            series=received,
            state=own.state,
            pack=pack,
            sale=own.sale,
            attempts=own.attempts,
            paid_cents=own.paid_cents,
            envelope=own.envelope,
            set_status=self.set_status_of(received, int(named.audit_number)),
            ruling=self.ruling_on(named),
        )

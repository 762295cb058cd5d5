"""What the ledger tells a decision: facts of cards, packs, people and evenings."""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from sqlalchemy import Connection, Row, Select, func, select

from cardgen.card_id import AuditNumber, CardId, MakerId, SetSerial
from cardgen.proof.status import SetStatus
from inventory.decisions.facts import CardFacts, PackFacts, SetStock
from inventory.decisions.game.evening import Evening, evening_of
from inventory.entries.entry import Entry
from inventory.entries.house import HallFounded
from inventory.entries.maker import CardReleased, SetDisclosed, SetNote, StatusNoted, gravest
from inventory.entries.moves import Sale
from inventory.entries.states import CardState
from inventory.entries.stock import Received, as_one
from inventory.entries.upgrade import stored_names
from inventory.errors import LedgerError
from inventory.ledger.schema import cards, frontiers, log, packs, sales, series
from inventory.ledger.tree import Growth
from inventory.rules.settings import SETTING_KINDS, Settings, settings_of

HEAD, CHECKPOINT = "head", "checkpoint"
_EVENING_KINDS = (
    "OccasionOpened",
    "HeadsCounted",
    "Drawn",
    "DrawCorrected",
    "RackChecked",
    "SalesClosed",
    "GameStarted",
    "GameCompleted",
    "RoundOpened",
    "RoundClosed",
    "ClaimOpened",
    "ClaimDecided",
    "ClaimReopened",
    "CodeReadAgain",
    "Paid",
    "OccasionEnded",
    "Filed",
)


class Reader:
    """Reads of one transaction; what it answers holds until the transaction ends."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._received: dict[str, Received] = {}
        self._notes: tuple[SetNote, ...] | None = None
        self._rulings: dict[str, str] | None = None

    # -- the log -------------------------------------------------------------------------------

    def head(self) -> Entry | None:
        """The last entry."""
        return self._first(select(log.c.entry).order_by(log.c.sequence.desc()).limit(1))

    def growth(self, name: str) -> Growth:
        """The tree at the head, or at the last checkpoint."""
        row = self._connection.execute(select(frontiers).where(frontiers.c.name == name)).first()
        return Growth() if row is None else Growth.unpacked(row.size, row.roots)

    def entries(self, after: int = 0) -> Iterator[Entry]:
        """All entries behind a sequence number, in order."""
        query = select(log.c.entry).where(log.c.sequence > after).order_by(log.c.sequence)
        return self._entries(query)

    def rows(self, after: int = 0) -> Iterable[Row[int, str, int, int, str, bytes]]:
        """The raw rows of the log behind a sequence number, in order."""
        query = select(log).where(log.c.sequence > after).order_by(log.c.sequence)
        return self._connection.execute(query)

    def of_request(self, request: str) -> tuple[Entry, ...]:
        """What a request wrote, when it was answered before."""
        query = select(log.c.entry).where(log.c.request == request).order_by(log.c.part)
        return tuple(self._entries(query))

    def of_occasion(self, occasion: int) -> tuple[Entry, ...]:
        """Every entry of an occasion."""
        query = select(log.c.entry).where(log.c.occasion == occasion).order_by(log.c.sequence)
        return tuple(self._entries(query))

    def of_kind(self, kind: str, occasion: int = 0) -> tuple[Entry, ...]:
        """Every entry of a kind, of one occasion or of all."""
        return tuple(self._of_kinds((kind,), occasion))

    def _of_kinds(self, kinds: tuple[str, ...], occasion: int = 0) -> Iterator[Entry]:
        stored = set(chain.from_iterable(map(stored_names, kinds)))
        query = select(log.c.entry).where(log.c.kind.in_(stored)).order_by(log.c.sequence)
        if occasion:
            query = query.where(log.c.occasion == occasion)
        return (entry for entry in self._entries(query) if entry.kind_name in kinds)

    def settings(self, until: int = 0) -> Settings:
        """The hall's last answer to each question, now or as it stood at an entry.

        Raises: LedgerError, when no entry founds the hall.
        """
        entries = self._of_kinds(SETTING_KINDS)
        return settings_of(entry.kind for entry in entries if not until or entry.sequence <= until)

    def founding(self) -> HallFounded | None:
        """What the first entry says; the key in it is never answered anew."""
        first = self._first(select(log.c.entry).order_by(log.c.sequence).limit(1))
        kind = first.kind if first else None
        return kind if isinstance(kind, HallFounded) else None

    def evening(self, occasion: int = 0) -> Evening | None:
        """An occasion as its entries tell it; 0 is the last one that was opened."""
        if not occasion:
            query = select(func.max(log.c.sequence)).where(log.c.kind == "OccasionOpened")
            occasion = self._connection.execute(query).scalar() or 0
        query_entries = (
            select(log.c.entry)
            .where(log.c.occasion == occasion, log.c.kind.in_(_EVENING_KINDS))
            .order_by(log.c.sequence)
        )
        return evening_of(self._entries(query_entries)) if occasion else None

    def last_sale(self, till: str, occasion: int) -> tuple[int, str, bool] | None:
        """Number and request of the till's last sale, and whether it was undone."""
        query = (
            select(sales.c.number, sales.c.request, sales.c.undone)
            .where(sales.c.till == till, sales.c.occasion == occasion)
            .order_by(sales.c.number.desc())
            .limit(1)
        )
        row = self._connection.execute(query).first()
        return None if row is None else (row.number, row.request, bool(row.undone))

    # -- series, packs, cards ------------------------------------------------------------------

    def received(self) -> tuple[Received, ...]:
        """Every series of every delivery, in order; a set may come in several."""
        query = select(log.c.entry).where(log.c.kind == "Received").order_by(log.c.sequence)
        kinds = (entry.kind for entry in self._entries(query))
        return tuple(kind for kind in kinds if isinstance(kind, Received))

    def series_of(self, serial: str) -> Received | None:
        """The series of a set; what came in several deliveries is told as one."""
        if serial not in self._received:
            query = (
                select(log.c.entry)
                .join(series, series.c.sequence == log.c.sequence)
                .where(series.c.set_serial == serial)
                .order_by(series.c.sequence)
            )
            kinds = (entry.kind for entry in self._entries(query))
            parts = tuple(kind for kind in kinds if isinstance(kind, Received))
            if not parts:
                return None
            self._received[serial] = as_one(parts)
        return self._received[serial]

    def known_series(self) -> tuple[Received, ...]:
        """Every set that was received, once, in the order of the first deliveries."""
        parts: dict[str, tuple[Received, ...]] = {}
        for one in self.received():
            parts[one.set_serial] = (*parts.get(one.set_serial, ()), one)
        return tuple(map(as_one, parts.values()))

    def status_lists(self) -> dict[str, StatusNoted]:
        """Each maker's newest status list that was noted here."""
        kinds = (entry.kind for entry in self.of_kind("StatusNoted"))
        return {kind.maker: kind for kind in kinds if isinstance(kind, StatusNoted)}

    def notes(self) -> tuple[SetNote, ...]:
        """What makers say of sets that are known here, and the disclosures noted by hand."""
        if self._notes is None:
            listed = chain.from_iterable(one.notes for one in self.status_lists().values())
            self._notes = (*listed, *self._noted_by_hand())
        return self._notes

    def _noted_by_hand(self) -> Iterator[SetNote]:
        for entry in self.of_kind("SetDisclosed"):
            if isinstance(entry.kind, SetDisclosed):
                reason = f"noted here by {entry.context.clerk}"
                since = entry.context.moment.printed
                serial = entry.kind.set_serial
                yield SetNote(serial, "", str(SetStatus.DISCLOSED), since, reason)

    def word_on(self, received: Received, number: int) -> SetNote | None:
        """What its maker says of a card; of several notes the gravest."""
        serial, run_id = received.set_serial, received.run_id
        word = gravest(one for one in self.notes() if one.concerns(serial, run_id, number))
        if word is None or word.status != SetStatus.RECALLED:
            return word
        card = CardId(MakerId(received.maker), SetSerial(serial), AuditNumber(number))
        return None if self.ruling_on(card) else word

    def ruling_on(self, card: CardId) -> str:
        """Who decided, and who entered it, that a card is paid in spite of its recall."""
        if self._rulings is None:
            self._rulings = dict(self._ruled())
        told = self._rulings.get(card.printed, "")
        return told and f"set {card.set_serial} was recalled; {told}"

    def _ruled(self) -> Iterator[tuple[str, str]]:
        for entry in self.of_kind("CardReleased"):
            if isinstance(entry.kind, CardReleased):
                who = f"{entry.context.clerk} and {entry.context.second}"
                yield entry.kind.card.printed, f"released: {entry.kind.ruling}, by {who}"

    def pack_at(self, serial: str, number: int) -> PackFacts | None:
        """The pack that holds a card."""
        query = (
            select(packs)
            .where(packs.c.set_serial == serial, packs.c.first <= number, packs.c.last >= number)
            .limit(1)
        )
        row = self._connection.execute(query).first()
        return None if row is None else self._pack(row)

    def packs_of_till(self, till: str) -> tuple[PackFacts, ...]:
        """The packs issued to a till."""
        query = select(packs).where(packs.c.till == till, packs.c.state == CardState.ISSUED)
        return self._packs(query)

    def packs_in(self, state: CardState) -> tuple[PackFacts, ...]:
        """All packs in one state."""
        return self._packs(select(packs).where(packs.c.state == state))

    def numbers_in(self, pack: PackFacts, state: CardState) -> tuple[int, ...]:
        """The cards of a pack that stand in a state by themselves, rising."""
        query = select(cards.c.number).where(
            cards.c.set_serial == pack.set_serial,
            cards.c.number.between(pack.first, pack.last),
            cards.c.state == state,
        )
        return tuple(self._connection.execute(query.order_by(cards.c.number)).scalars())

    def stock_of(self, serial: str) -> SetStock:
        """Whether cards of a set were sold, and how many of it are left to sell."""
        of_set = packs.c.set_serial == serial
        in_stock = packs.c.state.in_((CardState.RECEIVED, CardState.ISSUED))
        left = sum(
            len(pack.remaining) for pack in self._packs(select(packs).where(of_set, in_stock))
        )
        sold = select(cards.c.number).where(cards.c.set_serial == serial, cards.c.sale > 0).limit(1)
        return SetStock(serial, self._connection.execute(sold).first() is not None, left)

    def card(self, card: CardId) -> CardFacts:
        """What is known of a card."""
        serial, number = str(card.set_serial), int(card.audit_number)
        received = self.series_of(serial)
        if received is None or received.maker != card.maker:
            return CardFacts(card)
        pack = self.pack_at(serial, number)
        if pack is None or number in received.skips:
            return CardFacts(card, received)
        query = select(cards).where(cards.c.set_serial == serial, cards.c.number == number)
        row = self._connection.execute(query).first()
        if row is None:
            word = self.word_on(received, number)
            return CardFacts(card, received, pack.state, pack, word=word)
        return self._card(row, received, pack)

    def bare_card(self, card: CardId) -> CardFacts:
        """A card as `card` knows it, without counting what is left in its pack."""
        serial, number = str(card.set_serial), int(card.audit_number)
        received = self.series_of(serial)
        if received is None or received.maker != card.maker or number in received.skips:
            return CardFacts(card, received)
        query = select(cards).where(cards.c.set_serial == serial, cards.c.number == number)
        row = self._connection.execute(query).first()
        if row is not None:
            return self._card(row, received, None)
        pack = select(packs.c.state).where(
            packs.c.set_serial == serial, packs.c.first <= number, packs.c.last >= number
        )
        state = self._connection.execute(pack).scalar()
        return CardFacts(card, received, None if state is None else _state(state))

    def cards_of_occasion(self, occasion: int) -> tuple[CardFacts, ...]:
        """Every card that was sold in an occasion, whatever became of it."""
        query = (
            select(cards)
            .where(cards.c.occasion == occasion)
            .order_by(cards.c.set_serial, cards.c.number)
        )
        found = []
        for row in self._connection.execute(query).all():
            received = self.series_of(row.set_serial)
            if received is not None:
                found.append(self._card(row, received, None))
        return tuple(found)

    def state_counts(self) -> dict[tuple[str, CardState], int]:
        """How many cards of each set are in each state; together all that were received."""
        found: dict[tuple[str, CardState], int] = {}
        for row in self._connection.execute(select(packs)).all():
            received = self.series_of(row.set_serial)
            skips = received.skips if received else ()
            count = row.last - row.first + 1
            count -= sum(row.first <= skip <= row.last for skip in skips)
            count -= self._row_count(row)
            key = (row.set_serial, _state(row.state))
            found[key] = found.get(key, 0) + count
        grouped = select(cards.c.set_serial, cards.c.state, func.count()).group_by(
            cards.c.set_serial, cards.c.state
        )
        for serial, state, count in self._connection.execute(grouped):
            key = (serial, _state(state))
            found[key] = found.get(key, 0) + count
        return {key: count for key, count in found.items() if count}

    def _row_count(self, pack: Row[*tuple[Any, ...]]) -> int:
        query = select(func.count()).where(
            cards.c.set_serial == pack.set_serial,
            cards.c.number.between(pack.first, pack.last),
        )
        return self._connection.execute(query).scalar_one()

    def _packs(self, query: Select[*tuple[Any, ...]]) -> tuple[PackFacts, ...]:
        ordered = query.order_by(packs.c.set_serial, packs.c.first)
        return tuple(self._pack(row) for row in self._connection.execute(ordered).all())

    def _pack(self, row: Row[*tuple[Any, ...]]) -> PackFacts:
        query = select(cards.c.number, cards.c.state).where(
            cards.c.set_serial == row.set_serial, cards.c.number.between(row.first, row.last)
        )
        elsewhere = {
            number for number, state in self._connection.execute(query) if state != row.state
        }
        received = self.series_of(row.set_serial)
        elsewhere.update(received.skips if received else ())
        remaining = tuple(
            number for number in range(row.first, row.last + 1) if number not in elsewhere
        )
        return PackFacts(
            row.set_serial,
            row.first,
            row.last,
            _state(row.state),
            row.till,
            row.begun,
            remaining,
        )

    def _card(
        self, row: Row[*tuple[Any, ...]], received: Received, pack: PackFacts | None
    ) -> CardFacts:
        named = CardId(MakerId(received.maker), SetSerial(row.set_serial), AuditNumber(row.number))
        return CardFacts(
            card=named,
            series=received,
            state=_state(row.state),
            pack=pack,
            sale=Sale(row.sale, row.occasion, row.till, row.clerk, row.cents),
            attempts=row.attempts,
            paid_cents=row.paid_cents,
            envelope=row.envelope,
            word=self.word_on(received, row.number),
            ruling=self.ruling_on(named),
        )

    def _entries(self, query: Select[bytes]) -> Iterator[Entry]:
        for raw in self._connection.execute(query).scalars():
            yield from Entry.parse_all(raw)

    def _first(self, query: Select[bytes]) -> Entry | None:
        return next(self._entries(query), None)


def _state(text: str) -> CardState:
    try:
        return CardState(text)
    except ValueError:
        raise LedgerError(f"a table says {text!a}, which is no state of a card") from None

"""An evening added up from its entries alone; the tables are asked only to compare."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from cardgen.amounts import printed_cents
from cardgen.card_id import CardId
from inventory.decisions.receipts import receipts_of
from inventory.entries.closing import OccasionEnded
from inventory.entries.sale import (
    CardKind,
    Defaced,
    DefectExchanged,
    Exchanged,
    ExchangeUndone,
    SaleUndone,
    SaleVoided,
    Sold,
)
from inventory.entries.stock import (
    Found,
    Issued,
    Missing,
    PutBack,
    Received,
    SentBack,
    Stolen,
    TakenOut,
    Withdrawn,
)
from inventory.entries.union import Kind

PackKey = tuple[str, int, int]
COUNTED = (
    "issued",
    "sold",
    "put_back",
    "voided",
    "missing",
    "taken_out",
    "surrendered",
    "punched",
)


@dataclass(slots=True)
class SeriesTally:
    """One series' cards of an evening, by what became of them."""

    received: Received
    issued: int = 0
    put_back: int = 0
    missing: int = 0
    taken_out: int = 0
    sold: set[CardId] = field(default_factory=set)
    voided: set[CardId] = field(default_factory=set)
    surrendered: set[CardId] = field(default_factory=set)
    defaced: set[CardId] = field(default_factory=set)

    @property
    def counts(self) -> dict[str, int]:
        """How many cards there are of each that is counted."""
        figures = (
            self.issued,
            len(self.sold),
            self.put_back,
            len(self.voided),
            self.missing,
            self.taken_out,
            len(self.surrendered),
            len(self.defaced),
        )
        return dict(zip(COUNTED, figures, strict=True))

    @property
    def accounted(self) -> int:
        """What became of the issued cards, apart from those still at the tills."""
        return len(self.sold) + self.put_back + len(self.voided) + self.missing + self.taken_out


@dataclass(frozen=True, slots=True)
class Identity:
    """Two figures that must be equal; a difference is a finding and is never netted."""

    name: str
    left: int
    right: int
    is_money: bool = False

    @property
    def printed(self) -> tuple[str, str]:
        """Both figures as people read them."""
        printed = printed_cents if self.is_money else str
        return printed(self.left), printed(self.right)

    @property
    def holds(self) -> bool:
        """Whether they are equal."""
        return self.left == self.right


class Tally:
    """Adds entries up, in order."""

    def __init__(self, known: Iterable[Received]) -> None:
        self.series = {one.set_serial: SeriesTally(one) for one in known}
        self.exchanges: dict[CardId, int] = {}
        self.receipts_cents = 0
        self._withdrawn: list[Withdrawn] = []
        self._missing_cards: set[CardId] = set()
        self._missing_packs: dict[PackKey, int] = {}

    def add(self, kind: Kind) -> None:
        """One entry more."""
        self.receipts_cents += receipts_of((kind,))
        match kind:
            case Issued():
                self.series[kind.set_serial].issued += kind.count
            case PutBack():
                self.series[kind.set_serial].put_back += kind.counted
            case OccasionEnded():
                for pack in kind.put_back:
                    self.series[pack.set_serial].put_back += pack.left
            case SentBack() | Withdrawn() | Missing() | Stolen():
                self._take_out(kind)
            case Found():
                self._find(kind)
            case _ if isinstance(kind, CardKind):
                self._sell(kind)
            case _:
                return

    def identities(self, at_tills: Mapping[str, int], *, pays_again: bool) -> tuple[Identity, ...]:
        """The evening's identities, by name (rules.md section 5.2)."""
        found = [
            Identity(
                f"{serial}: issued = sold + put back + voided + missing + taken out + at tills",
                one.issued,
                one.accounted + at_tills.get(serial, 0),
            )
            for serial, one in self.series.items()
        ]
        surrendered = sum(len(one.surrendered) for one in self.series.values())
        trade_ins = sum(
            len(one.sold) for one in self.series.values() if not one.received.is_original
        )
        defaced = sum(len(one.defaced) for one in self.series.values())
        voided = sum(len(one.voided) for one in self.series.values())
        prices = sum(
            one.received.price_cents * len(one.sold)
            for one in self.series.values()
            if one.received.is_original
        )
        exchanged = sum(
            self.series[card.set_serial].received.price_cents for card in self.exchanges
        )
        return (
            *found,
            Identity("surrendered = exchanges", surrendered, len(self.exchanges)),
            Identity("trade-ins sold = 2 x exchanges", trade_ins, 2 * len(self.exchanges)),
            Identity("punched = surrendered + voided", defaced, surrendered + voided),
            Identity(
                "receipts = prices",
                self.receipts_cents,
                prices + exchanged * int(pays_again),
                is_money=True,
            ),
        )

    def _take_out(self, kind: TakenOut) -> None:
        one = self.series[kind.set_serial]
        if isinstance(kind, Withdrawn):
            self._withdrawn.append(kind)
        if not isinstance(kind, Missing):
            one.taken_out += kind.from_till
            return
        one.missing += kind.from_till
        if kind.from_till:
            self._missing_cards.update(kind.cards)
            whole = kind.from_till - len(kind.cards)
            for first, last in kind.packs:
                self._missing_packs[kind.set_serial, first, last] = whole
                whole = 0

    def _find(self, kind: Found) -> None:
        """What was missing tonight and turned up lies in stock again: it was put back.

        Into a pack at a till it comes back as it was issued.
        """
        one = self.series[kind.set_serial]
        found = self._missing_cards & set(kind.cards)
        count = len(found)
        self._missing_cards -= found
        for first, last in kind.packs:
            count += self._missing_packs.pop((kind.set_serial, first, last), 0)
        one.missing -= count
        if kind.from_till:
            one.issued += kind.from_till - count
        else:
            one.put_back += count

    def _sell(self, kind: CardKind) -> None:
        match kind:
            case Sold():
                self._into("sold", kind.cards)
            case Exchanged():
                self._into("sold", kind.new)
                self._into("surrendered", (kind.surrendered,))
                self.exchanges[kind.surrendered] = kind.cents
            case DefectExchanged():
                self._out_of("sold", (kind.voided,))
                self._into("voided", (kind.voided,))
                self._into("sold", (kind.new,))
            case SaleUndone():
                self._out_of("sold", kind.cards)
            case ExchangeUndone():
                self._out_of("sold", kind.new)
                self._out_of("surrendered", (kind.surrendered,))
                self.exchanges.pop(kind.surrendered, None)
            case SaleVoided():
                self._out_of("sold", (kind.card,))
                self._into("voided", (kind.card,))
            case Defaced():
                sold = (card for card in kind.cards if not self._is_withdrawn(card))
                self._into("defaced", sold)

    def _is_withdrawn(self, card: CardId) -> bool:
        """Withdrawn cards may be punched too; they were never sold."""
        of_set = [one for one in self._withdrawn if one.set_serial == card.set_serial]
        return any(
            card in one.cards
            or any(first <= card.audit_number <= last for first, last in one.packs)
            for one in of_set
        )

    def _into(self, pile: str, cards: Iterable[CardId]) -> None:
        for card in cards:
            getattr(self.series[card.set_serial], pile).add(card)

    def _out_of(self, pile: str, cards: Iterable[CardId]) -> None:
        for card in cards:
            getattr(self.series[card.set_serial], pile).discard(card)

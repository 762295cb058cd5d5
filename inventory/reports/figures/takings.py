"""Who sold what: each person's cards and money of each set, whatever was undone taken out again."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from cardgen.card_id import CardId
from inventory.entries.entry import Entry
from inventory.entries.sale import (
    DefectExchanged,
    Exchanged,
    ExchangeUndone,
    SaleUndone,
    SaleVoided,
    Sold,
)


@dataclass(slots=True)
class Takings:
    """One person's sales of one set; of an exchange the price stands with the two new cards."""

    seller: str
    set_serial: str
    cards: set[CardId] = field(default_factory=set)
    cents: int = 0

    @property
    def numbers(self) -> tuple[int, ...]:
        """The cards' numbers, rising."""
        return tuple(sorted(int(card.audit_number) for card in self.cards))


def takings_of(entries: Iterable[Entry]) -> tuple[Takings, ...]:
    """Every person's, by name and set."""
    counter = _Counter()
    for entry in entries:
        counter.add(entry)
    found = (one for one in counter.takings.values() if one.cards or one.cents)
    return tuple(sorted(found, key=lambda one: (one.seller.casefold(), one.set_serial)))


class _Counter:
    """Folds entries; what comes back is taken from the one who sold it, not who took it back."""

    def __init__(self) -> None:
        self.takings: dict[tuple[str, str], Takings] = {}
        self._seller: dict[CardId, str] = {}

    def add(self, entry: Entry) -> None:  # noqa: C901 -- one case a kind
        """One entry more."""
        kind, clerk = entry.kind, entry.context.clerk
        match kind:
            case Sold():
                for card, cents in zip(kind.cards, kind.prices, strict=True):
                    self._sell(card, clerk, cents)
            case Exchanged():
                self._sell(kind.new[0], clerk, kind.cents)
                for card in kind.new[1:]:
                    self._sell(card, clerk, 0)
            case DefectExchanged():
                seller = self._seller.get(kind.voided, clerk)
                self._take_back(kind.voided, 0)
                self._sell(kind.new, seller, 0)
            case SaleUndone(cards=cards) | ExchangeUndone(new=cards):
                # Its money is one sum; the seller of one card of it sold them all.
                for place, card in enumerate(cards):
                    self._take_back(card, 0 if place else kind.cents)
            case SaleVoided():
                self._take_back(kind.card, kind.cents)
            case _:
                return

    def _sell(self, card: CardId, seller: str, cents: int) -> None:
        self._seller[card] = seller
        one = self._of(seller, card)
        one.cards.add(card)
        one.cents += cents

    def _take_back(self, card: CardId, cents: int) -> None:
        one = self._of(self._seller.get(card, ""), card)
        one.cards.discard(card)
        one.cents -= cents

    def _of(self, seller: str, card: CardId) -> Takings:
        key = seller.casefold(), str(card.set_serial)
        return self.takings.setdefault(key, Takings(seller, str(card.set_serial)))

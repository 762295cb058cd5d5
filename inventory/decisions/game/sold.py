"""Which cards are sold for a game: what is announced before it, and what a claim may be on."""

from collections.abc import Iterable

from cardgen.card_id import CardId
from inventory.decisions.facts import CardFacts
from inventory.decisions.game.game_state import GameState
from inventory.entries.sale import DefectExchanged, SaleVoided
from inventory.entries.states import CardState
from inventory.entries.union import Kind

STILL_SOLD = frozenset(
    {
        CardState.SOLD,
        CardState.SURRENDERED,
        CardState.DEFACED,
        CardState.CLAIMED,
        CardState.WON,
        CardState.PAID,
    }
)


def sold_for(
    state: GameState, cards: Iterable[CardFacts], voided: frozenset[CardId]
) -> tuple[CardFacts, ...]:
    """The cards that were sold for a game and not taken back, surrendered ones too.

    A voided card is taken back; once it is punched, its state is that of a surrendered one.
    """
    return tuple(
        card
        for card in cards
        if card.state in STILL_SOLD
        and card.card.set_serial in state.game.sets
        and card.card not in voided
    )


def voided_in(kinds: Iterable[Kind]) -> frozenset[CardId]:
    """The cards whose sale was voided, those replaced for a defect among them."""
    return frozenset(
        kind.card if isinstance(kind, SaleVoided) else kind.voided
        for kind in kinds
        if isinstance(kind, SaleVoided | DefectExchanged)
    )

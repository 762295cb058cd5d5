"""Every refusal of the hall in one table: code, sentence with the values, and what mends it."""

from collections.abc import Mapping
from types import MappingProxyType

from inventory.errors import Refusal, Refused
from inventory.refusals.claim import CLAIM_REFUSALS
from inventory.refusals.closing import CLOSING_REFUSALS
from inventory.refusals.game import GAME_REFUSALS
from inventory.refusals.house import HOUSE_REFUSALS
from inventory.refusals.maker import MAKERS_REFUSALS
from inventory.refusals.prize import PRIZE_REFUSALS
from inventory.refusals.sale import SALE_REFUSALS
from inventory.refusals.stock import STOCK_REFUSALS

UNKNOWN = "unknown here"  # the state of a card that was never received


def refuse(code: str, **values: object) -> Refused:
    """The refusal of that code, to be raised.

    >>> str(refuse("no-balls"))
    'No ball was named. Type the balls in order, such as N-41 B-7.'
    """
    return Refused(refusal(code, **values))


def refusal(code: str, **values: object) -> Refusal:
    """The refusal of that code as a value: its sentence with the values, and what mends it."""
    sentence, mends = REFUSALS[code]
    values = {name: UNKNOWN if one is None else one for name, one in values.items()}
    card = str(values.get("card", ""))
    return Refusal(code, sentence.format(**values), mends.format(**values), card)


REFUSALS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        **CLAIM_REFUSALS,
        **CLOSING_REFUSALS,
        **GAME_REFUSALS,
        **HOUSE_REFUSALS,
        **MAKERS_REFUSALS,
        **PRIZE_REFUSALS,
        **SALE_REFUSALS,
        **STOCK_REFUSALS,
    }
)

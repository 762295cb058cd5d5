"""Everything that can be asked of a hall: a closed union, and the identity of what is asked."""

import hashlib
from dataclasses import fields
from functools import cache
from typing import Any

from inventory.commands.claim import ClaimCommand, CloseRound, CloseRoundHoldingBack, Pay
from inventory.commands.closing import CashUp, ClosingCommand
from inventory.commands.game import CallOff, CloseSales, DrawCommand, EveningCommand, OpenEvening
from inventory.commands.house import HouseCommand
from inventory.commands.maker import MakerCommand
from inventory.commands.progressive import ProgressiveCommand
from inventory.commands.sale import SaleCommand
from inventory.commands.stock import StockCommand
from inventory.entries.wire.codec import canonical_bytes, fields_of

HASH_DIGITS = 32  # of SHA-256, in hex
# Marks of fields that are no part of what is asked: what opens a card, and what travels beside a
# hash that stands for it.
LEFT_OUT = ("secret", "beside")
# Commands behind whose entries a signed slip is printed, and what the slip is called.
SLIPS: dict[type[Any], str] = {
    OpenEvening: "open",
    CallOff: "called off",
    CloseSales: "close",
    CloseRound: "claims",
    CloseRoundHoldingBack: "claims",
    Pay: "pay",
    CashUp: "end",
}

Command = (
    StockCommand
    | MakerCommand
    | SaleCommand
    | EveningCommand
    | DrawCommand
    | ClaimCommand
    | ClosingCommand
    | HouseCommand
    | ProgressiveCommand
)


def identity_of(command: Command) -> str:
    """The hash of the command's canonical JSON: what a request id may not be used for twice.

    A field marked secret, such as an unlock code, is left out: a hash of it is kept nowhere. So is
    one marked beside, such as a file whose hash another field has.
    """
    kind: Any = type(command)
    said = fields_of(command)
    for name in _left_out(kind):
        del said[name]
    raw = canonical_bytes({"command": kind.__name__, "fields": said})
    return hashlib.sha256(raw).hexdigest()[:HASH_DIGITS]


@cache
def _left_out(command: Any) -> tuple[str, ...]:  # noqa: ANN401 -- a dataclass
    return tuple(one.name for one in fields(command) if any(map(one.metadata.get, LEFT_OUT)))

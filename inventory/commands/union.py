"""Everything that can be asked of a hall: a closed union, and the identity of what is asked."""

import hashlib
from dataclasses import fields
from typing import Any

from cardgen.proof.framing import canonical
from inventory.commands.claim import ClaimCommand, CloseRound, CloseRoundHoldingBack
from inventory.commands.closing import CashUp, ClosingCommand
from inventory.commands.game import CloseSales, DrawCommand, EveningCommand, OpenEvening
from inventory.commands.house import HouseCommand
from inventory.commands.progressive import ProgressiveCommand
from inventory.entries.codec import fields_of

HASH_DIGITS = 32  # of SHA-256, in hex
SECRET = "secret"  # noqa: S105 -- the mark of a field, not one
# Commands behind whose entries a signed slip is printed, and what the slip is called.
SLIPS: dict[type[Any], str] = {
    OpenEvening: "open",
    CloseSales: "close",
    CloseRound: "claims",
    CloseRoundHoldingBack: "claims",
    CashUp: "end",
}

Command = (
    EveningCommand | DrawCommand | ClaimCommand | ClosingCommand | HouseCommand | ProgressiveCommand
)


def identity_of(command: Command) -> str:
    """The hash of the command's canonical JSON: what a request id may not be used for twice.

    A field marked secret, such as an unlock code, is left out: a hash of it is kept nowhere.
    """
    open_fields = {one.name for one in fields(command) if not one.metadata.get(SECRET)}
    said = {name: value for name, value in fields_of(command).items() if name in open_fields}
    raw = canonical({"command": type(command).__name__, "fields": said})
    return hashlib.sha256(raw).hexdigest()[:HASH_DIGITS]

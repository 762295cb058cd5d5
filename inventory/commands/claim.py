"""Commands of the claim table: HOLD, a claim, the round closed, a share paid.

What opens a card is marked secret: no identity of a command is made of it, no repr shows it.
"""

from dataclasses import dataclass, field

from cardgen.card_id import CardId
from cardgen.tokens import InsideToken


@dataclass(frozen=True, slots=True)
class Witnesses:
    """Who looks at the claim: the player's table, who compared the faces, who read back.

    `checked_by` verifies on the floor; whoever gives the command, where nobody else is named.
    `calls` is how many the caller counted, where the hall types no balls; 0 when nobody said.
    """

    table: str
    compared_by: str
    read_back_by: str
    calls: int = 0
    checked_by: str = ""


@dataclass(frozen=True, slots=True)
class Hold:
    """A shout: the draw is frozen; `held_ball` is in hand and not called, 0 for none."""

    held_ball: int = 0


@dataclass(frozen=True, slots=True)
class ClaimCard:
    """A card claimed: by the code inside it, scanned or typed, or gone on with without one.

    `code` may have `?` for symbols that cannot be read; `is_confirmed` says that the player
    confirmed the nearest code.
    """

    card: CardId
    witnesses: Witnesses
    token: InsideToken | None = field(default=None, repr=False, metadata={"secret": True})
    code: str = field(default="", repr=False, metadata={"secret": True})
    is_confirmed: bool = False

    @property
    def gives_code(self) -> bool:
        """Whether a code is tried, and not only the card named."""
        return self.token is not None or bool(self.code)


@dataclass(frozen=True, slots=True)
class ClaimByCode:
    """A claim by the code alone: whichever of the cards sold it opens is the one claimed."""

    witnesses: Witnesses
    code: str = field(repr=False, metadata={"secret": True})


@dataclass(frozen=True, slots=True)
class WithdrawClaim:
    """An open claim on a card taken back: it was made by mistake."""

    card: CardId
    reason: str


@dataclass(frozen=True, slots=True)
class CloseRound:
    """No other bingos; `in_kind` is what each winner's prize in kind is worth, in cents.

    `indivisible` is why the prize cannot be divided.
    """

    in_kind: tuple[int, ...] = ()
    indivisible: str = ""


@dataclass(frozen=True, slots=True)
class CloseRoundHoldingBack:
    """The round closed with the share of undecided claims held back."""


@dataclass(frozen=True, slots=True)
class Pay:
    """A share paid: to whom, from box, by check or in kind, how to reach the winner, the tax form.

    Cents are not named: a share is what the round fixed. `slip` has the letters of the slip of the
    payment before, read by the second person; `is_slip_lacking`: it is not at hand.
    """

    card: CardId
    to: str
    source: str
    contact: str = ""
    document: str = ""
    slip: str = ""
    is_slip_lacking: bool = False


ClaimCommand = (
    Hold | ClaimCard | ClaimByCode | WithdrawClaim | CloseRound | CloseRoundHoldingBack | Pay
)

"""What an entry can say of rounds and claims: held, claimed, decided, shared, paid."""

from dataclasses import dataclass
from typing import NamedTuple

from cardgen.card_id import CardId


@dataclass(frozen=True, slots=True)
class RoundOpened:
    """HOLD: the draw is frozen; `held_ball` is in hand and not called, 0 for none."""

    game: int
    round: int
    held_ball: int


@dataclass(frozen=True, slots=True)
class ClaimOpened:
    """A sold card is claimed.

    `others`, here and in what becomes of a claim, counts the card's other claims that keep it where
    it is: parts of the game that it won, and for a claim in vain those that are still open.
    """

    claim: int
    round: int
    card: CardId
    table: str
    others: int = 0


class StepTaken(NamedTuple):
    """A step of a claim: its number, whether it held (yes, no, open), and why."""

    number: int
    result: str
    why: str


@dataclass(frozen=True, slots=True)
class ClaimDecided:
    """What a claim came to: each step with its result, and the opening for disclosure."""

    claim: int
    round: int
    card: CardId
    verdict: str
    failed_step: int
    code: str
    steps: tuple[StepTaken, ...]
    numbers_missing: tuple[int, ...]
    calls: int
    opening: str
    others: int = 0


@dataclass(frozen=True, slots=True)
class CodeReadAgain:
    """The code of an open claim that it had proved before was read anew: one paper, or two.

    `table` is where it was read this time; it may be empty, as the claim's own may be.
    """

    claim: int
    round: int
    card: CardId
    table: str


@dataclass(frozen=True, slots=True)
class ClaimRefused:
    """A claim on a card that was not sold here tonight; no card moves.

    `card` is empty when a code alone was tried and opened none of the cards sold.
    """

    round: int
    card: str
    failed_step: int
    code: str
    why: str


@dataclass(frozen=True, slots=True)
class ClaimReopened:
    """A won claim judged again, because the draw was corrected at `place`."""

    claim: int
    round: int
    card: CardId
    place: int
    others: int = 0


@dataclass(frozen=True, slots=True)
class ClaimWithdrawn:
    """An open claim that was made by mistake, taken back by two people; nothing was tried on it."""

    claim: int
    round: int
    card: CardId
    reason: str
    others: int = 0


@dataclass(frozen=True, slots=True)
class RoundClosed:
    """No other bingos: the winners and their shares are fixed; `told` has the arithmetic.

    `section` counts the parts of the prize pool from 1; a game without sections has one.
    `without_share` are cards whose claim is valid and that take no part of this prize: they were
    complete on a later call than the winners, or beyond the calls of the primary prize.
    `indivisible` is why the prize is given in kind.
    """

    game: int
    round: int
    section: int
    prize: str
    told: str
    winners: tuple[CardId, ...]
    shares: tuple[int, ...]
    held_back: tuple[CardId, ...]
    without_share: tuple[CardId, ...]
    is_in_kind: bool = False
    indivisible: str = ""

    def due_on(self, card: CardId) -> int:
        """The share that is fixed for a card, in cents; 0 for none."""
        sharers = (*self.winners, *self.held_back)
        return dict(zip(sharers, self.shares, strict=True)).get(card, 0)


@dataclass(frozen=True, slots=True)
class SharesSettled:
    """A claim whose share was held back is decided: the round's shares, fixed anew by it.

    The shares stand in the order of the winners and of what is still held back, as when a round
    closes; no share is less than what was paid of it.
    """

    game: int
    round: int
    claim: int
    prize: str
    told: str
    winners: tuple[CardId, ...]
    shares: tuple[int, ...]
    held_back: tuple[CardId, ...]
    without_share: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class Paid:
    """A share paid out, to whom, and whether in cash from the box or by check.

    `contact` is how the winner is reached, `document` the reference of the tax form, where asked;
    `paid_before` counts the parts of the game that were paid on this card before.
    """

    round: int
    card: CardId
    cents: int
    to: str
    source: str
    contact: str = ""
    document: str = ""
    paid_before: int = 0


@dataclass(frozen=True, slots=True)
class RestPaid:
    """What a share grew by after it was paid: the rest, to whom, in cash from the box or by check.

    `claim` is the one whose decision changed the shares of the round.
    """

    round: int
    card: CardId
    cents: int
    to: str
    source: str
    claim: int
    contact: str = ""
    document: str = ""


ClaimKind = (
    RoundOpened
    | ClaimOpened
    | ClaimDecided
    | CodeReadAgain
    | ClaimRefused
    | ClaimReopened
    | ClaimWithdrawn
    | RoundClosed
    | SharesSettled
    | Paid
    | RestPaid
)

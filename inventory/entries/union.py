"""What an entry of the ledger can say: a closed union, taken apart with `match`."""

from typing import get_args

from inventory.entries.claim import ClaimKind
from inventory.entries.closing import ClosingKind
from inventory.entries.game import (
    CrewNamed,
    DrawCorrected,
    Drawn,
    GameCompleted,
    GameStarted,
    HeadsCounted,
    OccasionCalledOff,
    OccasionOpened,
    OutageVoted,
    RackChecked,
    SalesClosed,
    TakingsCounted,
)
from inventory.entries.house import (
    Checkpointed,
    ClockJumped,
    HallFounded,
    PatternDrawn,
    RuleAnswered,
    RuleTakenBack,
    SlipCompared,
)
from inventory.entries.maker import CardReleased, SetDisclosed, StatusNoted
from inventory.entries.progressive import ProgressionKind
from inventory.entries.sale import CardKind
from inventory.entries.stock import StockKind

PlayKind = (
    OccasionOpened
    | OccasionCalledOff
    | CrewNamed
    | HeadsCounted
    | TakingsCounted
    | Drawn
    | DrawCorrected
    | RackChecked
    | SalesClosed
    | GameStarted
    | OutageVoted
    | GameCompleted
    | ClaimKind
)


HouseKind = (
    HallFounded
    | RuleAnswered
    | RuleTakenBack
    | PatternDrawn
    | SetDisclosed
    | CardReleased
    | ClockJumped
    | SlipCompared
    | Checkpointed
    | StatusNoted
)


Kind = CardKind | StockKind | PlayKind | ClosingKind | HouseKind | ProgressionKind


KINDS: tuple[type[Kind], ...] = get_args(Kind)

"""What each kind of entry does to cards and packs, as moves of the table of states."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

from cardgen.card_id import CardId
from cardgen.proof.framing import MalformedError
from inventory.entries.claim import (
    ClaimDecided,
    ClaimOpened,
    ClaimRefused,
    ClaimReopened,
    ClaimWithdrawn,
    CodeReadAgain,
    Paid,
    RestPaid,
    RoundClosed,
    RoundOpened,
    SharesSettled,
)
from inventory.entries.closing import (
    BoxCounted,
    BoxFilled,
    CashCounted,
    ClosingKind,
    Destroyed,
    Filed,
    MissingCounted,
    OccasionEnded,
    Retained,
    UnsoldCounted,
)
from inventory.entries.entry import Entry
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
from inventory.entries.states import Move, Verdict
from inventory.entries.stock import (
    Found,
    Issued,
    Missing,
    PutBack,
    Received,
    SentBack,
    StockKind,
    Stolen,
    TakenOut,
    Withdrawn,
)
from inventory.entries.union import HouseKind, Kind, PlayKind


@dataclass(frozen=True, slots=True)
class Sale:
    """What the ledger keeps beside a card of how it was sold."""

    number: int
    occasion: int
    till: str
    clerk: str
    cents: int


NOT_SOLD = Sale(0, 0, "", "", 0)


@dataclass(frozen=True, slots=True)
class CardMoved:
    """One card's move, and what is kept beside it from then on; None leaves what was.

    `paid_cents` is paid by this move, on top of what was paid for other parts.
    """

    card: CardId
    move: Move
    sale: Sale | None = None
    paid_cents: int = 0
    envelope: str | None = None


@dataclass(frozen=True, slots=True)
class PackMoved:
    """The move of all cards of a pack that are in the pack's own state."""

    set_serial: str
    first: int
    last: int
    move: Move
    till: str = ""


Moved = CardMoved | PackMoved

_OUT: dict[type[TakenOut], Move] = {
    SentBack: Move.SEND_BACK,
    Withdrawn: Move.WITHDRAW,
    Missing: Move.MISS,
    Stolen: Move.STEAL,
    Found: Move.FIND,
}
_DECIDED = {
    Verdict.VALID: Move.DECIDE_VALID,
    Verdict.NOT_VALID: Move.DECIDE_NOT_VALID,
    Verdict.CANNOT_TELL: Move.DECIDE_LATER,
}


def moves_of(entry: Entry) -> tuple[Moved, ...]:
    """Every move of an entry, in order; none for a kind that touches no card.

    Raises: MalformedError, for an entry that no desk writes: a basket without all its prices.
    """
    try:
        return tuple(_moves(entry))
    except ValueError as error:
        raise MalformedError("The entry", str(error)) from None


def is_said_of(kind: Kind, card: CardId) -> bool:
    """Whether a maker's list or a ruling speaks of the card, which neither moves."""
    serial, number = str(card.set_serial), int(card.audit_number)
    if isinstance(kind, StatusNoted):
        return any(note.concerns(serial, note.run_id, number) for note in kind.notes)
    if isinstance(kind, SetDisclosed):
        return kind.set_serial == serial
    return isinstance(kind, CardReleased) and kind.card == card


def _moves(entry: Entry) -> Iterator[Moved]:
    kind = entry.kind
    if isinstance(kind, CardKind):
        return _sale_moves(kind, entry)
    if isinstance(kind, StockKind):
        return _stock_moves(kind)
    if isinstance(kind, ProgressionKind):
        return iter(())  # a prize's life touches no card
    return _other_moves(kind)


def _stock_moves(kind: StockKind) -> Iterator[Moved]:
    serial = kind.set_serial
    match kind:
        case Received():
            yield from _packs(serial, kind.packs, Move.RECEIVE)
        case Issued():
            yield from _packs(serial, kind.packs, Move.ISSUE, kind.to_till)
        case PutBack():
            yield from _packs(serial, kind.packs, Move.PUT_BACK)
        case SentBack() | Withdrawn() | Missing() | Stolen() | Found():
            move = _OUT[type(kind)]
            yield from _packs(serial, kind.packs, move)
            if isinstance(kind, Found) and kind.from_till:
                move = Move.FIND_AT_TILL
            yield from (CardMoved(card, move) for card in kind.cards)
        case _:
            assert_never(kind)


def _packs(
    serial: str, packs: tuple[tuple[int, int], ...], move: Move, till: str = ""
) -> Iterator[PackMoved]:
    for first, last in packs:
        yield PackMoved(serial, first, last, move, till)


def _sale_moves(  # noqa: C901 -- one case a kind
    kind: CardKind, entry: Entry
) -> Iterator[CardMoved]:
    match kind:
        case Sold():
            for card, cents in zip(kind.cards, kind.prices, strict=True):
                yield CardMoved(card, Move.SELL, _sale(entry, kind.sale, cents))
        case Exchanged():
            yield CardMoved(kind.surrendered, Move.SURRENDER)
            for card in kind.new:
                yield CardMoved(card, Move.GIVE_IN_EXCHANGE, _sale(entry, kind.sale, 0))
        case DefectExchanged():
            yield CardMoved(kind.voided, Move.VOID_FOR_DEFECT)
            yield CardMoved(kind.new, Move.GIVE_FOR_DEFECT, _sale(entry, kind.sale, kind.cents))
        case SaleUndone():
            yield from (CardMoved(card, Move.UNDO_SALE, NOT_SOLD) for card in kind.cards)
        case ExchangeUndone():
            yield CardMoved(kind.surrendered, Move.UNDO_SURRENDER)
            yield from (CardMoved(card, Move.UNDO_GIVING, NOT_SOLD) for card in kind.new)
        case SaleVoided():
            yield CardMoved(kind.card, Move.VOID_SALE)
        case Defaced():
            yield from (CardMoved(card, Move.DEFACE) for card in kind.cards)
        case _:
            assert_never(kind)


def _claim_move(kind: ClaimOpened | ClaimDecided | ClaimReopened | ClaimWithdrawn) -> Move:
    """What the only claim on a card does to it."""
    match kind:
        case ClaimOpened():
            return Move.OPEN_CLAIM
        case ClaimDecided():
            return _DECIDED[Verdict(kind.verdict)]
        case ClaimReopened():
            return Move.REOPEN_CLAIM
        case ClaimWithdrawn():
            return Move.WITHDRAW_CLAIM
        case _:
            assert_never(kind)


def _sale(entry: Entry, number: int, cents: int) -> Sale:
    return Sale(number, entry.occasion, entry.context.till, entry.context.clerk, cents)


def _other_moves(  # noqa: C901 -- one case a kind
    kind: PlayKind | ClosingKind | HouseKind,
) -> Iterator[Moved]:
    match kind:
        case ClaimOpened() | ClaimDecided() | ClaimReopened() | ClaimWithdrawn():
            yield CardMoved(kind.card, Move.HEAR_FURTHER if kind.others else _claim_move(kind))
        case Paid():
            move = Move.PAY_FURTHER if kind.paid_before else Move.PAY
            yield CardMoved(kind.card, move, paid_cents=kind.cents)
        case RestPaid():
            yield CardMoved(kind.card, Move.PAY_REST, paid_cents=kind.cents)
        case Retained():
            for card in kind.cards:
                yield CardMoved(card, Move.RETAIN, envelope=kind.envelope)
        case Destroyed():
            yield from (CardMoved(card, Move.DESTROY) for card in kind.cards)
        case OccasionEnded():
            yield from (CardMoved(card, Move.END) for card in kind.expired)
            for pack in kind.put_back:
                yield PackMoved(pack.set_serial, pack.first, pack.last, Move.END)
        case (
            OccasionOpened()
            | OccasionCalledOff()
            | CrewNamed()
            | HeadsCounted()
            | TakingsCounted()
            | GameStarted()
            | OutageVoted()
            | GameCompleted()
            | Drawn()
            | DrawCorrected()
            | RackChecked()
            | SalesClosed()
            | RoundOpened()
            | ClaimRefused()
            | CodeReadAgain()
            | RoundClosed()
            | SharesSettled()
            | UnsoldCounted()
            | MissingCounted()
            | CashCounted()
            | BoxFilled()
            | BoxCounted()
            | Filed()
            | HallFounded()
            | RuleAnswered()
            | RuleTakenBack()
            | PatternDrawn()
            | SetDisclosed()
            | CardReleased()
            | ClockJumped()
            | SlipCompared()
            | Checkpointed()
            | StatusNoted()
        ):
            return
        case _:
            assert_never(kind)

"""Everything that can happen to a card, in one table; what the table lacks is refused."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType


class CardState(StrEnum):
    """Where a card is in its life at the hall."""

    RECEIVED = "received"
    """In stock, in no till's pack."""
    ISSUED = "issued"
    """With a till, to be sold from its pack."""
    SENT_BACK = "sent back"
    """Gone back to the maker."""
    VOIDED = "voided"
    """Never sold again; it waits for the punch."""
    MISSING = "missing"
    """Not where it should be; a finding."""
    STOLEN = "stolen"
    """Stolen; it never comes back."""
    SOLD = "sold"
    """With a player, and in play until the evening ends."""
    SURRENDERED = "surrendered"
    """Given up for two others; it waits for the punch."""
    DEFACED = "defaced"
    """Punched: it cannot be played."""
    CLAIMED = "claimed"
    """A claim on it is open."""
    WON = "won"
    """A claim on it is valid, and nothing was paid on it."""
    PAID = "paid"
    """A prize was paid on it."""
    RETAINED = "retained"
    """In a numbered envelope."""
    DESTROYED = "destroyed"
    """Destroyed before a witness."""
    EXPIRED = "expired"
    """Sold, and the evening is over."""


class Move(StrEnum):
    """What an entry does to one card; a kind with parts has a move for each part."""

    RECEIVE = "Received"
    ISSUE = "Issued"
    PUT_BACK = "PutBack"
    SEND_BACK = "SentBack"
    WITHDRAW = "Withdrawn"
    MISS = "Missing"
    STEAL = "Stolen"
    FIND = "Found"
    FIND_AT_TILL = "Found (its pack is at a till)"
    SELL = "Sold"
    GIVE_IN_EXCHANGE = "Exchanged (new)"
    GIVE_FOR_DEFECT = "DefectExchanged (new)"
    UNDO_SALE = "SaleUndone"
    VOID_SALE = "SaleVoided"
    VOID_FOR_DEFECT = "DefectExchanged (old)"
    SURRENDER = "Exchanged (old)"
    UNDO_SURRENDER = "ExchangeUndone (old)"
    UNDO_GIVING = "ExchangeUndone (new)"
    DEFACE = "Defaced"
    OPEN_CLAIM = "ClaimOpened"
    DECIDE_NOT_VALID = "ClaimDecided NOT VALID"
    DECIDE_VALID = "ClaimDecided VALID"
    DECIDE_LATER = "ClaimDecided CANNOT TELL YET"
    REOPEN_CLAIM = "ClaimReopened"
    WITHDRAW_CLAIM = "ClaimWithdrawn"
    HEAR_FURTHER = "Claim of a further part"
    PAY = "Paid"
    PAY_FURTHER = "Paid (a further part)"
    PAY_REST = "RestPaid"
    RETAIN = "Retained"
    DESTROY = "Destroyed"
    END = "OccasionEnded"


_SPOKEN: Mapping[Move, str] = MappingProxyType(
    {
        Move.RECEIVE: "receiving it",
        Move.ISSUE: "issuing it",
        Move.PUT_BACK: "putting it back",
        Move.SEND_BACK: "sending it back",
        Move.WITHDRAW: "withdrawing it",
        Move.MISS: "entering it as missing",
        Move.STEAL: "entering it as stolen",
        Move.FIND: "entering it as found",
        Move.FIND_AT_TILL: "entering it as found",
        Move.SELL: "selling it",
        Move.GIVE_IN_EXCHANGE: "giving it in an exchange",
        Move.GIVE_FOR_DEFECT: "giving it for a defective card",
        Move.UNDO_SALE: "undoing its sale",
        Move.VOID_SALE: "voiding its sale",
        Move.VOID_FOR_DEFECT: "replacing it",
        Move.SURRENDER: "trading it in",
        Move.UNDO_SURRENDER: "undoing its exchange",
        Move.UNDO_GIVING: "undoing its exchange",
        Move.DEFACE: "punching it",
        Move.OPEN_CLAIM: "claiming it",
        Move.DECIDE_NOT_VALID: "deciding its claim",
        Move.DECIDE_VALID: "deciding its claim",
        Move.DECIDE_LATER: "deciding its claim",
        Move.REOPEN_CLAIM: "judging its claim again",
        Move.WITHDRAW_CLAIM: "taking its claim back",
        Move.HEAR_FURTHER: "claiming a further part on it",
        Move.PAY: "paying on it",
        Move.PAY_FURTHER: "paying on it",
        Move.PAY_REST: "paying on it",
        Move.RETAIN: "laying it in an envelope",
        Move.DESTROY: "destroying it",
        Move.END: "ending its evening",
    }
)


def spoken_move(move: Move) -> str:
    """What the move does to a card, in words for people."""
    return _SPOKEN[move]


class Verdict(StrEnum):
    """What a claim comes to."""

    VALID = "VALID"
    """Every step holds: the card has won."""
    NOT_VALID = "NOT VALID"
    """A step does not hold: the card stays sold."""
    CANNOT_TELL = "CANNOT TELL YET"
    """A step is open: the claim waits."""


_OUT_OF_STOCK = {
    Move.SEND_BACK: CardState.SENT_BACK,
    Move.WITHDRAW: CardState.VOIDED,
    Move.MISS: CardState.MISSING,
    Move.STEAL: CardState.STOLEN,
}

NEXT_STATE: Mapping[CardState | None, Mapping[Move, CardState]] = {
    None: {Move.RECEIVE: CardState.RECEIVED},
    CardState.RECEIVED: {Move.ISSUE: CardState.ISSUED, **_OUT_OF_STOCK},
    CardState.ISSUED: {
        Move.PUT_BACK: CardState.RECEIVED,
        Move.SELL: CardState.SOLD,
        Move.GIVE_IN_EXCHANGE: CardState.SOLD,
        Move.GIVE_FOR_DEFECT: CardState.SOLD,
        Move.END: CardState.RECEIVED,
        **_OUT_OF_STOCK,
    },
    CardState.SENT_BACK: {},
    CardState.VOIDED: {Move.DEFACE: CardState.DEFACED},
    CardState.MISSING: {
        Move.FIND: CardState.RECEIVED,
        Move.FIND_AT_TILL: CardState.ISSUED,
    },
    CardState.STOLEN: {},
    CardState.SOLD: {
        Move.UNDO_SALE: CardState.ISSUED,
        Move.VOID_SALE: CardState.VOIDED,
        Move.VOID_FOR_DEFECT: CardState.VOIDED,
        Move.SURRENDER: CardState.SURRENDERED,
        Move.UNDO_GIVING: CardState.ISSUED,
        Move.OPEN_CLAIM: CardState.CLAIMED,
        Move.END: CardState.EXPIRED,
    },
    CardState.SURRENDERED: {
        Move.UNDO_SURRENDER: CardState.SOLD,
        Move.DEFACE: CardState.DEFACED,
    },
    CardState.DEFACED: {Move.RETAIN: CardState.RETAINED},
    CardState.CLAIMED: {
        Move.DECIDE_NOT_VALID: CardState.SOLD,
        Move.DECIDE_VALID: CardState.WON,
        Move.DECIDE_LATER: CardState.CLAIMED,
        Move.WITHDRAW_CLAIM: CardState.SOLD,
        Move.HEAR_FURTHER: CardState.CLAIMED,
    },
    # A card may win several parts of its game: each is claimed and paid by itself.
    CardState.WON: {
        Move.REOPEN_CLAIM: CardState.CLAIMED,
        Move.HEAR_FURTHER: CardState.WON,
        Move.PAY: CardState.PAID,
        Move.END: CardState.EXPIRED,  # valid, and without a share of any prize
    },
    CardState.PAID: {
        Move.HEAR_FURTHER: CardState.PAID,
        Move.PAY_FURTHER: CardState.PAID,
        Move.PAY_REST: CardState.PAID,
        Move.RETAIN: CardState.RETAINED,
    },
    CardState.RETAINED: {
        Move.DESTROY: CardState.DESTROYED,
        Move.PAY_REST: CardState.RETAINED,
    },
    CardState.DESTROYED: {},
    CardState.EXPIRED: {},
}


def next_state(state: CardState | None, move: Move) -> CardState | None:
    """Where the move leads from this state; nothing, when the table lacks it."""
    return NEXT_STATE[state].get(move)

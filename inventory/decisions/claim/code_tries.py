"""How often a person may try a code: five on a card, five alone a round, twenty an hour.

sealing.md section 5: a code has 80 bits, and whoever guesses has the hall's own desk to guess at. A
code that a machine scanned and that opens its card was guessed by nobody and passes every limit.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from cardgen.card_id import CardId
from cardgen.people import is_same_person
from inventory.decisions.claim.claim_context import NO_CARD_OPENS
from inventory.decisions.game.evening import Evening
from inventory.entries.claim import ClaimDecided, ClaimRefused
from inventory.entries.entry import Context, Entry
from inventory.refusals.refuse import refuse

CODES_A_CLAIM_MAX = 5  # a person
CODES_AN_HOUR_MAX = 20  # a person
WRONG_CODES = frozenset({"not-opened", "malformed-code", NO_CARD_OPENS})


@dataclass(frozen=True, slots=True)
class WrongCode:
    """A code that a person entered and that opened nothing: for which card, when, in which round.

    No card: the code alone was tried, a search that counts as one entry.
    """

    card: CardId | None
    at: datetime
    round: int


def wrong_codes_of(entries: Iterable[Entry], clerk: str) -> tuple[WrongCode, ...]:
    """Every wrong code among the entries of an evening that a person entered."""
    found = []
    for entry in entries:
        kind = entry.kind
        if not isinstance(kind, ClaimDecided | ClaimRefused) or kind.code not in WRONG_CODES:
            continue
        if is_same_person(entry.context.clerk, clerk):
            card = kind.card if isinstance(kind, ClaimDecided) else None
            found.append(WrongCode(card, entry.context.moment.at, kind.round))
    return tuple(found)


def check_alone(context: Context, wrong: tuple[WrongCode, ...], evening: Evening) -> None:
    """This person may try a further code without a card's name."""
    open_round = evening.current.open_round
    if open_round is None and not any(one.is_open for one in evening.claims.values()):
        raise refuse("no-round")
    number = open_round.number if open_round else 0
    alone = sum(one.card is None and one.round == number for one in wrong)
    if alone >= CODES_A_CLAIM_MAX:
        raise refuse("too-many-codes-alone", clerk=context.clerk, wrong=alone)
    check_hour(context, wrong)


def check_tries_on(context: Context, wrong: tuple[WrongCode, ...], card: CardId) -> None:
    """This person may try a further code on a card."""
    on_card = sum(one.card == card for one in wrong)
    if on_card >= CODES_A_CLAIM_MAX:
        raise refuse("too-many-codes", clerk=context.clerk, card=card.printed, wrong=on_card)
    check_hour(context, wrong)


def check_hour(context: Context, wrong: tuple[WrongCode, ...]) -> None:
    """This person may try a further code within the hour."""
    since = context.moment.at - timedelta(hours=1)
    within = sum(one.at > since for one in wrong)
    if within >= CODES_AN_HOUR_MAX:
        raise refuse("too-many-codes-an-hour", clerk=context.clerk, wrong=within)

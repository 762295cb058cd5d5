from itertools import product

import pytest

from inventory.entries.states import NEXT_STATE, CardState, Move, next_state

# The table of the handbook (hall.md section 2), copied by hand.
TABLE = """
(nothing) | Received | received
received | Issued | issued
issued | PutBack | received
received | SentBack | sent back
received | Withdrawn | voided
received | Missing | missing
received | Stolen | stolen
issued | SentBack | sent back
issued | Withdrawn | voided
issued | Missing | missing
issued | Stolen | stolen
missing | Found | received
missing | Found (its pack is at a till) | issued
issued | Sold | sold
issued | Exchanged (new) | sold
issued | DefectExchanged (new) | sold
sold | SaleUndone | issued
sold | SaleVoided | voided
sold | DefectExchanged (old) | voided
sold | Exchanged (old) | surrendered
surrendered | ExchangeUndone (old) | sold
sold | ExchangeUndone (new) | issued
surrendered | Defaced | defaced
voided | Defaced | defaced
sold | ClaimOpened | claimed
claimed | ClaimDecided NOT VALID | sold
claimed | ClaimDecided VALID | won
claimed | ClaimDecided CANNOT TELL YET | claimed
claimed | ClaimWithdrawn | sold
won | ClaimReopened | claimed
won | Paid | paid
claimed | Claim of a further part | claimed
won | Claim of a further part | won
paid | Claim of a further part | paid
paid | Paid (a further part) | paid
paid | RestPaid | paid
paid | Retained | retained
retained | RestPaid | retained
defaced | Retained | retained
retained | Destroyed | destroyed
sold | OccasionEnded | expired
won | OccasionEnded | expired
issued | OccasionEnded | received
"""
EXPECTED = {
    (before, move): after
    for before, move, after in (
        (part.strip() for part in line.split("|")) for line in TABLE.strip().splitlines()
    )
}


@pytest.mark.parametrize(("state", "move"), list(product((None, *CardState), Move)))
def test_every_pair_of_state_and_kind_is_as_the_handbook_says(
    state: CardState | None, move: Move
) -> None:
    expected = EXPECTED.get((state or "(nothing)", move))
    assert next_state(state, move) == expected


def test_every_line_of_the_handbook_was_asked() -> None:
    pairs = {(state or "(nothing)", move) for state, move in product((None, *CardState), Move)}
    assert EXPECTED.keys() <= pairs


def test_stolen_destroyed_sent_back_and_expired_never_come_back() -> None:
    for state in ("stolen", "destroyed", "sent back", "expired"):
        assert NEXT_STATE[CardState(state)] == {}


def test_paid_and_voided_cards_are_never_sold_again() -> None:
    for start in (CardState.PAID, CardState.VOIDED, CardState.DEFACED):
        seen, waiting = {start}, [start]
        while waiting:
            for after in NEXT_STATE[waiting.pop()].values():
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
        assert seen.isdisjoint({CardState.SOLD, CardState.ISSUED, CardState.RECEIVED})

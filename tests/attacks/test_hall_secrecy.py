"""The hall's whole folder separates no sealed winner either (sealing.md sections 1 and 8).

The same two hands as against the delivery, of the same power: of the 1,997 cards that nobody opened
a correlation of 6 / sqrt(1997) = 0.134 is found. Whoever has the folder has the ledger with every
entry and table, the write-ahead file, the kept delivery, the slips, and all that was said.
"""

import hashlib
from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pytest

from cardgen.face import NUMBERS_PER_FACE
from cardgen.proof.header import header_bytes, header_hash
from tests.attacks.distinguisher import (
    Bits,
    Guess,
    Public,
    bits_of,
    confirmed,
    separating,
    spellings,
)
from tests.attacks.plundered import (
    ASKED,
    CLAIMED,
    IN_STOCK,
    SOLD_UNOPENED,
    TRADED_IN,
    Name,
    Plundered,
    balls_of,
    plunder,
)
from tests.by_the_text import card_leaf, card_plaintext
from tests.inventory.delivery_builder import BLUE, RED, secrets_of

WINNERS = [(RED, SOLD_UNOPENED), (RED, IN_STOCK)]
RECORD, LEAF = 104, slice(65, 97)  # sealed 65, leaf 32, hash of the tag 7


@pytest.fixture(scope="module")
def plundered(tmp_path_factory: pytest.TempPathFactory) -> Plundered:
    return plunder(tmp_path_factory.mktemp("plundered"))


def interests(plundered: Plundered) -> npt.NDArray[np.float64]:
    """Each number of an unopened card, and how many of its 24 are drawn."""
    held = np.zeros((len(plundered.unopened), 75))
    for row, card in enumerate(plundered.unopened):
        held[row, [number - 1 for number in plundered.built.cards[card].numbers]] = 1
    drawn = [ball - 1 for ball in balls_of(plundered.built)]
    return np.concatenate([held, held[:, drawn].sum(axis=1, keepdims=True)], axis=1)


def public_bits(plundered: Plundered) -> Bits:
    """Every bit that the folder holds of an unopened card, one row a card, all of one length."""
    told, records = plundered.rows(), {}
    for serial, count in ((RED, ASKED.reds), (BLUE, ASKED.blues)):
        raw = plundered.files[f"{serial}.bundle"]
        start = 12 + int.from_bytes(raw[8:12], "big")
        for place in range(count):
            at = start + place * RECORD
            records[serial, place + 1] = raw[at : at + RECORD]
    rows = []
    for card in plundered.unopened:
        printed = plundered.built.cards[card]
        rows.append(records[card] + (printed.outside + printed.linear).encode())
        rows[-1] += told.get(card, b"")
    longest = max(map(len, rows))
    return bits_of(b"".join(row.ljust(longest, b"\0") for row in rows), len(rows))


# -- bits counted ---------------------------------------------------------------------------------


def test_fifty_balls_make_winners_of_two_cards_that_nobody_opened(plundered: Plundered) -> None:
    near = interests(plundered)[:, -1]
    found = [plundered.unopened[row] for row in np.flatnonzero(near == NUMBERS_PER_FACE)]
    assert found == WINNERS
    assert len({*balls_of(plundered.built)}) == 50


def test_no_bit_of_the_halls_folder_goes_with_a_number_or_with_winning(
    plundered: Plundered,
) -> None:
    bits = public_bits(plundered)
    assert bits.shape[0] == 2_000 - len(CLAIMED)
    assert bits.shape[1] > 8 * (RECORD + 38 + 16 + 43), "a sold card has an entry at least"
    assert separating(bits, interests(plundered)) == []


def test_the_order_of_sales_and_the_fate_of_a_card_tell_nothing(plundered: Plundered) -> None:
    told = plundered.rows()
    states = sorted({row[:12] for row in told.values()})
    columns = [
        [
            int.from_bytes(told[card][12:16], "big") if card in told else 0,
            states.index(told[card][:12]) if card in told else -1,
            len(told.get(card, b"")),
            card[1],
        ]
        for card in plundered.unopened
    ]
    assert separating(columns, interests(plundered)) == []


@pytest.mark.parametrize("leak", ["winners set aside", "sold by nearness", "a mark for a number"])
def test_a_hall_that_knew_is_found(plundered: Plundered, leak: str) -> None:
    """Somebody at the till who could tell a sealed card would be seen in what she sold."""
    wanted = interests(plundered)
    near = wanted[:, -1]
    order = np.argsort(np.argsort(-near, kind="stable"))
    column = {
        "winners set aside": near > 19,
        "sold by nearness": order // 30,
        "a mark for a number": wanted[:, 6],
    }[leak]
    assert separating(column[:, None], wanted) != []


# -- guesses tested -------------------------------------------------------------------------------


def public(plundered: Plundered, serial: str) -> Public:
    """All files, and the words that whoever holds the folder can put before a guess."""
    series, secrets = plundered.batches[serial].series, secrets_of(ASKED.run)
    words = (series.run_id, serial.encode(), secrets.root_commit.encode(), b"st-brendan/0011aabb")
    return Public(plundered.files, header_hash(header_bytes(series)), words)


def test_no_function_of_a_right_guess_is_anywhere_in_the_halls_folder(
    plundered: Plundered,
) -> None:
    """Winners, a card that was traded in by its inside, and one whose claim opened nothing."""
    reds = [*WINNERS, (RED, TRADED_IN[0]), (RED, 17)]
    assert confirmed(public(plundered, RED), [plundered.guess(card) for card in reds]) == []
    assert confirmed(public(plundered, BLUE), [plundered.guess((BLUE, 1))]) == []


def test_an_opened_card_is_found_where_the_ledger_keeps_its_opening(plundered: Plundered) -> None:
    """It was opened with its code, so it may be known; the search sees it in the entry's hex."""
    right = [plundered.guess((RED, number)) for number in CLAIMED]
    found = confirmed(public(plundered, RED), right)
    assert {guess for guess, _ in found} == {*right}
    assert {name for _, name in found} <= {"ledger.sqlite", "ledger.sqlite-wal", "said"}


def _unsalted(right: Guess, bound: bytes) -> bytes:
    return card_leaf(bound, right.audit_number, card_plaintext(list(right.faces), bytes(32)))


def _sha256(hashed: bytes) -> bytes:
    return hashlib.sha256(hashed).digest()


def _index(guess: Guess) -> bytes:
    return guess.faces[0][0].to_bytes(8, "big")


def _plaintext_in_hex(right: Guess, _bound: bytes) -> bytes:
    return next(spellings(right)).hex().encode()


def _hash_in_hex(right: Guess, bound: bytes) -> bytes:
    return _sha256(bound + _index(right)).hex().encode()


LEAKS: dict[str, tuple[str, Callable[[Guess, bytes], bytes]]] = {
    "a leaf without its salt": (f"{RED}.bundle", _unsalted),
    "an opening in an entry": ("ledger.sqlite", _plaintext_in_hex),
    "a hash in a table": ("ledger.sqlite-wal", lambda right, _: _sha256(_index(right))),
    "a hash in a report": ("said", _hash_in_hex),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_in_a_copy_of_the_folder_is_found_among_wrong_guesses(
    plundered: Plundered, leak: str
) -> None:
    where, made = LEAKS[leak]
    card: Name = (RED, IN_STOCK)
    right, known = plundered.guess(card), public(plundered, RED)
    raw = plundered.files[where]
    if where.endswith(".bundle"):
        at = 12 + int.from_bytes(raw[8:12], "big") + (card[1] - 1) * RECORD + LEAF.start
        leaking = raw[:at] + made(right, known.series_hash) + raw[at + 32 :]
    else:
        leaking = raw[:5_000] + made(right, known.series_hash) + raw[5_000:]
    ((set_index, arrangement, number),) = right.faces
    wrong = [Guess(card[1], ((set_index ^ step, arrangement, number),)) for step in range(1, 8)]
    copy = Public({where: leaking}, known.series_hash, known.words)
    assert confirmed(copy, [*wrong, right]) == [(right, where)]

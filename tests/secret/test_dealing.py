"""What dealing promises: every number set once a run, every face as likely as any other."""

import hashlib
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from math import comb, sqrt

import numpy as np
import pytest
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.cmac import CMAC
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from numpy.typing import NDArray

from cardgen.card_id import AuditNumber, FormCode, MakerId, SetSerial
from cardgen.face import ORDERS, SET_COUNT, rank, unrank
from cardgen.proof.header import series_of
from cardgen.secret import dealing
from cardgen.secret.dealing import deal, deal_series, numbers_of
from cardgen.secret.keys import Component, RunSecrets
from cardgen.series import RunId, Series, SeriesCode
from tests.by_the_text import lp
from tests.secret.conftest import Golden

CARDS = (33_012, 33_012, 33_012)  # three series, 99,036 cards: cases.md 1
SECRETS = RunSecrets(Component(b"\x01" * 32), Component(b"\x02" * 32), RunId(b"\x03" * 16))


def three_series() -> list[Series]:
    placed, offset = [], 0
    for place, count in enumerate(CARDS):
        series = Series(
            maker=MakerId("ACME"),
            form=FormCode("T75"),
            set_serial=SetSerial(f"{place + 1:06d}"),
            series=SeriesCode(f"R{place}"),
            color=("red", "blue", "green")[place],
            first=AuditNumber(1),
            count=count,
            run_id=SECRETS.run_id,
            run_offset=offset,
        )
        placed.append(series)
        offset += count
    return placed


def set_indexes_of(series: Series) -> list[int]:
    return [int(x) for b in deal_series(SECRETS, series) for x in b.set_indexes.reshape(-1)]


@pytest.fixture(scope="module")
def numbers() -> NDArray[np.uint8]:
    """All 99,036 faces: a row a card, 24 numbers column by column."""
    tables = [numbers_of(b) for series in three_series() for b in deal_series(SECRETS, series)]
    return np.concatenate(tables).reshape(-1, 24)


@pytest.fixture(scope="module")
def face_numbers() -> NDArray[np.uint64]:
    first = three_series()[0]
    return np.concatenate([b.face_numbers.reshape(-1) for b in deal_series(SECRETS, first)])


def test_the_golden_cards_are_dealt(golden: Golden) -> None:
    for entry in golden.fields["series"]:
        series = series_of(entry["header"])
        for card in entry["cards"]:
            batch = deal(golden.secrets, series, card["audit_number"], 1)
            for place, face in enumerate(card["faces"]):
                assert int(batch.set_indexes[0, place]) == face["set_index"]
                assert int(batch.arrangements[0, place]) == face["arrangement"]
                assert f"{int(batch.face_numbers[0, place]):07d}" == face["face_number"]
                columns = [list(c) for c in unrank(face["set_index"], face["arrangement"]).columns]
                assert columns == face["columns"]
            assert batch.leaf_salts[0].tobytes().hex() == card["leaf_salt"]


def test_decoys_follow_from_a_key_of_their_own(golden: Golden) -> None:
    """ADR 0121, by the library's own HKDF and CMAC."""
    entry = golden.fields["series"][0]
    series = series_of(entry["header"])
    secrets = golden.secrets
    names = (b"cmac-decoy", b"ACME", b"T75", series.set_serial.encode(), secrets.run_id)
    kdf = HKDF(
        algorithm=SHA256(),
        length=32,
        salt=hashlib.sha256(b"sealed-card/v1/run-root" + secrets.run_id).digest(),
        info=lp(b"sealed-card/v1", *names),
    )
    key = kdf.derive(secrets.component_a.secret + secrets.component_b.secret)
    batch = deal(secrets, series, series.first + 4, 2)
    for row, audit in zip(batch.decoys, batch.audit_numbers.tolist(), strict=True):
        blocks = []
        for place in range(75):
            mac = CMAC(AES(key))
            mac.update(audit.to_bytes(4, "big") + place.to_bytes(4, "big") + bytes(8))
            blocks.append(mac.finalize())
        assert row.tobytes() == b"".join(blocks)
    assert len({row.tobytes() for row in deal(secrets, series, 1, 200).decoys}) == 200


def test_no_two_cards_of_a_run_share_a_number_set(numbers: NDArray[np.uint8]) -> None:
    sets = np.sort(numbers, axis=1)
    assert len(np.unique(sets, axis=0)) == sum(CARDS) == len(numbers)


def test_eight_processes_deal_what_one_deals() -> None:
    series = three_series()
    with ProcessPoolExecutor(8) as pool:
        in_eight = list(pool.map(set_indexes_of, series))
    assert in_eight == [set_indexes_of(one) for one in series]
    every = [index for indexes in in_eight for index in indexes]
    assert len(set(every)) == sum(CARDS)


def test_a_frozen_clock_and_another_hash_seed_change_nothing() -> None:
    script = (
        "import time; time.time = lambda: 0.0; time.time_ns = lambda: 0\n"
        "from tests.secret.test_dealing import set_indexes_of, three_series\n"
        "import hashlib; every = [x for s in three_series() for x in set_indexes_of(s)]\n"
        "assert len(set(every)) == len(every) == 99036\n"
        "print(hashlib.sha256(repr(every).encode()).hexdigest())"
    )
    prints = {
        subprocess.run(
            [sys.executable, "-c", script],
            check=True,
            capture_output=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": "."},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(prints) == 1


def test_every_number_is_as_frequent_as_drawing_without_replacement_says(
    numbers: NDArray[np.uint8],
) -> None:
    """Chi-square of the counts of a column's fifteen numbers.

    On one card a number of B is there with p = 5/15, and two numbers of one column exclude each
    other: their covariance is -p(1-p)/14. So sum((O-E)^2) / (n p (1-p)) * 14/15 follows
    chi-square with 14 degrees of freedom (not (O-E)^2/E, which is for independent draws and
    would be 0.71 of it). Bound: mean + 5 sqrt(2 * 14), under one in 10,000 for a fair deal.
    """
    cards = len(numbers)
    counts = np.bincount(numbers.reshape(-1), minlength=76)[1:].reshape(5, 15)
    assert (counts > 0).all()
    for column, height in enumerate((5, 5, 4, 5, 5)):
        p = height / 15
        expected = cards * p
        scaled = ((counts[column] - expected) ** 2).sum() / (cards * p * (1 - p)) * 14 / 15
        assert scaled < 14 + 5 * sqrt(28)


def test_every_square_holds_each_of_its_numbers_equally_often(numbers: NDArray[np.uint8]) -> None:
    """One square of one card holds exactly one of fifteen numbers, cards are independent draws.

    So sum((O-E)^2/E) follows chi-square with 14 degrees of freedom for each of the 24 squares;
    bound as above, over 24 squares still under one in 400.
    """
    cards = len(numbers)
    for square in range(24):
        counts = np.bincount(numbers[:, square], minlength=76)
        counts = counts[counts > 0]
        assert len(counts) == 15
        expected = cards / 15
        assert ((counts - expected) ** 2 / expected).sum() < 14 + 5 * sqrt(28)


def test_every_order_of_a_column_is_equally_frequent(numbers: NDArray[np.uint8]) -> None:
    """Which of 120 orders a B column has: chi-square, 119 degrees of freedom, mean + 5 sigma."""
    ranks = np.argsort(np.argsort(numbers[:, :5], axis=1), axis=1)
    codes = (ranks * np.array([625, 125, 25, 5, 1])).sum(axis=1)
    counts = np.unique(codes, return_counts=True)[1]
    assert len(counts) == ORDERS[0]
    expected = len(numbers) / ORDERS[0]
    degrees = ORDERS[0] - 1
    assert ((counts - expected) ** 2 / expected).sum() < degrees + 5 * sqrt(2 * degrees)


def spearman(left: NDArray[np.float64], right: NDArray[np.float64]) -> float:
    ranks = [np.argsort(np.argsort(values)).astype(float) for values in (left, right)]
    return float(np.corrcoef(ranks[0], ranks[1])[0, 1])


def test_the_audit_number_tells_nothing_of_the_face(
    numbers: NDArray[np.uint8], face_numbers: NDArray[np.uint64]
) -> None:
    """Rank correlation of audit number with face number, set rank and each square.

    Under independence it has standard deviation 1/sqrt(n-1); bound five of them. The same for
    each value against that of the card before it (lag 1).
    """
    count = CARDS[0]
    bound = 5 / sqrt(count - 1)
    audit = np.arange(count, dtype=float)
    observed = [face_numbers.astype(float), *numbers[:count].T.astype(float)]
    observed.append(np.array(set_indexes_of(three_series()[0]), dtype=float))
    for values in observed:
        assert abs(spearman(audit, values)) < bound
        assert abs(spearman(values[:-1], values[1:])) < bound


def test_face_numbers_are_unique_in_a_series_and_not_in_order(
    face_numbers: NDArray[np.uint64],
) -> None:
    assert len(np.unique(face_numbers)) == CARDS[0]
    rising = sum(a < b for a, b in pairwise(face_numbers.tolist()))
    # Each step rises with probability 1/2; five standard deviations of CARDS[0] such steps
    # (steps of a random order are negatively correlated, so this bound is generous).
    assert abs(rising - CARDS[0] / 2) < 5 * sqrt(CARDS[0] / 4)


def test_batch_and_scalar_faces_agree() -> None:
    batch = deal(SECRETS, three_series()[1], 77, 5)
    table = numbers_of(batch)
    for row in range(5):
        face = unrank(int(batch.set_indexes[row, 0]), int(batch.arrangements[row, 0]))
        assert tuple(table[row, 0].tolist()) == face.numbers
        assert rank(face) == (int(batch.set_indexes[row, 0]), int(batch.arrangements[row, 0]))


def test_the_count_of_number_sets_is_the_product_of_the_columns() -> None:
    assert SET_COUNT == comb(15, 5) ** 4 * comb(15, 4) == 111_007_923_832_370_565


def test_any_split_into_batches_deals_the_same_cards() -> None:
    series = three_series()[0]
    whole = deal(SECRETS, series, 1, 300)
    parts = [deal(SECRETS, series, 1, 1), deal(SECRETS, series, 2, 299)]
    joined = np.concatenate([part.set_indexes for part in parts])
    assert (whole.set_indexes == joined).all()


def test_a_walk_that_never_returns_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dealing, "SET_COUNT", 1)
    with pytest.raises(dealing.WalkError, match="64 walks"):
        deal(SECRETS, three_series()[0], 1, 4)

"""What is public separates no winner while balls are on the board (sealing.md sections 1 and 8)."""

import base64
import hashlib
import hmac
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pikepdf
import pytest

from cardgen.face import NUMBERS_PER_FACE, unrank
from cardgen.order_form import read_order
from cardgen.press.layout import load_layout
from cardgen.proof.header import header_bytes, header_hash
from cardgen.secret.custody import read_component
from cardgen.secret.dealing import DealtBatch, deal, deal_series, numbers_of
from cardgen.secret.keys import RunSecrets
from cardgen.secret.printing import printed
from cardgen.series import RunId
from cardgen.symbols import first_symbols
from tests.attacks.distinguisher import (
    Bits,
    Guess,
    Public,
    bits_of,
    confirmed,
    separating,
)
from tests.by_the_text import card_leaf, card_plaintext
from tests.cli.conftest import RUN_ID, Works
from tests.golden import GoldenBundle, golden_secrets

BALLS_DRAWN = 50
GUESSES = 1_024
WINNERS = (815, 4711)  # card indexes
RECORD = 104  # sealed 65, leaf 32, hash of the tag 7
LEAF = slice(65, 97)


@dataclass(frozen=True)
class Sealed:
    """A series as the plant dealt it, beside what is public of each of its cards."""

    numbers: npt.NDArray[np.bool_]  # (cards, 75): whether the card holds the number
    public: Bits  # (cards, bits)
    drawn: npt.NDArray[np.intp]
    batches: tuple[DealtBatch, ...]

    @property
    def interests(self) -> npt.NDArray[np.float64]:
        """Each number of a card, and how many of its 24 are drawn."""
        near = self.numbers[:, self.drawn].sum(axis=1, keepdims=True)
        return np.concatenate([self.numbers, near], axis=1).astype(np.float64)


@pytest.fixture(scope="module")
def sealed(golden_bundles: tuple[GoldenBundle, ...]) -> Sealed:
    """The golden run's 9,000 red cards; 50 balls are drawn that make two of them winners."""
    bundle = golden_bundles[0].bundle
    batches = tuple(deal_series(golden_secrets(), bundle.series))
    columns = np.concatenate([numbers_of(batch)[:, 0] for batch in batches]).astype(np.intp) - 1
    held = np.zeros((len(columns), 75), dtype=np.bool_)
    np.put_along_axis(held, columns, values=True, axis=1)
    tokens = [bits_of(_outside(batch), batch.count) for batch in batches]
    records = bits_of(bundle.path.read_bytes()[bundle.records_start : -64], len(columns))
    public = np.concatenate([records, np.concatenate(tokens)], axis=1)
    winners = np.flatnonzero(held[WINNERS[0]] | held[WINNERS[1]])
    others = np.setdiff1d(np.arange(75), winners)
    drawn = np.concatenate([winners, others[: BALLS_DRAWN - len(winners)]])
    return Sealed(held, public, drawn, batches)


def _outside(batch: DealtBatch) -> bytes:
    """All that stands outside of the cards, a row a card."""
    rows = printed(batch)
    parts = [
        np.frombuffer(column, np.uint8).reshape(batch.count, -1)
        for column in (rows.card_ids, rows.outside_tokens, rows.linear_codes)
    ]
    return np.concatenate(parts, axis=1).tobytes()


# --- bits counted ---------------------------------------------------------------------------


def test_fifty_balls_make_winners_of_sealed_cards(sealed: Sealed) -> None:
    """The hour of need is set up: 50 balls, and two cards that would win if they were opened."""
    assert len({*sealed.drawn.tolist()}) == BALLS_DRAWN
    near = sealed.interests[:, -1]
    assert np.flatnonzero(near == NUMBERS_PER_FACE).tolist() == list(WINNERS)


def test_no_public_bit_of_a_card_goes_with_a_number_or_with_winning(sealed: Sealed) -> None:
    assert sealed.public.shape == (9_000, 8 * (RECORD + 21 + 38 + 16))
    assert separating(sealed.public, sealed.interests) == []


def test_the_place_of_a_card_in_pack_lot_and_series_tells_nothing(sealed: Sealed) -> None:
    place = np.arange(len(sealed.numbers))
    columns = np.stack([place, place % 50, place // 50 % 2, place % 24, -(place % 2)], axis=1)
    assert separating(columns, sealed.interests) == []


def test_two_public_bits_together_tell_no_more_than_one(sealed: Sealed) -> None:
    """Neighboring bits, each bit with the one a byte on, and each with the card before."""
    for other in (
        np.roll(sealed.public, 1, axis=1),
        np.roll(sealed.public, 8, axis=1),
        np.roll(sealed.public, 1, axis=0),
    ):
        assert separating(sealed.public ^ other, sealed.interests) == []


@pytest.mark.parametrize("leak", ["a bit", "a noisy bit", "sorted packs", "near ones first"])
def test_a_planted_leak_is_found(sealed: Sealed, leak: str) -> None:
    """The stated power: a bit that is right for 55 of 100 cards is found, and so is an order."""
    public = sealed.public.copy()
    holds_seven, column = sealed.numbers[:, 6], 17
    interests = sealed.interests
    match leak:
        case "a bit":
            public[:, column] = holds_seven
        case "a noisy bit":
            told = np.arange(len(public)) % 10 == 0  # one card in ten tells, the others are noise
            public[told, column] = holds_seven[told]
        case "sorted packs":
            order = np.argsort(sealed.numbers[:, 0], kind="stable")
            interests, column = interests[order], 8 * RECORD
            public = np.concatenate(
                [public[:, : 8 * RECORD], np.arange(len(public))[:, None] // 50], axis=1
            ).astype(np.int64)
        case _:
            public[:, column] = interests[:, -1] > 17
    assert column in {row for row, _ in separating(public, interests)}


# --- guesses tested -------------------------------------------------------------------------


def guess_of(batch: DealtBatch, place: int) -> Guess:
    """The right guess."""
    faces = tuple(
        (
            int(batch.set_indexes[place, face]),
            int(batch.arrangements[place, face]),
            int(batch.face_numbers[place, face]),
        )
        for face in range(batch.series.faces)
    )
    return Guess(batch.first + place, faces)


def wrong_guesses(right: Guess, count: int) -> list[Guess]:
    """Other faces for the same card, as somebody would try them who knows that it can win."""
    ((set_index, arrangement, number),) = right.faces
    return [
        Guess(right.audit_number, ((set_index ^ step, arrangement, number),))
        for step in range(1, count + 1)
    ]


def delivered_bytes(works: Works) -> dict[str, bytes]:
    """Every file that leaves the plant, papers with their streams unpacked, and its names."""
    files: dict[str, bytes] = {}
    for path in sorted(works.delivery.iterdir()):
        files[path.name] = path.read_bytes() + b"\n" + path.name.encode()
        if path.suffix == ".pdf":
            with pikepdf.open(path) as pdf:
                for place, one in enumerate(pdf.objects):
                    if isinstance(one, pikepdf.Stream) and "/Length1" not in one:  # no font
                        files[f"{path.name} {place}"] = one.read_bytes()
    return files


def run_secrets(works: Works) -> RunSecrets:
    """What only the two custodians together have."""
    passphrase = (works.folder / "passphrase").read_text().strip()
    ann, bob = (
        read_component(works.folder / f"{name}.json", passphrase) for name in ("ann", "bob")
    )
    return RunSecrets(ann, bob, RunId.parse(RUN_ID))


def test_no_function_of_a_right_guess_is_anywhere_in_a_delivery(shipped: Works) -> None:
    secrets, files = run_secrets(shipped), delivered_bytes(shipped)
    order = read_order(shipped.order, lambda form: load_layout(form).faces)
    for series in order.in_run(secrets.run_id):
        batch = deal(secrets, series, series.first, 3)
        words = (series.run_id, series.set_serial.encode(), secrets.root_commit.encode())
        outside = {"outside of the cards": _outside(batch)}
        public = Public(files | outside, header_hash(header_bytes(series)), words)
        right = [guess_of(batch, place) for place in range(batch.count)]
        assert confirmed(public, right) == []


def test_a_right_guess_is_found_among_wrong_ones_where_the_salt_is_left_out(
    golden_bundles: tuple[GoldenBundle, ...],
) -> None:
    """The fixture is our own format with one thing missing: 32 zero bytes stand for the salt."""
    bundle = golden_bundles[0].bundle
    right = guess_of(deal(golden_secrets(), bundle.series, 815, 1), 0)
    plaintext = card_plaintext(list(right.faces), bytes(32))
    record = bytearray(RECORD)
    record[LEAF] = card_leaf(bundle.series_hash, right.audit_number, plaintext)
    public = Public({"unsalted.bundle": bytes(record)}, bundle.series_hash, ())
    guesses = [*wrong_guesses(right, GUESSES // 2), right]
    guesses += wrong_guesses(right, GUESSES)[GUESSES // 2 :]
    assert confirmed(public, guesses) == [(right, "unsalted.bundle")]


def test_the_same_guesses_find_nothing_where_the_salt_stands(
    golden_bundles: tuple[GoldenBundle, ...],
) -> None:
    bundle = golden_bundles[0].bundle
    right = guess_of(deal(golden_secrets(), bundle.series, 815, 1), 0)
    raw = bundle.path.read_bytes()
    start = bundle.records_start + 814 * bundle.record_bytes
    public = Public({"record": raw[start : start + RECORD]}, bundle.series_hash, ())
    assert confirmed(public, [right, *wrong_guesses(right, 100)]) == []


def _numbers(guess: Guess) -> bytes:
    return bytes(sorted(unrank(*guess.faces[0][:2]).numbers))


def _index(guess: Guess) -> bytes:
    return guess.faces[0][0].to_bytes(8, "big")


def _sha256(hashed: bytes) -> bytes:
    return hashlib.sha256(hashed).digest()


LEAKS: dict[str, Callable[[Guess, bytes], bytes]] = {
    "hash of the numbers": lambda guess, _: _sha256(_numbers(guess)),
    "tag from the numbers": lambda guess, _: first_symbols(_sha256(_numbers(guess)), 10).encode(),
    "hex in a log line": lambda guess, bound: _sha256(bound + _index(guess)).hex().encode(),
    "base 64 in a note": lambda guess, _: base64.b64encode(_sha256(_index(guess))),
    "index in a file name": lambda guess, _: b"face-%d.pdf" % guess.faces[0][0],
    "numbers in a comment": lambda guess, _: b",".join(b"%d" % one for one in _numbers(guess)),
    "keyed by what is public": lambda guess, bound: hmac.digest(bound, _index(guess), "sha256"),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_of_another_kind_is_found(
    golden_bundles: tuple[GoldenBundle, ...], leak: str
) -> None:
    bundle = golden_bundles[0].bundle
    right = guess_of(deal(golden_secrets(), bundle.series, 815, 1), 0)
    leaked = LEAKS[leak](right, bundle.series_hash)
    public = Public({"paper": b"before " + leaked + b" behind"}, bundle.series_hash, ())
    guesses = [*wrong_guesses(right, 20), right]
    assert confirmed(public, guesses) == [(right, "paper")]

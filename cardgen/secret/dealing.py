"""Dealing: which face lies in which card, by keyed permutation, a batch at a time.

sealing.md section 3. The set permutation runs over the whole run, so no two cards of a run hold
the same 24 numbers and nothing has to be stored or compared to know it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

import numpy as np
from numpy.typing import NDArray

from cardgen.errors import CardgenError
from cardgen.face import (
    ARRANGEMENT_COUNT,
    COLUMN_HEIGHTS,
    NUMBERS_PER_COLUMN,
    NUMBERS_PER_FACE,
    ORDERS,
    SET_COUNT,
    SUBSETS,
    column_orders,
    column_subsets,
)
from cardgen.printed_batch import DECOY_BYTES
from cardgen.secret.batches import BatchFf1, Numbers, Octets, cmac, cmac_blocks, divided
from cardgen.secret.ff1 import BLOCK_BYTES, Ff1Shape
from cardgen.secret.keys import RunSecrets
from cardgen.series import Series

BATCH_CARDS = 2048
SET_RADIX, SET_NUMERALS = 36, 11
SET_TWEAK = b"SC\x01S" + bytes(4)
FACE_NUMBER_RADIX, FACE_NUMBER_NUMERALS = 10, 7
WALKS_MAX = 64  # sealing.md section 3; the mean is 1.19
UNLOCK_BYTES = 10
OUTER_TAG_BYTES = 7  # holds the tag's fifty bits
_U64 = np.uint64


class WalkError(CardgenError):
    """The permutation did not come back into the number sets: a key or a build is broken."""

    code = "walk-too-long"

    def __init__(self) -> None:
        super().__init__(
            f"A card was not dealt after {WALKS_MAX} walks. Run `make test` on this machine."
        )


@dataclass(frozen=True, slots=True)
class DealtBatch:
    """Cards as dealt, a row each, in the order of their audit numbers."""

    series: Series
    audit_numbers: NDArray[np.uint32]
    set_indexes: Numbers = field(repr=False)  # (cards, faces)
    arrangements: Numbers = field(repr=False)  # (cards, faces)
    face_numbers: Numbers = field(repr=False)  # (cards, faces)
    unlock_codes: Octets = field(repr=False)  # (cards, 10)
    leaf_salts: Octets = field(repr=False)  # (cards, 32)
    outer_tags: Octets = field(repr=False)  # (cards, 7), the first fifty bits count
    decoys: Octets = field(repr=False)  # (cards, 2464): what the block-outs are drawn from

    @property
    def count(self) -> int:
        """How many cards."""
        return len(self.set_indexes)

    @property
    def first(self) -> int:
        """The lowest audit number."""
        return int(self.audit_numbers[0])


def deal(secrets: RunSecrets, series: Series, first: int, count: int) -> DealtBatch:
    """`count` cards from audit number `first` on."""
    return deal_cards(secrets, series, np.arange(first, first + count, dtype=np.uint32))


def deal_cards(
    secrets: RunSecrets, series: Series, audit_numbers: NDArray[np.uint32]
) -> DealtBatch:
    """The cards with these rising audit numbers."""
    keys = secrets.series_keys(series)
    count, faces = len(audit_numbers), series.faces
    card_indexes = np.repeat(audit_numbers - np.uint32(series.first), faces).astype(_U64)
    face_indexes = card_indexes * _U64(faces) + np.tile(np.arange(faces, dtype=_U64), count)
    arrangements = [_modulo(cmac(keys.arrangement, audit_numbers, j)) for j in range(faces)]
    salts = [cmac(keys.leaf_salt, audit_numbers, half) for half in (0, 1)]
    return DealtBatch(
        series=series,
        audit_numbers=audit_numbers,
        set_indexes=_walked(keys.face_set, face_indexes + _U64(series.run_offset)).reshape(
            count, faces
        ),
        arrangements=np.stack(arrangements, axis=1),
        face_numbers=_face_number_cipher(keys.face_number, series)
        .encrypt(face_indexes)
        .reshape(count, faces),
        unlock_codes=cmac(keys.unlock, audit_numbers, 0)[:, :UNLOCK_BYTES],
        leaf_salts=np.concatenate(salts, axis=1),
        outer_tags=cmac(keys.outer_tag, audit_numbers, 0)[:, :OUTER_TAG_BYTES],
        decoys=cmac_blocks(keys.decoy, audit_numbers, DECOY_BYTES // BLOCK_BYTES),
    )


def deal_series(secrets: RunSecrets, series: Series) -> Iterator[DealtBatch]:
    """The whole series in batches, in order of audit numbers."""
    return deal_numbers(secrets, series, range(series.first, series.last + 1))


def deal_numbers(secrets: RunSecrets, series: Series, numbers: range) -> Iterator[DealtBatch]:
    """The cards with these audit numbers in batches, in order."""
    for start in range(numbers.start, numbers.stop, BATCH_CARDS):
        yield deal(secrets, series, start, min(BATCH_CARDS, numbers.stop - start))


def numbers_of(batch: DealtBatch) -> Octets:
    """The 24 numbers of each face, column by column, top to bottom: (cards, faces, 24)."""
    set_indexes, arrangements = batch.set_indexes, batch.arrangements
    numbers = np.empty((*set_indexes.shape, NUMBERS_PER_FACE), np.uint8)
    end = NUMBERS_PER_FACE
    for place in reversed(range(len(COLUMN_HEIGHTS))):
        height = COLUMN_HEIGHTS[place]
        set_indexes, subset_ranks = divided(set_indexes, _U64(SUBSETS[place]))
        arrangements, order_ranks = divided(arrangements, _U64(ORDERS[place]))
        subsets, orders = _subset_table(height)[subset_ranks], _order_table(height)[order_ranks]
        column = np.take_along_axis(subsets, orders, axis=-1)
        numbers[..., end - height : end] = column + np.uint8(place * NUMBERS_PER_COLUMN + 1)
        end -= height
    return numbers


@cache
def _subset_table(height: int) -> Octets:
    return np.array(column_subsets(height), np.uint8)


@cache
def _order_table(height: int) -> NDArray[np.intp]:
    return np.array(column_orders(height), np.intp)


def _walked(key: bytes, indexes: Numbers) -> Numbers:
    """Encrypted once, and again while the result is no number set (cycle walking)."""
    cipher = BatchFf1(key, Ff1Shape(SET_RADIX, SET_NUMERALS, SET_TWEAK))
    walked = cipher.encrypt(indexes)
    outside = np.flatnonzero(walked >= _U64(SET_COUNT))
    for _ in range(WALKS_MAX - 1):
        if not len(outside):
            return walked
        walked[outside] = cipher.encrypt(walked[outside])
        outside = outside[walked[outside] >= _U64(SET_COUNT)]
    raise WalkError


def _face_number_cipher(key: bytes, series: Series) -> BatchFf1:
    tweak = b"SC\x01N" + int(series.set_serial).to_bytes(4, "big")
    return BatchFf1(key, Ff1Shape(FACE_NUMBER_RADIX, FACE_NUMBER_NUMERALS, tweak))


def _modulo(rows: Octets) -> Numbers:
    """128-bit rows modulo the number of arrangements, sixteen bits a step: it passes 2^32."""
    words = rows.copy().view(">u2").astype(_U64)
    remainder = np.zeros(len(rows), _U64)
    for place in range(words.shape[1]):
        shifted = (remainder << _U64(16)) | words[:, place]
        remainder = divided(shifted, _U64(ARRANGEMENT_COUNT))[1]
    return remainder

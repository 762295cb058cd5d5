"""Dealt cards as rows of print: tokens with their check symbols, made in batches."""

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from cardgen.printed_batch import PrintedBatch
from cardgen.secret.batches import Octets, divided
from cardgen.secret.dealing import DealtBatch, numbers_of
from cardgen.symbols import ALPHABET, symbol_value, weighted_values
from cardgen.tokens import OUTER_TAG_SYMBOLS, UNLOCK_CODE_SYMBOLS, run_tag

SYMBOL_BITS = 5
_HYPHEN = np.uint8(ord("-"))


def printed(batch: DealtBatch) -> PrintedBatch:
    """The cards as the press prints them."""
    series, count = batch.series, batch.count
    audit = _digits(batch.audit_numbers.astype(np.uint64), 7)
    serial, maker, form = (
        _constant(text, count) for text in (series.set_serial, series.maker, series.form)
    )
    unlock = _symbols(batch.unlock_codes, UNLOCK_CODE_SYMBOLS)
    outer = _symbols(batch.outer_tags, OUTER_TAG_SYMBOLS)
    tag = _constant(run_tag(series.run_id), count)
    return PrintedBatch(
        series=series,
        numbered=_rising(batch.audit_numbers),
        card_ids=_card_ids(maker, serial, audit),
        outside_tokens=_token("SC1", maker, form, serial, tag, audit, outer),
        linear_codes=_token("SB", serial, audit),
        inside_tokens=_token("SD1", maker, form, serial, audit, unlock),
        unlock_codes=_in_fours(_checked(unlock)),
        decoys=batch.decoys.tobytes(),
        numbers=numbers_of(batch).tobytes(),
        face_numbers=_text(_digits(batch.face_numbers.reshape(-1), 7)),
    )


def _rising(audit_numbers: NDArray[np.uint32]) -> Sequence[int]:
    """The numbers as the press is told them: a range, where none is left out."""
    first, last = int(audit_numbers[0]), int(audit_numbers[-1])
    if last - first + 1 == len(audit_numbers):
        return range(first, last + 1)
    return tuple(audit_numbers.tolist())


def outer_tag_text(batch: DealtBatch) -> Octets:
    """The ten characters of each card's outer tag, a row a card."""
    return _ascii(_symbols(batch.outer_tags, OUTER_TAG_SYMBOLS))


def _card_ids(maker: Octets, serial: Octets, audit: Octets) -> bytes:
    check = _check(np.concatenate([maker, serial, audit], axis=1))
    parts = [_ascii(part) for part in (maker, serial, audit, check)]
    hyphen = np.full((len(audit), 1), _HYPHEN)
    return np.concatenate(
        [parts[0], hyphen, parts[1], hyphen, parts[2], hyphen, parts[3]], axis=1
    ).tobytes()


def _token(start: str, *parts: Octets) -> bytes:
    rows = _ascii(_checked(np.concatenate(parts, axis=1)))
    head = np.broadcast_to(np.frombuffer(start.encode(), np.uint8), (len(rows), len(start)))
    return np.concatenate([head, rows], axis=1).tobytes()


def _in_fours(values: Octets) -> bytes:
    rows = _ascii(values)
    hyphen = np.full((len(rows), 1), _HYPHEN)
    parts = []
    for start in range(0, rows.shape[1], 4):
        parts += [rows[:, start : start + 4], hyphen]
    return np.concatenate(parts[:-1], axis=1).tobytes()


def _checked(values: Octets) -> Octets:
    """The symbol values with their check symbol behind."""
    return np.concatenate([values, _check(values)], axis=1)


def _check(values: Octets) -> Octets:
    check = np.zeros(len(values), np.uint8)
    for place in range(values.shape[1]):
        check ^= _weights(place)[values[:, place]]
    return check[:, None]


@cache
def _weights(place: int) -> Octets:
    return np.array(weighted_values(place), np.uint8)


def _constant(text: str, count: int) -> Octets:
    values = np.array([symbol_value(character) for character in text], np.uint8)
    return np.repeat(values[None], count, axis=0)


def _digits(numbers: NDArray[np.uint64], width: int) -> Octets:
    """Decimal digits, which are their own symbol values."""
    digits = np.empty((len(numbers), width), np.uint8)
    for place in reversed(range(width)):
        numbers, digits[:, place] = divided(numbers, np.uint64(10))
    return digits


def _symbols(rows: Octets, count: int) -> Octets:
    """The first `5 * count` bits of each row as symbol values."""
    bits = np.unpackbits(rows, axis=1)[:, : SYMBOL_BITS * count].reshape(-1, count, SYMBOL_BITS)
    weights = np.array([16, 8, 4, 2, 1], np.uint8)
    values: Octets = (bits * weights).sum(axis=2, dtype=np.uint8)
    return values


def _ascii(values: Octets) -> Octets:
    characters: Octets = np.frombuffer(ALPHABET.encode(), np.uint8)[values]
    return characters


def _text(values: Octets) -> bytes:
    return _ascii(values).tobytes()

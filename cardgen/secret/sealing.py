"""Sealing: dealt cards become records that only the code inside the card opens.

sealing.md section 5. Everything that can be laid out for a batch is; what remains for a card is
an HMAC, an AEAD and two hashes, called plainly.
"""

import hashlib
import hmac
from dataclasses import dataclass
from typing import BinaryIO

import numpy as np
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from numpy.typing import NDArray

from cardgen.proof.bundle import bundle_head, record_bytes, signed_bytes
from cardgen.proof.checkpoint import Checkpoint, plant_key_name, series_origin, sign_checkpoint
from cardgen.proof.framing import length_prefixed, u32
from cardgen.proof.header import header_bytes, header_hash
from cardgen.proof.merkle import Frontier
from cardgen.proof.record import (
    KEY_BYTES,
    LABEL_CARD,
    LABEL_OUTER,
    LABEL_RECORD,
    LEAF_BYTES,
    NONCE_BYTES,
    TAG_HASH_BYTES,
)
from cardgen.secret.batches import Octets
from cardgen.secret.dealing import DealtBatch
from cardgen.secret.printing import outer_tag_text
from cardgen.series import Series


@dataclass(frozen=True, slots=True)
class SealedSeries:
    """What is public of a sealed series once its bundle is written."""

    series: Series
    root: bytes
    records_sha256: bytes
    bundle_sha256: str
    checkpoint: str


@dataclass(frozen=True, slots=True)
class SealedCards:
    """The records of a batch, joined, and the leaf of each card."""

    records: bytes
    leaves: tuple[bytes, ...]


class BundleWriter:
    """A bundle as it grows: take the batches in order, then sign."""

    def __init__(self, file: BinaryIO, series: Series, key: Ed25519PrivateKey) -> None:
        header = header_bytes(series)
        self._file, self._series, self._key = file, series, key
        self._series_hash = header_hash(header)
        self._frontier = Frontier()
        self._records, self._whole = hashlib.sha256(), hashlib.sha256()
        self._write(bundle_head(header))

    def add(self, batch: DealtBatch) -> None:
        """Seal a batch and write its records."""
        self.add_sealed(seal(self._series_hash, batch))

    def add_sealed(self, sealed: SealedCards) -> None:
        """Write the next cards' records, sealed elsewhere."""
        self._records.update(sealed.records)
        self._frontier.extend(sealed.leaves)
        self._write(sealed.records)

    def sign(self) -> SealedSeries:
        """Write the plant's signature; the bundle is whole."""
        series, records_sha256 = self._series, self._records.digest()
        self._write(self._key.sign(signed_bytes(self._series_hash, series.count, records_sha256)))
        checkpoint = Checkpoint(series_origin(series), series.count, self._frontier.root())
        return SealedSeries(
            series=series,
            root=checkpoint.root,
            records_sha256=records_sha256,
            bundle_sha256=self._whole.hexdigest(),
            checkpoint=sign_checkpoint(self._key, plant_key_name(series), checkpoint),
        )

    def add_records(self, records: bytes) -> None:
        """Write the next cards' records, made elsewhere; the leaf is before the tag's hash."""
        length = record_bytes(self._series.faces)
        leaf = slice(-LEAF_BYTES - TAG_HASH_BYTES, -TAG_HASH_BYTES)
        each = (records[start : start + length] for start in range(0, len(records), length))
        self.add_sealed(SealedCards(records, tuple(record[leaf] for record in each)))

    def _write(self, part: bytes) -> None:
        self._whole.update(part)
        self._file.write(part)


def seal(series_hash: bytes, batch: DealtBatch) -> SealedCards:
    """The records and leaves of a batch, in order; `series_hash` is H."""
    audit = _big_endian(batch.audit_numbers, 4)
    plaintexts = _rows(_plaintext(batch))
    leaf_inputs = _rows(_leaf_input(series_hash, batch, audit))
    key_inputs = _rows(_key_input(batch, audit))
    tag_inputs = _rows(_tag_input(series_hash, batch, audit))
    aads = _rows(_framed([b"rec", series_hash, audit], batch.count))
    records: list[bytes] = []
    leaves: list[bytes] = []
    for plaintext, leaf_input, key_input, tag_input, aad in zip(
        plaintexts, leaf_inputs, key_inputs, tag_inputs, aads, strict=True
    ):
        okm = hmac.digest(series_hash, key_input, "sha512")
        nonce = okm[KEY_BYTES : KEY_BYTES + NONCE_BYTES]
        leaf = hashlib.sha256(leaf_input).digest()
        leaves.append(leaf)
        records += (
            ChaCha20Poly1305(okm[:KEY_BYTES]).encrypt(nonce, plaintext, aad),
            leaf,
            hashlib.sha256(tag_input).digest()[:TAG_HASH_BYTES],
        )
    return SealedCards(b"".join(records), tuple(leaves))


def _plaintext(batch: DealtBatch) -> Octets:
    parts = [part for face in range(batch.series.faces) for part in _face_parts(batch, face)]
    return np.concatenate([*parts, batch.leaf_salts], axis=1)


def _leaf_input(series_hash: bytes, batch: DealtBatch, audit: Octets) -> Octets:
    """What RFC 6962 hashes for a leaf: a zero byte, then the card's elements."""
    faces = [part for face in range(batch.series.faces) for part in _face_parts(batch, face)]
    framed = _framed([LABEL_CARD, series_hash, audit, *faces, batch.leaf_salts], batch.count)
    return np.concatenate([np.zeros((batch.count, 1), np.uint8), framed], axis=1)


def _key_input(batch: DealtBatch, audit: Octets) -> Octets:
    counter = np.broadcast_to(np.frombuffer(u32(1), np.uint8), (batch.count, 4))
    framed = _framed([LABEL_RECORD, audit], batch.count)
    return np.concatenate([counter, batch.unlock_codes, framed], axis=1)


def _tag_input(series_hash: bytes, batch: DealtBatch, audit: Octets) -> Octets:
    tags = outer_tag_text(batch)
    return _framed([LABEL_OUTER, series_hash, audit, tags], batch.count)


def _face_parts(batch: DealtBatch, face: int) -> tuple[Octets, Octets, Octets]:
    return (
        _big_endian(batch.set_indexes[:, face], 8),
        _big_endian(batch.arrangements[:, face], 5),
        _big_endian(batch.face_numbers[:, face], 4),
    )


def _framed(parts: list[bytes | Octets], count: int) -> Octets:
    """LP of the parts for each card; a part is the same bytes for all, or a row a card."""
    columns: list[Octets] = []
    for part in parts:
        if isinstance(part, bytes):
            framed = np.frombuffer(length_prefixed(part), np.uint8)
            columns.append(np.broadcast_to(framed, (count, len(framed))))
        else:
            length = np.frombuffer(part.shape[1].to_bytes(2, "big"), np.uint8)
            columns += [np.broadcast_to(length, (count, 2)), part]
    return np.concatenate(columns, axis=1)


def _big_endian(numbers: NDArray[np.uint64] | NDArray[np.uint32], width: int) -> Octets:
    return numbers.astype(">u8").view(np.uint8).reshape(-1, 8)[:, 8 - width :]


def _rows(table: Octets) -> list[bytes]:
    raw, width = table.tobytes(), table.shape[1]
    return [raw[start : start + width] for start in range(0, len(raw), width)]

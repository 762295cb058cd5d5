"""The verification file of a series: safe to publish, opens a card by the code inside it.

Format: sealing.md section 5. The whole file is verified once, when it is read; after that a
card costs one record and the 1,024 leaves around it.
"""

import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from cardgen.errors import BadFileError, VerificationError, printable
from cardgen.proof.framing import MalformedError, length_prefixed, parse_canonical, u32
from cardgen.proof.header import header_hash, sealed_bytes, series_of
from cardgen.proof.merkle import root_of
from cardgen.proof.record import (
    LEAF_BYTES,
    TAG_HASH_BYTES,
    CommitmentError,
    OpenedCard,
    SealedRecord,
    open_record,
    outer_tag_hash,
    told_card,
)
from cardgen.proof.signing import SIGNATURE_BYTES, SignatureError, check_signature
from cardgen.series import Series
from cardgen.tokens import InsideToken, OutsideToken, run_tag

MAGIC = b"SEALEDB1"
HEADER_BYTES_MAX = 4096
SUBTREE_LEAVES = 1024
_LABEL = b"sealed-card/v1/bundle"


class BundleError(VerificationError):
    """A bundle that is not what the plant signed; the sentence names the step."""

    code = "bad-bundle"

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(f"{printable(path.name)}: {why}. Get an unaltered copy from the maker.")


class ForeignCardError(VerificationError):
    """A code of a card that is not in this bundle."""

    code = "foreign-card"

    def __init__(self, what: str, found: str, expected: str) -> None:
        super().__init__(f"The code is of another {what}: {found}, this bundle holds {expected}.")


@dataclass(frozen=True, slots=True)
class Bundle:
    """A verified bundle on disk: what it commits to, and the roots of its subtrees."""

    path: Path
    series: Series
    series_hash: bytes
    records_start: int
    records_sha256: bytes
    subtree_roots: tuple[bytes, ...]

    @property
    def root(self) -> bytes:
        """The root over all leaves; the checkpoint signs it."""
        return root_of(self.subtree_roots)

    @property
    def record_bytes(self) -> int:
        """The length of one record."""
        return record_bytes(self.series.faces)

    def record(self, audit_number: int) -> SealedRecord:
        """One card's record.

        Raises: BadValueError, when the card is not of this series; BadFileError, BundleError.
        """
        return self._split(self._records(self.series.card_index(audit_number), 1))

    def open_card(self, token: InsideToken) -> OpenedCard:
        """The card that the code inside it opens, proved in the signed root.

        Raises: ForeignCardError, CardNotOpenedError, CommitmentError; BadFileError, BundleError,
        when the file is gone or has changed.
        """
        self._check_same_set(token)
        audit_number = token.card.audit_number
        record = self.record(audit_number)
        opened = open_record(self.series_hash, token.card, token.unlock_code, record)
        return self._proved(opened)

    def proved_card(self, audit_number: int, plaintext: bytes) -> OpenedCard:
        """The card that an opening tells of, proved in the signed root; its code is not needed.

        Raises: BadValueError, when the card is not of this series; CommitmentError; BadFileError,
        BundleError.
        """
        record = self.record(audit_number)
        card = self.series.card_id(audit_number)
        return self._proved(told_card(self.series_hash, card, plaintext, record))

    def proved_leaves(self, subtree: int) -> tuple[bytes, ...]:
        """The leaves of a subtree, from 0, as the plant signed them.

        Raises: BadFileError, BundleError, when the file is gone or has changed.
        """
        leaves = self._leaves_of_subtree(subtree)
        if root_of(leaves) != self.subtree_roots[subtree]:
            raise BundleError(self.path, "it changed after it was verified")
        return tuple(leaves)

    def check_outside(self, token: OutsideToken) -> None:
        """Raises: ForeignCardError, unless the plant numbered this card so."""
        self._check_same_set(token)
        if token.run_tag != run_tag(self.series.run_id):
            raise ForeignCardError("run", token.run_tag, run_tag(self.series.run_id))
        number = token.card.audit_number
        if (
            outer_tag_hash(self.series_hash, number, token.outer_tag)
            != self.record(number).tag_hash
        ):
            raise ForeignCardError("card", token.card.printed, "a different tag for that number")

    def _proved(self, opened: OpenedCard) -> OpenedCard:
        """The card again, when its leaf is in the root that the plant signed."""
        index = self.series.card_index(opened.card.audit_number)
        subtree, place = divmod(index, SUBTREE_LEAVES)
        leaves = self._leaves_of_subtree(subtree)
        if leaves[place] != opened.leaf or root_of(leaves) != self.subtree_roots[subtree]:
            raise CommitmentError(opened.card, "its leaf is not in the signed root")
        return opened

    def _check_same_set(self, token: InsideToken | OutsideToken) -> None:
        pairs: tuple[tuple[str, str, str], ...] = (
            ("maker", token.card.maker, self.series.maker),
            ("form", token.form, self.series.form),
            ("set", token.card.set_serial, self.series.set_serial),
        )
        for what, found, expected in pairs:
            if found != expected:
                raise ForeignCardError(what, found, expected)
        if not self.series.first <= token.card.audit_number <= self.series.last:
            expected = f"{self.series.first} to {self.series.last}"
            raise ForeignCardError("card", f"number {token.card.audit_number}", expected)

    def _split(self, raw: bytes) -> SealedRecord:
        end = sealed_bytes(self.series.faces)
        return SealedRecord(raw[:end], raw[end : end + LEAF_BYTES], raw[end + LEAF_BYTES :])

    def _leaves_of_subtree(self, subtree: int) -> list[bytes]:
        count = min(SUBTREE_LEAVES, self.series.count - subtree * SUBTREE_LEAVES)
        return _leaves(self._records(subtree * SUBTREE_LEAVES, count), self.record_bytes)

    def _records(self, card_index: int, count: int) -> bytes:
        try:
            with self.path.open("rb") as file:
                file.seek(self.records_start + card_index * self.record_bytes)
                raw = file.read(count * self.record_bytes)
        except OSError as error:
            raise _unreadable(self.path, error) from None
        if len(raw) != count * self.record_bytes:
            raise BundleError(self.path, "it became shorter after it was verified")
        return raw


def record_bytes(faces: int) -> int:
    """The length of one record: sealed card, leaf, hash of the outer tag."""
    return sealed_bytes(faces) + LEAF_BYTES + TAG_HASH_BYTES


def bundle_head(header: bytes) -> bytes:
    """What stands before the records."""
    return MAGIC + u32(len(header)) + header


def signed_bytes(series_hash: bytes, count: int, records_sha256: bytes) -> bytes:
    """What the plant signs at the end of a bundle."""
    return length_prefixed(_LABEL, series_hash, u32(count), records_sha256)


def read_bundle(path: Path, plant_key: Ed25519PublicKey) -> Bundle:
    """The bundle, with its whole content verified against the plant's key.

    Raises: BadFileError, BundleError.
    """
    try:
        with path.open("rb") as file:
            return _verified(path, file, plant_key)
    except OSError as error:
        raise _unreadable(path, error) from None


def _unreadable(path: Path, error: OSError) -> BadFileError:
    return BadFileError(path, error.strerror or "cannot be read", "Name a bundle.")


def _verified(path: Path, file: BinaryIO, plant_key: Ed25519PublicKey) -> Bundle:
    # (1) magic and header, small enough to look at
    if file.read(len(MAGIC)) != MAGIC:
        raise BundleError(path, "this is not a bundle (no SEALEDB1 at its start)")
    header_length = int.from_bytes(file.read(4), "big")
    if not 0 < header_length <= HEADER_BYTES_MAX:
        raise BundleError(path, f"the header's length is {header_length}, at most 4096 is allowed")
    header = file.read(header_length)
    try:
        series = series_of(parse_canonical(header, "the header"))
    except MalformedError as error:
        raise BundleError(path, f"its header cannot be read: {error.why}") from None
    # (2) exact size, before anything is read or kept on the header's word
    size, start = os.fstat(file.fileno()).st_size, file.tell()
    record_length = record_bytes(series.faces)
    expected = start + series.count * record_length + SIGNATURE_BYTES
    if size != expected:
        raise BundleError(path, f"it has {size} bytes, its header tells of {expected}")
    # (3) records, streamed: hash and tree
    digest, subtree_roots = hashlib.sha256(), []
    for block in _blocks(file, series.count, record_length):
        digest.update(block)
        subtree_roots.append(root_of(_leaves(block, record_length)))
    # (4) the plant's signature over header, count and records
    series_hash = header_hash(header)
    message = signed_bytes(series_hash, series.count, digest.digest())
    try:
        check_signature(plant_key, path.name, message, file.read(SIGNATURE_BYTES))
    except SignatureError:
        raise BundleError(path, "the plant did not sign these bytes") from None
    return Bundle(path, series, series_hash, start, digest.digest(), tuple(subtree_roots))


def _blocks(file: BinaryIO, count: int, record_length: int) -> Iterator[bytes]:
    for done in range(0, count, SUBTREE_LEAVES):
        yield file.read(min(SUBTREE_LEAVES, count - done) * record_length)


def _leaves(block: bytes, record_length: int) -> list[bytes]:
    leaf_start = record_length - LEAF_BYTES - TAG_HASH_BYTES
    starts = range(leaf_start, len(block), record_length)
    return [block[start : start + LEAF_BYTES] for start in starts]

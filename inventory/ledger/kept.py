"""What was folded up to the last signed state, read row by row and checked when it is used.

The signed root of the state covers the digest of every row of `state` by its name. The row of a
delivery's set covers its blocks, a block covers its 256 packs, and a pack's row its cards. So one
pack is read and checked by three small rows, however many there are.
"""

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Mapping
from typing import Any

from inventory.errors import LedgerError

BLOCK_PACKS = 256
Row = tuple[Any, ...]  # the values of a row that is to be kept
_ROOT_PREFIX = b"sealed-card/v1/hall/state\0"


def packed(value: object) -> bytes:
    """A row's value as bytes."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()


def digest_of(value: bytes) -> bytes:
    """What covers a row one floor higher."""
    return hashlib.sha256(value).digest()


def root_of_state(digests: Mapping[str, bytes]) -> bytes:
    """What is signed: every row of the state by its name, in order."""
    hashed = hashlib.sha256(_ROOT_PREFIX)
    for name in sorted(digests):
        raw = name.encode()
        hashed.update(len(raw).to_bytes(2, "big") + raw + digests[name])
    return hashed.digest()


class Kept:
    """The rows of one connection, under digests that were signed; none are a state of nothing."""

    def __init__(self, connection: sqlite3.Connection, digests: dict[str, bytes]) -> None:
        self.connection, self.digests = connection, digests

    def value(self, name: str) -> Any:  # noqa: ANN401 -- JSON
        """The value of a row of the state; None where there is none. Raises: LedgerError."""
        digest = self.digests.get(name)
        if digest is None:
            return None
        query = "SELECT value FROM state WHERE name = ?"
        return self._checked(query, (name,), digest, f"state, row {name}")

    def block(self, received: int, block: int, digest: str) -> Any:  # noqa: ANN401 -- JSON
        """The packs of a block: state, till, first sold number, and digest of the cards' row."""
        query = "SELECT value FROM pack_blocks WHERE received = ? AND block = ?"
        named = f"pack_blocks, row {received} {block}"
        return self._checked(query, (received, block), bytes.fromhex(digest), named)

    def pack(self, received: int, place: int, digest: str) -> Any:  # noqa: ANN401 -- JSON
        """The cards of a pack that something happened to."""
        query = "SELECT value FROM pack_rows WHERE received = ? AND place = ?"
        named = f"pack_rows, row {received} {place}"
        return self._checked(query, (received, place), bytes.fromhex(digest), named)

    def raws(self, sequences: Iterable[int]) -> list[bytes]:
        """The bytes of these entries. Raises: LedgerError, where one is missing."""
        found = []
        for sequence in sequences:
            query = "SELECT entry FROM log WHERE sequence = ?"
            row = self.connection.execute(query, (sequence,)).fetchone()
            if row is None:
                raise LedgerError(f"entry {sequence} is missing")
            found.append(row[0])
        return found

    def _checked(self, query: str, key: tuple[object, ...], digest: bytes, named: str) -> Any:  # noqa: ANN401 -- JSON
        row = self.connection.execute(query, key).fetchone()
        if row is None:
            raise LedgerError(f"table {named} is missing")
        if digest_of(row[0]) != digest:
            raise LedgerError(f"table {named} is not what was signed")
        return json.loads(row[0])

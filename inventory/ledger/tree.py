"""The tree of the ledger (RFC 6962), kept by the roots of its full subtrees."""

from dataclasses import dataclass
from typing import Self

from cardgen.proof.merkle import EMPTY_ROOT, leaf_hash, node_hash
from cardgen.symbols import first_symbols

HASH_BYTES = 32
SLIP_LETTERS = 10  # the first 50 bits of the root


@dataclass(frozen=True, slots=True)
class TreeFrontier:
    """A tree as it grows: its size and the roots of its full subtrees, largest first."""

    size: int = 0
    roots: tuple[bytes, ...] = ()

    @property
    def root(self) -> bytes:
        """The root of all entries so far."""
        if not self.roots:
            return EMPTY_ROOT
        node = self.roots[-1]
        for left in reversed(self.roots[:-1]):
            node = node_hash(left, node)
        return node

    @property
    def letters(self) -> str:
        """The ten letters on a paper slip."""
        return first_symbols(self.root, SLIP_LETTERS)

    @property
    def packed(self) -> bytes:
        """The roots as one run of bytes."""
        return b"".join(self.roots)

    @classmethod
    def unpacked(cls, size: int, packed: bytes) -> Self:
        """The frontier from its size and packed roots."""
        starts = range(0, len(packed), HASH_BYTES)
        return cls(size, tuple(packed[start : start + HASH_BYTES] for start in starts))

    def with_entry(self, entry: bytes) -> "TreeFrontier":
        """The tree with one more entry: O(log n)."""
        return self.with_leaf(leaf_hash(entry))

    def with_leaf(self, leaf: bytes) -> "TreeFrontier":
        """The tree with one more leaf."""
        roots, node, size = list(self.roots), leaf, self.size
        while size & 1:
            node = node_hash(roots.pop(), node)
            size >>= 1
        roots.append(node)
        return TreeFrontier(self.size + 1, tuple(roots))

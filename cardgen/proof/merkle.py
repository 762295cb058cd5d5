"""One hash for a whole series of cards, and the proof that a card is in it (RFC 6962, 2.1)."""

import hashlib
from collections.abc import Iterable, Sequence

from cardgen.errors import VerificationError

EMPTY_ROOT = hashlib.sha256(b"").digest()


class ProofError(VerificationError):
    """A Merkle proof that does not lead to the root."""

    code = "bad-proof"

    def __init__(self, why: str) -> None:
        super().__init__(f"The proof does not hold: {why}. Ask the maker for an unaltered copy.")


def leaf_hash(leaf: bytes) -> bytes:
    """The hash of a leaf: SHA-256 of a zero byte and the leaf."""
    return hashlib.sha256(b"\x00" + leaf).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of an inner node: SHA-256 of a one byte and both children."""
    return hashlib.sha256(b"\x01" + left + right).digest()


class Frontier:
    """A growing tree that keeps only the roots of its full subtrees: O(log n) memory."""

    def __init__(self) -> None:
        self.size = 0
        self._roots: list[bytes] = []  # of full subtrees, largest first

    def append(self, leaf: bytes) -> None:
        """Take one more leaf hash."""
        node, size = leaf, self.size
        while size & 1:
            node = node_hash(self._roots.pop(), node)
            size >>= 1
        self._roots.append(node)
        self.size += 1

    def extend(self, leaves: Iterable[bytes]) -> None:
        """Take leaf hashes in order."""
        for leaf in leaves:
            self.append(leaf)

    def root(self) -> bytes:
        """The root of all leaves taken so far."""
        if not self._roots:
            return EMPTY_ROOT
        node = self._roots[-1]
        for left in reversed(self._roots[:-1]):
            node = node_hash(left, node)
        return node


def root_of(leaves: Iterable[bytes]) -> bytes:
    """The root over leaf hashes."""
    frontier = Frontier()
    frontier.extend(leaves)
    return frontier.root()


def inclusion_proof(leaves: Sequence[bytes], leaf_index: int) -> tuple[bytes, ...]:
    """The siblings from the leaf up (RFC 6962, 2.1.1).

    Raises: ProofError, when there is no such leaf.
    """
    if not 0 <= leaf_index < len(leaves):
        raise ProofError(f"there is no leaf {leaf_index} among {len(leaves)}")
    if len(leaves) == 1:
        return ()
    split = _split(len(leaves))
    if leaf_index < split:
        return (*inclusion_proof(leaves[:split], leaf_index), root_of(leaves[split:]))
    return (*inclusion_proof(leaves[split:], leaf_index - split), root_of(leaves[:split]))


def check_inclusion(
    leaf: bytes, leaf_index: int, size: int, proof: Sequence[bytes], root: bytes
) -> None:
    """Raises: ProofError, unless the leaf hash stands at that index (RFC 9162, 2.1.3.2)."""
    if not 0 <= leaf_index < size:
        raise ProofError(f"there is no leaf {leaf_index} among {size}")
    place, last, node = leaf_index, size - 1, leaf
    for sibling in proof:
        if last == 0:
            raise ProofError("it is too long")
        if place & 1 or place == last:
            node = node_hash(sibling, node)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            node = node_hash(node, sibling)
        place, last = place >> 1, last >> 1
    if last:
        raise ProofError("it is too short")
    if node != root:
        raise ProofError("it leads to another root")


def _split(size: int) -> int:
    """The largest power of two smaller than the size."""
    return 1 << (size - 1).bit_length() - 1

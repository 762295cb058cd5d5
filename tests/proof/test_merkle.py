"""Trees of RFC 6962 and RFC 9162, against their vectors and their definitions."""

import base64
import hashlib
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.proof.merkle import (
    EMPTY_ROOT,
    Frontier,
    ProofError,
    check_inclusion,
    inclusion_proof,
    leaf_hash,
    node_hash,
    root_of,
)
from tests.golden import vectors

ROOTS = vectors("rfc6962_roots.json")
INCLUSIONS = vectors("merkle_inclusion.json")["tests"]
LEAVES = [hashlib.sha256(b"\x00" + bytes([number])).digest() for number in range(70)]
SIZES = range(1, 71)


def sha256(raw: bytes) -> bytes:
    return hashlib.sha256(raw).digest()


def split(size: int) -> int:
    """K, the largest power of two smaller than n."""
    k = 1
    while 2 * k < size:
        k *= 2
    return k


def naive_root(leaves: Sequence[bytes]) -> bytes:
    """RFC 6962, 2.1: MTH(D[n]) = SHA-256(0x01 || MTH(D[0:k]) || MTH(D[k:n])), of leaf hashes."""
    if len(leaves) == 1:
        return leaves[0]
    k = split(len(leaves))
    return sha256(b"\x01" + naive_root(leaves[:k]) + naive_root(leaves[k:]))


def naive_path(m: int, leaves: Sequence[bytes]) -> list[bytes]:
    """RFC 6962, 2.1.1: PATH(m, D[n]), the siblings from the leaf up."""
    if len(leaves) == 1:
        return []
    k = split(len(leaves))
    if m < k:
        return [*naive_path(m, leaves[:k]), naive_root(leaves[k:])]
    return [*naive_path(m - k, leaves[k:]), naive_root(leaves[:k])]


def inclusion_holds(
    leaf: bytes, leaf_index: int, size: int, proof: Sequence[bytes], root: bytes
) -> bool:
    try:
        check_inclusion(leaf, leaf_index, size, proof, root)
    except ProofError as error:
        assert_clear(error)
        return False
    return True


def assert_clear(error: ProofError) -> None:
    assert error.exit_code == 3
    assert str(error).isprintable()


def decoded(texts: list[str] | None) -> list[bytes]:
    return [base64.b64decode(text) for text in texts or []]


def test_the_roots_are_those_of_the_rfc_inputs() -> None:
    hashes = [leaf_hash(bytes.fromhex(leaf)) for leaf in ROOTS["leaves"]]
    assert EMPTY_ROOT.hex() == root_of([]).hex() == ROOTS["empty_root"]
    for size, root in enumerate(ROOTS["roots"], start=1):
        assert root_of(hashes[:size]).hex() == root


def test_leaves_and_nodes_are_hashed_apart() -> None:
    assert leaf_hash(b"ab") == sha256(b"\x00ab")
    assert node_hash(b"a", b"b") == sha256(b"\x01ab")


@pytest.mark.parametrize("vector", INCLUSIONS, ids=lambda vector: vector["file"])
def test_inclusion_vectors(vector: dict[str, Any]) -> None:
    leaf, root = decoded([vector["leafHash"], vector["root"]])
    proof = decoded(vector["proof"])
    holds = inclusion_holds(leaf, vector["leafIdx"], vector["treeSize"], proof, root)
    assert holds != vector["wantErr"]


@pytest.mark.parametrize("size", SIZES)
def test_a_growing_tree_has_the_root_of_the_definition(size: int) -> None:
    frontier = Frontier()
    frontier.extend(LEAVES[:size])
    assert frontier.size == size
    assert frontier.root() == root_of(LEAVES[:size]) == naive_root(LEAVES[:size])


@given(st.lists(st.binary(min_size=32, max_size=32), min_size=1, max_size=200))
def test_every_tree_has_the_root_of_the_definition(leaves: list[bytes]) -> None:
    assert root_of(leaves) == naive_root(leaves)


@given(st.integers(0, 4), st.integers(1, 4 * 8))
def test_roots_of_full_subtrees_have_the_root_of_their_leaves(full: int, rest: int) -> None:
    leaves = [bytes([number]) * 32 for number in range(8 * full + rest)]
    subtrees = [leaves[start : start + 8] for start in range(0, len(leaves), 8)]
    assert root_of(root_of(subtree) for subtree in subtrees) == naive_root(leaves)


@pytest.mark.parametrize("size", SIZES)
def test_every_leaf_is_proved_and_no_other_thing_is(size: int) -> None:
    leaves = LEAVES[:size]
    root = naive_root(leaves)
    for index in range(size):
        proof = inclusion_proof(leaves, index)
        assert list(proof) == naive_path(index, leaves)
        assert inclusion_holds(leaves[index], index, size, proof, root)
        wrongs = [
            (bytes(32), index, size, proof, root),
            (leaves[index], (index + 1) % size, size, proof, root) if size > 1 else None,
            (leaves[index], index, size, (*proof, bytes(32)), root),
            (leaves[index], index, size, proof[:-1], root) if proof else None,
            (leaves[index], index, size, (bytes(32), *proof[1:]), root) if proof else None,
            (leaves[index], index, size, tuple(reversed(proof)), root)
            if len({*proof}) > 1
            else None,
            (leaves[index], index, size, proof, bytes(32)),
            (leaves[index], size, size, proof, root),
            (leaves[index], -1, size, proof, root),
            (leaves[index], index, 0, proof, root),
        ]
        for wrong in wrongs:
            assert wrong is None or not inclusion_holds(*wrong)


@pytest.mark.parametrize(("size", "index"), [(0, 0), (1, 1), (1, -1), (7, 7), (7, -1), (7, 10**9)])
def test_there_is_no_proof_of_a_leaf_that_is_not_there(size: int, index: int) -> None:
    with pytest.raises(ProofError, match="no leaf"):
        inclusion_proof(LEAVES[:size], index)


@given(st.integers(-3, 80), st.integers(-3, 80), st.lists(st.binary(min_size=32, max_size=32)))
def test_no_proof_makes_the_checks_fail_otherwise(one: int, other: int, proof: list[bytes]) -> None:
    assert not inclusion_holds(bytes(32), one, other, proof, b"")

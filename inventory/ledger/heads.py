"""What the hall signs: the tree at every commit, and the state every thousand entries.

Both are C2SP checkpoints of the hall's key. The head's is over the whole tree, so that an entry
that was appended, cut or changed without the key is found at the next start. The state's is over
the rows that were folded up to its size. That the newest state is named matters to nobody: an older
one under the same head is folded further and comes to the same.
"""

import sqlite3
from dataclasses import dataclass

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from cardgen.errors import CardgenError
from cardgen.proof.checkpoint import Checkpoint, read_checkpoint, sign_checkpoint
from inventory.errors import LedgerError
from inventory.ledger.tree import TreeFrontier

HEAD, STATE = "head", "state"


@dataclass(frozen=True, slots=True)
class Head:
    """A signed row: the tree's frontier, and the note over its root or over the state's."""

    tree: TreeFrontier
    note: str


def origin(log_name: str) -> str:
    """The origin line of a hall's checkpoints."""
    return f"sealed-card/v1/hall/{log_name}"


def state_origin(log_name: str) -> str:
    """The origin line of the notes on a hall's state; no note on a tree is taken for one."""
    return f"{origin(log_name)}/state"


def key_name(log_name: str) -> str:
    """The name of the key that signs a hall's checkpoints."""
    return f"{log_name.partition('/')[0]}/hall"


def sign_tree(key: Ed25519PrivateKey, log_name: str, tree: TreeFrontier) -> str:
    """The note over the tree."""
    checkpoint = Checkpoint(origin(log_name), tree.size, tree.root)
    return sign_checkpoint(key, key_name(log_name), checkpoint)


def sign_state(key: Ed25519PrivateKey, log_name: str, size: int, root: bytes) -> str:
    """The note over the state after so many entries."""
    checkpoint = Checkpoint(state_origin(log_name), size, root)
    return sign_checkpoint(key, key_name(log_name), checkpoint)


def read_head(connection: sqlite3.Connection, name: str) -> Head | None:
    """A row as it is there, not yet checked."""
    query = "SELECT size, roots, note FROM heads WHERE name = ?"
    row = connection.execute(query, (name,)).fetchone()
    return None if row is None else Head(TreeFrontier.unpacked(row[0], row[1]), row[2])


def write_head(connection: sqlite3.Connection, name: str, head: Head) -> None:
    """The row of that name, whatever it was."""
    row = (name, head.tree.size, head.tree.packed, head.note)
    connection.execute("INSERT OR REPLACE INTO heads VALUES (?, ?, ?, ?)", row)


def move_head(connection: sqlite3.Connection, before: TreeFrontier, head: Head) -> None:
    """The head, only from where the decision found it. Raises: LedgerError."""
    statement = (
        "UPDATE heads SET size = ?, roots = ?, note = ? "
        "WHERE name = 'head' AND size = ? AND roots = ?"
    )
    values = (head.tree.size, head.tree.packed, head.note, before.size, before.packed)
    if connection.execute(statement, values).rowcount != 1:
        raise LedgerError(f"its head is not at entry {before.size}, as it was decided on")


def check_tree(head: Head, key: Ed25519PublicKey, log_name: str) -> None:
    """The hall signed this tree. Raises: LedgerError."""
    try:
        signed = read_checkpoint(key, key_name(log_name), head.note)
    except CardgenError as error:
        raise LedgerError(f"its signed head: {str(error).rstrip('.')}") from None
    if signed != Checkpoint(origin(log_name), head.tree.size, head.tree.root):
        raise LedgerError(f"its tree is not the tree of the signed head of {signed.size} entries")


def check_state(head: Head, key: Ed25519PublicKey, log_name: str, root: bytes) -> None:
    """The hall signed this state. Raises: LedgerError."""
    try:
        signed = read_checkpoint(key, key_name(log_name), head.note)
    except CardgenError as error:
        raise LedgerError(f"its signed state: {str(error).rstrip('.')}") from None
    if signed != Checkpoint(state_origin(log_name), head.tree.size, root):
        raise LedgerError("the rows of table state are not those that were signed")

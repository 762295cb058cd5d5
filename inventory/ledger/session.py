"""One transaction of a ledger: its connection, and the books as they are in it."""

import sqlite3
from dataclasses import dataclass

from inventory.ledger.books import Books
from inventory.ledger.heads import Head


@dataclass(slots=True)
class Session:
    """What a reader and a writer share until the transaction ends.

    `signed` is the newest signed head; an old ledger that was never signed has none.
    """

    connection: sqlite3.Connection
    books: Books
    log_name: str
    signed: Head | None
    is_writing: bool = False
    is_written: bool = False

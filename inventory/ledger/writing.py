"""Appending: entries get their numbers, the tree grows, cards move, all in one transaction."""

from collections.abc import Iterable
from dataclasses import replace

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy import Connection, select, update
from sqlalchemy.dialects.sqlite import insert

from cardgen.proof.checkpoint import Checkpoint, sign_checkpoint
from inventory.entries.claim import Paid
from inventory.entries.entry import Context, Entry
from inventory.entries.game import OccasionOpened
from inventory.entries.house import Checkpointed
from inventory.entries.moves import CardMoved, PackMoved, moves_of
from inventory.entries.sale import DefectExchanged, Exchanged, ExchangeUndone, SaleUndone, Sold
from inventory.entries.states import CardState, Move, next_state
from inventory.entries.stock import Received
from inventory.entries.union import Kind
from inventory.errors import IllegalMoveError
from inventory.ledger.reading import CHECKPOINT, HEAD, Reader
from inventory.ledger.schema import cards, frontiers, log, packs, payments, sales, series
from inventory.ledger.tree import Growth

SELLING = frozenset({Move.SELL, Move.GIVE_IN_EXCHANGE, Move.GIVE_FOR_DEFECT})


class Writer:
    """Writes of one transaction, for one act."""

    def __init__(self, connection: Connection, log_name: str) -> None:
        self._connection, self._log_name = connection, log_name
        self._reader = Reader(connection)
        self._growth = self._reader.growth(HEAD)

    @property
    def next_sequence(self) -> int:
        """The number of the next entry."""
        return self._growth.size + 1

    def append(
        self,
        context: Context,
        command_hash: str,
        occasion: int,
        kinds: Iterable[Kind],
        part: int = 0,
    ) -> tuple[Entry, ...]:
        """The kinds as entries of the act, numbered and applied."""
        entries = []
        for place, kind in enumerate(kinds, part):
            sequence = self.next_sequence
            if isinstance(kind, OccasionOpened):
                occasion = sequence
            entry = Entry(self._log_name, sequence, occasion, context, command_hash, place, kind)
            self.take((entry,))
            entries.append(entry)
        self.keep_growth(HEAD)
        return tuple(entries)

    def checkpoint(self, last: Entry, key: Ed25519PrivateKey, when: str) -> Entry:
        """A signed checkpoint of everything so far, written behind the act's last entry."""
        self.keep_growth(CHECKPOINT)
        size, root = self._growth.size, self._growth.root
        note = sign_checkpoint(
            key, key_name(self._log_name), Checkpoint(origin(self._log_name), size, root)
        )
        kind = Checkpointed(when, size, root.hex(), self._growth.letters, note)
        (entry,) = self.append(
            last.context, last.command_hash, last.occasion, (kind,), last.part + 1
        )
        return entry

    def take(self, read: tuple[Entry, ...]) -> None:
        """One line into log, tree and tables, with every kind that it reads as."""
        entry = read[0]
        self._connection.execute(
            log.insert().values(
                sequence=entry.sequence,
                request=entry.context.request,
                part=entry.part,
                occasion=entry.occasion,
                kind=entry.stored_kind,
                entry=entry.json,
            )
        )
        self._growth = self._growth.with_entry(entry.json)
        for one in read:
            for moved in moves_of(one):
                if isinstance(moved, PackMoved):
                    self._move_pack(moved)
                else:
                    self._move_card(moved)
            self._note(one)

    def keep_growth(self, name: str) -> None:
        """Remember the tree as it is now, under a name."""
        row = {"name": name, "size": self._growth.size, "roots": self._growth.packed}
        self._connection.execute(
            insert(frontiers).values(row).on_conflict_do_update(index_elements=["name"], set_=row)
        )

    def growth(self) -> Growth:
        """The tree as it is now."""
        return self._growth

    def _note(self, entry: Entry) -> None:
        kind = entry.kind
        if isinstance(kind, Received):
            row = {"set_serial": kind.set_serial, "sequence": entry.sequence}
            self._connection.execute(series.insert().values(row))
        elif isinstance(kind, Sold | Exchanged | DefectExchanged):
            row_of_sale = {
                "number": kind.sale,
                "till": entry.context.till,
                "occasion": entry.occasion,
                "request": entry.context.request,
                "undone": 0,
            }
            self._connection.execute(insert(sales).values(row_of_sale).on_conflict_do_nothing())
        elif isinstance(kind, SaleUndone | ExchangeUndone):
            undone = update(sales).where(sales.c.number == kind.sale).values(undone=1)
            self._connection.execute(undone)
        elif isinstance(kind, Paid):
            self._note_payment(kind)

    def _note_payment(self, kind: Paid) -> None:
        """A part of a game is paid to a card once; the key of the table holds in any race."""
        row = {
            "set_serial": str(kind.card.set_serial),
            "number": int(kind.card.audit_number),
            "round": kind.round,
            "cents": kind.cents,
        }
        statement = insert(payments).values(row).on_conflict_do_nothing()
        if self._connection.execute(statement).rowcount != 1:
            raise IllegalMoveError(
                f"card {kind.card.printed}", "Paid", f"paid for round {kind.round} already"
            )

    def _move_pack(self, moved: PackMoved) -> None:
        serial, first, last = moved.set_serial, moved.first, moved.last
        if moved.move is Move.RECEIVE:
            row = {"set_serial": serial, "first": first, "last": last}
            row |= {"state": str(CardState.RECEIVED), "till": "", "begun": 0}
            self._connection.execute(packs.insert().values(row))
            return
        here = (packs.c.set_serial == serial, packs.c.first == first, packs.c.last == last)
        found = self._connection.execute(select(packs.c.state).where(*here)).scalar()
        state = None if found is None else CardState(found)
        to = next_state(state, moved.move)
        if to is None or state is None:
            raise IllegalMoveError(f"pack {serial}:{first}-{last}", moved.move, str(state))
        self._connection.execute(
            update(packs)
            .where(*here, packs.c.state == state)
            .values(state=str(to), till=moved.till, begun=0)
        )
        self._connection.execute(
            update(cards)
            .where(
                cards.c.set_serial == serial,
                cards.c.number.between(first, last),
                cards.c.state == state,
            )
            .values(state=str(to))
        )

    def _move_card(self, moved: CardMoved) -> None:
        serial, number = str(moved.card.set_serial), int(moved.card.audit_number)
        before = self._reader.bare_card(moved.card)
        to = next_state(before.state, moved.move)
        if to is None or before.state is None:
            raise IllegalMoveError(
                f"card {moved.card.printed}", moved.move, str(before.state or "not received")
            )
        after = replace(
            before,
            sale=before.sale if moved.sale is None else moved.sale,
            attempts=before.attempts + (moved.move is Move.DECIDE_NOT_VALID),
            paid_cents=before.paid_cents + moved.paid_cents,
            envelope=before.envelope if moved.envelope is None else moved.envelope,
        )
        row = {
            "set_serial": serial,
            "number": number,
            "state": str(to),
            "sale": after.sale.number,
            "occasion": after.sale.occasion,
            "till": after.sale.till,
            "clerk": after.sale.clerk,
            "cents": after.sale.cents,
            "attempts": after.attempts,
            "paid_cents": after.paid_cents,
            "envelope": after.envelope,
        }
        # The condition is in the statement: a card whose state is another by now does not move.
        statement = insert(cards).values(row)
        result = self._connection.execute(
            statement.on_conflict_do_update(
                index_elements=["set_serial", "number"],
                set_=row,
                where=cards.c.state == str(before.state),
            )
        )
        if result.rowcount != 1:
            raise IllegalMoveError(f"card {moved.card.printed}", moved.move, "moved by another")
        if moved.move in SELLING:
            self._begin_pack(serial, number)

    def _begin_pack(self, serial: str, number: int) -> None:
        self._connection.execute(
            update(packs)
            .where(
                packs.c.set_serial == serial,
                packs.c.first <= number,
                packs.c.last >= number,
                packs.c.begun == 0,
            )
            .values(begun=number)
        )


def origin(log_name: str) -> str:
    """The origin line of a hall's checkpoints."""
    return f"sealed-card/v1/hall/{log_name}"


def key_name(log_name: str) -> str:
    """The name of the key that signs a hall's checkpoints."""
    return f"{log_name.partition('/')[0]}/hall"

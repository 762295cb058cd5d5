"""A command executed: the only writing transaction of a hall.

Theory of operation. A command is a frozen value; what it comes to is decided from facts alone. In
one transaction that nobody else writes beside:

1. A request id that was answered before gives the same answer; used for another command it is
   refused. The identity of a command is the hash of its canonical JSON.
2. A jump of the wall clock since the last entry is noted in front.
3. The subject's `decide` gathers facts and decides: entries, or a refusal that it raises.
4. The entries are appended, with a signed slip behind those that ask for one, and the answer is
   given after they are on the disk.

Clients that write at once would wait for one lock in no order, and each pay a flush of the disk.
`OneWriter` takes whatever waits by now, in the order it came; each command is decided behind the
ones before it; all of them share one signature and one flush, and only then is any of them
answered. Where something fails nothing of the whole lot was written; then each is tried by itself,
so that a failure is told to the one whose command it is.

A refusal takes the transaction back, except for entries that it carries itself: what was learned
while refusing (a maker's recall) is kept.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, assert_never

from inventory.clock import jump_seconds
from inventory.commands.claim import ClaimCommand
from inventory.commands.closing import ClosingCommand
from inventory.commands.free_texts import command_fault
from inventory.commands.game import DrawCommand, EveningCommand
from inventory.commands.house import HouseCommand
from inventory.commands.maker import MakerCommand
from inventory.commands.progressive import ProgressiveCommand
from inventory.commands.sale import SaleCommand
from inventory.commands.stock import StockCommand
from inventory.commands.union import SLIPS, Command, identity_of
from inventory.decisions.facts import Decision, RefusedAndNoted
from inventory.desk import selling
from inventory.desk.desk import Decided, Desk
from inventory.desk.hall import Hall
from inventory.desk.lookup import told_closely
from inventory.entries.entry import Context, Entry
from inventory.entries.house import ClockJumped
from inventory.entries.union import Kind
from inventory.errors import Refusal, Refused
from inventory.ledger.reading import Reader
from inventory.ledger.writing import Writer
from inventory.refusals.refuse import refuse

if TYPE_CHECKING:
    from concurrent.futures import Future


@dataclass(frozen=True, slots=True)
class Reply:
    """What a command wrote; for a repeated request, what it wrote the first time."""

    entries: tuple[Entry, ...]


Answer = Reply | Refusal
TOGETHER_MAX = 64  # so that the first of them does not wait long for the last

_Asked = tuple[Context, Command, "Future[Answer]"]


def execute(hall: Hall, context: Context, command: Command) -> Answer:
    """The entries that the command wrote, or the refusal; a failure of the ledger is raised."""
    (answer,) = execute_all(hall, ((context, command),))
    return answer


def execute_all(hall: Hall, asked: Iterable[tuple[Context, Command]]) -> tuple[Answer, ...]:
    """The answers to commands that waited together, each decided behind the ones before it.

    All of them are one transaction, one signature and one flush; a failure takes all of it back.
    """
    with hall.ledger.writing() as session:
        writer = Writer(session)
        answers = tuple(
            _answered(Desk(hall, Reader(session), context, 0), writer, command)
            for context, command in asked
        )
        if session.is_written:
            writer.sign(hall.key)
    if session.is_written and hall.on_written is not None:
        hall.on_written(session.books.tree.size)
    return answers


def decide(desk: Desk, command: Command) -> Decided:  # noqa: C901, PLR0911 -- a case a subject
    """What a command comes to, by its subject, whose rooms are loaded when it is asked.

    Raises: Refused.
    """
    if isinstance(command, SaleCommand):
        return selling.decide(desk, command)
    if isinstance(command, EveningCommand):
        from inventory.desk.game import playing

        return playing.decide(desk, command)
    if isinstance(command, DrawCommand):
        from inventory.desk.game import drawing

        return drawing.decide(desk, command)
    if isinstance(command, ClaimCommand):
        from inventory.desk.claim import claims

        return claims.decide(desk, command)
    if isinstance(command, StockCommand):
        from inventory.desk import stock

        return stock.decide(desk, command)
    if isinstance(command, MakerCommand):
        from inventory.desk import set_status

        return set_status.decide(desk, command)
    if isinstance(command, ClosingCommand):
        from inventory.desk import closing

        return closing.decide(desk, command)
    if isinstance(command, HouseCommand):
        from inventory.desk import house

        return house.decide(desk, command)
    if isinstance(command, ProgressiveCommand):
        from inventory.desk import progressive

        return progressive.decide(desk, command)
    assert_never(command)


def _answered(desk: Desk, writer: Writer, command: Command) -> Answer:
    try:
        return _written(desk, writer, command)
    except Refused as refused:
        return told_closely(desk.reader, refused.refusal)  # raised before anything is appended


def _written(desk: Desk, writer: Writer, command: Command) -> Answer:
    """What the command comes to, written; returned, not raised, is a refusal that noted entries."""
    reader, context = desk.reader, desk.context
    check_texts(context, command)
    asked = identity_of(command)
    before = reader.of_request(context.request)
    # The hash of an earlier version is of another form: its answer is given again, uncompared.
    is_comparable = bool(before) and len(before[0].command_hash) == len(asked)
    if is_comparable and before[0].command_hash != asked:
        raise refuse("request-reused", request=context.request)
    if before:
        return Reply(before)
    # A jump of the clock is noted in front, so what is decided comes one number later.
    jumped = _jumped(reader, context)
    desk = Desk(desk.hall, reader, context, writer.next_sequence + len(jumped))
    try:
        decided = decide(desk, command)
    except RefusedAndNoted as refused:
        _note(writer, desk, asked, (*jumped, *refused.entries))
        return refused.refusal
    if decided.before:
        return Reply(decided.before)
    occasion = decided.occasion or _open_occasion(reader)
    entries = writer.append(context, asked, occasion, (*jumped, *decided.kinds))
    slip = SLIPS.get(type(command), "")
    if slip:
        entries = (*entries, writer.checkpoint(entries[-1], desk.hall.key, slip))
    return Reply(entries)


def check_texts(context: Context, command: Command) -> None:
    """Every text that would be kept is one line without a code from inside a card."""
    name, fault = command_fault(context)
    if not fault:
        name, fault = command_fault(command)
    if fault:
        raise refuse("bad-text", field=name, fault=fault)


def _note(writer: Writer, desk: Desk, asked: str, kinds: Decision) -> None:
    """What was learned while refusing, once: the request itself may be asked again."""
    digest = hashlib.sha256(f"{desk.context.request}/noted".encode()).hexdigest()
    context = replace(desk.context, request=digest[: len(desk.context.request)])
    if not desk.reader.of_request(context.request):
        writer.append(context, asked, _open_occasion(desk.reader), kinds)


def _jumped(reader: Reader, context: Context) -> tuple[Kind, ...]:
    head = reader.head()
    seconds = jump_seconds(head.context.moment, context.moment) if head else 0
    return (ClockJumped(seconds),) if seconds else ()


def _open_occasion(reader: Reader) -> int:
    evening = reader.evening()
    return 0 if evening is None or evening.is_ended else evening.occasion


class OneWriter:
    """The thread that writes for all clients of one hall."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._waiting: SimpleQueue[_Asked | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="one writer", daemon=True)
        self._thread.start()

    def execute(self, context: Context, command: Command) -> Answer:
        """The answer, once what was written is on the disk.

        Raises: whatever the ledger raises for this command.
        """
        from concurrent.futures import Future  # it loads logging, which one command needs not

        told: Future[Answer] = Future()
        self._waiting.put((context, command, told))
        return told.result()

    def close(self) -> None:
        """Answer everybody who waits, and end."""
        self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        is_open = True
        while is_open:
            together = [self._waiting.get()]
            while together[-1] is not None and len(together) < TOGETHER_MAX:
                try:
                    together.append(self._waiting.get_nowait())
                except Empty:
                    break
            is_open = together[-1] is not None
            self._answer([asked for asked in together if asked is not None])

    def _answer(self, together: list[_Asked]) -> None:
        try:
            answers = execute_all(self._hall, [asked[:2] for asked in together])
        except Exception as error:  # noqa: BLE001 -- raised again in the thread that asked
            if len(together) == 1:
                together[0][2].set_exception(error)
                return
            for asked in together:
                self._answer([asked])
            return
        for (_, _, told), answer in zip(together, answers, strict=True):
            told.set_result(answer)

"""One writer for many clients: what waits together is written in one transaction.

Theory of operation. Writers that wait for one lock get it in no order, and each pays a flush of the
disk. Here every client hands its command to one thread and waits. The thread takes whatever waits
by now, in the order it came; each command is decided behind the ones before it; all of them share
one signature and one flush, and only then is any of them answered. Where something fails, nothing
of the whole lot was written; then each is tried by itself, so that a failure is told to the one
whose command it is.
"""

from concurrent.futures import Future
from queue import Empty, SimpleQueue
from threading import Thread

from inventory.commands.union import Command
from inventory.desk.execute import Answer, execute_all
from inventory.desk.hall import Hall
from inventory.entries.entry import Context

TOGETHER_MAX = 64  # so that the first of them does not wait long for the last

_Asked = tuple[Context, Command, "Future[Answer]"]


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

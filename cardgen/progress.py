"""Long work on a terminal: a bar with cards a second and the time that is left; else silence.

Ctrl-C asks work that can go on later to stop where it can; a second one stops it at once.
"""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

import click

from cardgen.watch import Watch


@contextmanager
def watched(total: int, what: str) -> Iterator[Watch]:
    """A watch of so many things; only a terminal shows it."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield Watch()
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(compact=True),
        TextColumn("left"),
    )
    with Progress(*columns, console=Console(stderr=True)) as shown:
        task = shown.add_task(what, total=total, rate="")

        def advance(count: int) -> None:
            shown.advance(task, count)
            speed = shown.tasks[task].speed
            shown.update(task, rate="" if speed is None else f"{speed:,.0f}/s")

        yield Watch(advance)


@contextmanager
def stopping_gently(told: str) -> Iterator[Callable[[], bool]]:
    """Whether Ctrl-C was pressed; then `told` was said, and a second one stops at once."""
    asked: list[int] = []
    before = signal.getsignal(signal.SIGINT)

    def ask(number: int, _frame: FrameType | None) -> None:
        asked.append(number)
        signal.signal(signal.SIGINT, before)
        click.echo(f"\n{told} Ctrl-C again stops at once.", err=True)

    if before != signal.SIG_IGN:  # as `nohup` does it
        signal.signal(signal.SIGINT, ask)
    try:
        yield lambda: bool(asked)
    finally:
        signal.signal(signal.SIGINT, before)

"""What hands and scanners send to a terminal, key by key with its time, or a pipe line by line.

A terminal is read raw: nothing in a code may end the desk, stop it or be shown. Where a system has
no way to do that the lines are read as they come, and a person is told so.
"""

from __future__ import annotations

import codecs
import contextlib
import os
import sys
import threading
import time
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

import click

from inventory.bursts import Keyboard, ScannedBurst, StopKey, TypedLine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TextIO

READ_BYTES_MAX = 4096
_ENDED = b""


def events_of(given: TextIO, gap_ms: int, prompt: Callable[[], str]) -> Iterator[Event]:
    """Lines typed and bursts scanned, until the input ends; `prompt` is shown at a terminal.

    Raises: KeyboardInterrupt, for Ctrl-C pressed by hand.
    """
    if not given.isatty():
        yield from _lines(given)
        return
    with contextlib.ExitStack() as stack:
        try:
            stack.enter_context(_raw(given.fileno()))
        except ImportError:
            click.echo("Here a scan cannot be told from typing. Scan our own cards only.", err=True)
            yield from _lines(given)
            return
        yield from _Screen(Keyboard(gap_ms), prompt).events(_arriving(given))


Event = TypedLine | ScannedBurst


def _lines(given: TextIO) -> Iterator[Event]:
    for line in given:
        yield TypedLine(line.strip("\r\n"))


class _Screen:
    """The line as it is typed, behind the prompt; a scan is never shown."""

    def __init__(self, keyboard: Keyboard, prompt: Callable[[], str]) -> None:
        self._keyboard, self._prompt = keyboard, prompt
        self._asked, self._shown = "", ""

    def events(self, arriving: SimpleQueue[tuple[int, bytes]]) -> Iterator[Event]:
        """Lines and bursts out of what arrives."""
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._ask()
        while True:
            at_ms, raw = self._next(arriving)
            found = self._keyboard.take(decoder.decode(raw or b""), at_ms)
            if raw == _ENDED:
                return
            self._show()
            for event in found:
                if isinstance(event, StopKey):
                    raise KeyboardInterrupt
                self._end_line(event)
                yield event
                self._ask()

    def _next(self, arriving: SimpleQueue[tuple[int, bytes]]) -> tuple[int, bytes | None]:
        """What came and when; after the pause that ends a run, nothing."""
        wait = self._keyboard.gap_ms + 1 if self._keyboard.is_waiting else None
        try:
            return arriving.get(timeout=wait and wait / 1000)
        except Empty:
            return _now_ms(), None

    def _ask(self) -> None:
        self._asked, self._shown = self._prompt(), ""
        _write(f"{self._asked}{self._keyboard.line}")
        self._shown = self._keyboard.line

    def _show(self) -> None:
        line = self._keyboard.line
        if line != self._shown:
            blanks = " " * max(len(self._shown) - len(line), 0)
            _write(f"\r{self._asked}{line}{blanks}" + "\b" * len(blanks))
            self._shown = line

    def _end_line(self, event: Event) -> None:
        if isinstance(event, TypedLine) and event.text:
            _write(f"\r{self._asked}{event.text}")
        _write("\n")


def _write(text: str) -> None:
    click.echo(text, nl=False, err=True)


def _now_ms() -> int:
    return time.monotonic_ns() // 1_000_000


def _arriving(given: TextIO) -> SimpleQueue[tuple[int, bytes]]:
    """What arrives with its time, also while the desk is busy: a thread of its own reads it."""
    arriving: SimpleQueue[tuple[int, bytes]] = SimpleQueue()

    def read() -> None:
        while True:
            raw = _read(given.fileno())
            arriving.put((_now_ms(), raw))
            if raw == _ENDED:
                return

    threading.Thread(target=read, name="keys", daemon=True).start()
    return arriving


if sys.platform == "win32":

    def _read(_descriptor: int) -> bytes:
        """The next key of the console."""
        import msvcrt

        return msvcrt.getwch().encode("utf-8", "replace")

    @contextlib.contextmanager
    def _raw(_descriptor: int) -> Iterator[None]:
        """A console is read key by key without being set up."""
        yield

else:

    def _read(descriptor: int) -> bytes:
        """What is there; a terminal that was closed ends it."""
        try:
            return os.read(descriptor, READ_BYTES_MAX)
        except OSError:
            return _ENDED

    @contextlib.contextmanager
    def _raw(descriptor: int) -> Iterator[None]:
        """The terminal without echo, line editing and keys that stop, and as it was afterwards.

        Raises: ImportError, on a system that has no terminals of this kind.
        """
        import termios

        before = termios.tcgetattr(descriptor)
        mode = termios.tcgetattr(descriptor)
        mode[0] &= ~(termios.ICRNL | termios.INLCR | termios.IGNCR | termios.IXON | termios.ISTRIP)
        mode[3] &= ~(termios.ICANON | termios.ECHO | termios.ISIG | termios.IEXTEN)
        termios.tcsetattr(descriptor, termios.TCSANOW, mode)
        try:
            yield
        finally:
            termios.tcsetattr(descriptor, termios.TCSANOW, before)

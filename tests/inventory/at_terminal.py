"""A desk at a real terminal: a pseudo-terminal, a hand that types and a scanner that bursts."""

import os
import select
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Self

PATIENCE_S = 60
KEY_S = 0.12  # a hand: well above the pause that tells a scan
AFTER_SCAN_S = 0.4  # a line end that comes sooner belongs to the scan
WITHOUT_TERMIOS = "import sys; sys.modules['termios'] = None; "


class AtTerminal:
    """A command of the hall at a terminal of its own; what it shows is read as it comes."""

    def __init__(self, hall: Path, *words: str, before: str = "") -> None:
        self._master, slave = os.openpty()
        code = f"{before}from inventory.cli import main; main()"
        self._process = subprocess.Popen(
            [sys.executable, "-c", code, *words, "--hall", str(hall), "--by", "Ann"],
            stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
        )  # fmt: skip
        os.close(slave)
        self.shown = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._master)

    def until(self, expected: str) -> str:
        """What is shown up to and with this text, which takes it off."""
        ends_at = time.monotonic() + PATIENCE_S
        while expected not in self.shown:
            left = ends_at - time.monotonic()
            if left <= 0 or not select.select([self._master], [], [], left)[0]:
                raise AssertionError(f"{expected!r} was not shown: {self.shown!r}")
            self.shown += os.read(self._master, 4096).decode()
        before, found, self.shown = self.shown.partition(expected)
        return before + found

    def send(self, text: str) -> None:
        """All of it at once, as a scanner does."""
        os.write(self._master, text.encode())

    def type(self, text: str) -> None:
        """One key after the other, then Enter; nobody types before a scan was read."""
        time.sleep(AFTER_SCAN_S)
        for key in f"{text}\r":
            time.sleep(KEY_S)
            self.send(key)
        time.sleep(KEY_S)

    def ended(self) -> int:
        """The exit code."""
        return self._process.wait(PATIENCE_S)

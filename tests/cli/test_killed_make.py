"""Killed at every write: afterwards the same command makes each card once, to the same byte."""

import os
import shutil
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import pytest

from cardgen.cli.main import run
from tests.cli.conftest import AT, ORDER, RUN_ID, Command, Works, hashes

KILLED = 9
STEPS_MAX = 200
# One series of three cards: every kind of write happens, and little else.
SMALL = ORDER.split("[[series]]")[0] + "[[series]]" + ORDER.split("[[series]]")[1]


class Steps:
    """Counts what reaches the disk; the process dies at one of these steps."""

    def __init__(self, deadly: int) -> None:
        self._deadly, self._done = deadly, 0

    def step(self) -> None:
        self._done += 1
        if self._done == self._deadly:
            os._exit(KILLED)

    def around(self, call: Callable[..., object]) -> Callable[..., object]:
        """The same call, with a step before it."""

        def stepping(*words: object, **named: object) -> object:
            self.step()
            return call(*words, **named)

        return stepping

    def patch(self) -> None:
        """What a kill can fall between: folders, synced files, names, the journal's commits."""
        steps = self

        class Journal(sqlite3.Connection):
            def __exit__(self, *error: object) -> Literal[False]:
                steps.step()
                ended = super().__exit__(*error)  # type: ignore[arg-type]
                steps.step()
                return ended

        connect = sqlite3.connect
        sqlite3.connect = lambda *w, **n: connect(*w, **n, factory=Journal)  # type: ignore[assignment]
        for name in ("fsync", "replace", "mkdir"):
            setattr(os, name, self.around(getattr(os, name)))


def died_at(step: int, words: list[str]) -> bool:
    """Whether a process that dies at that step did so; the last one ends before it."""
    child = os.fork()
    if child == 0:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        Steps(step).patch()
        os._exit(run(words))
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status) == KILLED


@pytest.mark.skipif(sys.platform == "win32", reason="it forks")
def test_a_make_killed_at_any_write_is_finished_by_the_same_command(
    cardgen: Command, fresh: Works, tmp_path: Path
) -> None:
    fresh.order.write_text(SMALL.replace("count = 7", "count = 3"))
    whole = tmp_path / "whole"
    shutil.copytree(fresh.folder, whole)
    assert cardgen(*Works(whole).make_words()).exit_code == 0
    expected = hashes(whole / "RUN")
    for step in range(1, STEPS_MAX):
        works = Works(tmp_path / "try")
        shutil.rmtree(works.folder, ignore_errors=True)
        shutil.copytree(fresh.folder, works.folder)
        words = [str(word) for word in works.make_words()]
        assert words[-4:] == ["--made-at", AT, "--run-id", RUN_ID]
        ended = not died_at(step, words)
        if not works.run.exists():
            assert not ended
            assert cardgen(*words).exit_code == 0
        assert hashes(works.run) == expected, step
        said = cardgen(*works.make_words(works.folder / "AGAIN"))
        assert (said.exit_code, "was made for order" in said.err) == (4, True), step
        if ended:
            break
    else:
        pytest.fail("it never ended")
    assert step > 20, "it was killed at fewer writes than there are files"

"""Runs begun, made, abandoned: one making at a time, and nothing half-left when it is stopped."""

import json
import signal
import subprocess
import sys

import pytest

from tests.cli.conftest import RUN_ID, Command, Works
from tests.cli.test_floor import BY

# The program itself, which waits once its first press file is written; then it goes on drawing.
SLOW_MAKE = (
    "import sys, time\n"
    "from cardgen import make\n"
    "drawn = make.draw_press_file\n"
    "def slow(path, *rest):\n"
    "    drawn(path, *rest)\n"
    "    print('drawn', flush=True)\n"
    "    time.sleep(60)\n"
    "make.draw_press_file = slow\n"
    "from cardgen.cli.main import main\n"
    "main()\n"
)
GIVEN_UP = ("--reason", "Misspelled hall", *BY)


def slow_make(works: Works, *more: object) -> subprocess.Popen[str]:
    """A making that is in the midst of its press files."""
    words = [str(word) for word in (*works.make_words(), *more)]
    process = subprocess.Popen(
        [sys.executable, "-c", SLOW_MAKE, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "drawn\n"
    return process


def states(cardgen: Command, works: Works) -> list[tuple[str, str]]:
    facts = json.loads(cardgen("runs", "--plant", works.plant, "--json").out)
    return [(run["run_id"], run["state"]) for run in facts["runs"]]


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_closed_terminal_stops_a_making_as_the_keyboard_does(
    cardgen: Command, fresh: Works, stop: signal.Signals
) -> None:
    with slow_make(fresh) as process:
        process.send_signal(stop)
        _, told = process.communicate(timeout=30)
    assert process.returncode == 5, told
    assert "The run is not finished: it was stopped." in told
    assert list(fresh.folder.glob(".*")) == []
    assert states(cardgen, fresh) == [(RUN_ID, "begun")]
    assert cardgen(*fresh.make_words()).exit_code == 0
    assert states(cardgen, fresh) == [(RUN_ID, "made")]


def test_of_two_makings_at_once_the_second_is_refused_and_told_of_the_first(
    cardgen: Command, fresh: Works
) -> None:
    with slow_make(fresh) as process:
        for out in (fresh.run, fresh.folder / "ELSEWHERE"):
            said = cardgen(*fresh.make_words(out))
            assert said.exit_code == 4, said.err
            assert f"`cardgen make` of order 2026-117 (process {process.pid}" in said.err
        assert list(fresh.folder.glob(".RUN.partial/press/000123_lot1*"))
        process.kill()
        process.communicate(timeout=30)
    assert cardgen(*fresh.make_words()).exit_code == 0  # the lock ended with its process


def test_a_begun_run_is_given_up_and_its_faces_are_destroyed(
    cardgen: Command, fresh: Works
) -> None:
    with slow_make(fresh) as process:
        process.kill()
        process.communicate(timeout=30)
    half = fresh.folder / ".RUN.partial"
    assert list((half / "press").glob("*.pdf"))
    said = cardgen("abandon", RUN_ID, "--plant", fresh.plant, *GIVEN_UP, "--json")
    assert said.exit_code == 0, said.err
    assert f"{half}/press/000123_lot1_0000001-0000007.pdf" in json.loads(said.out)["destroyed"]
    assert not half.exists()
    assert states(cardgen, fresh) == [(RUN_ID, "abandoned")]
    again = cardgen(*fresh.make_words())
    assert (again.exit_code, "Set serial 000123 was abandoned" in again.err) == (4, True)


def test_a_made_run_that_was_given_up_is_not_noted_remade_or_shipped(
    cardgen: Command, fresh: Works
) -> None:
    assert cardgen(*fresh.make_words()).exit_code == 0
    for _ in range(2):  # again is the same
        assert cardgen("abandon", RUN_ID, "--plant", fresh.plant, *GIVEN_UP).exit_code == 0
    assert list((fresh.run / "press").iterdir()) == []
    assert (fresh.run / "record" / "run.json").is_file()
    at_plant = ["--plant", fresh.plant]
    for words in (
        ["ship", fresh.run, *at_plant],
        ["remake", fresh.run, *at_plant],
        ["purge", fresh.run, *at_plant, *BY],
        ["note", "spoils", fresh.run, *at_plant, "--cards", "000123:1-2", "--reason", "Torn", *BY],
    ):
        said = cardgen(*words)
        assert said.exit_code == 4
        assert "The run of order 2026-117 was abandoned (Misspelled hall)" in said.err


def test_a_shipped_run_is_not_given_up(cardgen: Command, shipped: Works) -> None:
    said = cardgen("abandon", RUN_ID, "--plant", shipped.plant, *GIVEN_UP)
    assert (said.exit_code, "were shipped to st-brendan" in said.err) == (4, True)
    assert list((shipped.run / "press").glob("*_lot1_*"))


def test_a_run_that_was_never_begun_is_not_given_up(cardgen: Command, fresh: Works) -> None:
    said = cardgen("abandon", "f" * 32, "--plant", fresh.plant, *GIVEN_UP)
    assert (said.exit_code, "one that `cardgen runs` lists" in said.err) == (1, True)
    assert "No run was begun" in cardgen("runs", "--plant", fresh.plant).out


def test_runs_are_listed_with_what_they_made(cardgen: Command, shipped: Works) -> None:
    told = cardgen("runs", "--plant", shipped.plant).out
    assert told.startswith(f"{RUN_ID}  made       order 2026-117, sets 000123, 000124, ")
    assert told.endswith("/RUN\n")


def test_folders_of_faces_are_their_owners_alone(shipped: Works) -> None:
    assert (shipped.run / "press").stat().st_mode & 0o777 == 0o700


def test_a_worker_that_the_system_ends_leaves_the_making_resumable(
    cardgen: Command, fresh: Works
) -> None:
    script = (
        "import os, signal, sys\n"
        "from cardgen.secret import workers\n"
        "def killed(*_):\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
        "workers.ready_batch = killed\n"
        "from cardgen.cli.main import main\n"
        "main()\n"
    )
    words = [str(word) for word in (*fresh.make_words(), "--workers", 2)]
    done = subprocess.run(
        [sys.executable, "-c", script, *words], capture_output=True, text=True, check=False
    )
    assert done.returncode == 5
    assert "A worker process ended before its cards were done" in done.stderr
    assert "Traceback" not in done.stderr
    assert cardgen(*fresh.make_words()).exit_code == 0


def test_the_journal_shows_all_that_was_noted(cardgen: Command, shipped: Works) -> None:
    said = cardgen("journal", "--plant", shipped.plant, "--json")
    found = json.loads(said.out)
    assert said.exit_code == 0
    assert [one["custodian"] for one in found["custodians"]] == ["Ann", "Bob"]
    assert {one["run_id"] for one in found["custodians"]} == {RUN_ID}
    assert [(one["set_serial"], one["first"], one["last"]) for one in found["shipments"]] == [
        ("000123", 1, 7),
        ("000124", 501, 514),
    ]
    told = cardgen("journal", "--plant", shipped.plant).out
    assert RUN_ID in told
    assert "hall st-brendan" in told

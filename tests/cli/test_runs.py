"""Runs begun, made, abandoned: one making at a time, and nothing half-left when it is stopped."""

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cardgen import lots
from tests.cli.conftest import RUN_ID, Command, Works, hashes
from tests.cli.test_floor import BY

# The program itself, which waits once its first press file is written; then it goes on drawing.
SLOW_MAKE = (
    "import sys, time\n"
    "from cardgen import lots\n"
    "drawn = lots.draw_press_file\n"
    "def slow(path, *rest):\n"
    "    drawn(path, *rest)\n"
    "    print('drawn', flush=True)\n"
    "    while not (path.parent / 'go on').exists():\n"
    "        time.sleep(0.05)\n"
    "lots.draw_press_file = slow\n"
    "from cardgen.cli.main import main\n"
    "main()\n"
)
RED_LOT = "000123_lot1_0000001-0000007.pdf"
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


@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGHUP])
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


def lots_of(works: Works) -> Path:
    return works.folder / ".RUN.partial" / "press" / ".lots"


def stopped_after_the_first_lot(works: Works) -> str:
    """What a making says that was asked to stop while it made the first of two lots."""
    with slow_make(works) as process:
        process.send_signal(signal.SIGINT)
        assert process.stderr is not None
        told = [process.stderr.readline() for _ in range(2)]
        (lots_of(works) / "go on").touch()
        _, rest = process.communicate(timeout=30)
    assert process.returncode == 5, rest
    return "".join([*told, rest])


def test_the_keyboard_stops_a_making_when_its_lot_is_whole_and_the_next_one_goes_on(
    cardgen: Command, fresh: Works, shipped: Works, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = stopped_after_the_first_lot(fresh)
    assert "Finishing the lots that are begun" in told
    assert "1 of 2 lots are made and kept. Give the same command again" in told
    assert [path.name for path in lots_of(fresh).glob("*.pdf")] == [RED_LOT]
    drawn = []
    make_lot = lots.make_lot

    def making(task: lots.LotTask, advance: Callable[[int], None]) -> lots.MadeLot:
        drawn.append(task.name)
        return make_lot(task, advance)

    monkeypatch.setattr(lots, "make_lot", making)
    assert cardgen(*fresh.make_words()).exit_code == 0
    assert drawn == ["000124_lot1_0000501-0000514.pdf"]
    assert hashes(fresh.run) == hashes(shipped.run)


@pytest.mark.parametrize("ending", ["", ".records", ".lines", ".sig"])
def test_a_lot_that_was_changed_while_its_run_lay_is_made_again(
    cardgen: Command, fresh: Works, shipped: Works, ending: str
) -> None:
    stopped_after_the_first_lot(fresh)
    path = lots_of(fresh) / f"{RED_LOT}{ending}"
    path.write_bytes(path.read_bytes()[:-3] + b"odd")
    assert cardgen(*fresh.make_words()).exit_code == 0
    assert hashes(fresh.run) == hashes(shipped.run)


def test_a_lot_of_another_standard_is_made_again(cardgen: Command, fresh: Works) -> None:
    stopped_after_the_first_lot(fresh)
    assert cardgen(*fresh.make_words(), "--standard", "x1a").exit_code == 0
    assert (fresh.run / "press" / RED_LOT).read_bytes().startswith(b"%PDF-1.4")


def test_a_second_stop_from_the_keyboard_ends_a_making_at_once(
    cardgen: Command, fresh: Works
) -> None:
    with slow_make(fresh) as process:
        process.send_signal(signal.SIGINT)
        assert process.stderr is not None
        assert [process.stderr.readline() for _ in range(2)]
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=30)
    assert process.returncode == 5, told
    assert list(fresh.folder.glob(".*")) == []
    assert cardgen(*fresh.make_words()).exit_code == 0


def test_of_two_makings_at_once_the_second_is_refused_and_told_of_the_first(
    cardgen: Command, fresh: Works
) -> None:
    with slow_make(fresh) as process:
        for out in (fresh.run, fresh.folder / "ELSEWHERE"):
            said = cardgen(*fresh.make_words(out))
            assert said.exit_code == 4, said.err
            assert f"`cardgen make` of order 2026-117 (process {process.pid}" in said.err
        assert list(lots_of(fresh).glob("000123_lot1*"))
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
    assert list(lots_of(fresh).glob("*.pdf"))
    said = cardgen("abandon", RUN_ID, "--plant", fresh.plant, *GIVEN_UP, "--json")
    assert said.exit_code == 0, said.err
    assert f"{lots_of(fresh) / RED_LOT}" in json.loads(said.out)["destroyed"]
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
        ["purge", "--yes", fresh.run, *at_plant, *BY],
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
        "from cardgen import lots\n"
        "def killed(*_):\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
        "lots.make_lot = killed\n"
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

"""How the command ends: one line, the right exit code, and never a traceback."""

import errno
import json
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from cardgen.cli import main
from cardgen.cli.main import run
from tests.cli.conftest import ORDER, Command, Works


@pytest.mark.parametrize(
    ("error", "exit_code", "sentence"),
    [
        (click.ClickException("no\x1bway"), 2, "cardgen: no\\x1bway\n"),
        (
            click.Abort(),
            2,
            "cardgen: A question was not answered. Give the answer as an option.\n",
        ),
        (KeyboardInterrupt(), 1, "cardgen: Stopped.\n"),
        (
            OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "a\nfile"),
            1,
            "cardgen: a\\nfile: No space left on device\n",
        ),
        (OSError("strange"), 1, "cardgen: strange\n"),
        (click.UsageError("so not"), 2, "cardgen: so not\n"),
    ],
)
def test_every_failure_is_one_line_and_an_exit_code(
    cardgen: Command,
    monkeypatch: pytest.MonkeyPatch,
    error: BaseException,
    exit_code: int,
    sentence: str,
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(main.cardgen, "main", fails)
    said = cardgen("check", "x")
    assert (said.exit_code, said.out, said.err) == (exit_code, "", sentence)


def test_with_json_a_failure_is_told_to_programs_too(cardgen: Command, tmp_path: Path) -> None:
    said = cardgen("check", str(tmp_path / "gone"), "--json")
    told = json.loads(said.out)
    assert told.keys() == {"ok", "code", "sentence", "mends"}
    assert (told["ok"], said.exit_code) == (False, 1)
    assert told["sentence"] in said.err


def test_a_reader_that_leaves_is_no_traceback(shipped: Works) -> None:
    """`cardgen preview ORDER | head -1`: the rest has nowhere to go."""
    command = f"{sys.executable} -c 'from cardgen.cli.main import main; main()'"
    done = subprocess.run(
        ["sh", "-c", f"{command} regenerate {disclosure(shipped)} | head -c 1"],
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.stdout == "R"
    assert done.stderr == ""


def disclosure(shipped: Works) -> Path:
    """A disclosure long enough to fill a pipe."""
    golden = Path(__file__).parent.parent / "vectors" / "golden_run.json"
    fields = json.loads(golden.read_text())
    path = shipped.folder / "DISCLOSURE.json"
    headers = [entry["header"] for entry in fields["series"]]
    names = ("secret_a", "secret_b", "run_id")
    path.write_text(json.dumps({name: fields[name] for name in names} | {"headers": headers}))
    return path


@pytest.mark.parametrize("words", [[], ["custody"]])
def test_a_bare_command_shows_its_help_in_lines(cardgen: Command, words: list[str]) -> None:
    said = cardgen(*words)
    assert said.exit_code == 2
    assert said.err.startswith("Usage: cardgen")
    assert "\\n" not in said.err
    assert said.err.count("\n") > 5


def test_without_a_terminal_a_passphrase_is_asked_for_by_option(
    cardgen: Command, fresh: Works
) -> None:
    said = cardgen("custody", "new", fresh.folder / "eve.json", "--custodian", "Eve")
    assert said.exit_code == 2
    assert "--passphrase-file" in said.err
    assert said.err.count("\n") == 1


def test_a_closed_standard_input_is_told(
    cardgen: Command, shipped: Works, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardgen.cli.options.sys.stdin", None)
    assert run(["open", "-", "--bundle", str(shipped.bundle())]) == 2


def test_a_console_that_lacks_a_letter_shows_it_escaped(fresh: Works) -> None:
    """Latin-1 has no z with a caron; the order is told all the same."""
    fresh.order.write_text(ORDER.replace("Brendan", "Bre\u017endan"), encoding="utf-8")
    script = "from cardgen.cli.main import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", script, "order", "--check", str(fresh.order)],
        check=False,
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": "latin-1"},
    )
    assert done.returncode == 0
    assert b"Bre\\u017endan" in done.stdout


def test_a_negative_file_descriptor_is_a_usage_error(cardgen: Command, fresh: Works) -> None:
    words = ["custody", "new", fresh.folder / "eve.json", "--custodian", "Eve"]
    said = cardgen(*words, "--passphrase-fd", "-1")
    assert (said.exit_code, said.err.count("\n")) == (2, 1)


def test_main_ends_the_process_with_the_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["cardgen", "--help"])
    with pytest.raises(SystemExit) as ended:
        main.main()
    assert ended.value.code == 0


def test_a_passphrase_to_lock_with_is_typed_twice(
    cardgen: Command, fresh: Works, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[dict[str, object]] = []

    def typed(_: str, **how: object) -> str:
        asked.append(how)
        return "eight tired horses"

    monkeypatch.setattr("click.prompt", typed)
    monkeypatch.setattr("cardgen.cli.options._check_terminal", lambda: None)
    said = cardgen("custody", "new", fresh.folder / "eve.json", "--custodian", "Eve")
    assert said.exit_code == 0
    assert asked == [{"hide_input": True, "confirmation_prompt": True, "err": True}]

import subprocess
import sys

import pytest

from cardgen.cli.main import LazyGroup
from tests.cli.conftest import Command

COMMANDS = [*LazyGroup.COMMANDS, "custody new"]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_help_starts_with_an_example(cardgen: Command, name: str) -> None:
    said = cardgen(*name.split(), "--help")
    assert said.exit_code == 0
    lines = [line.strip() for line in said.out.splitlines() if line.strip()]
    assert lines[1] == "Example:"
    assert lines[2].startswith(f"cardgen {name.split(maxsplit=1)[0]}")


@pytest.mark.parametrize("name", LazyGroup.COMMANDS)
def test_the_list_of_commands_says_what_each_help_says(cardgen: Command, name: str) -> None:
    listed = LazyGroup.COMMANDS[name][1].rstrip(".")
    said = " ".join(cardgen(name, "--help").out.split())
    assert listed.split(":")[0].split()[0] in said
    assert listed in " ".join(cardgen("--help").out.split())


def test_help_loads_click_and_little_else() -> None:
    script = (
        "import sys; from cardgen.cli.main import run; run(['--help'])\n"
        "print(sorted({m.split('.')[0] for m in sys.modules} - set(sys.stdlib_module_names)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True
    )
    loaded = done.stdout.splitlines()[-1]
    for heavy in ("cryptography", "numpy", "reportlab", "pikepdf", "pydantic", "segno", "rfc8785"):
        assert heavy not in loaded
    assert "click" in loaded


def test_the_help_of_a_command_loads_no_press_and_no_paper() -> None:
    """One process asks for every help, so what any of them loads is seen."""
    script = (
        "import sys; from cardgen.cli.main import LazyGroup, run\n"
        "for name in LazyGroup.COMMANDS: run([name, '--help'])\n"
        "print(sorted({m.split('.')[0] for m in sys.modules} - set(sys.stdlib_module_names)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True
    )
    loaded = done.stdout.splitlines()[-1]
    for heavy in ("numpy", "reportlab", "pikepdf", "pyhanko", "PIL", "pydantic", "pypdfium2"):
        assert f"'{heavy}'" not in loaded
    assert "'click'" in loaded


def test_the_version_is_told(cardgen: Command) -> None:
    assert "0.1.0" in cardgen("--version").out


def test_an_unknown_command_is_a_usage_error(cardgen: Command) -> None:
    said = cardgen("print")
    assert said.exit_code == 2
    assert said.err == "cardgen: No such command 'print'. Try `cardgen --help`.\n"


def test_a_missing_option_is_a_usage_error_in_one_line(cardgen: Command) -> None:
    said = cardgen("make", "order.toml", "--out", "RUN")
    assert said.exit_code == 2
    assert said.err.count("\n") == 1
    assert "--plant" in said.err


def test_no_help_offers_another_time_than_now(cardgen: Command) -> None:
    for name in COMMANDS:
        assert "--made-at" not in cardgen(*name.split(), "--help").out

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from cardgen.cli import main
from cardgen.cli.main import LazyGroup
from cardgen.command_line import Group, run, summary_of
from inventory.cli import commands as hall
from tests.cli.conftest import Command

PROGRAMS: tuple[tuple[str, click.Group], ...] = (("cardgen", main.cardgen), ("inventory", hall))


def every_command() -> Iterator[tuple[str, click.Command, click.Context]]:
    """All commands of both programs, groups and what is in them."""
    for program, group in PROGRAMS:
        context = click.Context(group, info_name=program)
        stack = [(group, context)]
        while stack:
            inside, above = stack.pop()
            for name in inside.list_commands(above):
                command = inside.get_command(above, name)
                assert command is not None
                path = click.Context(command, info_name=name, parent=above)
                yield path.command_path, command, path
                if isinstance(command, click.Group):
                    stack.append((command, path))


ALL = [pytest.param(command, context, id=name) for name, command, context in every_command()]


@pytest.mark.parametrize(("command", "context"), ALL)
def test_every_help_starts_with_an_example(command: click.Command, context: click.Context) -> None:
    example = " ".join((command.help or "").replace("\b", "").split("\n\n")[0].split())
    assert example.startswith("Example: ")
    assert f" {context.command_path} " in f"{example} "


@pytest.mark.parametrize(("command", "context"), ALL)
def test_every_command_has_a_line_of_its_own(
    command: click.Command, context: click.Context
) -> None:
    """An imperative verb, one clause, at most 60 characters."""
    line = summary_of(command)
    assert re.fullmatch(r"[A-Z][a-z]+[ ,][^.]+\.", line), line
    assert len(line) <= 60
    assert line not in {summary_of(other) for _, other, _ in every_command() if other != command}
    if context.parent is not None:
        listed = click.HelpFormatter(width=100)
        context.parent.command.format_help(context.parent, listed)
        assert line in " ".join(listed.getvalue().split())


@pytest.mark.parametrize(("command", "context"), ALL)
def test_every_option_is_explained_and_names_its_environment_variable(
    command: click.Command, context: click.Context
) -> None:
    told = click.HelpFormatter(width=100)
    command.format_help(context, told)
    for option in command.params:
        if isinstance(option, click.Option) and not option.hidden:
            assert option.help, option.opts
            shown = " ".join(told.getvalue().split())
            assert not option.envvar or f"env var: {option.envvar}" in shown


@pytest.mark.parametrize(("program", "group"), PROGRAMS)
def test_every_command_is_under_one_heading(program: str, group: Group) -> None:
    listed = [name for names in group.headings.values() for name in names]
    known = LazyGroup.COMMANDS if program == "cardgen" else group.commands
    assert sorted(listed) == sorted(known)


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (("mak",), "make"),
        (("custody", "resotre"), "restore"),
        (("make", "o.toml", "--plant", "P", "--out", "R", "--standard", "x1"), "x1a"),
    ],
)
def test_a_word_that_is_nearly_right_is_answered_with_the_right_one(
    cardgen: Command, words: tuple[str, ...], meant: str
) -> None:
    said = cardgen(*words)
    assert said.exit_code == 2
    assert f"Did you mean {meant}?" in said.err


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["recieve"], "receive"),
        (["rules", "show", "us-nyy"], "us-ny"),
        (["rules", "show", "us-ny", "--section", "pre_drawn"], "pre_draw"),
        (["patterns", "coveral"], "coverall"),
        (["notices", "--as", "pdff"], "pdf"),
    ],
)
def test_a_word_of_the_hall_that_is_nearly_right_is_answered_too(
    words: list[str], meant: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(hall, words, "inventory") in {1, 2}
    assert f"Did you mean {meant}?" in capfd.readouterr().err


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


def test_no_help_offers_another_time_than_now() -> None:
    for _, command, context in every_command():
        assert "--made-at" not in command.get_help(context)


# Where a hint, an example or a page names a command: behind a backtick, a colon or a prompt.
NAMED = re.compile(
    r"(?:`|: |^ {4,6}|then |with )"
    r"(cardgen|inventory) ([a-z][a-z-]+)(?: ([a-z][a-z-]+)\b)?",
    re.MULTILINE,
)


def pages() -> Iterator[Path]:
    root = Path(main.__file__).parents[2]
    for folder in ("cardgen", "inventory", "samples"):
        yield from (root / folder).rglob("*.py")
    yield from (one for one in (root / "docs").glob("*.md") if one.name != "changelog.md")
    yield root / "README.md"


def test_every_command_that_is_named_is_there() -> None:
    """No refusal and no page points to a command that does not exist."""
    known = {name for name, _, _ in every_command()}
    groups = {name for name, command, _ in every_command() if isinstance(command, click.Group)}
    wrong = []
    for path in pages():
        for program, name, inner in NAMED.findall(path.read_text(encoding="utf-8")):
            full = f"{program} {name}"
            if full not in known or (full in groups and inner and f"{full} {inner}" not in known):
                wrong.append(f"{path.name}: {full} {inner}".rstrip())
    assert wrong == []

"""The house stands: room sizes, checks, the locked room. Floors and map: `.ci/check`, once."""

import ast
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Works

ROOT = Path(__file__).parent.parent.parent
ROOMS = sorted(path for name in ("cardgen", "inventory") for path in (ROOT / name).rglob("*.py"))
ROOM_LINES_MAX = 600
FUNCTION_LINES_MAX = 60


@pytest.mark.parametrize("room", ROOMS, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_room_is_small_and_so_are_its_functions(room: Path) -> None:
    text = room.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= ROOM_LINES_MAX
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            assert (node.end_lineno or 0) - node.lineno < FUNCTION_LINES_MAX + 20 * (
                room.parent.name == "cli"  # a command's options stand in its signature
            ), node.name


# A noun: the check symbol that a code ends with.
NOUNS = {"check_symbol"}


@pytest.mark.parametrize("package", ["cardgen", "inventory"])
def test_a_check_raises_and_answers_nothing(package: str) -> None:
    """A failed check that is an answer can be forgotten, and neither ruff nor mypy says a word."""
    answering = [
        f"{room.relative_to(ROOT)}: {node.name}"
        for room in ROOMS
        if room.is_relative_to(ROOT / package)
        for node in ast.walk(ast.parse(room.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
        and node.name.lstrip("_").startswith("check_")
        and node.name not in NOUNS
        and not (isinstance(node.returns, ast.Constant) and node.returns.value is None)
    ]
    assert answering == []


FOLDER_ROOMS_MAX = 12
# Not divided yet; each may lose rooms and gain none.
LARGER = {"inventory/ledger": 14}
HALLS_FOLDERS = sorted({room.parent for room in ROOMS if room.is_relative_to(ROOT / "inventory")})


@pytest.mark.parametrize("folder", HALLS_FOLDERS, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_folder_of_the_hall_holds_a_dozen_rooms_at_most(folder: Path) -> None:
    rooms = [path for path in folder.glob("*.py") if path.name != "__init__.py"]
    assert len(rooms) <= LARGER.get(folder.relative_to(ROOT).as_posix(), FOLDER_ROOMS_MAX)


def test_nothing_but_execute_writes_into_a_ledger() -> None:
    """One transaction a command, in one room: whoever writes elsewhere answers a request twice."""
    writing, reading = set(), set()
    for room in ROOMS:
        inside = room.relative_to(ROOT)
        if not inside.is_relative_to("inventory") or inside.is_relative_to("inventory/ledger"):
            continue
        for node in ast.walk(ast.parse(room.read_text(encoding="utf-8"))):
            is_writer = isinstance(node, ast.Name) and node.id == "Writer"
            if is_writer or (isinstance(node, ast.Attribute) and node.attr == "writing"):
                writing.add(inside.as_posix())
            if isinstance(node, ast.Attribute) and node.attr == "transaction":
                reading.add(inside.as_posix())
    assert writing == {"inventory/desk/execute.py"}
    assert reading == {"inventory/desk/hall.py"}, "who reads asks for hall.reading()"


def installed_copy(folder: Path) -> Path:
    """The packages as an installation has them."""
    for name in ("cardgen", "inventory"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def test_a_card_is_opened_where_the_locked_room_was_deleted(shipped: Works, tmp_path: Path) -> None:
    """A hall's machine: no secret room, no press, no plant's key; the card opens all the same."""
    token = shipped.inside_token(2)
    copy = installed_copy(tmp_path / "site")
    for room in ("secret", "press", "plant"):
        shutil.rmtree(copy / "cardgen" / room)
    rooms = ("make.py", "disclose.py", "ship.py", "remake.py", "allotment.py", "run_record.py")
    for room in rooms:
        (copy / "cardgen" / room).unlink()
    script = (
        "import sys\n"
        f"sys.path.insert(0, {str(copy)!r})\n"
        "import cardgen\n"
        f"assert cardgen.__file__.startswith({str(copy)!r})\n"
        "from cardgen.cli.main import run\n"
        "sys.exit(run(sys.argv[1:]))"
    )
    for words, typed, expected in (
        (["open", "-", "--bundle", str(shipped.bundle())], token, "ACME-000123-0000002-"),
        (["check", str(shipped.delivery)], "", "Consistent"),
    ):
        done = subprocess.run(
            [sys.executable, "-c", script, *words],
            cwd=tmp_path,
            input=typed,
            check=False,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        assert expected in done.stdout


def test_importing_the_proof_loads_no_array_and_no_pdf_library() -> None:
    script = (
        "import sys, cardgen.proof.delivery, cardgen.proof.bundle\n"
        "print(sorted({m.split('.')[0] for m in sys.modules} - set(sys.stdlib_module_names)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, check=True, capture_output=True, text=True
    )
    for heavy in ("numpy", "reportlab", "pikepdf", "pydantic", "click", "PIL"):
        assert f"'{heavy}'" not in done.stdout

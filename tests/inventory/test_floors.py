"""The house of the hall: who may import whom, and how big a room is (design.md section 5)."""

import ast
from pathlib import Path

import pytest

import inventory

ROOT = Path(inventory.__file__).parent
MODULES = sorted(ROOT.rglob("*.py"))
FLOORS = ("cli", "desk", "reports", "ledger", "decisions", "rules", "words")
DOORS = ("secret", "press", "plant", "make", "ship", "inspect", "cli")
ONE_ROOM = {"sqlalchemy": "ledger", "click": "cli"}
MODULE_LINES_MAX, FUNCTION_LINES_MAX, ARGUMENTS_MAX = 400, 60, 5


def floor_of(path: Path) -> str:
    parts = path.relative_to(ROOT).parts
    return parts[0] if len(parts) > 1 else "words"


def imported(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "no relative imports"
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_room_imports_only_its_own_floor_and_those_below(path: Path) -> None:
    own = FLOORS.index(floor_of(path))
    for name in imported(path):
        first, _, rest = name.partition(".")
        if first == "inventory":
            other = rest.partition(".")[0]
            floor = FLOORS.index(other) if other in FLOORS else FLOORS.index("words")
            assert own <= floor, f"{path.name} imports {name}"
        if first == "cardgen":
            assert rest.partition(".")[0] not in DOORS, name
        if first in ONE_ROOM:
            assert floor_of(path) == ONE_ROOM[first], f"{path.name} imports {name}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_room_is_small_and_says_what_it_is(path: Path) -> None:
    text = path.read_text()
    tree = ast.parse(text)
    assert ast.get_docstring(tree)
    assert len(text.splitlines()) <= MODULE_LINES_MAX
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            assert node.end_lineno is not None
            assert node.end_lineno - node.lineno < FUNCTION_LINES_MAX, node.name


def test_decisions_read_no_clock_file_key_or_database() -> None:
    forbidden = {"os", "pathlib", "time", "secrets", "sqlite3", "sqlalchemy", "random", "io"}
    for path in (ROOT / "decisions").glob("*.py"):
        names = {name.partition(".")[0] for name in imported(path)}
        assert names.isdisjoint(forbidden), path.name
        assert ".now(" not in path.read_text()
        assert "open(" not in path.read_text().replace("_open(", "")

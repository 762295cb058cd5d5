"""The decisions are pure: no clock, file, key or database (design.md section 5)."""

import ast
from pathlib import Path

import inventory

ROOT = Path(inventory.__file__).parent
FORBIDDEN = {"os", "pathlib", "time", "secrets", "sqlite3", "sqlalchemy", "random", "io"}


def imported(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            found.add(str(node.module))
    return found


def test_decisions_read_no_clock_file_key_or_database() -> None:
    rooms = sorted((ROOT / "decisions").rglob("*.py"))
    assert len(rooms) > 30
    for path in rooms:
        names = {name.partition(".")[0] for name in imported(path)}
        assert names.isdisjoint(FORBIDDEN), path.name
        assert ".now(" not in path.read_text()
        assert "open(" not in path.read_text().replace("_open(", "")

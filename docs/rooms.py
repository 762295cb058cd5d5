"""Write the table of rooms in docs/architecture.md from the rooms' own first lines.

Usage: python docs/rooms.py [--check]
"""

import ast
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- rooms: written by docs/rooms.py -->\n", "<!-- end of rooms -->"


def main() -> None:
    """Write the table, or with --check fail when it is not what the docstrings say."""
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    after = rest.partition(END)[2]
    written = f"{before}{BEGIN}{table()}{END}{after}"
    if "--check" not in sys.argv:
        PAGE.write_text(written, encoding="utf-8")
    elif written != page:
        sys.exit("docs/architecture.md: the table of rooms is old; run `python docs/rooms.py`.")


def table() -> str:
    """One row a room: its name and the first line of its docstring."""
    rows = ["| room | what it is |", "|---|---|"]
    for package in ("cardgen", "inventory"):
        for path in sorted((ROOT / package).rglob("*.py"), key=room_name):
            docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
            if docstring is None:
                sys.exit(f"{path}: a room without a docstring.")
            rows.append(f"| `{room_name(path)}` | {docstring.splitlines()[0]} |")
    return "\n".join(rows) + "\n"


def room_name(path: Path) -> str:
    """The module's dotted name."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


if __name__ == "__main__":
    main()

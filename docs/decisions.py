"""The index of decisions in docs/adr/README.md, from the head of each.

Usage: python docs/decisions.py [--check]
"""

import re
import sys
from pathlib import Path

FOLDER = Path(__file__).parent / "adr"
PAGE = FOLDER / "README.md"
HEAD = """# Decisions

What was decided, when, and whether it still holds.
A decision is never changed: a later one reverses it.

| number | decision | date | status |
|---|---|---|---|
"""
TITLE = re.compile(r"# 0*(\d+)[.:] (.+)")
DATED = re.compile(r"^(\d{4}-\d\d-\d\d) · (.+)$", re.MULTILINE)


def main() -> None:
    """Write the index, or compare it."""
    written = HEAD + "".join(map(_row, sorted(FOLDER.glob("[0-9]*.md"))))
    if sys.argv[1:] != ["--check"]:
        PAGE.write_text(written, encoding="utf-8")
    elif PAGE.read_text(encoding="utf-8") != written:
        sys.exit("docs/adr/README.md is old: run python docs/decisions.py.")


def _row(path: Path) -> str:
    text, number = path.read_text(encoding="utf-8"), path.name[:4]
    title, dated = TITLE.match(text), DATED.search(text)
    if title is None or dated is None or int(title[1]) != int(number):
        sys.exit(
            f"{path.name} begins with `# {int(number)}. TITLE` and has a line `DATE · STATUS`."
        )
    if len([*FOLDER.glob(f"{number}-*.md")]) > 1:
        sys.exit(f"Two decisions have the number {number}.")
    return f"| {number} | [{title[2]}]({path.name}) | {dated[1]} | {dated[2]} |\n"


if __name__ == "__main__":
    main()

"""Whoever copies the code of a page and runs it: without this house's packages."""

import re
import subprocess
import sys
from pathlib import Path

DOCS = Path(__file__).parent.parent.parent / "docs"
LINES_MAX, WIDTH_MAX = 60, 100


def code_of(page: str) -> str:
    """The one block of Python on a page."""
    text = (DOCS / page).read_text(encoding="utf-8")
    (found,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    return str(found)


def imported_by(code: str) -> set[str]:
    """The packages that the code imports."""
    imports = re.findall(r"^(?:import|from) (.+?)(?: import .*)?$", code, re.MULTILINE)
    return {name.split(".")[0] for line in imports for name in line.split(", ")}


def run(program: Path, *arguments: Path | str, typed: str = "") -> tuple[int, str, str]:
    """Exit code, output and errors of a page's code; `-I` hides our packages from it."""
    done = subprocess.run(
        [sys.executable, "-I", program, *arguments],
        input=typed,
        cwd=program.parent,
        check=False,
        capture_output=True,
        text=True,
    )
    return done.returncode, done.stdout, done.stderr

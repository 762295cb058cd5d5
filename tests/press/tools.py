"""Other people's programs as judges: a must in CI, skipped with the apt line elsewhere."""

import os
import shutil
import subprocess
from pathlib import Path

import pikepdf
import pytest

APT_PACKAGES = {
    "pdftoppm": "poppler-utils",
    "pdftocairo": "poppler-utils",
    "pdfdetach": "poppler-utils",
    "pdffonts": "poppler-utils",
    "pdfinfo": "poppler-utils",
    "pdftotext": "poppler-utils",
    "qpdf": "qpdf",
    "gs": "ghostscript",
    "mutool": "mupdf-tools",
    "zbarimg": "zbar-tools",
}


def tool(name: str) -> str:
    """Where the program is; fails in CI and skips elsewhere when it is not there."""
    found = shutil.which(name)
    if found is None:
        missing = f"{name} is missing: apt-get install -y {APT_PACKAGES[name]}"
        if os.environ.get("CI"):
            pytest.fail(missing)
        pytest.skip(missing)
    return found


def run(name: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [tool(name), *map(str, arguments)], capture_output=True, text=True, check=False
    )


def embedded(font: pikepdf.Object) -> bool:
    """Whether a font's outlines lie in the file; a Type 3 font is drawn there."""
    return "/CharProcs" in font or "/FontFile2" in font.FontDescriptor


def judge(path: Path, folder: Path) -> None:
    """qpdf, Ghostscript, poppler and MuPDF read the file and have nothing to say of it."""
    assert run("qpdf", "--check", path).returncode == 0
    stops = ("-dPDFSTOPONERROR", "-dPDFSTOPONWARNING")
    quiet = ("-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-r36")
    done = run("gs", *quiet, *stops, "-sDEVICE=nullpage", path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    done = run("pdftocairo", "-pdf", path, folder / "again.pdf")
    assert (done.returncode, done.stderr) == (0, "")
    done = run("mutool", "draw", "-q", "-r", "30", "-o", folder / "page%d.png", path)
    said = [line for line in done.stderr.splitlines() if "ICC support" not in line]
    assert (done.returncode, said) == (0, [])

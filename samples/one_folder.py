"""Build one folder with both programs and their own Python, for a computer that has none.

Usage: python samples/one_folder.py dist/

Run it on a computer of the same kind, where the package and PyInstaller are installed.
"""

import subprocess
import sys
from pathlib import Path

ENTRIES = {
    "cardgen": "from cardgen.cli.main import main\nmain()\n",
    "inventory": "from inventory.cli import main\nmain()\n",
}
# What is imported by name when a command runs, and files that lie beside the modules.
PACKAGES = (
    "cardgen",
    "inventory",
    "reportlab",
    "pyhanko",
    "pyhanko_certvalidator",
    "shamir_mnemonic",
)


def main() -> None:
    """Write DIST/cardgen and DIST/inventory, a folder each."""
    if len(sys.argv) != 2:  # noqa: PLR2004 -- the folder
        sys.exit("Name the folder to build into: python samples/one_folder.py dist/")
    out = Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    for name, source in ENTRIES.items():
        entry = out / f"{name}_entry.py"
        entry.write_text(source, encoding="utf-8")
        collected = [word for one in PACKAGES for word in ("--collect-all", one)]
        words = ["--noconfirm", "--name", name, "--copy-metadata", "sealed-cards"]
        work = ["--distpath", str(out), "--workpath", str(out / "work")]
        work += ["--specpath", str(out / "work")]
        subprocess.run(
            [sys.executable, "-m", "PyInstaller", *words, *work, *collected, str(entry)], check=True
        )


if __name__ == "__main__":
    main()

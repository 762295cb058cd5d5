"""From the order to the delivery without what only POSIX systems have, as on Windows."""

import subprocess
import sys
from pathlib import Path

from tests.cli.conftest import ORDER, RUN_ID

# What Windows lacks is taken away before anything of ours is imported; click asks for the system's
# name and takes what that has.
WITHOUT_POSIX = """
import os, signal, sys
for name in ("fcntl", "grp", "pwd", "resource"):
    sys.modules[name] = None
for name in ("O_NONBLOCK", "geteuid", "getuid", "mkfifo", "getpgid"):
    delattr(os, name)
for name in ("SIGHUP", "SIGKILL", "SIGALRM"):
    delattr(signal, name)
from cardgen.cli.main import main
sys.argv = ["cardgen", *sys.argv[1:]]
main()
"""


def without_posix(folder: Path, *words: object, typed: str = "") -> str:
    """What a command answers; it must not fail."""
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_POSIX, *(str(word) for word in words)],
        cwd=folder,
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": str(Path(__file__).parents[2])},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_an_order_comes_to_be_a_delivery_without_posix(tmp_path: Path) -> None:
    (tmp_path / "order.toml").write_text(ORDER)
    (tmp_path / "words").write_text("eight tired horses\n")
    plant, words = ["--plant", "PLANT"], ["--passphrase-file", "words"]
    two = ["--by", "Ann", "--by", "Bob"]

    def run(*more: object, typed: str = "") -> str:
        return without_posix(tmp_path, *more, typed=typed)

    run("order", "--check", "order.toml")
    run("preview", "order.toml", "--out", "PROOFS")
    run("init", "PLANT", "--maker", "ACME", *words)
    run("order", "approve", "order.toml", "--proofs", "PROOFS", "--customer", "Mary", *plant)
    custody: list[object] = []
    for name in ("ann", "bob"):
        run("custody", "new", f"{name}.json", "--custodian", name.title(), *plant, *words)
        custody += ["--custody", f"{name}.json", *words]
    run("make", "order.toml", *plant, *custody, "--out", "RUN", "--run-id", RUN_ID)
    counter = ["--press", "Press 1", "--start", "0", "--end", "7", "--set-serial", "000123"]
    run("note", "counter", "RUN", *counter, *plant)
    run("inspect", "RUN")
    run("ship", "RUN", *plant)
    assert "Consistent" in run("check", "delivery-st-brendan")
    run("purge", "RUN", *plant, *two)
    assert RUN_ID in run("runs", *plant)

"""From the order to the delivery without what only POSIX systems have, as on Windows."""

import json
import subprocess
import sys
from pathlib import Path

from tests.cli.conftest import ORDER, RUN_ID

# What Windows lacks is taken away before anything of ours is imported; click asks for the system's
# name and takes what that has. One process runs all commands, each of which must not fail.
WITHOUT_POSIX = """
import json, os, signal, sys
for name in ("fcntl", "grp", "pwd", "resource"):
    sys.modules[name] = None
for name in ("O_NONBLOCK", "geteuid", "getuid", "mkfifo", "getpgid"):
    delattr(os, name)
for name in ("SIGHUP", "SIGKILL", "SIGALRM"):
    delattr(signal, name)
from cardgen.cli.main import main
for words in json.load(sys.stdin):
    sys.argv = ["cardgen", *words]
    try:
        main()
    except SystemExit as ended:
        if ended.code:
            sys.exit(f"{words}: {ended.code}")
"""


def without_posix(folder: Path, commands: list[list[str]]) -> str:
    """What the commands print together; none may fail."""
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_POSIX],
        cwd=folder,
        input=json.dumps(commands),
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
    custody = ["--custody", "ann.json", *words, "--custody", "bob.json", *words]
    counter = ["--press", "Press 1", "--start", "0", "--end", "7", "--set-serial", "000123"]
    told = without_posix(
        tmp_path,
        [
            ["order", "--check", "order.toml"],
            ["preview", "order.toml", "--out", "PROOFS"],
            ["init", "PLANT", "--maker", "ACME", *words],
            ["order", "approve", "order.toml", "--proofs", "PROOFS", "--customer", "Mary", *plant],
            ["custody", "new", "ann.json", "--custodian", "Ann", *plant, *words],
            ["custody", "new", "bob.json", "--custodian", "Bob", *plant, *words],
            ["make", "order.toml", *plant, *custody, "--out", "RUN", "--run-id", RUN_ID],
            ["note", "counter", "RUN", *counter, *plant],
            ["inspect", "RUN"],
            ["ship", "RUN", *plant],
            ["check", "delivery-st-brendan"],
            ["purge", "--yes", "RUN", *plant, *two],
            ["runs", *plant],
        ],
    )
    assert "Consistent" in told
    assert RUN_ID in told.splitlines()[-1]

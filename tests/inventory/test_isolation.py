"""The hall works without the locked room and the press on its disk, without network and keys."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import cardgen
import inventory
from tests.inventory.delivery_builder import Built

GONE = ("secret", "press", "plant.py", "make.py", "ship.py", "inspect.py", "cli.py")
SCRIPT = """
import io, json, pkgutil, socket, sys

class NoNetwork(socket.socket):
    def __init__(self, *_, **__):
        raise OSError("there is no network here")

socket.socket = NoNetwork

import inventory
from inventory.cli import main

def run(*arguments, stdin="", expected=0):
    sys.stdin = io.StringIO(stdin)
    try:
        main(list(arguments))
    except SystemExit as done:
        assert done.code == expected, (arguments, done.code)

told = json.load(open(sys.argv[1]))
red, blue = told["red"], told["blue"]
run("init", "hall", "--hall-id", "st-brendan", "--name", "St. Brendan's", "--profile", "us-ny",
    "--pays-again", "no", "--punch", "round punch")
run("receive", told["delivery"], "--fingerprint", told["fingerprint"])
run("issue", "all", "--to", "1")
run("open", "Monday", "--primary", "100", "--consolation", "10",
    "--float", "0")
run("sell", red[0]["outside"], red[1]["outside"])
run("exchange", "-", stdin=red[0]["inside"] + "\\n" + blue[1]["outside"] + "\\n")
run("punched")
run("close")
run("hold")
heard = ("--compared-by", "Bob", "--read-back-by", "Cal", "--calls", "50")
run("claim", *heard, stdin=red[1]["inside"] + "\\n")
run("round", "close")
run("pay", red[1]["card_id"], "--to", "Mary K.", "--from", "check", "--no-slip")
run("put-back", red[2]["outside"], red[19]["outside"], "--count", "18")
run("put-back", blue[2]["outside"], blue[19]["outside"], "--count", "18")
run("cash-up", "--counted", "1x2", "--punched", "1", "--envelope", "E1")
run("report")
run("file", "--reference", "4711")
run("destroy")
run("audit")
run("prove", red[1]["card_id"])
for module in pkgutil.walk_packages(inventory.__path__, "inventory."):
    __import__(module.name)
loaded = [name for name in sys.modules if name.startswith(("cardgen.secret", "cardgen.press"))]
assert not loaded, loaded
print("all of it works")
"""


def test_the_hall_works_without_secret_and_press_on_disk(built: Built, tmp_path: Path) -> None:
    for package in (cardgen, inventory):
        assert package.__file__ is not None
        source = Path(package.__file__).parent
        shutil.copytree(
            source, tmp_path / source.name, ignore=shutil.ignore_patterns("__pycache__")
        )
    for name in GONE:
        path = tmp_path / "cardgen" / name
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    told = {
        "delivery": str(built.folder),
        "fingerprint": built.fingerprint,
        "red": [built.red(number).__dict__ for number in range(1, 21)],
        "blue": [built.blue(number).__dict__ for number in range(1, 21)],
    }
    (tmp_path / "told.json").write_text(json.dumps(told))
    (tmp_path / "play.py").write_text(SCRIPT)
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith("COV_")
    } | {
        "PYTHONPATH": str(tmp_path),
        "INVENTORY_HALL": str(tmp_path / "hall"),
        "INVENTORY_BY": "Ann",
        "INVENTORY_SECOND": "Bob",
    }
    played = subprocess.run(
        [sys.executable, "play.py", "told.json"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert played.returncode == 0, played.stderr
    assert played.stdout.rstrip().endswith("all of it works")
    keys = [path.name for path in (tmp_path / "hall").rglob("*.key")]
    assert keys == ["hall.key"], "no key of the plant or a custodian is here"

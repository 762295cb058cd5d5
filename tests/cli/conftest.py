"""A plant, a run and a delivery, made once by the commands themselves."""

import hashlib
import io
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from cardgen.cli.main import run

ORDER = """
order = "2026-117"
maker = "ACME"
form = "T75"
hall = "st-brendan"
hall_name = "St. Brendan's Parish Hall, Albany"
jurisdiction = "us-ny"
spare_percent = 0

[stock]
grammage = 170
opacity = 99.5
board = "black-core"
grain = "along"

[[series]]
set_serial = "000123"
series = "R1"
color = "red"
role = "original"
count = 7
price_cents = 100

[[series]]
set_serial = "000124"
series = "B1"
color = "blue"
role = "trade-in"
exchange_of = "000123"
count = 14
first = 501
price_cents = 100
"""
AT = "2026-11-30T18:00:00Z"
RUN_ID = "000102030405060708090a0b0c0d0e0f"


@dataclass(frozen=True)
class Said:
    """What a command answered."""

    exit_code: int
    out: str
    err: str


Command = Callable[..., Said]


def hashes(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.fixture
def cardgen(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """Run a command line in this process; `typed` is its standard input."""

    def command(*words: object, typed: str | bytes = "") -> Said:
        raw = typed if isinstance(typed, bytes) else typed.encode()
        monkeypatch.setattr(
            "sys.stdin", io.TextIOWrapper(io.BytesIO(raw), errors="surrogateescape")
        )
        capfd.readouterr()
        exit_code = run([str(word) for word in words])
        out, err = capfd.readouterr()
        return Said(exit_code, out, err)

    return command


@dataclass(frozen=True)
class Works:
    """The folder in which a plant works: its keys, its components, its order form."""

    folder: Path

    @property
    def plant(self) -> Path:
        return self.folder / "PLANT"

    @property
    def order(self) -> Path:
        return self.folder / "order.toml"

    @property
    def run(self) -> Path:
        return self.folder / "RUN"

    @property
    def delivery(self) -> Path:
        return self.folder / "delivery-st-brendan"

    def make_words(self, out: Path | None = None) -> list[object]:
        """The command line that makes the order's run."""
        words: list[object] = ["make", self.order, "--plant", self.plant]
        for name in ("ann", "bob"):
            words += ["--custody", self.folder / f"{name}.json"]
            words += ["--passphrase-file", self.folder / "passphrase"]
        return [*words, "--out", out or self.run, "--made-at", AT, "--run-id", RUN_ID]

    def bundle(self, serial: str = "000123") -> Path:
        return self.delivery / f"{serial}.bundle"

    def inside_token(self, audit_number: int = 1) -> str:
        """The code inside a red card, from the plant's own secrets; only tests may do this."""
        from cardgen.proof.framing import parse_json  # noqa: PLC0415
        from cardgen.proof.header import series_of  # noqa: PLC0415
        from cardgen.secret.custody import read_component  # noqa: PLC0415
        from cardgen.secret.dealing import deal  # noqa: PLC0415
        from cardgen.secret.keys import RunSecrets  # noqa: PLC0415
        from cardgen.secret.printing import printed  # noqa: PLC0415
        from cardgen.series import RunId  # noqa: PLC0415

        passphrase = (self.folder / "passphrase").read_text().strip()
        component_a = read_component(self.folder / "ann.json", passphrase)
        component_b = read_component(self.folder / "bob.json", passphrase)
        secrets = RunSecrets(component_a, component_b, RunId.parse(RUN_ID))
        record = parse_json((self.run / "record" / "run.json").read_bytes(), "run.json")
        series = series_of(record["series"][0]["header"])
        return printed(deal(secrets, series, audit_number, 1)).inside_tokens.decode()


@pytest.fixture(scope="session")
def fresh_master(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("fresh")
    (folder / "passphrase").write_text("eight tired horses\n")
    (folder / "order.toml").write_text(ORDER)
    words = ["--made-at", AT, "--passphrase-file", str(folder / "passphrase")]
    assert run(["init", str(folder / "PLANT"), "--maker", "ACME", *words]) == 0
    for name in ("ann", "bob"):
        custody = ["custody", "new", str(folder / f"{name}.json"), "--custodian", name.title()]
        assert run([*custody, "--plant", str(folder / "PLANT"), *words]) == 0
    return folder


@pytest.fixture(scope="session")
def shipped_master(fresh_master: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shipped") / "works"
    shutil.copytree(fresh_master, folder)
    works = Works(folder)
    assert run([str(word) for word in works.make_words()]) == 0
    assert run(["ship", str(works.run), "--plant", str(works.plant), "--made-at", AT]) == 0
    return folder


@pytest.fixture
def fresh(fresh_master: Path, tmp_path: Path) -> Works:
    """A plant that has made nothing yet."""
    shutil.copytree(fresh_master, tmp_path / "fresh")
    return Works(tmp_path / "fresh")


@pytest.fixture
def shipped(shipped_master: Path, tmp_path: Path) -> Works:
    """A plant that has made and shipped its order."""
    shutil.copytree(shipped_master, tmp_path / "works")
    return Works(tmp_path / "works")

"""What a worked evening is played on: its own plant, its own hall, and nothing left to chance.

Keys, components, request ids and hours follow from published words, so that the same evening gives
the same bytes each time, down to the ten letters of a slip. Commands run in this process as they
would at a prompt. Nothing here is of use to a hall: whoever knows the words knows every face.
"""

import contextlib
import hashlib
import io
import json
import os
import shlex
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import patch

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from cardgen.cli.main import run as run_cardgen
from cardgen.printed_batch import PrintedBatch
from cardgen.run_record import RunRecord
from cardgen.secret.custody import read_component
from cardgen.secret.dealing import deal_series
from cardgen.secret.keys import RunSecrets
from cardgen.secret.keystore import NewKeys, read_keys
from cardgen.secret.printing import printed
from inventory.cli import main
from inventory.clock import Moment
from samples.evening import OpenedCard

MADE_AT = "2026-11-16T15:00:00Z"
PASSPHRASE = "eight tired horses"  # noqa: S105 -- everybody knows it
CUSTODIANS = ("Ann Berg", "Bob Cole")
PROGRAM, PLANT, HALL = "program.toml", "PLANT", Path("HALL")
_WORD, _MADE = ("--passphrase-file", "passphrase"), ("--made-at", MADE_AT)
INSPECTED_CARDS_MAX = 1_000  # every page of a large run is read longer than the evening takes
COMMAND_SECONDS = 10  # what a command takes on the stopped clock


@dataclass
class Clock:
    """The hall's clock: it stands still, is set by the story, and moves on with each command."""

    now: datetime = datetime(2026, 11, 16, 15, 0, tzinfo=UTC)

    def set(self, day: str, hour: str) -> None:
        """Local time of the hall, such as 19:30."""
        at = datetime.strptime(f"{day} {hour}", "%Y-%m-%d %H:%M").astimezone(UTC)
        if at < self.now:
            raise SystemExit(f"the story goes back in time, to {day} {hour}")
        self.now = at

    def moment(self) -> Moment:
        """What both clocks of the machine say."""
        since = self.now - datetime(2026, 1, 1, tzinfo=UTC)
        return Moment(self.now.astimezone(), since // timedelta(milliseconds=1), "worked-evening")


@dataclass
class KnownIds:
    """Ids that everybody knows, one after another."""

    word: str
    drawn: int = 0

    def hex(self, count: int = 32) -> str:
        """The next id of so many bytes, as hex digits."""
        self.drawn += 1
        return _hash(f"{self.word} id {self.drawn}")[:count].hex()


@dataclass
class Stage:
    """A folder in which one evening is made and played, and what was said there."""

    state: str
    source: Path
    clock: Clock = field(default_factory=Clock)
    told: list[str] = field(default_factory=list)

    def say(self, sentence: str) -> None:
        """A line of the story."""
        self.told.extend(sentence.split("\n"))

    def cardgen(self, *words: str) -> str:
        """A command of the plant that must be done; what it says is shown."""
        self.say(f"  $ cardgen {shlex.join(words)}")
        said = io.StringIO()
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(io.StringIO()):
            code = run_cardgen(list(words))
        if code:
            raise SystemExit(f"cardgen {words[0]} ended with {code}")
        for line in said.getvalue().splitlines():
            self.say(f"    {line}".rstrip())
        return said.getvalue()

    def inventory(self, words: tuple[str, ...], typed: str) -> tuple[int, dict[str, Any]]:
        """A command of the hall: its exit code, and its answer in JSON."""
        code, said = self.answered(words, typed)
        return code, json.loads(said)

    def answered(self, words: Sequence[str], typed: str = "") -> tuple[int, str]:
        """A command of the hall: its exit code, and what it says."""
        self.clock.now += timedelta(seconds=COMMAND_SECONDS)
        said = io.StringIO()
        with (
            patch("sys.stdin", io.StringIO(typed)),
            contextlib.redirect_stdout(said),
            contextlib.redirect_stderr(io.StringIO()),
        ):
            try:
                main(words)
            except SystemExit as done:
                return int(done.code or 0), said.getvalue()
        raise SystemExit(f"inventory {words[0]} did not end")


@contextlib.contextmanager
def stage(
    state: str, folder: Path, zone: str, source: Path = Path(__file__).parent
) -> Iterator[Stage]:
    """A stage in this folder, with its order and its programs; `zone` is the hall's time zone."""
    source = source / state
    for form in source.glob("*.toml"):
        (folder / form.name).write_bytes(form.read_bytes())
    built = Stage(state, source)
    with contextlib.ExitStack() as stack:
        stack.enter_context(contextlib.chdir(folder))
        stack.callback(time.tzset)  # last, when the zone is the machine's own again
        stack.enter_context(patch.dict(os.environ, {"TZ": zone, "INVENTORY_HALL": str(HALL)}))
        time.tzset()
        for module in _reading_the_clock():
            stack.enter_context(patch.object(module, "moment_now", built.clock.moment))
        stack.enter_context(patch("secrets.token_hex", KnownIds(state).hex))
        keys = _keys(state)
        stack.enter_context(patch.object(NewKeys, "draw", lambda: keys))
        stack.enter_context(
            patch.object(Ed25519PrivateKey, "generate", lambda: _key(f"{state} hall"))
        )
        yield built


def _reading_the_clock() -> list[ModuleType]:
    """The commands that have the hall's one clock under a name of their own."""
    commands = (found for name, found in sys.modules.items() if name.startswith("inventory.cli"))
    return [module for module in commands if hasattr(module, "moment_now")]


@dataclass(frozen=True, slots=True)
class Made:
    """What a plant made and shipped: its fingerprint, the deliveries, and every card, open."""

    fingerprint: str
    deliveries: tuple[Path, ...]
    cards: dict[str, OpenedCard] = field(repr=False)


def make_cards(on: Stage, parts: tuple[str, ...] = ()) -> Made:
    """The orders of a stage made and shipped as a plant does it.

    `parts` are the ranges that this hall gets, of runs that are made for several.
    """
    Path("passphrase").write_text(f"{PASSPHRASE}\n")
    on.say("A plant is set up.")
    on.cardgen("init", PLANT, "--maker", "ACME", *_WORD, *_MADE)
    cards: dict[str, OpenedCard] = {}
    deliveries = []
    orders = sorted(Path().glob("order*.toml"), key=lambda path: path.stem)
    for place, order in enumerate(orders, start=1):
        on.say(f"\nThe printer reads {order}, makes the cards and ships them.")
        delivery = Path(f"delivery-{place}")
        cards |= _make_order(on, order, delivery, parts)
        deliveries.append(delivery)
    fingerprint = read_keys(Path(PLANT)).chain.fingerprint
    return Made(fingerprint, tuple(deliveries), cards)


def _make_order(
    on: Stage, order: Path, delivery: Path, parts: tuple[str, ...]
) -> dict[str, OpenedCard]:
    on.cardgen("order", "--check", str(order))
    custody: tuple[str, ...] = ()
    files = []
    for person in CUSTODIANS:
        file = f"{order.stem}-{person[:3].lower()}.json"
        files.append(Path(file))
        # A constant, since others draw from the system too, when they are first imported.
        drawn = _hash(f"{on.state} {order} {person}")
        with patch("os.urandom", lambda count, drawn=drawn: (drawn * count)[:count]):
            new = ("custody", "new", file, "--custodian", person, "--plant", PLANT)
            on.cardgen(*new, *_WORD, *_MADE)
        custody += ("--custody", file, *_WORD)
    run, run_id = f"RUN-{order.stem}", _hash(f"{on.state} {order} run")[:16].hex()
    making = ("make", str(order), "--plant", PLANT, *custody, "--out", run)
    on.cardgen(*making, *_MADE, "--run-id", run_id)
    record = RunRecord.read(Path(run), read_keys(Path(PLANT)).chain.plant_key)
    cards = _inside(record, files)
    if len(cards) <= INSPECTED_CARDS_MAX:
        on.cardgen("inspect", run, *_MADE)
    serials = {str(made.series.set_serial) for made in record.series}
    ranges = [word for one in parts if one[:6] in serials for word in ("--cards", one)]
    on.cardgen("ship", run, "--plant", PLANT, "--out", str(delivery), *ranges, *_MADE)
    on.cardgen("check", str(delivery))
    return cards


def _inside(record: RunRecord, files: list[Path]) -> dict[str, OpenedCard]:
    """Every card of a run, open, by its card id: dealt once more from the custodians' files."""
    half_a, half_b = (read_component(file, PASSPHRASE) for file in files)
    secrets = RunSecrets(half_a, half_b, record.run_id)
    found: dict[str, OpenedCard] = {}
    for made in record.series:
        for batch in deal_series(secrets, made.series):
            found |= _opened(printed(batch))
    return found


def _opened(batch: PrintedBatch) -> dict[str, OpenedCard]:
    cards = (
        OpenedCard(
            batch.row("card_ids", index).decode(),
            batch.row("inside_tokens", index).decode(),
            tuple(batch.row("numbers", index)),
        )
        for index in range(batch.count)
    )
    return {card.card_id: card for card in cards}


def _keys(state: str) -> NewKeys:
    root, pdf_signer = (
        ec.derive_private_key(int.from_bytes(_hash(f"{state} {name}"), "big"), ec.SECP256R1())
        for name in ("root", "pdf signer")
    )
    return NewKeys(root, _key(f"{state} plant"), pdf_signer)


def _key(word: str) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(_hash(word))


def _hash(word: str) -> bytes:
    return hashlib.sha256(f"worked evening {word}".encode()).digest()

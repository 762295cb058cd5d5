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
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
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
from inventory.cli import closing, game, house, main, papers, program, progressive, shell
from inventory.clock import Moment
from samples.evening import OpenedCard

MADE_AT = "2026-11-16T15:00:00Z"
PASSPHRASE = "eight tired horses"  # noqa: S105 -- everybody knows it
CUSTODIANS = (("ann.json", "Ann Berg"), ("bob.json", "Bob Cole"))
ORDER, PROGRAM, RUN, PLANT = "order.toml", "program.toml", "RUN", "PLANT"
DELIVERY, HALL = Path("delivery"), Path("HALL")
INSPECTED_CARDS_MAX = 1_000  # every page of a large run is read longer than the evening takes
COMMAND_SECONDS = 10  # what a command takes on the stopped clock
_CLOCKS = (closing, game, house, papers, program, progressive, shell)


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
        return Moment(self.now, since // timedelta(milliseconds=1), "worked-evening")


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
def stage(state: str, folder: Path, zone: str) -> Iterator[Stage]:
    """A stage in this folder, with its order and its programs; `zone` is the hall's time zone."""
    source = Path(__file__).parent / state
    for form in source.glob("*.toml"):
        (folder / form.name).write_bytes(form.read_bytes())
    built = Stage(state, source)
    with contextlib.ExitStack() as stack:
        stack.enter_context(contextlib.chdir(folder))
        stack.callback(time.tzset)  # last, when the zone is the machine's own again
        stack.enter_context(patch.dict(os.environ, {"TZ": zone}))
        time.tzset()
        for module in _CLOCKS:
            if hasattr(module, "moment_now"):
                stack.enter_context(patch.object(module, "moment_now", built.clock.moment))
        stack.enter_context(patch("secrets.token_hex", KnownIds(state).hex))
        keys = _keys(state)
        stack.enter_context(patch.object(NewKeys, "draw", lambda: keys))
        stack.enter_context(
            patch.object(Ed25519PrivateKey, "generate", lambda: _key(f"{state} hall"))
        )
        yield built


def make_cards(on: Stage, parts: tuple[str, ...] = ()) -> dict[str, OpenedCard]:
    """The order made and shipped as a plant does it; every card of it, open, by its card id.

    `parts` are the ranges that this hall gets, of a run that is made for several.
    """
    Path("passphrase").write_text(f"{PASSPHRASE}\n")
    word = ("--passphrase-file", "passphrase")
    made = ("--made-at", MADE_AT)
    on.say("The printer reads the order.")
    on.cardgen("order", "--check", ORDER)
    on.say("\nThe cards are made, and shipped.")
    on.cardgen("init", PLANT, "--maker", "ACME", *word, *made)
    custody: tuple[str, ...] = ()
    for file, person in CUSTODIANS:
        # A constant, since others draw from the system too, when they are first imported.
        drawn = _hash(f"{on.state} {person}")
        with patch("os.urandom", lambda count, drawn=drawn: (drawn * count)[:count]):
            new = ("custody", "new", file, "--custodian", person, "--plant", PLANT)
            on.cardgen(*new, *word, *made)
        custody += ("--custody", file, *word)
    run_id = hashlib.sha256(f"{on.state} run".encode()).hexdigest()[:32]
    on.cardgen("make", ORDER, "--plant", PLANT, *custody, "--out", RUN, *made, "--run-id", run_id)
    cards = _inside()
    if len(cards) <= INSPECTED_CARDS_MAX:
        on.cardgen("inspect", RUN)
    ranges = tuple(word for part in parts for word in ("--cards", part))
    on.cardgen("ship", RUN, "--plant", PLANT, "--out", str(DELIVERY), *ranges, *made)
    on.cardgen("check", str(DELIVERY))
    return cards


def _inside() -> dict[str, OpenedCard]:
    """Every card of the run, open, by its card id: dealt once more from the custodians' files."""
    half_a, half_b = (read_component(Path(file), PASSPHRASE) for file, _ in CUSTODIANS)
    record = RunRecord.read(Path(RUN), read_keys(Path(PLANT)).chain.plant_key)
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

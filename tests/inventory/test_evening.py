"""A whole evening at the terminal, command by command, as the demo plays it."""

import hashlib
import json
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from inventory.cli import main
from tests.inventory.delivery_builder import Asked, Built, Card, build_delivery

SOLD, BASKETS = 60, (1, 6, 3, 10, 2, 12, 6, 8, 12)
PRE_DRAWN, CALLS = 48, 60
PRICE_CENTS, FLOAT_CENTS = 100, 5000


@dataclass
class Shell:
    """Runs `inventory` as a person does, and reads its JSON."""

    hall: Path
    capsys: pytest.CaptureFixture[str]
    monkeypatch: pytest.MonkeyPatch

    def run(self, *arguments: str, stdin: str = "") -> tuple[int, dict[str, Any]]:
        self.monkeypatch.setattr("sys.stdin", StringIO(stdin))
        with pytest.raises(SystemExit) as done:
            main([*arguments, "--json"])
        out = self.capsys.readouterr().out
        code = done.value.code
        assert isinstance(code, int)
        return code, json.loads(out) if out.strip() else {}

    def done(self, *arguments: str, stdin: str = "") -> dict[str, Any]:
        code, answer = self.run(*arguments, stdin=stdin)
        assert code == 0, answer
        return answer

    def refused(self, expected: str, *arguments: str) -> None:
        code, answer = self.run(*arguments)
        assert (code, answer["code"]) == (4, expected)
        assert answer["sentence"]
        assert answer["mends"]


@pytest.fixture
def shell(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Shell:
    folder = tmp_path / "hall"
    monkeypatch.setenv("INVENTORY_HALL", str(folder))
    monkeypatch.setenv("INVENTORY_BY", "Ann")
    monkeypatch.setenv("INVENTORY_SECOND", "Bob")
    return Shell(folder, capsys, monkeypatch)


@dataclass
class Night:
    """The evening so far: the balls in their order, and how many are drawn."""

    shell: Shell
    built: Built
    balls: list[int]
    drawn: int = 0

    @property
    def on_the_board(self) -> set[int]:
        return set(self.balls[: self.drawn])

    def missing(self, card: Card) -> set[int]:
        return set(card.numbers) - self.on_the_board


def test_an_evening_from_delivery_to_destruction(shell: Shell, tmp_path: Path) -> None:
    built = build_delivery(tmp_path / "delivery", Asked(reds=80, blues=40))
    balls = sorted(range(1, 76), key=lambda ball: hashlib.sha256(bytes([ball])).digest())
    night = Night(shell, built, balls)
    open_the_evening(night)
    sell_sixty_in_baskets(night)
    night.drawn = PRE_DRAWN
    shell.done("draw", "--pre-drawn", *map(str, balls[:PRE_DRAWN]))
    surrendered = exchange_three_for_six(night)
    refuse_six_wrong_actions(night, surrendered)
    shell.done("close")
    winners = play_to_the_first_winner(night, surrendered)
    for winner in winners:
        shell.done("pay", winner.card_id, "--to", "Mary K.", "--from", "check")
    close_the_evening(night)
    file_and_destroy(night, winners, surrendered)
    assert shell.done("audit")["findings"] == []
    assert len(shell.done("prove", winners[0].card_id)["entries"]) >= 5
    no_code_is_kept(shell, built)


def open_the_evening(night: Night) -> None:
    shell, built = night.shell, night.built
    set_up(shell)
    shell.done("receive", str(built.folder), "--fingerprint", built.fingerprint)
    shell.done("issue", "all", "--to", "1")
    opened = shell.done(
        *("open", "Monday", "--played-on", "2026-11-30", "--pre-drawn", str(PRE_DRAWN)),
        *("--calls", str(CALLS), "--primary", "500", "--consolation", "100", "--float", "50"),
    )
    assert len(opened["entries"][-1]["letters"]) == 10


def sell_sixty_in_baskets(night: Night) -> None:
    last = 0
    for count in BASKETS:
        last += count
        sold = night.shell.done("sell", "--count", str(count), night.built.red(last).outside)
        assert len(sold["entries"][0]["cards"]) == count
    assert last == SOLD


def exchange_three_for_six(night: Night) -> list[Card]:
    """Nobody gives a good card away: those with the fewest numbers drawn are traded in."""
    sold = [night.built.red(number) for number in range(1, SOLD + 1)]
    surrendered = sorted(sold, key=lambda card: -len(night.missing(card)))[:3]
    named = "\n".join([surrendered[0].inside, *(card.outside for card in surrendered[1:])])
    last = night.built.blue(6).outside
    exchanged = night.shell.done("exchange", "-", "--last", last, stdin=named)
    assert [entry["kind"] for entry in exchanged["entries"]] == ["Exchanged"] * 3
    night.shell.done("punched")
    return surrendered


def refuse_six_wrong_actions(night: Night, surrendered: list[Card]) -> None:
    shell, red, blue = night.shell, night.built.red, night.built.blue
    last = ("--last", blue(8).outside)
    kept = next(red(n) for n in range(1, SOLD + 1) if red(n) not in surrendered)
    shell.refused("already-sold", "sell", kept.outside)
    shell.refused("out-of-sequence", "sell", red(SOLD + 2).outside)
    shell.refused("already-surrendered", "exchange", surrendered[0].card_id, *last)
    shell.refused("chain-limit", "exchange", blue(1).outside, *last)
    shell.refused("wrong-role", "sell", blue(7).outside)
    shell.refused("sales-open", "draw", str(night.balls[PRE_DRAWN]))


def play_to_the_first_winner(night: Night, surrendered: list[Card]) -> list[Card]:
    shell, red, blue = night.shell, night.built.red, night.built.blue
    playing = [red(n) for n in range(1, SOLD + 1) if red(n) not in surrendered]
    playing += [blue(number) for number in range(1, 7)]
    while not (winners := [card for card in playing if not night.missing(card)]):
        shell.done("draw", str(night.balls[night.drawn]))
        night.drawn += 1
    held = str(night.balls[night.drawn])
    shell.done("hold", "--ball", held)
    shell.refused("draw-frozen", "draw", held)
    refuse_a_claim_one_short(night, playing)
    for winner in winners:
        assert claimed(shell, winner) == (0, "VALID")
    shell.refused("round-open", "pay", winners[0].card_id, "--to", "Mary K.")
    closed = shell.done("round", "close")["entries"][0]
    assert sum(closed["shares"]) == (50000 if night.drawn <= CALLS else 10000)
    return winners


def refuse_a_claim_one_short(night: Night, playing: list[Card]) -> None:
    """A number not on the list never refuses by itself; the rack does."""
    short = next(card for card in playing if len(night.missing(card)) == 1)
    assert claimed(night.shell, short) == (5, "CANNOT TELL YET")
    night.shell.done("rack", "--player", "table 4")
    code, answer = night.shell.run("claim", short.card_id, *HEARD)
    assert (code, answer["entries"][-1]["verdict"]) == (3, "NOT VALID")
    assert set(answer["entries"][-1]["numbers_missing"]) == night.missing(short)


def close_the_evening(night: Night) -> None:
    put_back(night.shell, night.built)
    cash = FLOAT_CENTS + (SOLD + 3) * PRICE_CENTS
    counted = night.shell.done(
        *("cash-up", "--counted", f"1x{cash // 100}", "--punched", "3", "--envelope", "E12")
    )
    assert counted["entries"][0]["expected_cents"] == cash
    report = night.shell.done("report")
    assert report["receipts_cents"] == (SOLD + 3) * PRICE_CENTS
    assert report["balanced"]


def file_and_destroy(night: Night, winners: list[Card], surrendered: list[Card]) -> None:
    shell = night.shell
    shell.refused("not-filed", "destroy")
    shell.done("file", "--reference", "clerk 4711")
    shell.refused("paid-card-kept", "destroy", winners[0].card_id)
    gone = shell.done("destroy")["entries"][0]["cards"]
    assert sorted(gone) == sorted(card.card_id for card in surrendered)


HEARD = ("--compared-by", "Bob", "--read-back-by", "Cal")


def set_up(shell: Shell) -> None:
    shell.done(
        *("init", str(shell.hall), "--hall-id", "st-brendan", "--name", "St. Brendan's"),
        *("--profile", "us-ny", "--pays-again", "yes", "--punch", "round punch"),
    )


def claimed(shell: Shell, card: Card) -> tuple[int, str]:
    code, answer = shell.run("claim", *HEARD, stdin=card.inside + "\n")
    return code, answer["entries"][-1]["verdict"]


def put_back(shell: Shell, built: Built) -> None:
    """The open packs by first and last card and a count, the others whole."""
    shell.refused(
        "count-left-differs",
        *("put-back", built.blue(7).outside, built.blue(20).outside, "--count", "13"),
    )
    shell.done("put-back", built.blue(7).outside, built.blue(20).outside, "--count", "14")
    shell.done("put-back", "000123:61-80", "000124:21-40")


def no_code_is_kept(shell: Shell, built: Built) -> None:
    secrets = [card.code.replace("-", "")[:16].encode() for card in built.cards.values()]
    for path in shell.hall.rglob("*"):
        if path.is_file():
            raw = path.read_bytes()
            assert not any(secret in raw for secret in secrets)

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


def test_an_evening_from_delivery_to_destruction(shell: Shell, tmp_path: Path) -> None:
    built = build_delivery(tmp_path / "delivery", Asked(reds=80, blues=40))
    red, blue = built.red, built.blue
    set_up(shell, built)
    assert shell.done("receive", str(built.folder), "--fingerprint", built.fingerprint)["ok"]
    shell.done("issue", "all", "--to", "1")
    opened = shell.done(
        *("open", "Monday", "--played-on", "2026-11-30", "--pre-drawn", str(PRE_DRAWN)),
        *("--calls", str(CALLS), "--primary", "500", "--consolation", "100", "--float", "50"),
    )
    assert len(opened["entries"][-1]["letters"]) == 10

    # Sixty originals in baskets.
    last = 0
    for count in BASKETS:
        last += count
        sold = shell.done("sell", "--count", str(count), red(last).outside)
        assert len(sold["entries"][0]["cards"]) == count
    assert last == SOLD

    # Forty-eight balls while cards are still sold, then three for six.
    balls = sorted(range(1, 76), key=lambda ball: hashlib.sha256(bytes([ball])).digest())
    shell.done("draw", "--pre-drawn", *map(str, balls[:PRE_DRAWN]))
    surrendered = worst(balls[:PRE_DRAWN], [red(number) for number in range(1, SOLD + 1)])[:3]
    named = "\n".join([surrendered[0].inside, *(card.outside for card in surrendered[1:])])
    exchanged = shell.done("exchange", "-", "--last", blue(6).outside, stdin=named)
    assert [entry["kind"] for entry in exchanged["entries"]] == ["Exchanged"] * 3
    shell.done("punched")

    # Six wrong actions.
    kept = next(red(n) for n in range(1, SOLD + 1) if red(n) not in surrendered)
    shell.refused("already-sold", "sell", kept.outside)
    shell.refused("out-of-sequence", "sell", red(SOLD + 2).outside)
    shell.refused("already-surrendered", "exchange", surrendered[0].card_id, "--last",
                  blue(8).outside)  # fmt: skip
    shell.refused("chain-limit", "exchange", blue(1).outside, "--last", blue(8).outside)
    shell.refused("wrong-role", "sell", blue(7).outside)
    shell.refused("sales-open", "draw", str(balls[PRE_DRAWN]))
    shell.done("close")

    # Balls until somebody has all 24.
    playing = [red(n) for n in range(1, SOLD + 1) if red(n) not in surrendered]
    playing += [blue(number) for number in range(1, 7)]
    drawn = balls[:PRE_DRAWN]
    while not (winners := [card for card in playing if set(card.numbers) <= set(drawn)]):
        drawn.append(balls[len(drawn)])
        shell.done("draw", str(drawn[-1]))
    short = next(card for card in playing if len(set(card.numbers) - set(drawn)) == 1)
    shell.done("hold", "--ball", str(balls[len(drawn)]))
    shell.refused("draw-frozen", "draw", str(balls[len(drawn)]))
    assert claimed(shell, short) == (5, "CANNOT TELL YET")
    shell.done("rack", "--player", "table 4")
    code, answer = shell.run("claim", short.card_id, *HEARD)
    assert (code, answer["entries"][-1]["verdict"]) == (3, "NOT VALID")
    assert len(answer["entries"][-1]["numbers_missing"]) == 1
    for winner in winners:
        assert claimed(shell, winner) == (0, "VALID")
    shell.refused("round-open", "pay", winners[0].card_id, "--to", "Mary K.")
    closed = shell.done("round", "close")["entries"][0]
    assert sum(closed["shares"]) == (50000 if len(drawn) <= CALLS else 10000)
    for winner in winners:
        shell.done("pay", winner.card_id, "--to", "Mary K.", "--from", "check")

    put_back(shell, built)
    cash = FLOAT_CENTS + SOLD * PRICE_CENTS + 3 * PRICE_CENTS
    counted = shell.done(
        *("cash-up", "--counted", f"1x{cash // 100}", "--punched", "3", "--envelope", "E12")
    )
    assert counted["entries"][0]["expected_cents"] == cash
    report = shell.done("report")
    assert report["receipts_cents"] == (SOLD + 3) * PRICE_CENTS
    assert report["balanced"]
    shell.refused("not-filed", "destroy")
    shell.done("file", "--reference", "clerk 4711")
    shell.refused("paid-card-kept", "destroy", winners[0].card_id)
    gone = shell.done("destroy")["entries"][0]["cards"]
    assert sorted(gone) == sorted(card.card_id for card in surrendered)
    assert shell.done("audit")["findings"] == []
    proved = shell.done("prove", winners[0].card_id)
    assert len(proved["entries"]) >= 5
    no_code_is_kept(shell, built)


HEARD = ("--compared-by", "Bob", "--read-back-by", "Cal")


def set_up(shell: Shell, built: Built) -> None:
    shell.done(
        *("init", str(shell.hall), "--hall-id", "st-brendan", "--name", "St. Brendan's"),
        *("--profile", "us-ny", "--pays-again", "yes", "--punch", "round punch"),
    )


def claimed(shell: Shell, card: Card) -> tuple[int, str]:
    code, answer = shell.run("claim", *HEARD, stdin=card.inside + "\n")
    return code, answer["entries"][-1]["verdict"]


def worst(drawn: list[int], cards: list[Card]) -> list[Card]:
    """The cards with the most numbers missing: nobody gives a good one away."""
    return sorted(cards, key=lambda card: len(set(card.numbers) & set(drawn)))


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

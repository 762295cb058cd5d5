"""An evening in a hall, command by command, as `make demo` plays it on the run it made.

Cards are sold by their printed card ids; what is inside a card only its player learns, by tearing
it open. Every figure that is checked here follows from the program of the evening.
"""

import hashlib
import json
import shlex
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cardgen.card_id import AuditNumber, CardId, MakerId, SetSerial

SEATS = 120  # 9 NYCRR 4820.51(c) wants 12 players present
SOLD, BASKETS = 60, (1, 6, 3, 10, 2, 12, 6, 8, 12)
TRADED_IN = 3
PRE_DRAWN, CALLS = 48, 60
PRIMARY_CENTS, CONSOLATION_CENTS, FLOAT_CENTS = 50000, 10000, 5000
HEARD = ("--compared-by", "Bob", "--read-back-by", "Cal")
PEOPLE = ("--by", "Ann", "--second", "Bob")
VALID, NOT_VALID, REFUSED, CANNOT_TELL = 0, 3, 4, 5  # exit codes of `inventory`

# Runs `inventory` with these words and this input: its exit code, and its answer in JSON.
Run = Callable[[tuple[str, ...], str], tuple[int, dict[str, Any]]]


@dataclass(frozen=True)
class OpenedCard:
    """What a player holds once the card is torn open: its inside code and its numbers."""

    card_id: str
    inside: str = field(repr=False)
    numbers: tuple[int, ...]


@dataclass
class Evening:
    """What the evening is played with, and how far it is."""

    run: Run
    tear_open: Callable[[str], OpenedCard]
    delivery: Path
    fingerprint: str
    hall: Path
    say: Callable[[str], None] = print
    balls: list[int] = field(default_factory=list)
    drawn: int = 0
    price_cents: int = 0
    newest_slip: str = ""  # the letters on the newest paper
    is_paid: bool = False  # whether a prize of the evening was paid
    slip_to_pay: str = ""  # those of the last payment, or before it of the round

    def __post_init__(self) -> None:
        """The order of the balls is fixed, so that the demo is the same each time."""
        self.balls = sorted(range(1, 76), key=lambda ball: hashlib.sha256(bytes([ball])).digest())

    def done(self, *words: str, typed: str = "") -> dict[str, Any]:
        """A command that must be done."""
        return self.expect(0, *words, typed=typed)

    def pay(self, card: OpenedCard, to: str, *words: str) -> None:
        """A winner is paid, and a second person reads the slip of the payment before."""
        read = ("--slip", self.slip_to_pay, *PEOPLE)
        self.done("pay", card.card_id, "--to", to, *words, *read)

    def _keep_slips(self, answer: dict[str, Any]) -> None:
        for entry in answer.get("entries", ()):
            if entry["kind"] != "Checkpointed":
                continue
            self.newest_slip = entry["letters"]
            if entry["when"] in {"pay", "claims"} and not (
                self.is_paid and entry["when"] == "claims"
            ):
                self.slip_to_pay = entry["letters"]
            self.is_paid = entry["when"] != "open" and (self.is_paid or entry["when"] == "pay")

    def refused(self, code: str, *words: str) -> None:
        """A wrong action: refused aloud, with the sentence that mends it."""
        answer = self.expect(REFUSED, *words)
        if answer["code"] != code:
            raise SystemExit(f"inventory {words[0]}: refused as {answer['code']}, not as {code}")
        self.say(f"    refused ({code}): {answer['sentence']} {answer['mends']}")

    def expect(self, exit_code: int, *words: str, typed: str = "") -> dict[str, Any]:
        """A command and the exit code it must end with."""
        self.say(f"  $ inventory {shlex.join(words)}")
        found, answer = self.run((*words, "--json"), typed)
        if found != exit_code:
            raise SystemExit(f"inventory {words[0]} ended with {found}, not {exit_code}: {answer}")
        for line in answer.get("lines", ()):
            self.say(f"    {line}")
        self._keep_slips(answer)
        for paper in answer.get("papers", ()):
            for line in ("", *paper["lines"]):
                self.say(f"    {line}".rstrip())
        return answer

    def missing(self, card: OpenedCard) -> set[int]:
        """The numbers of a card that are not drawn."""
        return set(card.numbers) - set(self.balls[: self.drawn])


def red(number: int) -> str:
    """The card id printed on an original."""
    return card_id("000123", number)


def blue(number: int) -> str:
    """The card id printed on a trade-in."""
    return card_id("000124", number)


def play(evening: Evening) -> None:
    """The whole evening, from the delivery to the audit."""
    open_the_evening(evening)
    sell_in_baskets(evening)
    evening.say("\nForty-eight balls are drawn while cards are still sold.")
    evening.drawn = PRE_DRAWN
    balls = tuple(map(str, evening.balls[:PRE_DRAWN]))
    evening.refused("heads-not-counted", "draw", "--pre-drawn", *balls, "--by", "Cal")
    evening.refused("too-few-players", "players", "11", "--by", "Ann")
    evening.done("players", "64", "--by", "Ann")
    evening.done("draw", "--pre-drawn", *balls, "--by", "Cal")
    players = {red(n): evening.tear_open(red(n)) for n in range(1, SOLD + 1)}
    traded = trade_in(evening, players)
    refuse_six_wrong_actions(evening, traded)
    evening.done("close", "--by", "Ann")
    for card in traded:
        del players[card.card_id]
    players |= {blue(n): evening.tear_open(blue(n)) for n in range(1, 2 * TRADED_IN + 1)}
    winners = draw_to_the_first_winner(evening, players)
    judge_the_claims(evening, players, winners)
    for card in winners:
        evening.pay(card, "Mary K.", "--from", "check")
    close_the_evening(evening)
    file_and_destroy(evening, winners, traded)
    evening.say("\nThe evening's papers are written, for the clerk and for the auditor.")
    papers = evening.hall.parent / "papers-monday"
    evening.done("papers", "--auditor", "--as", "pdf", "--as", "csv", "--out", str(papers))
    evening.say("\nThe auditor finds nothing.")
    evening.done("audit")


def open_the_evening(evening: Evening) -> None:
    """Set up, receive, issue, open."""
    evening.say("\nA hall is set up. It answers whether a player who trades in pays again.")
    words: tuple[str, ...] = (
        "--hall-id",
        "st-brendan",
        "--name",
        "St. Brendan's",
        "--profile",
        "us-ny",
    )
    words += ("--pays-again", "yes", "--punch", "round punch", "--by", "Ann")
    evening.done("init", str(evening.hall), *words)
    paper = ("--fingerprint", evening.fingerprint)
    received = evening.done("receive", str(evening.delivery), *paper, *PEOPLE)
    evening.price_cents = received["entries"][0]["price_cents"]
    evening.done("issue", "all", "--to", "1", *PEOPLE)
    program: tuple[str, ...] = (
        "--pre-drawn",
        str(PRE_DRAWN),
        "--calls",
        str(CALLS),
        "--primary",
        "500",
    )
    program += ("--consolation", "100", "--seats", str(SEATS), "--float", "50", "--by", "Ann")
    evening.done("open", "Monday", "--played-on", "2026-11-30", *program)


def sell_in_baskets(evening: Evening) -> None:
    """Sixty originals: how many, then the last."""
    evening.say(f"\n{SOLD} originals are sold in baskets.")
    last = 0
    for count in BASKETS:
        last += count
        evening.done("sell", "--count", str(count), red(last), "--by", "Ann")


def trade_in(evening: Evening, players: dict[str, OpenedCard]) -> list[OpenedCard]:
    """Three for six: nobody gives a good card away. They are open, and punched at once."""
    evening.say("\nThree players see that theirs will not win, and trade in: three for six.")
    worst = sorted(players.values(), key=lambda card: -len(evening.missing(card)))[:TRADED_IN]
    scans = "\n".join(card.inside for card in worst)
    last = blue(2 * TRADED_IN)
    evening.done("exchange", "-", "--last", last, "--by", "Ann", typed=scans)
    evening.done("punched", "--by", "Ann")
    return worst


def refuse_six_wrong_actions(evening: Evening, traded: list[OpenedCard]) -> None:
    """What a tired seller does wrong, refused aloud."""
    evening.say("\nSix wrong actions are refused.")
    last = ("--last", blue(2 * TRADED_IN + 2), "--by", "Ann")
    given = {card.card_id for card in traded}
    kept = next(red(number) for number in range(1, SOLD + 1) if red(number) not in given)
    evening.refused("already-sold", "sell", kept, "--by", "Ann")
    evening.refused("out-of-sequence", "sell", red(SOLD + 2), "--by", "Ann")
    evening.refused("already-surrendered", "exchange", traded[0].card_id, *last)
    evening.refused("chain-limit", "exchange", blue(1), *last)
    evening.refused("wrong-role", "sell", blue(2 * TRADED_IN + 1), "--by", "Ann")
    evening.refused("sales-open", "draw", str(evening.balls[PRE_DRAWN]), "--by", "Cal")


def draw_to_the_first_winner(evening: Evening, players: dict[str, OpenedCard]) -> list[OpenedCard]:
    """Ball after ball until a player has all 24, and shouts."""
    evening.say("\nThe game starts: holders on the pre-drawn numbers are asked for; then balls.")
    holds = any(not evening.missing(card) for card in players.values())
    evening.refused("game-not-started", "draw", str(evening.balls[PRE_DRAWN]), "--by", "Cal")
    evening.done("start", "--inquiry", "holder" if holds else "nobody", "--by", "Cal")
    while not (winners := [card for card in players.values() if not evening.missing(card)]):
        evening.done("draw", str(evening.balls[evening.drawn]), "--by", "Cal")
        evening.drawn += 1
    held = str(evening.balls[evening.drawn])
    evening.done("hold", "--ball", held, "--by", "Cal")
    evening.refused("draw-frozen", "draw", held, "--by", "Cal")
    return winners


def judge_the_claims(
    evening: Evening, players: dict[str, OpenedCard], winners: list[OpenedCard]
) -> None:
    """One number short first: the list asks for the rack, the rack decides. Then the winner."""
    evening.say("\nTwo shouted; one is a number short.")
    fewest = min(len(evening.missing(card)) for card in players.values() if card not in winners)
    short = next(card for card in players.values() if len(evening.missing(card)) == fewest)
    heard = (*HEARD, "--by", "Ann")
    evening.expect(CANNOT_TELL, "claim", *heard, typed=f"{short.inside}\n")
    evening.done("rack", "--player", "table 4", "--by", "Ann")
    evening.expect(NOT_VALID, "claim", short.card_id, *heard)
    for card in winners:
        evening.expect(VALID, "claim", *heard, typed=f"{card.inside}\n")
    words = ("pay", winners[0].card_id, "--to", "Mary K.", "--from", "box", "--no-slip")
    evening.refused("round-open", *words, "--by", "Ann")
    closed = evening.done("round", "close", "--by", "Cal")["entries"][0]
    prize = PRIMARY_CENTS if evening.drawn <= CALLS else CONSOLATION_CENTS
    check("the shares", sum(closed["shares"]), prize)
    evening.done("complete", "--by", "Cal")


def close_the_evening(evening: Evening) -> None:
    """Put back, cash up, report."""
    evening.say("\nWhat is unsold goes back, the box is counted blind.")
    for first, pack in ((SOLD + 1, "123"), (2 * TRADED_IN + 1, "124")):
        name, last = (red if pack == "123" else blue), last_of_pack(evening.delivery, pack, first)
        if last:
            count = str(last - first + 1)
            evening.done("put-back", name(first), name(last), "--count", count, *PEOPLE)
    receipts = (SOLD + TRADED_IN) * evening.price_cents
    dollars, cents = divmod(FLOAT_CENTS + receipts, 100)
    counted = f"1x{dollars}" + (f" 0.01x{cents}" if cents else "")
    pile = ("--punched", str(TRADED_IN), "--envelope", "E12")
    cash = evening.done("cash-up", "--counted", counted, *pile, *PEOPLE)["entries"][0]
    check("the cash", cash["expected_cents"], FLOAT_CENTS + receipts)
    report = evening.done("report")
    check("the receipts", report["receipts_cents"], receipts)
    for one in report["identities"]:
        evening.say(f"    {one['name']}: {one['left']} / {one['right']}")


def file_and_destroy(evening: Evening, winners: list[OpenedCard], traded: list[OpenedCard]) -> None:
    """The punched cards are kept until the report is filed; the paid card is kept for good."""
    evening.say("\nThe report is filed, the punched cards are destroyed, the paid one is kept.")
    witness = ("--by", "Ann", "--second", "Witness W.")
    evening.refused("not-filed", "destroy", *witness)
    evening.done("file", "--reference", "clerk 4711", "--by", "Ann")
    evening.refused("paid-card-kept", "destroy", winners[0].card_id, *witness)
    gone = evening.done("destroy", *witness)["entries"][0]["cards"]
    check("the destroyed cards", sorted(gone), sorted(card.card_id for card in traded))


def last_of_pack(delivery: Path, pack: str, first: int) -> int:
    """The last card of the open pack that this one is next in; 0 when none is open."""
    manifest = json.loads((delivery / "manifest.json").read_bytes())
    for series in manifest["series"]:
        for one in series["packs"] if series["set_serial"].endswith(pack) else ():
            if one["first"] < first <= one["last"]:
                return int(one["last"])
    return 0


def check(what: str, found: object, expected: object) -> None:
    """Two figures that must agree, or the evening stops."""
    if found != expected:
        raise SystemExit(f"{what}: {found}, expected {expected}")


def card_id(serial: str, number: int) -> str:
    """The card id printed on a card of a set."""
    return CardId(MakerId("ACME"), SetSerial(serial), AuditNumber(number)).printed

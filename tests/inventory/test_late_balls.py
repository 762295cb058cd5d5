"""Balls entered from the sheet: they fell, so none is refused; what they fell against is remarked.

`draw --later` is the same act as `draw`, entered late.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from inventory.clock import Moment
from inventory.commands.game import (
    CallBalls,
    CloseSales,
    CountHeads,
    EnterLater,
    NameCrew,
    PreDraw,
    StartGame,
)
from inventory.desk.execute import Answer, execute
from inventory.desk.hall import Hall
from inventory.desk.papers.reporting import read_audit, read_report
from inventory.entries.claim import ClaimDecided
from inventory.entries.entry import Context
from inventory.entries.game import CrewNamed, Drawn, GameStarted, OccasionOpened
from inventory.entries.states import Verdict
from inventory.paper import Paper, Words
from inventory.program.program import Game, GameKind, PrizeBasis, Program, Terms
from inventory.reports.papers.catalog import papers_of
from tests.inventory.delivery_builder import BLUE, RED, Built
from tests.inventory.kit import START, Kit, answers, code, ok
from tests.inventory.papers.test_evening_paper import books_of
from tests.inventory.scanned import stock

FIXED = Terms(PrizeBasis.FIXED, 10000, 2500)
SEALED = Game(1, "Tear-open", GameKind.PRE_DRAWN, FIXED, (RED, BLUE), pre_drawn=48, calls_max=60)
FIRST = Terms(PrizeBasis.FIXED, 5000)
NEW_YORK = timezone(timedelta(hours=-5))


@contextmanager
def hall_of(
    built: Built, folder: Path, profile: str, *games: Game, seats: int = 0
) -> Iterator[Kit]:
    """An evening of these games in a hall of that state, all packs at till 1."""
    context = Context("d" * 32, "1", "Ann", "", Moment(START, 0, "boot-1"))
    named = replace(answers(), profile=profile)
    kit = Kit(Hall.found(folder, named, context, "0a"), built)
    ok(kit.receive())
    ok(stock.issue_all(kit.hall, kit.context(), "1"))
    program = Program("Monday", "2026-11-30", games, starts_at="13:45", seats=seats)
    ok(kit.open_against_the_rules(OccasionOpened(program, 5000)))
    yield kit
    kit.hall.close()


def at_the_hall(kit: Kit, command: object, clock: str) -> Answer:
    """A command given when the hall's own clock shows that."""
    hour, minute = map(int, clock.split(":"))
    moment = Moment(datetime(2026, 11, 30, hour, minute, tzinfo=NEW_YORK), 1, "boot-9")
    return execute(kit.hall, replace(kit.context(), moment=moment), command)  # type: ignore[arg-type]


def late(kit: Kit, balls: tuple[int, ...], game: int = 0, clock: str = "") -> tuple[str, ...]:
    """The remarks on balls entered later."""
    drawn = ok(kit.run(EnterLater(balls, game, clock)))[-1].kind
    assert isinstance(drawn, Drawn)
    assert drawn.balls == balls
    return drawn.remarks


def verdict(answer: Answer) -> ClaimDecided:
    found = ok(answer)[-1].kind
    assert isinstance(found, ClaimDecided)
    return found


def told_on_every_paper(kit: Kit, remark: str) -> None:
    """Report, JSON and each paper have it; none says that there are no remarks."""
    from inventory.reports.figures.occasion import report_lines  # noqa: PLC0415

    books = books_of(kit)
    assert remark in "\n".join(report_lines(read_report(kit.hall, 0)))
    for listed in papers_of(books.profile):
        paper = listed.write(books)
        assert "No remarks." not in _words(paper)
        assert (
            remark in _words(paper) or "Remarks" in dict(paper.facts) or not _is_of_evening(paper)
        )


def _is_of_evening(paper: Paper) -> bool:
    return "The evening is" in dict(paper.facts)


def _words(paper: Paper) -> str:
    return " ".join(block.text for block in paper.blocks if isinstance(block, Words))


# -- New York ------------------------------------------------------------------------------------


def test_sixty_nine_balls_without_heads_start_or_inquiry(built: Built, tmp_path: Path) -> None:
    """9 NYCRR 4820.51(c), (e): nothing was counted, announced or asked, and every paper says so."""
    with hall_of(built, tmp_path / "hall", "us-ny", SEALED, seats=120) as kit:
        ok(kit.sell(1))
        assert code(kit.run(PreDraw((1,)))) == "heads-not-counted"
        numbers = kit.built.red(1).numbers
        others = tuple(n for n in range(1, 76) if n not in numbers)
        remarks = late(kit, (*others[:45], *numbers))
        assert len((*others[:45], *numbers)) == 69
        for part in (
            "sales of Tear-open were open",
            "the players present were not counted; 9 NYCRR 4820.51(c) wants 10 % of 120 seats",
            "when the pre-draw began was not said; 9 NYCRR 4820.51(c) allows 45 minutes",
            "Tear-open was not started: nothing was announced",
            "holders of a winner on the 48 pre-drawn numbers were not asked for",
        ):
            assert any(part in one for one in remarks), part
            told_on_every_paper(kit, part)
        ok(kit.close())
        ok(kit.hold())
        ok(kit.rack())
        found = verdict(kit.claim(kit.built.red(1)))
        assert (found.verdict, found.calls) == (Verdict.VALID, 69)
        closed = ok(kit.close_round())[0].kind
        assert (getattr(closed, "prize", ""), sum(getattr(closed, "shares", ()))) == (
            "consolation",
            2500,
        )


def test_balls_entered_later_against_no_rule_leave_no_remark(built: Built, tmp_path: Path) -> None:
    with hall_of(built, tmp_path / "hall", "us-ny", SEALED, seats=120) as kit:
        ok(kit.sell(1))
        ok(kit.run(CountHeads(64)))
        assert late(kit, tuple(range(1, 49)), clock="13:10") == ()
        ok(kit.close())
        ok(kit.start())
        assert late(kit, (49, 50)) == ()


def test_nothing_is_sold_once_a_ball_was_called(built: Built, tmp_path: Path) -> None:
    """A sale, an exchange and an undo behind the first called ball are refused."""
    with hall_of(built, tmp_path / "hall", "us-ny", SEALED) as kit:
        ok(kit.sell(1, 2))
        late(kit, tuple(range(1, 50)), clock="13:10")
        assert code(kit.sell(3)) == "balls-called"
        assert code(kit.exchange((1,), 2)) == "sales-closed"
        assert code(kit.undo()) == "sales-closed"


@pytest.mark.parametrize(("began", "minutes"), [("13:10", 0), ("12:59", 46)])
def test_forty_five_minutes_hold_for_balls_entered_later(
    built: Built, tmp_path: Path, began: str, minutes: int
) -> None:
    """9 NYCRR 4820.51(c): by the hour that the sheet gives, at the start of the game."""
    with hall_of(built, tmp_path / "hall", "us-ny", SEALED) as kit:
        ok(kit.sell(1))
        late(kit, tuple(range(1, 49)), clock=began)
        ok(kit.close())
        started = ok(at_the_hall(kit, StartGame("nobody"), "13:45"))[-1].kind
        assert isinstance(started, GameStarted)
        assert any(f"began {minutes} minutes" in one for one in started.remarks) is bool(minutes)


def test_no_ball_fell_at_an_hour_to_come(built: Built, tmp_path: Path) -> None:
    with hall_of(built, tmp_path / "hall", "us-ny", SEALED) as kit:
        ok(kit.sell(1))
        assert code(at_the_hall(kit, EnterLater((1,), 0, "14:00"), "13:45")) == "clock-ahead"


@pytest.mark.parametrize(("clock", "is_said"), [("12:35", True), ("13:00", False)])
def test_a_pre_draw_too_long_before_the_posted_start_is_said_then(
    built: Built,
    tmp_path: Path,
    clock: str,
    is_said: bool,  # noqa: FBT001
) -> None:
    """9 NYCRR 4820.51(c): the game is posted for 13:45; 70 minutes before is told at once."""
    with hall_of(built, tmp_path / "hall", "us-ny", SEALED) as kit:
        drawn = ok(at_the_hall(kit, PreDraw((1, 2, 3)), clock))[-1].kind
        assert isinstance(drawn, Drawn)
        said = "the pre-draw began at 12:35, 70 minutes before the posted start at 13:45"
        assert any(said in one for one in drawn.remarks) is is_said
        assert ok(at_the_hall(kit, PreDraw((4,)), clock))[-1].kind == Drawn(1, (4,), "pre-drawn")
        if is_said:
            told_on_every_paper(kit, said)


# -- New Jersey ----------------------------------------------------------------------------------


def test_a_fifty_fifty_that_is_still_sold(built: Built, tmp_path: Path) -> None:
    """N.J.A.C. 13:47-7.41(b): all cards are sold before the first number is drawn."""
    half = Terms(PrizeBasis.SHARE, primary_share=5000)
    fifty = Game(1, "Half the pot", GameKind.FIFTY_FIFTY, half, (RED,))
    last = Game(2, "Last", GameKind.ORDINARY, FIRST)
    with hall_of(built, tmp_path / "hall", "us-nj", fifty, last) as kit:
        ok(kit.sell(1))
        assert code(kit.run(CallBalls((7,)))) == "sales-open"
        remarks = late(kit, (7, 8))
        assert "sales of Half the pot were open" in remarks
        told_on_every_paper(kit, "sales of Half the pot were open")
        assert code(kit.sell(2)) == "balls-called"


def test_numbers_of_the_first_game_before_the_fifty(built: Built, tmp_path: Path) -> None:
    """N.J.A.C. 13:47-7.57: 50 of the 75 are drawn before any other game is called."""
    first = Game(1, "Warm-up", GameKind.ORDINARY, FIRST)
    predraw = replace(SEALED, number=2, pre_drawn=50)
    with hall_of(built, tmp_path / "hall", "us-nj", first, predraw) as kit:
        assert code(kit.start("")) == "pre-draw-first"
        remarks = late(kit, (7, 8), 1)
        told = "balls to be pre-drawn for Tear-open and not entered before: 50"
        assert any(told in one for one in remarks)
        told_on_every_paper(kit, told)


# -- New Mexico ----------------------------------------------------------------------------------


def test_a_ball_past_the_number_that_is_played(built: Built, tmp_path: Path) -> None:
    """15.4.7.11 D NMAC: five balls are played; a card that needs a sixth wins nothing."""
    five = Game(
        1, "Five balls", GameKind.ORDINARY, FIRST, (RED,), pattern="four corners", calls_max=5
    )
    with hall_of(built, tmp_path / "hall", "us-nm", five) as kit:
        ok(kit.sell(1))
        ok(kit.close())
        ok(kit.start(""))
        numbers = kit.built.red(1).numbers
        corners = (numbers[0], numbers[4], numbers[19], numbers[23])
        others = tuple(n for n in range(1, 76) if n not in numbers)
        ok(kit.call(*corners[:3], *others[:2]))
        assert code(kit.call(corners[3])) == "last-ball-called"
        remarks = late(kit, (corners[3],))
        assert remarks == ("Five balls is played with 5 balls, and more fell",)
        told_on_every_paper(kit, remarks[0])
        ok(kit.hold())
        ok(kit.rack())
        found = verdict(kit.claim(kit.built.red(1)))
        assert (found.verdict, found.code) == (Verdict.NOT_VALID, "calls-passed")


def test_a_held_ball_wins_nothing_in_its_round(built: Built, tmp_path: Path) -> None:
    """15.4.7.11 B(3) NMAC: a ball in hand is not in play, whatever sheet it stands on."""
    game = replace(SEALED, pre_drawn=0, calls_max=75)
    with hall_of(built, tmp_path / "hall", "us-nm", game) as kit:
        ok(kit.sell(1))
        ok(kit.close())
        ok(kit.start(""))
        numbers = kit.built.red(1).numbers
        ok(kit.run(NameCrew(CrewNamed("", "", ("Cal",)))))
        ok(kit.call(*numbers[:-1]))
        ok(kit.hold(numbers[-1]))
        (frozen, held) = late(kit, (numbers[-1],))[::-1]
        assert "entered while the draw was frozen" in frozen
        assert "was held for round" in held
        told_on_every_paper(kit, "not called: it completes no card there")
        ok(kit.rack())
        found = verdict(kit.claim(kit.built.red(1)))
        assert (found.verdict, found.numbers_missing) == (Verdict.NOT_VALID, (numbers[-1],))
        ok(kit.close_round())
        ok(kit.hold())
        ok(kit.rack())
        assert verdict(kit.claim(kit.built.red(1))).verdict == Verdict.VALID


# -- what is refused, what is remarked on, what the audit sees -------------------------------------


@pytest.mark.parametrize(
    ("balls", "why"), [((), "no-balls"), ((76,), "no-such-ball"), ((5, 5), "already-drawn")]
)
def test_what_no_blower_can_do_is_refused(kit: Kit, balls: tuple[int, ...], why: str) -> None:
    assert code(kit.run(EnterLater(balls))) == why


def test_balls_behind_a_claim_or_a_win_are_kept_with_a_remark(kit: Kit) -> None:
    """They change no claim of the round before: its balls were counted when it closed."""
    card = kit.built.red(1)
    ok(kit.sell(1))
    kit.game_with(card)
    ok(kit.hold())
    ok(kit.rack())
    ok(kit.claim(card))
    ball = next(n for n in range(1, 76) if n not in kit.balls)
    assert any("was judged without them" in one for one in late(kit, (ball,)))
    ok(kit.close_round())
    behind = next(n for n in range(1, 76) if n not in kit.balls)
    assert "the game was won before" in late(kit, (behind,))


def test_a_breach_left_out_of_an_entry_is_found(kit: Kit) -> None:
    """The audit decides the entry again: the remarks that it lacks are missed."""
    ok(kit.sell(1))
    kit.write(Drawn(1, (7, 8), "entered later"))
    found = [one.sentence for one in read_audit(kit.hall, "") if one.code == "not-decided"]
    assert any("Drawn" in one for one in found)


def test_a_held_ball_that_is_not_called_first_is_remarked_on(kit: Kit) -> None:
    """15.4.7.11 B(5) NMAC: after a claim that was none the held ball is the next call."""
    card = kit.built.red(1)
    ok(kit.sell(1))
    kit.game_with(card, card.numbers[0])
    held = card.numbers[0]
    ok(kit.hold(held))
    ok(kit.rack())
    ok(kit.claim(card))
    ok(kit.close_round())
    other = next(n for n in range(1, 76) if n not in (*kit.balls, held))
    assert code(kit.call(other)) == "held-ball-first"
    assert any("was not the next call" in one for one in late(kit, (other,)))


def test_balls_of_another_game_than_the_one_that_is_on(built: Built, tmp_path: Path) -> None:
    games = (Game(1, "Warm-up", GameKind.ORDINARY, FIRST), replace(SEALED, number=2, pre_drawn=0))
    with hall_of(built, tmp_path / "hall", "us-ny", *games) as kit:
        ok(kit.run(CloseSales(2)))
        assert "game 1 was on, not game 2" in late(kit, (7,), 2)


def test_a_holder_is_heard_before_a_further_ball(kit: Kit) -> None:
    """9 NYCRR 4820.51(e)."""
    ok(kit.sell(1))
    ok(kit.pre_draw(tuple(range(1, 49))))
    ok(kit.close())
    ok(kit.start("holder"))
    assert any("was not heard first" in one for one in late(kit, (60,)))

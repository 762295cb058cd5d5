"""What is read out and posted tonight, with the evening's own figures."""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from inventory.cli import main
from inventory.commands.game import CompleteUnwon
from inventory.commands.house import SetRule
from inventory.commands.progressive import StartProgressive, StopProgressive
from inventory.decisions.program.check import Kept, breaches_in_hall
from inventory.decisions.progressive.progression import Progression
from inventory.desk import progressive
from inventory.desk.execute import Answer
from inventory.desk.game.prizes import read_caps_passed
from inventory.desk.game.programs import standing_of
from inventory.desk.papers import announcing
from inventory.desk.terminal import Terminal
from inventory.entries.claim import RoundClosed
from inventory.entries.game import GameStarted, OccasionOpened
from inventory.entries.progressive import (
    Outcome,
    ProgressionPlayed,
    ProgressionStarted,
    ProgressionStopped,
)
from inventory.errors import Refusal
from inventory.paper import Paper, Spoken, Table
from inventory.program.program import Game, GameKind, PrizeBasis, Program, Terms
from inventory.reports.forms.render_text import text_of
from inventory.reports.spoken.explanation import lines_of
from inventory.rules.profile_file import read_profile
from tests.inventory.delivery_builder import BLUE, RED
from tests.inventory.kit import Kit, code, ok
from tests.inventory.test_games import REGULAR, SEALED, begin, last


def said(paper: Paper | Refusal) -> str:
    assert isinstance(paper, Paper)
    return "\n".join(block.text for block in paper.blocks if isinstance(block, Spoken))


def rows(paper: Paper | Refusal) -> tuple[tuple[str | int, ...], ...]:
    assert isinstance(paper, Paper)
    (table,) = [block for block in paper.blocks if isinstance(block, Table)]
    return table.rows


def test_the_script_has_the_evenings_figures(kit: Kit) -> None:
    ok(kit.sell(1, 2, 3))
    ok(kit.pre_draw(tuple(range(1, 49))))
    assert "cards 1 to 40" in said(announcing.read_script(kit.hall, 0))
    ok(kit.close())
    told = said(announcing.read_script(kit.hall, 0))
    assert "maker ACME, set 000123, red, cards 1 to 3" in told
    assert "set 000124, blue, no card" in told
    assert "$100.00" in told
    assert "within 60 calls" in told
    assert "$25.00" in told
    assert "this game is completed" in told


def test_the_slip_of_valid_cards_names_what_was_sold_once_sales_are_closed(kit: Kit) -> None:
    ok(kit.sell(1, 2))
    before = rows(announcing.read_ranges(kit.hall, 1))
    assert [row[5:] for row in before] == [("1-40", ""), ("1-60", "")]
    ok(kit.close())
    after = rows(announcing.read_ranges(kit.hall, 1))
    assert [row[5:] for row in after] == [("1-40", "1-2"), ("1-60", "none")]


def test_one_card_sold_is_announced_as_one(kit: Kit) -> None:
    ok(kit.sell(1))
    told = "\n".join(lines_of(ok(kit.close())))
    assert "Announce: 1 original and 0 trade-ins sold" in told


def test_balls_are_posted_in_their_order(empty: Kit) -> None:
    kit = begin(empty, REGULAR, SEALED)
    ok(kit.start(""))
    ok(kit.call(41, 7))
    assert rows(announcing.read_balls(kit.hall, 1)) == ((1, "N-41"), (2, "B-7"))
    assert rows(announcing.read_balls(kit.hall, 2)) == ()


def test_notices_say_what_the_hall_answered(kit: Kit) -> None:
    papers = announcing.read_notices(kit.hall)
    assert [paper.name for paper in papers] == ["program", "notices"]


def test_nothing_is_announced_without_an_evening_or_for_no_game(empty: Kit, kit: Kit) -> None:
    for read in (announcing.read_script, announcing.read_ranges, announcing.read_balls):
        assert code(partial(read, empty.hall, 0)) == "no-occasion"
        assert code(partial(read, kit.hall, 9)) == "no-such-game"
    assert code(lambda: announcing.read_notices(empty.hall)) == "no-occasion"


def test_what_was_announced_is_paid_whatever_is_given_back_afterwards(empty: Kit) -> None:
    """Half of three dollars is $1.50; the void of a card takes nothing from what was read out."""
    half = Terms(PrizeBasis.SHARE, primary_share=5000)
    kit = begin(empty, replace(SEALED, number=1, terms=half, calls_max=75))
    ok(kit.sell(1, 2, 3))
    card = kit.built.red(1)
    others = [n for n in range(1, 76) if n not in card.numbers]
    ok(kit.pre_draw((*card.numbers, *others[:24])))
    ok(kit.close())
    started = last(ok(kit.start("holder")))
    assert isinstance(started, GameStarted)
    assert started.announced == (("primary", 150),)
    ok(kit.void(3))
    ok(kit.hold())
    ok(kit.rack())
    ok(kit.claim(card))
    closed = last(ok(kit.close_round())[:1])
    assert isinstance(closed, RoundClosed)
    assert closed.shares == (150,)


def test_a_prize_above_a_cap_is_told_when_the_game_starts(empty: Kit) -> None:
    """General Municipal Law 479: $5,000 a prize."""
    rich = Terms(PrizeBasis.FIXED, 500001)
    kit = begin(empty, replace(SEALED, number=1, terms=rich))
    ok(kit.pre_draw(tuple(range(1, 49))))
    ok(kit.close())
    started = last(ok(kit.start()))
    assert isinstance(started, GameStarted)
    assert len(started.remarks) == 1
    assert "$5,000.01" in started.remarks[0]


def winner_takes_all(kit: Kit) -> Kit:
    """$3.00 an occasion are the limit here; a card costs $1.00, and the winner takes all of it."""
    ok(kit.run(SetRule("prizes.occasion_cents_max", "300", "a small limit")))
    terms = Terms(PrizeBasis.SHARE, primary_share=10000)
    game = Game(1, "Take all", GameKind.WINNER_TAKE_ALL, terms, (RED, BLUE))
    return begin(kit, game)


def test_the_sale_that_passes_a_limit_of_prizes_says_so(empty: Kit) -> None:
    """15.4.7.11 E(2)(f) NMAC: offered or given. Three dollars are within $3.00, four are not."""
    kit = winner_takes_all(empty)
    ok(kit.sell(1, 2, 3))
    assert read_caps_passed(kit.hall) == ()
    ok(kit.sell(4))
    (sentence,) = read_caps_passed(kit.hall)
    assert "$4.00" in sentence
    assert "$3.00" in sentence


def test_at_the_desk_the_limit_is_told_by_the_sale_that_passes_it(empty: Kit) -> None:
    kit = winner_takes_all(empty)
    desk = Terminal(kit.hall, kit.context)
    for number, is_told in ((1, False), (2, False), (3, False), (4, True), (5, True)):
        desk.take(kit.built.red(number).outside)
        lines = desk.take("")
        assert any("A LIMIT OF PRIZES" in line for line in lines) is is_told


def test_the_script_stops_before_a_prize_above_a_limit_is_announced(empty: Kit) -> None:
    kit = winner_takes_all(empty)
    ok(kit.sell(1, 2, 3, 4))
    ok(kit.close())
    script = "\n".join(text_of(announcing.read_script(kit.hall, 1)))
    assert script.index("Announce no prize before this is settled") < script.index("$4.00.")


# -- a progressive from evening to evening -------------------------------------------------------


GROWING = Game(
    1,
    "Jackpot",
    GameKind.PROGRESSIVE,
    Terms(PrizeBasis.PROGRESSIVE, consolation_cents=1000, progression="Jackpot"),
    (RED, BLUE),
    pre_drawn=48,
    calls_max=50,
)


def start_jackpot(kit: Kit) -> Answer:
    dates = ("2026-11-30", "2026-12-07")
    frame = (dates, "2027-06-30", "First Bank 7")
    asked = ProgressionStarted("Jackpot", 50000, 10000, 0, 50, 1, *frame)
    return kit.run(StartProgressive(asked))


def test_a_progressive_that_was_never_started_opens_no_evening(empty: Kit) -> None:
    ok(empty.receive())
    asked = OccasionOpened(Program("Monday", "2026-11-30", (GROWING,)), 0)
    assert code(empty.open_against_the_rules(asked)) == "unknown-progression"
    ok(start_jackpot(empty))
    few = replace(asked, program=replace(asked.program, games=(replace(GROWING, calls_max=49),)))
    assert code(empty.open_against_the_rules(few)) == "calls-lowered"
    ok(empty.open_against_the_rules(asked))


def test_a_progressive_won_within_its_calls_pays_its_prize_and_ends(empty: Kit) -> None:
    ok(start_jackpot(empty))
    kit = begin(empty, GROWING)
    ok(kit.sell(1))
    card = kit.built.red(1)
    kit.game_with(card)
    ok(kit.hold())
    ok(kit.rack())
    ok(kit.claim(card))
    closed, played = (entry.kind for entry in ok(kit.close_round())[:2])
    assert isinstance(closed, RoundClosed)
    assert (closed.prize, closed.shares) == ("primary", (50000,))
    assert isinstance(played, ProgressionPlayed)
    assert (played.outcome, played.receipts_cents) == (Outcome.WON, 100)


def test_a_progressive_won_too_late_pays_consolation_and_is_carried(empty: Kit) -> None:
    """48 are pre-drawn; her last three numbers make it 51 calls, one more than 50."""
    ok(start_jackpot(empty))
    kit = begin(empty, GROWING)
    ok(kit.sell(1))
    card = kit.built.red(1)
    late = card.numbers[:3]
    kit.game_with(card, *late)
    ok(kit.call(*late))
    ok(kit.hold())
    ok(kit.rack())
    ok(kit.claim(card))
    closed, played = (entry.kind for entry in ok(kit.close_round())[:2])
    assert isinstance(closed, RoundClosed)
    assert (closed.prize, closed.shares) == ("consolation", (1000,))
    assert isinstance(played, ProgressionPlayed)
    assert (played.calls, played.outcome) == (51, Outcome.CARRIED)
    standing = progressive.read_standings(kit.hall, "Jackpot", kit.context().moment.at.date())
    assert standing[0].progression.prize_cents == 60000


def on_the_wall(kit: Kit) -> str:
    papers = announcing.read_notices(kit.hall)
    return "\n".join(" ".join(line.split()) for paper in papers for line in text_of(paper))


def test_wall_notices_and_script_agree_on_what_a_progressive_offers_tonight(empty: Kit) -> None:
    """It began at $500.00 within 50 calls; the program file names neither."""
    ok(start_jackpot(empty))
    kit = begin(empty, replace(GROWING, calls_max=75))
    posted, spoken = on_the_wall(kit), said(announcing.read_script(kit.hall, 1))
    assert "$500.00 (progressive Jackpot) within 50 calls, $10.00 after them" in posted
    assert "The prize is $500.00." in spoken
    assert "It is won within 50 calls" in spoken
    assert "whatever the calls" not in posted + spoken


def test_at_the_last_posted_date_all_papers_say_that_it_is_awarded(empty: Kit) -> None:
    ok(start_jackpot(empty))
    ok(empty.receive())
    night = OccasionOpened(Program("Monday", "2026-12-07", (GROWING,)), 0)
    ok(empty.open_against_the_rules(night))
    posted, spoken = on_the_wall(empty), said(announcing.read_script(empty.hall, 1))
    for text in (posted, spoken):
        assert "will be awarded tonight whatever the calls" in text
        assert "50 calls" not in text
    assert "[2026-12-07 is the last date posted" in posted


def of_the_jackpot(day: str, calls: int, name: str = "Jackpot") -> Program:
    terms = Terms(PrizeBasis.PROGRESSIVE, progression=name)
    return Program("Monday", day, (replace(GROWING, terms=terms, calls_max=calls),))


@pytest.mark.parametrize(
    ("program", "found"),
    [
        (of_the_jackpot("2026-11-30", 50, "Nobody's"), "unknown-progression"),
        (of_the_jackpot("2026-11-30", 49), "calls-lowered"),
        (of_the_jackpot("2026-12-01", 50), "date-not-posted"),
    ],
)
def test_the_check_in_a_hall_names_what_opening_would_refuse(
    empty: Kit, program: Program, found: str
) -> None:
    ok(empty.receive())
    ok(start_jackpot(empty))
    assert code(empty.open_against_the_rules(OccasionOpened(program, 0))) == found
    standing = standing_of(empty.hall)
    assert standing.kept is not None
    breaches = breaches_in_hall(program, standing.profile, standing.kept)
    assert found in {one.code for one in breaches}
    fine = breaches_in_hall(of_the_jackpot("2026-11-30", 50), standing.profile, standing.kept)
    assert found not in {one.code for one in fine}


def test_a_progressive_grown_above_the_cap_is_a_breach_whatever_the_program_says() -> None:
    """General Municipal Law 479: $5,000 a game; New Jersey leaves progressives out."""
    grown = Progression(ProgressionStarted("Jackpot", 500_001, 1, 0, 50, 0, (), "2027-06-30", ""))
    kept = Kept((), {"Jackpot": grown})
    program = of_the_jackpot("2026-11-30", 50)
    york = breaches_in_hall(program, read_profile("us-ny"), kept)
    assert "prize-over-cap" in {one.code for one in york}
    jersey = breaches_in_hall(program, read_profile("us-nj"), kept)
    assert "prize-over-cap" not in {one.code for one in jersey}


def test_a_progressive_that_was_won_or_stopped_is_a_breach() -> None:
    started = ProgressionStarted("Jackpot", 50000, 1, 0, 50, 0, (), "2027-06-30", "")
    stopped = ProgressionStopped("Jackpot", "fire", "2026-11-01", "", "", 0, 50000, 0, 0)
    won = ProgressionPlayed("Jackpot", 1, 1, "2026-11-23", 50000, 50, 49, 0, Outcome.WON.value)
    for after, expected in (
        (Progression(started, stopped=stopped), "progression-stopped"),
        (Progression(started, (won,)), "progression-won"),
    ):
        program = of_the_jackpot("2026-11-30", 50)
        found = breaches_in_hall(program, read_profile("us-ny"), Kept((), {"Jackpot": after}))
        assert expected in {one.code for one in found}


def test_a_progressive_that_nobody_wins_is_carried_and_not_stopped_in_play(empty: Kit) -> None:
    ok(start_jackpot(empty))
    kit = begin(empty, GROWING)
    ok(kit.sell(1))
    ok(kit.pre_draw(tuple(range(1, 49))))
    ok(kit.close())
    ok(kit.start())
    today = kit.context().moment.at.date().isoformat()
    stop = StopProgressive("Jackpot", "the roof leaks", today)
    assert code(kit.run(stop)) == "progression-in-play"
    entries = ok(kit.run(CompleteUnwon("the roof leaks")))
    (played,) = [one.kind for one in entries if isinstance(one.kind, ProgressionPlayed)]
    assert (played.outcome, played.receipts_cents) == (Outcome.CARRIED, 100)
    ok(kit.run(stop))


# -- the program file and the commands -------------------------------------------------------------


PROGRAM = """
name = "Monday bingo"
played_on = 2026-11-30
starts_at = "19:30"
seats = 40
displays = 1
license_number = "BL-2026-0417"
license_expires = 2027-06-30
[approvals]
"sealed cards" = "GC-2026-114"
"card design" = "GC-2026-115"
[[games]]
name = "Bonanza"
kind = "pre-drawn"
sets = ["000123", "000124"]
price = "1.00"
pre_drawn = 48
calls = 54
pre_draw_at = "18:50"
primary = "500.00"
consolation = "100.00"
"""


@pytest.fixture
def run(empty: Kit, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str]]:
    ok(empty.receive())
    empty.hall.close()

    def command(*words: str) -> tuple[int, str]:
        with pytest.raises(SystemExit) as done:
            main((*words, "--hall", str(empty.hall.folder), "--json"))
        assert isinstance(done.value.code, int)
        return done.value.code, capsys.readouterr().out

    return command


def test_an_evening_opens_by_a_program_that_keeps_the_rules(
    run: Callable[..., tuple[int, str]], tmp_path: Path
) -> None:
    file = tmp_path / "monday.toml"
    file.write_text(PROGRAM.replace("calls = 54", "calls = 47"))
    exit_code, out = run("open", "--program", str(file), "--float", "0", "--by", "Ann")
    assert (exit_code, json.loads(out)["code"]) == (4, "program-breaches")
    file.write_text(PROGRAM)
    exit_code, out = run("open", "--program", str(file), "--float", "50", "--by", "Ann")
    assert exit_code == 0
    (opened,) = [one for one in json.loads(out)["entries"] if one["kind"] == "OccasionOpened"]
    assert opened["program"]["games"][0]["calls_max"] == 54
    for word in ("script", "ranges", "balls", "notices"):
        exit_code, out = run(word)
        assert exit_code == 0
        assert json.loads(out)["papers"]
    assert run("script", "--game", "9")[0] == 4
    for place, word in enumerate(("script", "notices")):
        folder = tmp_path / str(place)
        exit_code, out = run(word, "--as", "pdf", "--as", "page", "--out", str(folder))
        assert exit_code == 0
        assert sorted(json.loads(out)["files"]) == sorted(one.name for one in folder.iterdir())
        assert all(one.read_bytes()[:5] in {b"%PDF-", b"<!DOC"} for one in folder.iterdir())
    assert run("script", "--as", "pdf")[0] == 2


def test_an_evening_has_a_name_or_a_program(run: Callable[..., tuple[int, str]]) -> None:
    assert run("open", "--by", "Ann")[0] == 2
    assert run("open", "Monday", "--program", "monday.toml", "--by", "Ann")[0] == 2
    assert run("open", "--program", "nowhere.toml", "--by", "Ann")[0] == 1


def test_an_evening_of_a_few_figures_is_told_what_its_program_lacks(
    run: Callable[..., tuple[int, str]],
) -> None:
    """Seats, times, license and approvals are remarked on; what can be paid is not let by."""
    figures = ("--calls", "54", "--primary", "500", "--consolation", "100", "--by", "Ann")
    over = ("--calls", "54", "--primary", "5000.01", "--consolation", "100", "--by", "Ann")
    exit_code, out = run("open", "Monday", *over, "--float", "0")
    assert (exit_code, json.loads(out)["code"]) == (4, "program-breaches")
    exit_code, out = run("open", "Monday", *figures, "--float", "0")
    assert exit_code == 0
    (opened,) = [one for one in json.loads(out)["entries"] if one["kind"] == "OccasionOpened"]
    assert any("license" in remark for remark in opened["remarks"])
    assert any("seats" in remark for remark in opened["remarks"])
    assert opened["program"]["games"][0]["price_cents"] == 100

"""Games on cards that the ledger does not keep: counted once, announced truly, divided equally."""

from dataclasses import replace

import pytest

from inventory.commands.closing import CashUp
from inventory.commands.game import CompleteGame, CountTakings, StartGame
from inventory.commands.house import SetRule
from inventory.desk.execute import Answer
from inventory.desk.papers.announcing import read_script
from inventory.desk.papers.reporting import read_audit, read_report
from inventory.desk.progressive import read_progressions
from inventory.entries.closing import CashCounted
from inventory.entries.game import (
    GameCompleted,
    GameStarted,
    GivenPrize,
    OccasionOpened,
    TakingsCounted,
)
from inventory.program.program import (
    ColorShare,
    Game,
    GameKind,
    PrizeBasis,
    Program,
    Section,
    Terms,
)
from inventory.reports.figures.occasion import Report, report_json
from inventory.reports.forms.render_text import text_of
from tests.inventory.delivery_builder import RED
from tests.inventory.kit import Kit, code, kinds, ok
from tests.inventory.scanned import stock

SECTIONS = (Section("line", "single line", 4000), Section("full card", "coverall", 6000))
HALF = Terms(PrizeBasis.SECTIONS, pool_share=5000, sections=SECTIONS)
FIFTY = Game(1, "Half and half", GameKind.FIFTY_FIFTY, HALF, calls_max=75)
TAKE_ALL = Game(
    1, "Take all", GameKind.WINNER_TAKE_ALL, Terms(PrizeBasis.SHARE, primary_share=10000)
)
EARLY = Game(
    1,
    "Early bird",
    GameKind.EARLY_BIRD,
    Terms(PrizeBasis.SHARE, primary_share=5000, consolation_share=2500),
    calls_max=54,
)
COLORS = Game(
    1,
    "Colors",
    GameKind.MULTI_COLOR,
    Terms(
        PrizeBasis.BY_COLOR,
        pool_share=5000,
        colors=(ColorShare("red", 10000), ColorShare("blue", 5000)),
    ),
)
FIXED = Game(1, "Warm-up", GameKind.ORDINARY, Terms(PrizeBasis.FIXED, 30000))
SEALED = Game(2, "Sealed", GameKind.ORDINARY, Terms(PrizeBasis.FIXED, 5000), (RED,))


def begin(kit: Kit, game: Game) -> Kit:
    ok(kit.receive())
    ok(stock.issue_all(kit.hall, kit.context(), "1"))
    program = Program("Monday", "2026-11-30", (game, SEALED))
    ok(kit.open_against_the_rules(OccasionOpened(program, 5000)))
    return kit


def count(kit: Kit, cards: int = 240, cents: int = 24000, second: str = "Bob") -> Answer:
    return kit.run(CountTakings(cards, cents), second=second)


def given(kit: Kit, *amounts: int, source: str = "box", why: str = "") -> Answer:
    prizes = tuple(GivenPrize(f"Table {at}", cents, source) for at, cents in enumerate(amounts))
    return kit.run(CompleteGame(prizes, why))


def started(answer: Answer) -> GameStarted:
    return next(one.kind for one in ok(answer) if isinstance(one.kind, GameStarted))


def test_a_game_on_paper_waits_for_the_count_of_its_takings(empty: Kit) -> None:
    """13:47-7.42: the dollars are announced before the first number; $0.00 was not the prize."""
    kit = begin(empty, FIFTY)
    assert code(kit.run(StartGame())) == "takings-needed"
    assert code(count(kit, second="")) == "second-person-needed"
    assert code(count(kit, cards=0)) == "takings-of-nothing"
    assert kinds(count(kit)) == ["TakingsCounted"]


@pytest.mark.parametrize(
    ("game", "announced"),
    [
        # Half of $240.00 is $120.00: 40 % are $48.00, 60 % are $72.00.
        (FIFTY, (("line", 4800), ("full card", 7200))),
        (TAKE_ALL, (("primary", 24000),)),
        (EARLY, (("primary", 12000), ("consolation", 6000))),
        # The pool is $120.00: a red card takes all of it, a blue one half.
        (COLORS, (("red", 12000), ("blue", 6000))),
    ],
    ids=["50/50", "winner take all", "early bird", "multi-color"],
)
def test_the_prize_is_reckoned_from_the_count_and_announced(
    empty: Kit, game: Game, announced: tuple[tuple[str, int], ...]
) -> None:
    kit = begin(empty, game)
    ok(count(kit, 10, 1000))
    ok(count(kit))  # counted again before the start: the last count holds
    found = started(kit.run(StartGame()))
    assert found.announced == announced
    assert (found.sold, found.receipts_cents) == (240, 24000)
    assert code(count(kit)) == "game-started"


def test_the_caller_is_told_cards_and_dollars_of_a_winner_take_all(empty: Kit) -> None:
    """15.4.7.11 E(1) NMAC: the number of cards sold and the prize, before the game begins."""
    kit = begin(empty, TAKE_ALL)
    ok(count(kit))
    script = "\n".join(text_of(read_script(kit.hall, 1)))
    assert "240" in script
    assert "$240.00" in script


def test_cards_that_are_sold_here_are_not_counted_by_hand(empty: Kit) -> None:
    kit = begin(empty, FIXED)
    assert code(kit.run(CountTakings(1, 100, 2))) == "takings-kept"


@pytest.mark.parametrize(
    ("amounts", "refused"),
    [
        ((30000,), ""),
        ((15000, 15000), ""),
        ((10000, 10000, 10000), ""),
        ((29900, 100), "given-not-divided"),
        ((25000,), "given-not-divided"),
        ((15000, 15001), "given-over-prize"),
    ],
)
def test_what_is_given_by_name_divides_the_prize_equally(
    empty: Kit, amounts: tuple[int, ...], refused: str
) -> None:
    """13:47-7.6: $300.00 by 2 is $150.00 each; 299 and 1 is no division."""
    kit = begin(empty, FIXED)
    ok(kit.run(StartGame()))
    answer = given(kit, *amounts)
    assert (code(answer) if refused else kinds(answer)) == (refused or ["GameCompleted"])


@pytest.mark.parametrize(
    ("amounts", "refused"),
    [
        ((4800, 7200), ""),
        ((3600, 4800, 3600), ""),  # two share the full card
        ((1600, 1600, 7200, 1600), ""),  # three share the line
        ((4800, 7199), "given-not-divided"),
        ((12000,), "given-not-divided"),
        ((4800, 4800, 2400), "given-not-divided"),
    ],
)
def test_each_section_of_a_pool_is_divided_among_its_winners(
    empty: Kit, amounts: tuple[int, ...], refused: str
) -> None:
    kit = begin(empty, FIFTY)
    ok(count(kit))
    ok(kit.run(StartGame()))
    answer = given(kit, *amounts)
    assert (code(answer) if refused else kinds(answer)) == (refused or ["GameCompleted"])


def test_of_an_early_bird_either_prize_is_given(empty: Kit) -> None:
    """$120.00 within the calls, $60.00 after them; $90.00 is neither."""
    kit = begin(empty, EARLY)
    ok(count(kit))
    ok(kit.run(StartGame()))
    assert code(given(kit, 9000)) == "given-not-divided"
    ok(given(kit, 3000, 3000))


def test_winners_of_two_colors_take_their_own_divided_by_all(empty: Kit) -> None:
    """$120.00 and $60.00 by two winners are $60.00 and $30.00."""
    kit = begin(empty, COLORS)
    ok(count(kit))
    ok(kit.run(StartGame()))
    assert code(given(kit, 12000, 6000)) == "given-over-prize"
    assert code(given(kit, 6000, 2900)) == "given-not-divided"
    ok(given(kit, 6000, 3000))


def test_things_are_given_only_where_division_is_impossible(empty: Kit) -> None:
    """13:47-7.6: substitutes whose value in all does not exceed the prize."""
    ok(empty.run(SetRule("prizes.substitute_prizes", "true", "merchandise is given")))
    kit = begin(empty, FIXED)
    ok(kit.run(StartGame()))
    assert code(given(kit, 20000, 9000, source="in kind")) == "indivisible-needed"
    mixed = (GivenPrize("Table 1", 15000), GivenPrize("Table 2", 15000, "in kind"))
    assert code(kit.run(CompleteGame(mixed))) == "given-mixed"
    (entry,) = ok(given(kit, 20000, 9000, source="in kind", why="a television"))
    assert isinstance(entry.kind, GameCompleted)
    assert entry.kind.indivisible == "a television"


def test_the_box_knows_the_takings_and_what_was_paid_from_it(empty: Kit) -> None:
    """$50.00 + $240.00 - $48.00 - $72.00 = $170.00, and no difference of -$500."""
    kit = begin(empty, FIFTY)
    ok(count(kit))
    ok(kit.run(StartGame()))
    ok(given(kit, 4800, 7200))
    ok(kit.close())
    entries = ok(kit.run(CashUp(17000, (), 0, "E1", 0)))
    cash = next(one.kind for one in entries if isinstance(one.kind, CashCounted))
    assert (cash.expected_cents, cash.counted_cents) == (17000, 17000)
    report = read_report(kit.hall, 0)
    assert isinstance(report, Report)
    assert report.is_balanced
    found = report_json(report)
    assert (found["prizes_awarded_cents"], found["prizes_cents"]) == (12000, 12000)
    assert [one["from"] for one in found["prizes_given"]] == ["box", "box"]
    assert found["games"][0]["receipts_cents"] == 24000
    (finding,) = read_audit(kit.hall, "")
    assert "OccasionOpened" in finding.sentence, "the program, which nobody held against the rules"


def test_a_prize_by_check_leaves_the_box_as_it_is(empty: Kit) -> None:
    kit = begin(empty, FIXED)
    ok(kit.run(StartGame()))
    ok(given(kit, 30000, source="check"))
    ok(kit.close())
    entries = ok(kit.run(CashUp(5000, (), 0, "E1", 0)))
    cash = next(one.kind for one in entries if isinstance(one.kind, CashCounted))
    assert cash.expected_cents == 5000


@pytest.mark.parametrize(
    ("each", "told", "refused"),
    [
        ((59999,), ("", ""), ""),
        ((60000,), ("", ""), "contact-needed"),
        ((30000, 30000), ("", ""), "contact-needed"),  # the prize decides, not a share
        ((30000, 30000), ("12 Elm St.", ""), ""),
        ((200000,), ("12 Elm St.", ""), "document-needed"),
        ((100000, 100000), ("12 Elm St.", ""), ""),  # a tax form is of one's own winnings
        ((200000,), ("12 Elm St.", "W-2G 7"), ""),
    ],
)
def test_contact_and_tax_form_are_fields_and_no_comma_in_a_name(
    empty: Kit, each: tuple[int, ...], told: tuple[str, str], refused: str
) -> None:
    """15.4.7.11 E(2)(c) NMAC: "if the prize value is equal to or exceeds $600"."""
    kit = begin(empty, replace(FIXED, terms=Terms(PrizeBasis.FIXED, sum(each))))
    ok(kit.run(StartGame()))
    prizes = tuple(GivenPrize("Smith, Joe, Jr.", one, "check", *told) for one in each)
    answer = kit.run(CompleteGame(prizes))
    assert (code(answer) if refused else kinds(answer)) == (refused or ["GameCompleted"])


def test_the_entries_of_a_count_read_as_they_were_written(empty: Kit) -> None:
    kit = begin(empty, FIFTY)
    (entry,) = ok(count(kit))
    assert entry.kind == TakingsCounted(1, 240, 24000)
    with kit.hall.reading() as reader:
        assert read_progressions(reader) == {}

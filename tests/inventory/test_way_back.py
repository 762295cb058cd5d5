"""Nothing is given back for a card once somebody may have won: the whole table of stage and way.

The table is copied here by hand. Each pair is tried at a desk whose game was brought to that stage,
so what the table closes is closed for the command that a person types.
"""

from collections.abc import Callable, Mapping
from itertools import product

import pytest

from inventory.commands.claim import CloseRoundHoldingBack
from inventory.commands.game import CompleteGame, CompleteUnwon
from inventory.decisions.sale.way_back import OPEN_WAYS, Stage, WayBack, stage_of
from inventory.desk.execute import Answer
from inventory.desk.game.evening import current_evening
from inventory.desk.papers import reporting
from inventory.entries.states import CardState
from inventory.reports.figures.occasion import Report, report_json
from tests.inventory.kit import Kit, code, ok
from tests.inventory.scanned import selling

# yes: the way is open; else the code of its refusal.
TABLE = """
           | undo         | exchange     | replace      | void
selling    | yes          | yes          | yes          | yes
closed     | sales-closed | sales-closed | sales-closed | yes
started    | sales-closed | sales-closed | sales-closed | yes
held       | sales-closed | sales-closed | sales-closed | round-decides
resumed    | sales-closed | sales-closed | sales-closed | yes
won        | sales-closed | sales-closed | sales-closed | nothing-back
completed  | sales-closed | sales-closed | sales-closed | nothing-back
"""
_HEAD, *_LINES = [
    [part.strip() for part in line.split("|")] for line in TABLE.strip("\n").splitlines()
]
EXPECTED = {
    (line[0], way): said for line in _LINES for way, said in zip(_HEAD[1:], line[1:], strict=True)
}
WINNER, SEALED, BEHIND = 1, 3, 4


def test_every_stage_and_every_way_stand_in_the_table() -> None:
    assert EXPECTED.keys() == {(str(stage), str(way)) for stage, way in product(Stage, WayBack)}


@pytest.mark.parametrize(("stage", "way"), list(product(Stage, WayBack)))
def test_the_program_s_table_opens_what_stands_here_and_no_more(stage: Stage, way: WayBack) -> None:
    assert (way in OPEN_WAYS[stage]) == (EXPECTED[stage, way] == "yes")


def selling_(kit: Kit) -> None:
    ok(kit.sell(WINNER, 2))
    ok(kit.sell(SEALED))


def closed(kit: Kit) -> None:
    selling_(kit)
    kit.pre_draw(winning_balls(kit))
    ok(kit.close())


def started(kit: Kit) -> None:
    closed(kit)
    ok(kit.start())


def held(kit: Kit) -> None:
    started(kit)
    ok(kit.hold())
    ok(kit.rack())


def resumed(kit: Kit) -> None:
    held(kit)
    ok(kit.close_round())


def won(kit: Kit) -> None:
    held(kit)
    ok(kit.claim(kit.built.red(WINNER)))
    ok(kit.close_round())


def completed(kit: Kit) -> None:
    won(kit)
    ok(kit.run(CompleteGame()))


def winning_balls(kit: Kit) -> tuple[int, ...]:
    card = kit.built.red(WINNER)
    others = [ball for ball in range(1, 76) if ball not in card.numbers]
    return (*card.numbers, *others)[:48]


BRING: Mapping[Stage, Callable[[Kit], None]] = {
    Stage.SELLING: selling_,
    Stage.CLOSED: closed,
    Stage.STARTED: started,
    Stage.HELD: held,
    Stage.RESUMED: resumed,
    Stage.WON: won,
    Stage.COMPLETED: completed,
}


def exchange(kit: Kit) -> Answer:
    return kit.exchange((SEALED,), 2)


def replace(kit: Kit) -> Answer:
    red = kit.built.red
    context = kit.context()
    return selling.replace_defect(kit.hall, context, red(SEALED).outside, red(4).outside, "torn")


def void(kit: Kit) -> Answer:
    return kit.void(SEALED)


WAYS: Mapping[WayBack, Callable[[Kit], Answer]] = {
    WayBack.UNDO: Kit.undo,
    WayBack.EXCHANGE: exchange,
    WayBack.REPLACE: replace,
    WayBack.VOID: void,
}


@pytest.mark.parametrize(("stage", "way"), list(product(Stage, WayBack)))
def test_at_a_desk_each_way_back_is_open_or_shut_as_the_table_says(
    kit: Kit, stage: Stage, way: WayBack
) -> None:
    BRING[stage](kit)
    evening = current_evening(kit.hall)
    assert evening is not None
    assert stage_of(evening.current) is stage
    answer, expected = WAYS[way](kit), EXPECTED[stage, way]
    if expected == "yes":
        ok(answer)
    else:
        assert code(answer) == expected
        assert kit.state(kit.built.red(SEALED)) is CardState.SOLD


def test_a_game_that_nobody_won_gives_nothing_back_once_it_is_over(kit: Kit) -> None:
    started(kit)
    ok(kit.run(CompleteUnwon("the machine stopped, the players agreed")))
    assert code(kit.void(SEALED)) == "nothing-back"


def test_a_shout_shuts_the_last_way_back_until_the_round_is_closed(kit: Kit) -> None:
    held(kit)
    assert code(kit.void(SEALED)) == "round-decides"
    ok(kit.close_round())
    ok(kit.void(SEALED))


def test_while_a_held_back_claim_may_win_nothing_is_given_back(kit: Kit) -> None:
    """The share of a card whose code cannot be read waits: the game is not played on."""
    held(kit)
    ok(kit.claim_unread(kit.built.red(WINNER)))
    ok(kit.run(CloseRoundHoldingBack()))
    assert code(kit.void(SEALED)) == "nothing-back"


def test_an_opened_card_that_did_not_win_is_not_voided_before_the_next_claim(kit: Kit) -> None:
    """It was looked into: whoever knows that it loses would take the money back."""
    held(kit)
    ok(kit.claim(kit.built.red(2)))
    ok(kit.close_round())
    assert code(kit.void(2)) == "opened-tonight"
    ok(kit.void(SEALED))


def test_a_card_named_by_its_inside_is_open_and_not_voided(kit: Kit) -> None:
    ok(kit.sell(1))
    inside = kit.built.red(1).inside
    assert code(selling.void(kit.hall, kit.context(), inside, "player left")) == "card-open"


def test_the_replacement_of_a_replacement_is_looked_at_by_somebody_else(kit: Kit) -> None:
    """Otherwise two people open cards until one of them is good, and pay for one."""
    ok(kit.sell(1))

    def again(old: int, by: str, second: str) -> Answer:
        old_text, new = kit.built.red(old).outside, kit.built.red(old + 1).outside
        context = kit.context(by=by, second=second)
        return selling.replace_defect(kit.hall, context, old_text, new, "torn")

    ok(again(1, "Ann", "Bob"))
    assert code(again(2, "Ann", "Bob")) == "same-pair-again"
    assert code(again(2, "Bob", " ann ")) == "same-pair-again"
    ok(again(2, "Ann", "Cal"))
    assert code(again(3, "Cal", "Ann")) == "same-pair-again"
    ok(again(3, "Bob", "Ann"))


def test_every_way_back_stands_on_the_report(kit: Kit) -> None:
    ok(kit.sell(1))
    ok(kit.undo())
    ok(kit.sell(1, 2))
    ok(kit.exchange((1,), 2))
    ok(kit.undo())
    ok(kit.void(2))
    red = kit.built.red
    ok(selling.replace_defect(kit.hall, kit.context(), red(1).outside, red(3).outside, "torn"))
    found = reporting.read_report(kit.hall, 0)
    assert isinstance(found, Report)
    told = [(one["what"], one["by"]) for one in report_json(found)["incidents"]]
    assert [what for what, _ in told] == [
        "sale undone",
        "exchange undone",
        "sale voided",
        "defective card replaced",
    ]
    assert {by for _, by in told} == {"Ann and Bob"}

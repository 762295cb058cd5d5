"""What the rules ask of what is said and filed, where no other test shows it."""

from inventory.commands.closing import FileReport
from inventory.commands.game import CallBalls, StartGame
from inventory.commands.house import SetRule
from inventory.entries.closing import Filed
from inventory.reports.spoken.explanation import lines_of
from tests.inventory.kit import Kit, code, ok


def test_a_verdict_says_maker_set_and_card_as_they_are_read_to_the_caller(kit: Kit) -> None:
    """15.4.7.11 NMAC B(7): the maker's number and the serial of each winning card."""
    card = kit.built.red(1)
    ok(kit.sell(1))
    kit.game_with(card)
    ok(kit.hold())
    ok(kit.rack())
    told = "\n".join(lines_of(ok(kit.claim(card))))
    assert "VALID" in told
    assert f"maker ACME, set 000123, card 1 ({card.card_id})" in told


def test_the_form_that_is_filed_is_the_one_of_the_rules(kit: Kit) -> None:
    """9 NYCRR 4820.51(g): a BC-7; a hall whose clerk asks for another names it as its rule."""
    ok(kit.close())
    ok(kit.cash_up(counted=5000))
    reason = "the clerk's own form"
    ok(kit.run(SetRule("papers.form", "BC-8", reason)))
    (entry,) = ok(kit.run(FileReport(0, "", "receipt 7", "2026-12-01")))
    assert isinstance(entry.kind, Filed)
    assert entry.kind.form == "BC-8"


def test_no_number_is_called_while_the_games_cards_are_on_sale(kit: Kit) -> None:
    """N.J.A.C. 13:47-7.28(b), 7.41(b), 7.48(b): all cards are sold before the first number."""
    ok(kit.sell(1))
    ok(kit.pre_draw(tuple(range(1, 49))))
    assert code(kit.run(CallBalls((49,)))) == "sales-open"
    assert code(kit.run(StartGame("nobody"))) == "sales-open"
    ok(kit.close())
    assert code(kit.sell(2)) == "sales-closed"

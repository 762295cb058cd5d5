"""Verification by people the ledger knows: who is in charge, calls, checks, and who plays."""

from pathlib import Path

import pytest

from inventory.commands.claim import Witnesses
from inventory.commands.game import CheckRack, EnterLater, NameCrew
from inventory.desk.game.evening import current_evening
from inventory.desk.papers.reporting import read_audit
from inventory.entries.claim import ClaimDecided
from inventory.entries.game import CrewNamed
from inventory.entries.states import Verdict
from inventory.paper import Paper, Table
from inventory.program.program import Game, GameKind, PrizeBasis, Terms
from inventory.reports.papers.new_jersey import new_jersey_paper
from inventory.reports.papers.new_mexico import new_mexico_paper
from tests.inventory.delivery_builder import RED, Built
from tests.inventory.kit import Kit, code, ok
from tests.inventory.papers.test_evening_paper import books_of
from tests.inventory.test_late_balls import FIRST, SEALED, hall_of, verdict

CREW = CrewNamed("Ann", "Max", ("Cal",), ("Dee",))
FIFTY = Game(1, "Half", GameKind.FIFTY_FIFTY, Terms(PrizeBasis.SHARE, primary_share=5000), (RED,))
LAST = Game(2, "Last", GameKind.ORDINARY, FIRST)


def won_in(kit: Kit) -> None:
    """Red 1 is complete, HOLD is pressed, and list and rack agree."""
    ok(kit.sell(1))
    ok(kit.close())
    ok(kit.start(""))
    ok(kit.call(*kit.built.red(1).numbers))
    ok(kit.hold())
    ok(kit.rack())


def judged(kit: Kit, by: str, *witnesses: str) -> str:
    """The code of step 10 when `by` gives the command; empty for VALID."""
    compared, read_back, *checked = witnesses
    heard = Witnesses("table 4", compared, read_back, 0, *checked)
    found = verdict(
        kit.claim_by(kit.built.red(1).card_id, witnesses=heard, context=kit.context(by, second=""))
    )
    return "" if found.verdict == Verdict.VALID else found.code


# -- who is named --------------------------------------------------------------------------------


def test_who_opens_is_in_charge_unless_another_is_named(kit: Kit) -> None:
    evening = current_evening(kit.hall)
    assert evening is not None
    assert evening.crew == CrewNamed("Ann", "Ann")
    assert [one for one in read_audit(kit.hall, "") if one.code == "not-decided"] == []


def test_a_crew_is_changed_by_two_people_and_a_caller_stays_one(kit: Kit) -> None:
    assert code(kit.run(NameCrew(CREW), second="")) == "second-person-needed"
    ok(kit.run(NameCrew(CREW)))
    ok(kit.run(NameCrew(CrewNamed("", "", ("Eve",)))))
    evening = current_evening(kit.hall)
    assert evening is not None
    assert evening.crew == CrewNamed("Ann", "Max", ("Eve",), ("Dee",))
    assert evening.callers == ("Cal", "Eve")
    assert code(kit.run(NameCrew(CrewNamed("", "")))) == "crew-unchanged"


# -- New Mexico ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("by", "witnesses", "why"),
    [
        ("Dee", ("table 4", "Cal"), ""),
        ("Cal", ("table 4", "Cal", "Dee"), ""),  # he types at the board, she is on the floor
        ("Cal", ("table 4", "Cal"), "not-a-checker"),
        ("Cal", ("table 4", "Cal", "Ann"), ""),
        ("Dee", ("table 4", "Dee"), "not-the-caller"),
        ("Dee", ("table 4", "somebody"), "not-the-caller"),
        ("Dee", ("Cal", "Cal"), "player-needed"),
        ("Dee", ("Bob", "Cal"), "player-needed"),  # he was the second person of an act tonight
        ("Dee", ("table 4", "Cal", "Joe"), "not-a-checker"),
        ("Dee", ("", "Cal"), "not-compared"),
    ],
)
def test_the_floor_is_checked_before_a_player_and_read_to_the_caller(
    built: Built, tmp_path: Path, by: str, witnesses: tuple[str, ...], why: str
) -> None:
    """15.4.7.11 B(6), B(8), C NMAC: a worker checks, a player watches, the caller confirms."""
    game = Game(1, "Coverall", GameKind.ORDINARY, FIRST, (RED,))
    with hall_of(built, tmp_path / "hall", "us-nm", game) as kit:
        ok(kit.run(NameCrew(CREW)))
        won_in(kit)
        ok(kit.claim(kit.built.red(1), Witnesses("table 4", "", "")))
        assert judged(kit, by, *witnesses) == why


def test_the_caller_does_not_verify_under_another_name_for_the_caller(
    built: Built, tmp_path: Path
) -> None:
    """15.4.7.11 C NMAC: Cal is the caller, whoever he says read back; nobody named is nobody."""
    game = Game(1, "Coverall", GameKind.ORDINARY, FIRST, (RED,))
    with hall_of(built, tmp_path / "hall", "us-nm", game) as kit:
        won_in(kit)
        ok(kit.claim(kit.built.red(1), Witnesses("table 4", "", "")))
        assert judged(kit, "Cal", "table 4", "Zoe") == "caller-unnamed"
        ok(kit.run(NameCrew(CrewNamed("", "", ("Cal", "Zoe")))))
        assert judged(kit, "Cal", "table 4", "Zoe") == "caller-verifies"
        assert judged(kit, "Dee", "table 4", "Zoe") == ""


# -- New Jersey ----------------------------------------------------------------------------------


def test_no_jackpot_without_recorded_balls_rack_and_player(built: Built, tmp_path: Path) -> None:
    """N.J.A.C. 13:47-7.33(a), 7.43(a), 7.50(b): a count of calls alone pays nobody."""
    with hall_of(built, tmp_path / "hall", "us-nj", FIFTY, LAST) as kit:
        ok(kit.sell(1))
        ok(kit.close())
        ok(kit.start(""))
        ok(kit.hold())
        card = kit.built.red(1)
        by_count = Witnesses("table 4", "table 5", "Cal", 30)
        assert verdict(kit.claim(card, by_count)).code == "balls-not-recorded"
        ok(kit.run(EnterLater(card.numbers)))

        def again(witnesses: Witnesses) -> ClaimDecided:
            return verdict(kit.claim_by(card.card_id, witnesses=witnesses))

        assert again(by_count).code == "rack-not-checked"
        ok(kit.rack())
        assert again(Witnesses("table 4", "Bob", "Cal")).code == "player-needed"
        assert again(by_count).verdict == Verdict.VALID


def test_the_rack_is_compared_by_the_member_in_charge(built: Built, tmp_path: Path) -> None:
    """N.J.A.C. 13:47-7.33(a)."""
    with hall_of(built, tmp_path / "hall", "us-nj", FIFTY, LAST) as kit:
        ok(kit.run(NameCrew(CREW)))
        won_in(kit)
        assert code(kit.run(CheckRack("table 4"), by="Dee", second="")) == "member-in-charge"
        ok(kit.run(CheckRack("table 4"), by="Dee", second="Ann"))


def test_a_player_is_nobody_who_works_tonight(kit: Kit) -> None:
    ok(kit.run(NameCrew(CREW)))
    for worker in ("Cal", "dee", "Bob", " MAX "):
        assert code(kit.run(CheckRack(worker))) == "player-works"
    ok(kit.run(CheckRack("Mary K.")))


# -- the papers ----------------------------------------------------------------------------------


def table(paper: Paper, name: str) -> Table:
    (found,) = (one for one in paper.blocks if isinstance(one, Table) and one.name == name)
    return found


def test_records_carry_the_names_and_lines_to_sign_on(built: Built, tmp_path: Path) -> None:
    with hall_of(built, tmp_path / "hall", "us-nj", FIFTY, LAST) as kit:
        ok(kit.run(NameCrew(CREW)))
        for paper in (new_jersey_paper(books_of(kit)), new_mexico_paper(books_of(kit))):
            rows = table(paper, "Crew").rows
            assert [row[:2] for row in rows] == [
                ("Member in charge", "Ann"),
                ("Manager", "Max"),
                ("Caller", "Cal"),
                ("Checker", "Dee"),
            ]
            assert all(str(row[2]).startswith("____") for row in rows)


def test_new_mexicos_record_says_who_checked_before_whom(built: Built, tmp_path: Path) -> None:
    with hall_of(built, tmp_path / "hall", "us-nm", SEALED) as kit:
        ok(kit.run(NameCrew(CREW)))
        ok(kit.sell(1))
        kit.game_with(kit.built.red(1))
        ok(kit.hold())
        ok(kit.rack())
        heard = Witnesses("table 4", "table 4", "Cal", 0, "Dee")
        assert verdict(kit.claim(kit.built.red(1), heard)).verdict == Verdict.VALID
        (row,) = table(new_mexico_paper(books_of(kit)), "Verification of each claim").rows
        assert row[-1] == "checked by Dee, compared by table 4, read back by Cal"

"""Progressives at the desk and at the terminal: from the posted dates to the win or the stop."""

import json
import unicodedata
from dataclasses import replace

import pytest

from inventory.decisions.progressive.acts import Night, play
from inventory.desk.hall import Hall
from inventory.desk.progressive import read_progressions
from inventory.entries.entry import Entry
from inventory.entries.progressive import ProgressionStopped
from inventory.ledger.replaying import audit
from inventory.reports.spoken.progressive import (
    progression_kind_lines,
    standing_json,
    standing_lines,
    standing_of,
)
from inventory.rules.profile import Profile, Rule
from inventory.rules.profile_file import read_profile
from inventory.rules.settings import Settings
from tests.inventory.kit import Kit
from tests.inventory.papers.conftest import utc
from tests.inventory.test_commands import Run, run
from tests.inventory.test_progression import FREE, NEW_JERSEY, STARTED, carried

__all__ = ["run"]
NAME = "Monday jackpot"
START = (
    *("progressive", "start", NAME, "--prize", "500", "--growth", "100", "--calls", "50"),
    *("--calls-growth", "1", "--dates", "2026-12-07, 2026-12-14", "--license-expires"),
    *("2027-06-30", "--account", "Bingo account, First Bank"),
)


@pytest.fixture(autouse=True)
def _new_jersey(monkeypatch: pytest.MonkeyPatch) -> None:
    """The hall plays progressives by the rules that test_progression.py writes out."""

    def profile(_: Hall, settings: Settings) -> Profile:
        return replace(read_profile(settings.founded.profile), progressive=NEW_JERSEY)

    monkeypatch.setattr(Hall, "profile", profile)


def played(kit: Kit, night: Night) -> tuple[Entry, ...]:
    """As the desk writes it when the game's round closes."""
    with kit.hall.reading() as reader:
        found = read_progressions(reader)[NAME]
    return kit.write(*play(found, NEW_JERSEY, night))


def test_a_name_is_one_however_its_accent_is_typed(run: Run, kit: Kit) -> None:
    one, two = "Café jackpot", unicodedata.normalize("NFD", "Café jackpot")
    assert one != two
    first = [one if part == NAME else part for part in START]
    assert run(*first)[0] == 0
    code, _, err = run(*[two if part == NAME else part for part in START])
    assert (code, err.partition(")")[0]) == (4, "refused (progression-known")
    assert run("progressive", "show", two)[0] == 0


def test_a_progressive_from_its_start_to_its_win(run: Run, kit: Kit) -> None:
    code, out, err = run(*START)
    assert (code, err) == (0, "")
    assert "first prize $500.00 within 50 calls" in out
    assert "Post these dates: 2026-12-07, 2026-12-14" in out
    assert "Each occasion it is not won: $100.00 more; calls more: 1" in out
    assert "All proceeds are held in: Bingo account, First Bank" in out

    played(kit, Night(1, "2026-12-07", 58, 1, 12050))
    _, out, _ = run("progressive", "show", "--on", "2026-12-08")
    assert "next on 2026-12-14: $600.00 whatever the calls" in out
    assert "DEPOSIT $120.50 of 2026-12-07 by 2026-12-09\n" in out
    assert "Monday jackpot: running, occasions played: 1" in out
    assert "58 calls of at most 50: carried to the next occasion" in out

    code, out, _ = run("progressive", "deposit", NAME, "--amount", "120.50", "--reference", "s 88")
    assert (code, "$120.50 deposited" in out) == (0, True)
    played(kit, Night(2, "2026-12-14", 70, 2, 9900))
    _, out, _ = run("progressive", "show", NAME, "--json", "--on", "2026-12-15")
    (found,) = json.loads(out)["progressives"]
    assert (found["state"], found["next"]) == ("won", None)
    assert (found["receipts_cents"], found["deposited_cents"]) == (21950, 12050)
    assert found["deposits_due"] == [{"played_on": "2026-12-14", "cents": 9900, "by": "2026-12-16"}]
    assert [one["kind"] for one in found["history"]] == [
        "ProgressionStarted", "ProgressionPlayed", "ProceedsDeposited", "ProgressionPlayed",
    ]  # fmt: skip
    assert audit(kit.hall.ledger) == ()


def test_a_stop_prints_the_notice_and_its_deadline(run: Run) -> None:
    """2026-12-04 is a Friday; the next business day is Monday the 7th."""
    run(*START)
    code, out, _ = run("progressive", "stop", NAME, "--reason", "The roof leaks.",
                       "--known-on", "2026-12-04")  # fmt: skip
    assert code == 0
    assert "NOTICE due by the close of business on 2026-12-07" in out
    assert "St. Brendan's cannot complete its progressive game Monday jackpot." in out
    assert "The emergency: The roof leaks. We have known of it since 2026-12-04." in out
    _, out, _ = run("progressive", "show", NAME)
    assert "Monday jackpot: stopped, occasions played: 0" in out
    assert run("progressive", "stop", NAME, "--reason", "again")[0] == 4


def test_where_no_rule_asks_for_a_notice_a_stop_prints_none() -> None:
    stop = ProgressionStopped(NAME, "fire", "2026-12-04", "", "St. Brendan's", 0, 50000, 0, 0)
    told, ask = progression_kind_lines(stop)
    assert told == f"{NAME} stopped, known on 2026-12-04: fire"
    assert "ask the municipality" in ask


def test_the_same_request_starts_it_once(run: Run) -> None:
    request = ("--request", "ab" * 16)
    first = run(*START, *request)
    assert run(*START, *request) == first
    code, _, err = run(*START)
    assert (code, err.startswith("refused (progression-known): ")) == (4, True)


def test_a_name_nobody_started_is_refused_everywhere(run: Run) -> None:
    for arguments in (
        ("show", "Friday"),
        ("deposit", "Friday", "--amount", "1", "--reference", "x"),
        ("stop", "Friday", "--reason", "fire"),
    ):
        code, out, err = run("progressive", *arguments, "--json")
        assert (code, json.loads(out)["code"]) == (4, "unknown-progression")
        assert err.count("\n") == 1
    assert run("progressive", "show")[1] == "No progressive yet.\n"


@pytest.mark.parametrize(
    ("option", "value", "told"),
    [
        ("--dates", "2026-12-07,soon", "The day is 'soon'"),
        ("--license-expires", "June", "The day is 'June'"),
        ("--growth-percent", "12.5x", "a percentage such as 12.5"),
        ("--growth-percent", "$12", "a percentage such as 12.5"),
        ("--prize", "much", "The amount is 'much'"),
    ],
)
def test_what_cannot_be_read_is_one_line_and_writes_nothing(
    run: Run, kit: Kit, option: str, value: str, told: str
) -> None:
    head = kit.head()
    code, _, err = run(*START, option, value)
    assert (code, err.count("\n")) == (1, 1)
    assert told in err
    assert kit.head() == head


def test_a_day_that_cannot_be_played_says_why(run: Run, kit: Kit) -> None:
    """Both dates are over and it was not played on the last: people must be told."""
    run(*START)
    played(kit, Night(1, "2026-12-07", 58, 0, 0))
    _, out, _ = run("progressive", "show", NAME, "--on", "2026-12-20")
    assert "NO DATE IS LEFT" in out


def test_growth_may_be_a_share_of_the_receipts(run: Run, kit: Kit) -> None:
    """12.5 % of 100.00 is 12.50."""
    code, out, _ = run(*START, "--growth", "0", "--growth-percent", "12.5")
    assert (code, "12.5 % of the receipts more" in out) == (0, True)
    played(kit, Night(1, "2026-12-07", 58, 0, 10000))
    assert "$512.50" in run("progressive", "show", "--on", "2026-12-08")[1]


def test_behind_the_license_no_date_is_left(run: Run) -> None:
    run(*START, "--dates", "2027-06-28")
    _, out, _ = run("progressive", "show", NAME, "--on", "2027-07-01")
    assert "NO DATE IS LEFT" in out


def test_a_deposit_behind_its_day_is_late(run: Run, kit: Kit) -> None:
    run(*START)
    played(kit, Night(1, "2026-12-07", 58, 1, 12050))
    for today, is_late in (("2026-12-09", False), ("2026-12-10", True)):
        _, out, _ = run("progressive", "show", "--on", today)
        assert ("by 2026-12-09: LATE" in out) == is_late


def test_a_progressive_that_can_not_be_played_says_why() -> None:
    """Ten occasions were carried under another rule; today's allows ten."""
    ten = carried(10, replace(NEW_JERSEY, occasions_max=Rule(None, "7.32", "rule text")))
    standing = standing_of(ten, NEW_JERSEY, "2027-02-10", ())
    assert any("call the member in charge" in line for line in standing_lines(standing, utc))
    assert standing_json(standing)["why_not"] == "occasions-over"


def test_where_no_rule_gives_a_day_a_deposit_has_none() -> None:
    lines = standing_lines(standing_of(carried(1, FREE), FREE, "2026-12-08", ()), utc)
    assert "  DEPOSIT $120.00 of 2026-12-07" in lines


def test_what_was_not_given_at_the_start_is_not_told() -> None:
    bare = replace(STARTED, dates=(), license_expires="", account="")
    assert len(progression_kind_lines(bare)) == 2

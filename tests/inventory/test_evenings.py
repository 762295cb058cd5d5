"""The worked evenings of samples/evenings, each from its order form to its filing.

The money is reckoned here from order, program and what was sold, never by the hall's own code.
"""

import re
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from inventory.cli import main
from samples.evenings.kept import EVENINGS, STATES, Played, played
from samples.evenings.stage import HALL, PROGRAM


@pytest.fixture(scope="session")
def evening_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Played]:
    """An evening, played once for all tests of this process."""

    @cache
    def of(state: str) -> Played:
        return played(state, tmp_path_factory.mktemp(state))

    return of


@pytest.fixture(params=[pytest.param(one, marks=pytest.mark.xdist_group(one)) for one in STATES])
def evening(request: pytest.FixtureRequest, evening_of: Callable[[str], Played]) -> Played:
    return evening_of(request.param)


@pytest.fixture
def new_york(evening_of: Callable[[str], Played]) -> Played:
    return evening_of("us-ny")


@pytest.fixture
def new_jersey(evening_of: Callable[[str], Played]) -> Played:
    return evening_of("us-nj")


@pytest.fixture
def new_mexico(evening_of: Callable[[str], Played]) -> Played:
    return evening_of("us-nm")


def form(state: str, name: str) -> dict[str, Any]:
    return tomllib.loads((EVENINGS / state / name).read_text())


def cents(dollars: str) -> int:
    """12.50 is 1250."""
    whole, _, part = dollars.partition(".")
    return int(whole) * 100 + int(part)


def dollars(amount: int) -> str:
    """1250 is $12.50."""
    return f"${amount // 100}.{amount % 100:02d}"


def series_of(state: str) -> list[dict[str, Any]]:
    """The series of all orders of an evening."""
    forms = sorted((EVENINGS / state).glob("order*.toml"), key=lambda path: path.stem)
    return [one for path in forms for one in form(state, path.name)["series"]]


def prices(state: str) -> dict[str, int]:
    return {one["set_serial"]: one["price_cents"] for one in series_of(state)}


def rows(text: str, *starts: str) -> Iterator[list[str]]:
    """Rows of a paper's tables that begin with these words, cut where two blanks stand."""
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.split("  ") if cell.strip()]
        if tuple(cells[: len(starts)]) == starts:
            yield cells


def unlettered(text: str) -> str:
    """The text without the letters of its slips: every change of an entry's form moves them."""
    return re.sub(r"\b[0-9A-HJKMNP-TV-Z]{10}\b", "*" * 10, text)


GOLDEN = "us-ny"  # the one evening whose words are kept too
FIGURES = re.compile(
    r"-?\$[0-9,]+\.[0-9]{2}"  # money
    r"|\b[A-Z]+-[0-9]{6}-[0-9]{7}-[0-9A-Z]\b"  # cards
    r"|\b[BINGO][0-9]{1,2}\b"  # balls
    r"|\b(?:VALID|NOT VALID|CANNOT TELL YET|refused)\b"
)


def figures(text: str) -> list[str]:
    """Money, cards, balls and verdicts of a text, in their order."""
    return FIGURES.findall(text)


def test_what_came_of_it_is_what_is_kept(evening: Played) -> None:
    """Figures everywhere, words in one state; `make samples` writes them, to be looked at."""
    for name, text in evening.texts.items():
        kept = (EVENINGS / evening.on.state / name).read_text(encoding="utf-8")
        assert figures(text) == figures(kept), f"{evening.on.state}/{name}"
        if evening.on.state == GOLDEN:
            assert unlettered(text) == unlettered(kept), name


def test_the_kept_evenings_are_full_of_figures() -> None:
    """So that comparing them compares something."""
    for state in STATES:
        kept = (EVENINGS / state / "said.txt").read_text(encoding="utf-8")
        assert len(figures(kept)) > 50, state


def test_nothing_is_kept_that_no_evening_writes(evening: Played) -> None:
    folder = EVENINGS / evening.on.state
    assert {path.name for path in folder.glob("*.txt")} == set(evening.texts)


def test_the_audit_finds_nothing_and_every_figure_adds_up(evening: Played) -> None:
    hall = str(evening.folder / HALL)
    for command in ("audit", "report"):
        with pytest.raises(SystemExit) as done:
            main((command, "--hall", hall))
        assert done.value.code == 0, command
    report = evening.texts["report.txt"].splitlines()
    assert [line for line in report if line.startswith("ok ")]
    assert not [line for line in report if line.startswith("NO")]


def test_no_code_from_inside_a_card_is_kept_or_told(evening: Played) -> None:
    """Its 16 symbols stand behind maker, form, set and number."""
    codes = [card.inside[23:39] for card in evening.cards]
    assert len(codes) == sum(one["count"] for one in series_of(evening.on.state))
    files = [path for path in (evening.folder / HALL).rglob("*") if path.is_file()]
    kept = b"".join(path.read_bytes() for path in files)
    told = "".join(evening.texts.values())
    assert not [code for code in codes if code in told or code.encode() in kept]


@pytest.mark.xdist_group("us-ny")
def test_new_york_s_money_is_reckoned_from_order_and_program(new_york: Played) -> None:
    """54 red cards were sold, 3 of them traded in and paid for again, and 25 green ones."""
    red, _, green = prices("us-ny").values()
    bonanza, two_lines, early_bird = form("us-ny", PROGRAM)["games"]
    receipts = 54 * red + 3 * red + 25 * green
    assert receipts == 7575
    # 64 calls are more than 60: the consolation. 63 are within 66: half of 18.75, cut to the cent.
    assert (bonanza["calls"], early_bird["calls"]) == (60, 66)
    share = 25 * green * 50 // 100
    assert (share, early_bird["primary"]) == (937, "50 %")
    prizes = [cents(bonanza["consolation"]), cents(two_lines["primary"]), 469, 468]
    assert sum(prizes[2:]) == share
    admission = 64 * cents(form("us-ny", PROGRAM)["admission"])
    report, bc7 = new_york.texts["report.txt"], new_york.texts["bc-7.txt"]
    assert f"Receipts (sealed cards only): {dollars(receipts)}" in report
    assert "Prize $40.00 to Joe P., game 2, on cards that are not kept here" in report
    in_box = dollars(5000 + receipts + admission)
    assert f"Cash counted {in_box}, expected {in_box}, difference $0.00" in report
    assert [one[1] for one in rows(bc7, "Total")][:2] == [
        dollars(receipts + admission),
        dollars(sum(prizes)),
    ]


@pytest.mark.xdist_group("us-nj")
def test_new_jersey_s_money_is_reckoned_from_order_and_program(new_jersey: Played) -> None:
    """Red 25, orange 9, blue 7, green 5, purple 14 and pink 30 are sold at a dollar each."""
    assert set(prices("us-nj").values()) == {100}
    corners, halves, colors, jackpot, pre_draw = form("us-nj", PROGRAM)["games"]
    # Half of $25.00 is $12.50: 40 % for the first line, 60 % for the full card.
    assert (halves["pool"], [one["share"] for one in halves["sections"]]) == (
        "50 %",
        ["40 %", "60 %"],
    )
    sections = (2500 * 50 // 100 * 40 // 100, 2500 * 50 // 100 * 60 // 100)
    assert sections == (167 + 167 + 166, 750)
    # 60 % of $21.00 is $12.60. Two win on one call: half of orange's 100 % and of green's 50 %.
    assert (colors["pool"], colors["colors"]["orange"], colors["colors"]["green"]) == (
        "60 %",
        "100 %",
        "50 %",
    )
    by_color = (1260 // 2, 1260 * 50 // 100 // 2)
    assert by_color == (630, 315)
    # $100.00 at the first occasion, $25.00 more at the second; half of $30.00 in the pre-draw.
    given = [cents(corners["primary"]), 500, 750, *by_color, 100_00 + 25_00, 3000 * 50 // 100]
    assert jackpot["primary"] == "125.00"
    assert pre_draw["primary"] == "50 %"
    texts = new_jersey.texts
    receipts = (25 + 9 + 7 + 5 + 14 + 30) * 100
    assert f"Receipts (sealed cards only): {dollars(receipts)}" in texts["report.txt"]
    by_game = next(row for row in rows(texts["nj-record.txt"], "Total"))
    assert by_game == ["Total", "90", dollars(receipts), dollars(sum(given)), dollars(0)]


@pytest.mark.xdist_group("us-nj")
def test_new_jersey_s_record_says_which_test_failed_and_whose_rule_it_was(
    new_jersey: Played,
) -> None:
    """26 calls of 75 are within the calls; the last number called was not on the card."""
    texts = new_jersey.texts
    record = " ".join(texts["nj-record.txt"].split())
    assert (
        "special.multi_color_faces = 1, which differs from N.J.A.C. 13:47-7.47 (6, rule" in record
    )
    (late,) = [row for row in rows(texts["nj-record.txt"], "2026-12-11") if "NOT" in row]
    assert late[3:6] == ["yes", "yes,", "the"]


@pytest.mark.xdist_group("us-nj")
def test_a_progressive_tells_the_hall_s_own_days(new_jersey: Played) -> None:
    """19:00 in Trenton is the next day in UTC."""
    said = new_jersey.texts["said.txt"]
    assert "2026-12-04 Cal, entry" in said
    assert "2026-12-05 Cal, entry" not in said


@pytest.mark.xdist_group("us-nm")
def test_new_mexico_s_money_is_reckoned_from_order_and_program(new_mexico: Played) -> None:
    """32 red cards are paid for, and one that was torn is replaced; 24 blue ones."""
    red, blue = prices("us-nm").values()
    takes_all, letter_x = form("us-nm", PROGRAM)["games"]
    pool, receipts = 32 * red, 32 * red + 24 * blue
    assert (pool, receipts, takes_all["primary"]) == (64000, 68800, "100 %")
    given = pool + cents(letter_x["primary"])
    assert given <= 250_000  # 15.4.7.11 NMAC E(2)(f)
    texts = new_mexico.texts
    # $100.00 of float; letter X is paid from the box; it is two dollars short and nothing is netted
    expected = 10000 + receipts - cents(letter_x["primary"])
    assert (
        f"Cash counted {dollars(expected - 200)}, expected {dollars(expected)}, difference -$2.00"
    ) in texts["report.txt"]
    assert f"Receipts (sealed cards only): {dollars(receipts)}" in texts["report.txt"]
    totals = list(rows(texts["nm-record.txt"], "Total"))
    assert totals[0] == ["Total", "56", dollars(receipts)]
    assert ["Total", "56", dollars(receipts), dollars(given), dollars(0)] in totals


@pytest.mark.xdist_group("us-nm")
def test_new_mexico_announces_as_many_cards_as_the_record_has(new_mexico: Played) -> None:
    """15.4.7.11 NMAC E: the torn card was taken back and is not counted, nor is it valid."""
    texts = new_mexico.texts
    said = " ".join(texts["said.txt"].split())
    assert "Cards sold for this game: 32. The winner takes $640.00." in said
    assert "maker ACME, set 000401, red, cards 1 to 8 and 10 to 33" in said
    (row,) = [one for one in rows(texts["nm-record.txt"], "Winner takes all") if len(one) > 2]
    assert row[-2:] == ["32", "$640.00"]
    assert "12 Elm St., Santa" in texts["nm-record.txt"]


WRONG_ACTIONS = {
    "us-ny": (
        "within 47 calls; the rule asks for 48",
        "players are fewer than 12",
        "cannot be traded",
    ),
    "us-nj": ("49 calls are fewer than the 50", "know no exchange", "none of the posted dates"),
    "us-nm": ("no majority", "'s contact is kept", "was held for the claim"),
    "us-wa": (
        "Set 000502 is not begun while cards of set 000501 are left: 2",
        "it is never sold again",
    ),
}


@pytest.mark.parametrize(
    "state", [pytest.param(one, marks=pytest.mark.xdist_group(one)) for one in STATES]
)
def test_what_the_state_s_rule_forbids_is_refused_aloud(
    state: str, evening_of: Callable[[str], Played]
) -> None:
    refused = [line for line in evening_of(state).on.told if line.startswith("    refused (")]
    for sentence in WRONG_ACTIONS[state]:
        assert any(sentence in line for line in refused), sentence


@pytest.mark.xdist_group("us-wa")
def test_washington_s_sets_are_large_and_one_is_finished_before_the_next(
    evening_of: Callable[[str], Played],
) -> None:
    """WAC 230-16-140(6): 6,000 faces a set. The last 40 of one and 15 of the next are sold."""
    assert [one["count"] for one in series_of("us-wa")] == [6000, 6000]
    texts = evening_of("us-wa").texts
    assert "sold: 5961-5969, 5971-6000" in texts["report.txt"]
    assert "sold: 1-15" in texts["report.txt"]
    # 40 and 15 at a dollar, one of them voided
    receipts = dollars((40 - 1 + 15) * 100)
    assert f"Receipts (sealed cards only): {receipts}" in texts["report.txt"]

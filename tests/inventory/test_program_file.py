"""The program file: what a hall writes by hand, and what it is told when it is wrong."""

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.errors import BadFileError, BadValueError, CardgenError
from cardgen.symbols import check_symbol
from inventory.clock import minutes_from, parsed_time
from inventory.money import parsed_share, printed_share
from inventory.program.file import PROGRAM_BYTES_MAX, parsed_program, read_program
from inventory.program.program import Game, GameKind, PrizeBasis, Program, Section, Terms
from inventory.program.toml import program_toml
from tests.inventory.program_strategies import PROGRAMS_OF_ONE_GAME

PROGRAMS = Path(__file__).parent / "programs"
NEW_YORK = (PROGRAMS / "us-ny.toml").read_text()


def test_a_program_is_read_as_it_was_written_by_hand() -> None:
    program = read_program(PROGRAMS / "us-ny.toml")
    assert program.played_on == "2026-11-30"
    assert program.starts_at == "19:30"
    assert (program.seats, program.rooms, program.displays) == (200, 2, 2)
    assert program.admission_cents == 400
    assert dict(program.approvals)["card design"] == "GC-2026-115"
    assert program.games[0] == Game(
        number=1,
        name="Bonanza",
        kind=GameKind.PRE_DRAWN,
        terms=Terms(PrizeBasis.FIXED, primary_cents=50_000, consolation_cents=10_000),
        sets=("000123", "000124"),
        price_cents=100,
        pre_drawn=48,
        calls_max=54,
        pre_draw_at="18:50",
        starts_at="19:30",
    )
    assert program.games[1].terms.primary_cents == 7500
    assert program.games[1].starts_at == "20:00"
    assert program.games[2].price_cents == 50
    assert program.games[2].terms == Terms(
        PrizeBasis.SHARE, primary_share=5000, consolation_share=2500
    )
    assert [game.number for game in program.games] == [1, 2, 3]


def test_the_basis_of_a_prize_is_told_by_what_is_written() -> None:
    games = read_program(PROGRAMS / "new-jersey.toml").games
    assert [game.terms.basis for game in games] == [
        PrizeBasis.FIXED,
        PrizeBasis.SECTIONS,
        PrizeBasis.BY_COLOR,
        PrizeBasis.PROGRESSIVE,
        PrizeBasis.SHARE,
    ]
    assert games[1].terms.sections[2] == Section("full card", "coverall", 5000)
    assert games[1].terms.pool_share == 5000
    assert games[2].terms.colors == (("red", 10_000), ("blue", 7500), ("green", 5000))
    assert games[3].terms.progression == "Winter jackpot"


@pytest.mark.parametrize(
    ("was", "becomes", "told"),
    [
        ("seats = 200", "seat = 200", "seat is no field of a program. Is seats meant?"),
        ("seats = 200", "zebra = 200", "zebra is no field of a program. `inventory program new"),
        ("seats = 200", 'seats = "200"', "seats is '200': expected a whole number"),
        ("seats = 200", "seats = -1", "seats is -1: expected 0 to 100000"),
        ("rooms = 2", "rooms = 0", "rooms is 0: expected 1 to 100"),
        ('price = "1.00"', 'price = "1,00"', "game 1, price is '1,00': expected dollars and ce"),
        ('price = "1.00"', "price = true", "game 1, price is True: expected dollars and cents"),
        ('price = "1.00"', "price = 1.005", "game 1, price is 1.005: expected dollars"),
        ('price = "1.00"', "price = -1", "game 1, price is -1: expected dollars and cents"),
        ('primary = "50 %"', 'primary = "150 %"', "game 3, primary is '150 %': expected a perc"),
        ('primary = "50 %"', 'primary = "half"', "game 3, primary is 'half': expected dollars and"),
        ('consolation = "25 %"', 'consolation = "25"', "game 3, the prize is"),
        ('"18:50"', '"18.50"', "game 1, pre_draw_at is '18.50': expected a time, such as"),
        ('"18:50"', '"25:50"', "game 1, pre_draw_at is '25:50': expected a time, such as"),
        ('"7:30 PM"', '"19:30 PM"', "starts_at is '19:30 PM': expected a time"),
        ('"000124"', '"124"', "game 1, set 2 is '124': expected 6 digits"),
        ('"000124"', "124", "game 1, set 2 is 124: expected text in quotes"),
        ('kind = "ordinary"', 'kind = "normal"', "game 2, kind is 'normal': expected one of pre-"),
        ("calls = 54", "calls = 76", "game 1, calls is 76: expected 1 to 75"),
        ("pre_drawn = 48", "pre_drawn = 48.5", "game 1, pre_drawn is 48.5: expected"),
        ('name = "Bonanza"', 'name = ""', "game 1, name is '': expected one line"),
        ('name = "Bonanza"\n', "", "game 1, name is missing"),
        ("played_on = 2026-11-30\n", "", "played_on is missing"),
        ("played_on = 2026-11-30", 'played_on = "30.11."', "played_on is '30.11.': expected a day"),
        ("played_on = 2026-11-30", "played_on = 2026-11-30T19:30:00", "expected a day, such as 2"),
        ("played_on = 2026-11-30", 'played_on = "20261130"', "expected a day, such as 2026-11-30"),
        ("after_intermission = true", "after_intermission = 1", "expected true or false"),
        ('"GC-2026-114"', "114", "approvals, sealed cards is 114: expected text in quotes"),
        ('primary = "500.00"', 'primary = "500.00"\npool = "5 %"', "'sections and fixed': exp"),
        ('primary = "500.00"', 'colors = { rd = "5 %" }', "colors, rd is 'rd': expected one of"),
        ('primary = "500.00"', 'colors = "red"', "colors is 'red': expected a table"),
        ("primary = 75",
         'pool = 50\nsections = [{name = "a", share = 1}, {name = "a", share = 2}]',
         "game 2, section 2, name is 'a': expected a name that no section before it has"),
        ('primary = "500.00"', "sections = 1", "sections is 1: expected a list"),
        ('primary = "500.00"', "sections = [1]", "section 1 is 1: expected a table"),
    ],
)  # fmt: skip
def test_a_wrong_value_is_named_with_its_place_and_what_was_expected(
    was: str, becomes: str, told: str
) -> None:
    assert was in NEW_YORK
    with pytest.raises(CardgenError) as error:
        parsed_program(NEW_YORK.replace(was, becomes, 1))
    assert error.value.code == "bad-program"
    assert told in str(error.value)
    assert "\n" not in str(error.value)


def test_names_are_one_by_unicode_and_hold_no_code_from_inside_a_card() -> None:
    two = unicodedata.normalize("NFD", "Café Monday")
    name = next(line for line in NEW_YORK.splitlines() if line.startswith("name = "))
    assert parsed_program(NEW_YORK.replace(name, f'name = "{two}"', 1)).name == "Café Monday"
    body = "ACMET750001230000057W9MX5AWVWAYDT2MT"
    with pytest.raises(CardgenError, match="without a code from inside") as error:
        parsed_program(NEW_YORK.replace(name, f'name = "SD1{body}{check_symbol(body)}"', 1))
    assert "W9MX" not in str(error.value)


def test_a_program_has_at_least_one_game() -> None:
    with pytest.raises(CardgenError, match="games is missing"):
        parsed_program('name = "A"\nplayed_on = 2026-11-30\n')
    with pytest.raises(CardgenError, match=r"games is .*: expected at least one"):
        parsed_program('name = "A"\nplayed_on = 2026-11-30\ngames = []\n')


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"name = ", "it is not TOML"),
        (b"\xff\xfe", "it is not UTF-8 text"),
        (b"a = " + b"[" * 5000, "it nests too deeply"),
        (b"a = " + b"1" * 5000, "it nests too deeply or has a huge number"),
        (b"#" * (PROGRAM_BYTES_MAX + 1), "it has more than"),
    ],
)
def test_a_file_that_is_no_program_file_is_one_line(
    tmp_path: Path, content: bytes, told: str
) -> None:
    path = tmp_path / "program.toml"
    path.write_bytes(content)
    with pytest.raises(BadFileError, match=told) as error:
        read_program(path)
    assert "\n" not in str(error.value)


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    path = tmp_path / "program.toml"
    path.write_text(NEW_YORK, encoding="utf-8-sig")
    assert read_program(path).name == "Monday bingo"


# -- shares and times -----------------------------------------------------------------------------


@given(st.integers(0, 10_000))
def test_a_share_is_read_as_it_is_printed(points: int) -> None:
    assert parsed_share(printed_share(points)) == points
    assert printed_share(points) == f"{points / 100:g} %"


@pytest.mark.parametrize("text", ["50", "100.01 %", "-1 %", "1.005 %", "", "1,5 %"])
def test_a_share_is_a_percentage_of_all(text: str) -> None:
    with pytest.raises(BadValueError):
        parsed_share(text)


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("0:00", "00:00"),
        ("23:59", "23:59"),
        ("12:00 PM", "12:00"),
        ("12:00 AM", "00:00"),
        ("1:05pm", "13:05"),
        ("11:59 P.M.", "23:59"),
    ],
)
def test_a_time_is_read_as_halls_write_it(text: str, time: str) -> None:
    assert parsed_time(text) == time


@pytest.mark.parametrize("text", ["24:00", "19:60", "13:00 PM", "0:30 AM", "19", "7.30 PM"])
def test_a_time_that_no_clock_shows_is_refused(text: str) -> None:
    with pytest.raises(BadValueError):
        parsed_time(text)


@given(st.integers(0, 1439), st.integers(-719, 720))
def test_minutes_are_counted_over_midnight_too(start: int, minutes: int) -> None:
    end = (start + minutes) % 1440
    times = [f"{at // 60:02d}:{at % 60:02d}" for at in (start, end)]
    assert minutes_from(*times) == minutes


# -- writing --------------------------------------------------------------------------------------


@given(PROGRAMS_OF_ONE_GAME)
def test_a_program_is_read_as_it_was_written(program: Program) -> None:
    assert parsed_program(program_toml(program)) == program


@pytest.mark.parametrize("path", sorted(PROGRAMS.glob("*.toml")), ids=lambda path: str(path.stem))
def test_the_samples_are_written_as_they_are_read(path: Path) -> None:
    program = read_program(path)
    assert parsed_program(program_toml(program)) == program


def test_a_remark_stands_behind_its_field_and_changes_nothing() -> None:
    program = read_program(PROGRAMS / "us-ny.toml")
    remarks = {"": "On top.", "license_number": "as on the license", "games.1.sets": "the cartons",
               "games.2": "The second.", "approvals": "What was approved."}  # fmt: skip
    text = program_toml(program, remarks)
    assert text.startswith("# On top.\n")
    assert "# The second.\n[[games]]\n" in text
    assert "# What was approved.\n[approvals]\n" in text
    assert text.count("# the cartons") == 1
    assert parsed_program(text) == program

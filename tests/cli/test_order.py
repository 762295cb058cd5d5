"""Order forms, good and bad: one clear line each, nothing written."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import ORDER, Command, Works

BAD_ORDERS = {
    "wrong color": ('color = "red"', 'color = "crimson"', "color is 'crimson'", "one of red, blue"),
    "count 0": ("count = 7", "count = 0", "count of cards is 0", "1 to 10000000"),
    "count -1": ("count = 7", "count = -1", "count of cards is -1", "1 to 10000000"),
    "count 10^12": ("count = 7", "count = 1000000000000", "1000000000000", "1 to 10000000"),
    "count as text": ("count = 7", 'count = "7"', "count is '7'", "a whole number"),
    "count as fraction": ("count = 7", "count = 7.5", "count is 7.5", "a whole number"),
    "last beyond seven digits": ("first = 501", "first = 9999990", "10000003", "at most 9999999"),
    "first 0": ("first = 501", "first = 0", "audit number is 0", "1 to 9999999"),
    "duplicate set serial": ('serial = "000124"', 'serial = "000123"', "'000123'", "only once"),
    "specimen's set serial": ('serial = "000123"', 'serial = "000000"', "'000000'", "specimens"),
    "one color": ('color = "blue"', 'color = "red"', "color is", "other than its originals' red"),
    "one series": ('series = "B1"', 'series = "R1"', "'R1'", "only once"),
    "trade-in of nothing": ('of = "000123"', 'of = "000999"', "'000999'", "an original of this"),
    "trade-in of itself": ('of = "000123"', 'of = "000124"', "'000124'", "an original of this"),
    "trade-in without originals": (
        'exchange_of = "000123"\n',
        "",
        "exchange_of is None",
        "trade-in",
    ),
    "original with exchange_of": (
        'role = "original"',
        'role = "original"\nexchange_of = "000124"',
        "exchange_of is '000124'",
        "trade-in",
    ),
    "unknown form": ('form = "T75"', 'form = "T99"', "T99", "T75"),
    "malformed form": ('form = "T75"', 'form = "../x"', "form is '../x'", "3 symbols"),
    "malformed maker": ('"ACME"', '"acme"', "maker is 'acme'", "4 symbols"),
    "hall that is a path": ('"st-brendan"', '"../../etc"', "hall is '../../etc'", "a-z"),
    "hall name with a newline": ("Parish Hall", "Parish\\nHall", "hall_name", "printable"),
    "hall name of 81": (
        "St. Brendan's Parish Hall, Albany",
        "x" * 81,
        "hall_name",
        "1 to 80 printable",
    ),
    "unknown role": ('"original"', '"first"', "role is 'first'", "original or trade-in"),
    "unknown field": ("price_cents = 100", "price = 1", "price is 1", "misspelled"),
    "missing field": ('maker = "ACME"\n', "", "maker is missing", "docs/order.md"),
    "price below zero": ("price_cents = 100", "price_cents = -5", "price_cents is -5", "0 to"),
    "pack of none": ("count = 7", "count = 7\npack_size = 0", "pack_size is 0", "1 to 1000"),
    "no series": (
        ORDER[ORDER.index("[stock]") :],
        "series = []",
        "series is []",
        "at least one",
    ),
    "not TOML": ('order = "2026-117"', 'order = "2026', "not TOML", "cardgen order new"),
    "escape in a name": ('"2026-117"', '"\\u001b[31m"', "order is '\\x1b[31m'", "letters, digits"),
    "jurisdiction": ('"us-ny"', '"New York"', "'New York'", "us-ny"),
}


@pytest.mark.parametrize("name", BAD_ORDERS)
def test_a_bad_order_is_one_clear_line(cardgen: Command, tmp_path: Path, name: str) -> None:
    good, bad, value, expected = BAD_ORDERS[name]
    assert good in ORDER
    form = tmp_path / "order.toml"
    form.write_text(ORDER.replace(good, bad, 1))
    said = cardgen("order", "--check", form)
    assert said.exit_code == 1
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert "Traceback" not in said.err
    assert value in said.err
    assert expected in said.err


@pytest.mark.parametrize("name", ["count 10^12", "duplicate set serial", "unknown form"])
def test_a_bad_order_makes_nothing_and_claims_nothing(
    cardgen: Command, fresh: Works, name: str
) -> None:
    good, bad, _, _ = BAD_ORDERS[name]
    fresh.order.write_text(ORDER.replace(good, bad, 1))
    before = sorted(fresh.folder.rglob("*"))
    assert cardgen(*fresh.make_words()).exit_code == 1
    assert sorted(fresh.folder.rglob("*")) == before
    fresh.order.write_text(ORDER)
    assert cardgen(*fresh.make_words()).exit_code == 0


@pytest.mark.parametrize(
    ("content", "expected"),
    [(bytes(range(128, 256)), "not UTF-8"), (b"\x00\x01", "not TOML"), (b"x" * (1 << 21), "bytes")],
)
def test_binary_rubbish_is_no_order(
    cardgen: Command, tmp_path: Path, content: bytes, expected: str
) -> None:
    form = tmp_path / "order.toml"
    form.write_bytes(content)
    said = cardgen("order", "--check", form)
    assert (said.exit_code, said.err.count("\n")) == (1, 1)
    assert expected in said.err


@pytest.mark.parametrize("text", ["a = " + "[" * 5000, "count = " + "9" * 5000])
def test_a_form_that_would_break_its_reader_is_refused(
    cardgen: Command, tmp_path: Path, text: str
) -> None:
    form = tmp_path / "order.toml"
    form.write_text(text)
    said = cardgen("order", "--check", form)
    assert (said.exit_code, said.err.count("\n")) == (1, 1)
    assert "nests too deeply or has a huge number" in said.err


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (".".join(["a"] * 1_500) + " = 1", "nests too deeply or has too many fields"),
        ("".join(f"a{place} = 1\n" for place in range(5_000)), "too many fields"),
        ("".join(f"a{place} = 1\n" for place in range(20_000)), "more than 65536 bytes"),
    ],
)
def test_a_form_of_endless_fields_is_refused_at_once(
    cardgen: Command, tmp_path: Path, text: str, expected: str
) -> None:
    form = tmp_path / "order.toml"
    form.write_text(text)
    said = cardgen("order", "--check", form)
    assert (said.exit_code, said.err.count("\n")) == (1, 1)
    assert expected in said.err


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (("count = 7", "count = 7"), "No spares are printed (spare_percent = 0)"),
        (('series = "B1"', 'series = "RI"'), "R1 and RI are easily taken for one another"),
    ],
)
def test_what_is_probably_not_meant_is_warned_of_when_checked_and_when_made(
    cardgen: Command, fresh: Works, change: tuple[str, str], expected: str
) -> None:
    fresh.order.write_text(ORDER.replace(*change))
    for words in (["order", "--check", fresh.order], [*fresh.make_words(), "--dry-run"]):
        said = cardgen(*words)
        assert said.exit_code == 0, said.err
        assert expected in said.out


def test_originals_in_the_color_of_another_games_trade_ins_are_warned_of(
    cardgen: Command, tmp_path: Path
) -> None:
    red, blue = ORDER.split("[[series]]")[1:]
    green = blue.replace("000124", "000126").replace('"000123"', '"000125"')
    green = green.replace('"B1"', '"G2"').replace("blue", "green")
    other = red.replace("000123", "000125").replace('"R1"', '"B2"').replace("red", "blue")
    form = tmp_path / "order.toml"
    form.write_text("[[series]]".join([ORDER.split("[[series]]")[0], red, blue, other, green]))
    said = cardgen("order", "--check", form)
    assert "Series B2: blue originals beside the blue trade-ins B1 of another game" in said.out


def test_a_count_beyond_the_limit_is_named_as_it_was_written(
    cardgen: Command, tmp_path: Path
) -> None:
    """9,990,000 and 4 % of it are 10,389,600."""
    form = tmp_path / "order.toml"
    form.write_text(ORDER.replace("percent = 0", "percent = 4").replace("= 7", "= 9990000"))
    said = cardgen("order", "--check", form)
    assert said.exit_code == 1
    assert "written is count = 9990000, to which 399600 spares are added" in said.err


def test_a_byte_order_mark_before_the_form_is_read_over(cardgen: Command, fresh: Works) -> None:
    fresh.order.write_bytes(b"\xef\xbb\xbf" + fresh.order.read_bytes())
    assert cardgen("order", "--check", fresh.order).exit_code == 0


@pytest.mark.parametrize("name", ["\u6f22\u5b57\u4f1a\u9928", "Bingo \U0001f600"])
def test_a_hall_name_that_the_cards_font_lacks_is_refused_before_anything_is_claimed(
    cardgen: Command, fresh: Works, name: str
) -> None:
    fresh.order.write_text(ORDER.replace("St. Brendan's Parish Hall, Albany", name))
    for words in (["order", "--check", fresh.order], fresh.make_words()):
        said = cardgen(*words)
        assert said.exit_code == 1
        assert "only characters the font has" in said.err
    fresh.order.write_text(ORDER)
    assert cardgen(*fresh.make_words()).exit_code == 0


def test_a_missing_form_is_named(cardgen: Command, tmp_path: Path) -> None:
    said = cardgen("order", "--check", tmp_path / "no\x1bsuch.toml")
    assert said.exit_code == 1
    assert "No such file" in said.err
    assert "\x1b" not in said.err


def test_a_hall_name_of_sixty_characters_with_accents_is_made(
    cardgen: Command, fresh: Works
) -> None:
    name = "Église Saint-Étienne d'Orléans – Nuestra Señora de Guadalupe"
    assert len(name) == 60
    fresh.order.write_text(ORDER.replace("St. Brendan's Parish Hall, Albany", name))
    assert cardgen(*fresh.make_words()).exit_code == 0
    assert cardgen("ship", fresh.run, "--plant", fresh.plant).exit_code == 0
    assert cardgen("check", fresh.delivery).exit_code == 0


def test_too_few_trade_ins_are_warned_of_and_can_be_made(cardgen: Command, tmp_path: Path) -> None:
    form = tmp_path / "order.toml"
    form.write_text(ORDER.replace("count = 14", "count = 13"))
    said = cardgen("order", "--check", form)
    assert said.exit_code == 0
    assert "Warning: Series R1: 13 trade-ins for 7 originals" in said.out
    assert "14 are needed" in said.out


def test_a_good_order_tells_what_will_be_made(cardgen: Command, fresh: Works) -> None:
    fresh.order.write_text(ORDER.replace("percent = 0", 'percent = 0\nspoils = "remake"'))
    said = cardgen("order", "--check", fresh.order, "--json")
    facts = json.loads(said.out)
    assert facts["cards"] == 21
    assert facts["warnings"] == []
    assert [series["last"] for series in facts["series"]] == [7, 514]
    assert facts["series"][0]["press_files"] == ["000123_lot1_0000001-0000007.pdf"]


def test_the_preview_shows_the_specimen_and_no_live_card(cardgen: Command, fresh: Works) -> None:
    said = cardgen("preview", fresh.order)
    assert said.exit_code == 0
    assert said.out.count("SPECIMEN of series") == 2
    assert "ACME-000000-0000001-" in said.out
    assert "ACME-000123" not in said.out
    assert "FREE" in said.out


def test_a_form_is_written_with_the_next_free_set_serials(cardgen: Command, fresh: Works) -> None:
    form = fresh.folder / "new.toml"
    asked = ("--order", "2026-118", "--hall", "st-brendan", "--hall-name", "St. Brendan's")
    words = ("order", "new", form, "--plant", fresh.plant, *asked, "--count", 50, "--json")
    assert json.loads(cardgen(*words).out)["set_serials"] == ["000001", "000002"]
    assert cardgen("order", "--check", form).exit_code == 0
    assert cardgen(*words).exit_code == 4  # it is not written over


def test_a_form_that_could_not_be_made_is_not_left(cardgen: Command, fresh: Works) -> None:
    form = fresh.folder / "new.toml"
    asked = ("--order", "1", "--hall", "St. Brendan", "--hall-name", "St. Brendan's")
    said = cardgen("order", "new", form, "--plant", fresh.plant, *asked, "--count", 50)
    assert said.exit_code == 1
    assert not form.exists()

"""A paper as plain text."""

from inventory.paper import (
    Column,
    Heading,
    Line,
    Measure,
    Paper,
    Plot,
    Spoken,
    Table,
    Words,
)
from inventory.reports.forms.render_text import WIDTH, text_of


def paper(*blocks: Heading | Words | Spoken | Table | Plot) -> Paper:
    return Paper("wall", "Monday bingo", "not a filing", (("Hall", "St. Brendan"),), blocks)


PRICES = Table(
    "Prices",
    (Column("Set"), Column("Cards", Measure.COUNT), Column("Price", Measure.CENTS)),
    (("000123", 1200, 100), ("000124", 60, 50)),
    total=("both", 1260, ""),
)


def test_a_table_stands_in_columns_with_figures_to_the_right() -> None:
    assert text_of(paper(PRICES)) == (
        "Monday bingo",
        "============",
        "not a filing",
        "",
        "Hall  St. Brendan",
        "",
        "Prices",
        "Set     Cards  Price",
        "------  -----  -----",
        "000123   1200  $1.00",
        "000124     60  $0.50",
        "------  -----  -----",
        "both     1260",
    )


def test_a_spoken_sentence_says_who_and_by_which_rule() -> None:
    lines = text_of(paper(Spoken("caller", "Any winners?", "9 NYCRR 4820.51(e)")))
    assert lines[-1] == 'caller: "Any winners?"  [9 NYCRR 4820.51(e)]'
    assert text_of(paper(Spoken("caller", "Any winners?")))[-1] == 'caller: "Any winners?"'


def test_long_sentences_are_broken_and_none_of_their_words_is_lost() -> None:
    words = " ".join(f"word{place}" for place in range(60))
    for block in (Words(words), Spoken("caller", words), Heading(words)):
        lines = text_of(paper(block))
        told = " ".join(lines[6:]).replace('"', "").split()
        assert [word for word in told if word.startswith("word")] == words.split()
    blocks = (Words(words), Heading(words), Spoken("x", words))
    assert all(len(line) <= WIDTH for line in text_of(paper(*blocks)))


def test_a_wide_column_of_text_gives_way_to_the_figures() -> None:
    long = " ".join(["prize"] * 40)
    table = Table("", (Column("What"), Column("Cents", Measure.CENTS)), ((long, 50_000),))
    lines = text_of(paper(table))
    assert all(len(line) <= WIDTH for line in lines)
    assert lines[8].endswith("$500.00")
    assert " ".join(lines[8:]).split().count("prize") == 40


def test_a_table_without_rows_keeps_its_head() -> None:
    table = Table("Nothing", PRICES.columns, ())
    assert text_of(paper(table))[-3:] == ("Nothing", "Set  Cards  Price", "---  -----  -----")


def test_a_plot_is_told_in_figures_with_its_first_and_last() -> None:
    points = tuple((float(calls), calls / 100) for calls in range(48, 76))
    lines = text_of(paper(Plot("Won", "calls", "chance", (Line("red", points),))))
    assert lines[6] == "Won (chance)"
    assert lines[7].split() == ["calls", "red"]
    assert lines[9].split() == ["48", "0.48"]
    assert lines[-1].split() == ["75", "0.75"]
    assert len(lines) - 9 <= 25
    empty = text_of(paper(Plot("Won", "calls", "chance", ())))
    assert empty[-2].split() == ["calls"]


def test_lines_of_a_plot_with_other_places_leave_a_blank() -> None:
    lines = (Line("red", ((1.0, 2.0),)), Line("blue", ((2.0, 3.5),)))
    told = text_of(paper(Plot("Won", "calls", "chance", lines)))
    assert [line.split() for line in told[-2:]] == [["1", "2"], ["2", "3.5"]]


def test_every_winner_is_in_the_text_of_a_plot_at_odd_calls_too() -> None:
    """52 calls are told every third; the winners at 45, 61 and 62 all stand there."""
    curve = tuple((float(calls), calls / 10) for calls in range(24, 76))
    won = ((45.0, 1.0), (61.0, 2.0), (62.0, 3.0))
    lines = (Line("expected", curve), Line("winners", won, is_dots=True))
    told = [line.split() for line in text_of(paper(Plot("Won", "calls", "winners", lines)))]
    rows = {row[0]: row for row in told if row and row[0].isdigit()}
    assert [rows[calls] for calls in ("45", "61", "62")] == [
        ["45", "4.5", "1"],
        ["61", "6.1", "2"],
        ["62", "6.2", "3"],
    ]
    assert sum(len(row) == 3 for row in rows.values()) == 3


def test_a_joined_line_has_a_figure_wherever_it_runs() -> None:
    """Red stays at 5 while blue is sold; before its first and behind its last point is nothing."""
    red = Line("red", ((0.0, 0.0), (1.0, 0.0), (1.0, 5.0), (9.0, 5.0)))
    blue = Line("blue", ((4.0, 0.0), (4.0, 2.0), (5.0, 2.0)))
    told = [line.split() for line in text_of(paper(Plot("Sold", "minute", "cards", (red, blue))))]
    assert told[-5:] == [["0", "0"], ["1", "5"], ["4", "5", "2"], ["5", "5", "2"], ["9", "5"]]


def test_many_series_fit_the_page_with_every_figure_whole() -> None:
    points = tuple((float(minute), minute * 100.0) for minute in range(5))
    lines = tuple(Line(f"R{place} light purple", points) for place in range(1, 9))
    plot = Plot("Sales", "minutes since the evening was opened at 18:00", "cards sold", lines)
    told = text_of(paper(plot))
    assert all(len(line) <= WIDTH for line in told)
    assert told[-1].split() == ["4", *["400"] * 8]


def test_a_card_s_id_and_a_day_are_not_broken_where_the_page_holds_them() -> None:
    card, day = "ACME-000123-0000002-2", "2026-12-05,"
    columns = (Column("Until"), Column("Card"), Column("Why"), Column("Cards", Measure.COUNT))
    why = " ".join(["because"] * 30)
    told = text_of(paper(Table("", columns, ((f"{day} Saturday", f"{card} {card}", why, 7),))))
    assert all(len(line) <= WIDTH for line in told)
    words = " ".join(told).split()
    assert (words.count(card), words.count(day), words.count("because")) == (2, 1, 30)

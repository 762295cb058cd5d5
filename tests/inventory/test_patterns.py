"""Patterns: read from text, judged by bits, against drawings and arithmetic by hand."""

from importlib.resources import files
from itertools import combinations

import pytest

from cardgen.errors import BadValueError
from cardgen.face import Face
from inventory.program.patterns import (
    COVERALL,
    FREE,
    Pattern,
    drawn,
    missing_numbers,
    parsed_patterns,
    pattern_names,
    read_pattern,
)

# One face, as it is printed; 0 is the free space.
PRINTED = (
    (3, 16, 31, 46, 61),
    (7, 20, 35, 50, 65),
    (1, 24, 0, 54, 69),
    (15, 28, 39, 58, 73),
    (9, 30, 43, 60, 75),
)
FACE = Face(
    tuple(tuple(row[column] for row in PRINTED if row[column]) for column in range(5))
).numbers
EMPTY = "\n".join(["....."] * 4)


def won(name: str, *balls: int) -> bool:
    return not missing_numbers(read_pattern(name), FACE, frozenset(balls))


def one_pattern(body: str, options: str = "") -> Pattern:
    return parsed_patterns(f"pattern mine\n{options}\n{body}")["mine"]


def test_the_coverall_needs_all_24_numbers() -> None:
    coverall = read_pattern(COVERALL)
    assert missing_numbers(coverall, FACE, frozenset()) == FACE
    assert missing_numbers(coverall, FACE, frozenset(FACE)) == ()
    for number in FACE:
        assert missing_numbers(coverall, FACE, frozenset(FACE) - {number}) == (number,)


def test_blackout_is_the_coverall() -> None:
    assert read_pattern("blackout").masks == read_pattern(COVERALL).masks


def test_a_line_is_any_row_column_or_diagonal_and_nothing_else() -> None:
    rows = [set(row) - {0} for row in PRINTED]
    columns = [{row[column] for row in PRINTED} - {0} for column in range(5)]
    falling = {PRINTED[place][place] for place in range(5)} - {0}
    rising = {PRINTED[place][4 - place] for place in range(5)} - {0}
    lines = [*rows, *columns, falling, rising]
    for line in lines:
        assert won("single line", *line)
        for number in line:
            assert not won("single line", *(line - {number}))
    for five in combinations((7, 20, 46, 58, 30, 69, 15), 5):
        assert not won("single line", *five)


def test_the_free_space_helps_a_line_but_no_hard_way() -> None:
    assert won("single line", 1, 24, 54, 69)
    assert not won("hard-way bingo", 1, 24, 54, 69)
    assert won("hard-way bingo", 3, 16, 31, 46, 61)


def test_two_lines_are_any_two_of_the_twelve() -> None:
    # 12 lines, 12 * 11 / 2 pairs, no two of which cover the same squares.
    assert len(read_pattern("two lines").masks) == 66
    assert won("two lines", *PRINTED[0], 3, 7, 1, 15, 9)
    assert not won("two lines", *PRINTED[0])
    assert len(read_pattern("double hard-way bingo").masks) == 28  # 8 * 7 / 2


@pytest.mark.parametrize(
    ("name", "balls"),
    [
        ("four corners", {3, 61, 9, 75}),
        ("postage stamp", {46, 61, 50, 65}),
        ("postage stamp", {15, 9, 28, 30}),
        ("block of nine", {20, 35, 50, 24, 54, 28, 39, 58}),
        ("block of nine", {54, 69, 39, 58, 73, 43, 60, 75}),
        ("six-pack", {61, 65, 69, 46, 50, 54}),
        ("six-pack", {7, 20, 35, 1, 24}),
        ("letter x", {3, 20, 58, 75, 61, 50, 28, 9}),
        ("letter t", {3, 16, 31, 46, 61, 35, 39, 43}),
        ("crazy t", {3, 7, 1, 15, 9, 24, 54, 69}),
        ("letter l", {3, 7, 1, 15, 9, 30, 43, 60, 75}),
        ("letter u", {3, 7, 1, 15, 9, 30, 43, 60, 75, 61, 65, 69, 73}),
        ("letter h", {3, 7, 1, 15, 9, 61, 65, 69, 73, 75, 24, 54}),
        ("letter z", {3, 16, 31, 46, 61, 50, 28, 9, 30, 43, 60, 75}),
        ("crazy kite", {3, 16, 7, 20, 58, 75}),
        ("kite", {46, 61, 50, 65, 28, 9}),
        ("plus", {31, 35, 39, 43, 1, 24, 54, 69}),
        ("large diamond", {31, 20, 50, 1, 69, 28, 58, 43}),
        ("small diamond", {35, 24, 54, 39}),
        ("small picture frame", {20, 35, 50, 24, 54, 28, 39, 58}),
        ("railroad tracks", {16, 20, 24, 28, 30, 46, 50, 54, 58, 60}),
        ("layer cake", {*PRINTED[0], *PRINTED[2], *PRINTED[4]} - {0}),
        ("top and bottom", {*PRINTED[0], *PRINTED[4]}),
        ("checkerboard", {3, 31, 61, 20, 50, 1, 69, 28, 58, 9, 43, 75}),
    ],
)
def test_a_figure_is_complete_with_these_numbers_and_not_without_one(
    name: str, balls: set[int]
) -> None:
    assert won(name, *balls)
    for number in balls:
        assert not won(name, *(balls - {number}))


def test_every_pattern_of_the_house_is_won_with_all_numbers_and_with_none_not() -> None:
    assert len(pattern_names()) > 50
    for name in pattern_names():
        assert won(name, *FACE)
        assert not won(name)
        assert len(set(read_pattern(name).masks)) == len(read_pattern(name).masks)


def test_the_missing_numbers_are_those_of_the_nearest_shape() -> None:
    stamp = read_pattern("postage stamp")
    # Three of the lower right stamp, two of the upper left.
    assert missing_numbers(stamp, FACE, frozenset({58, 73, 60, 3, 7})) == (75,)
    # Two stamps lack two each: the one drawn first is named.
    assert missing_numbers(stamp, FACE, frozenset({3, 7, 58, 73})) == (16, 20)
    assert missing_numbers(stamp, FACE, frozenset({58, 73, 3, 7})) == (16, 20)


def test_numbers_are_told_in_face_order() -> None:
    corners = read_pattern("four corners")
    assert missing_numbers(corners, FACE, frozenset()) == (3, 9, 61, 75)


def test_a_face_has_24_numbers() -> None:
    with pytest.raises(BadValueError, match="expected 24"):
        missing_numbers(read_pattern(COVERALL), FACE[:-1], frozenset())


def test_a_name_is_found_whatever_its_case_and_blanks() -> None:
    assert read_pattern("  Four   CORNERS ").name == "four corners"


def test_an_unknown_name_is_told_the_known_ones() -> None:
    with pytest.raises(BadValueError, match=r"'five corners': expected one of coverall, .*kite"):
        read_pattern("five corners")


def test_a_drawing_says_what_was_written() -> None:
    text = "#...#\n.#.#.\n..*..\n.#.#.\n#...#"
    assert drawn(read_pattern("letter x")) == text
    assert drawn(one_pattern(text)) == text


def test_rotations_are_quarter_turns_without_repeats() -> None:
    kites = one_pattern("##...\n##...\n..*..\n...#.\n....#", "with rotations")
    assert drawn(kites).splitlines()[0] == "##...  ...##  #....  ....#"
    halves = one_pattern(f"#####\n{EMPTY}\nor\n{EMPTY}\n#####", "with rotations")
    assert len(halves.masks) == 4
    assert len(one_pattern("#...#\n.....\n..*..\n.....\n#...#", "with rotations").masks) == 1


def test_anywhere_moves_a_drawing_to_every_place_it_fits() -> None:
    stamp = one_pattern("##...\n##...\n.....\n.....\n.....", "anywhere")
    assert len(stamp.masks) == 16
    assert sum(bool(mask & FREE) for mask in stamp.masks) == 4  # four stamps hold the middle
    six = one_pattern("###..\n###..\n.....\n.....\n.....", "with rotations\nanywhere")
    assert len(six.masks) == 3 * 4 * 2


def test_remarks_blank_lines_and_line_ends_do_not_matter() -> None:
    text = (
        "; mine\r\n\r\npattern mine\r\n #.... \r\n.....\r\n\r\n.....\r\n; x\r\n.....\r\n.....\r\n"
    )
    assert parsed_patterns(text)["mine"].masks == (1,)


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        (f"pattern a\n#x...\n{EMPTY}", 2, "5 squares, each # . or *"),
        (f"pattern a\n#...\n{EMPTY}", 2, "5 squares"),
        (f"pattern a\n#.....\n{EMPTY}", 2, "5 squares"),
        (f"pattern a\n*....\n{EMPTY}", 2, "in the middle of the card and nowhere else"),
        ("pattern a\n.....\n.....\n..#..\n.....\n.....", 4, "in the middle of the card"),
        ("pattern a\n.....\n.....\n..*..\n.....\n.....", 2, "needs at least one number"),
        (f"pattern a\n.....\n{EMPTY}", 2, "needs at least one number"),
        (f"pattern a\n#....\n{EMPTY}\n.....", 7, "a drawing of 5 rows"),
        ("pattern a\n#....\n.....", 3, "a drawing of 5 rows"),
        (f"pattern a\n#....\n{EMPTY}\nor\n", 1, "a drawing of 5 rows"),
        (f"pattern a\nor\n#....\n{EMPTY}", 2, "a drawing of 5 rows"),
        ("\n\npattern a\n", 3, "a drawing of 5 rows"),
        (f"pattern a\n#....\n{EMPTY}\npattern a\n#....\n{EMPTY}", 7, "a name that no pattern"),
        (f"#....\n{EMPTY}", 1, "a line `pattern NAME`"),
        (f"pattern \n#....\n{EMPTY}", 1, "a name of small letters"),
        (f"pattern A!\n#....\n{EMPTY}", 1, "a name of small letters"),
        (f"pattern {'a' * 41}\n#....\n{EMPTY}", 1, "a name of small letters"),
        (f"pattern a\n#....\n{EMPTY}\nwith rotations", 7, "options above the first drawing"),
        (f"pattern a\nany 2 of these\n#....\n{EMPTY}", 1, "2 different drawings"),
        (f"pattern a\nany 9 of these\nwith rotations\nanywhere\n#....\n{EMPTY}", 1, "at most 2000"),
        (f"pattern a\nwith mirrors\n#....\n{EMPTY}", 2, "or one of the options"),
    ],
)
def test_a_file_that_is_wrong_names_the_line(text: str, line: int, why: str) -> None:
    with pytest.raises(BadValueError) as told:
        parsed_patterns(text)
    assert str(told.value).startswith(f"Line {line} of the patterns is ")
    assert why in str(told.value)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize("text", ["", "\n; nothing\n", "x" * 1_000_001])
def test_a_file_without_a_pattern_is_refused(text: str) -> None:
    with pytest.raises(BadValueError):
        parsed_patterns(text)


def test_a_pattern_covers_something_on_the_card() -> None:
    for masks in ((), (0,), (FREE,), (1, FREE), (1 << 25,), (-1,)):
        with pytest.raises(BadValueError):
            Pattern("mine", masks)


def test_the_file_is_shipped_with_the_package() -> None:
    assert (files("inventory.program") / "patterns.txt").is_file()

"""docs/rules-coverage.md: every sentence of the founding rules has a row that can be held to it.

The list of sentences below was taken from the three texts; the words of the law are not kept here.
"""

import ast
import importlib
import re
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from cardgen.errors import BadValueError
from inventory.rules.values import kind_of

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "rules-coverage.md"
HEAD = ("rule", "in our words", "how it is kept", "shown by")
LEFT_TO_PEOPLE = "left to people: "
REASON_MIN = 20  # characters: a reason is a sentence, not a word
CUT_OFF = "cut off"
NOWHERE = "—"
TEXTS = {"notice": "inventory.reports.spoken.notices", "script": "inventory.reports.spoken.script"}

# Rule and how many sentences it has, or parts of a sentence that ask for separate things.
NEW_YORK = {
    "4820.51": 3, "4820.51(a)": 1, "4820.51(b)": 1, "4820.51(c)": 2, "4820.51(d)": 1,
    "4820.51(e)": 4, "4820.51(f)": 2, "4820.51(g)": 3, "4820.51(h)": 2,
}  # fmt: skip
NEW_MEXICO = {
    "A(1)": 1, "A(2)": 1, "A(3)": 1, "A(4)": 1, "A(5)(a)": 1, "A(5)(b)": 1, "A(5)(c)": 1,
    "A(6)": 1, "B(1)": 1, "B(2)": 1, "B(3)": 2, "B(4)": 1, "B(5)": 1, "B(6)": 1, "B(7)": 1,
    "B(8)": 2, "B(9)": 2, "C": 2, "D": 2, "E(1)": 1, "E(2)(a)": 1, "E(2)(b)": 1, "E(2)(c)": 1,
    "E(2)(d)": 1, "E(2)(e)": 1, "E(2)(f)": 1, "F": 1,
}  # fmt: skip
# A star: the excerpt bears no number, it is told by the order of the excerpts or by its matter.
NEW_JERSEY = {
    "presence*(a)": 1, "presence*(b)": 1, "all games*": 1, "7.2*(a)": 2, "7.2*(b)": 1,
    "7.20*(a)": 2, "7.21(a)": 1, "7.21(b)": 1, "7.22": 1, "7.23*(a)": 1, "7.23*(b)": 1,
    "7.23*(c)": 1, "7.24*": 1, "7.25": 1, "7.26": 1, "7.27": 1, "7.28(a)": 1, "7.28(b)": 1,
    "7.29*(a)1": 1, "7.29*(a)2": 1, "7.3*(a)": 1, "7.3*(b)": 1, "7.30*(a)1": 1, "7.30*(a)2": 1,
    "7.31*(a)": 1, "7.31*(b)": 1, "7.32*(a)": 2, "7.33*(a)": 2, "7.34": 1, "7.35*(a)": 1,
    "7.36*(a)": 1, "7.36*(b)": 1, "7.37*": 1, "7.38": 1, "7.39": 1, "7.4*(a)1": 1, "7.4*(a)2": 1,
    "7.4*(a)3": 1, "7.40": 1, "7.41(a)": 1, "7.41(b)": 1, "7.42": 1, "7.43*(a)": 1,
    "7.44*(a)1": 1, "7.44*(a)2": 1, "7.45*": 1, "7.46": 1, "7.47": 1, "7.48(a)": 1, "7.48(b)": 1,
    "7.49*": 1, "7.5*(a)": 2, "7.50*(a)": 1, "7.50*(b)": 1, "7.51*(a)": 2, "7.52*": 1, "7.53": 1,
    "7.54": 1, "7.55*": 2, "7.56": 1, "7.57*(a)": 2, "7.6*": 2, "7.7*(a)": 1, "7.7*(b)": 1,
    "7.8*(a)": 1, "7.8*(b)": 1, "7.9*(a)": 1, "7.9*(b)": 1, "7.9*(c)": 1, "8 members*(a)1": 1,
    "8 members*(a)2": 1, "8 members*(a)3": 1, "8 printer*(a)1": 1, "8 printer*(a)2": 1,
    "8 printer*(a)3": 1, "8 printer*(a)4": 1, "8 printer*(b)": 1,
}  # fmt: skip
# Where the text at hand stops in the middle of a sentence.
CUT = (
    *("presence*(b)", "all games*", "7.2*(b)", "7.20*(a)", "7.23*(c)", "7.24*", "7.29*(a)2"),
    *("7.3*(b)", "7.30*(a)2", "7.31*(b)", "7.32*(a)", "7.33*(a)", "7.35*(a)", "7.36*(b)"),
    *("7.4*(a)3", "7.43*(a)", "7.44*(a)2", "7.45*", "7.5*(a)", "7.50*(b)", "7.51*(a)", "7.52*"),
    *("7.55*", "7.56", "7.57*(a)", "7.6*", "7.7*(b)", "7.8*(b)", "7.9*(c)"),
    *("8 members*(a)3", "8 printer*(b)"),
)


@dataclass(frozen=True, slots=True)
class Row:
    rule: str
    words: str
    how: str
    shown_by: str

    @property
    def is_left_to_people(self) -> bool:
        return self.how.startswith(LEFT_TO_PEOPLE)


def sections() -> dict[str, tuple[Row, ...]]:
    """The rows of each law, by its heading."""
    found: dict[str, list[Row]] = {}
    heading = ""
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            heading = line.removeprefix("## ")
        if line.startswith("|") and not line.startswith("|---"):
            cells = tuple(cell.strip() for cell in line.strip("|").split("|"))
            assert len(cells) == len(HEAD), line
            if cells != HEAD:
                found.setdefault(heading, []).append(Row(*cells))
    return {heading: tuple(rows) for heading, rows in found.items()}


ROWS = tuple(row for rows in sections().values() for row in rows)


def named(text: str) -> list[str]:
    return re.findall(r"`([^`]+)`", text)


@cache
def names_in(path: Path) -> frozenset[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def check_code(name: str) -> None:
    """A module, something in it, or a rule's key."""
    if not name.startswith(("inventory.", "cardgen.")):
        kind_of(name)
        return
    parts = name.split(".")
    for count in range(len(parts), 0, -1):
        try:
            found: object = importlib.import_module(".".join(parts[:count]))
        except ModuleNotFoundError:
            continue
        for part in parts[count:]:
            found = getattr(found, part)
        assert count > 1, f"{name} names a whole package"
        return


def check_test(name: str) -> None:
    """A test as pytest names it; of a case in brackets its words stand in the file."""
    path, _, test = name.partition("::")
    test, _, case = test.removesuffix("]").partition("[")
    assert (ROOT / path).is_file(), path
    assert test.startswith("test_"), name
    assert test in names_in(ROOT / path), name
    assert not case or f'"{case}"' in (ROOT / path).read_text(encoding="utf-8"), name


@cache
def ids_in(module: str) -> frozenset[str]:
    """Every text of a module that can be an id, of a composed one what it begins with."""
    tree = ast.parse(Path(str(importlib.import_module(module).__file__)).read_text("utf-8"))
    texts = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return frozenset(text.rstrip("-") for text in texts if isinstance(text, str))


def check_shown(name: str) -> None:
    """A test, the id of a posted notice, or the id of a line of the caller's script."""
    kind, _, text_id = name.partition(":")
    if kind not in TEXTS:
        check_test(name)
        return
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", text_id), name
    assert text_id in ids_in(TEXTS[kind]), f"no {name}"


def problem(row: Row) -> str:
    """Why a row cannot be held to what it says, or nothing."""
    try:
        for name in named(row.how):
            check_code(name)
        for name in named(row.shown_by):
            check_shown(name)
    except (AssertionError, AttributeError, BadValueError, ModuleNotFoundError) as error:
        return f"{row.rule}: {error}"
    if row.is_left_to_people:
        reason = row.how.removeprefix(LEFT_TO_PEOPLE)
        return "" if len(reason) >= REASON_MIN else f"{row.rule}: no reason"
    if not named(row.how) or not named(row.shown_by):
        return f"{row.rule}: neither code and test nor left to people"
    return ""


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.rule)
def test_a_row_names_code_and_a_test_or_says_why_people_keep_it(row: Row) -> None:
    assert problem(row) == ""
    assert row.words


@pytest.mark.parametrize(
    ("law", "expected"),
    [
        ("New York: 9 NYCRR 4820.51", NEW_YORK),
        ("New Mexico: 15.4.7.11 NMAC", NEW_MEXICO),
        ("New Jersey: N.J.A.C. 13:47, excerpts", NEW_JERSEY),
    ],
)
def test_every_sentence_of_a_founding_rule_has_a_row(law: str, expected: dict[str, int]) -> None:
    assert Counter(row.rule for row in sections()[law]) == expected
    assert [row.rule for row in sections()[law]] == sorted(
        (row.rule for row in sections()[law]), key=list(expected).index
    )


def test_a_sentence_that_is_cut_off_says_so() -> None:
    told = [row.rule for row in ROWS if CUT_OFF in row.words]
    assert sorted(set(told)) == sorted(CUT)


@pytest.mark.parametrize(
    ("how", "shown_by"),
    [
        ("", ""),
        ("left to people: no", NOWHERE),
        ("`pre_draw.calls_min`", NOWHERE),
        ("", "`tests/inventory/test_profiles.py::test_new_york_pre_drawn_games`"),
        ("`pre_draw.calls`", "`tests/inventory/test_profiles.py::test_new_york_pre_drawn_games`"),
        ("`inventory.rules.nothing`", "`tests/docs/test_rules_coverage.py::named`"),
        ("`pre_draw.calls_min`", "`tests/inventory/test_profiles.py::test_nothing`"),
        ("`pre_draw.calls_min`", "`tests/inventory/test_none.py::test_nothing`"),
        ("`inventory.decisions.sale.sale.give_away`", NOWHERE),
        ("`inventory`", NOWHERE),
        ("`pre_draw.inquiry`", "`script:no-such-line`"),
        ("`house.rules_notice`", "`notice:Rules of play`"),
    ],
)
def test_a_row_that_promises_nothing_or_what_is_not_there_is_found(how: str, shown_by: str) -> None:
    assert problem(Row("x", "words", how, shown_by))

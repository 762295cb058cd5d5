"""docs/attacks.md: every attack of the list has its line, every test named there exists."""

import ast
import re
from pathlib import Path

import pytest

HOUSE = Path(__file__).parent.parent.parent
PAGE = HOUSE / "docs" / "attacks.md"
# sealing.md section 8, in its order and words.
ATTACKS = (
    "two shipments with the same serials",
    "the delivery and 50 balls known",
    "the hall's whole folder and 50 balls known",
    "one component only",
    "swapped seals",
    "altered number on a real card",
    "token made from the bundle without the card",
    "photocopy claimed first",
    "code of another run",
    "code with 4 unreadable symbols",
    "code with 5 unreadable symbols",
    "replay in another hall",
    "replay in another occasion",
    "specimen sold or claimed",
    "spoiled card's inside claimed",
    "back-dated sale",
    "restored old ledger",
    "bundle with one flipped bit",
    "duplicate JSON keys",
    "huge count",
    "wrong signature",
    "proofs, manifest, papers and logs searched",
)
LINE = re.compile(
    r"^\| (?P<attack>[^|]+) \| (?P<stops>[^|]+) \| (?P<tests>[^|]+) \|$", re.MULTILINE
)


def lines() -> dict[str, str]:
    """The tests of each attack, as the page's table has them."""
    found = LINE.findall(PAGE.read_text(encoding="utf-8"))
    return {attack: tests for attack, _, tests in found if attack != "attack"}


def named() -> list[str]:
    return sorted({test for tests in lines().values() for test in re.findall(r"`([^`]+)`", tests)})


def test_every_attack_of_the_list_has_its_line_and_a_test() -> None:
    found = lines()
    assert [attack for attack in ATTACKS if attack not in found] == []
    assert [attack for attack, tests in found.items() if "::test_" not in tests] == []


@pytest.mark.parametrize("test", named())
def test_a_test_that_the_page_names_is_there(test: str) -> None:
    path, _, function = test.partition("::")
    tree = ast.parse((HOUSE / path).read_text(encoding="utf-8"))
    assert function in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_no_test_of_an_attack_on_the_hall_is_missing_on_the_page() -> None:
    """A test that tries an attack and that the page does not name would be found by nobody."""
    tried = {
        f"tests/attacks/{name}.py::{node.name}"
        for name in ("test_hall_cards", "test_plant_side")
        for node in ast.parse((Path(__file__).parent / f"{name}.py").read_text()).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }
    assert sorted(tried - set(named())) == CONTROLS


# They show that the refusals beside them are refusals of the attack and not of everything.
CONTROLS = [
    "tests/attacks/test_hall_cards.py::test_the_neighbors_cards_are_known_to_the_neighbor",
    "tests/attacks/test_plant_side.py::test_an_altered_audit_number_on_a_real_card",
    "tests/attacks/test_plant_side.py::test_both_components_in_the_wrong_order",
    "tests/attacks/test_plant_side.py::test_no_attack_leaves_our_own_error_tree",
]

"""A card for those who have no printer."""

import re

from cardgen.card_text import drawn_face
from cardgen.face import Face, unrank
from tests.golden import GOLDEN_CARDS

# Rows read from left to right; FREE in the middle of N, whose column has four numbers.
FIRST_FACE = """\
   B     I     N     G     O  \n\
+-----+-----+-----+-----+-----+
|  1  | 16  | 31  | 46  | 61  |
+-----+-----+-----+-----+-----+
|  2  | 17  | 32  | 47  | 62  |
+-----+-----+-----+-----+-----+
|  3  | 18  |FREE | 48  | 63  |
+-----+-----+-----+-----+-----+
|  4  | 19  | 33  | 49  | 64  |
+-----+-----+-----+-----+-----+
|  5  | 20  | 34  | 50  | 65  |
+-----+-----+-----+-----+-----+
face number 0000123"""


def test_the_first_face_is_drawn_as_a_card() -> None:
    assert drawn_face(unrank(0, 0), "0000123") == FIRST_FACE


def test_every_number_of_a_golden_face_stands_in_its_column() -> None:
    for card in GOLDEN_CARDS:
        for golden in card["faces"]:
            face = Face(tuple(tuple(column) for column in golden["columns"]))
            text = drawn_face(face, golden["face_number"])
            rows = [re.findall(r"\d+|FREE", line) for line in text.splitlines() if "|" in line]
            columns = [list(column) for column in zip(*rows, strict=True)]
            assert columns[2].pop(2) == "FREE"
            assert columns == [[str(number) for number in column] for column in golden["columns"]]
            assert text.endswith(f"face number {golden['face_number']}")

"""A card as text: for a terminal, a caller, or anyone without a printer."""

from cardgen.face import COLUMN_HEIGHTS, COLUMN_NAMES, Face

FREE = "FREE"
CELL = 5
_ROWS = 5
_FREE_COLUMN, _FREE_ROW = 2, 2


def drawn_face(face: Face, face_number: str) -> str:
    """The face as a grid of text, its face number below."""
    rows = [" ".join(f"{name:^{CELL}}" for name in COLUMN_NAMES)]
    rule = "+" + "+".join("-" * CELL for _ in COLUMN_NAMES) + "+"
    lines = [" " + rows[0], rule]
    for row in range(_ROWS):
        cells = [_cell(face, column, row) for column in range(len(COLUMN_HEIGHTS))]
        lines += ["|" + "|".join(f"{cell:^{CELL}}" for cell in cells) + "|", rule]
    return "\n".join([*lines, f"face number {face_number}"])


def _cell(face: Face, column: int, row: int) -> str:
    if column != _FREE_COLUMN:
        return str(face.columns[column][row])
    if row == _FREE_ROW:
        return FREE
    return str(face.columns[column][row if row < _FREE_ROW else row - 1])

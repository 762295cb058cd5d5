"""Patterns: which squares of a face must be covered to win, drawn as text and judged by bits.

A card is 25 bits. The square in column c (B is 0) and row r (the top is 0) is bit 5 * c + r, so
the free space is bit 12 and the face's 24 numbers, which stand column by column, top to bottom,
with the free space left out (`cardgen.face`), are the bits from 0 on without bit 12.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, reduce
from importlib.resources import files
from itertools import combinations
from operator import or_
from pathlib import Path
from types import MappingProxyType

from cardgen.errors import BadFileError, BadValueError, UnknownWordError
from cardgen.face import NUMBERS_PER_FACE
from cardgen.files import read_bounded

COVERALL = "coverall"
SIDE = 5
FREE_SQUARE = 12
FREE = 1 << FREE_SQUARE
SHAPES_MAX = 2_000  # all blocks and combinations of lines are a few hundred
TEXT_MAX = 1_000_000  # characters of a file

_NUMBERED = tuple(square for square in range(SIDE * SIDE) if square != FREE_SQUARE)
_NAME = re.compile(r"[a-z0-9]+(?:[ -][a-z0-9]+)*", re.ASCII)
_NAME_MAX = 40
_ANY = re.compile(r"any ([2-9]) of these", re.ASCII)
_ROTATIONS, _ANYWHERE, _OR, _PATTERN, _REMARK = "with rotations", "anywhere", "or", "pattern", ";"
_MUST, _NEED_NOT, _FREE = "#", ".", "*"
_PER_ROW = 8  # drawings side by side


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern and its shapes, each as bits; any one of them wins.

    The bit of the free space is set where the drawing has it; it is covered on every card.
    """

    name: str
    masks: tuple[int, ...]

    def __post_init__(self) -> None:
        """Raises: BadValueError, when there is nothing to cover."""
        if not self.masks or not all(mask & ~FREE for mask in self.masks):
            raise BadValueError("The pattern", self.name, "drawings that need a number each")
        if any(mask < 0 or mask >> SIDE * SIDE for mask in self.masks):
            raise BadValueError("The pattern", self.name, f"masks of {SIDE * SIDE} squares")


def read_pattern(name: str) -> Pattern:
    """The pattern of that name. Raises: BadValueError, naming those there are."""
    found = _library().get(" ".join(name.lower().split()))
    if found is None:
        raise UnknownWordError("The pattern", name, pattern_names())
    return found


def pattern_names() -> tuple[str, ...]:
    """The names of the house's patterns, in the order of its file."""
    return tuple(_library())


def missing_numbers(
    pattern: Pattern, numbers: tuple[int, ...], drawn_balls: frozenset[int]
) -> tuple[int, ...]:
    """The face's numbers that the nearest shape still lacks, in face order; none is a bingo.

    Of several that are equally near it is the first of the pattern's masks. `numbers` are the
    face's 24 in face order.
    """
    covered = _covered(numbers, drawn_balls)
    nearest = min(pattern.masks, key=lambda mask: (mask & ~covered).bit_count())
    return _numbers_of(nearest & ~covered, numbers)


def drawn(pattern: Pattern) -> str:
    """The pattern's shapes as text, several side by side.

    >>> print(drawn(read_pattern("postage stamp")))
    ##...  ...##  .....  .....
    ##...  ...##  .....  .....
    .....  .....  .....  .....
    .....  .....  ...##  ##...
    .....  .....  ...##  ##...
    """
    pictures = [_picture(mask) for mask in pattern.masks]
    rows = [pictures[start : start + _PER_ROW] for start in range(0, len(pictures), _PER_ROW)]
    return "\n\n".join(
        "\n".join("  ".join(line) for line in zip(*row, strict=True)) for row in rows
    )


def parsed_patterns(text: str) -> Mapping[str, Pattern]:
    """The patterns of a file by name; `patterns.txt` says how it is written.

    Raises: BadValueError, naming the line.
    """
    if len(text) > TEXT_MAX:
        raise BadValueError("The length of the patterns", len(text), f"at most {TEXT_MAX}")
    found: dict[str, Pattern] = {}
    for block in _blocks(text):
        if block.name in found:
            raise _bad_line(block.line, block.name, "a name that no pattern above has")
        found[block.name] = block.pattern()
    if not found:
        raise BadValueError("The file of patterns", text, "at least one line `pattern NAME`")
    return MappingProxyType(found)


@cache
def _library() -> Mapping[str, Pattern]:
    kept = files("inventory.program") / "patterns.txt"
    return parsed_patterns(kept.read_text(encoding="utf-8"))


def _covered(numbers: tuple[int, ...], drawn_balls: frozenset[int]) -> int:
    if len(numbers) != NUMBERS_PER_FACE:
        raise BadValueError("The count of numbers", len(numbers), f"{NUMBERS_PER_FACE}")
    pairs = zip(_NUMBERED, numbers, strict=True)
    return sum((1 << square for square, number in pairs if number in drawn_balls), FREE)


def _numbers_of(mask: int, numbers: tuple[int, ...]) -> tuple[int, ...]:
    pairs = zip(_NUMBERED, numbers, strict=True)
    return tuple(number for square, number in pairs if mask >> square & 1)


def _picture(mask: int) -> list[str]:
    return ["".join(_letter(mask, column, row) for column in range(SIDE)) for row in range(SIDE)]


def _letter(mask: int, column: int, row: int) -> str:
    square = SIDE * column + row
    if not mask >> square & 1:
        return _NEED_NOT
    return _FREE if square == FREE_SQUARE else _MUST


@dataclass(slots=True)
class _Block:
    """What a file says of one pattern, while it is read."""

    name: str
    line: int
    is_turned: bool = False
    is_anywhere: bool = False
    together: int = 1
    drawings: tuple[tuple[tuple[int, str], ...], ...] = ((),)

    def take(self, line: int, text: str) -> None:
        """One more line: an option before the drawings, a row, or what stands between drawings."""
        found = _ANY.fullmatch(text)
        is_option = found is not None or text in {_ROTATIONS, _ANYWHERE}
        if is_option and self.drawings != ((),):
            raise _bad_line(line, text, "options above the first drawing")
        if found is not None:
            self.together = int(found[1])
        elif text == _ROTATIONS:
            self.is_turned = True
        elif text == _ANYWHERE:
            self.is_anywhere = True
        elif text == _OR:
            self._check_last(line)
            self.drawings = (*self.drawings, ())
        else:
            _check_row(line, text)
            self.drawings = (*self.drawings[:-1], (*self.drawings[-1], (line, text)))

    def pattern(self) -> Pattern:
        """The pattern, with turns, places and combinations worked out."""
        self._check_last(self.line)
        masks = [_mask(rows) for rows in self.drawings]
        if self.is_turned:
            masks = [turned for mask in masks for turned in _turns(mask)]
        if self.is_anywhere:
            masks = [moved for mask in masks for moved in _places(mask)]
        masks = list(dict.fromkeys(masks))
        if self.together > len(masks):
            raise _bad_line(self.line, self.name, f"{self.together} different drawings or turns")
        joined: dict[int, None] = {}
        for chosen in combinations(masks, self.together):
            joined[reduce(or_, chosen)] = None
            if len(joined) > SHAPES_MAX:
                raise _bad_line(self.line, self.name, f"at most {SHAPES_MAX} shapes")
        return Pattern(self.name, tuple(joined))

    def _check_last(self, line: int) -> None:
        rows = self.drawings[-1]
        if len(rows) != SIDE:
            named = rows[-1][0] if rows else line
            raise _bad_line(
                named, f"{self.name}: {len(rows)} rows", f"a drawing of {SIDE} rows each time"
            )


def _blocks(text: str) -> Iterator[_Block]:
    block: _Block | None = None
    for line, written in enumerate(text.splitlines(), start=1):
        row = written.strip()
        if not row or row.startswith(_REMARK):
            continue
        word, _, name = row.partition(" ")
        if word == _PATTERN:
            if block is not None:
                yield block
            block = _Block(_checked_name(line, name), line)
        elif block is None:
            raise _bad_line(line, row, "a line `pattern NAME` before the first drawing")
        else:
            block.take(line, row)
    if block is not None:
        yield block


def _checked_name(line: int, name: str) -> str:
    plain = " ".join(name.split())
    if _NAME.fullmatch(plain) is None or len(plain) > _NAME_MAX:
        raise _bad_line(
            line, plain, f"a name of small letters, digits, hyphens, at most {_NAME_MAX} long"
        )
    return plain


def _check_row(line: int, text: str) -> None:
    if len(text) != SIDE or not set(text) <= {_MUST, _NEED_NOT, _FREE}:
        squares = f"{SIDE} squares, each {_MUST} {_NEED_NOT} or {_FREE}"
        raise _bad_line(line, text, f"{squares}, or one of the options")


def _mask(rows: tuple[tuple[int, str], ...]) -> int:
    mask = 0
    for row, (line, text) in enumerate(rows):
        for column, letter in enumerate(text):
            square = SIDE * column + row
            is_free = square == FREE_SQUARE
            if (letter == _FREE and not is_free) or (letter == _MUST and is_free):
                raise _bad_line(line, text, f"{_FREE} in the middle of the card and nowhere else")
            if letter != _NEED_NOT:
                mask |= 1 << square
    if not mask & ~FREE:
        raise _bad_line(rows[0][0], rows[0][1], "a drawing that needs at least one number")
    return mask


def _turns(mask: int) -> tuple[int, ...]:
    """The drawing and its three quarter turns, clockwise."""
    turns = [mask]
    for _ in range(3):
        turns.append(_moved(turns[-1], lambda column, row: (SIDE - 1 - row, column)))
    return tuple(turns)


def _places(mask: int) -> Iterator[int]:
    """The drawing moved to every place where all of it is on the card, row by row."""
    squares = [divmod(square, SIDE) for square in range(SIDE * SIDE) if mask >> square & 1]
    left, top = (min(places) for places in zip(*squares, strict=True))
    right, bottom = (max(places) for places in zip(*squares, strict=True))
    for down in range(-top, SIDE - bottom):
        for aside in range(-left, SIDE - right):
            yield sum(1 << SIDE * (column + aside) + row + down for column, row in squares)


def _moved(mask: int, move: Callable[[int, int], tuple[int, int]]) -> int:
    moved = 0
    for square in range(SIDE * SIDE):
        if mask >> square & 1:
            column, row = move(*divmod(square, SIDE))
            moved |= 1 << SIDE * column + row
    return moved


def _bad_line(line: int, value: object, expected: str) -> BadValueError:
    return BadValueError(f"Line {line} of the patterns", value, expected)


_MENDS = "Mend it; `inventory patterns --help` shows how such a file is written."


def read_pattern_file(path: Path) -> Mapping[str, Pattern]:
    """The patterns of a file by name. Raises: BadFileError."""
    try:
        return parsed_patterns(read_bounded(path, TEXT_MAX, _MENDS).decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise BadFileError(path, "this is no text in UTF-8", _MENDS) from None
    except BadValueError as error:
        raise BadFileError(path, str(error).rstrip("."), _MENDS) from None

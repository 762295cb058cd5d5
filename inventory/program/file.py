"""The program file: TOML that a hall writes by hand, read into a program."""

import tomllib
from datetime import date, time
from decimal import Decimal
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic_core import PydanticCustomError

from cardgen.card_id import SetSerial
from cardgen.color import Color
from cardgen.errors import BadFileError, BadValueError, CardgenError, printable, shown
from cardgen.face import BALL_MAX
from cardgen.files import read_bounded
from cardgen.series import FACES_MAX
from cardgen.texts import as_entered, holds_inside_code
from inventory.clock import parsed_time
from inventory.money import parsed_cents, parsed_share
from inventory.program.patterns import COVERALL
from inventory.program.program import (
    Approval,
    ColorShare,
    Game,
    GameKind,
    PrizeBasis,
    Program,
    Section,
    Terms,
)

PROGRAM_BYTES_MAX = 1 << 20
GAMES_MAX = 100
NAME_LENGTH_MAX = 80
PEOPLE_MAX = 100_000
ROOMS_MAX = 100

_MENDS = "`inventory program new FILE` writes one to begin with."
_DOLLARS = 'dollars and cents, such as "12.50"'
_EXPECTED = {
    "string_type": "text in quotes",
    "int_type": "a whole number",
    "bool_type": "true or false",
    "list_type": "a list in brackets",
    "tuple_type": "a list in brackets",
    "dict_type": "a table of names and values",
    "model_type": "a table of fields",
    "too_short": "at least one",
}


class ProgramError(CardgenError):
    """A program file that does not say what a program is; the sentence names the place."""

    code = "bad-program"

    def __init__(self, place: str, value: object, expected: str) -> None:
        plain = float(value) if isinstance(value, Decimal) else value
        super().__init__(f"Program: {place} is {shown(plain)}: expected {expected}.")


class ProgramFieldMissingError(CardgenError):
    """A field without which there is no program."""

    code = "bad-program"

    def __init__(self, place: str) -> None:
        super().__init__(f"Program: {place} is missing. {_MENDS}")


class ProgramFieldUnknownError(CardgenError):
    """A field that no program has; the nearest one that there is."""

    code = "bad-program"

    def __init__(self, place: str, name: str) -> None:
        found = get_close_matches(name, _FIELDS, n=1)
        mends = f"Is {found[0]} meant?" if found else _MENDS
        super().__init__(f"Program: {printable(place)} is no field of a program. {mends}")


def _wrong(expected: str) -> PydanticCustomError:
    return PydanticCustomError("expected", "{expected}", {"expected": expected})


def _cents(value: object) -> int:
    """Cents from "12.50", 12 or 12.50, as people write dollars into a file."""
    text = str(value) if isinstance(value, str | int | Decimal) else ""
    try:
        return parsed_cents(text.strip())
    except BadValueError:
        raise _wrong(_DOLLARS) from None


def _share(value: object) -> int:
    """Basis points from "50 %", 50 or 12.5."""
    is_number = isinstance(value, int | Decimal) and not isinstance(value, bool)
    try:
        return parsed_share(f"{value} %" if is_number else str(value))
    except BadValueError as error:
        raise _wrong(error.expected) from None


def _cents_or_share(value: object) -> tuple[int, int]:
    """A prize in dollars, or with a percent sign in a share of the receipts."""
    if isinstance(value, str) and value.rstrip().endswith("%"):
        return 0, _share(value)
    try:
        return _cents(value), 0
    except PydanticCustomError:
        raise _wrong(f'{_DOLLARS}, or a percentage such as "50 %"') from None


def _clock(value: object) -> str:
    """A time as 19:30 from "19:30", "7:30 PM" or a TOML time; nothing stays nothing."""
    try:
        return (
            ""
            if value == ""
            else parsed_time(f"{value:%H:%M}" if isinstance(value, time) else str(value))
        )
    except BadValueError as error:
        raise _wrong(error.expected) from None


def _day(value: object) -> str:
    """A day as 2026-11-30; nothing stays nothing."""
    if value == "" or type(value) is date:
        return str(value)
    try:
        day = date.fromisoformat(str(value))
    except ValueError:
        raise _wrong("a day, such as 2026-11-30") from None
    if not isinstance(value, str) or value != day.isoformat():
        raise _wrong("a day, such as 2026-11-30")
    return value


def _line(value: object) -> object:
    """One line that can stand on paper."""
    if isinstance(value, str):
        value = as_entered(value).strip()
        if holds_inside_code(value):
            raise _wrong("a text without a code from inside a card")
        if not 1 <= len(value) <= NAME_LENGTH_MAX or value != printable(value):
            raise _wrong(f"one line of 1 to {NAME_LENGTH_MAX} characters")
    return value


def _line_or_nothing(value: object) -> object:
    return "" if value == "" else _line(value)


def _serial(value: object) -> object:
    try:
        return str(SetSerial(value)) if isinstance(value, str) else value
    except BadValueError as error:
        raise _wrong(error.expected) from None


def _color(value: object) -> object:
    try:
        return str(Color.parse(value)) if isinstance(value, str) else value
    except BadValueError as error:
        raise _wrong(error.expected) from None


def _kind(value: object) -> object:
    try:
        return GameKind(value) if isinstance(value, str) else value
    except ValueError:
        raise _wrong(f"one of {', '.join(GameKind)}") from None


def _at_most(most: int, least: int = 0) -> BeforeValidator:
    """A whole number within bounds that say so themselves."""

    def bounded(value: object) -> object:
        if type(value) is int and not least <= value <= most:
            raise _wrong(f"{least} to {most}")
        return value

    return BeforeValidator(bounded)


_Line = Annotated[str, BeforeValidator(_line)]
_LineOrNothing = Annotated[str, BeforeValidator(_line_or_nothing)]
_Clock = Annotated[str, BeforeValidator(_clock)]
_Day = Annotated[str, BeforeValidator(_day)]
_Cents = Annotated[int, BeforeValidator(_cents)]
_Share = Annotated[int, BeforeValidator(_share)]
_Prize = Annotated[tuple[int, int], BeforeValidator(_cents_or_share)]
_Color = Annotated[str, BeforeValidator(_color)]
_Serial = Annotated[str, BeforeValidator(_serial)]


class _SectionForm(BaseModel):
    """One [[games.sections]] table as written."""

    model_config = ConfigDict(extra="forbid", strict=True)

    name: _Line
    share: _Share = 0  # the check names a section without one, and goes on
    pattern: _Line = COVERALL


class _GameForm(BaseModel):
    """One [[games]] table as written."""

    model_config = ConfigDict(extra="forbid", strict=True)

    name: _Line
    kind: Annotated[GameKind, BeforeValidator(_kind)]
    sets: list[_Serial] = []
    price: _Cents = 0
    faces: Annotated[int, _at_most(FACES_MAX, 1)] = 1
    pattern: _Line = COVERALL
    pre_drawn: Annotated[int, _at_most(BALL_MAX)] = 0
    calls: Annotated[int, _at_most(BALL_MAX, 1)] = BALL_MAX
    pre_draw_at: _Clock = ""
    starts_at: _Clock = ""
    after_intermission: bool = False
    second_receptacle: bool = False
    last_number_on_card: bool = False
    primary: _Prize = (0, 0)
    consolation: _Prize = (0, 0)
    progression: _LineOrNothing = ""
    pool: _Share = 0
    sections: list[_SectionForm] = []
    colors: dict[_Color, _Share] = {}


class _ProgramForm(BaseModel):
    """The file as written; whether it keeps the rules is another question."""

    model_config = ConfigDict(extra="forbid", strict=True)

    name: _Line
    played_on: _Day
    games: Annotated[list[_GameForm], Field(min_length=1, max_length=GAMES_MAX)]
    starts_at: _Clock = ""
    seats: Annotated[int, _at_most(PEOPLE_MAX)] = 0
    rooms: Annotated[int, _at_most(ROOMS_MAX, 1)] = 1
    displays: Annotated[int, _at_most(ROOMS_MAX)] = 0
    admission: _Cents = 0
    admission_cards: Annotated[int, _at_most(PEOPLE_MAX)] = 0
    license_number: _LineOrNothing = ""
    license_expires: _Day = ""
    approvals: dict[_Line, _LineOrNothing] = {}


_FIELDS = sorted({*_ProgramForm.model_fields, *_GameForm.model_fields, *_SectionForm.model_fields})


def read_program(path: Path) -> Program:
    """The program in this file. Raises: BadFileError, ProgramError."""
    raw = read_bounded(path, PROGRAM_BYTES_MAX, _MENDS)
    try:
        text = raw.decode("utf-8-sig")  # some editors begin a file with a byte order mark
        return parsed_program(text)
    except UnicodeDecodeError:
        raise BadFileError(path, "it is not UTF-8 text", _MENDS) from None
    except tomllib.TOMLDecodeError as error:
        raise BadFileError(path, f"it is not TOML: {error}", _MENDS) from None
    except (ValueError, RecursionError, ArithmeticError):
        raise BadFileError(path, "it nests too deeply or has a huge number", _MENDS) from None


def parsed_program(text: str) -> Program:
    """The program in this text. Raises: ProgramError, TOMLDecodeError."""
    # Decimal, so that 0.10 is ten cents and not the nearest binary number.
    written = tomllib.loads(text, parse_float=Decimal)
    try:
        form = _ProgramForm.model_validate(written)
    except ValidationError as error:
        raise _first_error(error) from None
    return Program(
        name=form.name,
        played_on=form.played_on,
        games=tuple(_game(number, game) for number, game in enumerate(form.games, start=1)),
        starts_at=form.starts_at,
        seats=form.seats,
        rooms=form.rooms,
        displays=form.displays,
        admission_cents=form.admission,
        admission_cards=form.admission_cards,
        license_number=form.license_number,
        license_expires=form.license_expires,
        approvals=tuple(Approval(*one) for one in form.approvals.items()),
    )


def _game(number: int, form: _GameForm) -> Game:
    return Game(
        number=number,
        name=form.name,
        kind=form.kind,
        terms=_terms(number, form),
        sets=tuple(form.sets),
        price_cents=form.price,
        faces=form.faces,
        pattern=form.pattern,
        pre_drawn=form.pre_drawn,
        calls_max=form.calls,
        pre_draw_at=form.pre_draw_at,
        starts_at=form.starts_at,
        after_intermission=form.after_intermission,
        second_receptacle=form.second_receptacle,
        last_number_on_card=form.last_number_on_card,
    )


def _terms(number: int, form: _GameForm) -> Terms:
    """What the game pays; its basis is told by what is written.

    Raises: ProgramError, when two bases are written at once.
    """
    (primary_cents, primary_share), (consolation_cents, consolation_share) = (
        form.primary,
        form.consolation,
    )
    written = {
        PrizeBasis.SECTIONS: bool(form.sections or (form.pool and not form.colors)),
        PrizeBasis.BY_COLOR: bool(form.colors),
        PrizeBasis.PROGRESSIVE: bool(form.progression) or form.kind is GameKind.PROGRESSIVE,
        PrizeBasis.SHARE: bool(primary_share or consolation_share),
        PrizeBasis.FIXED: bool(primary_cents or consolation_cents),
    }
    if written[PrizeBasis.PROGRESSIVE]:
        written[PrizeBasis.FIXED] = False  # a progressive's prizes are in dollars too
    found = [basis for basis, is_written in written.items() if is_written]
    if len(found) > 1:
        expected = "one way to reckon it: dollars, percents, or a pool"
        raise ProgramError(f"game {number}, the prize", " and ".join(found), expected)
    _check_sections(number, form)
    return Terms(
        basis=found[0] if found else PrizeBasis.FIXED,
        primary_cents=primary_cents,
        consolation_cents=consolation_cents,
        primary_share=primary_share,
        consolation_share=consolation_share,
        progression=form.progression,
        pool_share=form.pool,
        sections=tuple(Section(one.name, one.pattern, one.share) for one in form.sections),
        colors=tuple(ColorShare(*one) for one in form.colors.items()),
    )


def _check_sections(number: int, form: _GameForm) -> None:
    """Raises: ProgramError, when two sections have one name: nobody could tell them apart."""
    names = [section.name for section in form.sections]
    for place, name in enumerate(names):
        if name in names[:place]:
            where = f"game {number}, section {place + 1}, name"
            raise ProgramError(where, name, "a name that no section before it has")


def _first_error(error: ValidationError) -> CardgenError:
    """The first of pydantic's findings as our one line."""
    findings: list[Any] = error.errors()
    # A misspelled field is also a missing one; the misspelling is what mends it.
    finding = next((one for one in findings if one["type"] == "extra_forbidden"), findings[0])
    place = _place(finding["loc"])
    if finding["type"] == "extra_forbidden":
        return ProgramFieldUnknownError(place, str(finding["loc"][-1]))
    if finding["type"] == "missing":
        return ProgramFieldMissingError(place)
    if finding["type"] == "expected":
        given = finding["input"]
        # A code from inside a card is repeated nowhere.
        is_code = isinstance(given, str) and holds_inside_code(given)
        value = "such a code" if is_code else given
        return ProgramError(place, value, finding["ctx"]["expected"])
    expected = _EXPECTED.get(finding["type"], "another kind of value")
    return ProgramError(place, finding["input"], expected)


def _place(place: tuple[str | int, ...]) -> str:
    """Where a field stands in the file: games and sections count from 1, as people do."""
    parts: list[str] = []
    for part in place:
        if part == "[key]":  # pydantic's word for a name that is wrong itself
            continue
        if isinstance(part, int) and parts:
            parts[-1] = f"{parts[-1].removesuffix('s')} {part + 1}"
        else:
            parts.append(str(part))
    return ", ".join(parts)

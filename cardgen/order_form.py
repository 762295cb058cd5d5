"""The order form: a TOML file a customer can write, read into an order."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic_core import PydanticCustomError

from cardgen.card_design import CardDesign, Cover, cover_named, languages_named
from cardgen.card_id import AuditNumber, FormCode, MakerId, SetSerial
from cardgen.color import Color
from cardgen.errors import BadFileError, BadValueError
from cardgen.files import read_bounded
from cardgen.logo import Logo
from cardgen.order import HallId, Order, OrderedSeries, OrderError, Spoils
from cardgen.series import Role, SeriesCode
from cardgen.stock import SEALED_CARD_RULES, Stock, stock_named
from cardgen.texts import as_entered, holds_inside_code

ORDER_FORM_BYTES_MAX = 1 << 16  # 24 series with a comment on every line take a tenth of it
TABLES_DEEP_MAX = 4  # the form has two: itself, and its series
KEYS_MAX = 1_000
SPARE_PERCENT = 4  # what set-up, cutting and gluing spoil on a good day
FacesOf = Callable[[FormCode], int]
_EXPECTED = {
    "extra_forbidden": "no such field: is it misspelled",
    "string_type": "text in quotes",
    "int_type": "a whole number",
    "float_type": "a number",
    "int_from_float": "a whole number",
    "list_type": "one [[series]] table for each series",
    "too_short": "at least one [[series]] table",
    "inside_code": "a text without a code from inside a card",
    "model_type": "a table: [[series]] for a series, [design] for the looks, [stock] for the paper",
}
_MENDS = "`cardgen order new` writes an order form."


def _entered(value: object) -> object:
    """A text as it is kept and printed: one form of each letter, no code from inside a card."""
    if not isinstance(value, str):
        return value
    if holds_inside_code(value):
        raise PydanticCustomError("inside_code", "a code from inside a card")
    return as_entered(value)


_Text = Annotated[str, BeforeValidator(_entered)]


class _SeriesForm(BaseModel):
    """One [[series]] table as written."""

    model_config = ConfigDict(extra="forbid", strict=True)

    set_serial: str
    series: str
    color: str
    role: str
    count: int
    price_cents: int
    first: int = 1
    pack_size: int = 50
    exchange_of: str | None = None


class _DesignForm(BaseModel):
    """The [design] table as written."""

    model_config = ConfigDict(extra="forbid", strict=True)

    cover: str = Cover.CLASSIC
    languages: list[str] = Field(default=["en", "es"])
    game: _Text = ""
    licence: _Text = ""
    logo: str | None = None


class _StockForm(BaseModel):
    """The [stock] table as written; opacity in percent."""

    model_config = ConfigDict(extra="forbid", strict=True)

    grammage: int
    opacity: float
    board: str
    grain: str


class _OrderForm(BaseModel):
    """The form as written; the values are judged by their own types."""

    model_config = ConfigDict(extra="forbid", strict=True)

    order: str
    maker: str
    form: str
    hall: str
    hall_name: _Text
    jurisdiction: str
    spare_percent: int = SPARE_PERCENT
    spoils: str = "skip"
    design: _DesignForm = Field(default_factory=_DesignForm)
    stock: _StockForm | None = None
    series: Annotated[list[_SeriesForm], Field(min_length=1)]


def read_order(path: Path, faces_of: FacesOf) -> Order:
    """The order in this form; `faces_of` tells how many faces a form's card has.

    Raises: BadFileError, OrderError; what `faces_of` raises for an unknown form.
    """
    raw = read_bounded(path, ORDER_FORM_BYTES_MAX, _MENDS)
    try:
        text = raw.decode("utf-8-sig")  # some editors begin a file with a byte order mark
    except UnicodeDecodeError:
        raise BadFileError(path, "it is not UTF-8 text", _MENDS) from None
    try:
        written = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadFileError(path, f"it is not TOML: {error}", _MENDS) from None
    except (ValueError, RecursionError):
        raise BadFileError(path, "it nests too deeply or has a huge number", _MENDS) from None
    if _is_beyond(written):
        raise BadFileError(path, "it nests too deeply or has too many fields", _MENDS)
    try:
        form = _OrderForm.model_validate(written)
    except ValidationError as error:
        raise _first_error(error) from None
    return _order_of(form, faces_of, path.parent)


def _is_beyond(written: dict[str, Any]) -> bool:
    """Whether no order form could be so deep or so large; reading it on would take for ever."""
    level: list[Any] = [written]
    count = 0
    for _ in range(TABLES_DEEP_MAX + 1):
        within: list[Any] = []
        for one in level:
            if isinstance(one, dict | list):
                within += one.values() if isinstance(one, dict) else one
        count += len(within)
        level = within
    return bool(level) or count > KEYS_MAX


def _order_of(form: _OrderForm, faces_of: FacesOf, folder: Path) -> Order:
    form_code = FormCode(form.form)
    return Order(
        number=form.order,
        maker=MakerId(form.maker),
        form=form_code,
        hall=HallId(form.hall),
        hall_name=form.hall_name,
        jurisdiction=form.jurisdiction,
        series=tuple(_ordered(series) for series in form.series),
        faces=faces_of(form_code),
        spare_percent=form.spare_percent,
        spoils=_spoils(form.spoils),
        design=_design(form.design, folder),
        stock=_stock(form),
    )


def _design(form: _DesignForm, folder: Path) -> CardDesign:
    """The looks of the cards; the logo's file lies beside the order form."""
    try:
        return CardDesign(
            cover=cover_named(form.cover),
            languages=languages_named(form.languages),
            game=form.game,
            licence=form.licence,
            logo=None if form.logo is None else _logo(folder / form.logo),
        )
    except BadValueError as error:
        what = error.what.removeprefix("The ")
        raise OrderError(f"[design] {what}", error.value, error.expected) from None


def _stock(form: _OrderForm) -> Stock | None:
    """The stock by name, which rules that want a sealed card do not let out."""
    if form.stock is None:
        if form.jurisdiction in SEALED_CARD_RULES:
            raise OrderError.stock_missing(SEALED_CARD_RULES[form.jurisdiction])
        return None
    written = form.stock
    try:
        return stock_named(written.grammage, written.opacity, written.board, written.grain)
    except BadValueError as error:
        what = error.what.removeprefix("The ")
        raise OrderError(f"[stock] {what}", error.value, error.expected) from None


def _logo(path: Path) -> Logo:
    """Read only where an order has one: it loads the library of pictures."""
    from cardgen.logo_file import read_logo  # noqa: PLC0415

    return read_logo(path)


def _ordered(form: _SeriesForm) -> OrderedSeries:
    try:
        serial = SetSerial(form.set_serial)
        return OrderedSeries(
            set_serial=serial,
            series=SeriesCode(form.series),
            color=Color.parse(form.color),
            role=_role(form.role),
            count=form.count,
            price_cents=form.price_cents,
            first=AuditNumber(form.first),
            pack_size=form.pack_size,
            exchange_of=None if form.exchange_of is None else SetSerial(form.exchange_of),
        )
    except BadValueError as error:
        raise OrderError.of_series(form.set_serial, error) from None


def _role(text: str) -> Role:
    try:
        return Role(text)
    except ValueError:
        raise BadValueError("The role", text, " or ".join(Role)) from None


def _spoils(text: str) -> Spoils:
    try:
        return Spoils(text)
    except ValueError:
        raise OrderError("spoils", text, " or ".join(Spoils)) from None


def _first_error(error: ValidationError) -> OrderError:
    """The first of pydantic's findings as our one line."""
    findings: list[Any] = error.errors()
    # A misspelled field is also a missing one; the misspelling is what mends it.
    finding = next((one for one in findings if one["type"] == "extra_forbidden"), findings[0])
    if finding["type"] == "missing":
        return OrderError.missing(_field(finding["loc"]))
    expected = _EXPECTED.get(finding["type"], "another kind of value")
    # A code from inside a card is repeated nowhere.
    value = "such a code" if finding["type"] == "inside_code" else finding["input"]
    return OrderError(_field(finding["loc"]), value, expected)


def _field(place: tuple[str | int, ...]) -> str:
    """Where a field stands in the form: the series count from 1, as people do."""
    match place:
        case ("series", int(number), *rest):
            return " ".join([f"[[series]] number {number + 1}", *map(str, rest)])
        case _:
            return ".".join(map(str, place))

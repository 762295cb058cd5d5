"""A program written as the file it is read from, with remarks for the people who fill it in."""

import json
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields
from types import MappingProxyType

from cardgen.amounts import CENTS_PER_DOLLAR
from inventory.money import printed_share
from inventory.program.program import Game, PrizeBasis, Program, Terms

Remarks = Mapping[str, str]
NO_REMARKS: Remarks = MappingProxyType({})
_NAMES = {
    "admission_cents": "admission",
    "price_cents": "price",
    "calls_max": "calls",
}
_LATER = ("games", "approvals", "number", "terms")
_REMARK_COLUMN = 40


def program_toml(program: Program, remarks: Remarks = NO_REMARKS) -> str:
    """The program file; a field with a remark is written though it says nothing.

    Remarks are by field, such as `seats` or `games.2.price`; the one of "" stands on top.
    """
    lines = [f"# {line}" if line else "#" for line in remarks.get("", "").splitlines()]
    lines += _scalars(program, "", remarks)
    if program.approvals or "approvals" in remarks:
        lines += ["", *_above(remarks, "approvals"), "[approvals]"]
        lines += [f"{_text(what)} = {_text(reference)}" for what, reference in program.approvals]
    for game in program.games:
        lines += ["", *_above(remarks, f"games.{game.number}"), "[[games]]"]
        place = f"games.{game.number}."
        lines += _scalars(game, place, remarks)
        lines += [_line(name, value, place + name, remarks) for name, value in _prize(game.terms)]
    return "\n".join(lines) + "\n"


def _scalars(value: Program | Game, place: str, remarks: Remarks) -> list[str]:
    lines = []
    for field in fields(value):
        name = _NAMES.get(field.name, field.name)
        given = getattr(value, field.name)
        is_said = given != _default(field) or f"{place}{name}" in remarks
        if field.name not in _LATER and is_said:
            is_money = field.name.endswith("_cents")
            text = _dollars(given) if is_money else _written(given)
            lines.append(_line(name, text, f"{place}{name}", remarks))
    return lines


def _default(field: "Field[object]") -> object:
    return None if field.default is MISSING else field.default


def _prize(terms: Terms) -> list[tuple[str, str]]:
    """The fields that a prize's basis is told by."""
    if terms.basis is PrizeBasis.SHARE:
        prizes = (printed_share(terms.primary_share), printed_share(terms.consolation_share))
        found = [(name, _text(prize)) for name, prize in zip(_PRIZES, prizes, strict=True)]
    else:
        cents = (terms.primary_cents, terms.consolation_cents)
        found = [(name, _dollars(one)) for name, one in zip(_PRIZES, cents, strict=True) if one]
    if terms.progression:
        found.append(("progression", _text(terms.progression)))
    if terms.pool_share:
        found.append(("pool", _text(printed_share(terms.pool_share))))
    if terms.sections:
        found.append(("sections", f"[\n{_sections(terms)}]"))
    if terms.colors:
        shares = (f"{_text(one)} = {_text(printed_share(share))}" for one, share in terms.colors)
        found.append(("colors", f"{{ {', '.join(shares)} }}"))
    return found


_PRIZES = ("primary", "consolation")


def _sections(terms: Terms) -> str:
    return "".join(
        f"  {{ name = {_text(one.name)}, pattern = {_text(one.pattern)}, "
        f"share = {_text(printed_share(one.share))} }},\n"
        for one in terms.sections
    )


def _line(name: str, value: str, place: str, remarks: Remarks) -> str:
    line = f"{name} = {value}"
    remark = remarks.get(place)
    return f"{line:<{_REMARK_COLUMN}}  # {remark}" if remark else line


def _above(remarks: Remarks, place: str) -> list[str]:
    return [f"# {line}" for line in remarks.get(place, "").splitlines()]


def _written(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case tuple():
            return f"[{', '.join(_text(one) for one in value)}]"
        case int():
            return str(value)
        case _:
            return _text(str(value))


def _dollars(cents: int) -> str:
    return f'"{cents // CENTS_PER_DOLLAR}.{cents % CENTS_PER_DOLLAR:02d}"'


def _text(text: str) -> str:
    """A basic string; JSON's escapes are TOML's."""
    return json.dumps(text, ensure_ascii=False)

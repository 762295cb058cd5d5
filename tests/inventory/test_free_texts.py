"""One gate for all texts: no command has a text field that bypasses it."""

import unicodedata
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

import pytest

from cardgen.card_id import CardId
from cardgen.symbols import check_symbol
from inventory.commands.free_texts import TEXTS_TOGETHER_MAX, command_fault
from inventory.commands.game import CheckRack, CompleteGame
from inventory.commands.progressive import StopProgressive
from inventory.commands.sale import Void
from inventory.commands.union import Command
from inventory.desk.execute import execute
from inventory.desk.terminal import Terminal
from inventory.entries.entry import Context
from inventory.entries.game import GivenPrize
from tests.inventory.delivery_builder import Card
from tests.inventory.kit import Kit, code, ok

# What the gate leaves out: an unlock code itself, what travels beside a hash, what a maker signed.
LEFT_OUT = {"code", "token", "files", "folder", "status", "series"}
MARK = "SD1" + "0" * 37


def kinds_of(hint: object) -> tuple[Any, ...]:
    if isinstance(hint, UnionType):
        return tuple(kind for part in get_args(hint) for kind in kinds_of(part))
    return (hint,)


def text_paths(hint: object, seen: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every place of a text in a type, found from the types by themselves."""
    for kind in kinds_of(hint):
        if kind is str:
            yield seen
        elif get_origin(kind) is tuple:
            for place, part in enumerate(get_args(kind)):
                if part is not Ellipsis:
                    yield from text_paths(part, (*seen, str(place)))
        elif is_record(kind):
            for name, part in get_type_hints(kind).items():
                yield from () if is_left_out(seen, name) else text_paths(part, (*seen, name))


def is_left_out(seen: tuple[str, ...], name: str) -> bool:
    return len(seen) == 1 and name in LEFT_OUT


def is_record(kind: object) -> bool:
    return kind is not CardId and (is_dataclass(kind) or hasattr(kind, "_fields"))


def filled(hint: object, path: tuple[str, ...]) -> object:
    """A value of that type, never mind its own rules, with the mark at the path."""
    kind = kinds_of(hint)[0]
    if kind is str:
        return MARK if path == () else "x"
    if get_origin(kind) is tuple:
        parts = [part for part in get_args(kind) if part is not Ellipsis]
        return tuple(
            filled(part, path[1:] if path and path[0] == str(place) else ("-",))
            for place, part in enumerate(parts)
        )
    if is_record(kind):
        return record(kind, path)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return next(iter(kind))
    return kind() if kind in {int, bool} else None


def record(kind: type[Any], path: tuple[str, ...]) -> object:
    values = {
        name: filled(part, path[1:] if path and path[0] == name else ("-",))
        for name, part in get_type_hints(kind).items()
        if name != "token"
    }
    if not is_dataclass(kind):
        return kind(**values)
    made = object.__new__(kind)
    for one in fields(kind):
        object.__setattr__(made, one.name, values.get(one.name))
    return made


PATHS = [
    (kind, path)
    for kind in (*kinds_of(Command), Context)
    for path in text_paths(kind, (kind.__name__,))
]


def test_there_are_many_texts() -> None:
    assert len(PATHS) > 60
    named = {".".join(path) for _, path in PATHS}
    assert {"Pay.to", "CheckRack.player", "Void.reason", "CompleteGame.given.0.to"} <= named


@pytest.mark.parametrize(("kind", "path"), PATHS, ids=[".".join(path) for _, path in PATHS])
def test_no_text_of_a_command_bypasses_the_gate(kind: type[Any], path: tuple[str, ...]) -> None:
    assert command_fault(filled(kind, ("-",))) == ("", "")
    field, fault = command_fault(filled(kind, path[1:]))
    last = next(part for part in reversed(path) if not part.isdecimal())
    assert (field, fault.partition(",")[0]) == (
        last.replace("_", " "),
        "holds a code from inside a card",
    )


def code_of(card: Card) -> str:
    """The unlock code as it is printed, with its check symbol."""
    symbols = card.inside[23:39]
    return f"{symbols}{check_symbol(symbols)}"


def test_a_code_scanned_where_a_name_is_asked_for_is_kept_nowhere(kit: Kit) -> None:
    """A scanner that reads twice wrote the code into the ledger as the player's table."""
    ok(kit.sell(1))
    card = kit.built.red(1)
    kit.game_with(card)
    ok(kit.hold())
    before, at = kit.head(), Terminal(kit.hall, kit.context)
    for text in (f"R {card.inside}", f"R {code_of(card)}"):
        told = at.take(text)
        assert "bad-text" in told[0]
        assert card.inside[23:39] not in str(told)
    assert code(execute(kit.hall, kit.context(), CheckRack(card.inside))) == "bad-text"
    by_code = kit.context(second=card.inside)
    assert code(execute(kit.hall, by_code, CheckRack("table 4"))) == "bad-text"
    assert kit.head() == before
    for path in kit.hall.folder.glob("ledger*"):
        assert card.inside[23:39].encode() not in path.read_bytes()


def test_control_characters_and_long_texts_reach_no_entry(kit: Kit) -> None:
    before = kit.head()
    at = Terminal(kit.hall, kit.context)
    assert "bad-text" in at.take("R \x1b[2Jtable 4")[0]
    for reason in ("x" * 201, "a\nb", unicodedata.normalize("NFD", "é")):
        asked = Void(CardId.parse(kit.built.red(1).card_id), reason)
        assert code(execute(kit.hall, kit.context(), asked)) == "bad-text"
        stop = StopProgressive(reason, "fire", "2026-11-30")
        assert code(execute(kit.hall, kit.context(), stop)) == "bad-text"
    many = CompleteGame(
        tuple(GivenPrize("x" * 100, 1, "") for _ in range(TEXTS_TOGETHER_MAX // 100 + 1))
    )
    refused = execute(kit.hall, kit.context(), many)
    assert (code(refused), "100100 characters" in str(refused)) == ("bad-text", True)
    assert kit.head() == before

"""JSON objects with one thing in them wrong, for the readers of what the plant signs."""

import copy
from collections.abc import Callable
from typing import Any, Protocol

import pytest
from hypothesis import strategies as st

from cardgen.proof.framing import MalformedError, canonical

VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from([0, 1, -1, 2**53, 10**30, 1.0, "", "\n", "\ud800", "1", "0" * 64, "000201"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)
WRONG: list[Any] = [
    *(None, True, False, 1.5, -1, 10**30),
    *("", "\n", "\ud800", "x" * 70),
    *([], {}, [[]], {"a": 1}),
]
Path = tuple[str | int, ...]


def paths(value: object, above: Path = ()) -> list[Path]:
    """The place of everything in a JSON value, the value itself excepted."""
    found: list[Path] = []
    items: list[tuple[str | int, object]] = []
    if isinstance(value, dict):
        items = list(value.items())
    elif isinstance(value, list):
        items = list(enumerate(value))
    for key, inner in items:
        found += [(*above, key), *paths(inner, (*above, key))]
    return found


def changed(fields: dict[str, Any], path: Path, value: object) -> dict[str, Any]:
    """A copy with this value at that place."""
    whole = copy.deepcopy(fields)
    holder: Any = whole
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = value
    return whole


def without(fields: dict[str, Any], path: Path) -> dict[str, Any]:
    """A copy without what is at that place."""
    whole = copy.deepcopy(fields)
    holder: Any = whole
    for key in path[:-1]:
        holder = holder[key]
    del holder[path[-1]]
    return whole


def objects(value: object, above: Path = ()) -> list[Path]:
    """The place of every object in a JSON value, the whole among them."""
    inner = [place for place in paths(value) if isinstance(at(value, place), dict)]
    return [above, *inner]


def at(value: object, path: Path) -> object:
    found: Any = value
    for key in path:
        found = found[key]
    return found


def with_foreign_field(fields: dict[str, Any], path: Path, name: str) -> dict[str, Any]:
    """A copy with one more field in the object at that place."""
    return changed(fields, (*path, name), 1)


class Told(Protocol):
    """What a reader makes of fields: it says them again in its canonical bytes."""

    @property
    def json(self) -> bytes: ...


def refused(read: Callable[[dict[str, Any]], Told], fields: dict[str, Any]) -> str:
    """The sentence with which a reader refuses these fields; it must refuse them."""
    with pytest.raises(MalformedError) as refusal:
        read(fields)
    assert refusal.value.exit_code == 3
    return str(refusal.value)


def check_any_value(
    read: Callable[[dict[str, Any]], Told], fields: dict[str, Any], data: st.DataObject
) -> None:
    """Whatever stands in whichever field is either read as it stands or refused in one line."""
    mutated = changed(fields, data.draw(st.sampled_from(paths(fields))), data.draw(VALUES))
    try:
        told = read(mutated)
    except MalformedError as error:
        refusal = str(error)
    else:
        assert told.json == canonical(mutated)
        return
    assert refusal.isprintable()

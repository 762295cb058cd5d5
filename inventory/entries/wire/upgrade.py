"""Entries of earlier versions: what each step between two versions of a kind makes of its fields.

Theory of operation. The bytes of an entry never change; its leaf and its place stay. Each carries
the version of its kind, and a kind's version grows by one whenever its fields change. An entry of
an older version is brought to the newest while it is read, step by step, by pure functions of its
fields; a step may divide one old kind into several. A step is never edited once a ledger was
written by the version behind it.
"""

from collections.abc import Callable, Mapping
from typing import Any

Body = dict[str, Any]
Read = tuple[tuple[str, Body], ...]  # kinds by name, with their fields
Step = Callable[[Body], Read]

_FOUNDING = ("hall", "hall_name", "profile", "pays_again", "deface_method", "hall_key")
_YES_NO = {"yes": True, "no": False}
_TAKEN_BACK = ""  # no value of a rule is an empty text
_DIVIDED = (
    "HallFounded",
    "RuleAnswered",
    "RuleTakenBack",
    "PatternDrawn",
    "SetDisclosed",
    "CardReleased",
)


def _divided(body: Body) -> Read:
    """The answers of a hall, which once were pairs of texts: each is a kind of its own now."""
    pairs: list[list[str]] = _only(body, "settings")
    said: dict[str, str] = dict(pairs)
    if not said or len(said) != len(pairs):
        raise ValueError("no setting, or one that is answered twice")
    if tuple(said) == _FOUNDING:
        return (("HallFounded", {**said, "pays_again": _YES_NO[said["pays_again"]]}),)
    return tuple(_answer(name, value, said) for name, value in pairs if not _is_reason(name, said))


def _is_reason(name: str, said: Mapping[str, str]) -> bool:
    what, _, key = name.partition(":")
    return what == "reason" and f"rule:{key}" in said


def _answer(name: str, value: str, said: Mapping[str, str]) -> tuple[str, Body]:
    what, _, which = name.partition(":")
    if what == "rule":
        why = {"key": which, "reason": said[f"reason:{which}"]}
        if value == _TAKEN_BACK:
            return "RuleTakenBack", why
        return "RuleAnswered", {**why, "value": value}
    if what == "pattern":
        return "PatternDrawn", {"name": which, "masks": [int(one, 16) for one in value.split()]}
    if what == "released":
        return "CardReleased", {"card": which, "ruling": value}
    if (what, value) == ("disclosed", "yes"):
        return "SetDisclosed", {"set_serial": which}
    raise ValueError(f"the setting {name}, which no hall wrote")


def _with_names(field: str, *names: str) -> Callable[[Body], Body]:
    """A step's change: the lists in that field become objects with these names."""
    return lambda body: {**body, field: [_named(one, names) for one in body[field]]}


def _named(values: list[Any], names: tuple[str, ...]) -> Body:
    if type(values) is not list:
        raise TypeError(f"{values!r} instead of a list")
    return dict(zip(names, values, strict=True))


def _status_noted(body: Body) -> Read:
    """Its notes and the packs held get names; `sets` were notes on sets."""
    fields = {name: value for name, value in body.items() if name != "sets"}
    notes = [
        _named(one, ("set_serial", "run_id", "status", "since", "reason", "numbers"))
        for one in body["sets"]
    ]
    held = _with_names("held", "set_serial", "till", "packs", "left")(fields)
    return (("StatusNoted", {**held, "notes": notes}),)


def _opened(body: Body) -> Read:
    """A program's approvals, and the shares of colors in the terms of its games, get names."""
    colors = _with_names("colors", "color", "share")
    program = _with_names("approvals", "what", "reference")(body["program"])
    games = [{**game, "terms": colors(game["terms"])} for game in program["games"]]
    return (("OccasionOpened", {**body, "program": {**program, "games": games}}),)


def _of_first_law(body: Body) -> Body:
    """Before laws had numbers there was one; which rules were played is not told."""
    return {**body, "law": 1, "rules": []}


def _round_closed(body: Body) -> Read:
    """Under the first version every valid claim of a round had a share of its prize."""
    return (("RoundClosed", {**body, "without_share": [], "indivisible": ""}),)


def _with_sources(body: Body) -> Body:
    """Prizes given by name did not say what they were paid from; contacts stood in the name."""
    told = {"source": "", "contact": "", "document": ""}
    return {**body, "given": [{**one, **told} for one in body["given"]], "indivisible": ""}


def _step(kind: str, change: Callable[[Body], Body]) -> Step:
    return lambda body: ((kind, change(body)),)


def _only(body: Body, name: str) -> Any:  # noqa: ANN401 -- JSON
    if body.keys() != {name}:
        raise ValueError("its fields")
    return body[name]


# The newest version of each kind; 1 for what is not listed. A kind that is not written any more
# stands here with a version that nobody wrote.
NEWEST: Mapping[str, int] = {
    "CashCounted": 2,
    "ClaimDecided": 2,
    "ConfigChanged": 2,
    "Drawn": 2,
    "GameCompleted": 3,
    "GameStarted": 2,
    "HallFounded": 2,
    "OccasionEnded": 2,
    "OccasionOpened": 3,
    "RoundClosed": 2,
    "StatusNoted": 2,
}
# By kind and version: what its fields become in the next version.
STEPS: Mapping[tuple[str, int], Step] = {
    ("CashCounted", 1): _step("CashCounted", _with_names("other_takings", "name", "cents")),
    ("ClaimDecided", 1): _step("ClaimDecided", _with_names("steps", "number", "result", "why")),
    ("ConfigChanged", 1): _divided,
    ("Drawn", 1): _step("Drawn", lambda body: {**body, "clock": "", "remarks": []}),
    ("GameCompleted", 1): _step("GameCompleted", _with_names("given", "to", "cents")),
    ("GameCompleted", 2): _step("GameCompleted", _with_sources),
    ("GameStarted", 1): _step("GameStarted", _with_names("announced", "name", "cents")),
    ("HallFounded", 1): _step("HallFounded", lambda body: {**body, "law": 1}),
    ("OccasionEnded", 1): _step(
        "OccasionEnded", _with_names("put_back", "set_serial", "first", "last", "left")
    ),
    ("OccasionOpened", 1): _opened,
    ("OccasionOpened", 2): _step("OccasionOpened", _of_first_law),
    ("RoundClosed", 1): _round_closed,
    ("StatusNoted", 1): _status_noted,
}
# By kind: the names under which older ledgers keep what is read as that kind.
_ONCE: Mapping[str, tuple[str, ...]] = dict.fromkeys(_DIVIDED, ("ConfigChanged",))


def stored_names(kind: str) -> tuple[str, ...]:
    """The kinds, as they stand in a ledger, of entries that may be read as this kind."""
    return (kind, *_ONCE.get(kind, ()))


def newest_of(kind: str, newest: Mapping[str, int] = NEWEST) -> int:
    """The version that entries of this kind are written in."""
    return newest.get(kind, 1)


def upgraded(
    kind: str,
    version: int,
    body: Body,
    newest: Mapping[str, int] = NEWEST,
    steps: Mapping[tuple[str, int], Step] = STEPS,
) -> Read:
    """The kinds that an entry of this version reads as today, each with the newest fields.

    A kind that a step made is of the version behind that step, or of the first one where it is new.

    Raises: ValueError, for a version that nobody wrote.
    """
    last = newest_of(kind, newest)
    if not 1 <= version <= last and (kind, version) not in steps:
        raise ValueError(f"version {version} of {kind}; this program knows up to {last}")
    step = steps.get((kind, version))
    if step is None:
        return ((kind, body),)
    read: list[tuple[str, Body]] = []
    for name, fields in step(body):
        read += upgraded(name, version + 1 if name == kind else 1, fields, newest, steps)
    return tuple(read)

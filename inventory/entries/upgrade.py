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

# The newest version of each kind; 1 for what is not listed.
NEWEST: Mapping[str, int] = {}
# By kind and version: what its fields become in the next version.
STEPS: Mapping[tuple[str, int], Step] = {}


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

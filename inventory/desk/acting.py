"""One act at the desk: the same request gives the same answer, a refusal writes nothing."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field

from inventory.clock import jump_seconds
from inventory.decisions.facts import Decision
from inventory.desk.hall import Hall
from inventory.entries.entry import Context, Entry
from inventory.entries.house import ClockJumped
from inventory.entries.union import Kind
from inventory.errors import Refusal, Refused
from inventory.ledger.reading import Reader
from inventory.ledger.writing import Writer
from inventory.refusals.refuse import refuse


@dataclass(frozen=True, slots=True)
class Reply:
    """What an act wrote; for a repeated request, what it wrote the first time."""

    entries: tuple[Entry, ...]


def command_hash(name: str, what: dict[str, object]) -> str:
    """What an act asked for, so that a request id is not used for another; no code is in it."""
    text_of = repr((name, sorted(what.items())))
    return hashlib.sha256(text_of.encode()).hexdigest()[:16]


Answer = Reply | Refusal
Decide = Callable[[Reader, int], Decision]


@dataclass(frozen=True, slots=True)
class Errand:
    """What an act is called and asks for; `slip` asks for a signed checkpoint behind it."""

    name: str
    what: dict[str, object] = field(default_factory=dict)
    slip: str = ""
    occasion: int = 0


def perform(hall: Hall, context: Context, errand: Errand, decide: Decide) -> Answer:
    """Decide and append in one transaction; the answer is given after it is on the disk."""
    try:
        return _performed(hall, context, errand, decide)
    except Refused as refused:
        return refused.refusal


def _performed(hall: Hall, context: Context, errand: Errand, decide: Decide) -> Reply:
    asked = command_hash(errand.name, errand.what)
    with hall.ledger.writing() as session:
        reader = Reader(session)
        before = reader.of_request(context.request)
        if before and before[0].command_hash != asked:
            raise refuse("request-reused", request=context.request)
        if before:
            return Reply(before)
        writer = Writer(session)
        # A jump of the clock is noted in front, so what is decided comes one number later.
        jumped = _jumped(reader, context)
        decision = decide(reader, writer.next_sequence + len(jumped))
        occasion = errand.occasion or _occasion(reader)
        entries = writer.append(context, asked, occasion, (*jumped, *decision))
        if errand.slip:
            note = writer.checkpoint(entries[-1], hall.key, errand.slip)
            entries = (*entries, note)
        writer.sign(hall.key)
    return Reply(entries)


def _jumped(reader: Reader, context: Context) -> tuple[Kind, ...]:
    head = reader.head()
    seconds = jump_seconds(head.context.moment, context.moment) if head else 0
    return (ClockJumped(seconds),) if seconds else ()


def _occasion(reader: Reader) -> int:
    evening = reader.evening()
    return 0 if evening is None or evening.is_ended else evening.occasion

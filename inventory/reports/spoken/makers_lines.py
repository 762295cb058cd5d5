"""What makers say of their sets, and what was ruled on it, as people read it."""

from collections.abc import Iterable, Iterator

from cardgen.amounts import how_many
from cardgen.card_id import CardId
from inventory.counts import printed_ranges
from inventory.entries.entry import Entry
from inventory.entries.maker import (
    CardReleased,
    PacksHeld,
    SetDisclosed,
    SetNote,
    StatusNoted,
)
from inventory.entries.moves import is_said_of


def status_lines(kind: StatusNoted) -> tuple[str, ...]:
    """What a maker says of our sets, and what is to be done with packs that lie here."""
    return (*list_lines(kind), *held_lines(kind.held))


def list_lines(kind: StatusNoted) -> tuple[str, ...]:
    """What a maker says of our sets."""
    notes = how_many(len(kind.notes), "note")
    told = f"Status list {kind.number} of {kind.maker}, made {kind.made_at}: {notes} on sets here"
    return (told, *map(note_line, kind.notes))


def held_lines(held: Iterable[PacksHeld]) -> tuple[str, ...]:
    """Where packs of sets that were called back lie, and how they are taken out."""
    return tuple(map(_held_line, held))


def newest_lists(entries: Iterable[Entry]) -> tuple[StatusNoted, ...]:
    """Of each maker the newest list; it says all that the ones before it said."""
    kinds = (entry.kind for entry in entries)
    return tuple({one.maker: one for one in kinds if isinstance(one, StatusNoted)}.values())


def ruling_lines(entries: Iterable[Entry]) -> tuple[str, ...]:
    """What two people entered of called-back sets: a ruling on a card, a disclosure."""
    return tuple(line for entry in entries for line in _rulings(entry))


def words_on(entry: Entry, card: CardId) -> tuple[str, ...]:
    """What an entry says of a card besides moving it: its maker's notes, and what was ruled."""
    kind, serial, number = entry.kind, str(card.set_serial), int(card.audit_number)
    if isinstance(kind, StatusNoted):
        on_set = (note for note in kind.notes if note.set_serial == serial)
        return tuple(note_line(one) for one in on_set if one.concerns(serial, one.run_id, number))
    return ruling_lines((entry,)) if is_said_of(entry.kind, card) else ()


def _rulings(entry: Entry) -> Iterator[str]:
    if isinstance(entry.kind, CardReleased | SetDisclosed):
        people = " and ".join(name for name in (entry.context.clerk, entry.context.second) if name)
        yield f"{ruling_line(entry.kind)}. Entered by {people}, {entry.context.moment.printed}"


def ruling_line(kind: CardReleased | SetDisclosed) -> str:
    """What two people entered of a called-back set, as a sentence."""
    if isinstance(kind, CardReleased):
        card = kind.card.printed
        return f"Card {card} of a recalled set is released to be judged and paid: {kind.ruling}"
    serial = kind.set_serial
    return f"Set {serial} is noted as disclosed: no card of it is sold, paid, or valid any more"


def note_line(note: SetNote) -> str:
    """One note of a list."""
    ranges = printed_ranges(note.numbers)
    word = "card" if sum(high - low + 1 for low, high in note.numbers) == 1 else "cards"
    cards = f", {word} {ranges}" if ranges else ""
    said = f"{note.status.upper()} since {note.since}: set {note.set_serial}{cards}: {note.reason}"
    return f"{said}. Do not sell it, do not pay on it"


def _held_line(held: PacksHeld) -> str:
    serial, till, packs, count = held
    where = f"Till {till} has" if till else "In stock are"
    named = " ".join(f"{serial}:{first}-{last}" for first, last in packs)
    todo = f"inventory take-out {named} --as sent-back --reason REASON --second NAME"
    return f"  {where} {how_many(count, 'card')} of set {serial}. Take them out: {todo}"

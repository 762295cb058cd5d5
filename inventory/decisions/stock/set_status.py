"""A maker's status list, told of the sets that are known here."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from cardgen.proof.manifest import printed_time
from cardgen.proof.status import StatusEntry, StatusList
from cardgen.set_status import SetStatus
from inventory.decisions.claim.parts import is_owed
from inventory.decisions.facts import CardFacts, PackFacts, check_set_status, check_two_people
from inventory.decisions.game.evening import Evening
from inventory.entries.entry import Context
from inventory.entries.maker import PacksHeld, SetNote, StatusNoted, gravest
from inventory.entries.stock import Ranges, Received
from inventory.refusals.refuse import refuse


@dataclass(frozen=True, slots=True)
class Heard:
    """A list whose signature held: itself, the hash of its bytes, the root that signed it."""

    status: StatusList
    sha256: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Stock:
    """What a list is compared with: the series known, the maker's list before, the packs here."""

    known: tuple[Received, ...]
    before: StatusNoted | None
    packs: tuple[PackFacts, ...]


def note_list(heard: Heard, stock: Stock) -> StatusNoted:
    """The list with its notes on our sets; a list never takes a note back.

    Raises: StatusStaleError, when a newer one was noted.
    """
    status, before = heard.status, stock.before
    noted = told(heard, stock)
    if before is None:
        return noted
    status.check_not_older(before.number)
    gone = [note for note in before.notes if note not in noted.notes]
    if gone:
        raise refuse(
            "status-differs",
            number=status.number,
            maker=status.maker,
            known=before.number,
            serial=gone[0].set_serial,
        )
    return noted


def check_not_called_back(coming: tuple[Received, ...], notes: tuple[SetNote, ...]) -> None:
    """The maker calls back no set at the door."""
    for one in coming:
        serial = one.set_serial
        note = gravest(
            note
            for note in notes
            if not note.numbers and note.concerns(serial, one.run_id, one.first)
        )
        if note is not None:
            raise refuse(
                "set-called-back",
                serial=serial,
                status=note.status,
                since=note.since,
                reason=note.reason,
            )


def check_release(context: Context, card: CardFacts, evening: Evening | None, ruling: str) -> None:
    """This card may be paid in spite of its recall."""
    printed = card.card.printed
    check_two_people(context)
    if card.set_status is not None and card.set_status.status != SetStatus.RECALLED:
        check_set_status(card)
    if card.set_status is None:
        raise refuse("not-recalled", card=printed)
    if evening is None or not is_owed(evening, card.card):
        raise refuse("not-claimed", card=printed, state=card.state)
    if not ruling.strip():
        raise refuse("ruling-needed", card=printed)


def told(heard: Heard, stock: Stock) -> StatusNoted:
    """What the list says of the known sets, and where the packs of those called back lie."""
    status = heard.status
    known = {(one.set_serial, one.run_id) for one in stock.known if one.maker == status.maker}
    notes = tuple(
        _noted(entry)
        for entry in status.entries
        if (str(entry.set_serial), entry.run_id.hex()) in known
    )
    called_back = dict.fromkeys(note.set_serial for note in notes if not note.numbers)
    return StatusNoted(
        maker=str(status.maker),
        number=status.number,
        made_at=printed_time(status.made_at),
        sha256=heard.sha256,
        fingerprint=heard.fingerprint,
        notes=notes,
        held=held_of(stock.packs, called_back),
    )


def _noted(entry: StatusEntry) -> SetNote:
    return SetNote(
        str(entry.set_serial),
        entry.run_id.hex(),
        str(entry.status),
        printed_time(entry.since),
        entry.reason,
        entry.numbers,
    )


def held_of(packs: Iterable[PackFacts], serials: Collection[str]) -> tuple[PacksHeld, ...]:
    """The packs of these sets by till, neighbors as one range."""
    ranges: dict[tuple[str, str], Ranges] = {}
    counts: dict[tuple[str, str], int] = {}
    for pack in packs:
        if pack.set_serial not in serials or not pack.remaining:
            continue
        place = (pack.set_serial, pack.till)
        before = ranges.get(place, ())
        if before and before[-1][1] + 1 == pack.first:
            ranges[place] = (*before[:-1], (before[-1][0], pack.last))
        else:
            ranges[place] = (*before, (pack.first, pack.last))
        counts[place] = counts.get(place, 0) + len(pack.remaining)
    return tuple(
        PacksHeld(serial, till, found, counts[serial, till])
        for (serial, till), found in ranges.items()
    )

"""Level 1 disclosure: what an ended occasion opened, set by set, as anyone can check it."""

from collections.abc import Iterator
from dataclasses import dataclass

from cardgen.proof.framing import canonical
from cardgen.proof.header import header_fields
from cardgen.proof.openings import Openings, proved_cards
from inventory.desk.hall import Hall
from inventory.desk.papers.reporting import no_occasion
from inventory.entries.claim import ClaimDecided
from inventory.entries.stock import Received
from inventory.ledger.reading import Reader
from inventory.refusals.refuse import refuse


@dataclass(frozen=True, slots=True)
class SetOpenings:
    """The cards of one set that were opened with their code, each with its plaintext."""

    set_serial: str
    openings: Openings

    @property
    def card_count(self) -> int:
        """How many cards are told."""
        return len(self.openings.plaintexts)

    @property
    def json(self) -> bytes:
        """The file that `cardgen check-openings` reads."""
        told = [
            {"audit_number": number, "plaintext": plaintext.hex()}
            for number, plaintext in self.openings.plaintexts
        ]
        return canonical({"header": header_fields(self.openings.series), "openings": told})


def openings_of(hall: Hall, occasion: int, set_serial: str) -> tuple[SetOpenings, ...]:
    """What was opened in an occasion, the last one for 0; of one set, or of all without a serial.

    Raises: VerificationError, KeptDeliveryError, when what is kept does not prove it.
    """
    with hall.reading() as reader:
        evening = reader.evening(occasion)
        if evening is None:
            raise no_occasion(reader, occasion)
        if not evening.is_ended:
            raise refuse("occasion-open", name=evening.opened.name)
        if set_serial and reader.series_of(set_serial) is None:
            raise refuse("unknown-set", serial=set_serial)
        opened = _opened(reader, evening.occasion)
        asked = [one for one in reader.known_series() if set_serial in {"", one.set_serial}]
    found = tuple(
        _of_set(hall, one, opened[one.set_serial]) for one in asked if one.set_serial in opened
    )
    if not found:
        raise refuse("no-openings", name=evening.opened.name)
    return found


def _opened(reader: Reader, occasion: int) -> dict[str, dict[int, bytes]]:
    """The plaintexts by set and number; a card that was claimed twice opened the same."""
    found: dict[str, dict[int, bytes]] = {}
    for kind in _decided(reader, occasion):
        of_set = found.setdefault(str(kind.card.set_serial), {})
        of_set[int(kind.card.audit_number)] = bytes.fromhex(kind.opening)
    return found


def _decided(reader: Reader, occasion: int) -> Iterator[ClaimDecided]:
    for entry in reader.of_kind("ClaimDecided", occasion):
        if isinstance(entry.kind, ClaimDecided) and entry.kind.opening:
            yield entry.kind


def _of_set(hall: Hall, received: Received, opened: dict[int, bytes]) -> SetOpenings:
    bundle = hall.bundle(received)
    openings = Openings(bundle.series, tuple(sorted(opened.items())))
    proved_cards(openings, bundle)
    return SetOpenings(received.set_serial, openings)

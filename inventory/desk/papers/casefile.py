"""A case at the desk: all that ledger and maker say of one number that two papers may bear."""

import json
from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path

from cardgen.card_id import CardId
from cardgen.errors import CardgenError
from cardgen.proof.delivery import certificate_name, checked_delivery, file_sha256
from inventory.desk.hall import DELIVERIES, Hall
from inventory.desk.lookup import find_spoken_card
from inventory.desk.papers.papers import paper_files, write_folder
from inventory.entries.stock import Received
from inventory.ledger.proving import prove_case
from inventory.ledger.reading import Reader
from inventory.refusals.refuse import refuse
from inventory.reports.forms.forms import Form
from inventory.reports.papers.casefile import CaseBooks, MakerSays, case_paper

PROOF = "proof.json"


def read_case(
    hall: Hall, text: str, made_at: datetime, local: Callable[[datetime], datetime]
) -> CaseBooks:
    """All that is known of a card; also of one that was never received, when it was claimed."""
    with hall.reading() as reader:
        named = find_spoken_card(hall, reader, text)
        card = reader.card(named.card)
        proof = prove_case(reader.session, named.card)
        if not proof.entries:
            raise refuse("not-received", card=named.card.printed)
        part = _part_of(reader, named.card)
        hall_name = reader.settings().founded.hall_name
    says = None if part is None else _maker_says(hall, part)
    return CaseBooks(hall_name, card, proof, says, made_at, local)


def write_case(folder: Path, books: CaseBooks, forms: Iterable[Form]) -> tuple[str, ...]:
    """The case file and the proofs of its entries in a new folder; their names.

    Raises: ExistsError, BadFileError.
    """
    files = paper_files((case_paper(books),), forms, books.made_at)
    proof = json.dumps(books.proof.fields, indent=1, ensure_ascii=False)
    return write_folder(folder, {**files, PROOF: f"{proof}\n".encode()})


def _part_of(reader: Reader, card: CardId) -> Received | None:
    """The delivery that brought this card: a set may come in several."""
    number = int(card.audit_number)
    return next(
        (
            one
            for one in reader.received()
            if one.set_serial == card.set_serial
            and one.maker == card.maker
            and one.first <= number <= one.last
        ),
        None,
    )


def _maker_says(hall: Hall, received: Received) -> MakerSays:
    """What the kept delivery proves; a kept delivery that is damaged is told, not an error."""
    folder = hall.folder / DELIVERIES / received.delivery
    try:
        delivery = checked_delivery(folder, received.fingerprint)
        found = next(one for one in delivery.series if one.entry.set_serial == received.set_serial)
        sha256 = file_sha256(folder / certificate_name(received.set_serial))
    except (CardgenError, OSError, StopIteration) as error:
        return MakerSays(received, str(error) or "the set is not in it")
    certificate = found.certificate
    return MakerSays(
        received,
        "",
        (
            ("Order", f"{certificate.order}, for {certificate.hall_name}"),
            ("Certificate's SHA-256", sha256),
            ("Cards printed", str(certificate.number_printed)),
            ("Run", certificate.series.run_id.hex()),
            ("Root over all cards", found.bundle.root.hex()),
            ("Verification file's SHA-256", certificate.bundle_sha256),
        ),
    )

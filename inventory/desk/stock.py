"""Stock at the desk: receive a delivery, issue packs, put back, take out, find."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from cardgen.proof.delivery import Delivery, checked_delivery
from inventory.decisions.facts import CardFacts, Decision, PackFacts
from inventory.decisions.stock import intake
from inventory.decisions.stock.set_status import check_not_called_back, note_list
from inventory.desk.acting import Answer, Errand, perform
from inventory.desk.hall import Hall, delivery_name
from inventory.desk.lookup import find_card, find_packs, is_pack_name, pack_range
from inventory.desk.makers import (
    Signed,
    check_kept_status,
    keep,
    known_chains,
    read_signed,
    stock_of,
)
from inventory.entries.entry import Context
from inventory.entries.states import CardState
from inventory.entries.stock import Found, Missing, Ranges, Received, SentBack, Stolen, Withdrawn
from inventory.errors import KeptDeliveryError
from inventory.ledger.reading import Reader
from inventory.refusals.refuse import refuse
from inventory.scans import card_of, without_codes

Way = type[SentBack | Withdrawn | Missing | Stolen | Found]


@dataclass(frozen=True, slots=True)
class Carton:
    """What came in: the delivery, the fingerprint on paper, packs not there, a status list."""

    folder: Path
    fingerprint: str | None
    short: tuple[str, ...]
    status: Path | None = None


@dataclass(frozen=True, slots=True)
class _Arrived:
    """A carton whose delivery and status list were checked."""

    carton: Carton
    delivery: Delivery
    name: str
    signed: Signed | None


def receive(
    hall: Hall, context: Context, folder: Path, fingerprint: str | None, short: tuple[str, ...]
) -> Answer:
    """A delivery without a status list beside it; see `receive_carton`."""
    return receive_carton(hall, context, Carton(folder, fingerprint, short))


def receive_carton(hall: Hall, context: Context, carton: Carton) -> Answer:
    """A delivery checked from its signature to its last record, then received.

    Raises: VerificationError, BadFileError, when the delivery or the status list does not hold.
    """
    delivery = checked_delivery(carton.folder, carton.fingerprint)
    signed = _status_beside(hall, delivery, carton.status)
    arrived = _Arrived(carton, delivery, delivery_name(carton.folder), signed)
    what: dict[str, object] = {"delivery": arrived.name, "short": carton.short}
    if signed is not None:
        what["status"] = signed.heard.sha256

    def decide(reader: Reader, _number: int) -> Decision:
        _check_signer(reader, delivery, carton.fingerprint)
        _check_again(hall, reader, arrived)
        return _take_in(hall, context, reader, arrived)

    return perform(hall, context, Errand("receive", what), decide)


def _take_in(hall: Hall, context: Context, reader: Reader, arrived: _Arrived) -> Decision:
    offer = _offer(arrived.delivery, arrived.name, arrived.carton.short)
    known = {one.set_serial: one for one in reader.known_series()}
    decided = intake.receive(context, offer, reader.settings().founded.hall, known)
    _check_same_bundles(hall, arrived.delivery, known)
    noted = _noted(hall, reader, arrived.signed, offer)
    hall.keep_delivery(arrived.carton.folder, arrived.name)
    return (*decided, *noted)


def _check_signer(reader: Reader, delivery: Delivery, fingerprint: str | None) -> None:
    maker, signer = delivery.chain.maker, delivery.chain.fingerprint
    trusted = {one.fingerprint for one in reader.received() if one.maker == maker}
    if fingerprint is not None or signer in trusted:
        return
    if trusted:
        known = " ".join(sorted(trusted))
        raise refuse("another-signer", maker=maker, known=known, signer=signer)
    raise refuse("fingerprint-needed", maker=maker)


def _check_again(hall: Hall, reader: Reader, arrived: _Arrived) -> None:
    """A delivery received before changes no stock; a damaged copy of it is made whole again."""
    folder, signer = arrived.carton.folder, arrived.delivery.chain.fingerprint
    for one in reader.received():
        if (one.delivery, one.fingerprint) != (arrived.name, signer):
            continue
        try:
            hall.check_kept(one)
        except KeptDeliveryError:
            hall.keep_delivery(folder, one.delivery)
            raise refuse("copy-restored", serial=one.set_serial) from None
        raise refuse("already-received", serial=one.set_serial)


def _check_same_bundles(hall: Hall, delivery: Delivery, known: Mapping[str, Received]) -> None:
    """A part of a known set comes with the file that the first part came with.

    Raises: KeptDeliveryError, when the hall's copy cannot be compared.
    """
    for delivered in delivery.series:
        serial = str(delivered.entry.set_serial)
        before = known.get(serial)
        if before is None or before.run_id != delivered.bundle.series.run_id.hex():
            continue
        hall.check_kept(before)
        if hall.bundle_sha256(before) != delivered.entry.bundle_sha256:
            raise refuse("known-with-another-bundle", serial=serial)


def _status_beside(hall: Hall, delivery: Delivery, path: Path | None) -> Signed | None:
    """The list given with a delivery, signed under its chain or one that is known."""
    if path is None:
        return None
    with hall.ledger.transaction() as connection:
        received = Reader(connection).received()
    of_maker = tuple(one for one in received if one.maker == delivery.chain.maker)
    return read_signed(path, [delivery.chain, *known_chains(hall, of_maker, path)])


def _noted(hall: Hall, reader: Reader, given: Signed | None, offer: intake.Offer) -> Decision:
    """What the newest list says of the sets at the door, noted when it is given or names them.

    Raises: StatusStaleError, KeptStatusError.
    """
    before = reader.status_lists().get(offer.series[0].maker)
    signed = given or (check_kept_status(hall, before) if before else None)
    if signed is None:
        check_not_called_back(offer.series, reader.notes())
        return ()
    noted = note_list(signed.heard, stock_of(reader, signed, offer.series))
    check_not_called_back(offer.series, (*noted.notes, *reader.notes()))
    if before is not None and noted.notes == before.notes and noted.sha256 == before.sha256:
        return ()
    keep(hall, signed)
    return (noted,)


def issue(hall: Hall, context: Context, packs: tuple[str, ...], to_till: str) -> Answer:
    """Packs to a till, by their labels."""

    def decide(reader: Reader, _number: int) -> Decision:
        found = named_packs(reader, packs)
        return intake.issue(context, found, to_till)

    return perform(hall, context, Errand("issue", {"packs": packs, "to": to_till}), decide)


def issue_all(hall: Hall, context: Context, to_till: str) -> Answer:
    """Every pack in stock to one till."""

    def decide(reader: Reader, _number: int) -> Decision:
        found = tuple(pack for pack in reader.packs_in(CardState.RECEIVED) if pack.remaining)
        if not found:
            raise refuse("empty-stock")
        return intake.issue(context, found, to_till)

    return perform(hall, context, Errand("issue-all", {"to": to_till}), decide)


def put_back_whole(hall: Hall, context: Context, packs: tuple[str, ...]) -> Answer:
    """Packs that were not opened, one scan each."""

    def decide(reader: Reader, _number: int) -> Decision:
        found = named_packs(reader, packs)
        return intake.put_back_whole(context, found)

    return perform(hall, context, Errand("put-back", {"packs": packs}), decide)


def put_back_open(hall: Hall, context: Context, first: str, last: str, counted: int) -> Answer:
    """An open pack by its first and last card left and a count made by hand."""
    texts = without_codes((first, last))

    def decide(reader: Reader, _number: int) -> Decision:
        found = named_cards(hall, reader, texts)
        left, right = found
        pack = left.pack
        if pack is None:
            raise refuse("not-received", card=left.card.printed)
        numbers = (left.number, right.number)
        return intake.put_back_open(context, pack, numbers, counted)

    what: dict[str, object] = {"left": texts, "counted": counted}
    return perform(hall, context, Errand("put-back-open", what), decide)


def take_out(hall: Hall, context: Context, way: Way, named: tuple[str, ...], reason: str) -> Answer:
    """Packs and cards out of stock, or found again; a label names a whole pack."""
    texts = without_codes(named)
    what: dict[str, object] = {"way": way.__name__, "named": texts, "reason": reason}

    def decide(reader: Reader, _number: int) -> Decision:
        packs = named_packs(reader, tuple(text for text in texts if is_pack_name(text)))
        cards = named_cards(hall, reader, tuple(text for text in texts if not is_pack_name(text)))
        if not packs and not cards:
            raise refuse("empty-basket")
        parts = _apart(reader, packs, way)
        whole, left = parts
        return intake.take_out(context, way, (whole, (*left, *cards)), reason)

    return perform(hall, context, Errand("take-out", what), decide)


def _apart(
    reader: Reader, packs: tuple[PackFacts, ...], way: Way
) -> tuple[tuple[PackFacts, ...], tuple[CardFacts, ...]]:
    """Whole packs, and of begun ones the cards that move: what was sold goes nowhere."""
    whole, cards = list[PackFacts](), list[CardFacts]()
    for pack in packs:
        series, moving = reader.series_of(pack.set_serial), _moving(reader, pack, way)
        if series is None or moving is None:
            whole.append(pack)
        elif not moving:
            raise refuse("pack-empty", pack=pack.named)
        else:
            names = (card_of(series.maker, pack.set_serial, number) for number in moving)
            cards += [reader.card(name) for name in names]
    return tuple(whole), tuple(cards)


def _moving(reader: Reader, pack: PackFacts, way: Way) -> tuple[int, ...] | None:
    """The cards of a pack that move one by one; None when the pack moves, or is refused, whole."""
    if pack.state is CardState.MISSING:
        return None
    if way is Found:
        return reader.numbers_in(pack, CardState.MISSING) or None
    series = reader.series_of(pack.set_serial)
    full = {*range(pack.first, pack.last + 1)}.difference(series.skips if series else ())
    return None if full <= {*pack.remaining} else pack.remaining


def named_packs(reader: Reader, texts: tuple[str, ...]) -> tuple[PackFacts, ...]:
    """The packs that labels name, each once; a carton's label names all of its packs."""
    found: dict[tuple[str, int], PackFacts] = {}
    for text in texts:
        packs = find_packs(reader, text)
        found |= {(pack.set_serial, pack.first): pack for pack in packs}
    return tuple(found.values())


def named_cards(hall: Hall, reader: Reader, texts: tuple[str, ...]) -> tuple[CardFacts, ...]:
    """The cards that scans name, in their order; twice the same stays twice."""
    found = []
    for text in texts:
        named = find_card(hall, reader, text)
        found.append(reader.card(named.card))
    return tuple(found)


def _offer(delivery: Delivery, name: str, short: tuple[str, ...]) -> intake.Offer:
    series = []
    for delivered in delivery.series:
        entry, printed = delivered.entry, delivered.bundle.series
        series.append(
            Received(
                set_serial=str(entry.set_serial),
                maker=str(printed.maker),
                form=str(printed.form),
                series=str(printed.series),
                color=printed.color,
                role=str(entry.role),
                price_cents=entry.price_cents,
                exchange_of=str(entry.exchange_of or ""),
                first=int(entry.first),
                last=int(entry.last),
                skips=entry.skips,
                packs=tuple((int(pack.first), int(pack.last)) for pack in entry.packs),
                run_id=printed.run_id.hex(),
                delivery=name,
                fingerprint=delivery.chain.fingerprint,
            )
        )
    missing: dict[str, Ranges] = {}
    for text in short:
        pack = pack_range(text)
        serial, first, last = pack
        missing[serial] = (*missing.get(serial, ()), (first, last))
    return intake.Offer(tuple(series), str(delivery.manifest.hall), missing)

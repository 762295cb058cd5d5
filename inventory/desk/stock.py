"""Stock at the desk: receive a delivery, issue packs, put back, take out, find."""

from pathlib import Path

from cardgen.proof.delivery import Delivery, check_delivery
from inventory.card_state import CardState
from inventory.decisions import intake
from inventory.decisions.facts import CardFacts, Decision, PackFacts
from inventory.desk.acting import Answer, Errand, perform
from inventory.desk.hall import Hall, delivery_name
from inventory.desk.naming import is_pack_name, name_card, name_packs, pack_range
from inventory.entries import Act
from inventory.errors import KeptDeliveryError, Refusal
from inventory.kinds import Found, Missing, Ranges, Received, SentBack, Stolen, Withdrawn
from inventory.ledger.reading import Reader
from inventory.refusals import refuse
from inventory.scans import without_codes

Way = type[SentBack | Withdrawn | Missing | Stolen | Found]


def receive(
    hall: Hall, act: Act, folder: Path, fingerprint: str | None, short: tuple[str, ...]
) -> Answer:
    """A delivery checked from its signature to its last record, then received.

    Raises: VerificationError, BadFileError, when the delivery does not hold.
    """
    delivery = check_delivery(folder, fingerprint)
    name = delivery_name(folder)
    errand = Errand("receive", {"delivery": name, "short": short})

    def decide(reader: Reader, _number: int) -> Decision:
        known = {one.set_serial: one for one in reader.received()}
        trusted = {one.fingerprint for one in known.values() if one.maker == delivery.chain.maker}
        signer = delivery.chain.fingerprint
        if fingerprint is None and trusted and signer not in trusted:
            known_by, maker = " ".join(sorted(trusted)), delivery.chain.maker
            return refuse("another-signer", maker=maker, known=known_by, signer=signer)
        if fingerprint is None and signer not in trusted:
            return refuse("fingerprint-needed", maker=delivery.chain.maker)
        offer = _offer(delivery, name, short)
        if isinstance(offer, Refusal):
            return offer
        for one in known.values():
            if (one.delivery, one.fingerprint) == (name, signer):
                return _received_again(hall, one, folder)
        decided = intake.receive(act, offer, reader.settings()["hall"], known)
        if not isinstance(decided, Refusal):
            hall.keep_delivery(folder, name)
        return decided

    return perform(hall, act, errand, decide)


def issue(hall: Hall, act: Act, packs: tuple[str, ...], to_till: str) -> Answer:
    """Packs to a till, by their labels."""

    def decide(reader: Reader, _number: int) -> Decision:
        found = named_packs(reader, packs)
        return found if isinstance(found, Refusal) else intake.issue(act, found, to_till)

    return perform(hall, act, Errand("issue", {"packs": packs, "to": to_till}), decide)


def issue_all(hall: Hall, act: Act, to_till: str) -> Answer:
    """Every pack in stock to one till."""

    def decide(reader: Reader, _number: int) -> Decision:
        found = tuple(pack for pack in reader.packs_in(CardState.RECEIVED) if pack.remaining)
        return intake.issue(act, found, to_till) if found else refuse("empty-stock")

    return perform(hall, act, Errand("issue-all", {"to": to_till}), decide)


def put_back_whole(hall: Hall, act: Act, packs: tuple[str, ...]) -> Answer:
    """Packs that were not opened, one scan each."""

    def decide(reader: Reader, _number: int) -> Decision:
        found = named_packs(reader, packs)
        return found if isinstance(found, Refusal) else intake.put_back_whole(act, found)

    return perform(hall, act, Errand("put-back", {"packs": packs}), decide)


def put_back_open(hall: Hall, act: Act, first: str, last: str, counted: int) -> Answer:
    """An open pack by its first and last card left and a count made by hand."""
    texts = without_codes((first, last))

    def decide(reader: Reader, _number: int) -> Decision:
        found = named_cards(hall, reader, texts)
        if isinstance(found, Refusal):
            return found
        left, right = found
        pack = left.pack
        if pack is None:
            return refuse("not-received", card=left.card.printed)
        numbers = (left.number, right.number)
        return intake.put_back_open(act, pack, numbers, counted)

    what: dict[str, object] = {"left": texts, "counted": counted}
    return perform(hall, act, Errand("put-back-open", what), decide)


def take_out(hall: Hall, act: Act, way: Way, named: tuple[str, ...], reason: str) -> Answer:
    """Packs and cards out of stock, or found again; a label names a whole pack."""
    texts = without_codes(named)
    what: dict[str, object] = {"way": way.__name__, "named": texts, "reason": reason}

    def decide(reader: Reader, _number: int) -> Decision:
        packs = named_packs(reader, tuple(text for text in texts if is_pack_name(text)))
        if isinstance(packs, Refusal):
            return packs
        cards = named_cards(hall, reader, tuple(text for text in texts if not is_pack_name(text)))
        if isinstance(cards, Refusal):
            return cards
        if not packs and not cards:
            return refuse("empty-basket")
        return intake.take_out(act, way, (packs, cards), reason)

    return perform(hall, act, Errand("take-out", what), decide)


def named_packs(reader: Reader, texts: tuple[str, ...]) -> tuple[PackFacts, ...] | Refusal:
    """The packs that labels name, each once; a carton's label names all of its packs."""
    found: dict[tuple[str, int], PackFacts] = {}
    for text in texts:
        packs = name_packs(reader, text)
        if isinstance(packs, Refusal):
            return packs
        found |= {(pack.set_serial, pack.first): pack for pack in packs}
    return tuple(found.values())


def named_cards(
    hall: Hall, reader: Reader, texts: tuple[str, ...]
) -> tuple[CardFacts, ...] | Refusal:
    """The cards that scans name, in their order; twice the same stays twice."""
    found = []
    for text in texts:
        named = name_card(hall, reader, text)
        if isinstance(named, Refusal):
            return named
        found.append(reader.card(named.card))
    return tuple(found)


def _received_again(hall: Hall, received: Received, folder: Path) -> Refusal:
    """A delivery received before changes no stock; a damaged copy of it is made whole again."""
    try:
        hall.check_kept(received)
    except KeptDeliveryError:
        hall.keep_delivery(folder, received.delivery)
        return refuse("copy-restored", serial=received.set_serial)
    return refuse("already-received", serial=received.set_serial)


def _offer(delivery: Delivery, name: str, short: tuple[str, ...]) -> intake.Offer | Refusal:
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
        if isinstance(pack, Refusal):
            return pack
        serial, first, last = pack
        missing[serial] = (*missing.get(serial, ()), (first, last))
    return intake.Offer(tuple(series), str(delivery.manifest.hall), missing)

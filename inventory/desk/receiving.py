"""A delivery at the door: checked, compared with what is known, copied, and taken into stock.

Theory of operation. The edge checks the whole delivery, from its signature to its last record, and
asks for it by what its signed manifest says. In the transaction follow, in this order:

1. The signer is one this hall knows, or its fingerprint was compared with the one on paper.
2. A delivery that was received changes no stock; a damaged copy of it is made whole again.
3. The delivery is for this hall, and its sets are new or another part of a known set.
4. The newest status list of the maker calls back none of them. A list that does is noted all the
   same, since it may name other sets that lie here.
5. The copy is kept in the hall's folder before the entry that relies on it is written.
"""

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from cardgen.proof.chain import Chain
from cardgen.proof.delivery import Delivery, checked_delivery
from inventory.commands.stock import PackName, Receive, SetSize
from inventory.decisions.facts import Decision, RefusedAndNoted
from inventory.decisions.stock import intake
from inventory.decisions.stock.set_status import check_not_called_back, note_list
from inventory.desk.desk import Desk
from inventory.desk.hall import Hall, delivery_name
from inventory.desk.lookup import pack_range
from inventory.desk.set_status import (
    Signed,
    keep,
    known_chains,
    read_files,
    read_kept_status,
    read_signed,
    stock_of,
)
from inventory.entries.stock import Received
from inventory.errors import KeptDeliveryError, Refused
from inventory.ledger.reading import Reader
from inventory.refusals.refuse import refuse


def read_delivery(
    folder: Path,
    fingerprint: str | None,
    short: tuple[str, ...],
    status: Path | None = None,
    this_moment: datetime | None = None,
) -> Receive:
    """A delivery checked from its signature to its last record, and what came with it.

    `fingerprint` is as the paper prints it, `short` names packs that are not there, `status` is a
    status list given with the delivery; nothing in it was signed after `this_moment`.

    Raises: VerificationError, BadFileError, when the delivery does not hold; Refused.
    """
    delivery = checked_delivery(folder, fingerprint)
    if this_moment is not None:
        delivery.check_signed_before(this_moment)
    name = delivery_name(folder)
    files = read_files(status) if status else None
    return Receive(
        delivery=name,
        consigned_to=str(delivery.manifest.hall),
        series=series_of(delivery, name),
        bundle_sha256s=tuple(one.entry.bundle_sha256 for one in delivery.series),
        short=tuple(PackName(*pack_range(text)) for text in short),
        is_confirmed=fingerprint is not None,
        status_sha256=files.sha256 if files else "",
        made_for=delivery.manifest.jurisdiction,
        sizes=tuple(
            SetSize(one.bundle.series.count, one.bundle.series.face_count)
            for one in delivery.series
        ),
        folder=str(folder),
        chain=delivery.chain.pem,
        status=files,
    )


def receive(desk: Desk, command: Receive) -> Decision:
    """The delivery in stock. Raises: Refused, VerificationError, KeptDeliveryError."""
    hall, reader = desk.hall, desk.reader
    _check_signer(reader, command)
    _check_again(hall, reader, command)
    known = {one.set_serial: one for one in reader.known_series()}
    hall_id = reader.settings().founded.hall
    received = intake.receive(desk.context, command, hall_id, known, desk.profile.sets)
    _check_same_bundles(hall, command, known)
    noted = _noted(hall, reader, command)
    hall.keep_delivery(Path(command.folder), command.delivery)
    return (*received, *noted)


def remarks_on(hall: Hall, command: Receive) -> tuple[str, ...]:
    """What does not fit this hall in a delivery that it can take in."""
    with hall.reading() as reader:
        known = {one.set_serial: one for one in reader.known_series()}
        return intake.remarks_on(command, known, hall.profile(reader.settings()))


def _check_signer(reader: Reader, command: Receive) -> None:
    first = command.series[0]
    trusted = {one.fingerprint for one in reader.received() if one.maker == first.maker}
    if command.is_confirmed or first.fingerprint in trusted:
        return
    if trusted:
        known = " ".join(sorted(trusted))
        raise refuse("another-signer", maker=first.maker, known=known, signer=first.fingerprint)
    raise refuse("fingerprint-needed", maker=first.maker)


def _check_again(hall: Hall, reader: Reader, command: Receive) -> None:
    """A delivery received before changes no stock; a damaged copy of it is made whole again."""
    signer = command.series[0].fingerprint
    for one in reader.received():
        if (one.delivery, one.fingerprint) != (command.delivery, signer):
            continue
        try:
            hall.kept_delivery(one)
        except KeptDeliveryError:
            hall.keep_delivery(Path(command.folder), one.delivery)
            raise refuse("copy-restored", serial=one.set_serial) from None
        raise refuse("already-received", serial=one.set_serial)


def _check_same_bundles(hall: Hall, command: Receive, known: Mapping[str, Received]) -> None:
    """A part of a known set comes with the file that the first part came with.

    Raises: KeptDeliveryError, when the hall's copy cannot be compared.
    """
    for received, sha256 in zip(command.series, command.bundle_sha256s, strict=True):
        before = known.get(received.set_serial)
        if before is None or before.run_id != received.run_id:
            continue
        hall.kept_delivery(before)
        if hall.bundle_sha256(before) != sha256:
            raise refuse("known-with-another-bundle", serial=received.set_serial)


def _noted(hall: Hall, reader: Reader, command: Receive) -> Decision:
    """What the newest list says of the sets at the door, noted when it is given or names them.

    Raises: StatusStaleError, KeptStatusError; RefusedAndNoted, for a set called back.
    """
    before = reader.status_lists().get(command.series[0].maker)
    signed = _given(hall, reader, command)
    if signed is None and before is not None:
        signed = read_kept_status(hall, before)
    if signed is None:
        check_not_called_back(command.series, reader.notes())
        return ()
    noted = note_list(signed.heard, stock_of(reader, signed, command.series))
    is_read_now = before is None or noted.sha256 != before.sha256
    try:
        check_not_called_back(command.series, (*noted.notes, *reader.notes()))
    except Refused as refused:
        if not is_read_now:
            raise
        keep(hall, signed)
        # Of sets that are not taken in, nothing is noted: the next list might not name them.
        known = note_list(signed.heard, stock_of(reader, signed, ()))
        raise RefusedAndNoted(refused.refusal, (known,)) from None
    if before is not None and not is_read_now and noted.notes == before.notes:
        return ()
    keep(hall, signed)
    return (noted,)


def _given(hall: Hall, reader: Reader, command: Receive) -> Signed | None:
    """The list given with a delivery, signed under its chain or one that is known."""
    files = command.status
    if files is None:
        return None
    maker = command.series[0].maker
    of_maker = tuple(one for one in reader.received() if one.maker == maker)
    return read_signed(files, [Chain.parse(command.chain), *known_chains(hall, of_maker, files)])


def series_of(delivery: Delivery, name: str) -> tuple[Received, ...]:
    """Each series of its manifest as it is taken in; `name` is what its copy is called."""
    return tuple(
        Received(
            set_serial=str(one.entry.set_serial),
            maker=str(one.bundle.series.maker),
            form=str(one.bundle.series.form),
            series=str(one.bundle.series.series),
            color=one.bundle.series.color,
            role=str(one.entry.role),
            price_cents=one.entry.price_cents,
            exchange_of=str(one.entry.exchange_of or ""),
            first=int(one.entry.first),
            last=int(one.entry.last),
            skips=one.entry.skips,
            packs=tuple((int(pack.first), int(pack.last)) for pack in one.entry.packs),
            run_id=one.bundle.series.run_id.hex(),
            delivery=name,
            fingerprint=delivery.chain.fingerprint,
        )
        for one in delivery.series
    )

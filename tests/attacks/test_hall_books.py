"""Attacks of sealing.md section 8 on a hall's books: its ledger, its clock, its deliveries.

docs/attacks.md lists all attacks; what the inventory's own tests show already is not shown again.
"""

import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.errors import CardgenError, VerificationError
from cardgen.proof.delivery import MANIFEST, SUMS, file_sha256, sums_text
from cardgen.proof.framing import canonical
from cardgen.proof.signing import sign_statement
from inventory.clock import Moment
from inventory.desk.hall import Hall
from inventory.desk.papers import reporting
from inventory.entries.entry import Entry
from inventory.entries.house import ClockJumped
from inventory.entries.moves import moves_of
from inventory.entries.sale import Exchanged, Sold
from inventory.entries.states import CardState
from inventory.ledger.reading import Reader
from inventory.ledger.writing import Writer
from inventory.reports.figures.occasion import Report, report_json
from tests import by_the_text
from tests.inventory.delivery_builder import PLANT, RED, Asked, Built, build_delivery
from tests.inventory.kit import START, Kit, Night, code, ok
from tests.inventory.played import play
from tests.inventory.scanned import selling, stock
from tests.json_mutations import VALUES, WRONG, changed, paths, without

if TYPE_CHECKING:
    from inventory.entries.union import Kind

# -- the clock ------------------------------------------------------------------------------------


def test_a_back_dated_sale_after_the_close_is_refused(kit: Kit) -> None:
    """The clock is set back to before the close: the entry would come after it all the same."""
    ok(kit.sell(1))
    early = kit.context()
    kit.game_with(kit.built.red(2))
    head = kit.head()
    back = Moment(early.moment.at - timedelta(minutes=30), early.moment.monotonic_ms, "boot-1")
    context = replace(kit.context(), moment=back)
    answer = selling.sell(kit.hall, context, (kit.built.red(2).outside,))
    assert code(answer) == "sales-closed"
    assert kit.head() == head
    assert kit.state(kit.built.red(2)) is CardState.ISSUED


def test_a_back_dated_sale_before_the_close_stands_where_it_was_made(kit: Kit) -> None:
    """Its time says that no ball was drawn yet; its place says that all were; the jump shows."""
    ok(kit.pre_draw(tuple(range(1, 49))))
    back = Moment(START - timedelta(hours=2), kit.context().moment.monotonic_ms, "boot-1")
    context = replace(kit.context(), moment=back)
    jumped, sold = ok(selling.sell(kit.hall, context, (kit.built.red(1).outside,)))
    assert isinstance(jumped.kind, ClockJumped)
    with kit.hall.ledger.transaction() as connection:
        (drawn,) = Reader(connection).of_kind("Drawn")
    assert sold.context.moment.at < drawn.context.moment.at
    assert sold.sequence > drawn.sequence
    report = reporting.read_report(kit.hall, 0)
    assert isinstance(report, Report)
    assert report_json(report)["clock_jumps"] == [jumped.kind.seconds]
    went_back = (sold.context.moment.at - drawn.context.moment.at).total_seconds()
    assert jumped.kind.seconds == went_back - 1, "a second had passed meanwhile"


@pytest.mark.parametrize("way", ["sold", "exchanged", "another evening's"])
def test_a_sale_that_is_written_into_the_books_after_the_close_is_found(kit: Kit, way: str) -> None:
    """Somebody with the hall's key and our own code, past the desk: tree and states are right."""
    ok(kit.sell(1, 2))
    kit.game_with(kit.built.red(3))
    names = [kit.card(card.card_id).card for card in (kit.built.red(3), kit.built.red(1))]
    news = tuple(kit.card(kit.built.blue(number).card_id).card for number in (1, 2))
    context = replace(kit.context(), moment=Moment(START, 0, "boot-1"))
    with kit.hall.ledger.writing() as session:
        sale = Reader(session).of_kind("Sold")[-1]
        writer = Writer(session)
        number = writer.next_sequence
        kind: Kind = Sold(number, (names[0],), (100,), "scanned")
        if way == "exchanged":
            kind = Exchanged(number, names[1], news, 100, 1, 1)
        occasion = 1 if way == "another evening's" else sale.occasion
        writer.append(context, "0" * 16, occasion, (kind,))
        writer.sign(kit.hall.key)
    kit.hall.ledger.check_start()
    found = reporting.read_audit(kit.hall, "")
    cards = news if way == "exchanged" else (names[0],)
    assert [one.sentence for one in found if one.code == "sale-hours"] == [
        f"Entry {number}: card {card.printed} was not on sale then" for card in cards
    ]


def test_sales_of_the_next_game_are_open_while_those_of_this_one_are_closed(
    empty: Kit, tmp_path: Path
) -> None:
    """A close is of one game: cards of the other are sold on, and no finding."""
    asked = Asked(run=3, serials=("000125", "000126"), colors=("green", "white"))
    later = build_delivery(tmp_path / "later", asked)
    ok(empty.receive())
    ok(stock.receive(empty.hall, empty.context(), later.folder, later.fingerprint, ()))
    ok(stock.issue_all(empty.hall, empty.context(), "1"))
    opened = Night().opened
    (first,) = opened.program.games
    second = replace(first, number=2, name="Late", sets=asked.serials)
    program = replace(opened.program, games=(first, second))
    ok(empty.open_against_the_rules(replace(opened, program=program)))
    ok(empty.sell(1))
    ok(empty.close())
    assert code(empty.sell(2)) == "sales-closed"
    card = later.cards["000125", 1].outside
    ok(selling.sell(empty.hall, empty.context(), (card,)))
    (unchecked,) = reporting.read_audit(empty.hall, "")
    assert "breaks the rules" in unchecked.sentence, "a night of few figures, opened unchecked"


def test_an_honest_evening_has_no_sale_out_of_hours(kit: Kit) -> None:
    play(kit)
    assert reporting.read_audit(kit.hall, "") == ()


# -- the delivery ---------------------------------------------------------------------------------

Alter = Callable[[Path], object]


def resigned(folder: Path, old: bytes, new: bytes, key: Ed25519PrivateKey) -> None:
    """Another manifest, signed and summed up as if it were the maker's."""
    raw = (folder / MANIFEST).read_bytes().replace(old, new, 1)
    assert new in raw
    (folder / MANIFEST).write_bytes(raw)
    (folder / f"{MANIFEST}.sig").write_bytes(sign_statement(key, "manifest", raw))


def resealed(folder: Path, old: bytes, new: bytes) -> None:
    """Another header of the red bundle, signed by the maker."""
    path = folder / f"{RED}.bundle"
    raw = path.read_bytes()
    start = 12 + int.from_bytes(raw[8:12], "big")
    header = raw[12:start].replace(old, new, 1)
    assert new in header
    path.write_bytes(by_the_text.whole_bundle(PLANT.signing_key, header, 40, raw[start:-64]))


def flipped(folder: Path) -> None:
    path = folder / f"{RED}.bundle"
    raw = bytearray(path.read_bytes())
    raw[len(raw) // 2] ^= 1
    path.write_bytes(raw)


ANOTHER = Ed25519PrivateKey.from_private_bytes(bytes(32))
ALTERED: dict[str, Alter] = {
    "one flipped bit": flipped,
    "duplicate keys in the manifest": lambda folder: resigned(
        folder, b'"order":', b'"order":"2026-11-A","order":', PLANT.signing_key
    ),
    "duplicate keys in the bundle": lambda folder: resealed(
        folder, b'"count":40', b'"count":40,"count":40'
    ),
    "huge count in the manifest": lambda folder: resigned(
        folder, b'"last":40', b'"last":9999999', PLANT.signing_key
    ),
    "huge count in the bundle": lambda folder: resealed(folder, b'"count":40', b'"count":9999999'),
    "wrong signature": lambda folder: resigned(folder, b"us-ny", b"us-nj", ANOTHER),
}


@pytest.mark.parametrize("change", ALTERED)
def test_an_altered_delivery_is_neither_received_nor_kept(
    empty: Kit, built: Built, tmp_path: Path, change: str
) -> None:
    """Each with its sums made again, so that the alteration itself is what is refused."""
    folder = Path(shutil.copytree(built.folder, tmp_path / "altered"))
    ALTERED[change](folder)
    (folder / SUMS).unlink()
    sums = {path.name: file_sha256(path) for path in folder.iterdir()}
    (folder / SUMS).write_text(sums_text(sums))
    head = empty.head()
    with pytest.raises(VerificationError):
        stock.receive(empty.hall, empty.context(), folder, built.fingerprint, ())
    assert empty.head() == head
    assert not (empty.hall.folder / "deliveries").exists()


@pytest.mark.parametrize("change", ALTERED)
def test_an_altered_kept_copy_sells_nothing_and_is_found(kit: Kit, change: str) -> None:
    """The hall's own copy is worked on after it was received; the audit names the set."""
    (kept,) = (kit.hall.folder / "deliveries").iterdir()
    ALTERED[change](kept)
    kit.hall.close()
    kit.hall = Hall.open(kit.hall.folder)
    found = reporting.read_audit(kit.hall, "")
    assert {one.code for one in found} == {"kept-delivery"}
    if "manifest" not in change and change != "wrong signature":
        with pytest.raises(CardgenError, match=f"delivery of set {RED}"):
            kit.sell(1)


def test_two_shipments_with_the_same_serials(empty: Kit, built: Built, tmp_path: Path) -> None:
    """The second one has the first one's serials: none of its cards comes into the stock."""
    ok(empty.receive())
    twin = build_delivery(tmp_path / "twin", Asked(run=2))
    head = empty.head()
    answer = stock.receive(empty.hall, empty.context(), twin.folder, twin.fingerprint, ())
    assert code(answer) == "known-with-another-run"
    assert empty.head() == head
    assert len(list((empty.hall.folder / "deliveries").iterdir())) == 1
    ok(stock.issue_all(empty.hall, empty.context(), "1"))
    ok(empty.open())
    second = selling.sell(empty.hall, empty.context(), (twin.red(1).outside,))
    assert code(second) == "bad-tag"
    ok(selling.sell(empty.hall, empty.context(), (built.red(1).outside,)))


# -- entries that no desk writes ------------------------------------------------------------------


@pytest.fixture(scope="module")
def written(ready_folder: Path, built: Built, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a hall whose evening was played to its end."""
    folder = tmp_path_factory.mktemp("books") / "hall"
    shutil.copytree(ready_folder, folder)
    kit = Kit(Hall.open(folder), built)
    for _ in range(100):
        kit.context()
    play(kit)
    kit.hall.close()
    return folder


@pytest.fixture(scope="module")
def entries(written: Path) -> list[bytes]:
    with closing(sqlite3.connect(written / "ledger.sqlite")) as file:
        rows = file.execute("SELECT entry FROM log ORDER BY sequence").fetchall()
    return [raw for (raw,) in rows]


@given(data=st.data())
def test_no_entry_makes_its_reader_fail_otherwise(
    entries: list[bytes], data: st.DataObject
) -> None:
    """Whatever stands in an entry: it is read and moves cards, or is refused as ours."""
    fields = json.loads(data.draw(st.sampled_from(entries)))
    where = data.draw(st.sampled_from(paths(fields)))
    value = data.draw(st.sampled_from(WRONG) | VALUES)
    try:
        raw = canonical(changed(fields, where, value))
    except (CardgenError, ValueError):
        raw = json.dumps(changed(fields, where, value)).encode()
    with suppress(CardgenError):
        moves_of(Entry.parse(raw))


@given(st.binary(max_size=300))
def test_no_bytes_make_the_reader_of_entries_fail_otherwise(raw: bytes) -> None:
    with pytest.raises(CardgenError):
        Entry.parse(raw)


@settings(max_examples=12)
@given(data=st.data())
def test_an_audit_names_what_was_written_into_an_entry_and_never_breaks(
    written: Path,
    entries: list[bytes],
    tmp_path_factory: pytest.TempPathFactory,
    data: st.DataObject,
) -> None:
    number = data.draw(st.integers(1, len(entries)))
    fields = json.loads(entries[number - 1])
    where = data.draw(st.sampled_from(paths(fields)))
    wrong: list[object] = ["", 0, []]
    forged = [without(fields, where), *(changed(fields, where, value) for value in wrong)]
    raw = canonical(data.draw(st.sampled_from(forged)))
    found = audited(written, tmp_path_factory.mktemp("forged") / "hall", {number: raw})
    assert found & {"schema", "unreadable"}
    if raw != entries[number - 1]:
        assert found - {"schema"}


# Number of the entry, field of its body, what stands there, and the finding that names it.
FORGED: dict[str, tuple[int, str, object, str]] = {
    "no body": (9, "body", [], "entry"),
    "a set never received": (5, "set_serial", "999999", "unreadable"),
    "a basket without prices": (9, "prices", [], "illegal-entry"),
    "no profile": (1, "profile", "nowhere", "unreadable"),
}


@pytest.mark.parametrize("forged", FORGED)
def test_an_audit_of_an_entry_that_no_desk_writes_ends_in_findings(
    written: Path, entries: list[bytes], tmp_path: Path, forged: str
) -> None:
    number, field, value, told = FORGED[forged]
    fields = json.loads(entries[number - 1])
    where = ("body",) if field == "body" else ("body", field)
    assert field == "body" or field in fields["body"]
    raw = canonical(changed(fields, where, value))
    assert audited(written, tmp_path / "hall", {number: raw}) >= {"schema", "tree", told}


def audited(hall_folder: Path, copy: Path, forged: dict[int, bytes]) -> set[str]:
    """The codes of all findings in a copy of the hall, some of its entries written over."""
    shutil.copytree(hall_folder, copy)
    with closing(sqlite3.connect(copy / "ledger.sqlite")) as file:
        file.execute("DROP TRIGGER log_no_update")
        for number, raw in forged.items():
            file.execute("UPDATE log SET entry = ? WHERE sequence = ?", (raw, number))
        file.commit()
    try:
        hall = Hall.open_unchecked(copy)
    except CardgenError:
        return {"no hall", "schema", "tree"}
    try:
        return {one.code for one in reporting.read_audit(hall, "")}
    finally:
        hall.close()

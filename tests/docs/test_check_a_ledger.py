"""The page "check a hall's ledger with 60 lines of your own code": run as a stranger would."""

import json
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from cardgen.proof.checkpoint import Checkpoint, sign_checkpoint
from cardgen.proof.framing import canonical
from cardgen.proof.merkle import leaf_hash, root_of
from cardgen.symbols import first_symbols
from inventory.desk.hall import Hall
from inventory.entries.states import Move
from tests.docs.stranger import DOCS, LINES_MAX, WIDTH_MAX, code_of, imported_by, run
from tests.inventory.kit import Kit, ok
from tests.inventory.played import PAID, TRADED_IN, newest_slip, play

PAGE = "check-a-ledger.md"
ALLOWED = {"base64", "collections", "hashlib", "json", "pathlib", "sqlite3", "sys", "cryptography"}
Entry = dict[str, Any]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("stranger") / "check_ledger.py"
    path.write_text(code_of(PAGE), encoding="utf-8")
    return path


@pytest.fixture
def played(kit: Kit) -> Iterator[Kit]:
    play(kit)
    yield kit
    kit.hall.close()


class Forger:
    """Somebody who has the hall's computer and its key, and works on the file with SQLite alone."""

    def __init__(self, kit: Kit, path: Path) -> None:
        self.key = kit.hall.key
        kit.hall.close()
        self.path = Path(shutil.copy(kit.hall.folder / "ledger.sqlite", path))
        with closing(sqlite3.connect(self.path)) as file:
            rows = file.execute("SELECT entry FROM log ORDER BY sequence").fetchall()
        self.entries = [json.loads(raw) for (raw,) in rows]

    def first(self, kind: str) -> Entry:
        """The first entry of a kind."""
        return next(entry for entry in self.entries if entry["kind"] == kind)

    def after(self, entry: Entry, added: Entry) -> None:
        """One more entry behind that one, the numbers of all that follow moved on."""
        self.entries.insert(self.entries.index(entry) + 1, json.loads(json.dumps(added)))

    def sign_anew(self) -> str:
        """Numbers and checkpoints made right again, as far as the key goes; the last letters."""
        leaves: list[bytes] = []
        letters = ""
        for number, entry in enumerate(self.entries, 1):
            entry["sequence"] = number
            if entry["kind"] == "Checkpointed":
                root, log = root_of(leaves), entry["log"]
                checkpoint = Checkpoint(f"sealed-card/v1/hall/{log}", len(leaves), root)
                letters = first_symbols(root, 10)
                note = sign_checkpoint(self.key, f"{log.split('/')[0]}/hall", checkpoint)
                entry["body"] |= {"size": len(leaves), "root": root.hex(), "letters": letters}
                entry["body"]["note"] = note
            leaves.append(leaf_hash(canonical(entry)))
        return letters

    def write(self, *, spaced: int = 0) -> Path:
        """The entries into the file; `spaced` is the number of one in another form of JSON."""
        with closing(sqlite3.connect(self.path)) as file:
            for trigger in ("update", "delete", "replace"):
                file.execute(f"DROP TRIGGER log_no_{trigger}")
            file.execute("DELETE FROM log")
            for place, entry in enumerate(self.entries, 1):
                raw = json.dumps(entry).encode() if place == spaced else canonical(entry)
                row = (place, f"{place:032x}", 0, 0, entry["kind"], raw)
                file.execute("INSERT INTO log VALUES (?, ?, ?, ?, ?, ?)", row)
            file.commit()
        return self.path


# -- the page -------------------------------------------------------------------------------------


def test_the_code_is_sixty_lines_and_none_of_ours() -> None:
    lines = code_of(PAGE).splitlines()
    assert len(lines) <= LINES_MAX
    assert max(map(len, lines)) <= WIDTH_MAX
    assert imported_by(code_of(PAGE)) <= ALLOWED


def test_the_page_is_found_from_the_readme_and_from_the_halls_page() -> None:
    for path in (DOCS.parent / "README.md", DOCS / "hall.md"):
        assert PAGE in path.read_text(encoding="utf-8")


def test_the_page_knows_every_field_that_names_a_sold_card() -> None:
    """A kind that moves a sold card and is not in its table would pass unseen."""
    asked = {f"{kind} {field}" for kind, field in re.findall(r'"([A-Z]\w+) (\w+)"', code_of(PAGE))}
    fields = {"(new)": "new", "(old)": "surrendered"}
    told = set()
    for move in (Move.GIVE_IN_EXCHANGE, Move.SURRENDER, Move.UNDO_SURRENDER, Move.UNDO_GIVING):
        kind, which = str(move).split()
        told.add(f"{kind} {fields[which]}")
    told |= {f"{move} cards" for move in (Move.SELL, Move.UNDO_SALE)}
    told |= {f"{move} card" for move in (Move.VOID_SALE, Move.PAY, Move.PAY_REST)}
    assert asked == told | {"DefectExchanged new", "DefectExchanged voided"}


# -- a ledger that holds --------------------------------------------------------------------------


def test_a_played_evening_holds(program: Path, played: Kit) -> None:
    """Of six reds one is paid, one surrendered, two void; the replacement is sold; two blues."""
    slip, size = newest_slip(played), played.head()
    played.hall.close()
    exit_code, out, err = run(program, played.hall.folder / "ledger.sqlite", slip)
    assert (exit_code, err) == (0, "")
    ledger, covers, cards = out.splitlines()
    key = played.hall.key.public_key().public_bytes_raw().hex()
    assert ledger == f"ledger st-brendan/0011aabb of the key {key}"
    # Behind the last slip: the slip's own entry, the filing, the destruction.
    assert covers == f"slip {slip} covers {size - 3} of {size} entries"
    counts = json.loads(cards.removeprefix("cards ").replace("'", '"'))
    assert counts == {"paid": 1, "surrendered": 1, "void": 2, "sold": 4}


def test_letters_are_typed_as_the_slip_prints_them(program: Path, played: Kit) -> None:
    slip = newest_slip(played)
    played.hall.close()
    typed = f"{slip[:5]}-{slip[5:]}"
    assert run(program, played.hall.folder / "ledger.sqlite", typed)[0] == 0


def test_a_copy_with_its_write_ahead_file_is_read_whole(
    program: Path, kit: Kit, tmp_path: Path
) -> None:
    """While the hall's program holds the file, the newest entries lie in the file beside it."""
    ok(kit.sell(1))
    ok(kit.close())
    slip, size = newest_slip(kit), kit.head()
    for path in kit.hall.folder.glob("ledger.sqlite*"):
        if not path.name.endswith("-shm"):
            shutil.copy(path, tmp_path)
    exit_code, out, _ = run(program, tmp_path / "ledger.sqlite", slip)
    assert exit_code == 0
    assert f"covers {size - 1} of {size} entries" in out


# -- a ledger that does not -----------------------------------------------------------------------

Forge = Callable[[Forger], object]


def renamed(forger: Forger) -> None:
    forger.first("Sold")["clerk"] = "Eve"


def shortened(forger: Forger) -> None:
    forger.entries.remove(forger.first("SaleVoided"))


def shortened_and_numbered_anew(forger: Forger) -> None:
    shortened(forger)
    for number, entry in enumerate(forger.entries, 1):
        entry["sequence"] = number


def of_another_hall(forger: Forger) -> None:
    forger.first("Sold")["log"] = "st-mary/0011aabb"


def signed_with_another_key(forger: Forger) -> None:
    forger.key = Ed25519PrivateKey.from_private_bytes(bytes(32))
    forger.sign_anew()


def sold_twice(forger: Forger) -> None:
    sold = forger.first("Sold")
    forger.after(sold, sold)
    forger.sign_anew()


def sold_and_given_in_exchange(forger: Forger) -> None:
    exchanged = forger.entries[forger.entries.index(forger.first("ExchangeUndone")) + 1]
    sold = forger.first("Sold")
    forger.after(exchanged, sold | {"body": sold["body"] | {"cards": exchanged["body"]["new"]}})
    forger.sign_anew()


def paid_twice(forger: Forger) -> None:
    paid = forger.first("Paid")
    forger.after(paid, paid)
    forger.sign_anew()


def paid_as_a_further_part(forger: Forger) -> None:
    paid = forger.first("Paid")
    forger.after(paid, paid | {"body": paid["body"] | {"paid_before": 1}})
    forger.sign_anew()


def paid_a_further_part_first(forger: Forger) -> None:
    forger.first("Paid")["body"]["paid_before"] = 1
    forger.sign_anew()


def paid_though_surrendered(forger: Forger) -> None:
    forger.first("Paid")["body"]["card"] = forger.first("Defaced")["body"]["cards"][0]
    forger.sign_anew()


FORGED: dict[str, tuple[Forge, str]] = {
    "one entry changed": (renamed, "the signed root is of other entries"),
    "one entry removed": (shortened, "an entry is missing or doubled"),
    "removed, numbered anew": (shortened_and_numbered_anew, "the signed root is of other entries"),
    "another hall's entry": (of_another_hall, "this is of another ledger"),
    "another key": (signed_with_another_key, "signed with another key"),
    "a card sold twice": (sold_twice, "is sold, not unsold"),
    "sold and given": (sold_and_given_in_exchange, "is sold, not unsold"),
    "a card paid twice": (paid_twice, "is paid twice"),
    "a part paid twice": (paid_as_a_further_part, "is paid twice"),
    "the second part first": (paid_a_further_part_first, "is sold, not paid"),
    "a dead card paid": (paid_though_surrendered, "is surrendered, not sold"),
}


@pytest.mark.parametrize("forged", FORGED)
def test_what_was_done_to_a_ledger_is_told(
    program: Path, played: Kit, tmp_path: Path, forged: str
) -> None:
    slip = newest_slip(played)
    forger = Forger(played, tmp_path / "forged.sqlite")
    forge, told = FORGED[forged]
    forge(forger)
    exit_code, out, err = run(program, forger.write(), slip)
    assert (exit_code, out) == (1, "")
    assert re.fullmatch(rf"WRONG: .*{re.escape(told)} \(entry [0-9]+\)\n", err)


def test_a_ledger_written_anew_with_the_hall_s_own_key_has_other_letters(
    program: Path, played: Kit, tmp_path: Path
) -> None:
    """Entries, numbers, tree and signatures all agree: only the paper does not."""
    slip = newest_slip(played)
    forger = Forger(played, tmp_path / "forged.sqlite")
    renamed(forger)
    letters = forger.sign_anew()
    path = forger.write()
    assert letters != slip
    assert run(program, path, letters)[0] == 0
    exit_code, _, err = run(program, path, slip)
    assert exit_code == 1
    assert err == f"WRONG: the newest slip here is {letters}, not yours\n"


def test_an_older_copy_that_was_put_back_has_other_letters(
    program: Path, kit: Kit, tmp_path: Path
) -> None:
    older = newest_slip(kit)
    kit.hall.close()
    shutil.copy(kit.hall.folder / "ledger.sqlite", tmp_path / "older.sqlite")
    kit.hall = Hall.open(kit.hall.folder)
    play(kit)
    newest = newest_slip(kit)
    exit_code, _, err = run(program, tmp_path / "older.sqlite", newest)
    assert exit_code == 1
    assert err == f"WRONG: the newest slip here is {older}, not yours\n"


def test_one_entry_in_another_form_of_json_is_told(
    program: Path, played: Kit, tmp_path: Path
) -> None:
    slip = newest_slip(played)
    path = Forger(played, tmp_path / "forged.sqlite").write(spaced=7)
    _, _, err = run(program, path, slip)
    assert err == "WRONG: this is another form of JSON (entry 7)\n"


def test_a_signature_that_is_none_is_told(program: Path, played: Kit, tmp_path: Path) -> None:
    slip = newest_slip(played)
    forger = Forger(played, tmp_path / "forged.sqlite")
    body = forger.first("Checkpointed")["body"]
    end = "AAA=\n" if not body["note"].endswith("AAA=\n") else "BBB=\n"
    body["note"] = body["note"][: -len(end)] + end
    exit_code, out, err = run(program, forger.write(), slip)
    assert (exit_code, out) == (1, "")
    assert "InvalidSignature" in err


def test_what_is_no_ledger_is_an_error(program: Path, tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("no database")
    for path in (tmp_path / "note.txt", tmp_path / "gone.sqlite"):
        assert run(program, path, "0" * 10)[:2] == (1, "")


def test_the_evening_that_was_played_has_every_move_of_the_pages_table(played: Kit) -> None:
    forger = Forger(played, played.hall.folder / "copy.sqlite")
    kinds = {entry["kind"] for entry in forger.entries}
    assert kinds >= {kind for kind, _ in re.findall(r'"([A-Z]\w+) (\w+)"', code_of(PAGE))}
    assert forger.first("Paid")["body"]["card"] == played.built.red(PAID).card_id
    surrendered = [e["body"]["surrendered"] for e in forger.entries if e["kind"] == "Exchanged"]
    assert surrendered[-1] == played.built.red(TRADED_IN).card_id

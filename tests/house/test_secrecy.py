"""No secret, face, code or salt leaves the press files, the component files, `open`, `regenerate`.

sealing.md section 2. Commands are run whole and failing half-way; then everything they wrote or
said is searched for what must not be there. The search is shown to find it where it may be.
"""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pikepdf
import pytest

from cardgen.face import NUMBERS_PER_FACE
from cardgen.order_form import read_order
from cardgen.press.layout import load_layout
from cardgen.secret.custody import read_component
from cardgen.secret.dealing import deal_series
from cardgen.secret.keys import RunSecrets
from cardgen.secret.printing import printed
from cardgen.series import RunId
from tests.cli.conftest import RUN_ID, Command, Works

PASSPHRASE = b"eight tired horses"
BEGINNING = 6  # bytes; no secret is shorter


@dataclass(frozen=True)
class Found:
    """Something that was found where it must not be."""

    where: str
    what: str


def secrets_of(works: Works) -> dict[str, list[bytes]]:
    """What must not be found, in the forms in which it could be written."""
    passphrase = (works.folder / "passphrase").read_text().strip()
    component_a = read_component(works.folder / "ann.json", passphrase)
    component_b = read_component(works.folder / "bob.json", passphrase)
    run = RunSecrets(component_a, component_b, RunId.parse(RUN_ID))
    raw = [component_a.secret, component_b.secret]
    order = read_order(works.order, lambda form: load_layout(form).faces)
    texts: list[bytes] = [PASSPHRASE]
    for series in order.in_run(run.run_id):
        keys = run.series_keys(series)
        raw += [keys.face_set, keys.face_number, keys.arrangement, keys.unlock]
        raw += [keys.leaf_salt, keys.outer_tag]
        for batch in deal_series(run, series):
            rows = printed(batch)
            for card in range(batch.count):
                raw.append(batch.leaf_salts[card].tobytes())
                raw.append(batch.unlock_codes[card].tobytes())
                raw += [int(index).to_bytes(8, "big") for index in batch.set_indexes[card]]
                raw.append(rows.row("numbers", card)[:NUMBERS_PER_FACE])
                texts += [rows.row("unlock_codes", card), rows.row("inside_tokens", card)]
                texts.append(rows.row("unlock_codes", card).replace(b"-", b"")[:16])
                texts += [str(int(index)).encode() for index in batch.set_indexes[card]]
                numbers = rows.row("numbers", card)
                texts += [mark.join(b"%d" % n for n in numbers) for mark in (b" ", b",", b", ")]
    return {
        "raw": raw,
        "hex": [one.hex().encode() for one in raw] + [one.hex().upper().encode() for one in raw],
        "text": texts,
    }


def search(secrets: dict[str, list[bytes]], where: str, content: bytes) -> Iterator[Found]:
    """One pass finds where any may begin, and only what begins somewhere is looked for whole."""
    wanted = [(one, kind) for kind, ones in secrets.items() for one in ones]
    may_begin = np.zeros(1 << 24, bool)
    may_begin[[int.from_bytes(one[:3], "big") for one, _ in wanted]] = True
    octets = np.frombuffer(content + bytes(2), np.uint8).astype(np.uint32)
    threes = octets[:-2] << 16 | octets[1:-1] << 8 | octets[2:]
    places = np.flatnonzero(may_begin[threes]).tolist()
    begun = {content[place : place + BEGINNING] for place in places}
    for one, kind in wanted:
        if one[:BEGINNING] in begun and one in content:
            yield Found(where, kind)


def findings(works: Works, secrets: dict[str, list[bytes]]) -> list[Found]:
    """Every secret in a file's content or name below the works, allowed places left out.

    Of what goes to the press only the lots may hold any: no makeready, proof, template, picture.
    """
    allowed = {works.folder / name for name in ("ann.json", "bob.json", "passphrase")}
    allowed |= set(works.folder.glob("*/press/*_lot*.pdf"))
    found: list[Found] = []
    for path in works.folder.rglob("*"):
        found += search(secrets, f"name of {path}", str(path).encode())
        if path.is_file() and path not in allowed:
            found += search(secrets, str(path), path.read_bytes())
    return found


def test_the_search_finds_what_is_there(shipped: Works) -> None:
    """A check that cannot fail is none: planted in four forms, each is found."""
    secrets = secrets_of(shipped)
    for kind, wanted in secrets.items():
        for one in (wanted[0], wanted[-1]):
            (shipped.folder / "planted").write_bytes(b"x" + one + b"y")
            found = findings(shipped, secrets)
            assert kind in {one.what for one in found}
    (shipped.folder / "planted").unlink()


@pytest.mark.parametrize(
    "name",
    [
        "proof-000123.pdf",
        "template-000123.pdf",
        "makeready-000123.pdf",
        "specimen-000123.png",
        "ticket.pdf",
    ],
)
def test_of_what_goes_to_the_press_only_the_lots_may_hold_a_code(shipped: Works, name: str) -> None:
    secrets = secrets_of(shipped)
    with (shipped.run / "press" / name).open("ab") as file:
        file.write(secrets["text"][-1])
    assert {one.where for one in findings(shipped, secrets)} == {str(file.name)}


def test_the_press_files_do_hold_the_codes(shipped: Works) -> None:
    """Where the secrets may be they are: the search looks for the right thing."""
    secrets = secrets_of(shipped)
    code = next(text for text in secrets["text"] if text.count(b"-") == 4)
    press = next((shipped.run / "press").glob("000123_lot1_*.pdf")).read_bytes()
    assert code in press


def test_no_file_of_a_made_and_shipped_run_holds_a_secret(shipped: Works) -> None:
    assert findings(shipped, secrets_of(shipped)) == []


@pytest.mark.parametrize("failure", ["disk", "press", "stop", "ship"])
def test_no_message_or_file_of_a_failed_command_holds_a_secret(
    cardgen: Command, fresh: Works, monkeypatch: pytest.MonkeyPatch, failure: str
) -> None:
    def fails(path: Path, *_: object) -> None:
        path.write_bytes(b"half")
        match failure:
            case "disk":
                raise OSError(28, "No space left on device")
            case "press":
                raise PermissionError(13, "Permission denied", str(path))
            case _:
                raise KeyboardInterrupt

    if failure == "ship":
        assert cardgen(*fresh.make_words()).exit_code == 0
        shutil.rmtree(fresh.run / "press")
        said = cardgen("ship", fresh.run, "--plant", fresh.plant)
        assert said.exit_code == 1
    else:
        monkeypatch.setattr("cardgen.lots.draw_press_file", fails)
        said = cardgen(*fresh.make_words())
        assert said.exit_code == 5
    secrets = secrets_of(fresh)
    assert list(search(secrets, "answer", (said.out + said.err).encode())) == []
    assert findings(fresh, secrets) == []


def test_no_other_command_says_a_secret(cardgen: Command, shipped: Works) -> None:
    secrets = secrets_of(shipped)
    token = shipped.inside_token(3)
    wrong = token[:-1] + ("0" if token[-1] != "0" else "1")
    bundle = shipped.bundle()
    answers = [
        cardgen("order", "--check", shipped.order),
        cardgen("preview", shipped.order),
        cardgen("check", shipped.delivery),
        cardgen("check", shipped.delivery, "--json"),
        cardgen(*shipped.make_words(shipped.folder / "AGAIN")),
        cardgen("open", "-", "--bundle", bundle, typed=wrong),
        cardgen("open", token, "--bundle", bundle),
        cardgen("open", "-", "--bundle", shipped.bundle("000124"), typed=token),
    ]
    for said in answers:
        assert list(search(secrets, "answer", (said.out + said.err).encode())) == []
    opened = cardgen("open", "-", "--bundle", bundle, "--json", typed=token)
    assert list(search(secrets, "open", opened.out.replace(" ", "").encode())) != []
    assert findings(shipped, secrets) == []


def test_a_crash_of_our_own_shows_no_secret_in_its_traceback(
    fresh: Works, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even where we are wrong: the values' `repr` and the error's text tell nothing."""
    import traceback  # noqa: PLC0415

    from cardgen.cli.main import run  # noqa: PLC0415

    def crashes(path: Path, job: object, batches: object, count: int) -> None:
        for batch in batches:  # type: ignore[attr-defined]
            raise RuntimeError(repr((job, batch)))

    monkeypatch.setattr("cardgen.lots.draw_press_file", crashes)
    with pytest.raises(RuntimeError) as crashed:
        run([str(word) for word in fresh.make_words()])
    text = "".join(traceback.format_exception(crashed.value)) + repr(crashed.value)
    secrets = secrets_of(fresh)
    assert list(search(secrets, "traceback", text.encode())) == []
    assert findings(fresh, secrets) == []


def test_every_record_and_every_page_has_one_length(shipped: Works) -> None:
    """Nothing of a card can be told from the size of anything (sealing.md section 4)."""
    raw = (shipped.run / "record" / "000123.bundle").read_bytes()
    head = 12 + int.from_bytes(raw[8:12], "big")  # magic, length, header
    # sealing.md section 5: sealed 65 on a one-face card, leaf 32, hash of the tag 7
    assert len(raw) == head + 7 * (65 + 32 + 7) + 64
    press = next((shipped.run / "press").glob("000123_lot1_*.pdf"))
    with pikepdf.open(press) as pdf:
        lengths = [len(page.Contents.read_raw_bytes()) for page in pdf.pages]
    assert len(lengths) == 14
    assert len(set(lengths[0::2])) == len(set(lengths[1::2])) == 1

"""A run inspected: it passes as it was made, and whatever is wrong with it is named."""

import json
import re
import shutil
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cardgen.inspection.press_reading import PressPagesError, read_cards
from cardgen.secret import dealing
from cardgen.secret.dealing import DealtBatch
from tests.cli.conftest import Command, Said, Works
from tests.house.test_secrecy import search, secrets_of
from tests.papers.reading import page_count, page_text

RED = "000123_lot1_0000001-0000007.pdf"


def inspected(cardgen: Command, works: Works) -> tuple[Said, dict[str, Any]]:
    out = works.folder / "inspection"
    shutil.rmtree(out, ignore_errors=True)
    said = cardgen("inspect", works.run, "--out", out)
    return said, json.loads((out / "inspection.json").read_bytes())


def codes_of(facts: dict[str, Any]) -> set[str]:
    return {finding["code"] for finding in facts["findings"]}


def change_press(works: Works, change: Callable[[bytes], bytes]) -> None:
    path = works.run / "press" / RED
    raw = path.read_bytes()
    changed = change(raw)
    assert len(changed) == len(raw)
    assert changed != raw
    path.write_bytes(changed)


def test_a_run_as_it_was_made_passes(cardgen: Command, shipped: Works) -> None:
    said, facts = inspected(cardgen, shipped)
    assert said.exit_code == 0
    assert "The run may ship." in said.out
    assert facts["verdict"] == "pass"
    assert facts["findings"] == []
    counts = [(one["made"], one["found"], one["opened"]) for one in facts["series"]]
    assert counts == [(7, 7, 7), (14, 14, 14)]
    assert facts["figures"] == []  # 21 faces are too few to be told from chance
    assert facts["number_counts"] is None


def test_the_result_tells_no_card(cardgen: Command, shipped: Works) -> None:
    said, _ = inspected(cardgen, shipped)
    secrets = secrets_of(shipped)
    assert list(search(secrets, "answer", (said.out + said.err).encode())) == []
    for path in (shipped.folder / "inspection").iterdir():
        assert path.stat().st_mode & 0o777 == 0o600
        assert list(search(secrets, path.name, path.read_bytes())) == []


def test_the_result_is_told_to_programs_and_never_written_over(
    cardgen: Command, shipped: Works
) -> None:
    said = cardgen("inspect", shipped.run, "--json", "--made-at", "2026-11-30T18:00:00Z")
    assert json.loads(said.out)["inspected_at"] == "2026-11-30T18:00:00Z"
    assert cardgen("inspect", shipped.run).exit_code == 4


def test_another_makers_run_is_refused(cardgen: Command, shipped: Works) -> None:
    said = cardgen("inspect", shipped.run, "--fingerprint", "0000-0000-0000-0000-0")
    assert said.exit_code == 3
    assert not (shipped.run / "inspection").exists()


def test_a_folder_without_a_run_is_refused(cardgen: Command, tmp_path: Path) -> None:
    said = cardgen("inspect", tmp_path)
    assert said.exit_code == 1
    assert "chain.pem" in said.err


# --- what was dealt wrongly -----------------------------------------------------------------


Spoil = Callable[[DealtBatch], None]
MadeWith = Callable[[Spoil], tuple[Said, dict[str, Any]]]


@pytest.fixture
def made_with(cardgen: Command, fresh: Works, monkeypatch: pytest.MonkeyPatch) -> MadeWith:
    """A run whose dealing is broken in one way; bundle and press files agree with each other."""

    def made(spoil: Spoil) -> tuple[Said, dict[str, Any]]:
        return _made_with(cardgen, fresh, monkeypatch, spoil)

    return made


def _made_with(
    cardgen: Command, works: Works, monkeypatch: pytest.MonkeyPatch, spoil: Spoil
) -> tuple[Said, dict[str, Any]]:
    honest = dealing.deal_cards

    def broken(*arguments: Any) -> DealtBatch:  # noqa: ANN401 -- what it takes
        batch = honest(*arguments)
        arrays = (batch.set_indexes.copy(), batch.arrangements.copy(), batch.face_numbers.copy())
        batch = replace(
            batch, set_indexes=arrays[0], arrangements=arrays[1], face_numbers=arrays[2]
        )
        spoil(batch)
        return batch

    monkeypatch.setattr("cardgen.secret.ready.deal_cards", broken)
    assert cardgen(*works.make_words()).exit_code == 0
    monkeypatch.undo()
    return inspected(cardgen, works)


def copies(batch: DealtBatch) -> None:
    if batch.first == 1:
        batch.set_indexes[4] = batch.set_indexes[1]
        batch.arrangements[4] = batch.arrangements[1]


def rearranges(batch: DealtBatch) -> None:
    if batch.first == 1:
        batch.set_indexes[4] = batch.set_indexes[1]


def copies_a_face_number(batch: DealtBatch) -> None:
    batch.face_numbers[3] = batch.face_numbers[0]


@pytest.mark.parametrize(
    ("spoil", "code", "told"),
    [
        (copies, "copy", "hold the same face"),
        (rearranges, "rearranged-copy", "hold the same 24 numbers, rearranged"),
    ],
)
def test_a_planted_copy_and_a_rearranged_one_are_both_named(
    made_with: MadeWith, spoil: Spoil, code: str, told: str
) -> None:
    """cases.md 2: a check that can never refuse is none."""
    said, facts = made_with(spoil)
    assert said.exit_code == 3
    ((finding),) = facts["findings"]
    assert finding["code"] == code
    assert sorted(finding["cards"]) == ["000123-0000002", "000123-0000005"]
    assert told in said.out
    assert facts["series"][0]["opened"] == 7


def test_a_face_number_twice_in_a_series_is_named(
    made_with: MadeWith,
) -> None:
    _, facts = made_with(copies_a_face_number)
    assert codes_of(facts) == {"face-number-twice"}
    assert len(facts["findings"]) == 2


def sorts(batch: DealtBatch) -> None:
    batch.set_indexes.sort(axis=0)


def counts_up(batch: DealtBatch) -> None:
    """A dealing that does not shuffle: all its sets begin alike."""
    steps = np.arange(batch.count, dtype=np.uint64)[:, None]
    batch.set_indexes[:] = np.uint64(batch.first) * np.uint64(10_000) + steps


@pytest.mark.parametrize(
    ("spoil", "expected"),
    [
        (sorts, "rank correlation of audit number and number set"),
        (counts_up, "chi-square of column B"),
    ],
)
def test_a_dealing_that_is_not_random_is_found(
    made_with: MadeWith, fresh: Works, spoil: Spoil, expected: str
) -> None:
    text = fresh.order.read_text().replace("count = 14", "count = 214")
    fresh.order.write_text(text)
    said, facts = made_with(spoil)
    assert said.exit_code == 3
    improbable = [one["sentence"] for one in facts["findings"] if one["code"] == "improbable"]
    assert any(expected in sentence for sentence in improbable)


# --- what was printed wrongly ---------------------------------------------------------------


def other_number(raw: bytes) -> bytes:
    """The first card's first number is inked over."""
    inside = insides(raw)[0]
    column_g = re.findall(rb"Ts\s*\[\d+(?:\([_=]\))?\((\d\d)\)\]TJ", inside[1])[-10:-5]
    other = next(b"%d" % number for number in range(46, 61) if b"%d" % number not in column_g)
    changed = inside[1].replace(b"(%b)" % column_g[0], b"(%b)" % other, 1)
    return raw[: inside.start(1)] + changed + raw[inside.end(1) :]


def number_of_another_column(raw: bytes) -> bytes:
    inside = insides(raw)[0]
    first = re.findall(rb"Ts\s*\[\d+(?:\([_=]\))?\((\d\d)\)\]TJ", inside[1])[-1]
    changed = inside[1].replace(b"(%b)" % first, b"(11)", 1)
    return raw[: inside.start(1)] + changed + raw[inside.end(1) :]


def insides(raw: bytes) -> list[re.Match[bytes]]:
    """The contents of the inside pages."""
    contents = list(re.finditer(rb"stream\n(/ArtInside Do.*?)\nendstream", raw, re.DOTALL))
    assert len(contents) == 7
    return contents


def swapped_insides(raw: bytes) -> bytes:
    first, second, *_ = insides(raw)
    return (
        raw[: first.start(1)]
        + second[1]
        + raw[first.end(1) : second.start(1)]
        + first[1]
        + raw[second.end(1) :]
    )


def card_twice(raw: bytes) -> bytes:
    """The page tree shows the first sheet where the second should be."""
    pages = re.search(rb"/Kids\[\s*(\d+ 0 R)\s*(\d+ 0 R)\s*(\d+ 0 R)\s*(\d+ 0 R)", raw)
    assert pages is not None
    first, second = pages[1] + b" " + pages[2], pages[3]
    start, end = pages.start(3), pages.end(4)
    both = first.rjust(end - start)
    assert second
    return raw[:start] + both + raw[end:]


def letters_changed(raw: bytes) -> bytes:
    found = re.search(rb"\(([0-9A-Z]{4})(-[0-9A-Z]{4}){3}-[0-9A-Z]\) Tj", raw)
    assert found is not None
    return raw[: found.start(1)] + b"0000" + raw[found.end(1) :]


def other_face_number(raw: bytes) -> bytes:
    inside = insides(raw)[0]
    changed = re.sub(rb"\(\d{7}\) Tj", b"(0000000) Tj", inside[1])
    return raw[: inside.start(1)] + changed + raw[inside.end(1) :]


def other_audit_number(raw: bytes) -> bytes:
    return raw.replace(b"(0000001) Tj", b"(0000002) Tj", 1)


def other_card_id(raw: bytes) -> bytes:
    return raw.replace(b"(ACME-000123-0000001-J) Tj", b"(ACME-000123-0000002-2) Tj", 1)


def other_linear_code(raw: bytes) -> bytes:
    bars = re.findall(rb"/W 167 /H 1 .*?ID\n([0-9a-f]+)>", raw)
    return raw.replace(bars[0], bars[1], 1)


def unreadable_code(raw: bytes) -> bytes:
    found = re.search(rb"/W 33 /H 33 .*?ID\n([0-9a-f]+)>", raw)
    assert found is not None
    return raw[: found.start(1)] + b"f" * len(found[1]) + raw[found.end(1) :]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (other_number, "other-numbers"),
        (number_of_another_column, "no-face"),
        (other_audit_number, "other-number"),
        (swapped_insides, "other-inside"),
        (card_twice, "not-consecutive"),
        (letters_changed, "other-letters"),
        (other_face_number, "other-face-number"),
        (other_card_id, "other-card-id"),
        (other_linear_code, "other-linear-code"),
        (unreadable_code, "unreadable-code"),
    ],
)
def test_a_page_that_is_not_what_was_sealed_is_named(
    cardgen: Command, shipped: Works, change: Callable[[bytes], bytes], code: str
) -> None:
    change_press(shipped, change)
    said, facts = inspected(cardgen, shipped)
    assert said.exit_code == 3
    assert "must not ship" in said.err
    assert {code, "press-changed"} <= codes_of(facts)
    assert facts["series"][1]["opened"] == 14
    text = page_text((shipped.folder / "inspection" / "inspection.pdf").read_bytes())
    assert "FAILED" in text
    assert "The run must not ship." in text


def test_a_purged_run_is_inspected_no_more(cardgen: Command, shipped: Works) -> None:
    two = ("--by", "Ann Berg", "--by", "Bob Cole")
    assert cardgen("purge", "--yes", shipped.run, "--plant", shipped.plant, *two).exit_code == 0
    said = cardgen("inspect", shipped.run)
    assert (said.exit_code, "the run was purged" in said.err) == (1, True)
    assert not (shipped.run / "inspection").exists()


def test_a_press_file_that_is_lost_or_rubbish_is_named(cardgen: Command, shipped: Works) -> None:
    path = shipped.run / "press" / RED
    for content in (b"%PDF-1.6\n", b"", b"1 0 obj\n<</Type/Pages/Kids[2 0 R]>>\nendobj\n"):
        path.write_bytes(content)
        said, facts = inspected(cardgen, shipped)
        assert said.exit_code == 3
        assert {"press-changed", "count"} <= codes_of(facts)
    path.unlink()
    said, facts = inspected(cardgen, shipped)
    assert {"press-missing", "count"} == codes_of(facts)


def test_a_bundle_or_checkpoint_of_something_else_is_named(
    cardgen: Command, shipped: Works
) -> None:
    record = shipped.run / "record"
    whole = (record / "000123.bundle").read_bytes()
    shutil.copyfile(record / "000124.bundle", record / "000123.bundle")
    assert codes_of(inspected(cardgen, shipped)[1]) == {"bad-press-file"}
    (record / "000123.bundle").write_bytes(whole[:-100] + b"\0" + whole[-99:])
    assert codes_of(inspected(cardgen, shipped)[1]) == {"bad-bundle"}
    (record / "000123.bundle").write_bytes(whole)
    (record / "000123.checkpoint").unlink()
    _, facts = inspected(cardgen, shipped)
    assert codes_of(facts) == {"bad-press-file"}
    assert facts["series"][0]["opened"] == 0


def test_pages_that_are_packed_are_read_too(shipped: Works, tmp_path: Path) -> None:
    """Any press file of the same pages would do, not only one as ours are written."""
    raw = (shipped.run / "press" / RED).read_bytes()

    def packed(found: re.Match[bytes]) -> bytes:
        content = zlib.compress(found[2])
        return b"<</Filter/FlateDecode/Length %d>>\nstream\n%b\nendstream" % (
            len(content),
            content,
        )

    path = tmp_path / "packed.pdf"
    path.write_bytes(
        re.sub(
            rb"<</Length (\d+)>>\nstream\n(/Art(?:In|Out)side Do.*?)\nendstream",
            packed,
            raw,
            flags=re.DOTALL,
        )
    )
    assert path.stat().st_size < len(raw)
    assert list(read_cards(path)) == list(read_cards(shipped.run / "press" / RED))


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (rb"/Kids\[", b"/Gone[", "no page tree"),
        (rb"/ArtInside Do", b"/ArtInsideXDo", None),
        (rb"/IM true /W 33", b"/IM true /X 33", "not two codes outside and one inside"),
        (rb"<</Length \d+>>\nstream\n/ArtOut", b"<</Xength 9>>\nstream\n/ArtOut", "of no length"),
        (rb"<</Length \d+>>\nstream\n/ArtOut", b"<</Length 0>>\nstream\n/ArtOut", "no content"),
        (
            rb"<</Length (\d+)>>\nstream\n/ArtOut",
            rb"<</Filter/FlateDecode/Length \1>>\nstream\n/ArtOut",
            "unpacked",
        ),
    ],
)
def test_a_file_of_other_pages_is_refused_in_a_sentence(
    shipped: Works, tmp_path: Path, old: bytes, new: bytes, why: str | None
) -> None:
    raw = (shipped.run / "press" / RED).read_bytes()
    path = tmp_path / "other.pdf"
    path.write_bytes(re.sub(old, new, raw))
    if why is None:  # artwork is not looked at
        assert len(list(read_cards(path))) == 7
        return
    with pytest.raises(PressPagesError, match=why):
        list(read_cards(path))


def test_a_large_run_is_judged_and_pictured(cardgen: Command, fresh: Works) -> None:
    text = fresh.order.read_text().replace("count = 7", "count = 400")
    fresh.order.write_text(text.replace("count = 14", "count = 800"))
    assert cardgen(*fresh.make_words()).exit_code == 0
    said, facts = inspected(cardgen, fresh)
    assert said.exit_code == 0, said.out
    assert len(facts["figures"]) == 5 + 24 + 1 + 7
    assert sum(facts["number_counts"]) == 24 * 1_200
    pdf = (fresh.folder / "inspection" / "inspection.pdf").read_bytes()
    assert page_count(pdf) == 1
    told = page_text(pdf)
    for words in ("PASSED", "exact (line)", "Outside number", "The rarest of 37 figures", "1,200"):
        assert words.replace("1,200", "800") in told

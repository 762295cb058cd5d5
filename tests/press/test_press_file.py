import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pikepdf
import pytest
from PIL import Image

from cardgen.card_id import FormCode
from cardgen.errors import BadValueError
from cardgen.files import ExistsError
from cardgen.press.layout import Layout, UnknownFormError
from cardgen.press.press_file import CARDS_AT_ONCE, draw_press_file
from cardgen.printed_batch import PrintedBatch
from tests.press.cards import a_batch, a_job, a_series
from tests.press.tools import run

REPOSITORY = Path(__file__).parents[2]


def drawn(path: Path, cards: int, cards_a_batch: int) -> bytes:
    series = a_series(cards)
    starts = range(0, cards, cards_a_batch)
    batches = (a_batch(series, at, min(cards_a_batch, cards - at)) for at in starts)
    draw_press_file(path, a_job(series), batches, cards)
    return path.read_bytes()


def drawn_alone(path: Path, cards: int, cards_a_batch: int, hash_seed: str) -> tuple[str, int]:
    script = REPOSITORY / "tests" / "press" / "draw_alone.py"
    environment = os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(REPOSITORY)}
    done = subprocess.run(
        [sys.executable, script, path, str(cards), str(cards_a_batch)],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    digest, kilobytes = done.stdout.split()
    return digest, int(kilobytes)


@pytest.mark.parametrize("cards", [1, 2, 99, 100, 101, 203])
def test_the_page_count_is_exactly_two_a_card(tmp_path: Path, cards: int) -> None:
    drawn(tmp_path / "a.pdf", cards, 60)
    with pikepdf.open(tmp_path / "a.pdf") as pdf:
        assert len(pdf.pages) == 2 * cards


def test_the_page_tree_is_balanced_and_no_array_is_too_long(tmp_path: Path) -> None:
    drawn(tmp_path / "a.pdf", 203, 203)
    with pikepdf.open(tmp_path / "a.pdf") as pdf:
        root = pdf.Root.Pages
        assert root.Count == 406
        assert [int(node.Count) for node in root.Kids] == [200, 200, 6]
        for node in root.Kids:
            assert node.Parent.objgen == root.objgen
            assert len(node.Kids) == node.Count
            assert all(page.Parent.objgen == node.objgen for page in node.Kids)


def test_a_second_level_of_nodes_keeps_every_node_within_two_hundred_kids(tmp_path: Path) -> None:
    """40,000 pages are 200 nodes; one card more needs a level above."""
    series = a_series(20_001)
    thousand = a_batch(series, 0, 1000)
    batches = [*([thousand] * 20), a_batch(series, 20_000, 1)]
    job = replace(a_job(series), pack_size=1)  # as many document parts below the job
    draw_press_file(tmp_path / "a.pdf", job, batches, 20_001)
    with pikepdf.open(tmp_path / "a.pdf") as pdf:
        root = pdf.Root.Pages
        assert [int(node.Count) for node in root.Kids] == [40_000, 2]
        assert len(root.Kids[0].Kids) == 200
        assert len(pdf.Root.DPartRoot.DPartRootNode.DParts) == 3
        assert max(len(part) for part in pdf.Root.DPartRoot.DPartRootNode.DParts) <= 8_191
        assert len(pdf.pages) == 40_002


def test_same_bytes_whatever_the_batches_the_hash_seed_and_the_process(tmp_path: Path) -> None:
    cards = CARDS_AT_ONCE + 52
    whole = drawn_alone(tmp_path / "a.pdf", cards, cards, "0")[0]
    for place, (cards_a_batch, seed) in enumerate([(1, "1"), (999, "2"), (1024, "12345")]):
        path = tmp_path / f"{place}.pdf"
        assert drawn_alone(path, cards, cards_a_batch, seed)[0] == whole


def test_memory_is_flat_and_bytes_a_card_are_constant(tmp_path: Path) -> None:
    """Cases 16 and 17: twenty times the cards, no more memory, no larger pages."""
    sizes, memory = {}, {}
    for cards in (1_000, 20_000):
        path = tmp_path / f"{cards}.pdf"
        memory[cards] = drawn_alone(path, cards, 500, "0")[1]
        sizes[cards] = path.stat().st_size
    assert memory[20_000] < memory[1_000] + 10_000
    a_card = (sizes[20_000] - sizes[1_000]) / 19_000
    drawn(tmp_path / "one.pdf", 1, 1)
    drawn(tmp_path / "hundred.pdf", 100, 100)
    hundred = (tmp_path / "hundred.pdf").stat().st_size
    early = (hundred - (tmp_path / "one.pdf").stat().st_size) / 99
    assert early == pytest.approx(a_card, rel=0.01)


def test_every_object_of_a_card_has_one_length_on_all_cards(press_pdf: Path) -> None:
    """Nothing about a face can be told from a size or a place in the file (case 7)."""
    written = press_pdf.read_bytes()
    starts = [found.start() for found in re.finditer(rb" *\d+ 0 obj\n<</Type/Page/Parent", written)]
    gaps = {second - first for first, second in zip(starts[0::2], starts[2::2], strict=False)}
    assert len(gaps) == 1
    streams = [
        len(body) for body in re.findall(rb"stream\n(/Art.*?)\nendstream", written, re.DOTALL)
    ]
    assert len(set(streams[0::2])) == len(set(streams[1::2])) == 1
    assert len(streams) == 40


def test_nothing_secret_stands_outside_the_inside_pages(
    press_pdf: Path, batch: PrintedBatch
) -> None:
    written = press_pdf.read_bytes()
    inside = rb"stream\n/ArtInside.*?\nendstream"
    elsewhere = re.sub(inside, b"", written, flags=re.DOTALL)
    assert len(re.findall(inside, written, re.DOTALL)) == batch.count
    for card_index in range(batch.count):
        for name in ("unlock_codes", "inside_tokens", "face_numbers"):
            secret = batch.row(name, card_index)
            assert secret not in elsewhere
        assert batch.row("unlock_codes", card_index) in written


def test_boxes_lie_within_each_other_on_every_page(press_pdf: Path, layout: Layout) -> None:
    """Case 12: media >= bleed > trim, the trim as large as the sheet."""
    with pikepdf.open(press_pdf) as pdf:
        for page in pdf.pages:
            media, bleed, trim = (
                [float(x) for x in page[name]] for name in ("/MediaBox", "/BleedBox", "/TrimBox")
            )
            assert media[0] <= bleed[0] < trim[0]
            assert media[1] <= bleed[1] < trim[1]
            assert trim[2] < bleed[2] <= media[2]
            assert trim[3] < bleed[3] <= media[3]
            assert trim[2] - trim[0] == pytest.approx(108 / 25.4 * 72, abs=1e-4)
            assert trim[3] - trim[1] == pytest.approx(254 / 25.4 * 72, abs=1e-4)
            assert list(page.CropBox) == list(page.MediaBox)
            assert "/Rotate" not in page


def test_all_pages_share_one_dictionary_of_resources(press_pdf: Path) -> None:
    with pikepdf.open(press_pdf) as pdf:
        assert len({page.obj.Resources.objgen for page in pdf.pages}) == 1


def test_every_font_is_embedded_and_its_subset_named_by_its_content(press_pdf: Path) -> None:
    """Case 11; print.md 1.7: never AAAAAA."""
    assert b"AAAAAA+" not in press_pdf.read_bytes()
    with pikepdf.open(press_pdf) as pdf:
        fonts = pdf.pages[0].Resources.Font
        blots, digits = fonts["/FBlots"], fonts["/FDigits"]
        assert blots.Subtype == digits.Subtype == "/Type3"
        assert len(blots.CharProcs) == len(blots.Widths) == 128
        assert blots.FirstChar == 128, "no tile is a parenthesis or a backslash"
        (drawn,) = digits.Resources.Font.values()
        assert drawn.objgen in [font.objgen for font in fonts.values()]
        for font in (font for font in fonts.values() if font.Subtype != "/Type3"):
            name = str(font.BaseFont)
            assert re.fullmatch(r"/[A-Z]{6}\+(BarlowCondensed|AtkinsonHyperlegible)-\w+", name)
            assert not name.startswith("/AAAAA")
            assert font.FontDescriptor.FontName == font.BaseFont
            assert len(font.FontDescriptor.FontFile2.read_bytes()) > 1000
            assert name[1:].encode() in font.ToUnicode.read_bytes()
        for form in pdf.pages[0].Resources.XObject.values():
            assert set(form.Resources.Font.keys()) == set(fonts.keys())


def contents(pdf: pikepdf.Pdf) -> Iterator[pikepdf.Object]:
    yield from (page.Contents for page in pdf.pages)
    yield from pdf.pages[0].Resources.XObject.values()


def test_only_black_and_plates_no_rgb_no_pictures_but_one_bit_masks(press_pdf: Path) -> None:
    with pikepdf.open(press_pdf) as pdf:
        resources = pdf.pages[0].Resources
        assert all(space[0] == "/Separation" for space in resources.ColorSpace.values())
        assert all(space[2] == "/DeviceCMYK" for space in resources.ColorSpace.values())
        assert all("/ca" not in s and "/SMask" not in s for s in resources.ExtGState.values())
        for content in contents(pdf):
            for step in pikepdf.parse_content_stream(content):
                name, operands = str(step.operator), list(step.operands)
                assert name not in {"rg", "RG", "g", "G", "sh", "ri"}
                if name in {"k", "K"}:
                    assert [float(x) for x in operands[:3]] == [0, 0, 0]
                if name == "INLINE IMAGE":
                    image = operands[0]
                    assert image.image_mask
                    assert image.bits_per_component == 1


def test_what_differs_from_card_to_card_is_black_and_overprints(press_pdf: Path) -> None:
    with pikepdf.open(press_pdf) as pdf:
        state = pdf.pages[0].Resources.ExtGState["/GSover"]
        assert state["/OP"]
        assert state["/op"]
        assert state["/OPM"] == 1
        for page in pdf.pages:
            marks = page.Contents.read_bytes()
            assert marks.split(b"\n")[2] == b"/GSover gs 0 0 0 1 k 0 0 0 1 K"
            assert b" cs" not in marks
            inks = re.findall(rb"(\S+) gs ([\d. ]+) k", marks)
            assert {ink[:6] for _, ink in inks} == {b"0 0 0 "}
            bare = [state for state, ink in inks if ink == b"0 0 0 0"]
            assert bare in ([], [b"/GSknock"]), "only complements are paper left blank"
            assert {state for state, ink in inks if ink != b"0 0 0 0"} == {b"/GSover"}


def test_processing_steps_are_layers_switched_off_painted_last_on_plates_of_their_own(
    press_pdf: Path,
) -> None:
    """ISO 19593-1; print.md 1.4."""
    with pikepdf.open(press_pdf) as pdf:
        properties = pdf.Root.OCProperties
        kinds = [str(g.GTS_Metadata.GTS_ProcStepsType) for g in properties.OCGs]
        assert kinds == ["/Cutting", "/Perforating", "/Folding", "/Gluing"]
        off = [group.objgen for group in properties.D.OFF]
        assert off == [group.objgen for group in properties.OCGs]
        assert str(properties.D.Name) == "Default"
        assert "/AS" not in properties.D
        outside, inside = (page.Contents.read_bytes() for page in list(pdf.pages)[:2])
        assert outside.endswith(b"/OC /PSFolding BDC /StepFolding Do EMC\n")
        assert inside.endswith(b"/OC /PSGluing BDC /StepGluing Do EMC\n")
        for name, form in pdf.pages[0].Resources.XObject.items():
            spaces = set(re.findall(rb"/(\w+) cs", form.read_bytes()))
            if name.startswith("/Step"):
                assert spaces <= {b"STEP_" + name[5:].upper().encode()}
                assert form.read_bytes().count(b"/GSover gs") == 1
            else:
                assert not any(space.startswith(b"STEP") for space in spaces)


def leaves_of(pdf: pikepdf.Pdf) -> list[pikepdf.Object]:
    packs = [pack for part in pdf.Root.DPartRoot.DPartRootNode.DParts for pack in part]
    return [leaf for pack in packs for part in pack.DParts for leaf in part]


def test_every_pack_is_a_document_part_also_where_a_lot_begins_within_one(tmp_path: Path) -> None:
    """Cards 6 to 12 of a set in packs of four: two of pack 2, the whole of pack 3."""
    series = a_series(12)
    job = replace(a_job(series), lot=2, pack_size=4)
    draw_press_file(tmp_path / "a.pdf", job, [a_batch(series, 5, 7)], 7)
    with pikepdf.open(tmp_path / "a.pdf") as pdf:
        job_node = pdf.Root.DPartRoot.DPartRootNode
        packs = [pack for part in job_node.DParts for pack in part]
        told = [pack.DPM.BINGO_Pack for pack in packs]
        assert [int(pack.BINGO_Number) for pack in told] == [2, 3]
        assert [int(pack.BINGO_Count) for pack in told] == [3, 4]
        assert [str(pack.BINGO_Cards) for pack in told] == [
            "0000006 to 0000008",
            "0000009 to 0000012",
        ]
        for pack in packs:
            assert pack.Parent.objgen == job_node.objgen
            assert all(leaf.Parent.objgen == pack.objgen for part in pack.DParts for leaf in part)
        assert len(leaves_of(pdf)) == 7


def test_torn_cards_remade_in_one_file_stand_in_the_packs_they_belong_to(tmp_path: Path) -> None:
    """Cards 2, 3 and 11 of packs of four: packs 1 and 3, the one between left out."""
    series = a_series(12)
    job = replace(a_job(series), pack_size=4)
    batches = [a_batch(series, 1, 1), a_batch(series, 2, 1), a_batch(series, 10, 1)]
    draw_press_file(tmp_path / "a.pdf", job, batches, 3)
    with pikepdf.open(tmp_path / "a.pdf") as pdf:
        packs = [p for part in pdf.Root.DPartRoot.DPartRootNode.DParts for p in part]
        told = [pack.DPM.BINGO_Pack for pack in packs]
        assert [(int(t.BINGO_Number), int(t.BINGO_Count)) for t in told] == [(1, 2), (3, 1)]
        assert [str(t.BINGO_Cards) for t in told] == ["0000002 to 0000003", "0000011 to 0000011"]
        pages = list(pdf.pages)
        for place, leaf in enumerate(leaves_of(pdf)):
            assert leaf.Start.objgen == pages[2 * place].objgen


def test_document_parts_cover_every_page_once_and_tell_card_sequence_and_lot(
    press_pdf: Path, batch: PrintedBatch
) -> None:
    """PDF/VT-1; print.md 1.3."""
    with pikepdf.open(press_pdf) as pdf:
        root = pdf.Root.DPartRoot
        assert [str(name) for name in root.NodeNameList] == ["/Job", "/Pack", "/Card"]
        assert root.RecordLevel == 2
        leaves = leaves_of(pdf)
        assert len(leaves) == batch.count
        pages = list(pdf.pages)
        for place, leaf in enumerate(leaves):
            assert leaf.Parent.Parent.objgen == root.DPartRootNode.objgen
            assert leaf.Start.objgen == pages[2 * place].objgen
            assert leaf.End.objgen == pages[2 * place + 1].objgen
            for page in pages[2 * place : 2 * place + 2]:
                assert page.DPart.objgen == leaf.objgen
            card = leaf.DPM.BINGO_Card
            assert set(card.keys()) == {"/BINGO_Serial", "/BINGO_Seq", "/BINGO_Lot"}
            assert str(card.BINGO_Serial) == batch.row("card_ids", place).decode()
            assert card.BINGO_Seq == place + 1
            assert str(card.BINGO_Lot) == "1"


def test_a_second_lot_says_so_and_counts_on(tmp_path: Path) -> None:
    """Twelve cards of which the last seven are the second lot: sequences 6 to 12."""
    series = a_series(12)
    job = replace(a_job(series), lot=2)
    draw_press_file(tmp_path / "a.pdf", job, [a_batch(series, 5, 3), a_batch(series, 8, 4)], 7)
    with pikepdf.open(tmp_path / "a.pdf") as pdf:
        leaves = leaves_of(pdf)
        cards = [leaf.DPM.BINGO_Card for leaf in leaves]
        assert {str(card.BINGO_Lot) for card in cards} == {"2"}
        assert [int(card.BINGO_Seq) for card in cards] == list(range(6, 13))
        slugs = [page.Contents.read_bytes() for page in pdf.pages]
        assert [int(re.findall(rb"\( *(\d+)\) Tj", slug)[-1]) for slug in slugs[::2]] == [
            *range(6, 13)
        ]


def test_it_claims_x4_and_vt1_and_its_dates_agree(press_pdf: Path) -> None:
    with pikepdf.open(press_pdf) as pdf:
        assert press_pdf.read_bytes().startswith(b"%PDF-1.6\n%")
        packet = pdf.Root.Metadata.read_raw_bytes().decode()
        assert "/Filter" not in pdf.Root.Metadata
        for line in (
            "<pdfxid:GTS_PDFXVersion>PDF/X-4<",
            "<pdfvtid:GTS_PDFVTVersion>PDF/VT-1<",
            "<pdfvtid:GTS_PDFVTModDate>2026-11-30T09:00:00Z<",
            "<xmp:ModifyDate>2026-11-30T09:00:00Z<",
            "<pdf:Trapped>False<",
        ):
            assert line in packet
        info = pdf.docinfo
        assert str(info.CreationDate) == str(info.ModDate) == "D:20261130090000Z"
        assert info.Trapped == "/False"
        assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
        (intent,) = pdf.Root.OutputIntents
        profile = intent.DestOutputProfile.read_bytes()
        assert intent.DestOutputProfile.N == 4
        assert profile[12:20] == b"prtrCMYK"
        assert profile[36:40] == b"acsp"
        assert int.from_bytes(profile[:4], "big") == len(profile)


def test_the_identity_tells_jobs_apart_and_repeats(tmp_path: Path) -> None:
    series = a_series(2)
    first, second = a_batch(series, 0, 1), a_batch(series, 1, 1)
    names = set()
    for place, (job, batch) in enumerate(
        [
            (a_job(series), first),
            (a_job(series), second),
            (a_job(series, hall_name="Other Hall"), first),
            (replace(a_job(series), made_at=datetime(2027, 1, 1, tzinfo=UTC)), first),
        ]
    ):
        path = tmp_path / f"{place}.pdf"
        draw_press_file(path, job, [batch], 1)
        with pikepdf.open(path) as pdf:
            one, other = pdf.trailer.ID
            assert one == other
            names.add(bytes(one))
    assert len(names) == 4


def test_only_its_owner_may_read_a_press_file(press_pdf: Path) -> None:
    assert press_pdf.stat().st_mode & 0o077 == 0


def test_a_batch_larger_than_the_cache_is_drawn_in_parts(tmp_path: Path) -> None:
    cards = CARDS_AT_ONCE + 3
    drawn(tmp_path / "whole.pdf", cards, cards)
    drawn(tmp_path / "parts.pdf", cards, 700)
    assert (tmp_path / "whole.pdf").read_bytes() == (tmp_path / "parts.pdf").read_bytes()


class _BrokenError(Exception):
    pass


def test_a_failure_leaves_nothing_behind_and_spares_what_was_there(tmp_path: Path) -> None:
    series = a_series(20)
    path = tmp_path / "a.pdf"

    def breaking() -> Iterator[PrintedBatch]:
        yield a_batch(series, 0, 10)
        raise _BrokenError

    with pytest.raises(_BrokenError):
        draw_press_file(path, a_job(series), breaking(), 20)
    assert list(tmp_path.iterdir()) == []
    path.write_bytes(b"what was there")
    with pytest.raises(ExistsError):
        draw_press_file(path, a_job(series), breaking(), 20)
    assert path.read_bytes() == b"what was there"


@pytest.mark.parametrize(("batch_count", "cards"), [(1, 19), (1, 21), (0, 20), (2, 20)])
def test_batches_that_do_not_add_up_are_refused(
    tmp_path: Path, batch_count: int, cards: int
) -> None:
    series = a_series(20)
    with pytest.raises(BadValueError, match="count of cards"):
        draw_press_file(tmp_path / "a.pdf", a_job(series), [a_batch(series)] * batch_count, cards)
    assert list(tmp_path.iterdir()) == []


def test_a_batch_of_another_series_is_refused(tmp_path: Path) -> None:
    other = a_batch(a_series(20, set_serial="000124"))
    with pytest.raises(BadValueError, match="series of a batch"):
        draw_press_file(tmp_path / "a.pdf", a_job(a_series(20)), [other], 20)


@pytest.mark.parametrize("cards", [0, 1_400_000])
def test_a_file_of_no_cards_or_too_many_objects_is_refused(tmp_path: Path, cards: int) -> None:
    with pytest.raises(BadValueError, match="count of cards in a file"):
        draw_press_file(tmp_path / "a.pdf", a_job(a_series(20)), [], cards)


def test_an_unknown_form_is_refused(tmp_path: Path) -> None:
    series = replace(a_series(20), form=FormCode("T99"))
    with pytest.raises(UnknownFormError):
        draw_press_file(tmp_path / "a.pdf", a_job(series), [], 20)


def test_more_faces_than_the_form_has_are_refused(tmp_path: Path) -> None:
    series = replace(a_series(20), faces=3)
    with pytest.raises(BadValueError, match="faces of a card"):
        draw_press_file(tmp_path / "a.pdf", a_job(series), [], 20)


def test_no_face_in_the_words_of_a_batch_or_a_job(batch: PrintedBatch) -> None:
    shown = repr(batch) + repr(a_job(batch.series)) + str(batch)
    for name in ("unlock_codes", "inside_tokens", "face_numbers"):
        assert batch.row(name, 0).decode() not in shown


def test_qpdf_finds_no_fault(press_pdf: Path) -> None:
    done = run("qpdf", "--check", press_pdf)
    assert done.returncode == 0, done.stdout + done.stderr


def test_ghostscript_draws_every_page_without_a_warning(press_pdf: Path) -> None:
    stops = ("-dPDFSTOPONERROR", "-dPDFSTOPONWARNING")
    quiet = ("-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-r36")
    done = run("gs", *quiet, *stops, "-sDEVICE=nullpage", press_pdf)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_poppler_has_nothing_to_say(press_pdf: Path, tmp_path: Path) -> None:
    """poppler returns 0 on bad content too: its standard error must be empty."""
    for done in (
        run("pdftocairo", "-pdf", press_pdf, tmp_path / "again.pdf"),
        run("pdffonts", press_pdf),
    ):
        assert (done.returncode, done.stderr) == (0, "")
    assert "PDF/X-4" in run("pdfinfo", press_pdf).stdout


def test_mupdf_draws_every_page(press_pdf: Path, tmp_path: Path) -> None:
    done = run("mutool", "draw", "-q", "-r", "30", "-o", tmp_path / "page%d.png", press_pdf)
    said = [line for line in done.stderr.splitlines() if "ICC support" not in line]
    assert (done.returncode, said) == (0, [])


def test_ghostscript_separates_series_color_black_and_steps_and_nothing_else(
    press_pdf: Path, tmp_path: Path
) -> None:
    """The black plate alone carries the codes; process colors stay blank (print.md 1.8)."""
    quiet = ("-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-dLastPage=2", "-r72")
    done = run("gs", *quiet, "-sDEVICE=tiffsep", f"-sOutputFile={tmp_path}/p%d.tif", press_pdf)
    assert done.returncode == 0
    for page in (1, 2):
        for plate in ("Cyan", "Magenta", "Yellow"):
            with Image.open(tmp_path / f"p{page}({plate}).tif") as blank:
                assert blank.getextrema() == (255, 255), plate
        for plate in ("Black", "SERIES_RED"):
            with Image.open(tmp_path / f"p{page}({plate}).tif") as inked:
                assert inked.getextrema()[0] == 0, plate


def plates(press_pdf: Path, folder: Path) -> dict[str, bytes]:
    """The printing plates of the first card, as pictures."""
    folder.mkdir()
    quiet = ("-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-dLastPage=2", "-r72")
    run("gs", *quiet, "-sDEVICE=tiffsep", f"-sOutputFile={folder}/p%d.tif", press_pdf)
    found = {}
    for path in folder.glob("p?(*).tif"):
        with Image.open(path) as plate:
            found[path.name] = plate.tobytes()
    return found


def test_processing_steps_change_no_printing_plate_when_they_are_switched_on(
    press_pdf: Path, tmp_path: Path
) -> None:
    """A step that knocks out, or is drawn in process color, is seen by nothing else."""
    with pikepdf.open(press_pdf) as pdf:
        pdf.Root.OCProperties.D.OFF = pikepdf.Array()
        pdf.save(tmp_path / "on.pdf")
    off, on = plates(press_pdf, tmp_path / "off"), plates(tmp_path / "on.pdf", tmp_path / "on")
    steps = {name for name in on if "STEP_" in name}
    assert any(on[name] != off[name] for name in steps)
    assert len(on.keys() - steps) == 10
    for name in on.keys() - steps:
        assert on[name] == off[name], name


def test_a_press_file_is_its_owners_alone_and_takes_no_others_place(tmp_path: Path) -> None:
    """Case 18: the same lot is drawn again in a new folder, each card once."""
    drawn(tmp_path / "a.pdf", 2, 2)
    assert [path.name for path in tmp_path.iterdir()] == ["a.pdf"]
    assert (tmp_path / "a.pdf").stat().st_mode & 0o777 == 0o600
    with pytest.raises(ExistsError):
        drawn(tmp_path / "a.pdf", 2, 2)
    assert [path.name for path in tmp_path.iterdir()] == ["a.pdf"]


def test_makeready_is_the_same_function_with_specimens(tmp_path: Path) -> None:
    series = a_series(200, set_serial="000000")
    job = replace(a_job(series), specimen=True)
    draw_press_file(tmp_path / "makeready.pdf", job, [a_batch(series)], 200)
    with pikepdf.open(tmp_path / "makeready.pdf") as pdf:
        assert len(pdf.pages) == 400
        for name in ("/ArtOutside", "/ArtInside"):
            assert b"(VOID)" in pdf.pages[0].Resources.XObject[name].read_bytes()

"""The other kinds of press file: PDF/X-1a, process inks, codes as rectangles."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pikepdf
import pytest

from cardgen.errors import BadValueError
from cardgen.press.layout import Layout
from cardgen.press.press_file import draw_press_file
from cardgen.press_style import CodeForm, InkSet, PressStyle, Standard
from cardgen.printed_batch import PrintedBatch
from tests.press.cards import a_batch, a_job
from tests.press.raster import Picture, codes, pages
from tests.press.test_pages import expected_codes
from tests.press.tools import judge, run

X1A = PressStyle(standard=Standard.X1A)
PROCESS = PressStyle(inks=InkSet.PROCESS)
PATHS = PressStyle(codes=CodeForm.PATHS)
CARDS = 3


def drawn(path: Path, batch: PrintedBatch, style: PressStyle) -> Path:
    draw_press_file(path, replace(a_job(batch.series), style=style), [batch], batch.count)
    return path


@pytest.fixture(scope="module")
def styled(tmp_path_factory: pytest.TempPathFactory, batch: PrintedBatch) -> dict[PressStyle, Path]:
    """Of each kind a file of the first cards."""
    few = a_batch(batch.series, count=CARDS)
    folder = tmp_path_factory.mktemp("styled")
    both = PressStyle(Standard.X1A, InkSet.PROCESS, CodeForm.PATHS)
    styles = (X1A, PROCESS, PATHS, both)
    return {style: drawn(folder / f"{n}.pdf", few, style) for n, style in enumerate(styles)}


def operators(pdf: pikepdf.Pdf) -> set[str]:
    streams = [*(page.Contents for page in pdf.pages), *pdf.pages[0].Resources.XObject.values()]
    return {str(step.operator) for one in streams for step in pikepdf.parse_content_stream(one)}


def test_x1a_is_1_4_without_layers_records_or_anything_newer(
    styled: dict[PressStyle, Path],
) -> None:
    """print.md 1.2: ISO 15930-4."""
    written = styled[X1A].read_bytes()
    assert written.startswith(b"%PDF-1.4\n")
    for newer in (b"/OCG", b"/DPart", b"PrintScaling", b"pdfxid:GTS", b"pdfvtid:GTS"):
        assert newer not in written, newer
    with pikepdf.open(styled[X1A]) as pdf:
        assert str(pdf.docinfo.GTS_PDFXVersion) == "PDF/X-1a:2003"
        assert str(pdf.docinfo.Trapped) == "/False"
        intent = pdf.Root.OutputIntents[0]
        assert str(intent.S) == "/GTS_PDFX"
        assert len(pdf.pages) == 2 * CARDS
        assert "BDC" not in operators(pdf), "nothing is marked as a layer"
        spaces = pdf.pages[0].Resources.ColorSpace.keys()
        assert not any(name.startswith("/STEP") for name in spaces)


def test_process_inks_have_no_spot_and_no_step_plate(
    styled: dict[PressStyle, Path], tmp_path: Path
) -> None:
    with pikepdf.open(styled[PROCESS]) as pdf:
        assert "/ColorSpace" not in pdf.pages[0].Resources
        assert not operators(pdf) & {"cs", "CS", "scn", "SCN", "sc", "rg", "g"}
    quiet = ("-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-dLastPage=2", "-r60")
    out = f"-sOutputFile={tmp_path}/p%d.tif"
    done = run("gs", *quiet, "-sDEVICE=tiffsep", out, styled[PROCESS])
    assert (done.returncode, done.stderr) == (0, "")
    plates = {path.name.split("(")[1][:-5] for path in tmp_path.glob("p1(*).tif")}
    assert plates == {"Cyan", "Magenta", "Yellow", "Black"}


def test_codes_as_paths_are_rectangles_and_no_pictures(styled: dict[PressStyle, Path]) -> None:
    with pikepdf.open(styled[PATHS]) as pdf:
        assert "INLINE IMAGE" not in operators(pdf)
        lengths = [len(bytes(page.Contents.read_bytes())) for page in pdf.pages]
        assert len(set(lengths[0::2])) == len(set(lengths[1::2])) == 1


def test_every_kind_prints_the_same_codes_and_the_same_card(
    styled: dict[PressStyle, Path], pictures: list[Picture], batch: PrintedBatch, layout: Layout
) -> None:
    """A gray picture of each page differs from that of the usual file nowhere by an inked dot."""
    for style, path in styled.items():
        for page, picture in enumerate(pages(path, layout)):
            assert codes(picture.dots) == expected_codes(batch, page), (style, page)
            if style.inks is InkSet.SPOT:
                off = np.abs(picture.dots.astype(int) - pictures[page].dots.astype(int))
                # A code's edges may fall half a dot beside those of a mask.
                limit = 0.002 if style.codes is CodeForm.PATHS else 0.0005
                assert (off > 60).mean() < limit, (style, page)


def test_four_programs_of_others_read_each_kind(
    styled: dict[PressStyle, Path], tmp_path: Path
) -> None:
    for style, path in styled.items():
        folder = tmp_path / f"{style.standard}-{style.inks}-{style.codes}"
        folder.mkdir()
        judge(path, folder)


def test_files_of_different_kinds_have_different_identities(
    styled: dict[PressStyle, Path], press_pdf: Path
) -> None:
    names = set()
    for path in (press_pdf, *styled.values()):
        with pikepdf.open(path) as pdf:
            names.add(bytes(pdf.trailer.ID[0]))
    assert len(names) == len(styled) + 1


def test_a_kept_style_reads_back_and_a_foreign_one_is_refused() -> None:
    style = PressStyle(Standard.X1A, InkSet.PROCESS, CodeForm.PATHS)
    assert PressStyle.from_fields(style.fields) == style
    with pytest.raises(BadValueError, match="kind"):
        PressStyle.from_fields(style.fields | {"inks": "gold"})

"""The finisher's template: measured on the plates that Ghostscript separates."""

import re
from io import BytesIO
from pathlib import Path

import numpy as np
import pikepdf
import pypdfium2  # type: ignore[import-untyped]
import pytest
from PIL import Image

from cardgen.press import marks
from cardgen.press.finishing import MARGIN, draw_finishing_template
from cardgen.press.layout import Layout
from tests.press.cards import a_job, a_series
from tests.press.raster import DARK, Gray, Picture
from tests.press.tools import judge, run

SERIES = a_series(20)
STEPS = ("Cutting", "Perforating", "Folding", "Gluing")
DOT = 85  # micrometers at 300 dpi; an area also inks the dots that it only touches


@pytest.fixture(scope="module")
def template() -> bytes:
    return draw_finishing_template(a_job(SERIES))


@pytest.fixture(scope="module")
def plates(template: bytes, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Picture]:
    """The inside page's plates by their names, each a gray picture; ink is dark."""
    folder = tmp_path_factory.mktemp("plates")
    (folder / "template.pdf").write_bytes(template)
    quiet = ("-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-dFirstPage=2", "-r300")
    out = f"-sOutputFile={folder}/p.tif"
    done = run("gs", *quiet, "-sDEVICE=tiffsep", out, folder / "template.pdf")
    assert (done.returncode, done.stderr) == (0, "")
    found = {}
    for path in folder.glob("p(*).tif"):
        with Image.open(path) as plate:
            found[path.stem[2:-1]] = Picture(np.asarray(plate.convert("L")), 300, MARGIN)
    return found


def middles(strip: Gray, picture: Picture) -> list[float]:
    """The middles of the lines that cross a strip from -2 mm on, in micrometers."""
    hits = np.flatnonzero((strip < DARK).all(axis=0))
    lines = np.split(hits, np.flatnonzero(np.diff(hits) > 1) + 1)
    return [picture.micrometers(1) * (line[0] + line[-1] + 1) / 2 - 2_000 for line in lines]


def across(picture: Picture, up: float) -> list[float]:
    return middles(picture.cut(-2_000, up, 112_000, 500), picture)


def upward(picture: Picture, left: float) -> list[float]:
    return middles(picture.cut(left, -2_000, 500, 258_000)[::-1].T, picture)


def test_the_sheet_is_cut_perforated_and_folded_where_the_layout_says(
    plates: dict[str, Picture],
) -> None:
    cut, tear, fold = (plates[f"STEP_{name.upper()}"] for name in STEPS[:3])
    assert across(cut, 60_000) == pytest.approx([0, 108_000], abs=DOT)
    assert upward(cut, 50_000) == pytest.approx([0, 254_000], abs=DOT)
    assert across(tear, 60_000) == pytest.approx([6_750, 101_250], abs=DOT)
    assert upward(tear, 50_000) == pytest.approx([6_750, 247_250], abs=DOT)
    dash = next(left for left in range(49_000, 55_000, 500) if upward(fold, left))
    assert upward(fold, dash) == pytest.approx([127_000], abs=DOT)
    dashed = fold.cut(6_000, 126_800, 60_000, 400).min(axis=0) < DARK
    assert dashed.mean() == pytest.approx(4 / 6, abs=0.05), "4 mm drawn, 2 mm left out"


def test_the_glue_lies_1_to_5_mm_inside_the_cut_and_the_perforation_1_75_mm_further(
    plates: dict[str, Picture],
) -> None:
    """Three strips on the face panel, none at the fold, none on the block-out."""
    glue, tear = plates["STEP_GLUING"], plates["STEP_PERFORATING"]
    strip = glue.cut(0, 60_000, 54_000, 500) < DARK
    width = glue.micrometers(int(strip.all(axis=0).sum()))
    assert width == pytest.approx(4_000, abs=2 * DOT)
    assert across(tear, 60_000)[0] - 1_000 - width == pytest.approx(1_750, abs=3 * DOT)
    for edge in (glue.cut(-500, -500, 1_400, 130_000), glue.cut(-500, -500, 109_000, 1_400)):
        assert edge.min() > 250
    column = glue.cut(54_000, -1_000, 500, 130_000)[::-1] < DARK
    assert glue.micrometers(int(column.all(axis=1).sum())) == pytest.approx(4_000, abs=2 * DOT)
    assert glue.cut(-1_000, 127_200, 110_000, 126_000).min() > 250
    assert glue.cut(5_200, 5_200, 97_600, 121_000).min() > 250


def test_legend_and_measures_stand_outside_the_sheet_and_nothing_is_printed_on_it(
    plates: dict[str, Picture], layout: Layout
) -> None:
    sheet = layout.sheet
    for name, plate in plates.items():
        inside = plate.cut(0, 0, sheet.width, sheet.height)
        if name.removeprefix("STEP_").title() not in STEPS:
            assert inside.min() == 255, name
    for name in ("STEP_LEGEND", "STEP_DIMENSIONS", "Black", "SERIES_RED"):
        assert plates[name].dots.min() < 60
    for name in ("Cyan", "Magenta", "Yellow"):
        assert plates[name].dots.min() == 255


def test_every_step_is_a_layer_that_is_on(template: bytes) -> None:
    """ISO 19593-1: types in the structural group alone; every configuration has a name."""
    with pikepdf.open(BytesIO(template)) as pdf:
        content = pdf.Root.OCProperties
        assert list(content.D.OFF) == []
        assert str(content.D.Name) == "Default"
        assert "/AS" not in content.D
        found = [
            (
                str(g.GTS_Metadata.GTS_ProcStepsGroup),
                str(g.GTS_Metadata.get("/GTS_ProcStepsType", "")),
            )
            for g in content.OCGs
        ]
        structural = [("/Structural", f"/{name}") for name in STEPS]
        assert found == [*structural, ("/Dimensions", ""), ("/Legend", "")]


def test_steps_have_plates_of_their_own_and_structural_lines_are_only_stroked(
    template: bytes,
) -> None:
    with pikepdf.open(BytesIO(template)) as pdf:
        resources = pdf.pages[0].Resources
        names = {f"STEP_{name.upper()}" for name in (*STEPS, "Legend", "Dimensions")}
        spaces = {name: str(space[1]) for name, space in resources.ColorSpace.items()}
        assert spaces == {f"/{name}": f"/{name}" for name in names | {"SERIES_RED"}}
        for name, form in resources.XObject.items():
            if not name.startswith("/Step"):
                continue
            used = set(re.findall(rb"/(\w+) cs", form.read_bytes()))
            (own,) = {step for step in names if name[5:].upper().startswith(step[5:])}
            assert used == {own.encode()}
            operators = {str(step.operator) for step in pikepdf.parse_content_stream(form)}
            assert not operators & {"k", "K", "rg", "RG", "g", "G", "sh", "Do"}
            if name[5:] in STEPS[:3]:
                assert not operators & {"f", "f*", "B", "b"}
        for page in pdf.pages:
            first, *layers = page.Contents.read_bytes().splitlines()
            assert first.startswith(b"/Marks")
            assert all(line.startswith(b"/OC /PS") for line in layers)


def test_it_is_pdf_x_4_but_no_file_of_records(template: bytes) -> None:
    with pikepdf.open(BytesIO(template)) as pdf:
        packet = pdf.Root.Metadata.read_raw_bytes().decode()
        assert "<pdfxid:GTS_PDFXVersion>PDF/X-4<" in packet
        assert "GTS_PDFVTVersion" not in packet
        assert "/DPartRoot" not in pdf.Root
        assert f">{pdf.docinfo.Title}<" in packet
        assert len(pdf.Root.OutputIntents) == 1
        for page in pdf.pages:
            trim = [float(x) for x in page.TrimBox]
            assert trim[2] - trim[0] == pytest.approx(108 / 25.4 * 72, abs=1e-4)
            assert trim[3] - trim[1] == pytest.approx(254 / 25.4 * 72, abs=1e-4)
        assert all("/FontFile2" in font.FontDescriptor for font in page.Resources.Font.values())


def test_it_tells_the_job_and_no_card(template: bytes) -> None:
    document = pypdfium2.PdfDocument(template)
    for page, side in zip(document, ("OUTSIDE", "INSIDE"), strict=True):
        said = page.get_textpage().get_text_bounded()
        assert side in said
        assert "2026-117" in said
        for words in ("STEP_CUTTING", "108 x 254", "6.75 mm", "1.75 mm", "127 mm"):
            assert words in said
        assert ("STEP_GLUING" in said) == (side == "INSIDE")
        assert "ACME-000123-" not in said
        assert not re.search(r"\d{7}", said)


def test_the_legend_names_each_line_by_the_color_it_has(template: bytes) -> None:
    colors: dict[str, tuple[float, ...]]
    colors = {"Magenta": (0, 1, 0, 0), "Cyan": (1, 0, 0, 0), "Yellow": (0, 0, 1, 0)}
    colors["Green"] = (0.5, 0, 0.5, 0)
    document = pypdfium2.PdfDocument(template)
    said = document[1].get_textpage().get_text_bounded()
    for step in marks.STEPS:
        word = said.partition(step.plate)[2].split()[0]
        assert colors[word] == step.cmyk


def test_it_is_the_same_each_time_and_four_programs_read_it(
    template: bytes, tmp_path: Path
) -> None:
    assert draw_finishing_template(a_job(SERIES)) == template
    path = tmp_path / "template.pdf"
    path.write_bytes(template)
    judge(path, tmp_path)

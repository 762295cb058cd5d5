"""A hall's mark: what is read from SVG and PNG, and what is refused by name."""

from itertools import pairwise
from math import pi
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from cardgen.errors import BadFileError, BadValueError
from cardgen.logo import LOGO_TEXT_MAX, Logo, Shape, Step
from cardgen.logo_file import read_logo

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50">'


def logo_of(folder: Path, inside: str, head: str = HEAD) -> Logo:
    path = folder / "mark.svg"
    path.write_text(f"{head}{inside}</svg>")
    return read_logo(path)


def area(steps: tuple[Step, ...]) -> float:
    """By Green's theorem over the curves' own points, in parts of a thousandth."""
    total, at, begun = 0.0, (0.0, 0.0), (0.0, 0.0)
    for name, numbers in steps:
        points = list(zip(numbers[::2], numbers[1::2], strict=True))
        if name == "M":
            at = begun = points[0]
            continue
        ends = [begun] if name == "Z" else points
        whole = [at, *ends] if name == "C" else [at, ends[-1]]
        last = at
        for part in range(1, 65):
            now = bezier(whole, part / 64)
            total += (last[0] * now[1] - now[0] * last[1]) / 2
            last = now
        at = ends[-1]
    return abs(total)


def bezier(points: list[tuple[float, float]], along: float) -> tuple[float, float]:
    while len(points) > 1:
        points = [(x + along * (u - x), y + along * (v - y)) for (x, y), (u, v) in pairwise(points)]
    return points[0]


def test_a_square_stands_upright_in_thousandths(tmp_path: Path) -> None:
    logo = logo_of(tmp_path, '<rect x="10" y="5" width="20" height="10" fill="#000"/>')
    assert (logo.width, logo.height) == (1000, 500)
    corners = (("M", (100, 450)), ("L", (300, 450)), ("L", (300, 350)), ("L", (100, 350)))
    assert logo.shapes == (Shape("k", "n", (*corners, ("Z", ()))),)


@pytest.mark.parametrize(
    ("drawn", "expected"),
    [
        ('<circle cx="50" cy="25" r="20"/>', pi * 200**2),
        ('<ellipse cx="50" cy="25" rx="40" ry="20"/>', pi * 400 * 200),
        ('<path d="M30 25 A20 20 0 1 1 70 25 A20 20 0 1 1 30 25 Z"/>', pi * 200**2),
        ('<path d="M30 25a20 20 0 0 0 40 0z"/>', pi * 200**2 / 2),
        ('<polygon points="0,0 40,0 40,30"/>', 400 * 300 / 2),
        ('<path d="M0 0h40v30H0z"/>', 400 * 300),
        ('<path d="m10 10 10 0 0 10-10 0z"/>', 100 * 100),
        ('<path d="M0 40Q20 0 40 40z"/>', 2 / 3 * 400 * 200),
        ('<path d="M0 40C0 20 20 20 20 40S40 60 40 40z"/>', 0),
        ('<g transform="translate(10 5) scale(2)"><rect width="5" height="4"/></g>', 100 * 80),
        ('<rect x="45" y="20" width="10" height="10" transform="rotate(45 50 25)"/>', 100 * 100),
    ],
)
def test_an_outline_has_the_area_that_geometry_says(
    tmp_path: Path, drawn: str, expected: float
) -> None:
    (shape,) = logo_of(tmp_path, drawn).shapes
    assert area(shape.steps) == pytest.approx(expected, rel=0.01, abs=300)


def test_black_goes_to_black_colors_to_the_series_and_white_is_paper(tmp_path: Path) -> None:
    box = '<rect width="9" height="9" {}/>'
    looks = ('fill="#333"', 'style="fill:#D1232F"', 'fill="white"', 'fill="none"', 'fill="navy"')
    logo = logo_of(tmp_path, "".join(map(box.format, looks)))
    assert [shape.plate for shape in logo.shapes] == ["k", "s", "s"]


@pytest.mark.parametrize(
    ("drawn", "why"),
    [
        ('<text x="1" y="9">Hall</text>', "An element is 'text'"),
        ('<image href="x.png"/>', "An element is 'image'"),
        ("<script>x</script>", "An element is 'script'"),
        ('<path d="M0 0h9v9z" stroke="#000"/>', "The stroke of a path"),
        ('<rect width="9" height="9" fill="url(#g)"/>', "gradients"),
        ('<rect width="9" height="9" transform="perspective(3)"/>', "A transform"),
        ('<path d="M0 0 L9"/>', "whole groups"),
        ('<path d="0 0 9 9"/>', "a command first"),
        ('<path d="M0 0 X9 9"/>', "the commands and numbers"),
        ('<rect width="wide" height="9"/>', "The attribute width"),
        ("", "at least one filled shape"),
        ("<g>", "it is no SVG"),
    ],
)
def test_what_a_press_cannot_print_as_drawn_is_refused_by_its_name(
    tmp_path: Path, drawn: str, why: str
) -> None:
    with pytest.raises(BadFileError, match=why):
        logo_of(tmp_path, drawn)


def test_a_document_type_is_refused_before_it_is_read(tmp_path: Path) -> None:
    head = f'<!DOCTYPE svg [<!ENTITY a "b">]>{HEAD}'
    with pytest.raises(BadFileError, match="document type"):
        logo_of(tmp_path, "<rect width='9' height='9'/>", head)


def test_a_png_becomes_black_rectangles_of_the_same_area(tmp_path: Path) -> None:
    image = Image.new("RGBA", (200, 100), (0, 0, 0, 0))
    ImageDraw.Draw(image).rectangle((20, 30, 119, 79), fill=(10, 10, 10, 255))
    image.save(tmp_path / "mark.png")
    (shape,) = read_logo(tmp_path / "mark.png").shapes
    assert shape.plate == "k"
    assert area(shape.steps) == pytest.approx(500 * 250, rel=0.02)
    assert len(shape.steps) == 5


@pytest.mark.parametrize("content", [b"\x89PNG\r\n\x1a\n", b"GIF89a", b"\xff\xfe\x00"])
def test_a_file_that_is_neither_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "mark").write_bytes(content)
    with pytest.raises(BadFileError):
        read_logo(tmp_path / "mark")


def test_a_png_too_small_to_print_is_refused(tmp_path: Path) -> None:
    Image.new("L", (99, 300)).save(tmp_path / "mark.png")
    with pytest.raises(BadFileError, match="99 x 300 dots"):
        read_logo(tmp_path / "mark.png")


def test_a_kept_logo_reads_back_and_a_foreign_text_does_not(tmp_path: Path) -> None:
    logo = logo_of(tmp_path, '<circle cx="50" cy="25" r="20" fill="#c00"/>')
    assert Logo.parse(logo.text) == logo
    for text in ("", "1000 500", "1000 500\nk n M 1", "1000 500\nx n M 1 1", f"{logo.text} "):
        with pytest.raises(BadValueError, match="logo"):
            Logo.parse(text)


def test_a_drawing_too_large_for_a_record_is_refused() -> None:
    steps: tuple[Step, ...] = (("M", (10_000, 10_000)),) * (LOGO_TEXT_MAX // 10)
    with pytest.raises(BadValueError, match="a plainer drawing"):
        Logo(1000, 1000, (Shape("k", "n", steps),))

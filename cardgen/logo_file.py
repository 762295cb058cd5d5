"""Reads a hall's mark from an SVG or a PNG, as outlines for two plates.

Of an SVG only filled outlines are taken; what a press could not print as drawn is refused by its
name, with what the drawing program must do. Black and dark gray go to the black plate, white is
paper and must not lie on top, every other color goes to the series plate. A PNG becomes runs of
black dots: it is for line art, and 1 bit deep when it is printed.
"""

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from xml.etree import ElementTree as ET

from PIL import Image, UnidentifiedImageError

from cardgen.errors import BadFileError, BadValueError
from cardgen.files import read_bounded
from cardgen.logo import SIDE, Logo, Shape, Step
from cardgen.logo_paths import Matrix, Points, outline_of, transformed

LOGO_BYTES_MAX = 1 << 20
PNG_MENDS = "Name a black-on-white PNG of at least 100 dots a side, or an SVG of filled outlines."
SVG_MENDS = "Export it as a plain SVG of filled paths: texts and strokes turned into paths."
PNG_SIDE_MIN, PNG_SIDE_DRAWN, PNG_SIDE_MAX = 100, 300, 8_000
DARK = 128
DARK_GRAY = 0x60
_SVG = "{http://www.w3.org/2000/svg}"
_SHAPES = frozenset({"path", "rect", "circle", "ellipse", "polygon"})
_GROUPS = frozenset({"svg", "g", "a"})
_SILENT = frozenset({"title", "desc", "metadata", "namedview", "defs"})
_NAMED = {"black": "k", "white": "", "none": "", "transparent": ""}


def read_logo(path: Path) -> Logo:
    """The mark in the file.

    Raises: BadFileError, when it is neither an SVG of filled outlines nor a PNG of line art.
    """
    raw = read_bounded(path, LOGO_BYTES_MAX, SVG_MENDS)
    if raw.startswith(b"\x89PNG"):
        return _from_png(path)
    try:
        return _from_svg(raw.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise BadFileError(path, "it is neither a PNG nor an SVG in UTF-8", SVG_MENDS) from None
    except ET.ParseError as error:
        raise BadFileError(path, f"it is no SVG: {error}", SVG_MENDS) from None
    except BadValueError as error:
        raise BadFileError(path, str(error).removesuffix("."), SVG_MENDS) from None


def _from_svg(text: str) -> Logo:
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise BadValueError("Its head", "DOCTYPE", "no document type: it may name other files")
    root = ET.fromstring(text)  # noqa: S314 -- bounded, and no entity can be declared
    if root.tag != f"{_SVG}svg":
        raise BadValueError("Its outermost element", root.tag, "svg")
    box = root.get("viewBox", f"0 0 {root.get('width', '')} {root.get('height', '')}")
    try:
        left, top, width, height = (float(part) for part in box.replace(",", " ").split())
        scale = SIDE / max(width, height)
    except (ValueError, ZeroDivisionError):
        raise BadValueError("Its viewBox", box, "four numbers, such as 0 0 120 80") from None
    upright = (scale, 0.0, 0.0, -scale, -left * scale, (top + height) * scale)
    shapes = tuple(_shapes(root, upright, "black"))
    return Logo(max(1, round(width * scale)), max(1, round(height * scale)), shapes)


def _shapes(element: ET.Element, matrix: Matrix, fill: str) -> Iterator[Shape]:
    name = element.tag.rsplit("}", 1)[-1]
    if name in _SILENT:
        return
    looks = _looks(element)
    stroke = looks.get("stroke", "none")
    if stroke not in {"none", "transparent"}:
        raise BadValueError(f"The stroke of a {name}", stroke, "none: turn strokes into paths")
    fill = looks.get("fill", fill)
    matrix = transformed(matrix, element.get("transform", ""))
    if name in _GROUPS:
        for child in element:
            yield from _shapes(child, matrix, fill)
    elif name in _SHAPES:
        plate = _plate(fill)
        steps = outline_of(name, element.attrib, matrix)
        if plate and steps:
            yield Shape(plate, "e" if looks.get("fill-rule") == "evenodd" else "n", steps)
    else:
        raise BadValueError("An element", name, "only filled shapes: turn it into paths")


def _looks(element: ET.Element) -> dict[str, str]:
    """The attributes that color it, those of its style first."""
    looks = dict[str, str]()
    for name in ("fill", "stroke", "fill-rule"):
        if name in element.attrib:
            looks[name] = element.attrib[name]
    for part in element.get("style", "").split(";"):
        name, _, value = part.partition(":")
        if value:
            looks[name.strip()] = value.strip()
    return looks


def _plate(fill: str) -> str:
    """Which plate prints a color: none for paper."""
    color = fill.strip().lower()
    if color in _NAMED:
        return _NAMED[color]
    digits = color.removeprefix("#")
    if color.startswith("#") and len(digits) in {3, 6}:
        try:
            parts = [
                int(digits[at : at + len(digits) // 3], 16)
                for at in range(0, len(digits), len(digits) // 3)
            ]
        except ValueError:
            raise BadValueError("A fill", fill, "a color such as #D1232F") from None
        if len(digits) == 3:  # noqa: PLR2004 -- #rgb
            parts = [part * 17 for part in parts]
        if min(parts) == 255:  # noqa: PLR2004 -- white
            return ""
        return "k" if max(parts) <= DARK_GRAY else "s"
    if color.startswith("url("):
        raise BadValueError("A fill", fill, "a plain color: gradients and patterns cannot be kept")
    return "s"


def _from_png(path: Path) -> Logo:
    try:
        with Image.open(path) as image:
            if min(image.size) < PNG_SIDE_MIN or max(image.size) > PNG_SIDE_MAX:
                size = f"{image.width} x {image.height} dots"
                what = f"it has {size}, not {PNG_SIDE_MIN} to {PNG_SIDE_MAX} a side"
                raise BadFileError(path, what, PNG_MENDS)
            flat = Image.new("RGBA", image.size, "white")
            flat.alpha_composite(image.convert("RGBA"))
    except (UnidentifiedImageError, OSError, SyntaxError, Image.DecompressionBombError):
        raise BadFileError(path, "it is no whole PNG", PNG_MENDS) from None
    gray = flat.convert("L")
    gray.thumbnail((PNG_SIDE_DRAWN, PNG_SIDE_DRAWN))
    steps = tuple(_runs(gray))
    try:
        scale = SIDE / max(gray.size)
        width, height = round(gray.width * scale), round(gray.height * scale)
        return Logo(width, height, (Shape("k", "n", steps),) if steps else ())
    except BadValueError as error:
        raise BadFileError(path, str(error).removesuffix("."), PNG_MENDS) from None


def _runs(gray: Image.Image) -> Iterator[Step]:
    """A rectangle for each run of dark dots; runs of equal ends below each other are one."""
    scale = SIDE / max(gray.size)
    dots = gray.tobytes()
    width, height = gray.size
    rows = [_dark_runs(dots[row * width : (row + 1) * width]) for row in range(height)]
    for run in sorted({run for row in rows for run in row}):
        for present, group in groupby(range(height), key=lambda row: run in rows[row]):
            if present:
                held = list(group)
                left, right = (round(end * scale) for end in run)
                top, bottom = (round((height - end) * scale) for end in (held[0], held[-1] + 1))
                corners: Points = [(right, bottom), (right, top), (left, top)]
                yield "M", (left, bottom)
                yield from (("L", (round(x), round(y))) for x, y in corners)
                yield "Z", ()


def _dark_runs(row: bytes) -> frozenset[tuple[int, int]]:
    runs, start = set(), 0
    for dark, group in groupby(row, key=lambda dot: dot < DARK):
        end = start + len(list(group))
        if dark:
            runs.add((start, end))
        start = end
    return frozenset(runs)

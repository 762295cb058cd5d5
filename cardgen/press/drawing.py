"""Artwork drawn once by the drawing library, kept as forms and fonts that pages refer to."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import pikepdf
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from cardgen.length import Micrometers
from cardgen.press.fonts import TEXT, Typeface, typefaces
from cardgen.press.inks import Inks, PressInks
from cardgen.press.layout import Sheet
from cardgen.press.pdf_objects import ObjectStore, dictionary, rectangle, reference
from cardgen.press.pen import Pen

SUBSET_TAG_LETTERS = 6
ASCII_SUBSET = "+0"  # of each font's subsets the first keeps ASCII in its place


@dataclass(frozen=True, slots=True)
class Artwork:
    """What all pages share: object numbers, and what the fonts are called in the resources."""

    resources: int
    layers: tuple[int, ...]
    fonts: dict[str, str]
    faces: dict[str, Typeface]


@dataclass(frozen=True, slots=True)
class Paper:
    """The page that is drawn on, and how far from its lower left corner the trimmed sheet lies."""

    width: Micrometers
    height: Micrometers
    margin: Micrometers

    @classmethod
    def around(cls, sheet: Sheet, margin: Micrometers) -> "Paper":
        """A page with the same margin on all four sides of a sheet."""
        width, height = sheet.width + 2 * margin, sheet.height + 2 * margin
        return cls(Micrometers(width), Micrometers(height), margin)


class Drawing:
    """A document of the drawing library of which each page becomes a form."""

    def __init__(self, inks: Inks, paper: Paper) -> None:
        self.paper = paper
        self._margin = paper.margin / 1000 * mm
        self._file = BytesIO()
        self.faces = typefaces()
        page_size = (paper.width / 1000 * mm, paper.height / 1000 * mm)
        # Without it every page names Helvetica, not embedded; the type stubs ask for a number.
        options: dict[str, Any] = {"initialFontName": TEXT}
        self.canvas = Canvas(self._file, page_size, pageCompression=0, invariant=1, **options)
        self.pen = Pen(self.canvas, inks, self.faces, overprints=isinstance(inks, PressInks))
        self.names: list[str] = []
        self._begin()

    def _begin(self) -> None:
        self.canvas.translate(self._margin, self._margin)

    def end_form(self, name: str) -> None:
        """What was drawn since the last call is the form of that name."""
        self.names.append(name)
        self.canvas.showPage()
        self._begin()

    def saved(self) -> pikepdf.Pdf:
        """The drawn pages, read back."""
        self.canvas.save()
        return pikepdf.open(self._file)


def kept(
    store: ObjectStore,
    drawing: Drawing,
    shared: Mapping[str, bytes],
    layers: Mapping[str, int],
    more_fonts: Callable[[Mapping[str, bytes]], Mapping[str, bytes]],
) -> Artwork:
    """Puts forms and fonts into the store; one resource dictionary serves all pages.

    `more_fonts` are those that the drawing library does not know, made from its own: both are
    references, its own by the names of their faces.
    """
    named, known = {}, {}
    with drawing.saved() as drawn:
        found = drawn.pages[0].Resources.Font
        font_entries = {}
        for name in sorted(found.keys()):
            face = _face_name(found[name])
            _tag(found[name])
            font_entries[name[1:]] = store.take_over(found[name])
            if name.endswith(ASCII_SUBSET):
                named[face], known[face] = name[1:], font_entries[name[1:]]
        font_entries |= more_fonts(known)
        shared = {"Font": reference(store.add(dictionary(font_entries))), **shared}
        resources = dictionary(shared)
        forms = {}
        for page, name in zip(drawn.pages, drawing.names, strict=False):
            content = page.Contents.read_bytes()
            entries = {
                "Type": b"/XObject",
                "Subtype": b"/Form",
                "BBox": rectangle(0, 0, drawing.paper.width, drawing.paper.height),
                "Resources": resources,
                "GTS_Scope": b"/File",
                "GTS_Encapsulated": b"false",
            }
            forms[name] = reference(store.add_stream(entries, content))
    page_resources = {**shared, "XObject": dictionary(forms)}
    if layers:
        shown = {name: reference(number) for name, number in layers.items()}
        page_resources["Properties"] = dictionary(shown)
    number = store.add(dictionary(page_resources))
    return Artwork(number, tuple(layers.values()), named, drawing.faces)


def _tag(font: pikepdf.Object) -> None:
    """Names a subset by what is in it: two files of the same name hold the same letters."""
    descriptor = font.FontDescriptor
    digest = hashlib.sha256(descriptor.FontFile2.read_bytes()).digest()
    tag = "".join(chr(ord("A") + byte % 26) for byte in digest[:SUBSET_TAG_LETTERS])
    before, name = str(font.BaseFont), f"/{tag}+{_face_name(font)}"
    font.BaseFont = descriptor.FontName = pikepdf.Name(name)
    letters = font.ToUnicode.read_bytes().replace(before[1:].encode(), name[1:].encode())
    font.ToUnicode.write(letters)


def _face_name(font: pikepdf.Object) -> str:
    """The name of a font without its subset's tag."""
    return str(font.BaseFont).split("+")[1]

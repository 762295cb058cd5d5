"""The cards of a press file, read from its pages in the order in which they are printed.

Nothing of the press is used: objects, page tree, texts and codes are found by their own syntax
(ISO 32000-1), as any other program would find them.
"""

import re
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from mmap import ACCESS_READ, mmap
from pathlib import Path

from cardgen.errors import VerificationError, printable
from cardgen.inspection.codes import UnreadableCodeError, code_128_text, qr_text

STREAM_BYTES_MAX = 1 << 20
_OBJECT = re.compile(rb"(?<![0-9])([0-9]{1,10}) 0 obj\s*<<")
_TYPE = re.compile(rb"/Type\s*/(Pages?)\b")
_CONTENTS = re.compile(rb"/Contents\s+([0-9]+) 0 R")
_KIDS = re.compile(rb"/Kids\s*\[([^\]]*)\]")
_REFERENCE = re.compile(rb"([0-9]+) 0 R")
_LENGTH = re.compile(rb"/Length\s+([0-9]+)(?![0-9]* 0 R)")
_STREAM = re.compile(rb">>\s*stream\r?\n")
_TEXT = re.compile(rb"\(([^()\\]*)\)\s*Tj")
_STEP = re.compile(
    rb"(?P<anew>\bTm\b)|(?<![0-9.])(?P<leading>[0-9.]++) TL\b|(?P<next>T\*)|"
    rb"(?<![0-9.])(?P<right>-?[0-9.]++) (?P<up>-?[0-9.]++) Td\b|"
    rb"\[[^\]()]*(?:\([_=]\))?\((?P<number>[0-9]+)\)\]\s*TJ"
)
_CODE = re.compile(rb"BI\s[^>]*?/W ([0-9]+) /H ([0-9]+)[^>]*?ID\s([0-9a-fA-F\s]+)>")


class PressPagesError(VerificationError):
    """A press file whose cards cannot be read."""

    code = "bad-press-file"

    def __init__(self, name: str, why: str) -> None:
        super().__init__(f"{printable(name)}: {why}. Inspect only what `cardgen make` wrote.")


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """One card as its two pages print it; whoever holds it can tell its face."""

    outside_texts: tuple[str, ...]
    outside_token: str
    linear_code: str
    inside_texts: tuple[str, ...] = field(repr=False)
    inside_token: str = field(repr=False)
    columns: tuple[tuple[int, ...], ...] = field(repr=False)  # of the face, top to bottom


def read_cards(path: Path) -> Iterator[PrintedCard]:
    """Each card of a press file: an outside page and the inside page behind it.

    A code that cannot be read says nothing.

    Raises: PressPagesError; OSError.
    """
    if not path.stat().st_size:
        raise PressPagesError(path.name, "it is empty")
    with path.open("rb") as file, mmap(file.fileno(), 0, access=ACCESS_READ) as raw:
        pages = _Pages.found(path.name, raw)
        order = pages.in_order()
        if len(order) % 2:
            raise PressPagesError(path.name, f"it has {len(order)} pages, which make no pairs")
        for outside, inside in zip(order[::2], order[1::2], strict=True):
            contents = [pages.content(raw, page) for page in (outside, inside)]
            yield _card(path.name, *contents)


@dataclass(slots=True)
class _Pages:
    """Where the parts of a file are: each page's content, each node's kids, each stream."""

    name: str
    content_of: dict[int, int] = field(default_factory=dict)
    kids_of: dict[int, list[int]] = field(default_factory=dict)
    stream_at: dict[int, tuple[int, int, bool]] = field(default_factory=dict)

    @classmethod
    def found(cls, name: str, raw: mmap) -> "_Pages":
        """One pass over the file; streams are jumped over."""
        pages, place = cls(name), 0
        while found := _OBJECT.search(raw, place):
            number, place = int(found[1]), found.end()
            end = raw.find(b"endobj", place)
            stream = _STREAM.search(raw, place, end)
            head = raw[place : stream.start() if stream else end]
            if stream:
                place = pages._take_stream(number, head, stream.end())
            else:
                pages._take_node(number, head)
                place = end
        return pages

    def _take_stream(self, number: int, head: bytes, start: int) -> int:
        length = _LENGTH.search(head)
        if length is None:
            raise PressPagesError(self.name, f"object {number} is a stream of no length")
        self.stream_at[number] = (start, int(length[1]), b"/FlateDecode" in head)
        return start + int(length[1])

    def _take_node(self, number: int, head: bytes) -> None:
        kind, kids, contents = _TYPE.search(head), _KIDS.search(head), _CONTENTS.search(head)
        if kind and kind[1] == b"Pages" and kids:
            self.kids_of[number] = [int(kid) for kid in _REFERENCE.findall(kids[1])]
        elif kind and contents:
            self.content_of[number] = int(contents[1])

    def in_order(self) -> list[int]:
        """The pages as a reader turns them."""
        below = {kid for kids in self.kids_of.values() for kid in kids}
        roots = self.kids_of.keys() - below
        if len(roots) != 1:
            raise PressPagesError(self.name, "it has no page tree")
        order, waiting = [], list(roots)
        while waiting:
            node = waiting.pop()
            if node in self.kids_of:
                waiting += reversed(self.kids_of.pop(node))
            elif node in self.content_of:
                order.append(node)
            else:
                raise PressPagesError(self.name, f"page {len(order) + 1} is not there")
        return order

    def content(self, raw: mmap, page: int) -> bytes:
        """What a page draws."""
        start, length, is_packed = self.stream_at.get(self.content_of[page], (0, 0, False))
        if not 0 < length <= STREAM_BYTES_MAX:
            raise PressPagesError(self.name, "a page has no content")
        content = raw[start : start + length]
        if not is_packed:
            return content
        try:
            return zlib.decompressobj().decompress(content, STREAM_BYTES_MAX)
        except zlib.error:
            raise PressPagesError(self.name, "a page cannot be unpacked") from None


def _card(name: str, outside: bytes, inside: bytes) -> PrintedCard:
    codes_outside, codes_inside = _codes(outside), _codes(inside)
    kinds = [[side > 1 for _, side, _ in codes] for codes in (codes_outside, codes_inside)]
    if kinds != [[True, False], [True]]:
        raise PressPagesError(name, "a pair of pages has not two codes outside and one inside")
    (width, _, qr), (_, _, bars) = codes_outside
    inside_width, _, inside_qr = codes_inside[0]
    return PrintedCard(
        outside_texts=_texts(outside),
        outside_token=_said(qr_text, qr, width),
        linear_code=_said(code_128_text, bars),
        inside_texts=_texts(inside),
        inside_token=_said(qr_text, inside_qr, inside_width),
        columns=_columns(inside),
    )


def _said(read: Callable[..., str], *code: object) -> str:
    """What a code says; nothing, when it cannot be read."""
    try:
        return read(*code)
    except UnreadableCodeError:
        return ""


def _texts(content: bytes) -> tuple[str, ...]:
    return tuple(text.decode("latin-1").strip() for text in _TEXT.findall(content))


def _codes(content: bytes) -> list[tuple[int, int, str]]:
    """Width, height and modules of each code, the one with most rows first."""
    codes = []
    for width_text, height_text, digits in _CODE.findall(content):
        width, height = int(width_text), int(height_text)
        packed = bytes.fromhex(digits.decode())
        stride = -(-width // 8)
        rows = [packed[at : at + stride] for at in range(0, len(packed), stride)]
        bits = [f"{int.from_bytes(row, 'big'):0{8 * stride}b}"[:width] for row in rows]
        codes.append((width, height, "".join(bits)))
    return sorted(codes, key=lambda code: -code[1])


def _columns(content: bytes) -> tuple[tuple[int, ...], ...]:
    """The numbers by where they stand: columns from the left, each from the top."""
    x, y, leading = 0.0, 0.0, 0.0
    columns: dict[float, list[tuple[float, int]]] = {}
    for step in _STEP.finditer(content):
        if step["anew"]:
            x, y = 0.0, 0.0
        elif step["leading"]:
            leading = float(step["leading"])
        elif step["right"]:
            x, y = x + float(step["right"]), y + float(step["up"])
        elif step["next"]:
            y -= leading
        else:
            columns.setdefault(round(x, 1), []).append((-y, int(step["number"])))
    return tuple(tuple(number for _, number in sorted(columns[at])) for at in sorted(columns))

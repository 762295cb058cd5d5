"""The objects of a PDF that are there once: numbered, written out, taken over from a library."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal

import pikepdf

from cardgen.length import Micrometers, points


@dataclass(slots=True)
class ObjectStore:
    """Objects in order of their numbers, from 1; a number may be kept free for a later body."""

    bodies: list[bytes | None] = field(default_factory=list)
    taken_over: dict[tuple[int, int], int] = field(default_factory=dict)

    def reserve(self) -> int:
        """A number whose object somebody else writes."""
        self.bodies.append(None)
        return len(self.bodies)

    def add(self, body: bytes) -> int:
        """An object's number."""
        self.bodies.append(body)
        return len(self.bodies)

    def add_stream(self, entries: Mapping[str, bytes], data: bytes) -> int:
        """A stream's number."""
        return self.add(stream_body(entries, data))

    def take_over(self, found: pikepdf.Object | int | Decimal) -> bytes:
        """An object of another file as it is written here, with all that it refers to."""
        if isinstance(found, int | Decimal):
            return str(found).lower().encode("ascii")
        if found.is_indirect:
            key = found.objgen
            if key not in self.taken_over:
                self.taken_over[key] = number = self.reserve()
                self.bodies[number - 1] = self._body(found)
            return reference(self.taken_over[key])
        return self._body(found)

    def _body(self, found: pikepdf.Object) -> bytes:
        if isinstance(found, pikepdf.Stream):
            skipped = ("/Length",)
            entries = {
                name[1:]: self.take_over(value)
                for name, value in found.stream_dict.items()
                if name not in skipped
            }
            return stream_body(entries, found.read_raw_bytes())
        if isinstance(found, pikepdf.Dictionary):
            return dictionary({name[1:]: self.take_over(value) for name, value in found.items()})
        if isinstance(found, pikepdf.Array):
            return b"[" + b" ".join(self.take_over(value) for value in found) + b"]"
        return bytes(found.unparse())

    def written(self) -> Iterator[tuple[int, bytes]]:
        """Each object's number and its bytes, those of others left out."""
        for place, body in enumerate(self.bodies):
            if body is not None:
                yield place + 1, written_object(place + 1, body)


def written_object(number: int, body: bytes) -> bytes:
    """An object as it stands in the file."""
    return b"%d 0 obj\n%b\nendobj\n" % (number, body)


def reference(number: int) -> bytes:
    """A reference to an object."""
    return b"%d 0 R" % number


def dictionary(entries: Mapping[str, bytes]) -> bytes:
    """A dictionary; the values are PDF already."""
    inner = b"".join(b"/%b %b" % (name.encode("ascii"), value) for name, value in entries.items())
    return b"<<" + inner + b">>"


def stream_body(entries: Mapping[str, bytes], data: bytes) -> bytes:
    """A stream's dictionary and data."""
    head = dictionary({**entries, "Length": b"%d" % len(data)})
    return b"%b\nstream\n%b\nendstream" % (head, data)


def text_string(text: str) -> bytes:
    """A text string: ASCII as it is, anything else in UTF-16."""
    if text.isascii():
        for special in ("\\", "(", ")"):
            text = text.replace(special, "\\" + special)
        return b"(" + text.encode("ascii") + b")"
    return b"<" + ("\ufeff" + text).encode("utf-16-be").hex().encode("ascii") + b">"


def number_text(value: float) -> bytes:
    """A number with at most five decimals (print.md 1.5)."""
    rounded = round(value, 5) + 0.0  # no minus before nothing
    return f"{rounded:.5f}".rstrip("0").rstrip(".").encode("ascii")


def rectangle(*corners: int) -> bytes:
    """A rectangle of micrometers in points."""
    return b"[" + b" ".join(number_text(points(Micrometers(x))) for x in corners) + b"]"

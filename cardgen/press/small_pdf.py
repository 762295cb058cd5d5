"""A PDF of a few pages, held whole until it is written."""

from collections.abc import Iterable

from cardgen.press.pdf_objects import ObjectStore, dictionary, reference

HEADER = b"%PDF-1.6\n%\xe2\xe3\xcf\xd3\n"
HEADER_X1A = HEADER.replace(b"1.6", b"1.4")  # ISO 15930-4


def add_pages(store: ObjectStore, pages: int, kids: Iterable[dict[str, bytes]]) -> None:
    """Pages below a node whose number was kept free for them."""
    numbers = [
        reference(store.add(dictionary({"Type": b"/Page", "Parent": reference(pages), **kid})))
        for kid in kids
    ]
    body = b"<</Type/Pages/Count %d/Kids[%b]>>" % (len(numbers), b" ".join(numbers))
    store.bodies[pages - 1] = body


def written_file(store: ObjectStore, catalog: int, info: int, name: bytes) -> bytes:
    """The file: header, objects, offsets, trailer; `name` tells it from others."""
    written, offsets = bytearray(HEADER), []
    for _, body in store.written():
        offsets.append(len(written))
        written += body
    start, size = len(written), len(offsets) + 1
    written += b"xref\n0 %d\n0000000000 65535 f \n" % size
    written += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    digits = name.hex().encode("ascii")
    entries = {
        "Size": b"%d" % size,
        "Root": reference(catalog),
        "Info": reference(info),
        "ID": b"[<%b><%b>]" % (digits, digits),
    }
    written += b"trailer\n%b\nstartxref\n%d\n%%%%EOF\n" % (dictionary(entries), start)
    return bytes(written)

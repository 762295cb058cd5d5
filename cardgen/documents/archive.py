"""A paper finished for keeping: PDF/A-3b, dated by what it tells of, the same bytes each time.

ISO 19005-3; what the checkers of it ask for is collected in the docstrings below.
"""

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime
from io import BytesIO
from xml.sax.saxutils import escape

from pikepdf import Array, Dictionary, Name, Pdf, Stream, StreamDecodeLevel, String

from cardgen.errors import BadValueError
from cardgen.templates import template_bytes

PDF_VERSION = "1.7"  # ISO 32000-1, which PDF/A-3 is built on
PRODUCER = "sealed-cards"
SUBSET_TAG_LETTERS = 6  # ISO 32000-1, 9.6.4
JSON_TYPE = Name("/application/json")

_XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about=""
 xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/">
<pdfaid:part>3</pdfaid:part>
<pdfaid:conformance>B</pdfaid:conformance>
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<xmp:CreateDate>{date}</xmp:CreateDate>
<xmp:ModifyDate>{date}</xmp:ModifyDate>
<pdf:Producer>{producer}</pdf:Producer>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>"""


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file inside the paper: the statement itself, of which the page is the picture."""

    name: str
    description: str
    content: bytes


def archived(pdf: Pdf, title: str, made_at: datetime) -> bytes:
    """The finished file; whatever the drawing library said of itself is replaced.

    Raises: BadValueError, when a font is not embedded.
    """
    for page in pdf.pages:
        if Name.Trans in page:
            del page[Name.Trans]  # the drawing library's empty slide transition
    _tag_fonts(pdf)
    _describe(pdf, title, made_at)
    _intend_srgb(pdf)
    pdf.Root.ViewerPreferences = Dictionary(PrintScaling=Name("/None"), DisplayDocTitle=True)
    pdf.Root.Lang = String("en-US")
    return saved(pdf)


def saved(pdf: Pdf) -> bytes:
    """The file's bytes; no stream's data ends in a carriage return.

    The writer ends the data with a line feed; after a carriage return the two read as one end of
    line, and the stream as one byte shorter than its Length (ISO 19005-3, 6.1.7.1).
    """
    with Pdf.open(BytesIO(_written(pdf))) as written:
        ambiguous = [
            one
            for one in written.objects
            if isinstance(one, Stream) and one.read_raw_bytes().endswith(b"\r")
        ]
        for stream in ambiguous:
            _end_in_hex(stream)
        return _written(written, compress_streams=False)  # it would pack the hex away again


def _written(pdf: Pdf, *, compress_streams: bool = True) -> bytes:
    buffer = BytesIO()
    pdf.save(
        buffer,
        deterministic_id=True,
        force_version=PDF_VERSION,
        compress_streams=compress_streams,
        stream_decode_level=None if compress_streams else StreamDecodeLevel.none,
    )
    return buffer.getvalue()


def _end_in_hex(stream: Stream) -> None:
    """The same data in hex digits over its own filters; it ends in its end mark."""
    filters = stream.get(Name.Filter, Array())
    inner = list(filters) if isinstance(filters, Array) else [filters]
    parameters = stream.get(Name.DecodeParms)
    raw = stream.read_raw_bytes().hex().encode() + b">"
    stream.write(
        raw,
        filter=Array([Name.ASCIIHexDecode, *inner]),
        decode_parms=None if parameters is None else Array([None, parameters]),
    )


def attach(pdf: Pdf, attachment: Attachment, made_at: datetime) -> None:
    """The file in the catalog twice, as an associated file and by its name (PDF/A-3, 6.8)."""
    embedded = Stream(
        pdf,
        attachment.content,
        Type=Name.EmbeddedFile,
        Subtype=JSON_TYPE,
        Params=Dictionary(
            Size=len(attachment.content),
            CreationDate=String(_pdf_date(made_at)),
            ModDate=String(_pdf_date(made_at)),
            CheckSum=String(_checksum(attachment.content)),
        ),
    )
    reference = pdf.make_indirect(embedded)
    specification = pdf.make_indirect(
        Dictionary(
            Type=Name.Filespec,
            F=String(attachment.name),
            UF=String(attachment.name),
            Desc=String(attachment.description),
            AFRelationship=Name.Data,
            EF=Dictionary(F=reference, UF=reference),
        )
    )
    names = Array([String(attachment.name), specification])
    pdf.Root.Names = Dictionary(EmbeddedFiles=Dictionary(Names=names))
    pdf.Root.AF = Array([specification])


def _checksum(content: bytes) -> bytes:
    """What the file format asks for; the certificate prints a SHA-256."""
    return hashlib.md5(content, usedforsecurity=False).digest()


def _tag_fonts(pdf: Pdf) -> None:
    """Name each font subset by its content.

    The drawing library calls the first subset of every document AAAAAA: a program that joins two
    documents and trusts the name would print wrong letters.
    """
    for font in pdf.objects:
        if not isinstance(font, Dictionary) or font.get(Name.Type) != Name.Font:
            continue
        if font.Subtype == Name.Type3:  # its glyphs are drawn in the file, and it has no name
            continue
        descriptor = font.get(Name.FontDescriptor)
        if descriptor is None or Name.FontFile2 not in descriptor:
            raise BadValueError("A font", str(font.BaseFont), "TrueType outlines in the file")
        plain = str(font.BaseFont).rpartition("+")[2].lstrip("/")
        tagged = Name(f"/{_subset_tag(descriptor.FontFile2.read_bytes())}+{plain}")
        font.BaseFont = tagged
        descriptor.FontName = tagged


def _subset_tag(outlines: bytes) -> str:
    number = int.from_bytes(hashlib.sha256(outlines).digest())
    letters = []
    for _ in range(SUBSET_TAG_LETTERS):
        number, letter = divmod(number, 26)
        letters.append(chr(ord("A") + letter))
    return "".join(letters)


def _describe(pdf: Pdf, title: str, made_at: datetime) -> None:
    """The same title and dates in the information dictionary and in XMP (PDF/A-3, 6.6.3)."""
    date = String(_pdf_date(made_at))
    pdf.trailer.Info = pdf.make_indirect(
        Dictionary(Title=String(title), Producer=String(PRODUCER), CreationDate=date, ModDate=date)
    )
    at = f"{made_at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
    packet = _XMP.format(title=escape(title), date=at, producer=PRODUCER)
    pdf.Root.Metadata = pdf.make_indirect(
        Stream(pdf, packet.encode(), Type=Name.Metadata, Subtype=Name.XML)
    )


def _intend_srgb(pdf: Pdf) -> None:
    """Say what its colors mean: sRGB, and gray with it."""
    profile = pdf.make_indirect(Stream(pdf, template_bytes("icc", "sRGB.icc"), N=3))
    intent = Dictionary(
        Type=Name.OutputIntent,
        S=Name.GTS_PDFA1,
        OutputConditionIdentifier=String("sRGB IEC61966-2.1"),
        RegistryName=String("http://www.color.org"),
        Info=String("sRGB IEC61966-2.1"),
        DestOutputProfile=profile,
    )
    pdf.Root.OutputIntents = Array([pdf.make_indirect(intent)])


def _pdf_date(moment: datetime) -> str:
    return f"D:{moment.astimezone(UTC):%Y%m%d%H%M%S}Z"

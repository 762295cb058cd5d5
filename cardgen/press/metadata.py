"""What a press file says of itself: XMP, Info, the printing condition, its identity."""

import hashlib
from dataclasses import dataclass
from uuid import UUID

from cardgen.card_design import CardDesign
from cardgen.press.job import PressJob
from cardgen.press.pdf_objects import ObjectStore, dictionary, reference, text_string
from cardgen.press.printing_condition import PrintingCondition, house_condition
from cardgen.press_style import PressStyle, Standard

_XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/"
 xmlns:pdfvtid="http://www.npes.org/pdfvt/ns/id/">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<xmp:CreateDate>{time}</xmp:CreateDate><xmp:ModifyDate>{time}</xmp:ModifyDate>
<xmp:MetadataDate>{time}</xmp:MetadataDate><xmp:CreatorTool>sealed-cards</xmp:CreatorTool>
<xmpMM:DocumentID>uuid:{document}</xmpMM:DocumentID>
<xmpMM:InstanceID>uuid:{document}</xmpMM:InstanceID>
<xmpMM:VersionID>1</xmpMM:VersionID><xmpMM:RenditionClass>default</xmpMM:RenditionClass>
<pdf:Trapped>False</pdf:Trapped><pdf:Producer>sealed-cards</pdf:Producer>
{claims}</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>"""
_X4 = """<pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>
"""
_RECORDS = """<pdfvtid:GTS_PDFVTVersion>PDF/VT-1</pdfvtid:GTS_PDFVTVersion>
<pdfvtid:GTS_PDFVTModDate>{time}</pdfvtid:GTS_PDFVTModDate>
"""
_NAMES = {Standard.X4: "PDF/X-4", Standard.X1A: "PDF/X-1a:2003"}


@dataclass(frozen=True, slots=True)
class Extent:
    """Which cards of the series a file holds: from which audit number on, and how many."""

    first: int
    card_count: int


@dataclass(frozen=True, slots=True)
class Document:
    """A file's title, the sixteen bytes that tell it from every other file, what it claims."""

    title: str
    name: bytes
    for_press: bool = True
    records: str = ""
    standard: Standard = Standard.X4

    @property
    def claims(self) -> str:
        """The standards it keeps, as XMP names them."""
        named = self.for_press and self.standard is Standard.X4  # PDF/X-1a is named in Info alone
        return (_X4 if named else "") + self.records


def press_document(job: PressJob, extent: Extent) -> Document:
    """A press file; most are made of records (PDF/VT)."""
    style = job.style
    records = _RECORDS.format(time=job.made_at_text) if style.has_records else ""
    return Document(_title(job), identity(job, extent), records=records, standard=style.standard)


def paper_document(kind: str, job: PressJob, *, for_press: bool) -> Document:
    """A file about the whole series, such as its proof."""
    series = job.series
    whole = identity(job, Extent(series.first, series.count))
    name = hashlib.sha256(kind.encode("ascii") + b"\n" + whole).digest()[:16]
    return Document(f"{kind} of {_title(job)}", name, for_press)


def identity(job: PressJob, extent: Extent) -> bytes:
    """Sixteen bytes that name this file; they tell the job and nothing of any face."""
    series = job.series
    parts = (
        *(_title(job), series.form, series.first, series.count, series.run_id.hex()),
        *(job.role, job.price_cents, job.hall_name, job.order_number, job.made_at_text),
        *(job.specimen, job.lot, job.pack_size, extent.first, extent.card_count),
        *_condition_parts(job.condition),
        *_design_parts(job.design),
        *_style_parts(job.style),
    )
    return hashlib.sha256("\n".join(map(str, parts)).encode()).digest()[:16]


def _title(job: PressJob) -> str:
    """The series, in the words that stand on every card's outside."""
    series = job.series
    return f"Sealed cards {series.maker} {series.set_serial} {series.series} {series.color}"


def _condition_parts(condition: PrintingCondition) -> tuple[str, ...]:
    """What tells a file for another press apart."""
    if condition == house_condition():
        return ()
    return condition.identifier, hashlib.sha256(condition.profile).hexdigest()


def _design_parts(design: CardDesign) -> tuple[str, ...]:
    """What tells a file of other looks apart."""
    return () if design == CardDesign() else tuple(map(str, design.fields.values()))


def _style_parts(style: PressStyle) -> tuple[str, ...]:
    """What tells a file of the same cards for another press apart."""
    return () if style == PressStyle() else (style.standard, style.inks, style.codes)


def add_info(store: ObjectStore, job: PressJob, document: Document) -> int:
    """The Info dictionary, which agrees with the XMP."""
    date = text_string(job.made_at.strftime("D:%Y%m%d%H%M%SZ"))
    entries = {
        "Title": text_string(document.title),
        "Creator": text_string("sealed-cards"),
        "Producer": text_string("sealed-cards"),
        "CreationDate": date,
        "ModDate": date,
        "Trapped": b"/False",
    }
    if document.for_press:
        entries["GTS_PDFXVersion"] = text_string(_NAMES[document.standard])
    return store.add(dictionary(entries))


def add_metadata(store: ObjectStore, job: PressJob, document: Document) -> int:
    """The XMP stream."""
    packet = _XMP.format(
        title=document.title,
        time=job.made_at_text,
        document=UUID(bytes=document.name, version=4),
        claims=document.claims,
    )
    return store.add_stream({"Type": b"/Metadata", "Subtype": b"/XML"}, packet.encode())


def add_output_intent(store: ObjectStore, condition: PrintingCondition) -> bytes:
    """The printing condition with its profile; spot color and black need none, PDF/X-4 does."""
    profile = store.add_stream({"N": b"4"}, condition.profile)
    entries = {
        "Type": b"/OutputIntent",
        "S": b"/GTS_PDFX",
        "OutputConditionIdentifier": text_string(condition.identifier),
    }
    if condition.words:
        entries["OutputCondition"] = text_string(condition.words)
    if condition.is_registered:
        entries["RegistryName"] = text_string("http://www.color.org")
    entries["Info"] = text_string(condition.info or condition.identifier)
    entries["DestOutputProfile"] = reference(profile)
    return dictionary(entries)


def optional_content(layers: tuple[int, ...], hidden: tuple[int, ...]) -> bytes:
    """Which layers there are, and which of them a reader hides until he is told otherwise."""
    every = b"[" + b" ".join(map(reference, layers)) + b"]"
    configuration = {
        "Name": text_string("Default"),
        "BaseState": b"/ON",
        "Order": every,
        "OFF": b"[" + b" ".join(map(reference, hidden)) + b"]",
    }
    return dictionary({"OCGs": every, "D": dictionary(configuration)})

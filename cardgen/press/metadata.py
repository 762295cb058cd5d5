"""What a press file says of itself: XMP, Info, the printing condition, its identity."""

import hashlib
from dataclasses import dataclass
from uuid import UUID

from cardgen.press.job import PressJob
from cardgen.press.pdf_objects import ObjectStore, dictionary, reference, text_string
from cardgen.templates import template_bytes

PRINTING_CONDITION = "FOGRA39"
PROFILE = ("icc", "FOGRA39L.icc")
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
<pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>
<pdfvtid:GTS_PDFVTVersion>PDF/VT-1</pdfvtid:GTS_PDFVTVersion>
<pdfvtid:GTS_PDFVTModDate>{time}</pdfvtid:GTS_PDFVTModDate>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>"""


@dataclass(frozen=True, slots=True)
class Extent:
    """Which cards of the series a file holds: from which audit number on, and how many."""

    first: int
    card_count: int


def title(job: PressJob) -> str:
    """The file's title: the series, in the words that stand on every card's outside."""
    series = job.series
    return f"Sealed cards {series.maker} {series.set_serial} {series.series} {series.color}"


def identity(job: PressJob, extent: Extent) -> bytes:
    """Sixteen bytes that name this file; they tell the job and nothing of any face."""
    series = job.series
    parts = (
        *(title(job), series.form, series.first, series.count, series.run_id.hex()),
        *(job.role, job.price_cents, job.hall_name, job.order_number, job.made_at_text),
        *(job.specimen, extent.first, extent.card_count),
    )
    return hashlib.sha256("\n".join(map(str, parts)).encode()).digest()[:16]


def add_info(store: ObjectStore, job: PressJob) -> int:
    """The Info dictionary, which agrees with the XMP."""
    date = text_string(job.made_at.strftime("D:%Y%m%d%H%M%SZ"))
    entries = {
        "Title": text_string(title(job)),
        "Creator": text_string("sealed-cards"),
        "Producer": text_string("sealed-cards"),
        "CreationDate": date,
        "ModDate": date,
        "Trapped": b"/False",
        "GTS_PDFXVersion": text_string("PDF/X-4"),
    }
    return store.add(dictionary(entries))


def add_metadata(store: ObjectStore, job: PressJob, extent: Extent) -> int:
    """The XMP stream."""
    document = UUID(bytes=identity(job, extent), version=4)
    packet = _XMP.format(title=title(job), time=job.made_at_text, document=document)
    return store.add_stream({"Type": b"/Metadata", "Subtype": b"/XML"}, packet.encode())


def add_output_intent(store: ObjectStore) -> bytes:
    """The printing condition with its profile; spot color and black need none, PDF/X-4 does."""
    profile = store.add_stream({"N": b"4"}, template_bytes(*PROFILE))
    entries = {
        "Type": b"/OutputIntent",
        "S": b"/GTS_PDFX",
        "OutputConditionIdentifier": text_string(PRINTING_CONDITION),
        "OutputCondition": text_string("Offset, coated paper, ISO 12647-2"),
        "RegistryName": text_string("http://www.color.org"),
        "Info": text_string("FOGRA39L coated (argyll colprof)"),
        "DestOutputProfile": reference(profile),
    }
    return dictionary(entries)

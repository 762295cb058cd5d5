"""A delivery as a stranger checks it: no secret, no key, only what came in the carton."""

import hashlib
import re
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from cardgen.errors import BadFileError, VerificationError, printable
from cardgen.files import read_bounded
from cardgen.proof.bundle import Bundle, read_bundle
from cardgen.proof.certificate import Certificate
from cardgen.proof.chain import Chain
from cardgen.proof.checkpoint import plant_key_name, read_checkpoint, series_origin
from cardgen.proof.framing import JSON_BYTES_MAX, parse_canonical
from cardgen.proof.manifest import Manifest, ManifestSeries, printed_time
from cardgen.proof.signing import check_statement
from cardgen.run_folder import PRESS, RECORD

CHAIN = "chain.pem"
MANIFEST = "manifest.json"
SUMS = "SHA256SUMS"
HASH_BLOCK_BYTES = 1 << 20
CLOCKS_APART_MAX = timedelta(hours=1)  # of the plant and of whoever checks
_SUMS_LINE = re.compile(r"^([0-9a-f]{64})  ([A-Za-z0-9._-]+)$", re.ASCII | re.MULTILINE)
_MENDS = "Name a folder that `cardgen ship` wrote."
# What the file managers of two systems leave in a folder that somebody looked at, in lower case.
_OF_FILE_MANAGERS = frozenset({".ds_store", "thumbs.db", "desktop.ini"})


class LineEndsError(VerificationError):
    """A file that was copied as text, so that its line ends were changed."""

    code = "line-ends"

    def __init__(self, name: str) -> None:
        super().__init__(
            f"{name} has other line ends than it was shipped with (CR LF instead of LF). "
            "Copy the delivery anew as it is, without a program that changes text."
        )


class DeliveryError(VerificationError):
    """A delivery whose parts do not belong together."""

    code = "bad-delivery"

    def __init__(self, why: str) -> None:
        super().__init__(f"{printable(why)}. Ask the maker for an unaltered copy of the delivery.")


@dataclass(frozen=True, slots=True)
class DeliveredSeries:
    """One series of a checked delivery."""

    entry: ManifestSeries
    bundle: Bundle
    certificate: Certificate


@dataclass(frozen=True, slots=True)
class Delivery:
    """A delivery all of whose parts were checked against the chain's root."""

    folder: Path
    chain: Chain
    manifest: Manifest
    series: tuple[DeliveredSeries, ...]

    def check_signed_before(self, this_moment: datetime) -> None:
        """Raises: DeliveryError, when something in it is said to have happened after this."""
        for one in self.series:
            at = one.certificate.signed_at
            if at > this_moment + CLOCKS_APART_MAX:
                raise DeliveryError(
                    f"Set {one.entry.set_serial}: the certificate is of {printed_time(at)}, which "
                    f"is in the future; it is {printed_time(this_moment)} now"
                )


def bundle_name(serial: str) -> str:
    """The file name of a series' bundle."""
    return f"{serial}.bundle"


def checkpoint_name(serial: str) -> str:
    """The file name of a series' checkpoint."""
    return f"{serial}.checkpoint"


def certificate_name(serial: str) -> str:
    """The file name of a series' certificate."""
    return f"certificate-{serial}.json"


def file_sha256(path: Path) -> str:
    """The SHA-256 of a file in hex, read in blocks."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(HASH_BLOCK_BYTES):
            digest.update(block)
    return digest.hexdigest()


def sums_text(hashes: Mapping[str, str]) -> str:
    """SHA256SUMS as `sha256sum -c` reads it, names in order."""
    return "".join(f"{hashes[name]}  {name}\n" for name in sorted(hashes))


def checked_delivery(folder: Path, fingerprint: str | None) -> Delivery:
    """The delivery, when every part of it holds; `fingerprint` is what the paper says.

    Raises: VerificationError, by the first step that fails; BadFileError.
    """
    # (1) every file is listed with its hash, and nothing else is there
    names = _checked_names(folder)
    # (2) the certificates lead to the maker's root, and the root is the one on paper
    pem = _read(folder, CHAIN)
    chain = Chain.parse(pem)
    if chain.pem != pem:
        raise DeliveryError(f"{CHAIN} holds something besides its three certificates")
    if fingerprint is not None:
        chain.check_fingerprint(fingerprint)
    # (3) the plant signed the manifest
    manifest_bytes = _signed(folder, MANIFEST, chain, "manifest")
    manifest = Manifest.from_fields(parse_canonical(manifest_bytes, MANIFEST))
    if manifest.maker != chain.maker:
        raise DeliveryError(f"The manifest is of {manifest.maker}, the signer of {chain.maker}")
    chain.check_time(manifest.made_at)
    # (4) each series: bundle, checkpoint and certificate are signed and agree
    manifest_sha256 = hashlib.sha256(manifest_bytes).hexdigest()
    series = tuple(
        _checked_series(folder, chain, entry, manifest_sha256) for entry in manifest.series
    )
    _check_agreement(manifest, series, chain)
    # (5) the papers are those that the certificates name, and nothing else lies there
    _check_papers(folder, names, series)
    return Delivery(folder, chain, manifest, series)


def _checked_names(folder: Path) -> set[str]:
    """The names in the folder, each checked against its hash."""
    there = _plain_files(folder)
    listed = _listed(_read(folder, SUMS))
    for name in sorted((there - {SUMS}) ^ listed.keys()):
        where = "is not listed in" if name in there else "is missing, but listed in"
        raise DeliveryError(f"{name} {where} {SUMS}")
    for name, expected in listed.items():
        if _sha256(folder, name) != expected:
            _check_line_ends(folder, name, expected)
            raise DeliveryError(f"{name} is not the file that {SUMS} lists")
    return there


def _check_line_ends(folder: Path, name: str, expected: str) -> None:
    """Raises: LineEndsError, when nothing but its line ends was changed."""
    if (folder / name).stat().st_size > JSON_BYTES_MAX:
        return  # a bundle: no program takes it for text
    raw = (folder / name).read_bytes()
    if hashlib.sha256(raw.replace(b"\r\n", b"\n")).hexdigest() == expected:
        raise LineEndsError(name)


def is_of_file_manager(name: str) -> bool:
    """Whether a file of this name says nothing of a delivery and is passed over.

    >>> is_of_file_manager("._manifest.json"), is_of_file_manager("manifest.json")
    (True, False)
    """
    return name.lower() in _OF_FILE_MANAGERS or name.startswith("._")


def _check_papers(folder: Path, names: set[str], series: tuple[DeliveredSeries, ...]) -> None:
    known = {SUMS, CHAIN, MANIFEST, f"{MANIFEST}.sig"}
    for delivered in series:
        serial = delivered.entry.set_serial
        certificate = certificate_name(serial)
        page = certificate.removesuffix(".json") + ".pdf"
        known |= {bundle_name(serial), checkpoint_name(serial), page}
        known |= {certificate, f"{certificate}.sig"}
        for paper in delivered.certificate.papers:
            known.add(paper.name)
            if paper.name in names and _sha256(folder, paper.name) != paper.sha256:
                raise DeliveryError(f"{paper.name} is not the paper that set {serial} names")
    for name in sorted(names ^ known):
        what = "lies there, and nobody signed for it" if name in names else "is missing"
        raise DeliveryError(f"{name} {what}")


def _plain_files(folder: Path) -> set[str]:
    """The names in the folder; whatever is no file of its own could change after the check."""
    try:
        modes = {
            path.name: path.lstat().st_mode
            for path in folder.iterdir()
            if not is_of_file_manager(path.name)
        }
    except OSError as error:
        raise BadFileError(folder, error.strerror or "cannot be read", _MENDS) from None
    if {PRESS, RECORD} <= modes.keys():
        raise BadFileError(folder, "this is a run, not a delivery", "Ship it first.")
    for name, mode in sorted(modes.items()):
        if not stat.S_ISREG(mode):
            raise DeliveryError(f"{name} is a folder, a link or a device, not a file")
    return set(modes)


def _listed(raw: bytes) -> dict[str, str]:
    """The hash that SHA256SUMS lists for each name."""
    text = raw.decode("utf-8", "replace")
    listed = {name: digest for digest, name in _SUMS_LINE.findall(text)}
    if sums_text(listed) != text:
        if b"\r\n" in raw:
            raise LineEndsError(SUMS)
        raise DeliveryError(f"{SUMS} is not one hash and name a line, names in order")
    return listed


def _checked_series(
    folder: Path, chain: Chain, entry: ManifestSeries, manifest_sha256: str
) -> DeliveredSeries:
    serial = entry.set_serial
    _check_there(folder, bundle_name(serial))
    bundle = read_bundle(folder / bundle_name(serial), chain.plant_key)
    note = _read(folder, checkpoint_name(serial)).decode("utf-8", "replace")
    checkpoint = read_checkpoint(chain.plant_key, plant_key_name(bundle.series), note)
    raw = _signed(folder, certificate_name(serial), chain, "certificate")
    certificate = Certificate.from_fields(parse_canonical(raw, certificate_name(serial)))
    facts = (
        ("bundle's hash in the manifest", entry.bundle_sha256, _sha256(folder, bundle.path.name)),
        ("checkpoint's size", checkpoint.size, bundle.series.count),
        ("checkpoint's root", checkpoint.root, bundle.root),
        ("checkpoint's origin", checkpoint.origin, series_origin(bundle.series)),
        ("certificate's series", certificate.series, bundle.series),
        ("certificate's bundle hash", certificate.bundle_sha256, entry.bundle_sha256),
        ("certificate's manifest hash", certificate.manifest_sha256, manifest_sha256),
        ("certificate's checkpoint", certificate.checkpoint, note),
        ("certificate's role", certificate.role, entry.role),
        ("certificate's skips", _skips_within(certificate, entry), entry.skips),
        ("manifest's set serial", serial, bundle.series.set_serial),
        ("manifest's first number", entry.first, certificate.delivered[0]),
        ("manifest's last number", entry.last, certificate.delivered[1]),
    )
    for name, said, found in facts:
        if said != found:
            raise DeliveryError(f"Set {serial}: the {name} does not agree")
    return DeliveredSeries(entry, bundle, certificate)


def _skips_within(certificate: Certificate, entry: ManifestSeries) -> tuple[int, ...]:
    """A certificate tells of the whole series, a delivery may hold a part of it."""
    return tuple(skip for skip in certificate.skips if entry.first <= skip <= entry.last)


def _check_agreement(manifest: Manifest, series: tuple[DeliveredSeries, ...], chain: Chain) -> None:
    first, faces_before = series[0].certificate, 0
    for delivered in series:
        certificate = delivered.certificate
        facts = (
            ("maker", certificate.series.maker, manifest.maker),
            ("order", certificate.order, manifest.order),
            ("hall", certificate.hall, manifest.hall),
            ("time", certificate.made_at, manifest.made_at),
            ("signer", certificate.signer.fingerprint, chain.fingerprint),
            ("chain", certificate.signer.chain_pem.encode(), chain.pem),
            ("run", certificate.series.run_id, first.series.run_id),
            ("root commit", certificate.root_commit, first.root_commit),
            ("components", certificate.component_fingerprints, first.component_fingerprints),
        )
        for name, said, expected in facts:
            if said != expected:
                serial = certificate.series.set_serial
                raise DeliveryError(f"Set {serial}: the certificate's {name} does not agree")
        chain.check_plant_time(certificate.begun_at)
        chain.check_time(certificate.signed_at)
        if certificate.series.run_offset < faces_before:
            # the same places of the permutation: cards of both would hold the same numbers
            raise DeliveryError(f"Set {certificate.series.set_serial} deals faces of another set")
        faces_before = certificate.series.run_offset + certificate.series.face_count


def _signed(folder: Path, name: str, chain: Chain, what: str) -> bytes:
    statement, signature = _read(folder, name), _read(folder, f"{name}.sig")
    check_statement(chain.plant_key, what, statement, signature)
    return statement


def _check_there(folder: Path, name: str) -> None:
    if not (folder / name).is_file():
        raise DeliveryError(f"{name} is missing from the delivery")


def _sha256(folder: Path, name: str) -> str:
    try:
        return file_sha256(folder / name)
    except OSError as error:
        raise BadFileError(folder / name, error.strerror or "cannot be read", _MENDS) from None


def _read(folder: Path, name: str) -> bytes:
    _check_there(folder, name)
    return read_bounded(folder / name, JSON_BYTES_MAX, _MENDS)

"""What a plant could sign by mistake, or another plant on purpose, is no delivery."""

import shutil
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from cardgen.errors import VerificationError
from cardgen.proof.bundle import ForeignCardError
from cardgen.proof.certificate import Certificate
from cardgen.proof.chain import ChainError, WrongFingerprintError
from cardgen.proof.checkpoint import Checkpoint, series_origin, sign_checkpoint
from cardgen.proof.custody import Custody
from cardgen.proof.delivery import checked_delivery
from cardgen.proof.framing import canonical
from cardgen.proof.manifest import Manifest, packs_of
from cardgen.proof.signing import SignatureError
from cardgen.series import Role, RunId, SeriesCode
from cardgen.tokens import InsideToken
from tests.small_delivery import (
    BLUE,
    MADE_AT,
    RED,
    Shipper,
    assert_refused,
    plant_keys,
    refusal_of,
    same_certificate,
    same_manifest,
    write_sums,
)


@pytest.mark.parametrize("place", [0, 9, 50, 400, -1])
@pytest.mark.parametrize("name", ["000201.bundle", "000202.bundle"])
def test_an_altered_bundle_is_refused_though_the_sums_are_made_again(
    delivery: Path, shipper: Shipper, name: str, place: int
) -> None:
    raw = bytearray((delivery / name).read_bytes())
    raw[place] ^= 1
    (delivery / name).write_bytes(bytes(raw))
    write_sums(delivery)
    assert_refused(delivery)


def with_series(certificate: Certificate, changes: dict[str, Any]) -> Certificate:
    return replace(certificate, series=replace(certificate.series, **changes))


CERTIFICATES: dict[str, Callable[[Certificate], Certificate]] = {
    "role": lambda one: replace(
        one, role=Role.TRADE_IN if one.role is Role.ORIGINAL else Role.ORIGINAL
    ),
    "order": lambda one: replace(one, order="2026-119"),
    "hall": lambda one: replace(one, hall="st-anne"),
    "time": lambda one: replace(one, made_at=MADE_AT.replace(hour=19)),
    "checkpoint": lambda one: replace(one, checkpoint=one.checkpoint.replace("60", "61")),
    "bundle hash": lambda one: replace(one, bundle_sha256="00" * 32),
    "manifest hash": lambda one: replace(one, manifest_sha256="00" * 32),
    "skips": lambda one: replace(one, skips=(int(one.series.first),)),
    "signer": lambda one: replace(one, signer=replace(one.signer, fingerprint="0000")),
    "chain": lambda one: replace(one, signer=replace(one.signer, chain_pem="\n")),
    "run": lambda one: with_series(one, {"run_id": RunId(bytes(16))}),
    "series": lambda one: with_series(one, {"series": SeriesCode("X1")}),
    "color": lambda one: with_series(one, {"color": "green"}),
    "offset": lambda one: with_series(one, {"run_offset": 7}),
}


@pytest.mark.parametrize("change", CERTIFICATES.values(), ids=CERTIFICATES.keys())
def test_a_certificate_that_contradicts_is_refused_though_the_plant_signed_it(
    shipper: Shipper, tmp_path: Path, change: Callable[[Certificate], Certificate]
) -> None:
    folder = shipper.deliver(tmp_path / "delivery", same_manifest, change)
    assert_refused(folder, "does not agree")


LAST_ALONE: dict[str, Callable[[Certificate], Certificate]] = {
    "root commit": lambda one: replace(one, root_commit="00" * 32),
    "components": lambda one: replace(one, component_fingerprints=("00" * 32, "00" * 32)),
}


@pytest.mark.parametrize("change", LAST_ALONE.values(), ids=LAST_ALONE.keys())
def test_the_certificates_of_a_run_name_the_same_secrets(
    shipper: Shipper, tmp_path: Path, change: Callable[[Certificate], Certificate]
) -> None:
    def change_last(certificate: Certificate) -> Certificate:
        return change(certificate) if certificate.series == BLUE else certificate

    folder = shipper.deliver(tmp_path / "delivery", same_manifest, change_last)
    assert_refused(folder, "Set 000202: the certificate's")


@pytest.mark.parametrize("run_offset", [0, 59])
def test_two_series_that_hold_the_same_numbers_are_refused(
    shipper: Shipper, tmp_path: Path, run_offset: int
) -> None:
    # RED takes 60 faces from place 0: a set that begins before place 60 deals some of them again.
    overlapping = replace(shipper, series=(RED, replace(BLUE, run_offset=run_offset)))
    assert_refused(overlapping.deliver(tmp_path / "delivery"), "faces of another set")


def with_entry(manifest: Manifest, changes: dict[str, Any]) -> Manifest:
    entry = replace(manifest.series[0], **changes)
    return replace(manifest, series=(entry, *manifest.series[1:]))


MANIFESTS: dict[str, Callable[[Manifest], Manifest]] = {
    "bundle hash": lambda one: with_entry(one, {"bundle_sha256": "00" * 32}),
    "skips": lambda one: with_entry(one, {"skips": (7,)}),
    "last": lambda one: with_entry(
        one, {"last": one.series[0].packs[0].last, "packs": one.series[0].packs[:1]}
    ),
    "first": lambda one: with_entry(
        one, {"first": one.series[0].packs[1].first, "packs": one.series[0].packs[1:]}
    ),
}


@pytest.mark.parametrize("change", MANIFESTS.values(), ids=MANIFESTS.keys())
def test_a_manifest_that_contradicts_is_refused_though_the_plant_signed_it(
    shipper: Shipper, tmp_path: Path, change: Callable[[Manifest], Manifest]
) -> None:
    folder = shipper.deliver(tmp_path / "delivery", change, same_certificate)
    assert_refused(folder, "does not agree")


def test_a_series_that_the_manifest_forgot_leaves_files_that_nobody_signed_for(
    shipper: Shipper, tmp_path: Path
) -> None:
    def forget(manifest: Manifest) -> Manifest:
        return replace(manifest, series=manifest.series[:1])

    assert_refused(shipper.deliver(tmp_path / "delivery", forget), "nobody signed for it")


def test_a_series_that_is_not_delivered_is_refused(shipper: Shipper, delivery: Path) -> None:
    for path in delivery.glob("*000202*"):
        path.unlink()
    write_sums(delivery)
    assert_refused(delivery, "000202.bundle is missing")


def test_a_manifest_of_no_series_proves_nothing(shipper: Shipper, delivery: Path) -> None:
    fields = {
        "version": 1,
        "maker": "ACME",
        "order": "2026-118",
        "hall": "st-brendan",
        "jurisdiction": "us-ny",
        "made_at": "2026-11-30T18:00:00Z",
        "series": [],
    }
    shipper.write_signed(delivery / "manifest.json", "manifest", canonical(fields))
    write_sums(delivery)
    assert_refused(delivery, "set serials")


@pytest.mark.parametrize("name", ["manifest.json", "certificate-000201.json"])
@pytest.mark.parametrize("raw", [b"", b"{}", b"[]", b"\xff", b'{"version":1,"version":1}'])
def test_signed_nonsense_is_refused(
    shipper: Shipper, delivery: Path, name: str, raw: bytes
) -> None:
    what = name.partition(".")[0].partition("-")[0]
    shipper.write_signed(delivery / name, what, raw)
    write_sums(delivery)
    assert_refused(delivery, "cannot be read")


def test_a_manifest_of_another_maker_is_refused(tmp_path: Path) -> None:
    shipper = Shipper(plant_keys(7, "EV12"))
    assert_refused(shipper.deliver(tmp_path / "delivery"), "ACME")


def test_a_manifest_from_before_the_signer_was_valid_is_refused(
    shipper: Shipper, tmp_path: Path
) -> None:
    def back_date(manifest: Manifest) -> Manifest:
        return replace(manifest, made_at=MADE_AT.replace(year=2025))

    error = refusal_of(shipper.deliver(tmp_path / "delivery", back_date))
    assert isinstance(error, ChainError)


def test_another_plant_cannot_deliver_under_this_ones_chain(
    shipper: Shipper, other_shipper: Shipper, tmp_path: Path
) -> None:
    folder = other_shipper.deliver(tmp_path / "delivery")
    (folder / "chain.pem").write_bytes(shipper.keys.chain.pem)
    write_sums(folder)
    assert isinstance(refusal_of(folder), SignatureError)


def test_another_plant_of_that_name_delivers_only_under_its_own_fingerprint(
    shipper: Shipper, other_shipper: Shipper, tmp_path: Path
) -> None:
    folder = other_shipper.deliver(tmp_path / "delivery")
    assert refusal_of(folder) is None  # the parts agree; only the paper can tell the plants apart
    assert isinstance(refusal_of(folder, shipper.keys.chain.fingerprint), WrongFingerprintError)


def test_a_checkpoint_that_another_plant_signed_is_refused(
    shipper: Shipper, other_shipper: Shipper, delivery: Path
) -> None:
    note = sign_checkpoint(
        other_shipper.keys.signing_key,
        "ACME/plant",
        Checkpoint(
            series_origin(RED), RED.count, checked_delivery(delivery, None).series[0].bundle.root
        ),
    )
    (delivery / "000201.checkpoint").write_text(note, encoding="utf-8")
    write_sums(delivery)
    assert_refused(delivery, "The checkpoint")


def test_a_checkpoint_of_another_root_or_size_is_refused_though_the_plant_signed_it(
    shipper: Shipper, delivery: Path
) -> None:
    root = checked_delivery(delivery, None).series[0].bundle.root
    for checkpoint in (
        Checkpoint(series_origin(RED), RED.count, bytes(32)),
        Checkpoint(series_origin(RED), RED.count - 1, root),
        Checkpoint(series_origin(BLUE), RED.count, root),
    ):
        note = sign_checkpoint(shipper.keys.signing_key, "ACME/plant", checkpoint)
        (delivery / "000201.checkpoint").write_text(note, encoding="utf-8")
        write_sums(delivery)
        assert_refused(delivery, "checkpoint's")


def test_a_card_of_another_delivery_is_foreign_here(untouched: Path) -> None:
    checked = checked_delivery(untouched, None)
    token = InsideToken.parse("SD1ACMET750001230000001W9MX5AWVWAYDT2MT2")
    with pytest.raises(ForeignCardError, match="another set"):
        checked.series[0].bundle.open_card(token)


def test_packs_are_of_one_size_but_the_last() -> None:
    packs = packs_of(RED.maker, RED.set_serial, range(1, 61), 25)
    assert [(int(pack.first), int(pack.last)) for pack in packs] == [(1, 25), (26, 50), (51, 60)]


def test_copies_of_a_delivery_hold_wherever_they_lie(untouched: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(untouched, tmp_path / "a folder with spaces\n")
    assert refusal_of(folder) is None


def test_what_happened_before_the_plant_had_its_root_is_refused(
    shipper: Shipper, tmp_path: Path
) -> None:
    long_ago = MADE_AT.replace(year=1999)
    custody = Custody((long_ago, long_ago), one_sitting=False, removed=None)
    folder = shipper.deliver(
        tmp_path / "delivery", same_manifest, lambda one: replace(one, custody=custody)
    )
    assert_refused(folder, "not on 1999-11-30")


def test_a_delivery_from_the_future_is_refused(delivery: Path) -> None:
    checked = checked_delivery(delivery, None)
    checked.check_signed_before(MADE_AT)
    checked.check_signed_before(MADE_AT - timedelta(minutes=59))  # clocks differ
    with pytest.raises(VerificationError, match="in the future"):
        checked.check_signed_before(MADE_AT - timedelta(days=1))

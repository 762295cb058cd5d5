"""Cards of a bundle: opened by their own code, and only as the plant committed to them."""

from dataclasses import replace
from pathlib import Path

import pytest

from cardgen.card_id import AuditNumber, CardId, FormCode, MakerId, SetSerial
from cardgen.errors import BadFileError, BadValueError
from cardgen.proof.bundle import Bundle, BundleError, ForeignCardError, read_bundle
from cardgen.proof.record import CardNotOpenedError, CommitmentError
from cardgen.tokens import InsideToken, OutsideToken
from tests import by_the_text
from tests.by_the_text import SMALL_COUNT, SMALL_RECORD, BundleParts
from tests.golden import GOLDEN_SERIES, GoldenBundle, golden_key, golden_public_key


@pytest.fixture
def small(golden_bundles: tuple[GoldenBundle, ...]) -> Bundle:
    return golden_bundles[2].bundle


def inside(golden: GoldenBundle, place: int) -> InsideToken:
    return InsideToken.parse(golden.expected["cards"][place]["inside_token"])


def outside(golden: GoldenBundle, place: int) -> OutsideToken:
    return OutsideToken.parse(golden.expected["cards"][place]["outside_token"])


# --- codes that are not the card's ----------------------------------------------------------


def test_a_code_of_another_maker_form_or_set_is_foreign(
    golden_bundles: tuple[GoldenBundle, ...],
) -> None:
    golden = golden_bundles[0]
    token, mark = inside(golden, 0), outside(golden, 0)
    number = AuditNumber(1)
    for what, card, form in (
        ("maker", CardId(MakerId("ACMF"), SetSerial("000123"), number), token.form),
        ("form", token.card, FormCode("T3V")),
        ("set", CardId(MakerId("ACME"), SetSerial("000124"), number), token.form),
        ("set", CardId(MakerId("ACME"), SetSerial("000000"), number), token.form),
        ("card", CardId(MakerId("ACME"), SetSerial("000123"), AuditNumber(9001)), token.form),
    ):
        with pytest.raises(ForeignCardError, match=f"another {what}") as refusal:
            golden.bundle.open_card(InsideToken(card, form, token.unlock_code))
        assert refusal.value.exit_code == 3
        assert token.unlock_code.symbols[:5] not in str(refusal.value)
        with pytest.raises(ForeignCardError, match=f"another {what}"):
            golden.bundle.check_outside(OutsideToken(card, form, mark.run_tag, mark.outer_tag))


def test_a_card_before_the_first_is_foreign(golden_bundles: tuple[GoldenBundle, ...]) -> None:
    golden = golden_bundles[1]  # begins at 501
    token = inside(golden, 0)
    card = CardId(token.card.maker, token.card.set_serial, AuditNumber(500))
    with pytest.raises(ForeignCardError, match="501 to 1500"):
        golden.bundle.open_card(InsideToken(card, token.form, token.unlock_code))


def test_a_card_of_another_run_is_foreign(golden_bundles: tuple[GoldenBundle, ...]) -> None:
    mark = outside(golden_bundles[0], 0)
    with pytest.raises(ForeignCardError, match="another run"):
        golden_bundles[0].bundle.check_outside(replace(mark, run_tag="0000"))


def test_an_invented_outer_tag_is_foreign(golden_bundles: tuple[GoldenBundle, ...]) -> None:
    mark, other = outside(golden_bundles[0], 0), outside(golden_bundles[0], 1)
    for tag in ("0" * 10, other.outer_tag):
        with pytest.raises(ForeignCardError, match="different tag"):
            golden_bundles[0].bundle.check_outside(replace(mark, outer_tag=tag))


def test_every_golden_code_opens_its_own_card_alone(
    golden_bundles: tuple[GoldenBundle, ...],
) -> None:
    golden = golden_bundles[1]
    tokens = [inside(golden, place) for place in range(9)]
    for token in tokens:
        for other in tokens:
            if token is not other:
                swapped = replace(token, unlock_code=other.unlock_code)
                with pytest.raises(CardNotOpenedError) as refusal:
                    golden.bundle.open_card(swapped)
                assert other.unlock_code.symbols[:5] not in str(refusal.value)


def test_the_golden_tokens_open_nothing_in_another_golden_bundle(
    golden_bundles: tuple[GoldenBundle, ...],
) -> None:
    for golden in golden_bundles:
        for other in golden_bundles:
            if golden is not other:
                with pytest.raises(ForeignCardError):
                    other.bundle.open_card(inside(golden, 0))


@pytest.mark.parametrize("number", [-1, 0, 201, 10**12])
def test_a_number_of_no_card_has_no_record(small: Bundle, number: int) -> None:
    with pytest.raises(BadValueError):
        small.record(number)


# --- a plant that signed what it should not -------------------------------------------------


def test_a_card_sealed_over_another_leaf_is_not_committed(
    golden_bundles: tuple[GoldenBundle, ...], parts: BundleParts, tmp_path: Path
) -> None:
    token, header_hash = inside(golden_bundles[2], 0), by_the_text.series_hash(parts.header)
    faces = [(index, index, index) for index in range(3)]
    plaintext = by_the_text.card_plaintext(faces, bytes(32))
    sealed = by_the_text.card_sealed(header_hash, 1, token.unlock_code.key_bytes, plaintext)
    records = sealed + parts.records[len(sealed) :]
    path = tmp_path / "000125.bundle"
    path.write_bytes(by_the_text.whole_bundle(golden_key(), parts.header, SMALL_COUNT, records))
    bundle = read_bundle(path, golden_public_key())
    with pytest.raises(CommitmentError, match="maker's list"):
        bundle.open_card(token)
    bundle.open_card(inside(golden_bundles[2], 1))


# --- files that change after they were verified ---------------------------------------------


def copied(parts: BundleParts, folder: Path) -> Bundle:
    path = folder / "000125.bundle"
    path.write_bytes(parts.raw)
    return read_bundle(path, golden_public_key())


def test_a_card_exchanged_after_the_check_is_not_in_the_signed_root(
    golden_bundles: tuple[GoldenBundle, ...], parts: BundleParts, tmp_path: Path
) -> None:
    bundle, token = copied(parts, tmp_path), inside(golden_bundles[2], 0)
    plaintext = by_the_text.card_plaintext([(0, 0, 0)] * 3, bytes(32))
    code = token.unlock_code.key_bytes
    sealed = by_the_text.card_sealed(bundle.series_hash, 1, code, plaintext)
    leaf = by_the_text.card_leaf(bundle.series_hash, 1, plaintext)
    records = sealed + leaf + parts.records[len(sealed + leaf) :]
    bundle.path.write_bytes(parts.raw[: parts.start] + records + parts.raw[-64:])
    with pytest.raises(CommitmentError, match="signed root"):
        bundle.open_card(token)


def test_a_bundle_that_shrank_or_went_away_after_the_check_is_refused(
    golden_bundles: tuple[GoldenBundle, ...], parts: BundleParts, tmp_path: Path
) -> None:
    bundle = copied(parts, tmp_path)
    token, mark = inside(golden_bundles[2], 8), outside(golden_bundles[2], 8)
    bundle.path.write_bytes(parts.raw[: parts.start + SMALL_RECORD])
    with pytest.raises(BundleError, match="shorter"):
        bundle.open_card(token)
    with pytest.raises(BundleError, match="shorter"):
        bundle.check_outside(mark)
    bundle.path.unlink()
    with pytest.raises(BadFileError):
        bundle.open_card(token)
    with pytest.raises(BadFileError):
        bundle.check_outside(mark)


def test_the_golden_series_are_one_run_and_three_forms() -> None:
    assert len({golden["header"]["run_id"] for golden in GOLDEN_SERIES}) == 1
    assert [golden["header"].get("faces", 1) for golden in GOLDEN_SERIES] == [1, 1, 3]

import io

import pytest

from cardgen.proof.header import header_bytes, header_hash, series_of
from cardgen.secret.dealing import deal, deal_numbers, deal_series
from cardgen.secret.printing import printed
from cardgen.secret.sealing import BundleWriter, seal
from tests.secret.conftest import Golden


@pytest.mark.parametrize("place", [0, 1, 2])
def test_the_golden_bundles_are_written_to_the_byte(golden: Golden, place: int) -> None:
    entry = golden.fields["series"][place]
    series = series_of(entry["header"])
    file = io.BytesIO()
    writer = BundleWriter(file, series, golden.plant_key)
    for batch in deal_series(golden.secrets, series):
        writer.add(batch)
    sealed = writer.sign()
    assert sealed.root.hex() == entry["root"]
    assert sealed.records_sha256.hex() == entry["records_sha256"]
    assert sealed.bundle_sha256 == entry["bundle_sha256"]
    assert sealed.checkpoint == entry["checkpoint"]
    assert len(file.getvalue()) == entry["bundle_bytes"]


def test_the_golden_cards_are_printed_and_sealed(golden: Golden) -> None:
    for entry in golden.fields["series"]:
        series = series_of(entry["header"])
        series_hash = header_hash(header_bytes(series))
        assert series_hash.hex() == entry["header_hash"]
        for card in entry["cards"]:
            batch = deal(golden.secrets, series, card["audit_number"], 1)
            rows, sealed = printed(batch), seal(series_hash, batch)
            assert rows.card_ids.decode() == card["card_id"]
            assert rows.outside_tokens.decode() == card["outside_token"]
            assert rows.inside_tokens.decode() == card["inside_token"]
            assert rows.linear_codes.decode() == card["linear_code"]
            assert rows.unlock_codes.decode().replace("-", "") == card["unlock_code"]
            expected = [n for face in card["faces"] for column in face["columns"] for n in column]
            assert list(rows.numbers) == expected
            assert sealed.leaves[0].hex() == card["leaf"]
            assert sealed.records.hex() == card["sealed"] + card["leaf"] + card["tag_hash"]


def test_any_split_into_batches_seals_the_same_bytes(golden: Golden) -> None:
    series = series_of(golden.fields["series"][2]["header"])
    bundles = []
    for splits in ([range(1, 201)], [range(1, 2), range(2, 120), range(120, 201)]):
        file = io.BytesIO()
        writer = BundleWriter(file, series, golden.plant_key)
        for numbers in splits:
            for batch in deal_numbers(golden.secrets, series, numbers):
                writer.add(batch)
        writer.sign()
        bundles.append(file.getvalue())
    assert bundles[0] == bundles[1]

"""Each attack of sealing.md section 8 that a plant or a proof has to stand; halls test theirs.

Those on the secret as a whole (a copy of everything public, 50 balls drawn) are in test_secrecy.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from cardgen.card_id import AuditNumber, CardId
from cardgen.errors import CardgenError, VerificationError
from cardgen.proof.bundle import BundleError, ForeignCardError, read_bundle
from cardgen.proof.record import CardNotOpenedError, open_record
from cardgen.secret.dealing import deal
from cardgen.secret.keys import Component, RunSecrets
from cardgen.secret.printing import printed
from cardgen.symbols import (
    ALPHABET,
    check_symbol,
    first_symbols,
    symbol_value,
    weighted_values,
)
from cardgen.tokens import InsideToken, OutsideToken, UnlockCode
from tests import by_the_text
from tests.cli.conftest import Command, Works
from tests.golden import GOLDEN, GoldenBundle, golden_key, golden_public_key, golden_secrets

# --- whoever holds cards --------------------------------------------------------------------


def inside(golden: GoldenBundle, place: int) -> InsideToken:
    return InsideToken.parse(golden.expected["cards"][place]["inside_token"])


def outside(golden: GoldenBundle, place: int) -> OutsideToken:
    return OutsideToken.parse(golden.expected["cards"][place]["outside_token"])


def test_swapped_seals(golden_bundles: tuple[GoldenBundle, ...]) -> None:
    """The inside of A glued into the outside of B opens A and says so; it never opens B."""
    golden = golden_bundles[0]
    sold, glued_in = outside(golden, 1), inside(golden, 0)
    golden.bundle.check_outside(sold)  # the outside alone looks right
    assert golden.bundle.open_card(glued_in).card != sold.card
    with pytest.raises(CardNotOpenedError):
        golden.bundle.open_card(replace(glued_in, card=sold.card))


def test_an_altered_number_on_a_real_card(golden_bundles: tuple[GoldenBundle, ...]) -> None:
    """Whatever is inked onto the paper: the face is what the sealed record says."""
    golden = golden_bundles[0]
    expected = golden.expected["cards"][0]["faces"][0]["columns"]
    columns = golden.bundle.open_card(inside(golden, 0)).faces[0].face.columns
    assert [list(column) for column in columns] == expected


def test_an_altered_audit_number_on_a_real_card(golden_bundles: tuple[GoldenBundle, ...]) -> None:
    golden, token = golden_bundles[0], inside(golden_bundles[0], 0)
    for number in (2, 57, 9000):
        other = CardId(token.card.maker, token.card.set_serial, AuditNumber(number))
        with pytest.raises(CardNotOpenedError):
            golden.bundle.open_card(replace(token, card=other))
        with pytest.raises(ForeignCardError):
            golden.bundle.check_outside(replace(outside(golden, 0), card=other))


def test_a_token_made_from_the_bundle_without_the_card(
    golden_bundles: tuple[GoldenBundle, ...],
) -> None:
    """All the bundle holds of a tag is seven bytes of a hash; as a tag they are refused."""
    bundle, real = golden_bundles[0].bundle, outside(golden_bundles[0], 0)
    record = bundle.record(real.card.audit_number)
    made = [
        first_symbols(record.tag_hash, 10),
        first_symbols(record.leaf, 10),
        first_symbols(record.sealed, 10),
        first_symbols(bundle.series_hash, 10),
        real.run_tag + "0" * 6,
    ]
    for tag in made:
        with pytest.raises(ForeignCardError):
            bundle.check_outside(replace(real, outer_tag=tag))
    for source in (record.tag_hash + record.leaf, record.leaf, record.sealed, bundle.series_hash):
        code = UnlockCode(first_symbols(source, 16))
        with pytest.raises(CardNotOpenedError):
            bundle.open_card(InsideToken(real.card, real.form, code))


def test_a_code_of_another_run(golden_bundles: tuple[GoldenBundle, ...]) -> None:
    """The same set, number and form, dealt from other components: a second printing."""
    bundle = golden_bundles[0].bundle
    other = RunSecrets(Component(bytes(32)), Component(b"\1" * 32), bundle.series.run_id)
    rows = printed(deal(other, bundle.series, 1, 1))
    with pytest.raises(CardNotOpenedError):
        bundle.open_card(InsideToken.parse(rows.inside_tokens.decode()))
    with pytest.raises(ForeignCardError, match="different tag"):
        bundle.check_outside(OutsideToken.parse(rows.outside_tokens.decode()))


def test_a_code_with_four_unreadable_symbols(golden_bundles: tuple[GoldenBundle, ...]) -> None:
    """2^15 codes agree with the printed check symbol, and one of them opens the card."""
    bundle, token = golden_bundles[0].bundle, inside(golden_bundles[0], 0)
    record = bundle.record(token.card.audit_number)
    found = []
    codes = list(agreeing_codes(token.unlock_code.with_check, (0, 3, 9, 15)))
    assert len({code.symbols for code in codes}) == 2**15
    for code in codes:
        try:
            found.append(open_record(bundle.series_hash, token.card, code, record))
        except CardNotOpenedError:
            continue
    (opened,) = found
    assert opened == bundle.open_card(token)


def agreeing_codes(printed_code: str, gaps: tuple[int, ...]) -> Iterator[UnlockCode]:
    """Every code that could have been printed there; the last gap follows from the check."""
    *free, last = gaps
    symbols = list(printed_code)
    symbols[last] = "0"
    ends = weighted_values(last)
    for values in product(ALPHABET, repeat=len(free)):
        for gap, value in zip(free, values, strict=True):
            symbols[gap] = value
        missing = symbol_value(check_symbol("".join(symbols[:-1]))) ^ symbol_value(symbols[-1])
        symbols[last] = ALPHABET[ends.index(missing)]
        yield UnlockCode("".join(symbols[:-1]))
        symbols[last] = "0"


def test_a_specimen_is_no_card_of_any_bundle(golden_bundles: tuple[GoldenBundle, ...]) -> None:
    from cardgen.secret.specimen import specimen_cards  # noqa: PLC0415

    for golden in golden_bundles:
        rows = specimen_cards(golden.bundle.series, 1)
        with pytest.raises(ForeignCardError, match="another set"):
            golden.bundle.open_card(InsideToken.parse(rows.inside_tokens.decode()))
        with pytest.raises(ForeignCardError, match="another set"):
            golden.bundle.check_outside(OutsideToken.parse(rows.outside_tokens.decode()))


# --- whoever holds one half -----------------------------------------------------------------


def test_one_component_only(golden_bundles: tuple[GoldenBundle, ...]) -> None:
    """With one half, everything public and any guess of the other half, no card opens."""
    bundle, secrets = golden_bundles[0].bundle, golden_secrets()
    own = secrets.component_a
    guesses = [bytes(32), own.secret, secrets.run_id * 2, bundle.series_hash, bundle.root]
    guesses += [bytes.fromhex(secrets.root_commit), bytes.fromhex(own.fingerprint)]
    guesses.append(bytes.fromhex(secrets.component_b.fingerprint))
    for guess in guesses:
        for halves in ((own, Component(guess)), (Component(guess), own)):
            tried = RunSecrets(*halves, secrets.run_id)
            assert tried.root_commit != secrets.root_commit
            rows = printed(deal(tried, bundle.series, 1, 1))
            with pytest.raises(CardNotOpenedError):
                bundle.open_card(InsideToken.parse(rows.inside_tokens.decode()))


def test_both_components_in_the_wrong_order(golden_bundles: tuple[GoldenBundle, ...]) -> None:
    secrets = golden_secrets()
    swapped = RunSecrets(secrets.component_b, secrets.component_a, secrets.run_id)
    assert swapped.root_commit != secrets.root_commit
    rows = printed(deal(swapped, golden_bundles[0].bundle.series, 1, 1))
    with pytest.raises(CardNotOpenedError):
        golden_bundles[0].bundle.open_card(InsideToken.parse(rows.inside_tokens.decode()))


def test_one_component_only_makes_no_run(cardgen: Command, fresh: Works) -> None:
    words = fresh.make_words()
    first = words.index("--custody")
    said = cardgen(*words[:first], *words[first + 4 :])
    assert said.exit_code == 2
    assert "give --custody twice" in said.err
    assert not fresh.run.exists()


# --- whoever holds the delivery -------------------------------------------------------------

ALTERED: dict[str, Callable[[bytes], bytes]] = {
    "one flipped bit": lambda raw: raw[:-70] + bytes([raw[-70] ^ 4]) + raw[-69:],
    "duplicate keys": lambda raw: _with_header(raw, b'"count":200', b'"count":200,"count":200'),
    "huge count": lambda raw: _with_header(raw, b'"count":200', b'"count":9999999'),
    "wrong signature": lambda raw: _signed_by(raw, Ed25519PrivateKey.from_private_bytes(bytes(32))),
}


def _with_header(raw: bytes, old: bytes, new: bytes) -> bytes:
    """The bundle with another header, honestly signed: it is refused for what it says."""
    header, records = _parts(raw)
    return by_the_text.whole_bundle(golden_key(), header.replace(old, new), 200, records)


def _signed_by(raw: bytes, key: Ed25519PrivateKey) -> bytes:
    header, records = _parts(raw)
    return by_the_text.whole_bundle(key, header, 200, records)


def _parts(raw: bytes) -> tuple[bytes, bytes]:
    length = int.from_bytes(raw[8:12], "big")
    return raw[12 : 12 + length], raw[12 + length : -64]


@pytest.mark.parametrize("change", ALTERED)
def test_an_altered_bundle(
    golden_bundles: tuple[GoldenBundle, ...], tmp_path: Path, change: str
) -> None:
    path = tmp_path / "000125.bundle"
    path.write_bytes(ALTERED[change](golden_bundles[2].bundle.path.read_bytes()))
    with pytest.raises(BundleError) as refused:
        read_bundle(path, golden_public_key())
    assert isinstance(refused.value, VerificationError)


def test_two_shipments_with_the_same_serial_are_not_made(cardgen: Command, shipped: Works) -> None:
    """The plant's half of it: a set serial is printed once, whoever ordered it."""
    order = shipped.order.read_text().replace("2026-117", "2026-118")
    shipped.order.write_text(order)
    words = shipped.make_words(shipped.folder / "SECOND")
    words[words.index("--run-id") + 1] = "f" * 32
    said = cardgen(*words)
    assert said.exit_code == 4
    assert "Set serial 000123 was made for order 2026-117" in said.err
    assert not (shipped.folder / "SECOND").exists()


def test_a_specimen_is_never_ordered(cardgen: Command, fresh: Works) -> None:
    text = fresh.order.read_text().replace('set_serial = "000123"', 'set_serial = "000000"')
    fresh.order.write_text(text.replace('exchange_of = "000123"', 'exchange_of = "000000"'))
    said = cardgen("order", "--check", fresh.order)
    assert said.exit_code == 1
    assert "000000 is specimens" in said.err


def test_disclosed_components_of_another_run_agree_with_nothing(
    cardgen: Command, tmp_path: Path
) -> None:
    """A plant that lies at disclosure: the certificate's commitment and the roots differ."""
    fields = {
        "secret_a": GOLDEN["secret_a"],
        "secret_b": "00" * 32,
        "run_id": GOLDEN["run_id"],
        "headers": [GOLDEN["series"][2]["header"]],
    }
    path = tmp_path / "DISCLOSURE.json"
    path.write_text(json.dumps(fields))
    facts = json.loads(cardgen("regenerate", path, "--json").out)
    assert facts["root_commit"] != GOLDEN["root_commit"]
    assert facts["series"][0]["root"] != GOLDEN["series"][2]["root"]
    assert facts["series"][0]["records_sha256"] != GOLDEN["series"][2]["records_sha256"]


def test_no_attack_leaves_our_own_error_tree() -> None:
    for refused in (BundleError, ForeignCardError, CardNotOpenedError):
        assert issubclass(refused, CardgenError)

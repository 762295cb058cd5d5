import pytest

from cardgen.card_id import MakerId
from cardgen.errors import SecretMalformedError
from cardgen.proof.header import series_of
from cardgen.secret.keys import Component, RunSecrets
from cardgen.series import RunId
from tests.secret.conftest import Golden


def test_the_golden_keys_follow_from_the_components(golden: Golden) -> None:
    assert golden.secrets.root_commit == golden.fields["root_commit"]
    for entry in golden.fields["series"]:
        keys = golden.secrets.series_keys(series_of(entry["header"]))
        assert keys.face_set.hex() == entry["keys"]["ff1-set"]
        assert keys.face_number.hex() == entry["keys"]["ff1-face-number"]
        assert keys.arrangement.hex() == entry["keys"]["cmac-arrangement"]
        assert keys.unlock.hex() == entry["keys"]["cmac-unlock"]
        assert keys.leaf_salt.hex() == entry["keys"]["cmac-leaf-salt"]
        assert keys.outer_tag.hex() == entry["keys"]["cmac-outer-tag"]


def test_swapped_components_make_another_run(golden: Golden) -> None:
    swapped = RunSecrets(
        golden.secrets.component_b, golden.secrets.component_a, golden.secrets.run_id
    )
    assert swapped.root_commit != golden.secrets.root_commit
    maker = MakerId("ACME")
    assert swapped.set_key(maker) != golden.secrets.set_key(maker)


def test_no_repr_shows_a_secret(golden: Golden) -> None:
    series = series_of(golden.fields["series"][0]["header"])
    keys = golden.secrets.series_keys(series)
    for value in (golden.secrets, golden.secrets.component_a, keys):
        text = repr(value)
        assert "\\x00\\x01" not in text
        assert "000102" not in text
        assert "b'" not in text.replace(repr(RunId(golden.secrets.run_id)), "")


def test_a_component_of_another_length_is_refused_without_showing_it() -> None:
    with pytest.raises(SecretMalformedError) as refused:
        Component(b"short secret")
    assert "short" not in str(refused.value)

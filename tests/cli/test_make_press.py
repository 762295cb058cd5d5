import re

import pytest

from cardgen.templates import template_bytes
from tests.cli.conftest import Command, Works, hashes


def test_a_proof_shows_the_first_and_the_last_card_of_its_series_and_no_other(
    shipped: Works,
) -> None:
    proof = (shipped.run / "press" / "proof-000124.pdf").read_bytes()
    live = set(re.findall(rb"ACME-000124-(\d{7})-", proof))
    assert live == {b"0000501", b"0000514"}
    template = (shipped.run / "press" / "template-000124.pdf").read_bytes()
    assert b"ACME-000124-" not in template


def test_a_press_of_its_own_is_named_by_profile_and_condition(
    cardgen: Command, fresh: Works
) -> None:
    profile = fresh.folder / "stock.icc"
    profile.write_bytes(template_bytes("icc", "FOGRA39L.icc"))
    words = [*fresh.make_words(), "--icc", profile, "--condition", "FOGRA52"]
    assert cardgen(*words).exit_code == 0
    for path in fresh.run.glob("press/*_lot1_*.pdf"):
        assert b"/OutputConditionIdentifier (FOGRA52)" in path.read_bytes()


@pytest.mark.parametrize(
    ("given", "exit_code", "expected"),
    [
        (["--icc", "rgb.icc", "--condition", "FOGRA52"], 1, "its class is 'mntr'"),
        (["--icc", "empty.icc", "--condition", "FOGRA52"], 1, "its tag table is empty"),
        (["--icc", "none.icc", "--condition", "FOGRA52"], 1, "none.icc: No such file"),
        (["--icc", "rgb.icc"], 2, "give both --icc and --condition"),
        (["--condition", "FOGRA52"], 2, "give both --icc and --condition"),
    ],
)
def test_a_press_profile_is_checked_before_anything_is_claimed(
    cardgen: Command, fresh: Works, given: list[str], exit_code: int, expected: str
) -> None:
    (fresh.folder / "rgb.icc").write_bytes(template_bytes("icc", "sRGB.icc"))
    header = (132).to_bytes(4, "big") + template_bytes("icc", "FOGRA39L.icc")[4:128]
    (fresh.folder / "empty.icc").write_bytes(header + bytes(4))
    before = hashes(fresh.folder)
    words = [fresh.folder / word if word.endswith(".icc") else word for word in given]
    said = cardgen(*fresh.make_words(), *words)
    assert (said.exit_code, said.err.count("\n")) == (exit_code, 1)
    assert expected in said.err
    assert hashes(fresh.folder) == before

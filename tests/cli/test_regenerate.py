"""Level 2 disclosure: the golden run again, field by field, by the command."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Command

GOLDEN = json.loads((Path(__file__).parent.parent / "vectors" / "golden_run.json").read_text())


def disclosure(tmp_path: Path, **changes: object) -> Path:
    fields: dict[str, Any] = {
        "secret_a": GOLDEN["secret_a"],
        "secret_b": GOLDEN["secret_b"],
        "run_id": GOLDEN["run_id"],
        "headers": [entry["header"] for entry in GOLDEN["series"]],
    }
    path = tmp_path / "DISCLOSURE.json"
    path.write_text(json.dumps(fields | changes, indent=2))
    return path


def test_the_golden_run_is_regenerated_field_by_field(cardgen: Command, tmp_path: Path) -> None:
    for entry in GOLDEN["series"]:
        serial = entry["header"]["set_serial"]
        wanted = ",".join(str(card["audit_number"]) for card in entry["cards"])
        words = ["--set-serial", serial, "--audit-numbers", wanted, "--json"]
        said = cardgen("regenerate", disclosure(tmp_path), *words)
        assert said.exit_code == 0
        facts = json.loads(said.out)
        assert facts["root_commit"] == GOLDEN["root_commit"]
        (series,) = facts["series"]
        for name in ("header", "header_hash", "root", "records_sha256"):
            assert series[name] == entry[name]
        assert series["cards"] == entry["cards"]
        assert set(series) == {"header", "header_hash", "root", "records_sha256", "cards"}


def test_ranges_and_all_series_are_regenerated(cardgen: Command, tmp_path: Path) -> None:
    said = cardgen("regenerate", disclosure(tmp_path), "--audit-numbers", "1-8,501", "--json")
    counts = [len(series["cards"]) for series in json.loads(said.out)["series"]]
    assert counts == [9, 1, 8]


def test_all_cards_are_regenerated_when_none_are_named(cardgen: Command, tmp_path: Path) -> None:
    said = cardgen("regenerate", disclosure(tmp_path), "--set-serial", "000125")
    assert said.exit_code == 0
    assert said.out.count("ACME-000125-") == 200


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--set-serial", "000999"], "there are: 000123, 000124, 000125"),
        (["--audit-numbers", "1-x"], "'1-x'"),
        (["--audit-numbers", ""], "expected numbers"),
        (["--audit-numbers", "8-1"], "'8-1'"),
        (["--audit-numbers", "0"], "No card 0"),
        (["--audit-numbers", "9001", "--set-serial", "000123"], "000123 has 1-9000"),
        (["--audit-numbers", "1400-1501", "--set-serial", "000124"], "No card 1501"),
        (["--audit-numbers", "\u0661"], "expected numbers"),
    ],
)
def test_a_wrong_choice_is_a_usage_error(
    cardgen: Command, tmp_path: Path, words: list[str], expected: str
) -> None:
    said = cardgen("regenerate", disclosure(tmp_path), *words)
    assert said.exit_code == 2
    assert expected in said.err


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"secret_a": "00"}, "64 lower-case hex"),
        ({"secret_a": "zz" * 32}, "64 lower-case hex"),
        ({"secret_a": 5}, "64 lower-case hex"),
        ({"run_id": "00"}, "32 lower-case hex digits"),
        ({"headers": [{}]}, "missing or foreign"),
        ({"headers": [GOLDEN["series"][0]["header"] | {"count": 8}]}, "disagree"),
        ({"headers": [GOLDEN["series"][0]["header"] | {"run_id": "0" * 32}]}, "another run"),
        ({"headers": 5}, "wrong type"),
        ({"headers": []}, "names no series"),
        ({"note": "more"}, "foreign: 'note'"),
        ({"headers": [GOLDEN["series"][0]["header"]] * 2}, "occurs twice"),
        (
            {
                "headers": [
                    GOLDEN["series"][0]["header"],
                    GOLDEN["series"][1]["header"] | {"run_offset": 8999},
                ]
            },
            "000123 and 000124 overlap",
        ),
    ],
)
def test_a_bad_disclosure_is_one_line_without_the_secret(
    cardgen: Command, tmp_path: Path, changes: dict[str, object], expected: str
) -> None:
    said = cardgen("regenerate", disclosure(tmp_path, **changes))
    assert said.exit_code == 1
    assert said.err.count("\n") == 1
    assert expected in said.err
    assert GOLDEN["secret_b"] not in said.err


@pytest.mark.parametrize("content", [b"", b"[]", b"\xff", b'{"secret_a": 1, "secret_a": 2}'])
def test_what_is_no_disclosure_is_refused(cardgen: Command, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "DISCLOSURE.json"
    path.write_bytes(content)
    said = cardgen("regenerate", path)
    assert said.exit_code == 1
    assert said.err.count("\n") == 1

from dataclasses import replace
from pathlib import Path

import pikepdf
import pytest

from cardgen.errors import BadFileError, BadValueError
from cardgen.press.press_file import draw_press_file
from cardgen.press.printing_condition import (
    BadProfileError,
    PrintingCondition,
    house_condition,
    read_condition,
)
from cardgen.templates import template_bytes
from tests.press.cards import a_batch, a_job, a_series

PROFILE = template_bytes("icc", "FOGRA39L.icc")


def with_field(start: int, content: bytes) -> bytes:
    return PROFILE[:start] + content + PROFILE[start + len(content) :]


def of_length(profile: bytes) -> bytes:
    return len(profile).to_bytes(4, "big") + profile[4:]


@pytest.mark.parametrize(
    ("profile", "why"),
    [
        (template_bytes("icc", "sRGB.icc"), "its class is 'mntr', not 'prtr'"),
        (with_field(12, b"spac"), "its class is 'spac', not 'prtr'"),
        (with_field(8, b"\x05"), "it is of ICC version 5; presses read up to 4"),
        (with_field(16, b"RGB "), "its color space is 'RGB ', not 'CMYK'"),
        (with_field(36, b"\0\0\0\0"), "its mark is '\\x00\\x00\\x00\\x00', not 'acsp'"),
        (PROFILE[:-1], f"its header says {len(PROFILE)} bytes, the file has {len(PROFILE) - 1}"),
        (PROFILE + b"\0", f"its header says {len(PROFILE)} bytes, the file has {len(PROFILE) + 1}"),
        (PROFILE[:127], "it has 127 bytes, fewer than its header's 128"),
        (b"", "it has 0 bytes"),
        (of_length(PROFILE[:128]), "its tag table is empty"),
        (of_length(PROFILE[:128] + bytes(4)), "its tag table is empty"),
        (with_field(128, bytes(4)), "its tag table is empty"),
        (with_field(128, b"\xff" * 4), "its table of 4294967295 tags runs beyond its 77548 bytes"),
        (of_length(PROFILE[:300]), "its table of 15 tags runs beyond its 300 bytes"),
        (
            of_length(PROFILE[:-44]),
            "its tag 'arts' lies at 77504 to 77548, not within 312 to 77504",
        ),
        (with_field(136, b"\0\0\1\0"), "its tag 'desc' lies at 256 to 379, not within 312"),
        (with_field(140, bytes(4)), "its tag 'desc' lies at 312 to 312, not within 312"),
        (PROFILE.replace(b"A2B0", b"A2B7", 1), "none of its tags is A2B0"),
    ],
)
def test_a_profile_that_no_press_prints_by_is_refused_with_its_own_reason(
    profile: bytes, why: str
) -> None:
    with pytest.raises(BadProfileError) as refused:
        PrintingCondition("FOGRA52", profile)
    assert why in str(refused.value)
    assert str(refused.value).startswith("The profile for FOGRA52 is refused: ")


@pytest.mark.parametrize(
    ("name", "warned"),
    [("FOGRA39", False), ("Fogra 39L", False), ("FOGRA51", True), ("Our own press", True)],
)
def test_a_profile_that_is_named_as_another_is_warned_of(name: str, *, warned: bool) -> None:
    """The profile's own description says FOGRA39L."""
    warnings = PrintingCondition(name, PROFILE).warnings()
    assert bool(warnings) is warned
    assert all("says that it is of FOGRA39" in warning for warning in warnings)


def test_a_missing_profile_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadFileError, match=r"none\.icc: No such file"):
        read_condition(tmp_path / "none.icc", "FOGRA52")


@pytest.mark.parametrize("name", ["", "FOGRA\n52", "F" * 65, "FOGRÄ"])
def test_a_name_that_cannot_stand_in_the_file_is_refused(name: str) -> None:
    with pytest.raises(BadValueError, match="printing condition"):
        PrintingCondition(name, PROFILE)


def test_the_file_of_a_condition_holds_its_profile_and_another_identity(tmp_path: Path) -> None:
    series = a_series(2)
    profile = with_field(4, b"mine")  # the preferred CMM: no reader's business
    mine = PrintingCondition("FOGRA52", profile)
    jobs = {"house": a_job(series), "mine": replace(a_job(series), condition=mine)}
    jobs["again"] = replace(a_job(series), condition=PrintingCondition("FOGRA52", profile))
    ids = {}
    for name, job in jobs.items():
        path = tmp_path / f"{name}.pdf"
        draw_press_file(path, job, [a_batch(series)], 2)
        with pikepdf.open(path) as pdf:
            (intent,) = pdf.Root.OutputIntents
            assert str(intent.OutputConditionIdentifier) == job.condition.identifier
            assert str(intent.RegistryName) == "http://www.color.org"
            assert intent.DestOutputProfile.read_bytes() == job.condition.profile
            ids[name] = bytes(pdf.trailer.ID[0])
    assert ids["house"] != ids["mine"]
    assert (tmp_path / "mine.pdf").read_bytes() == (tmp_path / "again.pdf").read_bytes()


@pytest.mark.parametrize("name", ["FOGRA39", "FOGRA54", "CGATS TR 006", "CGATS21-2-CRPC6"])
def test_a_name_of_the_registry_is_known(name: str) -> None:
    assert PrintingCondition(name, PROFILE).is_registered


@pytest.mark.parametrize(
    "name", ["House stock 7", "FOGRA39L", "fogra39", "FOGRA99", "CGATS TR 004", "ISO Coated v2"]
)
def test_a_name_the_registry_does_not_know_does_not_refer_to_it(tmp_path: Path, name: str) -> None:
    series = a_series(1)
    job = replace(a_job(series), condition=PrintingCondition(name, PROFILE))
    draw_press_file(tmp_path / "a.pdf", job, [a_batch(series)], 1)
    with pikepdf.open(tmp_path / "a.pdf") as pdf:
        (intent,) = pdf.Root.OutputIntents
        assert "/RegistryName" not in intent
        assert str(intent.Info) == name


def test_the_house_condition_is_the_profile_of_the_templates() -> None:
    assert house_condition().profile == PROFILE
    assert repr(house_condition()).count("\\x") == 0

from pathlib import Path

import pytest

from cardgen import templates
from cardgen.templates import template_bytes, template_text


def test_templates_are_found_beside_the_package_in_a_checkout() -> None:
    assert template_text("colors.toml").startswith("# One ink")
    assert template_bytes("icc", "FOGRA39L.icc")[36:40] == b"acsp"


def test_templates_inside_the_package_come_first_as_in_a_wheel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "colors.toml").write_text("in the wheel", encoding="utf-8")
    monkeypatch.setattr(templates, "files", lambda _package: tmp_path)
    assert template_text("colors.toml") == "in the wheel"


def test_every_font_comes_with_its_licence() -> None:
    for family in (templates.templates() / "fonts").iterdir():
        licence = (family / "OFL.txt").read_text(encoding="utf-8")
        assert "SIL OPEN FONT LICENSE Version 1.1" in licence

"""Where the artwork's files lie: layouts, fonts, inks and the press profile."""

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

_IN_THE_WHEEL = "templates"


def templates() -> Traversable:
    """The folder of templates: inside the package in a wheel, beside it in a checkout."""
    package = files("cardgen")
    inside = package / _IN_THE_WHEEL
    if inside.is_dir():
        return inside
    return Path(str(package)).parent / _IN_THE_WHEEL


def template_bytes(*parts: str) -> bytes:
    """The bytes of one template, such as `template_bytes("colors.toml")`."""
    return _place(*parts).read_bytes()


def template_text(*parts: str) -> str:
    """The text of one template."""
    return _place(*parts).read_text(encoding="utf-8")


def _place(*parts: str) -> Traversable:
    place = templates()
    for part in parts:
        place = place / part
    return place

"""How a printer wants the press file written: the standard, the inks, the codes."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from cardgen.errors import BadValueError


class Standard(StrEnum):
    """The kind of file."""

    X4 = "x4"  # PDF/X-4:2010 with layers, and PDF/VT-1
    X1A = "x1a"  # PDF/X-1a:2003, for old presses: no layers, no document parts


class InkSet(StrEnum):
    """Which plates the series color is printed with."""

    SPOT = "spot"  # a plate of its own
    PROCESS = "process"  # cyan, magenta, yellow, black alone, for presses with four toners


class CodeForm(StrEnum):
    """How QR codes and the Code 128 are drawn; what is printed is the same."""

    MASKS = "masks"  # a picture of one bit a module: small files
    PATHS = "paths"  # rectangles: no picture of 60 dots an inch for a preflight to refuse


@dataclass(frozen=True, slots=True)
class PressStyle:
    """What a printer chose for all files of a run."""

    standard: Standard = Standard.X4
    inks: InkSet = InkSet.SPOT
    codes: CodeForm = CodeForm.MASKS

    @property
    def fields(self) -> dict[str, str]:
        """The choice as a run's record keeps it."""
        return {"standard": self.standard, "inks": self.inks, "codes": self.codes}

    @classmethod
    def from_fields(cls, kept: Mapping[str, str]) -> Self:
        """The choice that a record keeps. Raises: BadValueError."""
        try:
            return cls(Standard(kept["standard"]), InkSet(kept["inks"]), CodeForm(kept["codes"]))
        except ValueError:
            raise BadValueError(
                "The press file's kind", dict(kept), "one this program writes"
            ) from None

    @property
    def has_steps(self) -> bool:
        """Whether the finisher's steps lie in the file: as layers, on plates of their own."""
        return self.standard is Standard.X4 and self.inks is InkSet.SPOT

    @property
    def has_records(self) -> bool:
        """Whether the file is one of records (PDF/VT)."""
        return self.standard is Standard.X4

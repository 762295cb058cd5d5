"""What came of each worked evening, as it is kept beside its story.

Usage: python -m samples.evenings.kept [STATE ...]    writes it again, to be looked at and kept.
"""

import importlib.util
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType

from samples.evening import OpenedCard
from samples.evenings.stage import HALL, Stage, make_cards, stage
from samples.evenings.worked import Worked

EVENINGS = Path(__file__).parent
# The zones as POSIX writes them, so that no file of zones is needed.
ZONES = {
    "us-ny": "EST5EDT,M3.2.0,M11.1.0",
    "us-nj": "EST5EDT,M3.2.0,M11.1.0",
    "us-nm": "MST7MDT,M3.2.0,M11.1.0",
    "us-wa": "PST8PDT,M3.2.0,M11.1.0",
}
STATES = tuple(ZONES)
# What is kept of the papers that `inventory papers` writes, beside the report.
PAPERS = {
    "us-ny": ("bc-7", "bc-7b"),
    "us-nj": ("nj-record",),
    "us-nm": ("nm-record",),
    "us-wa": ("occasion", "inventory"),
}
# Of a run that is made for several halls, what this one gets.
PARTS = {"us-wa": ("000501:5961-6000", "000502:1-40")}
SAID, REPORT = "said.txt", "report.txt"


@dataclass(frozen=True, slots=True)
class Played:
    """An evening that was played: its stage, its folder, its cards, and the texts that are kept."""

    on: Stage
    folder: Path
    cards: tuple[OpenedCard, ...] = field(repr=False)
    texts: dict[str, str] = field(repr=False)


def played(state: str, folder: Path) -> Played:
    """The evening of a state, played in this folder from its order to its filing."""
    with stage(state, folder, ZONES[state]) as on:
        made = make_cards(on, PARTS.get(state, ()))
        evening = Worked(
            run=on.inventory,
            tear_open=made.cards.__getitem__,
            delivery=made.deliveries[0],
            deliveries=made.deliveries,
            fingerprint=made.fingerprint,
            hall=HALL,
            say=on.say,
            on=on,
        )
        for chapter in _story(state).CHAPTERS:
            chapter(evening)
        texts = {REPORT: _done(on, "report")}
        papers = [word for name in PAPERS[state] for word in ("--paper", name)]
        _done(on, "papers", *papers, "--as", "text", "--out", "PAPERS")
        for path in sorted(Path("PAPERS").iterdir()):
            texts[path.name] = path.read_text(encoding="utf-8")
    texts[SAID] = "\n".join(on.told) + "\n"
    return Played(on, folder, tuple(made.cards.values()), texts)


def _story(state: str) -> ModuleType:
    """The state's own script; its folder's name is no name of a module."""
    path = EVENINGS / state / "evening.py"
    spec = importlib.util.spec_from_file_location(f"evening_{state.replace('-', '_')}", path)
    if spec is None or spec.loader is None:
        raise SystemExit(f"{path} is no story")
    story = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(story)
    return story


def _done(on: Stage, *words: str) -> str:
    code, said = on.answered((*words, "--hall", str(HALL)))
    if code:
        raise SystemExit(f"inventory {words[0]} ended with {code}")
    return said


def write(states: tuple[str, ...]) -> None:
    """Play each evening, and keep what came of it."""
    for state in states:
        with tempfile.TemporaryDirectory() as folder:
            for name, text in played(state, Path(folder)).texts.items():
                (EVENINGS / state / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write(tuple(sys.argv[1:]) or STATES)

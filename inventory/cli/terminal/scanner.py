"""A scanner tested: what it sends, how fast, and from which pause on keys are a hand's."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from cardgen.command_line import say
from inventory.bursts import GAP_MS_DEFAULT, GAP_MS_MAX, ScannedBurst, TypedLine
from inventory.cli.context import Where, scanner, sitting

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SCANNERS = "scanners.json"
SCANS = 3
SPARE_MS = 10  # so that a scanner's longest pause, twice over, stays below the gap


def gap_ms_of(hall: Path, till: str) -> int:
    """The pause that tells a scan from typing at this till, as its scanner was tested.

    Raises: BadFileError.
    """
    return _read(hall).get(till, GAP_MS_DEFAULT)


def _read(hall: Path) -> dict[str, int]:
    from cardgen.errors import BadFileError

    path = hall / SCANNERS
    if not path.exists():
        return {}
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        found = None
    if not isinstance(found, dict) or not all(
        type(gap) is int and GAP_MS_DEFAULT <= gap <= GAP_MS_MAX for gap in found.values()
    ):
        mends = "Remove it and test the scanners again: inventory scanner."
        raise BadFileError(path, "it does not hold a pause for each till", mends)
    return found


def _keep(hall: Path, till: str, gap_ms: int) -> None:
    said = json.dumps({**_read(hall), till: gap_ms}, indent=1, sort_keys=True, ensure_ascii=False)
    partial = hall / f".{SCANNERS}.partial"
    partial.write_bytes(f"{said}\n".encode())
    partial.replace(hall / SCANNERS)


@click.command("scanner")
@sitting
def try_scanner(where: Where) -> int:
    """\b
    Example: inventory scanner --by Ann

    Test a scanner with three scans of any card.

    It says what the scanner sends, and keeps its speed for the desk.
    """
    from inventory.cli.context import EXIT_REFUSED, open_hall

    with open_hall(where):
        pauses = tuple(_pauses())
    if len(pauses) < SCANS:
        say(f"{len(pauses)} of {SCANS} good scans: nothing is kept.")
        return EXIT_REFUSED
    if not scanner().isatty():
        say("The codes can be read. How fast they come is seen at a terminal only.")
        return 0
    gap_ms = max(GAP_MS_DEFAULT, 2 * max(pauses) + SPARE_MS)
    if gap_ms > GAP_MS_MAX:
        say(
            f"Too slow: up to {max(pauses)} ms between two characters, like typing by hand. "
            "Set the scanner's delay between characters to none, then test it again."
        )
        return EXIT_REFUSED
    _keep(where.hall, where.till, gap_ms)
    say(f"Kept for till {where.till}: keys with pauses below {gap_ms} ms are a scan.")
    return 0


def _pauses() -> Iterator[int]:
    """The longest pause of each scan that is one of our codes; every scan is told."""
    from inventory.cli.terminal.keyboard import events_of

    given, good = scanner(), 0
    for event in events_of(given, GAP_MS_MAX, lambda: "[scan a card] "):
        is_scan = isinstance(event, ScannedBurst)
        if event.text.strip().upper() == "Q":
            return
        if not is_scan and given.isatty():
            say("That was typed. Scan a card, or type Q and Enter to leave.")
        elif _is_good(event):
            good += 1
            yield event.pause_ms if isinstance(event, ScannedBurst) else 0
        if good == SCANS:
            return


def _is_good(event: TypedLine | ScannedBurst) -> bool:
    """Whether it is one of our codes; told with what came around it."""
    from inventory.errors import Refused
    from inventory.scans import frame_of, one_code, scan_words

    pause = f", longest pause {event.pause_ms} ms" if isinstance(event, ScannedBurst) else ""
    try:
        code = one_code(event.text)
    except Refused as refused:
        say(f"NOT GOOD{pause}: {refused.refusal}")
        return False
    front, behind = frame_of(event.text)
    say(f"GOOD: {scan_words(code)}{pause}; in front: {front}; behind: {behind}.")
    return True

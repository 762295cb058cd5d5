"""Keys and scans told apart by time: what comes faster than a hand can type is one scan.

Theory of operation. A keyboard scanner types like a person, only faster, and whatever a code holds
arrives as keys: a player's own QR code may read as `U`, a line end, `C`, a line end. So characters
are judged by the pauses between them, never by what they say:

1. Characters whose pauses are all shorter than the gap are one run.
2. A run is a scan when it is too long for a hand, or when a line end in it follows its first
   character at once. What it says is then one token or nothing; it is never read as keys.
3. Line ends and control characters that come within 0.3 seconds after a scan belong to it.
4. Every other run was typed. A line is what was typed up to Enter.
"""

import re
from dataclasses import dataclass, field

GAP_MS_DEFAULT = 50  # a hand is slower: 20 keys a second are 240 words a minute
GAP_MS_MAX = 120  # above it, keys typed by hand would be taken for scans
BELONGS_MS = 300  # a line end this soon after a scan was sent by the scanner
RUN_CHARACTERS_MIN = 6  # a hand types no six keys without one pause
STOP_KEY, ERASE_LINE_KEY = "\x03", "\x15"
ERASE_KEYS = "\b\x7f"
LINE_ENDS = "\r\n"
_KEY_SEQUENCE = re.compile(r"\x1b(?:\[[0-9;]*[A-Za-z~]|O[A-Za-z]|)")  # arrow and function keys


@dataclass(frozen=True, slots=True)
class TypedLine:
    """A line that a person typed, without its end."""

    text: str


@dataclass(frozen=True, slots=True)
class ScannedBurst:
    """What a scanner sent at once, line ends and all; `pause_ms` is its longest pause.

    `dropped` was typed before it without Enter, and counts for nothing.
    """

    text: str = field(repr=False)
    pause_ms: int = 0
    dropped: str = ""


@dataclass(frozen=True, slots=True)
class StopKey:
    """Ctrl-C, pressed by hand."""


Event = TypedLine | ScannedBurst | StopKey


@dataclass(slots=True)
class Keyboard:
    """Characters with the times they came at, as lines typed and bursts scanned.

    `line` is what was typed since the last Enter.
    """

    gap_ms: int = GAP_MS_DEFAULT
    line: str = ""
    _run: str = field(default="", repr=False)
    _pause_ms: int = 0
    _last_ms: int = 0
    _scanned_ms: int | None = None

    @property
    def is_waiting(self) -> bool:
        """Whether a run is not judged yet: more of it may come."""
        return bool(self._run)

    def take(self, characters: str, at_ms: int) -> tuple[Event, ...]:
        """What is certain now that these characters came."""
        events = self.settle(at_ms)
        if characters:
            if self._run:
                self._pause_ms = max(self._pause_ms, at_ms - self._last_ms)
            self._run += characters
            self._last_ms = at_ms
        return events

    def settle(self, at_ms: int) -> tuple[Event, ...]:
        """What is certain at this time: a run ends when nothing came for the gap."""
        if not self._run or at_ms - self._last_ms < self.gap_ms:
            return ()
        run, pause, self._run, self._pause_ms = self._run, self._pause_ms, "", 0
        if self._belongs_to_scan(run):
            return ()
        if self._is_burst(run):
            dropped, self.line = self.line, ""
            self._scanned_ms = self._last_ms
            return _scanned(run, pause, dropped)
        self._scanned_ms = None
        return tuple(self._typed(_KEY_SEQUENCE.sub("", run)))

    def _belongs_to_scan(self, run: str) -> bool:
        """Whether it is the late end of the last scan, and neither a key nor a line."""
        if self._scanned_ms is None or self._last_ms - self._scanned_ms > BELONGS_MS:
            return False
        return not any(one.isprintable() for one in run)

    def _is_burst(self, run: str) -> bool:
        keys = _KEY_SEQUENCE.sub("", run)
        if not keys.strip(LINE_ENDS) or not keys.strip(ERASE_KEYS):
            return False  # Enter, backspace or an arrow held down
        if len(run) >= RUN_CHARACTERS_MIN:
            return True
        # Behind typed text a quick last key and Enter are a hand's; alone they are a short code.
        ended_min = 3 if self.line else 2
        return len(keys) >= ended_min and not keys.isprintable()

    def _typed(self, run: str) -> list[Event]:
        events: list[Event] = []
        for one in run.replace("\r\n", "\r"):
            if one in LINE_ENDS:
                events.append(TypedLine(self.line))
                self.line = ""
            elif one == STOP_KEY:
                events.append(StopKey())
            elif one == ERASE_LINE_KEY:
                self.line = ""
            elif one in ERASE_KEYS:
                self.line = self.line[:-1]
            elif one.isprintable():
                self.line += one
        if len(events) > 1 and all(event == TypedLine("") for event in events):
            return events[:1]  # Enter held down is one Enter
        return events


def _scanned(run: str, pause_ms: int, dropped: str) -> tuple[Event, ...]:
    """The scan; digits typed in front of it are a count that lacked its Enter."""
    if dropped.strip().isdecimal():
        return TypedLine(dropped), ScannedBurst(run, pause_ms)
    return (ScannedBurst(run, pause_ms, dropped.strip()),)

"""A till as its page sees it: the terminal's own state, and each act answered exactly once.

Theory of operation. The page is a keyboard, a scanner and a screen; what a scan or a key means is
decided by the same terminal that a console has. Each act carries a number that the page chose when
it was made. A number that was answered before gets the same answer again, so that a lost reply, a
reload or an impatient finger sells nothing twice. After the server died its memory is gone: then
the ledger is asked, which knows the request behind every act that was written.
"""

import hashlib
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from threading import Lock

from inventory.clock import Moment
from inventory.decisions.claim.opened import faces_of
from inventory.desk.game.evening import current_of
from inventory.desk.hall import Hall
from inventory.desk.terminal import Basket, Terminal, phase
from inventory.entries.claim import ClaimDecided, ClaimRefused
from inventory.entries.entry import Context, Entry
from inventory.entries.states import Verdict
from inventory.errors import Refused
from inventory.reports.spoken.explanation import lines_of
from inventory.scans import one_code

REQUEST_DIGITS = 32
ANSWERS_KEPT = 64
CLOSE = ""  # an empty line closes the basket


class Tone(StrEnum):
    """What an answer sounds like."""

    TICK = "tick"
    SOLD = "sold"
    REFUSED = "refused"
    VALID = "valid"
    NOT_VALID = "not-valid"


_TONES = {
    Verdict.VALID: Tone.VALID,
    Verdict.NOT_VALID: Tone.NOT_VALID,
    Verdict.CANNOT_TELL: Tone.TICK,
}


@dataclass(frozen=True, slots=True)
class Said:
    """An answer: its lines, and how it sounds."""

    lines: tuple[str, ...]
    tone: Tone
    faces: tuple[tuple[int, ...], ...] = ()  # of a claim whose code was given


@dataclass(frozen=True, slots=True)
class Act:
    """What the page sent: a line of keys, a count, or a burst as its keys and their places read."""

    number: str
    line: str | None = None
    count: int | None = None
    bursts: tuple[str, ...] = ()


@dataclass(slots=True)
class Station:
    """One till at one page."""

    hall: Hall
    till: str
    clerk: str
    moment: Callable[[], Moment]
    second: str = ""
    terminal: Terminal = field(init=False)
    _lock: Lock = field(default_factory=Lock)
    _act: str = ""
    _steps: int = 0
    _answers: OrderedDict[str, Said] = field(default_factory=OrderedDict)

    def __post_init__(self) -> None:
        """The terminal that decides for this page."""
        self.terminal = Terminal(self.hall, self._context)

    def take(self, act: Act) -> Said:
        """The answer to an act, the same one whenever it is asked again."""
        with self._lock:
            if act.number not in self._answers:
                self._act, self._steps = act.number, 0
                self._answers[act.number] = self._written_before() or self._take(act)
                if len(self._answers) > ANSWERS_KEPT:
                    self._answers.popitem(last=False)
            return self._answers[act.number]

    def last_sale(self) -> tuple[str, ...]:
        """The till's own last sale, with its time."""
        return self.terminal.last_sale()

    @property
    def place(self) -> str:
        """What a scan means now, in a word."""
        with self.hall.reading() as reader:
            evening = current_of(reader)
        return phase(evening, is_claim_table=self.terminal.is_claim_table)

    @property
    def basket(self) -> Basket:
        """What lies on the counter."""
        return self.terminal.basket

    def _take(self, act: Act) -> Said:
        if act.count is not None:
            lines = self.terminal.take_count(act.count)
        elif act.line is not None:
            lines = self.terminal.take(act.line)
        else:
            lines = self.terminal.take_scan(_readable(act.bursts))
        return _said(lines, self.terminal.written, is_closing=act.line == CLOSE)

    def _written_before(self) -> Said | None:
        """What the ledger wrote for this act before the server's memory of it was lost."""
        return written_before(self.hall, request_of(self._act, self.till), is_closing=True)

    def _context(self) -> Context:
        """Who acts, and the request of the act's next step."""
        request = request_of(self._act, self.till, self._steps)
        self._steps += 1
        return Context(request, self.till, self.clerk, self.second, self.moment())


def request_of(act: str, till: str, step: int = 0) -> str:
    """The request id of a step of an act; the same number asks for the same thing."""
    digest = hashlib.sha256(f"page/{till}/{act}/{step}".encode()).hexdigest()
    return digest[:REQUEST_DIGITS]


def written_before(hall: Hall, request: str, *, is_closing: bool) -> Said | None:
    """What the ledger wrote for a request already; None when it wrote nothing."""
    with hall.reading() as reader:
        entries = reader.of_request(request)
    return _said(lines_of(entries), entries, is_closing=is_closing) if entries else None


def _readable(bursts: tuple[str, ...]) -> str:
    """Of the readings of one scan the first that is one code of ours; else the first."""
    for burst in bursts:
        try:
            one_code(burst)
        except Refused:
            continue
        return burst
    return bursts[0] if bursts else ""


def _said(lines: tuple[str, ...], entries: tuple[Entry, ...], *, is_closing: bool) -> Said:
    if lines and lines[0].startswith(("REFUSED", "NOT DONE")):
        return Said(lines, Tone.REFUSED)
    for entry in reversed(entries):
        if isinstance(entry.kind, ClaimRefused):
            return Said(lines, Tone.NOT_VALID)
        if isinstance(entry.kind, ClaimDecided):
            tone = _TONES[Verdict(entry.kind.verdict)]
            return Said(lines, tone, faces_of(entry.kind.opening))
    return Said(lines, Tone.SOLD if entries and is_closing else Tone.TICK)

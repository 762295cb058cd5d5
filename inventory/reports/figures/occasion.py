"""The report of an evening: per series, money, prizes, claims, filing, and whether it adds up."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from typing import Any

from cardgen.amounts import how_many, printed_cents
from inventory.balls import printed_ball
from inventory.counts import printed_ranges, ranges_of
from inventory.decisions.closing import days_late, filing_deadline
from inventory.decisions.game.evening import Evening
from inventory.decisions.game.game_state import GameState
from inventory.decisions.receipts import receipts_of_sets
from inventory.entries.claim import ClaimDecided, ClaimRefused, RoundClosed
from inventory.entries.closing import BoxCounted, CashCounted
from inventory.entries.entry import Entry
from inventory.entries.house import Checkpointed, ClockJumped
from inventory.entries.maker import PacksHeld, StatusNoted
from inventory.entries.stock import Received
from inventory.reports.figures.incidents import (
    Incident,
    incident_lines,
    incidents_json,
    incidents_of,
)
from inventory.reports.figures.prizes import Prizes, prize_lines, prizes_json, prizes_of
from inventory.reports.figures.remarks import Reviewed, remarks_of
from inventory.reports.figures.tally import COUNTED, Identity, SeriesTally, Tally
from inventory.reports.spoken.makers_lines import held_lines, list_lines, newest_lists, ruling_lines
from inventory.reports.spoken.rulebook import override_lines, overrides_json
from inventory.rules.profile import Profile

_SERIES_NAMED = ("set", "series", "color", "role")
# Those that were taken out stand in the identity of their set; a terminal has no room for more.
_SERIES_COUNTED = tuple(name for name in COUNTED if name != "taken_out")
_SERIES_HEADS = (*_SERIES_NAMED, *(name.replace("_", " ") for name in _SERIES_COUNTED))
_SERIES_WIDTHS = (6, 6, 8, 8, 6, 4, 8, 6, 7, 11, 7)


@dataclass(frozen=True, slots=True)
class House:
    """What the report takes from the hall beside the entries."""

    hall_name: str
    profile: Profile
    pays_again: bool
    known: tuple[Received, ...]
    at_tills: Mapping[str, int]
    held: tuple[PacksHeld, ...] = ()  # packs of sets called back that lie at tills now


@dataclass(frozen=True, slots=True)
class Report:
    """The figures of an evening; receipts are of sealed cards only."""

    house: House
    evening: Evening
    tally: Tally
    identities: tuple[Identity, ...]
    entries: tuple[Entry, ...]
    deadline: date

    @property
    def is_balanced(self) -> bool:
        """Whether every identity holds."""
        return all(identity.holds for identity in self.identities)

    @property
    def prizes(self) -> Prizes:
        """What was given, and what is owed."""
        return prizes_of(self.evening, self.entries)

    @property
    def incidents(self) -> tuple[Incident, ...]:
        """What went otherwise than planned."""
        return incidents_of(self.evening, self.entries)

    @property
    def reviewed(self) -> Reviewed:
        """What its remarks are made from."""
        return Reviewed(self.evening, self.entries, self.prizes, self.house.profile)


def report_of(evening: Evening, entries: Iterable[Entry], house: House) -> Report:
    """The report from the evening's entries, from the last evening's end to its own."""
    tally, taken = Tally(house.known), tuple(entries)
    for entry in taken:
        tally.add(entry.kind)
    identities = tally.identities(house.at_tills, pays_again=house.pays_again)
    if not evening.is_ended:
        # Before the end, cards may wait for the punch.
        identities = tuple(one for one in identities if not one.name.startswith("punched"))
    identities += prizes_of(evening, taken).identities
    if evening.called_off:
        identities = ()  # it has no figures; what was issued in it is the next evening's
    deadline = filing_deadline(evening, house.profile)
    return Report(house, evening, tally, identities, taken, deadline)


def _as_kept(moment: datetime) -> datetime:
    return moment


def report_json(report: Report) -> dict[str, Any]:
    """The report as JSON values."""
    kinds = [entry.kind for entry in report.entries]
    filed = report.evening.filed
    return {
        "hall": report.house.hall_name,
        "occasion": report.evening.occasion,
        "name": report.evening.opened.name,
        "played_on": report.evening.opened.played_on,
        "ended": report.evening.is_ended,
        "rule_overrides": overrides_json(report.house.profile),
        "receipts": "sealed cards only",
        "receipts_cents": report.tally.receipts_cents,
        "exchanges": len(report.tally.exchanges),
        "series": [_series_json(one) for one in report.tally.series.values()],
        "games": [_game_json(report, play) for play in report.evening.plays],
        **prizes_json(report.prizes),
        "remarks": list(remarks_of(report.reviewed)),
        "incidents": incidents_json(report.incidents),
        "rounds": [
            {"round": kind.round, "prize": kind.prize, "winners": len(kind.winners)}
            for kind in kinds
            if isinstance(kind, RoundClosed)
        ],
        "claims": {
            "decided": sum(isinstance(kind, ClaimDecided) for kind in kinds),
            "refused": sum(isinstance(kind, ClaimRefused) for kind in kinds),
        },
        "cash": [
            _cash_json(entry.context.till, entry.kind)
            for entry in report.entries
            if isinstance(entry.kind, CashCounted | BoxCounted)
        ],
        "clock_jumps": [kind.seconds for kind in kinds if isinstance(kind, ClockJumped)],
        "status_notes": [_status_json(kind) for kind in newest_lists(report.entries)],
        "rulings": list(ruling_lines(report.entries)),
        "slips": [
            {"when": kind.when, "entries": kind.size, "letters": kind.letters}
            for kind in kinds
            if isinstance(kind, Checkpointed)
        ],
        "two_people": sorted(
            {
                f"{one.context.clerk} and {one.context.second}"
                for one in report.entries
                if one.context.second
            }
        ),
        "file_by": report.deadline.isoformat(),
        "filed": None if filed is None else {"on": filed.filed_on, "reference": filed.reference},
        "identities": [
            {"name": one.name, "left": one.left, "right": one.right, "holds": one.holds}
            for one in report.identities
        ],
        "balanced": report.is_balanced,
    }


def _cash_json(till: str, kind: CashCounted | BoxCounted) -> dict[str, Any]:
    return {
        "till": till,
        "counted_cents": kind.counted_cents,
        "expected_cents": kind.expected_cents,
        "difference_cents": kind.counted_cents - kind.expected_cents,
        "other_takings": dict(kind.other_takings),
    }


def report_lines(
    report: Report, local: Callable[[datetime], datetime] = _as_kept
) -> tuple[str, ...]:
    """The report as people read it; `local` is the hall's clock, the ledger's own if not given."""
    found = report_json(report)
    lines = [
        f"{found['hall']}: {found['name']}, {found['played_on']}",
        *override_lines(report.house.profile),
        "",
        _series_line(*_SERIES_HEADS),
    ]
    for one in report.tally.series.values():
        lines.append(_series_line(*_series_cells(one)))
        lines.append(f"        sold: {printed_ranges(ranges_of(numbers_of(one))) or 'none'}")
    lines += [
        "",
        f"Receipts (sealed cards only): {printed_cents(report.tally.receipts_cents)}",
        f"Exchanges: {found['exchanges']}",
    ]
    lines += map(partial(_cash_line, is_one=len(found["cash"]) == 1), found["cash"])
    lines += prize_lines(report.prizes, local)
    lines += incident_lines(report.incidents)
    lines += [f"Remark: {remark}" for remark in found["remarks"]]
    lines += [
        f"The clock jumped by {how_many(seconds, 'second')}" for seconds in found["clock_jumps"]
    ]
    lines += makers_lines(report)
    lines += [
        f"Slip {slip['when']}: {slip['letters']} after {slip['entries']} entries"
        for slip in found["slips"]
    ]
    filed = found["filed"]
    late = days_late(report.evening, report.house.profile)
    filing = f"Filed {filed['on']}, {filed['reference']}" if filed else "Not filed"
    filing += f" ({how_many(late, 'day')} LATE)" if late else ""
    lines += [f"{filing}; due {found['file_by']}", ""]
    for identity in report.identities:
        sign = "ok " if identity.holds else "NOT"
        lines.append(f"{sign} {identity.name}: {' / '.join(identity.printed)}")
    return tuple(lines)


def _cash_line(cash: dict[str, Any], *, is_one: bool) -> str:
    counted, expected = printed_cents(cash["counted_cents"]), printed_cents(cash["expected_cents"])
    difference = printed_cents(cash["difference_cents"])
    where = "" if is_one else f" at till {cash['till']}"
    return f"Cash counted{where} {counted}, expected {expected}, difference {difference}"


def makers_lines(report: Report) -> tuple[str, ...]:
    """Each maker's newest list of the evening, what was ruled, and packs that are still to go."""
    lists = (line for one in newest_lists(report.entries) for line in list_lines(one))
    return (*lists, *ruling_lines(report.entries), *held_lines(report.house.held))


def _series_line(*cells: str | int) -> str:
    """Four names to the left, then counts to the right, each as wide as its head."""
    placed = enumerate(zip(cells, _SERIES_WIDTHS, strict=True))
    return "  ".join(
        f"{cell:<{width}}" if place < len(_SERIES_NAMED) else f"{cell:>{width}}"
        for place, (cell, width) in placed
    )


def _series_cells(one: SeriesTally) -> tuple[str | int, ...]:
    received = one.received
    return (
        received.set_serial,
        received.series,
        received.color,
        received.role,
        *(one.counts[name] for name in _SERIES_COUNTED),
    )


def numbers_of(one: SeriesTally) -> tuple[int, ...]:
    """The numbers sold of a series, rising."""
    return tuple(sorted(int(card.audit_number) for card in one.sold))


def _status_json(kind: StatusNoted) -> dict[str, Any]:
    return {
        "maker": kind.maker,
        "number": kind.number,
        "made_at": kind.made_at,
        "notes": [
            {
                "set_serial": note.set_serial,
                "status": note.status,
                "since": note.since,
                "reason": note.reason,
                "numbers": [list(pair) for pair in note.numbers],
            }
            for note in kind.notes
        ],
    }


def _game_json(report: Report, play: GameState) -> dict[str, Any]:
    started, number = play.started, play.game.number
    kinds = (entry.kind for entry in report.entries)
    return {
        "game": number,
        "name": play.game.name,
        "kind": str(play.game.kind),
        "state": str(play.state),
        "players_present": play.present,
        "inquiry": started.inquiry if started else "",
        "remarks": list(started.remarks) if started else [],
        "receipts_cents": play.takings.cents
        if play.takings
        else receipts_of_sets(kinds, play.game.sets),
        "receipts_at_announcement_cents": started.receipts_cents if started else None,
        "announced": [list(one) for one in started.announced] if started else [],
        "prizes_given_cents": report.prizes.given_cents(number),
        "prizes_owed_cents": report.prizes.owed_cents(number),
        "balls": [printed_ball(ball) for ball in play.balls],
    }


def _series_json(one: SeriesTally) -> dict[str, Any]:
    received = one.received
    return {
        "set_serial": received.set_serial,
        "series": received.series,
        "color": received.color,
        "role": received.role,
        "price_cents": received.price_cents,
        **one.counts,
        "sold_numbers": printed_ranges(ranges_of(numbers_of(one))),
    }

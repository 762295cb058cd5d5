"""The report of an evening: per series, money, prizes, claims, filing, and whether it adds up."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from inventory.balls import printed_ball
from inventory.decisions.closing import filing_deadline
from inventory.decisions.evening import Evening
from inventory.decisions.play import Play
from inventory.entries import Entry
from inventory.game_kinds import ClaimDecided, ClaimRefused, GameCompleted, Paid, RoundClosed
from inventory.kinds import CashCounted, Checkpointed, ClockJumped, Kind, Received
from inventory.makers_word import StatusNoted
from inventory.money import printed_cents
from inventory.reports.rulebook import override_lines, overrides_json
from inventory.reports.tally import Identity, SeriesTally, Tally
from inventory.reports.telling import status_lines
from inventory.rules.profile import Profile


@dataclass(frozen=True, slots=True)
class House:
    """What the report takes from the hall beside the entries."""

    hall_name: str
    profile: Profile
    pays_again: bool
    known: tuple[Received, ...]
    at_tills: Mapping[str, int]


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


def report_of(evening: Evening, entries: Iterable[Entry], house: House) -> Report:
    """The report from the evening's entries, from the last evening's end to its own."""
    tally, taken = Tally(house.known), tuple(entries)
    for entry in taken:
        tally.add(entry.kind)
    identities = tally.identities(house.at_tills, pays_again=house.pays_again)
    if not evening.is_ended:
        # Before the end, cards may wait for the punch.
        identities = tuple(one for one in identities if not one.name.startswith("punched"))
    deadline = filing_deadline(evening, house.profile)
    return Report(house, evening, tally, identities, taken, deadline)


def report_json(report: Report) -> dict[str, Any]:
    """The report as JSON values."""
    kinds = [entry.kind for entry in report.entries]
    cash = [kind for kind in kinds if isinstance(kind, CashCounted)]
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
        "games": [_game_json(play) for play in report.evening.plays],
        **_prizes_json(kinds),
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
            {
                "counted_cents": one.counted_cents,
                "expected_cents": one.expected_cents,
                "difference_cents": one.counted_cents - one.expected_cents,
                "other_takings": dict(one.other_takings),
            }
            for one in cash
        ],
        "clock_jumps": [kind.seconds for kind in kinds if isinstance(kind, ClockJumped)],
        "status_notes": [_status_json(kind) for kind in kinds if isinstance(kind, StatusNoted)],
        "slips": [
            {"when": kind.when, "entries": kind.size, "letters": kind.letters}
            for kind in kinds
            if isinstance(kind, Checkpointed)
        ],
        "two_people": sorted(
            {f"{one.act.clerk} and {one.act.second}" for one in report.entries if one.act.second}
        ),
        "file_by": report.deadline.isoformat(),
        "filed": None if filed is None else {"on": filed.filed_on, "reference": filed.reference},
        "identities": [
            {"name": one.name, "left": one.left, "right": one.right, "holds": one.holds}
            for one in report.identities
        ],
        "balanced": report.is_balanced,
    }


def _prizes_json(kinds: Iterable[Kind]) -> dict[str, Any]:
    kept = tuple(kinds)
    return {
        "prizes_paid": [
            {"card": kind.card.printed, "cents": kind.cents, "to": kind.to, "from": kind.source}
            for kind in kept
            if isinstance(kind, Paid)
        ],
        "prizes_given": [
            {"game": kind.game, "cents": cents, "to": to}
            for kind in kept
            if isinstance(kind, GameCompleted)
            for to, cents in kind.given
        ],
    }


def report_lines(report: Report) -> tuple[str, ...]:
    """The report as people read it."""
    found = report_json(report)
    lines = [
        f"{found['hall']}: {found['name']}, {found['played_on']}",
        *override_lines(report.house.profile),
        "",
        "series  color    role      issued  sold  put back  voided  missing  surrendered  punched",
    ]
    for one in report.tally.series.values():
        received = one.received
        lines.append(
            f"{received.series:<7} {received.color:<8} {received.role:<9} {one.issued:>6} "
            f"{len(one.sold):>5} {one.put_back:>9} {len(one.voided):>7} {one.missing:>8} "
            f"{len(one.surrendered):>12} {len(one.defaced):>8}"
        )
        lines.append(f"        sold: {printed_ranges(numbers_of(one)) or 'none'}")
    lines += [
        "",
        f"Receipts (sealed cards only): {printed_cents(report.tally.receipts_cents)}",
        f"Exchanges: {found['exchanges']}",
    ]
    for cash in found["cash"]:
        difference = printed_cents(cash["difference_cents"])
        lines.append(
            f"Cash counted {printed_cents(cash['counted_cents'])}, expected "
            f"{printed_cents(cash['expected_cents'])}, difference {difference}"
        )
    lines += [
        f"Prize {printed_cents(paid['cents'])} to {paid['to']} for card {paid['card']}"
        for paid in found["prizes_paid"]
    ]
    lines += [
        f"Prize {printed_cents(given['cents'])} to {given['to']}, game {given['game']}, "
        "on cards that are not kept here"
        for given in found["prizes_given"]
    ]
    lines += [f"The clock jumped by {seconds} seconds" for seconds in found["clock_jumps"]]
    for kind in (entry.kind for entry in report.entries):
        lines += status_lines(kind) if isinstance(kind, StatusNoted) else ()
    lines += [
        f"Slip {slip['when']}: {slip['letters']} after {slip['entries']} entries"
        for slip in found["slips"]
    ]
    filed = found["filed"]
    filing = f"Filed {filed['on']}, {filed['reference']}" if filed else "Not filed"
    lines += [f"{filing}; due {found['file_by']}", ""]
    for one_identity in report.identities:
        sign = "ok " if one_identity.holds else "NOT"
        lines.append(f"{sign} {one_identity.name}: {one_identity.left} / {one_identity.right}")
    return tuple(lines)


def numbers_of(one: SeriesTally) -> tuple[int, ...]:
    """The numbers sold of a series, rising."""
    return tuple(sorted(int(card.audit_number) for card in one.sold))


def printed_ranges(numbers: tuple[int, ...]) -> str:
    """Numbers as ranges.

    >>> printed_ranges((1, 2, 3, 7))
    '1-3, 7'
    """
    parts: list[list[int]] = []
    for number in numbers:
        if parts and number == parts[-1][1] + 1:
            parts[-1][1] = number
        else:
            parts.append([number, number])
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in parts)


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


def _game_json(play: Play) -> dict[str, Any]:
    started = play.started
    return {
        "game": play.game.number,
        "name": play.game.name,
        "kind": str(play.game.kind),
        "state": str(play.state),
        "players_present": play.present,
        "inquiry": started.inquiry if started else "",
        "remarks": list(started.remarks) if started else [],
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
        "issued": one.issued,
        "sold": len(one.sold),
        "put_back": one.put_back,
        "voided": len(one.voided),
        "missing": one.missing,
        "taken_out": one.taken_out,
        "surrendered": len(one.surrendered),
        "punched": len(one.defaced),
        "sold_numbers": printed_ranges(numbers_of(one)),
    }

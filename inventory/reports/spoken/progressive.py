"""A progressive in words: its entries, where it stands, what is due, the notice when it stops."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import assert_never

from cardgen.amounts import printed_cents
from inventory.decisions.progressive.progression import (
    CurrentOffer,
    Due,
    Progression,
    deposits_due,
    next_date,
    tonight,
)
from inventory.entries.entry import Entry
from inventory.entries.progressive import (
    Outcome,
    ProceedsDeposited,
    ProgressionKind,
    ProgressionPlayed,
    ProgressionStarted,
    ProgressionStopped,
)
from inventory.errors import Refusal, Refused
from inventory.rules.profile import ProgressiveRules

NOT_OURS = (
    "Bank holidays count as business days here: look at the calendar. What becomes of prize and "
    "proceeds is for the commission to say."
)


def progression_kind_lines(kind: ProgressionKind) -> tuple[str, ...]:
    """What an entry says, as the desk answers."""
    match kind:
        case ProgressionStarted():
            return _started_lines(kind)
        case ProgressionPlayed():
            return (_played_line(kind),)
        case ProceedsDeposited():
            cents = printed_cents(kind.cents)
            return (f"{kind.name}: {cents} deposited on {kind.deposited_on}, {kind.reference}",)
        case ProgressionStopped():
            return _stopped_lines(kind)
        case _:
            assert_never(kind)


def _started_lines(kind: ProgressionStarted) -> tuple[str, ...]:
    prize = printed_cents(kind.prize_cents)
    growth = " and ".join(_growth(kind))
    lines = [
        f"Progressive {kind.name}: first prize {prize} within {kind.calls} calls",
        f"Each occasion it is not won: {growth}; calls more: {kind.calls_growth}",
    ]
    if kind.dates:
        lines.append(f"Post these dates: {', '.join(kind.dates)}")
    if kind.license_expires:
        lines.append(f"The license expires on {kind.license_expires}")
    if kind.account:
        lines.append(f"All proceeds are held in: {kind.account}")
    return tuple(lines)


def _growth(kind: ProgressionStarted) -> list[str]:
    found = []
    if kind.growth_cents:
        found.append(f"{printed_cents(kind.growth_cents)} more")
    if kind.growth_share:
        found.append(f"{kind.growth_share / 100:g} % of the receipts more")
    return found


def _played_line(kind: ProgressionPlayed) -> str:
    prize, receipts = printed_cents(kind.prize_cents), printed_cents(kind.receipts_cents)
    calls = f"{kind.calls} calls of at most {kind.calls_max}"
    became = "WON" if kind.outcome == Outcome.WON else "carried to the next occasion"
    which = f"{kind.name}, occasion {kind.number} on {kind.played_on}"
    return f"{which}: {prize}, {calls}: {became}. Receipts {receipts}"


def _stopped_lines(kind: ProgressionStopped) -> tuple[str, ...]:
    told = f"{kind.name} stopped, known on {kind.known_on}: {kind.reason}"
    if not kind.notice_due:
        return (
            told,
            "This hall's rules name no notice; ask the municipality what it wants to know.",
        )
    by = f"NOTICE due by the close of business on {kind.notice_due}, in writing, to the commission"
    return (told, f"{by} and the municipality:", *_notice(kind), NOT_OURS)


def _notice(kind: ProgressionStopped) -> tuple[str, ...]:
    """The notice in our words; license number and signature are written on the paper."""
    receipts, kept = printed_cents(kind.receipts_cents), printed_cents(kind.deposited_cents)
    prize = printed_cents(kind.prize_cents)
    return (
        f"  {kind.licensee} cannot complete its progressive game {kind.name}.",
        f"  The emergency: {kind.reason.rstrip('.')}. We have known of it since {kind.known_on}.",
        f"  Occasions played: {kind.occasions}. The prize of {prize} was not awarded.",
        f"  Its cards brought in {receipts}; in the bank account: {kept}.",
        "  License number ____________  Member in charge ____________  Date ____________",
    )


# -- where it stands ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Standing:
    """A progressive as it stands on a day: its state, its next occasion, and its entries."""

    progression: Progression
    state: str
    today: str
    next_date: str
    offered: CurrentOffer | Refusal | None
    rules: ProgressiveRules
    history: tuple[Entry, ...]


def standing_of(
    progression: Progression, rules: ProgressiveRules, today: str, entries: Iterable[Entry]
) -> Standing:
    """Where a progressive stands; a day without a coming date offers nothing."""
    coming = "" if progression.is_ended else next_date(progression, today)
    return Standing(
        progression,
        _state(progression),
        today,
        coming,
        _offered(progression, rules, coming) if coming else None,
        rules,
        tuple(entries),
    )


def _offered(
    progression: Progression, rules: ProgressiveRules, coming: str
) -> CurrentOffer | Refusal:
    """What it offers on its next date, or why it is not played then."""
    try:
        return tonight(progression, rules, coming)
    except Refused as refused:
        return refused.refusal


def standing_lines(standing: Standing, local: Callable[[datetime], datetime]) -> tuple[str, ...]:
    """State, prize and calls of the next occasion, dates, deposits due, every entry.

    `local` tells the hall's own time: an evening there is often the next day in UTC.
    """
    one = standing.progression
    receipts, kept = printed_cents(one.receipts_cents), printed_cents(one.deposited_cents)
    return (
        f"{one.name}: {standing.state}, occasions played: {len(one.played)}",
        *_next_lines(standing),
        f"  receipts {receipts}, deposited {kept}",
        *(_due_line(due, standing.today) for due in deposits_due(one, standing.rules)),
        *(
            f"  {local(context.moment.at).date()} {context.clerk}, entry {entry.sequence}: {line}"
            for entry in standing.history
            for context in (entry.context,)
            for line in _history(entry)
        ),
    )


def standing_json(standing: Standing) -> dict[str, object]:
    """The same for other programs."""
    one, offered = standing.progression, standing.offered
    return {
        "name": one.name,
        "state": standing.state,
        "next": {
            "date": standing.next_date,
            "number": offered.number,
            "prize_cents": offered.prize_cents,
            "calls_max": offered.calls_max,
            "must_be_won": offered.must_be_won,
            "why": offered.why,
        }
        if isinstance(offered, CurrentOffer)
        else None,
        "why_not": offered.code if isinstance(offered, Refusal) else "",
        "dates": list(one.started.dates),
        "receipts_cents": one.receipts_cents,
        "deposited_cents": one.deposited_cents,
        "deposits_due": [
            {"played_on": due.played_on, "cents": due.cents, "by": due.by}
            for due in deposits_due(one, standing.rules)
        ],
        "history": [
            {"sequence": entry.sequence, "kind": entry.kind_name, "lines": list(_history(entry))}
            for entry in standing.history
        ],
    }


def _due_line(due: Due, today: str) -> str:
    told = f"  DEPOSIT {printed_cents(due.cents)} of {due.played_on}"
    if not due.by:
        return told
    return f"{told} by {due.by}" + (": LATE" if due.by < today else "")


def _state(progression: Progression) -> str:
    if progression.is_won:
        return "won"
    return "stopped" if progression.stopped else "running"


def _next_lines(standing: Standing) -> tuple[str, ...]:
    offered, coming = standing.offered, standing.next_date
    if isinstance(offered, Refusal):
        return (f"  not on {coming}: {offered}",)
    if offered is None:
        if standing.progression.is_ended:
            return ()
        return (
            "  NO DATE IS LEFT: the prize was to be awarded on the last one.",
            "  An emergency that prevented it is noted: inventory progressive stop",
        )
    prize, calls = printed_cents(offered.prize_cents), offered.calls_max
    how = "whatever the calls" if offered.must_be_won else f"within {calls} calls"
    return (f"  next on {coming}: {prize} {how} ({offered.why})",)


def _history(entry: Entry) -> tuple[str, ...]:
    kind = entry.kind
    return progression_kind_lines(kind) if isinstance(kind, ProgressionKind) else ()

"""What people should look at before they file: rules passed, games not completed, money changed."""

from collections.abc import Iterator
from dataclasses import dataclass

from cardgen.amounts import how_many, printed_cents
from inventory.decisions.game.evening import Evening
from inventory.decisions.game.game_state import GamePhase, GameState
from inventory.decisions.prize.prize import Offer, passed_caps
from inventory.decisions.receipts import receipts_of_sets
from inventory.entries.claim import Paid, RestPaid
from inventory.entries.closing import BoxCounted, CashCounted
from inventory.entries.entry import Entry
from inventory.entries.game import Drawn, GameCompleted
from inventory.entries.house import ClockJumped, SlipCompared
from inventory.entries.sale import ExchangeUndone, SaleUndone
from inventory.entries.stock import Missing
from inventory.reports.figures.prizes import Prizes
from inventory.reports.figures.takings import takings_of
from inventory.rules.profile import Profile

_NOT_COMPLETED = {
    GamePhase.SCHEDULED: "was never started",
    GamePhase.STARTED: "was started and not played to its end",
    GamePhase.HELD: "was held and not played to its end",
    GamePhase.RESUMED: "was resumed and not played to its end",
    GamePhase.ENDED: "was won, and nobody said that it is completed",
}


@dataclass(frozen=True, slots=True)
class Reviewed:
    """An evening, its entries and prizes, and the rules that it is looked at by."""

    evening: Evening
    entries: tuple[Entry, ...]
    prizes: Prizes
    profile: Profile


def remarks_of(asked: Reviewed) -> tuple[str, ...]:
    """Every remark, in sentences; none of them is a figure that does not add up."""
    return (
        *(
            f"When the evening was opened: {remark.rstrip('.')}."
            for remark in asked.evening.opened.remarks
        ),
        *_on_the_draws(asked),
        *_without_slips(asked),
        *_on_the_announcements(asked),
        *_caps_passed(asked),
        *_unwon(asked),
        *_happened(asked),
        *not_completed(asked),
    )


def _happened(asked: Reviewed) -> Iterator[str]:
    """Sales that were undone, cards that were not there, boxes that differ, a clock that jumped."""
    kinds = [entry.kind for entry in asked.entries]
    undone = sum(isinstance(kind, SaleUndone | ExchangeUndone) for kind in kinds)
    if undone:
        yield f"Undone by their tills: {how_many(undone, 'sale')}, each told with its cards."
    missing = sum(len(kind.cards) for kind in kinds if isinstance(kind, Missing))
    if missing:
        yield f"Entered as not there: {how_many(missing, 'card')}."
    for entry in asked.entries:
        kind = entry.kind
        if isinstance(kind, CashCounted | BoxCounted):
            difference = kind.counted_cents - kind.expected_cents
            if difference:
                word = "over" if difference > 0 else "short"
                amount = printed_cents(abs(difference))
                yield f"The box of till {entry.context.till} was {amount} {word} when counted."
        elif isinstance(kind, ClockJumped):
            way = "forward" if kind.seconds > 0 else "back"
            by = how_many(max(1, round(abs(kind.seconds) / 60)), "minute")
            yield f"The clock went {way} by {by} before entry {entry.sequence + 1}."


def _without_slips(asked: Reviewed) -> Iterator[str]:
    for entry in asked.entries:
        if entry.occasion == asked.evening.occasion and entry.kind == SlipCompared(""):
            people = f"{entry.context.clerk} and {entry.context.second}"
            paid = _paid_by(asked, entry)
            act = f"A prize was paid on card {paid}" if paid else "The evening was opened"
            yield f"{act} without the letters of the slip before it, by {people}."


def _paid_by(asked: Reviewed, entry: Entry) -> str:
    """The card that the same act paid; empty when it paid none."""
    request = entry.context.request
    kinds = (one.kind for one in asked.entries if one.context.request == request)
    return next((kind.card.printed for kind in kinds if isinstance(kind, Paid | RestPaid)), "")


def not_completed(asked: Reviewed) -> tuple[str, ...]:
    """Games that cards were sold for and that the evening's end found without theirs."""
    if not asked.evening.is_ended:
        return ()
    found = []
    for play in asked.evening.plays:
        sold = _sold(asked, play)
        if sold and not play.is_completed:
            what = _NOT_COMPLETED[play.state]
            found.append(f"{_named(play)} {what}; cards sold for it: {sold}.")
    return tuple(found)


def _on_the_draws(asked: Reviewed) -> Iterator[str]:
    """What balls fell against: they are no less drawn for it, and it is not mended any more."""
    for kind in (entry.kind for entry in asked.entries):
        play = asked.evening.play(kind.game) if isinstance(kind, Drawn) else None
        if isinstance(kind, Drawn) and play is not None:
            balls = f"{how_many(len(kind.balls), 'ball')} {kind.how}"
            yield from (f"{_named(play)}, {balls}: {one.rstrip('.')}." for one in kind.remarks)


def _on_the_announcements(asked: Reviewed) -> Iterator[str]:
    for play in asked.evening.plays:
        if play.started is None:
            continue
        for remark in play.started.remarks:
            yield f"{_named(play)}: {remark.rstrip('.')}."
        then = play.started.receipts_cents
        now = receipts_of_sets((entry.kind for entry in asked.entries), play.game.sets)
        if play.game.sets and then != now:
            yield (
                f"{_named(play)} was announced on receipts of {printed_cents(then)}; they are "
                f"{printed_cents(now)} now. What was announced is owed all the same."
            )


def _caps_passed(asked: Reviewed) -> Iterator[str]:
    """What was given and is owed against the caps; the program's offers were judged before."""
    prizes = asked.prizes
    offers = (
        Offer(one.number, one.kind, 0, prizes.awarded_cents(one.number))
        for one in (play.game for play in asked.evening.plays)
    )
    for passed in passed_caps(offers, asked.profile.prizes):
        yield f"Prizes given or owed: {passed.sentence}"


def _unwon(asked: Reviewed) -> Iterator[str]:
    for kind in (entry.kind for entry in asked.entries):
        play = asked.evening.play(kind.game) if isinstance(kind, GameCompleted) else None
        if isinstance(kind, GameCompleted) and kind.unwon and play is not None:
            yield f"{_named(play)} was completed, and nobody won it: {kind.unwon.rstrip('.')}."


def _named(play: GameState) -> str:
    return f"Game {play.game.number} ({play.game.name})"


def _sold(asked: Reviewed, play: GameState) -> int:
    takings = takings_of(asked.entries)
    return sum(len(one.cards) for one in takings if one.set_serial in play.game.sets)

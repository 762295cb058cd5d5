"""An evening's frame: it opens with its program; games start, and are completed, one by one."""

from dataclasses import dataclass, replace

from cardgen.amounts import printed_cents
from inventory.commands.game import CountTakings
from inventory.decisions.facts import Decision, check_two_people
from inventory.decisions.game.draw import (
    check_none_against,
    check_startable,
    play_of,
    pre_drawn_first,
)
from inventory.decisions.game.evening import Evening
from inventory.decisions.game.game_state import GamePhase, GameState
from inventory.decisions.law import LAW, played_rules
from inventory.entries.entry import Context
from inventory.entries.game import (
    AnnouncedPrize,
    CrewNamed,
    GameCompleted,
    GameStarted,
    OccasionOpened,
    OutageVoted,
    SalesClosed,
    TakingsCounted,
)
from inventory.entries.stock import Received
from inventory.errors import Refusal
from inventory.program.program import Game
from inventory.refusals.refuse import refuse
from inventory.rules.citing import cited
from inventory.rules.profile import Profile

NOBODY, HOLDER = "nobody", "holder"
INQUIRIES = (NOBODY, HOLDER)
_SECONDS_PER_MINUTE = 60


def open_occasion(
    asked: OccasionOpened,
    profile: Profile,
    before: Evening | None,
    known: tuple[Received, ...],
) -> Decision:
    """The occasion under today's law, when its program keeps the rule and no other is open."""
    check_none_open(before)
    for game in asked.program.games:
        _check_calls(game, profile)
    serials = {series.set_serial for series in known}
    if not asked.on_sale:
        raise refuse("nothing-on-sale")
    for serial in asked.on_sale:
        if serial not in serials:
            raise refuse("unknown-set", serial=serial)
    return (replace(asked, law=LAW, rules=played_rules(profile)),)


def name_crew(context: Context, evening: Evening, crew: CrewNamed) -> Decision:
    """Who works tonight, changed by two people; what is left empty stays."""
    check_two_people(context)
    now = evening.crew
    changed = CrewNamed(
        crew.in_charge or now.in_charge,
        crew.manager or now.manager,
        crew.callers or now.callers,
        crew.checkers or now.checkers,
    )
    if changed == now:
        raise refuse("crew-unchanged")
    return (changed,)


def crew_at_opening(context: Context, crew: CrewNamed) -> CrewNamed:
    """The crew as it is written: who opens is in charge and manages, where nobody is named."""
    in_charge = crew.in_charge or context.clerk
    return replace(crew, in_charge=in_charge, manager=crew.manager or in_charge)


def check_none_open(before: Evening | None) -> None:
    """No evening is open: there is one at a time."""
    if before is not None and not before.is_ended:
        raise refuse("occasion-open", name=before.opened.name)


def close_sales(evening: Evening, number: int, originals: int, trade_ins: int) -> Decision:
    """No more sales for a game."""
    play = play_of(evening, number)
    if play.is_sales_closed:
        raise refuse("sales-closed", name=play.game.name)
    return (SalesClosed(play.game.number, originals, trade_ins),)


@dataclass(frozen=True, slots=True)
class Announcement:
    """What is read out before the first number, and how long ago balls were pre-drawn.

    `pre_drawn_for` counts seconds since the first pre-drawn ball, 0 without one; `over_caps` are
    the caps that the prizes of the evening pass.
    """

    sold: int
    receipts_cents: int
    prizes: tuple[tuple[str, int], ...]
    over_caps: tuple[Refusal, ...]
    pre_drawn_for: float


def start_game(
    evening: Evening, inquiry: str, profile: Profile, announcement: Announcement
) -> Decision:
    """The current game begins: announced, and holders on the pre-drawn numbers asked for."""
    play = evening.current
    if play.started is not None or play.is_completed:
        code = "game-completed" if play.is_completed else "game-started"
        raise refuse(code, game=play.game.name)
    check_startable(play)
    check_none_against(pre_drawn_first(evening, play, profile))
    if play.needs_takings and play.takings is None:
        raise refuse("takings-needed", game=play.game.name)
    asks = play.game.pre_drawn > 0 and profile.pre_draw.inquiry.value
    if asks and inquiry not in INQUIRIES:
        citation = cited(profile.pre_draw.inquiry)
        raise refuse("inquiry-needed", pre_drawn=play.game.pre_drawn, citation=citation)
    over = tuple(one.sentence.rstrip(".") for one in announcement.over_caps)
    return (
        GameStarted(
            game=play.game.number,
            inquiry=inquiry if asks else "",
            sold=announcement.sold,
            receipts_cents=announcement.receipts_cents,
            announced=tuple(AnnouncedPrize(*one) for one in announcement.prizes),
            remarks=(*_remarks(play, profile, announcement.pre_drawn_for), *over),
        ),
    )


def count_takings(context: Context, evening: Evening, command: CountTakings) -> Decision:
    """What a game on cards that are not kept here brought in, by two people, before it starts."""
    play = play_of(evening, command.game)
    check_two_people(context)
    if play.game.sets:
        raise refuse("takings-kept", game=play.game.name)
    if play.started is not None or play.is_completed:
        raise refuse("game-started", game=play.game.name)
    if not command.cards and command.cents:
        raise refuse("takings-of-nothing", dollars=printed_cents(command.cents))
    return (TakingsCounted(play.game.number, command.cards, command.cents),)


def complete_unwon(context: Context, evening: Evening, reason: str) -> Decision:
    """The current game is over and nobody won it: two people say why."""
    play = finishing(evening)
    check_two_people(context)
    if not reason.strip():
        raise refuse("unwon-reason-needed", game=play.game.name)
    if play.must_hear_holders:
        raise refuse("holders-first")
    if play.state is GamePhase.ENDED:
        raise refuse("game-won", game=play.game.name)
    return (GameCompleted(play.game.number, (), reason.strip()),)


def finishing(evening: Evening) -> GameState:
    """The game that is to be completed, or why none is."""
    play = evening.current
    if play.open_round is not None:
        raise refuse("round-not-closed", round=play.open_round.number)
    if play.is_completed:
        raise refuse("games-over", count=len(evening.plays))
    if play.is_open_for_sale:
        raise refuse("sales-open", name=play.game.name)
    return play


def vote_outage(evening: Evening | None, present: int, in_favor: int, profile: Profile) -> Decision:
    """The power failed: balls are drawn by hand when most players agree."""
    if evening is None:
        raise refuse("no-occasion")
    if in_favor > present:
        raise refuse("more-than-present", in_favor=in_favor, present=present)
    if profile.house.outage_by_majority.value and in_favor * 2 <= present:
        citation = cited(profile.house.outage_by_majority)
        raise refuse("no-majority", in_favor=in_favor, present=present, citation=citation)
    return (OutageVoted(evening.current.game.number, present, in_favor),)


def _remarks(play: GameState, profile: Profile, pre_drawn_for: float) -> tuple[str, ...]:
    """What nobody can mend any more; the balls are drawn, so it is told and kept."""
    most = profile.pre_draw.minutes_before_max
    minutes = int(pre_drawn_for // _SECONDS_PER_MINUTE)
    if not play.game.pre_drawn or most.value is None:
        return ()
    if pre_drawn_for <= most.value * _SECONDS_PER_MINUTE:
        return ()
    began = f"the pre-draw began {minutes} minutes before the game"
    return (f"{began}, {cited(most)} allows {most.value}",)


def _check_calls(game: Game, profile: Profile) -> None:
    least = profile.pre_draw.calls_min
    if game.pre_drawn and game.calls_max < least.value:
        raise refuse(
            "too-few-calls", calls=game.calls_max, least=least.value, citation=cited(least)
        )
    if game.pre_drawn > game.calls_max:
        raise refuse("pre-drawn-over-calls", pre_drawn=game.pre_drawn, calls=game.calls_max)

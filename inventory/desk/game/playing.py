"""The frame of an evening at the desk: it opens, its games start and are completed one by one."""

from typing import assert_never

from cardgen.face import BALL_MAX
from inventory.commands.game import (
    CallOff,
    CloseSales,
    CompleteGame,
    CompleteUnwon,
    CountTakings,
    EveningCommand,
    NameCrew,
    OpenEvening,
    StartGame,
    VoteOutage,
)
from inventory.decisions.facts import Decision
from inventory.decisions.game import occasion
from inventory.decisions.game.call_off import call_off
from inventory.decisions.game.draw import play_of
from inventory.decisions.game.evening import Evening
from inventory.decisions.game.occasion import Announcement
from inventory.decisions.prize.given import complete_game
from inventory.decisions.prize.prize import passed_caps
from inventory.decisions.progressive.acts import Ended
from inventory.desk.desk import Decided, Desk
from inventory.desk.game.evening import (
    current_of,
    open_evening_of,
    read_receipts,
    read_sold,
    rules_of,
    seconds_of_pre_draw,
)
from inventory.desk.game.opening import open_evening
from inventory.desk.game.prizes import (
    offers_of,
    progressive_played,
    tonight_of,
    tonight_prizes,
)


def decide(desk: Desk, command: EveningCommand) -> Decided:  # noqa: C901, PLR0911 -- one case each
    """What a command of an evening's frame comes to. Raises: Refused."""
    match command:
        case OpenEvening():
            return Decided(open_evening(desk, command))
        case CallOff(reason=reason):
            return Decided(_call_off(desk, reason))
        case NameCrew(crew=crew):
            return Decided(occasion.name_crew(desk.context, open_evening_of(desk.reader), crew))
        case CloseSales(game=number):
            return Decided(_close_sales(desk, number))
        case CountTakings():
            of = open_evening_of(desk.reader)
            return Decided(occasion.count_takings(desk.context, of, command))
        case StartGame(inquiry=inquiry):
            return Decided(_start_game(desk, inquiry))
        case CompleteGame():
            return Decided(_complete_game(desk, command))
        case CompleteUnwon(reason=reason):
            return Decided(_complete_unwon(desk, reason))
        case VoteOutage(present=present, in_favor=in_favor):
            evening = current_of(desk.reader)
            return Decided(occasion.vote_outage(evening, present, in_favor, desk.profile))
        case _:
            assert_never(command)


def _call_off(desk: Desk, reason: str) -> Decision:
    evening = current_of(desk.reader)
    is_sold = evening is not None and bool(desk.reader.of_kind("Sold", evening.occasion))
    return call_off(desk.context, evening, reason, is_sold=is_sold)


def _close_sales(desk: Desk, number: int) -> Decision:
    evening = open_evening_of(desk.reader)
    sold = read_sold(desk.reader, evening, play_of(evening, number))
    originals = sum(bool(card.series and card.series.is_original) for card in sold)
    return occasion.close_sales(evening, number, originals, len(sold) - originals)


def _start_game(desk: Desk, inquiry: str) -> Decision:
    evening = open_evening_of(desk.reader)
    # Refused here when its progressive is not played tonight.
    tonight_of(desk.hall, desk.reader, evening, evening.current.game)
    announcement = _announcement(desk, evening)
    return occasion.start_game(evening, inquiry, desk.profile, announcement)


def _announcement(desk: Desk, evening: Evening) -> Announcement:
    hall, reader, state = desk.hall, desk.reader, evening.current
    return Announcement(
        sold=state.takings.cards if state.takings else len(read_sold(reader, evening, state)),
        receipts_cents=read_receipts(reader, evening, state),
        prizes=tonight_prizes(hall, reader, evening, state),
        over_caps=passed_caps(offers_of(hall, reader, evening), desk.profile.prizes),
        pre_drawn_for=seconds_of_pre_draw(reader, evening, state, desk.context.moment),
    )


def _complete_game(desk: Desk, command: CompleteGame) -> Decision:
    """A game that was won; a progressive on cards that are not kept here is told how."""
    evening = open_evening_of(desk.reader)
    state, rules = evening.current, rules_of(desk.hall, desk.reader, evening)
    decision = complete_game(evening, command, rules)
    if not command.given:
        return decision
    ended = _ended_by_name(desk, evening, command)
    return (*decision, *progressive_played(desk.hall, desk.reader, evening, state, ended))


def _ended_by_name(desk: Desk, evening: Evening, command: CompleteGame) -> Ended:
    """The call by which a game was won whose winners are known by name alone: its prize tells."""
    state = evening.current
    offered = tonight_of(desk.hall, desk.reader, evening, state.game)
    given = sum(one.cents for one in command.given)
    if offered is None:
        return Ended(len(state.balls), len(command.given))
    is_primary = given == offered.prize_cents
    calls = min(offered.calls_max + (not is_primary), BALL_MAX)
    return Ended(calls, len(command.given))


def _complete_unwon(desk: Desk, reason: str) -> Decision:
    """A game that started and nobody won: its progressive is carried, or had to be won."""
    evening = open_evening_of(desk.reader)
    decision = occasion.complete_unwon(desk.context, evening, reason)
    if evening.current.started is None:
        return decision
    state = evening.current
    ended = Ended(len(state.balls), 0)
    return (*decision, *progressive_played(desk.hall, desk.reader, evening, state, ended))

"""The frame of an evening at the desk: it opens, its games start and are completed one by one."""

from typing import assert_never

from inventory.commands.game import (
    CallOff,
    CloseSales,
    CompleteGame,
    CompleteUnwon,
    EveningCommand,
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
    most_offered,
    offers_of,
    progressive_played,
    tonight_of,
    tonight_prizes,
)


def decide(desk: Desk, command: EveningCommand) -> Decided:  # noqa: PLR0911 -- one case each
    """What a command of an evening's frame comes to. Raises: Refused."""
    match command:
        case OpenEvening():
            return Decided(open_evening(desk, command))
        case CallOff(reason=reason):
            return Decided(_call_off(desk, reason))
        case CloseSales(game=number):
            return Decided(_close_sales(desk, number))
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
        sold=len(read_sold(reader, evening, state)),
        receipts_cents=read_receipts(reader, evening, state),
        prizes=tonight_prizes(hall, reader, evening, state),
        over_caps=passed_caps(offers_of(hall, reader, evening), desk.profile.prizes),
        pre_drawn_for=seconds_of_pre_draw(reader, evening, state, desk.context.moment),
    )


def _complete_game(desk: Desk, command: CompleteGame) -> Decision:
    hall, reader = desk.hall, desk.reader
    evening = open_evening_of(reader)
    offered = most_offered(hall, reader, evening, evening.current)
    return occasion.complete_game(evening, command.given, rules_of(hall, reader, evening), offered)


def _complete_unwon(desk: Desk, reason: str) -> Decision:
    """A game that started and nobody won: its progressive is carried, or had to be won."""
    evening = open_evening_of(desk.reader)
    decision = occasion.complete_unwon(desk.context, evening, reason)
    if evening.current.started is None:
        return decision
    state = evening.current
    ended = Ended(len(state.balls), 0)
    return (*decision, *progressive_played(desk.hall, desk.reader, evening, state, ended))

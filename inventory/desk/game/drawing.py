"""The draw at the desk: players counted, balls entered, compared with the rack, corrected."""

from typing import assert_never

from inventory.commands.game import (
    CallBalls,
    CheckRack,
    CorrectDraw,
    CountHeads,
    DrawCommand,
    EnterLater,
    PreDraw,
)
from inventory.decisions.claim.rejudge import Rejudged, rejudge
from inventory.decisions.facts import Decision
from inventory.decisions.game import draw
from inventory.desk.desk import Decided, Desk
from inventory.desk.game.claim_rules import claim_rules_of
from inventory.desk.game.evening import current_of, open_evening_of, workers_of
from inventory.desk.game.settling import settlement


def decide(desk: Desk, command: DrawCommand) -> Decided:
    """What a command of the draw comes to. Raises: Refused."""
    evening = current_of(desk.reader)
    match command:
        case CountHeads(present=present, game=number):
            return Decided(draw.count_heads(evening, number, present, desk.profile))
        case PreDraw():
            return Decided(draw.pre_draw(desk.context, evening, command, desk.profile))
        case CallBalls(balls=balls, game=number):
            return Decided(draw.call(evening, number, balls, desk.profile))
        case EnterLater():
            return Decided(draw.enter_later(desk.context, evening, command, desk.profile))
        case CheckRack(player=player):
            workers = workers_of(desk.reader, evening) if evening else ()
            profile = desk.profile
            found = draw.compare_rack(desk.context, evening, player, profile, workers)
            return Decided(found)
        case CorrectDraw():
            return Decided(_correct(desk, command))
        case _:
            assert_never(command)


def _correct(desk: Desk, command: CorrectDraw) -> Decision:
    """The correction, and every claim of its game judged again."""
    context, reader = desk.context, desk.reader
    evening = open_evening_of(reader)
    correction = draw.correct(context, evening, command)
    names = {claim.opened.card for claim in evening.claims.values()}
    cards = {name: reader.card(name) for name in names}
    state = draw.play_of(evening, command.game)
    claim_rules = claim_rules_of(desk.hall, reader, evening, state)
    kinds = rejudge(Rejudged(context, evening, claim_rules), correction, cards)
    return (*kinds, *settlement(desk, evening, kinds))

"""What is read out, posted and handed to the caller tonight, as papers with tonight's figures."""

from collections.abc import Callable
from dataclasses import dataclass

from inventory.balls import printed_ball
from inventory.clock import spoken_date
from inventory.counts import ranges_of
from inventory.decisions.game.draw import play_of
from inventory.decisions.game.evening import Evening
from inventory.decisions.game.game_state import GameState
from inventory.decisions.prize.prize import passed_caps
from inventory.decisions.progressive.progression import before, possible_dates
from inventory.desk.game.claim_rules import claim_rules_of
from inventory.desk.game.evening import open_evening_of, read_sold, rules_of
from inventory.desk.game.prizes import offered_of, offers_of, tonight_prizes
from inventory.desk.hall import Hall
from inventory.desk.progressive import read_progressions
from inventory.ledger.reading import Reader
from inventory.paper import Column, Measure, Paper, Table
from inventory.reports.spoken.notices import (
    HallAnswers,
    ProgressionDates,
    notices_of,
    notices_paper,
)
from inventory.reports.spoken.ranges import (
    SetNumbers,
    ValidRange,
    all_numbers,
    ranges_slip,
    valid_ranges,
)
from inventory.reports.spoken.script import Figures, caller_script
from inventory.reports.spoken.wall import wall_program

_BALL_COLUMNS = (Column("Call", Measure.COUNT), Column("Ball"))


def read_script(hall: Hall, number: int) -> Paper:
    """The caller's script of a game of the open evening, 0 for the current one."""
    return _of_game(hall, number, _script)


def read_ranges(hall: Hall, number: int) -> Paper:
    """The slip of valid cards of a game of the open evening, 0 for the current one."""
    return _of_game(hall, number, _slip)


def read_balls(hall: Hall, number: int) -> Paper:
    """The balls of a game in the order they were drawn, for posting."""
    return _of_game(hall, number, _balls)


@dataclass(frozen=True, slots=True)
class _Tonight:
    """The game that a paper is of, and where its figures are read."""

    hall: Hall
    reader: Reader
    evening: Evening
    play: GameState


def _of_game(hall: Hall, number: int, draw: Callable[[_Tonight], Paper]) -> Paper:
    with hall.reading() as reader:
        evening = open_evening_of(reader)
        play = play_of(evening, number)
        return draw(_Tonight(hall, reader, evening, play))


def _script(tonight: _Tonight) -> Paper:
    reader, evening, play = tonight.reader, tonight.evening, tonight.play
    claim_rules = claim_rules_of(tonight.hall, reader, evening, play)
    offered = offered_of(tonight.hall, reader, evening, play.game)
    figures = Figures(
        ranges=_ranges(reader, evening, play),
        pre_drawn=play.balls[: play.game.pre_drawn],
        cards_sold=_cards_sold(reader, evening, play),
        prizes=tonight_prizes(tonight.hall, reader, evening, play),
        offered=offered,
        over_caps=tuple(
            one.sentence
            for one in passed_caps(
                offers_of(tonight.hall, reader, evening), claim_rules.profile.prizes
            )
        ),
    )
    return caller_script(evening.opened.program, play.game, claim_rules.profile, figures)


def _cards_sold(reader: Reader, evening: Evening, play: GameState) -> int | None:
    """Cards of a game once no more are sold; of those not kept here as they were counted."""
    if play.takings is not None:
        return play.takings.cards
    return len(read_sold(reader, evening, play)) if play.is_sales_closed else None


def _slip(tonight: _Tonight) -> Paper:
    reader, evening, play = tonight.reader, tonight.evening, tonight.play
    profile = tonight.hall.profile(reader.settings())
    return ranges_slip(evening.opened.program, play.game, profile, _ranges(reader, evening, play))


def _balls(tonight: _Tonight) -> Paper:
    evening, play = tonight.evening, tonight.play
    rows = tuple((place, printed_ball(ball)) for place, ball in enumerate(play.balls, start=1))
    return Paper(
        name=f"balls-{play.game.number}",
        title=f"Balls of game {play.game.number}: {play.game.name}",
        label="In the order they were drawn; the balls in the rack decide.",
        facts=(
            ("Organization", tonight.reader.settings().founded.hall_name),
            ("Program", f"{evening.opened.name}, {spoken_date(evening.opened.played_on)}"),
            ("Pre-drawn", str(min(play.game.pre_drawn, len(play.balls)))),
            ("Game", str(play.state)),
        ),
        blocks=(Table("", _BALL_COLUMNS, rows),),
    )


def read_notices(hall: Hall) -> tuple[Paper, ...]:
    """The program for the wall and the notices of the open evening."""
    with hall.reading() as reader:
        evening = open_evening_of(reader)
        program, profile = evening.opened.program, rules_of(hall, reader, evening)
        received, rules = reader.known_series(), profile.progressive
        offers = {
            game.terms.progression: offered
            for game in program.games
            if (offered := offered_of(hall, reader, evening, game))
        }
        dates = tuple(
            ProgressionDates(
                name, possible_dates(before(one, evening.occasion), rules, program.played_on)
            )
            for name, one in read_progressions(reader).items()
        )
        founded = reader.settings().founded
        answers = HallAnswers(founded.pays_again, dates, received, offers)
        notices = notices_of(program, profile, answers)
    name = founded.hall_name
    wall = wall_program(program, received, offers=offers, organization=name)
    return (wall, notices_paper(program, notices, name))


def _ranges(reader: Reader, evening: Evening, play: GameState) -> tuple[ValidRange, ...]:
    """What is on sale of each set, and what was sold once sales are closed."""
    received = reader.known_series()
    sold: dict[str, list[int]] = {serial: [] for serial in play.game.sets}
    for card in read_sold(reader, evening, play):
        sold[str(card.card.set_serial)].append(card.number)
    numbers = {
        one.set_serial: SetNumbers(
            all_numbers(one).on_sale,
            ranges_of(sorted(sold.get(one.set_serial, ()))) if play.is_sales_closed else None,
        )
        for one in received
    }
    return valid_ranges(play.game, received, numbers)

"""The game at the terminal: open, draw, correct, hold, claim, round, pay."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cardgen.command_line import Choice, Group
from inventory.cli.context import (
    Where,
    acting,
    ask,
    entered_texts,
    open_hall,
    run,
    slip_letters,
    texts_of,
    told_of_caps,
    warn_of_called_back,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from inventory.commands.union import Command
    from inventory.entries.game import CrewNamed
    from inventory.entries.stock import Received
    from inventory.program.program import Program

PEOPLE_MAX = 100_000
_SOURCES = ("box", "check", "in kind")
_SLIP = "Letters of the slip of the payment before, or of the round, read by the second person"
_FLOAT = "Money in this till's box, such as 50.00, or 0"
CARDS_MAX = 10_000_000

_game_option = click.option(
    "--game",
    "game_number",
    default=0,
    type=click.IntRange(0, 999),
    help="The game's number in the program; the current one when not given.",
)


def _crew_options(function: Callable[..., int | None]) -> Callable[..., int | None]:
    """Who works tonight in a role that a claim asks for."""
    options = (
        click.option("--in-charge", default="", help="The member in charge; else who opens."),
        click.option("--manager", default="", help="The bingo manager; else who is in charge."),
        click.option("--caller", "callers", multiple=True, help="Who calls; may be repeated."),
        click.option(
            "--checker", "checkers", multiple=True, help="Who verifies cards; may be repeated."
        ),
    )
    for option in reversed(options):
        function = option(function)
    return function


def _crew(
    in_charge: str, manager: str, callers: tuple[str, ...], checkers: tuple[str, ...]
) -> CrewNamed:
    from cardgen.people import single_blanks
    from inventory.entries.game import CrewNamed

    people = tuple(map(single_blanks, callers)), tuple(map(single_blanks, checkers))
    return CrewNamed(single_blanks(in_charge), single_blanks(manager), *people)


@click.command("open")
@click.argument("name", default="")
@click.option("--program", "file", type=click.Path(path_type=Path, dir_okay=False),
              help="The program file; it says all but the money in the box.")  # fmt: skip
@click.option("--played-on", default="", help="The program's date; today when not given.")
@click.option("--on-sale", default="", help="Set serials, comma-separated; all when not given.")
@click.option("--pre-drawn", default="48", show_default=True, help="Balls drawn before the game.")
@click.option("--calls", default="54", show_default=True, help="Calls for the primary prize.")
@click.option("--primary", default="0", help="Primary prize, such as 500.00.")
@click.option("--consolation", default="0", help="Prize when it takes more calls.")
@click.option("--seats", default="0", help="Seats of the hall, for the count of heads.")
@click.option("--float", "float_", default="",
              help="Money in this till's box at the start; asked for when not given.")  # fmt: skip
@click.option("--slip", default="", help="The ten letters of the newest slip, read by another.")
@click.option(
    "--no-slip", is_flag=True, help="It is not at hand; by two, and every report says so."
)
@_crew_options
@acting
def open_(
    where: Where,
    *,
    file: Path | None,
    no_slip: bool,
    callers: tuple[str, ...],
    checkers: tuple[str, ...],
    **asked: str,
) -> int:
    """\b
    Example: inventory open --program monday.toml --float 50 --by Ann
             inventory open "Monday" --primary 500 --consolation 100 --float 50 --by Ann

    Open the evening by its program.

    The program is checked against the rules. Without a file, a name and a few options give one
    game. It prints a slip to keep with the papers.
    """
    from inventory.commands.game import OpenEvening
    from inventory.desk.game.opening import received_series
    from inventory.desk.game.patterns import own_patterns
    from inventory.entries.game import OccasionOpened
    from inventory.money import parsed_cents
    from inventory.program.file import read_program

    if bool(asked["name"]) == bool(file):
        raise click.UsageError("Give a name for an evening of one game, or --program FILE.")
    with open_hall(where) as hall:
        hall.ledger.check_evening()
        program = read_program(file) if file else _one_game(received_series(hall), asked)
        opened = OccasionOpened(program, parsed_cents(asked["float_"] or ask(_FLOAT)))
        drawn, slip = tuple(own_patterns(hall).values()), slip_letters(asked["slip"])
        crew = _crew(asked["in_charge"], asked["manager"], callers, checkers)
        asked_for = OpenEvening(opened, drawn, not file, slip, crew, no_slip)
        code = run(where, hall, asked_for)
        if not code:
            warn_of_called_back(hall)
    return code


@click.command("call-off")
@click.option("--reason", required=True, help="Why, such as the wrong program.")
@acting
def call_off(where: Where, reason: str) -> int:
    """\b
    Example: inventory call-off --reason "last week's program" --by Ann --second Bob

    Call off an evening that was opened by mistake.

    Nothing was sold and no ball was drawn; then another can be opened.
    """
    from inventory.commands.game import CallOff

    return _run(where, CallOff(reason))


def _run(where: Where, command: Command) -> int:
    with open_hall(where) as hall:
        return run(where, hall, command)


def _balls(texts: tuple[str, ...]) -> tuple[int, ...]:
    from inventory.balls import parsed_ball

    return tuple(map(parsed_ball, texts))


def _one_game(known: tuple[Received, ...], asked: dict[str, str]) -> Program:
    from inventory.money import parsed_cents
    from inventory.program.program import Game, GameKind, PrizeBasis, Program, Terms

    on_sale = tuple(part.strip() for part in asked["on_sale"].split(",") if part.strip())
    pre_drawn = _whole(asked["pre_drawn"], "--pre-drawn")
    prizes = (parsed_cents(asked["primary"]), parsed_cents(asked["consolation"]))
    sets = on_sale or tuple(one.set_serial for one in known)
    prices = [one.price_cents for one in known if one.set_serial in sets and one.is_original]
    only = Game(
        number=1,
        name=asked["name"],
        kind=GameKind.PRE_DRAWN if pre_drawn else GameKind.ORDINARY,
        terms=Terms(PrizeBasis.FIXED, *prizes),
        sets=sets,
        price_cents=prices[0] if prices else 0,
        pre_drawn=pre_drawn,
        calls_max=_whole(asked["calls"], "--calls"),
    )
    day, seats = _day(asked["played_on"]), _whole(asked["seats"], "--seats")
    return Program.of_one_game(asked["name"], day, only, seats)


@click.command()
@_crew_options
@acting
def crew(
    where: Where,
    *,
    in_charge: str,
    manager: str,
    callers: tuple[str, ...],
    checkers: tuple[str, ...],
) -> int:
    """\b
    Example: inventory crew --caller Cal --checker Dee --by Ann --second Bob

    Name who works tonight, by two people.

    Whoever is not named stays. A claim asks for them: the caller reads back, a checker verifies.
    """
    from inventory.commands.game import NameCrew

    return _run(where, NameCrew(_crew(in_charge, manager, callers, checkers)))


@click.command()
@click.argument("present", type=click.IntRange(0, PEOPLE_MAX))
@_game_option
@acting
def players(where: Where, present: int, game_number: int) -> int:
    """\b
    Example: inventory players 84 --by Ann

    Count the players present, before balls are pre-drawn.
    """
    from inventory.commands.game import CountHeads

    return _run(where, CountHeads(present, game_number))


@click.command()
@_game_option
@acting
def close(where: Where, game_number: int) -> int:
    """\b
    Example: inventory close --by Ann

    Close the sales of a game and print a slip.

    It says what the caller announces.
    """
    from inventory.commands.game import CloseSales
    from inventory.desk.game.prizes import read_caps_passed

    with open_hall(where) as hall:
        code = run(where, hall, CloseSales(game_number))
        for sentence in read_caps_passed(hall) if not code else ():
            click.echo(f"Warning, a limit of prizes: {sentence}", err=True)
    return code


@click.command()
@click.option("--inquiry", default="", type=Choice(["", "nobody", "holder"]),
              help="Who holds a winner on the pre-drawn numbers?")  # fmt: skip
@acting
def start(where: Where, inquiry: str) -> int:
    """\b
    Example: inventory start --inquiry nobody --by Cal

    Start the current game.

    What must be announced was read out, and holders of a winner were asked for.
    """
    from inventory.commands.game import StartGame

    return _run(where, StartGame(inquiry))


@click.command()
@click.option("--cards", required=True, type=click.IntRange(0, CARDS_MAX), help="Cards sold.")
@click.option("--amount", required=True, help="What they brought in, such as 240.00.")
@_game_option
@acting
def takings(where: Where, *, cards: int, amount: str, game_number: int) -> int:
    """\b
    Example: inventory takings --cards 240 --amount 240.00 --by Ann --second Bob

    Count what a game on other cards brought in.

    Its cards are not kept here. Two people count once, before the game starts: the prize that is
    announced is reckoned from it, and the box is expected to hold it.
    """
    from inventory.commands.game import CountTakings
    from inventory.money import parsed_cents

    with open_hall(where) as hall, told_of_caps(hall):
        return run(where, hall, CountTakings(cards, parsed_cents(amount), game_number))


@click.command()
@click.option("--given", multiple=True, metavar="NAME=AMOUNT",
              help="A winner of a game on cards that are not kept here.")  # fmt: skip
@click.option("--from", "source", type=Choice(_SOURCES), default=None,
              help="What these winners were paid from; asked for when not given.")  # fmt: skip
@click.option("--contact", multiple=True, help="How to reach each winner of a large prize.")
@click.option("--document", multiple=True, help="Each winner's tax form, for a larger one.")
@click.option("--indivisible", default="", help="Why things are given instead of the prize.")
@click.option("--unwon", default="", metavar="REASON", help="Why nobody won it, by two people.")
@acting
def complete(
    where: Where,
    *,
    given: tuple[str, ...],
    unwon: str,
    **told: Any,  # noqa: ANN401 -- click
) -> int:
    """\b
    Example: inventory complete --by Cal

    Complete the game, so that the next one may begin.
    """
    from inventory.commands.game import CompleteGame, CompleteUnwon
    from inventory.entries.game import GivenPrize
    from inventory.money import parsed_cents

    if unwon and given:
        raise click.UsageError("a game that somebody won has no --unwon.")
    if unwon:
        return _run(where, CompleteUnwon(unwon))
    named = tuple(text.rpartition("=") for text in given)
    if any(not name.strip() for name, _, _ in named):
        raise click.UsageError("--given is NAME=AMOUNT, such as 'Mary K.=50.00'.")
    source = told["source"] or (_source(ask("From box, check or in kind")) if named else "")
    prizes = tuple(
        GivenPrize(name.strip(), parsed_cents(amount), source, contact, document)
        for (name, _, amount), contact, document in zip(
            named,
            _one_each("--contact", told["contact"], len(named)),
            _one_each("--document", told["document"], len(named)),
            strict=True,
        )
    )
    return _run(where, CompleteGame(prizes, told["indivisible"]))


def _one_each(option: str, texts: tuple[str, ...], winners: int) -> tuple[str, ...]:
    """What is said of each winner, in the order of --given; nothing where nothing is said."""
    if texts and len(texts) != winners:
        raise click.UsageError(f"{option} is given {len(texts)} times for {winners} winners.")
    return texts or ("",) * winners


@click.command()
@click.option("--present", required=True, type=click.IntRange(0, PEOPLE_MAX), help="Players.")
@click.option("--in-favor", required=True, type=click.IntRange(0, PEOPLE_MAX), help="Who agree.")
@acting
def outage(where: Where, present: int, in_favor: int) -> int:
    """\b
    Example: inventory outage --present 90 --in-favor 71 --by Ann

    Note the vote to draw by hand in a power failure.

    Most of the players present must agree.
    """
    from inventory.commands.game import VoteOutage

    return _run(where, VoteOutage(present, in_favor))


@click.command()
@click.argument("balls", nargs=-1, required=True)
@click.option("--pre-drawn", "how", flag_value="pre-drawn", help="Before the game, sales go on.")
@click.option("--later", "how", flag_value="later", help="From the sheet, in one go.")
@click.option("--at", "clock", default="", help="When the first of balls entered later fell.")
@_game_option
@acting
def draw(
    where: Where, balls: tuple[str, ...], how: str | None, clock: str, game_number: int
) -> int:
    """\b
    Example: inventory draw --pre-drawn B-7 N-41 ... --by Cal
             inventory draw G-52 --by Cal
             inventory draw --later --at 18:50 B-7 N-41 ... --by Cal

    Enter balls in the order they are drawn.

    - reads them from standard input. Balls that fell are kept with --later, and what they fell
    against is said on every paper.
    """
    from inventory.clock import parsed_time
    from inventory.commands.game import CallBalls, EnterLater, PreDraw

    if clock and how != "later":
        raise click.UsageError("--at is for balls entered with --later.")

    named = _balls(tuple(part for text in texts_of(balls) for part in text.split()))
    if how == "pre-drawn":
        return _run(where, PreDraw(named, game_number))
    if how == "later":
        at = parsed_time(clock) if clock else ""
        return _run(where, EnterLater(named, game_number, at))
    return _run(where, CallBalls(named, game_number))


@click.command()
@click.argument("read")
@click.argument("ball")
@_game_option
@acting
def correct(where: Where, read: str, ball: str, game_number: int) -> int:
    """\b
    Example: inventory correct N-41 N-44 --by Cal --second Ann

    Correct a ball that was read wrong.

    READ is what was read, BALL is what the ball says. Every claim of the game is judged again.
    """
    from inventory.commands.game import CorrectDraw

    wrong, right = _balls((read, ball))
    return _run(where, CorrectDraw(wrong, right, game_number))


@click.command()
@click.option("--player", required=True, help="The player who looked at the rack.")
@acting
def rack(where: Where, player: str) -> int:
    """\b
    Example: inventory rack --player "table 4" --by Ann

    Note that list and rack agree, a player watching.

    Compare them column by column first.
    """
    from inventory.commands.game import CheckRack

    return _run(where, CheckRack(player))


@click.command()
@click.option("--ball", default="", help="The ball in hand: held, not called.")
@acting
def hold(where: Where, ball: str) -> int:
    """\b
    Example: inventory hold --ball N-44 --by Cal

    Freeze the draw after a shout and open a round.
    """
    from inventory.commands.claim import Hold

    return _run(where, Hold(*_balls((ball,) if ball else ())))


@click.command()
@click.argument("card", default="")
@click.option("--ask-code", is_flag=True, help="Ask for the code inside; ? for unreadable symbols.")
@click.option("--misread", is_flag=True, help="The player confirms the nearest code.")
@click.option("--table", default="", help="Where the player sits.")
@click.option("--compared-by", default="", help="Who compared the face with the screen.")
@click.option("--read-back-by", default="", help="The caller who read the numbers back.")
@click.option("--checked-by", default="", help="Who verifies on the floor; else who types.")
@click.option(
    "--calls", default=0, type=click.IntRange(0, 75), help="Calls, where no balls are typed."
)
@acting
def claim(
    where: Where, *, card: str, ask_code: bool, misread: bool, calls: int, **people: str
) -> int:
    """\b
    Example: inventory claim --compared-by "table 4" --read-back-by Cal --by Ann

    Judge a claim step by step.

    Without CARD the card is scanned: its inside code, its card id, or color, number and check
    symbol; an empty line and --ask-code try the code alone. CARD may be a card id or "red 57 J"; a
    claim that is open goes on with the code it was given. With a code the player's table is asked:
    two tables are two papers. Exit 0 valid, 3 not valid, 5 cannot tell yet.
    """
    from inventory.commands.claim import Witnesses
    from inventory.desk.claim.claims import claim_asked
    from inventory.scans import is_inside_code

    named = texts_of((card,))[0] if card else ask("Scan the card")
    code = ask("Code inside, ? for what cannot be read") if ask_code or misread else ""
    gives_code = bool(code) or is_inside_code(named)
    table = people["table"] or (ask("Table of the player") if gives_code else "")
    entered = entered_texts({"table": table})
    witnesses = Witnesses(
        entered["table"], people["compared_by"], people["read_back_by"], calls, people["checked_by"]
    )
    with open_hall(where) as hall:
        asked = claim_asked(hall, named, code, witnesses, is_confirmed=misread)
        return run(where, hall, asked)


@click.command("withdraw-claim")
@click.argument("card")
@click.option("--reason", required=True, help="Why the claim was a mistake.")
@acting
def withdraw_claim(where: Where, card: str, reason: str) -> int:
    """\b
    Example: inventory withdraw-claim CARD --reason "another number was read" --by Ann --second Bob

    Take back an open claim that was made by mistake.

    No attempt is counted. Once its code opened the card, a claim is decided.
    """
    from inventory.commands.claim import WithdrawClaim
    from inventory.desk.lookup import find_one

    (text,) = texts_of((card,))
    with open_hall(where) as hall:
        return run(where, hall, WithdrawClaim(find_one(hall, text), reason))


@click.group("round", cls=Group)
def round_() -> None:
    """\b
    Example: inventory round close --by Ann

    Close the round of claims that `hold` opened.
    """


@round_.command("close")
@click.option("--hold-back", is_flag=True, help="Keep back the share of undecided claims.")
@click.option("--in-kind", multiple=True, metavar="AMOUNT",
              help="What a winner's prize in kind is worth; once a winner.")  # fmt: skip
@click.option("--indivisible", default="", help="Why the prize cannot be divided in money.")
@acting
def close_round(
    where: Where, *, hold_back: bool, in_kind: tuple[str, ...], indivisible: str
) -> int:
    """\b
    Example: inventory round close --by Ann

    Close the round and fix the winners' shares.

    "Any other bingos?" was asked and nobody answered. It prints a slip.
    """
    from inventory.commands.claim import CloseRound, CloseRoundHoldingBack
    from inventory.money import parsed_cents

    worth = tuple(map(parsed_cents, in_kind))
    if hold_back and worth:
        raise click.UsageError("prizes in kind are given when every claim is decided.")
    return _run(where, CloseRoundHoldingBack() if hold_back else CloseRound(worth, indivisible))


@click.command()
@click.argument("card")
@click.option("--to", required=True, help="The winner's name.")
@click.option(
    "--from",
    "source",
    type=Choice(_SOURCES),
    default=None,
    help="Cash from the box, a check, or a prize in kind; asked for when not given.",
)
@click.option("--contact", default="", help="How to reach the winner of a large prize.")
@click.option("--document", default="", help="The tax form's reference, for a larger one.")
@click.option("--slip", default="", help="The letters of the slip before, read by the second.")
@click.option("--no-slip", is_flag=True, help="It is not at hand; every report says so.")
@acting
def pay(where: Where, card: str, source: str | None, *, no_slip: bool, **payee: str) -> int:
    """\b
    Example: inventory pay CARD --to "Mary K." --from check --by Ann

    Pay a winner's share, once, after the round is closed.
    """
    from inventory.commands.claim import Pay
    from inventory.desk.lookup import find_one

    (text,) = texts_of((card,))
    with open_hall(where) as hall:
        found = find_one(hall, text)
        given = source or _source(ask("From box, check or in kind"))
        typed = payee.pop("slip") or ("" if no_slip else ask(_SLIP))
        letters = slip_letters(typed)
        asked = Pay(found, source=given, slip=letters, is_slip_lacking=no_slip, **payee)
        return run(where, hall, asked)


def _source(text: str) -> str:
    if text not in _SOURCES:
        raise click.UsageError(f"{text!a} pays nothing: --from is one of {', '.join(_SOURCES)}.")
    return text


def _day(text: str) -> str:
    from datetime import date

    from inventory.cli.context import moment_now

    if not text:
        return moment_now().at.astimezone().date().isoformat()
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise click.UsageError(f"{text!a} is not a date. Write it as 2026-11-30.") from None


def _whole(text: str, option: str) -> int:
    if not text.isascii() or not text.isdecimal():
        raise click.UsageError(f"{option} is a whole number.")
    return int(text)


BEFORE = (open_, call_off)
COMMANDS = (
    crew, players, takings, draw, close, start, correct, outage, hold, rack, claim,
    withdraw_claim, round_, pay, complete,
)  # fmt: skip

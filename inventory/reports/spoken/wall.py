"""The program for the wall: games in order with times, cards, prices, prizes and calls."""

from collections.abc import Iterator

from cardgen.amounts import how_many, printed_cents
from cardgen.face import BALL_MAX
from inventory.clock import spoken_date, spoken_time
from inventory.money import printed_share
from inventory.paper import Block, Column, Heading, Measure, Paper, Table, Words
from inventory.program.program import Game, PrizeBasis, Program
from inventory.reports.spoken.prize_words import (
    BLANK,
    NO_OFFERS,
    Offers,
    Stock,
    cards_words,
    offered_words,
    price_words,
    printed_prices,
)

_GAME_COLUMNS = (
    Column("No.", Measure.COUNT),
    Column("Starts"),
    Column("Game"),
    Column("Won by"),
    Column("Cards"),
    Column("Price", Measure.CENTS),
    Column("Prize"),
)
_PRE_DRAW_COLUMNS = (
    Column("No.", Measure.COUNT),
    Column("Game"),
    Column("Balls drawn before", Measure.COUNT),
    Column("Drawn at"),
    Column("Game at"),
    Column("Calls for the primary prize", Measure.COUNT),
)


def wall_program(
    program: Program,
    received: Stock = (),
    label: str = "",
    offers: Offers = NO_OFFERS,
    organization: str = "",
) -> Paper:
    """What hangs on the wall and lies on the tables; `label` says it is a draft, or nothing.

    `organization` is whose evening it is; nobody knows where no hall is named.

    A progressive that is not among the `offers` has blanks for its prize and calls.
    """
    return Paper(
        name="program",
        title=f"{program.name}, {spoken_date(program.played_on)}",
        label=label,
        facts=(*of_organization(organization), *_facts(program)),
        blocks=tuple(_blocks(program, received, offers)),
        is_posted=True,
    )


def of_organization(name: str) -> Iterator[tuple[str, str]]:
    """Whose evening a paper is of, as its first fact."""
    if name:
        yield "Organization", name


def _facts(program: Program) -> Iterator[tuple[str, str]]:
    if program.starts_at:
        yield "Starts", spoken_time(program.starts_at)
    if program.admission_cents:
        cards = how_many(program.admission_cards, "card")
        yield "Admission", f"{printed_cents(program.admission_cents)}, with {cards}"
    if program.license_number:
        until = (
            f", valid until {spoken_date(program.license_expires)}"
            if program.license_expires
            else ""
        )
        yield "License", f"{program.license_number}{until}"
    for what, reference in program.approvals:
        yield f"Approval of {what}", reference


def _blocks(program: Program, received: Stock, offers: Offers) -> Iterator[Block]:
    rows = tuple(_row(program, game, received, offers) for game in program.games)
    yield Table("Games in the order they are played", _GAME_COLUMNS, rows)
    drawn = [game for game in program.games if game.is_pre_drawn]
    if drawn:
        rows = tuple(_pre_draw_row(program, game, offers) for game in drawn)
        yield Table("Balls drawn before the game", _PRE_DRAW_COLUMNS, rows)
    for game in program.games:
        yield from _divided(game)
    if any(not game.price_cents and printed_prices(game, received) for game in program.games):
        yield Words("Where the program names no price, it is the one printed on the card.")
    breaks = [str(game.number) for game in program.games if game.after_intermission]
    if breaks:
        yield Words(f"Intermission before game {', '.join(breaks)}.")


def _row(program: Program, game: Game, received: Stock, offers: Offers) -> tuple[str | int, ...]:
    faces = f" on {game.faces} faces" if game.faces > 1 else ""
    price = _price(game, received)
    cards, prize = cards_words(game, received), offered_words(game, offers)
    won_by = f"{game.pattern}{faces}"
    return (
        game.number,
        spoken_time(program.start_of(game)),
        game.name,
        won_by,
        cards,
        price,
        prize,
    )


def _price(game: Game, received: Stock) -> str | int:
    """Cents, as the program says or as the sets are printed; without sets admission covers it."""
    printed = printed_prices(game, received)
    if game.price_cents or len(printed) == 1:
        return game.price_cents or printed[0]
    return price_words(game, received) or (BLANK if game.sets else "admission")


def _pre_draw_row(program: Program, game: Game, offers: Offers) -> tuple[str | int, ...]:
    times = (
        spoken_time(game.pre_draw_at) or BLANK,
        spoken_time(program.start_of(game)) or BLANK,
    )
    return (game.number, game.name, game.pre_drawn, *times, _calls(game, offers))


def _calls(game: Game, offers: Offers) -> str | int:
    """The calls for the primary prize; nothing where all balls there are may be called."""
    calls_max = game.calls_max
    if game.terms.basis is PrizeBasis.PROGRESSIVE:
        offered = offers.get(game.terms.progression)
        if offered is None:
            return BLANK
        if offered.must_be_won:
            return "any"
        calls_max = offered.calls_max
    return "" if calls_max == BALL_MAX else calls_max


def _divided(game: Game) -> Iterator[Block]:
    """How a pool is divided, over sections or by color."""
    terms = game.terms
    if not terms.sections and not terms.colors:
        return
    pool = printed_share(terms.pool_share)
    yield Heading(f"{game.name}: the pool is {pool} of what its cards bring in")
    if terms.sections:
        columns = (Column("Section"), Column("Won by"), Column("Share of the pool"))
        rows = tuple(
            (part.name, part.pattern, printed_share(part.share)) for part in terms.sections
        )
        yield Table("", columns, rows)
    if terms.colors:
        by_color = (Column("Winning card"), Column("Share of the pool"))
        shares = tuple((color, printed_share(share)) for color, share in terms.colors)
        yield Table("", by_color, shares)

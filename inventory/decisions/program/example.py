"""A program to begin with under a profile: what only the hall knows is left blank, and named."""

from dataclasses import replace

from cardgen.face import BALL_MAX
from inventory.decisions.program.check import APPROVED, HOUSE
from inventory.decisions.program.pre_draw import LAST
from inventory.program.program import Approval, Game, GameKind, PrizeBasis, Program, Terms
from inventory.program.toml import Remarks
from inventory.rules.profile import Profile

STARTS_AT, LATER = "19:30", "20:30"
PRE_DRAW_AT = "19:00"  # half an hour before: within every window of the profiles
CALLS_AFTER_PRE_DRAW = 6  # at 48 + 6 calls one of 18,378 faces is full
PRIMARY_CENTS, CONSOLATION_CENTS, REGULAR_CENTS = 50_000, 10_000, 5_000
PRICE_CENTS = 100

_REMARKS = {
    "starts_at": "the first game",
    "seats": "fill in: the seats of all rooms",
    "rooms": "in which bingo is played",
    "displays": "rooms with a board or screen for pre-drawn numbers alone",
    "admission": 'dollars; "0.00" when it is free',
    "admission_cards": "cards that admission comes with",
    "license_number": "fill in, as on the license",
    "license_expires": 'fill in, such as "2027-06-30"',
    "approvals": "What the regulator approved; fill in the references.",
}
_OF_THE_PRE_DRAWN = {
    "sets": 'fill in, as on the cartons, such as "000123"',
    "price": "dollars a card",
    "pattern": "what wins",
    "pre_drawn": "balls drawn before the game",
    "calls": "calls for the primary prize; pre-drawn balls count",
    "after_intermission": "whether the intermission is before it",
}
_TOP = """The program of an evening. Its rules: {title}.
Fill in what is empty, then: inventory program check FILE --profile {name}

Kinds of games: {kinds}.
Prizes are dollars ("500.00") or shares of the game's receipts ("50 %"). A progressive has
progression = "its name". Sections and colors divide a pool:
  pool = "50 %"
  sections = [ {{ name = "first line", pattern = "single line", share = "20 %" }} ]
  colors = {{ red = "100 %", blue = "75 %" }}"""


def example_program(profile: Profile, name: str, played_on: str) -> Program:
    """A pre-drawn game and a regular one, in the order the profile asks for."""
    is_last = profile.pre_draw.place.value == LAST
    games = (_regular(), _pre_drawn(profile))
    ordered = games if is_last else tuple(reversed(games))
    times = (STARTS_AT, LATER)
    return Program(
        name=name,
        played_on=played_on,
        games=tuple(
            replace(game, number=number, starts_at=time)
            for number, (game, time) in enumerate(zip(ordered, times, strict=True), start=1)
        ),
        starts_at=STARTS_AT,
        displays=1,
        admission_cards=profile.house.admission_cards_min.value,
        approvals=() if profile.name == HOUSE else tuple(Approval(what, "") for what in APPROVED),
    )


def remarks_of(profile: Profile, example: Program) -> Remarks:
    """What is said beside the fields of an example of this profile."""
    kinds = ", ".join(GameKind)
    remarks = {"": _TOP.format(title=profile.title, name=profile.name, kinds=kinds), **_REMARKS}
    for game in example.games:
        if game.is_pre_drawn:
            place = f"games.{game.number}."
            remarks |= {place + name: said for name, said in _OF_THE_PRE_DRAWN.items()}
    if profile.name == HOUSE:
        for field in ("license_number", "license_expires", "approvals"):
            remarks.pop(field)
    return remarks


def _regular() -> Game:
    terms = Terms(PrizeBasis.FIXED, primary_cents=REGULAR_CENTS)
    return Game(1, "Regular game", GameKind.ORDINARY, terms, pattern="single line")


def _pre_drawn(profile: Profile) -> Game:
    """As many balls and calls as the rules ask for, prizes and price within their caps."""
    rules = profile.pre_draw
    balls = rules.balls_exact.value or rules.calls_min.value
    calls = max(balls + CALLS_AFTER_PRE_DRAW, rules.calls_min.value)
    cap, price = profile.prizes.game_cents_max.value, profile.cards.price_cents_max.value
    primary = PRIMARY_CENTS if cap is None else min(PRIMARY_CENTS, cap)
    terms = Terms(PrizeBasis.FIXED, primary, min(CONSOLATION_CENTS, primary))
    return Game(
        1,
        "Bonanza",
        GameKind.PRE_DRAWN,
        terms,
        price_cents=PRICE_CENTS if price is None else min(PRICE_CENTS, price),
        pre_drawn=balls,
        calls_max=min(calls, BALL_MAX),
        pre_draw_at=PRE_DRAW_AT,
    )

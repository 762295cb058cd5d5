"""The caller's script of a game: what is said and done, in order, with tonight's figures."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from cardgen.amounts import how_many, printed_cents
from cardgen.face import BALL_MAX
from inventory.balls import printed_balls
from inventory.clock import spoken_date
from inventory.decisions.prize.prize import CONSOLATION, PRIMARY
from inventory.decisions.progressive.progression import CurrentOffer
from inventory.money import printed_share
from inventory.paper import Block, Heading, Paper, Spoken, Words
from inventory.program.program import Game, GameKind, PrizeBasis, Program
from inventory.reports.spoken.prize_words import BLANK, WHATEVER_THE_CALLS
from inventory.reports.spoken.ranges import ValidRange, spoken_card
from inventory.rules.citing import cited_in_public
from inventory.rules.profile import Profile, Rule

CALLER, FLOOR = "caller", "floor worker"
BEFORE_PRE_DRAW = "Before the pre-draw"
BEFORE_FIRST_BALL = "Before the first ball"
WHILE_DRAWING = "While balls are drawn"
AT_A_BINGO = "When somebody shouts bingo"
AFTER_THE_CHECK = "When the card was checked"
ERROR_SENTENCE = "an error has been made, I am reading the correct number, please correct your card"
LAST_BALL = "last ball"
OTHER_BINGOS = "are there any other bingos?"
COMPLETED = "this game is completed"
_PERCENT = 100


@dataclass(frozen=True, slots=True)
class ScriptLine:
    """One line: said by somebody, or done when nobody says it; `id` never changes."""

    id: str
    part: str
    who: str
    text: str
    citation: str


@dataclass(frozen=True, slots=True)
class Figures:
    """What only the evening knows; what is not known yet is left blank on the paper.

    `prizes` are those of `inventory.decisions.prize.prize.announced`; `offered` is what a
    progressive offers tonight, `over_caps` say which limits of prizes the evening passes.
    """

    ranges: tuple[ValidRange, ...] = ()
    pre_drawn: tuple[int, ...] = ()
    cards_sold: int | None = None
    prizes: tuple[tuple[str, int], ...] = ()
    offered: CurrentOffer | None = None
    over_caps: tuple[str, ...] = ()


def caller_script(program: Program, game: Game, profile: Profile, figures: Figures) -> Paper:
    """The script of one game as a paper: sentences to read aloud, and steps between them."""
    blocks: list[Block] = []
    lines = script_lines(program, game, profile, figures)
    for part, grouped in groupby(lines, key=lambda line: line.part):
        blocks.append(Heading(part))
        for line in grouped:
            if line.who:
                blocks.append(Spoken(line.who, line.text, line.citation))
            else:
                blocks.append(Words(f"{line.text} [{line.citation}]"))
    return Paper(
        name=f"script-{game.number}",
        title=f"Caller's script, game {game.number}: {game.name}",
        label="In this order. What stands in quotes is read aloud.",
        facts=(("Program", f"{program.name}, {spoken_date(program.played_on)}"),),
        blocks=tuple(blocks),
    )


def script_lines(
    program: Program, game: Game, profile: Profile, figures: Figures
) -> tuple[ScriptLine, ...]:
    """Every line that the profile asks for in this game, in order."""
    scene = _Scene(program, game, profile, figures)
    return (
        *_before_pre_draw(scene),
        *_before_first_ball(scene),
        *_while_drawing(scene),
        *_at_a_bingo(scene),
        *_after_a_check(scene),
    )


@dataclass(frozen=True, slots=True)
class _Scene:
    """A game under its rules, and how a line of it is made."""

    program: Program
    game: Game
    profile: Profile
    figures: Figures

    @property
    def calls_max(self) -> int:
        """Within how many calls the prize is won; 0 of a progressive while nobody can tell."""
        if self.game.terms.basis is not PrizeBasis.PROGRESSIVE:
            return self.game.calls_max
        offered = self.figures.offered
        if offered is None:
            return 0
        return BALL_MAX if offered.must_be_won else offered.calls_max

    @property
    def has_consolation(self) -> bool:
        return self.game.terms.has_consolation

    @property
    def is_limited(self) -> bool:
        """Whether the game ends after its calls though nobody won."""
        return self.game.is_limited


@dataclass(frozen=True, slots=True)
class _Part:
    """Where lines belong; `said` and `done` make one when its rule asks for it."""

    name: str

    def said(self, line_id: str, rule: Rule[Any], text: str, who: str = CALLER) -> ScriptLine:
        return ScriptLine(line_id, self.name, who, text, cited_in_public(rule))

    def done(self, line_id: str, rule: Rule[Any], text: str) -> ScriptLine:
        return ScriptLine(line_id, self.name, "", text, cited_in_public(rule))


def _before_pre_draw(scene: _Scene) -> Iterator[ScriptLine]:
    game, program, rules = scene.game, scene.program, scene.profile.pre_draw
    if not game.is_pre_drawn:
        return
    part, quorum = _Part(BEFORE_PRE_DRAW), rules.attendance_percent_min
    if quorum.value:
        people = str(-(-program.seats * quorum.value // _PERCENT)) if program.seats else BLANK
        text = (
            f"Count the players: {people} must be here, {quorum.value} % of "
            f"{program.seats or BLANK} seats."
        )
        yield part.done("quorum", quorum, text)
    if rules.receptacle_visible.value:
        text = "Receptacle, caller and assistant caller are seen by most players."
        yield part.done("receptacle-visible", rules.receptacle_visible, text)
    text = (
        f"We now draw {how_many(game.pre_drawn, 'ball')} for {game.name}, which begins at "
        f"{program.start_of(game) or BLANK}."
    )
    yield part.said("pre-draw-begin", rules.in_program, text)
    if rules.display_throughout.value:
        text = "The numbers drawn stay on display until the game is over."
        yield part.done("display-throughout", rules.display_throughout, text)


def _before_first_ball(scene: _Scene) -> Iterator[ScriptLine]:
    game, figures, profile = scene.game, scene.figures, scene.profile
    part = _Part(BEFORE_FIRST_BALL)
    if profile.claims.valid_ranges_announced.value and game.sets:
        yield from _valid_ranges(scene, part)
    for place, sentence in enumerate(figures.over_caps, start=1):
        text = f"Announce no prize before this is settled: {sentence}"
        yield part.done(f"over-cap-{place}", profile.prizes.occasion_cents_max, text)
    if game.kind is GameKind.WINNER_TAKE_ALL and profile.special.cards_sold_announced.value:
        count = BLANK if figures.cards_sold is None else str(figures.cards_sold)
        text = f"Cards sold for this game: {count}. The winner takes {_prize(scene)}."
        yield part.said("winner-take-all", profile.special.cards_sold_announced, text)
    elif profile.prizes.announced.value:
        yield from _prizes(scene, part)
    yield from _calls(scene, part)
    if profile.claims.last_number_announced.value:
        must = "must" if game.last_number_on_card else "need not"
        text = f"The last number called {must} be on the winning card."
        yield part.said("last-number", profile.claims.last_number_announced, text)
    if game.is_pre_drawn and profile.pre_draw.inquiry.value:
        text = "Who has a full card with the numbers on the board? Call bingo now."
        yield part.said("inquiry", profile.pre_draw.inquiry, text)
        if figures.pre_drawn:
            text = f"On the board: {printed_balls(tuple(sorted(figures.pre_drawn)))}."
            yield part.done("pre-drawn-numbers", profile.pre_draw.inquiry, text)
        text = "Draw no further ball until this is answered."
        yield part.done("inquiry-first", profile.pre_draw.inquiry, text)


def _valid_ranges(scene: _Scene, part: _Part) -> Iterator[ScriptLine]:
    rule = scene.profile.claims.valid_ranges_announced
    for one in scene.figures.ranges:
        text = f"Valid in this game: {one.spoken}."
        yield part.said(f"valid-range-{one.series.set_serial}", rule, text)
    known = {one.series.set_serial for one in scene.figures.ranges}
    for serial in dict.fromkeys(scene.game.sets):
        if serial not in known:
            text = f"Valid in this game: maker {BLANK}, set {serial}, cards {BLANK}."
            yield part.said(f"valid-range-{serial}", rule, text)


def _prizes(scene: _Scene, part: _Part) -> Iterator[ScriptLine]:
    terms, rule = scene.game.terms, scene.profile.prizes.announced
    names = [one.name for one in terms.sections] or [color for color, _ in terms.colors]
    if not names:
        yield part.said("prize", rule, f"The prize is {_prize(scene)}.")
    for place, name in enumerate(names, start=1):
        winner = name if terms.sections else f"a bingo on a {name} card"
        yield part.said(f"prize-{place}", rule, f"For {winner}: {_dollars(scene, name)}.")


def _prize(scene: _Scene) -> str:
    terms, offered = scene.game.terms, scene.figures.offered
    listed = terms.primary_cents
    if terms.basis is PrizeBasis.PROGRESSIVE:
        listed = 0 if offered is None else offered.prize_cents
    return _dollars(scene, PRIMARY, listed, terms.primary_share or terms.pool_share)


def _consolation(scene: _Scene) -> str:
    terms = scene.game.terms
    return _dollars(scene, CONSOLATION, terms.consolation_cents, terms.consolation_share)


def _dollars(scene: _Scene, name: str, listed_cents: int = 0, share: int = 0) -> str:
    """A prize in dollars, as reckoned tonight or as the program lists it; else a blank for it."""
    known = dict(scene.figures.prizes).get(name, listed_cents)
    if known:
        return printed_cents(known)
    return f"${BLANK} ({printed_share(share)} of the receipts)" if share else f"${BLANK}"


def _calls(scene: _Scene, part: _Part) -> Iterator[ScriptLine]:
    """Within how many calls, what is paid afterwards, how many balls there are at all."""
    profile, game, offered = scene.profile, scene.game, scene.figures.offered
    if offered is not None and offered.must_be_won:
        text = f"{game.terms.progression}: the prize {WHATEVER_THE_CALLS}."
        yield ScriptLine("must-be-won", part.name, CALLER, text, offered.why)
    if scene.calls_max == BALL_MAX or not profile.claims.calls_max_announced.value:
        return
    rule = profile.claims.calls_max_announced
    if scene.is_limited:
        text = f"In this game {scene.calls_max} balls are called, and no more."
        yield part.said("ball-count", rule, text)
        return
    drawn = f"; the {how_many(game.pre_drawn, 'ball')} drawn before count" if game.pre_drawn else ""
    text = f"It is won within {scene.calls_max or BLANK} calls{drawn}."
    yield part.said("calls-max", rule, text)
    if profile.prizes.consolation.value and scene.has_consolation:
        text = f"After {scene.calls_max or BLANK} calls the winner gets the consolation prize of "
        yield part.said("consolation", profile.prizes.consolation, f"{text}{_consolation(scene)}.")


def _while_drawing(scene: _Scene) -> Iterator[ScriptLine]:
    rules, part = scene.profile.claims, _Part(WHILE_DRAWING)
    steps = (
        ("one-ball", rules.one_ball_at_a_time, "Take out and hold one ball at a time."),
        ("called-twice", rules.numbers_called_twice, "Call letter and number clearly, twice."),
        ("ball-shown", rules.ball_shown, "After each call show the players letter and number."),
        ("balls-kept-out", rules.balls_kept_out, "No ball goes back until the game is over."),
    )
    for line_id, rule, text in steps:
        if rule.value:
            yield part.done(line_id, rule, text)
    if rules.error_sentence.value:
        yield part.done("error-stop", rules.error_sentence, "A number was read wrong: stop.")
        yield part.said("error", rules.error_sentence, ERROR_SENTENCE)
        yield part.done("error-board", rules.error_sentence, "Correct the board, then go on.")
    if scene.is_limited and rules.last_ball_announced.value:
        text = f"Before ball {scene.calls_max} is taken out:"
        yield part.done("before-last-ball", rules.last_ball_announced, text)
        yield part.said("last-ball", rules.last_ball_announced, LAST_BALL)
    outage = scene.profile.house.outage_by_majority
    if outage.value:
        text = "The power is out. Do most of you agree that I draw by hand?"
        yield part.said("outage", outage, text)


def _at_a_bingo(scene: _Scene) -> Iterator[ScriptLine]:
    rules, part = scene.profile.claims, _Part(AT_A_BINGO)
    if rules.held_ball_next.value:
        text = "Stop. The ball in hand is held; it is not called."
        yield part.done("hold", rules.held_ball_next, text)
    if not rules.caller_verifies.value:
        text = "The caller stays at the board; somebody else checks the card."
        yield part.done("caller-stays", rules.caller_verifies, text)
    if rules.player_watches.value:
        text = "Lay the card before another player, who watches the check."
        yield part.done("player-watches", rules.player_watches, text)
    yield from _read_out(scene, part)
    if rules.color_and_serial_match.value:
        text = "Color and set must be those sold for this game."
        yield part.done("color-and-serial", rules.color_and_serial_match, text)
    yield from _numbers(scene, part)
    if rules.rack_before_prize.value:
        text = "Before a prize is paid, the member in charge and a player look through the balls."
        yield part.done("rack", rules.rack_before_prize, text)


def _read_out(scene: _Scene, part: _Part) -> Iterator[ScriptLine]:
    """Which card it is, in the form it is said in."""
    rule, ranges = scene.profile.claims.serial_read_out, scene.figures.ranges
    if not rule.value:
        return
    for one in ranges:
        text = spoken_card(one.series, BLANK)
        yield part.said(f"card-{one.series.set_serial}", rule, text, FLOOR)
    if not ranges:
        text = f"maker {BLANK}, set {BLANK}, card {BLANK}, {BLANK}"
        yield part.said("card", rule, text, FLOOR)


def _numbers(scene: _Scene, part: _Part) -> Iterator[ScriptLine]:
    """The numbers against the board: of a full card those that were not called are read."""
    rules = scene.profile.claims
    if scene.game.is_coverall and rules.uncalled_read.value:
        text = f"These were not called: {BLANK}. Is one of them on the card?"
        yield part.said("uncalled", rules.uncalled_read, text)
        return
    yield part.said("winning-numbers", rules.uncalled_read, f"The numbers are {BLANK}.", FLOOR)
    text = "The caller confirms each of them on the master board."
    yield part.done("master-board", rules.uncalled_read, text)


def _after_a_check(scene: _Scene) -> Iterator[ScriptLine]:
    rules, part = scene.profile.claims, _Part(AFTER_THE_CHECK)
    if rules.held_ball_next.value:
        text = "No bingo. The next number is the ball I was holding."
        yield part.said("not-valid", rules.held_ball_next, text)
        text = "With a bingo the held ball goes back when the game is over."
        yield part.done("held-ball-back", rules.held_ball_next, text)
    if rules.other_bingos_asked.value:
        yield part.said("other-bingos", rules.other_bingos_asked, OTHER_BINGOS)
        yield part.said("completed", rules.other_bingos_asked, COMPLETED)
    record = scene.profile.special.winner_take_all_record
    if scene.game.kind is GameKind.WINNER_TAKE_ALL and record.value:
        text = "Write down: cards sold, day and time, the winner's name and address where asked."
        yield part.done("winner-record", record, text)

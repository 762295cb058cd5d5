"""The notices that a hall posts: each with its id, its text in our words, and its rule."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from cardgen.amounts import how_many, printed_cents
from cardgen.face import BALL_MAX
from inventory.clock import spoken_date, spoken_time
from inventory.decisions.progressive.progression import PossibleDate
from inventory.paper import Block, Heading, Paper, Words
from inventory.program.program import Game, PrizeBasis, Program
from inventory.reports.spoken.prize_words import (
    BLANK,
    WHATEVER_THE_CALLS,
    Offers,
    Stock,
    offered_words,
    price_words,
    share_of_pool,
)
from inventory.reports.spoken.wall import of_organization
from inventory.rules.citing import cited_in_public
from inventory.rules.profile import Profile

FACES_CITATION = "posted by choice; Minnesota Rules 7861.0270 asks for it"
_PAYS_AGAIN = {
    True: "You pay the price of the card given up once more.",
    False: "You pay nothing more.",
    None: "Do you pay the price once more?  [  ] yes  [  ] no",
}


@dataclass(frozen=True, slots=True)
class Notice:
    """One notice: `id` never changes, the text may improve."""

    id: str
    title: str
    text: str
    citation: str


@dataclass(frozen=True, slots=True)
class ProgressionDates:
    """When a progressive may be played on, and within how many calls it is won each time."""

    progression: str
    occasions: tuple[PossibleDate, ...]


@dataclass(frozen=True, slots=True)
class HallAnswers:
    """What a notice needs of the hall: `pays_again` is None when nobody answered.

    `received` is None where there is no hall.
    """

    pays_again: bool | None = None
    progressions: tuple[ProgressionDates, ...] = ()
    received: Stock | None = None
    offers: Offers = field(default_factory=dict)


def notices_of(program: Program, profile: Profile, hall: HallAnswers) -> tuple[Notice, ...]:
    """Every notice that this program needs under this profile."""
    return (
        *_rules(profile),
        *_charges(program, profile, hall),
        *_exchange(profile, hall),
        *_faces(program, hall.received),
        *_pre_draws(program, profile, hall.offers),
        *_progressives(program, profile, hall),
        *_divided(program, profile),
        *_cards(program, profile),
        *_people(profile),
    )


def notices_paper(program: Program, notices: tuple[Notice, ...], organization: str = "") -> Paper:
    """All of them on one paper, each under its title with its source."""
    blocks: list[Block] = []
    for notice in notices:
        blocks += [Heading(notice.title), Words(notice.text), Words(f"[{notice.citation}]")]
    return Paper(
        name="notices",
        title=f"Notices for {program.name}, {spoken_date(program.played_on)}",
        label="Post them where every player can read them.",
        facts=tuple(of_organization(organization)),
        blocks=tuple(blocks),
        is_posted=True,
    )


def _rules(profile: Profile) -> Iterator[Notice]:
    rule = profile.house.rules_notice
    if not rule.value:
        return
    own_form = f" {rule.note}" if rule.is_read and rule.note else ""
    text = (
        f"Bingo is played here by these rules: {profile.title}. Only balls that were called count. "
        "A shout of bingo stops the game; the ball in the caller's hand is not called. The card is "
        "checked by its maker, set and number, and against the balls on the board. When nobody has "
        f"won, the game goes on with that ball.{own_form}"
    )
    yield Notice("rules", "Rules of play", text, cited_in_public(rule))
    shared = profile.prizes.divided_equally
    if shared.value:
        text = "Winners on the same call share the prize in equal parts; an earlier call takes it."
        within = profile.prizes.shared_within_calls.value
        if within:
            text += f" In a {' or '.join(within)} game all who are full within the calls share it."
        if profile.prizes.substitute_prizes.value:
            text += " If it cannot be divided, other prizes worth no more in all take its place."
        yield Notice("shared-prizes", "Several winners", text, cited_in_public(shared))


def _charges(program: Program, profile: Profile, hall: HallAnswers) -> Iterator[Notice]:
    rule = profile.house.price_notice
    if not rule.value:
        return
    admission = ""  # that it is free, nobody said
    if program.admission_cents:
        cards = how_many(program.admission_cards, "card")
        price = printed_cents(program.admission_cents)
        admission = f"Admission {price}, with {cards} for the regular games."
    prices = [
        f"{game.name}: {price} a card."
        for game in program.games
        if (price := price_words(game, hall.received or ()))
    ]
    one_price = "Every card of a game costs the same." if profile.cards.one_price.value else ""
    text = " ".join(part for part in (admission, *prices, one_price) if part)
    text = text or f"Prices: {BLANK * 4}"
    yield Notice("prices", "Admission and prices", text, cited_in_public(rule))
    prizes = " ".join(
        f"{game.number}. {game.name}: {offered_words(game, hall.offers)}." for game in program.games
    )
    yield Notice("prizes", "Prizes", prizes, cited_in_public(rule))


def _exchange(profile: Profile, hall: HallAnswers) -> Iterator[Notice]:
    rules = profile.exchange
    if rules.is_allowed:
        others = [
            word
            for word, rule in (("color", rules.other_color), ("series", rules.other_series))
            if rule.value
        ]
        of_other = f" of another {' and another '.join(others)}" if others else ""
        text = (
            f"You may give up an original card, opened or not, and take {rules.new_cards.value} "
            f"cards{of_other} for it. {_PAYS_AGAIN[hall.pays_again]} The card given up is punched "
            "and cannot win."
        )
        if rules.keep_until_filed.value:
            text += " The hall keeps it until the evening's report is filed."
        if rules.generations.value == 1:
            text += " A card taken in exchange is not exchanged again."
        yield Notice("exchange", "Trading in a card", text, cited_in_public(rules.new_cards))
    else:
        text = "Cards are not traded in."
        yield Notice("no-exchange", "Trading in a card", text, cited_in_public(rules.new_cards))
    if rules.defects.value:
        text = (
            "A torn or misprinted card is replaced by one of its own series at no charge. "
            "Bring it before you play it."
        )
        yield Notice("defects", "Defective cards", text, cited_in_public(rules.defects))


def _faces(program: Program, received: Stock | None) -> Iterator[Notice]:
    """Within a run no two cards bear the same numbers; across runs nobody can promise it."""
    if received is None:
        return  # of which printing the cards are, the hall's deliveries tell
    known = {one.set_serial: one.run_id for one in received}
    sold = [game for game in program.games if game.sets]
    if not sold:
        return
    mixed = [game for game in sold if len({known.get(serial, serial) for serial in game.sets}) > 1]
    if mixed:
        names = ", ".join(game.name for game in mixed)
        text = (
            f"The cards of {names} are not all of one printing. It is very unlikely, but two of "
            "them may bear the same numbers; then both win and share."
        )
    else:
        text = (
            "All sealed cards of a game come from one printing, in which no two cards bear the "
            "same 24 numbers."
        )
    yield Notice("identical-faces", "Identical cards", text, FACES_CITATION)


def _pre_draws(program: Program, profile: Profile, offers: Offers) -> Iterator[Notice]:
    rule, quorum = profile.pre_draw.in_program, profile.pre_draw.attendance_percent_min
    for game in program.games:
        if rule.value and game.is_pre_drawn:
            balls = how_many(game.pre_drawn, "ball") if game.pre_drawn else f"{BLANK} balls"
            text = (
                f"{balls} {'is' if game.pre_drawn == 1 else 'are'} drawn from "
                f"{spoken_time(game.pre_draw_at) or BLANK} on, before the game at "
                f"{spoken_time(program.start_of(game)) or BLANK}.{_within(game, offers)}"
            )
            if quorum.value:
                text += f" Drawing begins when {quorum.value} % of the seats are taken."
            title = f"{game.name}: balls drawn before the game"
            yield Notice(f"pre-draw-{game.number}", title, text, cited_in_public(rule))


def _within(game: Game, offers: Offers) -> str:
    """Within how many calls the primary prize is won; nothing where no number is set."""
    calls: int | str = game.calls_max
    if game.terms.basis is PrizeBasis.PROGRESSIVE:
        offered = offers.get(game.terms.progression)
        if offered is not None and offered.must_be_won:
            return f" Its primary prize {WHATEVER_THE_CALLS}."
        calls = BLANK if offered is None else offered.calls_max
    if calls == BALL_MAX:
        return ""
    return f" Its primary prize is won within {calls} calls, these balls among them."


def _progressives(program: Program, profile: Profile, hall: HallAnswers) -> Iterator[Notice]:
    rule = profile.progressive.notice_of_dates
    known = {one.progression: one.occasions for one in hall.progressions}
    for game in program.games:
        if not game.is_progressive:
            continue
        name = game.terms.progression
        if rule.value:
            days = " ".join(map(_date_words, known.get(name, ())))
            tonight = f"{spoken_date(program.played_on)}: within {BLANK} calls."
            days = days or f"{tonight} Further days: {BLANK * 4}"
            text = f"{name or BLANK} may be played on these days. {days}"
            title = f"{game.name}: dates and calls"
            yield Notice(f"progressive-{game.number}", title, text, cited_in_public(rule))
            yield from _ends(program, game, profile)
        offered = hall.offers.get(name)
        if offered is not None and offered.must_be_won:
            text = f"{name}: {printed_cents(offered.prize_cents)} {WHATEVER_THE_CALLS}."
            title = f"{game.name}: awarded tonight"
            yield Notice(f"progressive-tonight-{game.number}", title, text, offered.why)


def _date_words(one: PossibleDate) -> str:
    how = "awarded whatever the calls" if one.must_be_won else f"within {one.calls_max} calls"
    return f"{spoken_date(one.played_on)}: {how}."


def _ends(program: Program, game: Game, profile: Profile) -> Iterator[Notice]:
    """When a progression is over though nobody won within the calls."""
    most, with_license = profile.progressive.occasions_max, profile.progressive.ends_with_license
    title = f"{game.name}: how it ends"
    if most.value is not None:
        text = f"At occasion {most.value} of {game.terms.progression} its prize is won at any call."
        yield Notice(f"progressive-end-{game.number}", title, text, cited_in_public(most))
    if with_license.value and program.license_expires:
        text = (
            f"The license holds until {program.license_expires}; "
            "at the last occasion that it covers all prizes are paid."
        )
        yield Notice(
            f"progressive-license-{game.number}", title, text, cited_in_public(with_license)
        )


def _divided(program: Program, profile: Profile) -> Iterator[Notice]:
    rule = profile.special.sections_in_program
    for game in program.games:
        terms = game.terms
        parts = [(part.name, part.share) for part in terms.sections] or list(terms.colors)
        if rule.value and parts:
            text = " ".join(f"{name}: {share_of_pool(terms, share)}." for name, share in parts)
            what = "sections" if terms.sections else "colors"
            title = f"{game.name}: what each of its {what} pays"
            yield Notice(f"{what}-{game.number}", title, text, cited_in_public(rule))


def _cards(program: Program, profile: Profile) -> Iterator[Notice]:
    rules = profile.cards
    if not rules.player_selects.value:
        text = "Cards are sold in sequence. Nobody chooses a card, and none is put aside."
        if rules.reserved_for_disabled.value:
            text += " A card may be kept for players who are legally blind or otherwise disabled."
        yield Notice(
            "no-selection", "No choice of cards", text, cited_in_public(rules.player_selects)
        )
    if rules.indelible_marking.value:
        text = "Mark your card yourself, with a dauber whose ink does not come off."
        yield Notice("daubers", "Indelible ink", text, cited_in_public(rules.indelible_marking))
    before = rules.sold_before_first_number
    names = ", ".join(game.name for game in program.games if game.kind in before.value)
    if names:
        text = f"Cards for {names} are sold until the first number is drawn, and not later."
        yield Notice("sold-before", "Until when cards are sold", text, cited_in_public(before))
    if rules.sold_this_occasion_only.value:
        text = "A card wins at the occasion it was sold for, and at no other."
        rule = rules.sold_this_occasion_only
        yield Notice("this-occasion", "Tonight only", text, cited_in_public(rule))


def _people(profile: Profile) -> Iterator[Notice]:
    house = profile.house
    if house.present_players_only.value:
        text = "Only those who are here in person take part."
        yield Notice(
            "present", "Players are present", text, cited_in_public(house.present_players_only)
        )
    if not house.seats_reserved.value:
        text = "No seat and no place is reserved."
        yield Notice("seats", "Seats", text, cited_in_public(house.seats_reserved))
    if house.outage_by_majority.value:
        text = "If the power fails, balls are drawn by hand when most players agree."
        yield Notice(
            "outage", "When the power fails", text, cited_in_public(house.outage_by_majority)
        )

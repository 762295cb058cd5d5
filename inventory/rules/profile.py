"""A jurisdiction's rules as values: every number and switch with its source and how sure it is."""

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

V = TypeVar("V", int, bool, str, int | None, tuple[str, ...])
RuleValue = int | str | tuple[str, ...] | None

RULE_TEXT = "rule text"
IN_PART = "read in part"
MARKS = (RULE_TEXT, IN_PART, "derived", "not read", "not found")
NO_LIMIT = "none"
PLACES = ("first or after intermission", "last", "any")


@dataclass(frozen=True, slots=True)
class Rule(Generic[V]):
    """A value that a rule sets, where it stands, and how surely we know it.

    `mark` is `rule text` (read there), `read in part` (its text breaks off), `derived` (a reading
    or arithmetic), `not read` (as others tell it) or `not found` (no text was at hand: a careful
    default). `note` says what a reader should know of it.
    """

    value: V
    citation: str
    mark: str
    note: str = ""
    is_halls_own: bool = False  # the hall answers it in its own way; source and mark stay

    @property
    def is_read(self) -> bool:
        """Whether a text of the rule was read, if only in part."""
        return self.mark in {RULE_TEXT, IN_PART}

    @property
    def is_binding(self) -> bool:
        """Whether a text asks for it, as far as it was read; a text cut short is kept carefully."""
        return self.is_read and not self.is_halls_own and bool(self.value)

    @property
    def is_firm(self) -> bool:
        """Whether the rule's own text says so, not a reading or a careful default."""
        return self.mark == RULE_TEXT and not self.is_halls_own


@dataclass(frozen=True, slots=True)
class Override:
    """A rule that a hall answers in its own way: `rule` is the profile's, `value` the hall's."""

    key: str
    value: RuleValue
    reason: str
    rule: Rule[Any]


@dataclass(frozen=True, slots=True)
class ExchangeRules:
    """An original surrendered, and what is sold for it; 0 `new_cards` or `generations`: none."""

    new_cards: Rule[int]
    generations: Rule[int]  # how often a card may be traded on; sets are printed for once
    other_color: Rule[bool]
    other_series: Rule[bool]
    defects: Rule[bool]  # a defective card is replaced at no charge
    keep_until_filed: Rule[bool]  # the defaced are kept until the report is filed

    @property
    def is_allowed(self) -> bool:
        """Whether cards are exchanged at all."""
        return self.new_cards.value > 0 and self.generations.value > 0


@dataclass(frozen=True, slots=True)
class PreDrawRules:
    """Balls drawn before the game; minutes, balls, percent of the seats."""

    balls_exact: Rule[int | None]
    calls_min: Rule[int]  # least calls for the primary prize, pre-drawn ones counted
    minutes_before_max: Rule[int | None]
    attendance_percent_min: Rule[int]
    place: Rule[str]  # one of PLACES
    coverall_only: Rule[bool]
    in_program: Rule[bool]  # count and times of the pre-draw stand in application and program
    display_throughout: Rule[bool]  # the pre-drawn numbers stay on display until the game
    inquiry: Rule[bool]  # holders on the pre-drawn numbers are asked for before a further ball
    sealed_cards_only: Rule[bool]
    receptacle_visible: Rule[bool]  # receptacle and callers are seen by most players


@dataclass(frozen=True, slots=True)
class CardRules:
    """How cards are priced, sold and marked."""

    price_cents_max: Rule[int | None]
    price_capped_kinds: Rule[tuple[str, ...]]  # the kinds of games that cap holds for
    one_price: Rule[bool]  # no multi-buy, no discount
    player_selects: Rule[bool]
    reserved_for_disabled: Rule[bool]  # the exception to picking and reserving
    indelible_marking: Rule[bool]
    sold_before_first_number: Rule[tuple[str, ...]]  # the kinds of games this holds for
    sold_this_occasion_only: Rule[bool]
    finish_set_first: Rule[bool]  # a set is sold out before another of the same game is opened
    voids_kept: Rule[bool]  # a voided card names two people and stays with the day's records


@dataclass(frozen=True, slots=True)
class PrizeRules:
    """What a prize may be, and how it is divided; amounts in cents."""

    game_cents_max: Rule[int | None]
    occasion_cents_max: Rule[int | None]
    cap_exempt_kinds: Rule[tuple[str, ...]]  # kinds that the caps do not count
    divided_equally: Rule[bool]  # among winners on the same call; of different calls the earliest
    shared_within_calls: Rule[tuple[str, ...]]  # kinds whose prize all who are within them share
    substitute_prizes: Rule[bool]  # where division is not possible, up to the prize in all
    consolation: Rule[bool]
    announced: Rule[bool]  # dollars are announced before the first number
    contact_from_cents: Rule[int | None]  # winners' contact is recorded from this prize on
    tax_form_from_cents: Rule[int | None]


@dataclass(frozen=True, slots=True)
class ProgressiveRules:
    """A prize that grows from occasion to occasion until it is won or ends."""

    allowed: Rule[bool]
    calls_first_min: Rule[int]
    occasions_max: Rule[int | None]  # at this one it is won whatever the calls
    not_last_game: Rule[bool]
    coverall_only: Rule[bool]
    notice_of_dates: Rule[bool]  # every potential occasion and its most calls are posted
    ends_with_license: Rule[bool]
    emergency_notice_business_days: Rule[int | None]
    own_bank_account: Rule[bool]
    deposit_business_days: Rule[int | None]


@dataclass(frozen=True, slots=True)
class SpecialRules:
    """50/50, multi-color, early bird and winner-take-all games."""

    fifty_fifty: Rule[bool]
    multi_color: Rule[bool]
    early_bird: Rule[bool]
    winner_take_all: Rule[bool]
    percentage_not_last: Rule[bool]  # 50/50 and multi-color are never the last game
    sections_in_program: Rule[bool]
    multi_color_faces: Rule[int | None]
    multi_color_last_number: Rule[bool]  # the winning card contains the last number called
    winner_take_all_record: Rule[bool]
    cards_sold_announced: Rule[bool]  # winner-take-all: cards sold and prize, before the first ball


@dataclass(frozen=True, slots=True)
class ClaimRules:
    """How numbers are called and a winner is verified."""

    caller_verifies: Rule[bool]
    player_watches: Rule[bool]
    serial_read_out: Rule[bool]  # maker and serial of each winning card are read to the caller
    uncalled_read: Rule[bool]  # of a coverall the uncalled numbers are read instead
    rack_before_prize: Rule[bool]  # the objects drawn are inspected before a player
    color_and_serial_match: Rule[bool]
    last_number_required: Rule[bool]
    held_ball_next: Rule[bool]
    other_bingos_asked: Rule[bool]
    error_sentence: Rule[bool]
    last_ball_announced: Rule[bool]
    numbers_called_twice: Rule[bool]
    valid_ranges_announced: Rule[bool]
    one_ball_at_a_time: Rule[bool]
    ball_shown: Rule[bool]  # letter and number are turned to the players after each call
    balls_kept_out: Rule[bool]  # a drawn ball goes back only when the game is over
    last_number_announced: Rule[bool]  # whether the winning card must hold the last number called
    calls_max_announced: Rule[bool]  # before the first number


@dataclass(frozen=True, slots=True)
class HouseRules:
    """Admission, notices, people and power."""

    admission_cents_max: Rule[int | None]
    admission_cards_min: Rule[int]
    rules_notice: Rule[bool]
    price_notice: Rule[bool]
    display_in_each_room: Rule[bool]
    outage_by_majority: Rule[bool]
    shortages_netted: Rule[bool]
    present_players_only: Rule[bool]  # who is not in the premises does not play
    seats_reserved: Rule[bool]


@dataclass(frozen=True, slots=True)
class PaperRules:
    """Reports, and how long papers are kept."""

    form: Rule[str]
    filed_with: Rule[str]
    filing_days: Rule[int]
    summary_days_after_quarter: Rule[int | None]
    certificate_years: Rule[int]
    records_years: Rule[int]


@dataclass(frozen=True, slots=True)
class SetRules:
    """What a printed set is; cards."""

    faces_min: Rule[int]
    subset_min: Rule[int]
    missing_permille_max: Rule[int]  # numbers missing of a set, in thousandths
    serial_reuse_years: Rule[int | None]
    random_outside_number: Rule[bool]  # no relation between the number outside and the face
    one_color: Rule[bool]  # one color and border for a whole set


@dataclass(frozen=True, slots=True)
class Profile:
    """What one jurisdiction asks; `overrides` are the hall's, already in the rules."""

    name: str
    title: str
    currency: str
    exchange: ExchangeRules
    pre_draw: PreDrawRules
    cards: CardRules
    prizes: PrizeRules
    progressive: ProgressiveRules
    special: SpecialRules
    claims: ClaimRules
    house: HouseRules
    papers: PaperRules
    sets: SetRules
    overrides: tuple[Override, ...] = ()

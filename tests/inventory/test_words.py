"""Money, balls, clocks, scans, rules, entries and refusals."""

import json
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

import inventory
from cardgen.amounts import printed_cents
from cardgen.card_id import AuditNumber, CardId, MakerId, SetSerial
from cardgen.errors import BadValueError
from cardgen.proof.framing import MalformedError, canonical
from cardgen.symbols import ALPHABET, check_symbol
from inventory.balls import parsed_ball, printed_ball
from inventory.clock import Moment, jump_seconds, parsed_moment
from inventory.commands.game import PreDraw
from inventory.decisions.claim.code_search import filled, near
from inventory.decisions.game.draw import pre_draw
from inventory.decisions.game.evening import evening_of, new_evening
from inventory.entries.claim import Paid, StepTaken
from inventory.entries.closing import PackBack, Taking
from inventory.entries.entry import Context, Entry
from inventory.entries.game import AnnouncedPrize, Drawn, GivenPrize, PlayedRule
from inventory.entries.house import ClockJumped
from inventory.entries.maker import PacksHeld, SetNote
from inventory.entries.moves import moves_of
from inventory.entries.states import Move, spoken_move
from inventory.entries.union import KINDS, Kind
from inventory.errors import Refusal
from inventory.money import counted_cents, parsed_cents, shares_of
from inventory.program.program import Program
from inventory.refusals.next_steps import NEXT_STEPS, TO_SAY, TO_SAY_ELSE, WHEN_NOT_VALID
from inventory.refusals.refuse import REFUSALS, refusal, refuse
from inventory.rules.profile import Rule
from inventory.rules.profile_file import parsed_profile, profile_names, read_profile
from inventory.scans import (
    InsideScan,
    TypedNumber,
    one_code,
    scan_if_any,
    scan_of,
)
from tests.inventory.kit import Night, code, refusal_of

if TYPE_CHECKING:
    from collections.abc import Callable

AT = Moment(datetime(2026, 11, 30, 18, tzinfo=UTC), 1, "boot")
CARD = CardId(MakerId("ACME"), SetSerial("000123"), AuditNumber(57))


@given(st.integers(0, 999_999_999))
def test_money_is_read_as_it_is_printed(cents: int) -> None:
    assert parsed_cents(printed_cents(cents)) == cents


@pytest.mark.parametrize("text", ["1.5", "1,50", "-3", "", "1.505", "x"])
def test_an_amount_is_dollars_and_cents(text: str) -> None:
    with pytest.raises(BadValueError):
        parsed_cents(text)


@pytest.mark.parametrize("text", ["20", "20x", "x3", "20x3,1x1"])
def test_a_count_is_denomination_times_pieces(text: str) -> None:
    with pytest.raises(BadValueError):
        counted_cents(text)


@given(st.integers(0, 10**9), st.integers(1, 200))
def test_shares_are_equal_to_the_cent_and_nothing_is_lost(cents: int, winners: int) -> None:
    shares = shares_of(cents, winners)
    assert sum(shares) == cents
    assert max(shares) - min(shares) <= 1
    assert list(shares) == sorted(shares, reverse=True)


@given(st.integers(1, 75))
def test_a_ball_is_read_with_and_without_its_letter(ball: int) -> None:
    printed = printed_ball(ball)
    assert "BINGO".index(printed[0]) == (ball - 1) // 15
    for text in (printed, str(ball), printed.lower().replace("-", ""), f" {printed} "):
        assert parsed_ball(text) == ball


@pytest.mark.parametrize("text", ["0", "76", "B-16", "N-1", "41N", "", "X-5", "B--5", "-5", " 5 6"])
def test_a_ball_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(BadValueError):
        parsed_ball(text)


def test_a_moment_is_read_as_it_is_printed() -> None:
    assert parsed_moment(AT.printed) == AT.at
    with pytest.raises(BadValueError):
        parsed_moment("today")


def test_small_differences_are_no_jump() -> None:
    later = Moment(AT.at.replace(minute=1), 1, "boot")
    assert jump_seconds(AT, later) == 0
    assert jump_seconds(AT, Moment(AT.at.replace(minute=2), 1, "boot")) == 120


# -- scans ----------------------------------------------------------------------------------------


def test_typing_forgives_case_o_and_l() -> None:
    text = CARD.printed.lower().replace("0", "o", 3)
    assert scan_of(text) == scan_of(CARD.printed)


def test_leading_zeros_of_a_number_mean_nothing() -> None:
    assert (
        scan_of("RED 0000057 F") == scan_of("red 57F") == TypedNumber("red", AuditNumber(57), "F")
    )
    assert scan_of("dark green #57") == TypedNumber("dark green", AuditNumber(57), "")


def inside(code: str = "W9MX5AWVWAYDT2MT") -> str:
    body = "ACMET750001230000057" + code
    return f"SD1{body}{check_symbol(body)}"


def test_the_repr_of_an_inside_scan_shows_no_code() -> None:
    scan = scan_of(inside())
    assert isinstance(scan, InsideScan)
    assert "W9MX" not in repr(scan)


def refused_scan(text: str) -> Refusal:
    return refusal_of(lambda: scan_of(text))


def refused_burst(text: str) -> Refusal:
    return refusal_of(lambda: one_code(text))


FRAMES = ("]Q1", "]C0", "\x02", "\ufeff", "ï»¿", "\u200b", "\x02\ufeff]Q1", " \t")


@pytest.mark.parametrize("front", FRAMES)
@pytest.mark.parametrize("behind", ["", "\x03", "\x04\r\n", "\t", "\u200b\n"])
def test_what_scanners_send_around_a_code_is_taken_off(front: str, behind: str) -> None:
    scan = scan_of(inside())
    assert scan_of(front + inside() + behind) == one_code(front + inside() + behind) == scan


def test_characters_that_cannot_be_taken_off_are_counted() -> None:
    for front, behind in (("abc", ""), ("12", "xyz"), ("", "!")):
        refused = refused_scan(f"{front}{inside()}{behind}")
        assert refused.code == "scanner-adds"
        assert f"sends {len(front)} characters in front of a code and {len(behind)} behind" in str(
            refused
        )
        assert "W9MX" not in str(refused)


def test_two_codes_at_once_are_none() -> None:
    assert refused_burst(inside() + "\r" + inside()).code == "codes-at-once"


def test_a_color_and_a_number_are_typed_and_never_scanned() -> None:
    assert scan_of("red 1 J") == TypedNumber("red", AuditNumber(1), "J")
    for text in ("red 1 J", "6", "U", "4006381333931"):
        assert refused_burst(text).code == "not-ours"


@given(st.integers(3, 39), st.sampled_from(ALPHABET))
def test_one_wrong_symbol_of_a_token_is_refused(place: int, symbol: str) -> None:
    text = inside()
    wrong = text[:place] + symbol + text[place + 1 :]
    if wrong != text:
        assert scan_if_any(wrong) is None


# -- the search for a damaged code ----------------------------------------------------------------

CODES = st.text(ALPHABET, min_size=16, max_size=16)


@given(CODES, st.sets(st.integers(0, 16), max_size=2))
def test_unreadable_symbols_are_all_tried(code: str, places: set[int]) -> None:
    printed = code + check_symbol(code)
    damaged = "".join("?" if place in places else one for place, one in enumerate(printed))
    found = list(filled(damaged))
    assert code in found
    unknown = len(places - {16}) if 16 in places else max(len(places) - 1, 0)
    assert len(found) == len(set(found)) == 32**unknown


def test_four_unreadable_symbols_are_2_to_the_15_tries() -> None:
    printed = "W9MX5AWVWAYDT2MT" + check_symbol("W9MX5AWVWAYDT2MT")
    assert sum(1 for _ in filled("????" + printed[4:])) == 2**15
    assert list(filled("?????" + printed[5:])) == []
    assert list(filled(printed[:-1] + ("0" if printed[-1] != "0" else "1"))) == []


@given(CODES, st.integers(0, 16), st.sampled_from(ALPHABET), st.integers(0, 16))
def test_one_wrong_symbol_or_one_swap_is_among_the_near_codes(
    code: str, place: int, symbol: str, other: int
) -> None:
    printed = code + check_symbol(code)
    wrong = printed[:place] + symbol + printed[place + 1 :]
    assert code in list(near(wrong))
    swapped = list(printed)
    swapped[place], swapped[other] = swapped[other], swapped[place]
    assert code in list(near("".join(swapped)))
    assert list(near("?" + printed[1:])) == []


# -- the rules ------------------------------------------------------------------------------------


def test_new_york_asks_two_cards_48_calls_and_seven_days() -> None:
    """9 NYCRR 4820.51 and General Municipal Law 491, as the handbook's rules.md cites them."""
    profile = read_profile("us-ny")
    new_cards = profile.exchange.new_cards
    assert new_cards == Rule(2, "9 NYCRR 4820.51(g)", "rule text", new_cards.note)
    assert profile.exchange.generations.value == 1
    assert profile.pre_draw.calls_min.value == 48
    assert profile.papers.filing_days.value == 7


@pytest.mark.parametrize("name", profile_names())
def test_a_kept_profile_answers_every_rule(name: str) -> None:
    assert read_profile(name).name == name


def test_a_profile_that_is_not_kept_is_refused() -> None:
    with pytest.raises(BadValueError, match="us-ny"):
        read_profile("us-xx")


NEW_YORK = (Path(inventory.__file__).parent / "rules" / "us-ny.toml").read_text()


@pytest.mark.parametrize(
    ("was", "becomes", "named"),
    [
        ("calls_min = { value = 48", "calls_minimum = { value = 48", "calls_min"),
        ("calls_min = { value = 48", 'calls_min = { value = "48"', "pre_draw.calls_min"),
        ("calls_min = { value = 48", "calls_min = { value = -1", "pre_draw.calls_min"),
        ("calls_min = { value = 48, citation", "calls_min = { value = 48, source", "calls_min"),
        ('mark = "rule text"', 'mark = "guess"', "mark"),
        ('currency = "USD"', "currency = 1", "currency"),
        ('currency = "USD"', 'currency = "USD"\nextra = 1', "extra"),
        ("[exchange]", "[exchanges]", "exchange"),
        ('name = "us-ny"', "name = ", "TOML"),
        ("price_capped_kinds = { value = []", "price_capped_kinds = { value = [1]", "price_capped"),
        ("minutes_before_max = { value = 45", 'minutes_before_max = { value = "no"', "minutes"),
    ],
)  # fmt: skip
def test_a_profile_with_a_rule_missing_or_wrong_is_refused(
    was: str, becomes: str, named: str
) -> None:
    assert was in NEW_YORK
    with pytest.raises(BadValueError, match=named):
        parsed_profile(NEW_YORK.replace(was, becomes))


# -- entries --------------------------------------------------------------------------------------


def entry(kind: Kind) -> Entry:
    context = Context("ab" * 16, "1", "Ann", "Bob", AT)
    return Entry("st-brendan/00", 7, 3, context, "0" * 16, 0, kind)


FIELD_VALUES: dict[object, object] = {
    CardId: CARD,
    str: "text",
    int: 3,
    bool: True,
    tuple[tuple[int, int], ...]: ((1, 20), (21, 40)),
    tuple[CardId, ...]: (CARD,),
    tuple[str, ...]: ("000123",),
    tuple[int, ...]: (1,),
    tuple[Taking, ...]: (Taking("admission", 100),),
    tuple[AnnouncedPrize, ...]: (AnnouncedPrize("primary", 100),),
    tuple[PlayedRule, ...]: (PlayedRule("papers.filing_days", "7"),),
    tuple[GivenPrize, ...]: (GivenPrize("Mary", 100),),
    tuple[StepTaken, ...]: (StepTaken(1, "yes", "why"),),
    Program: Night().opened.program,
    tuple[PackBack, ...]: (PackBack("000123", 1, 20, 20),),
    tuple[SetNote, ...]: (SetNote("000123", "00" * 16, "recalled", "then", "why", ((1, 20),)),),
    tuple[PacksHeld, ...]: (PacksHeld("000123", "1", ((1, 20),), 20),),
}


def sample(kind: type[Kind]) -> Kind:
    make: Callable[..., Kind] = kind
    values = {name: FIELD_VALUES[hint] for name, hint in get_type_hints(kind).items()}
    if "verdict" in values:
        values["verdict"] = "VALID"
    return make(**values)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_read_as_it_was_written(kind: type[Kind]) -> None:
    written = entry(sample(kind))
    assert Entry.parse(written.json) == written
    assert isinstance(moves_of(written), tuple)


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "Unknown"},
        {"sequence": "7"},
        {"at": "now"},
        {"extra": 1},
        {"version": 2},
        {"body": {"seconds": "7"}},
        {"body": {"seconds": [7]}},
        {"body": {}},
    ],
)
def test_an_entry_that_is_not_one_is_refused(change: dict[str, object]) -> None:
    fields = json.loads(entry(ClockJumped(7)).json)
    with pytest.raises(MalformedError):
        Entry.parse(canonical(fields | change))


def test_a_ball_that_is_none_is_refused_by_the_decision_too() -> None:
    evening = new_evening(1, Night(on_sale=("000123",)).opened)
    context = Context("ab" * 16, "1", "Ann", "Bob", AT)
    assert (
        code(lambda: pre_draw(context, evening, PreDraw((76,)), read_profile("us-ny")))
        == "no-such-ball"
    )


def test_entries_without_an_opening_tell_of_no_evening() -> None:
    assert evening_of([entry(Drawn(1, (1,), "called"))]) is None
    assert evening_of([]) is None


def test_a_card_id_that_is_wrong_makes_an_entry_malformed() -> None:
    raw = entry(Paid(1, CARD, 100, "Mary", "box")).json
    with pytest.raises(MalformedError):
        Entry.parse(raw.replace(b"0000057", b"0000058"))


# -- refusals -------------------------------------------------------------------------------------


def test_every_refusal_is_provoked_by_a_test_by_its_code() -> None:
    tests = "".join(path.read_text() for path in Path(__file__).parent.glob("test_*.py"))
    assert [code for code in REFUSALS if f'"{code}"' not in tests] == []


def test_every_step_of_a_claim_has_a_code_a_test_and_what_to_do_next() -> None:
    rooms = Path(inventory.__file__).parent / "decisions" / "claim"
    names = ("judge.py", "claim_context.py", "steps_by_name.py", "steps_by_face.py")
    source = "".join((rooms / name).read_text() for name in names)
    codes = set(re.findall(r'(?:Step\(\d+, \w+, |: \()"([a-z-]+)"', source))
    codes |= set(re.findall(r'^    "([a-z-]+)": \(\s*(?:OPEN|NO),', source, re.MULTILINE))
    assert codes == NEXT_STEPS.keys()
    tests = "".join(path.read_text() for path in Path(__file__).parent.glob("test_cl*.py"))
    tests += (Path(__file__).parent / "test_decisions.py").read_text()
    tests += (Path(__file__).parent / "test_stock.py").read_text()
    tests += (Path(__file__).parent / "test_status.py").read_text()
    tests += (Path(__file__).parent / "test_games.py").read_text()
    tests += (Path(__file__).parent / "test_crew.py").read_text()
    assert [code for code in codes if f'"{code}"' not in tests] == []
    assert all(sentence.endswith(".") for sentence in NEXT_STEPS.values())


def test_advice_fits_the_verdict_of_every_step() -> None:
    """A code that two verdicts are given with has a sentence for each of them."""
    rooms = Path(inventory.__file__).parent / "decisions" / "claim"
    source = "".join(path.read_text() for path in rooms.glob("*.py"))
    given = re.findall(r'Step\(\d+, (OPEN|NO), "([a-z-]+)"', source)
    given += [
        (result, name)
        for name, result in re.findall(r'^    "([a-z-]+)": \(\s*(OPEN|NO),', source, re.MULTILINE)
    ]
    assert len(given) >= len(NEXT_STEPS) - 8  # what a card's state says of it is NOT VALID only
    verdicts: dict[str, set[str]] = {}
    for result, name in given:
        verdicts.setdefault(name, set()).add(result)
    assert {name for name, both in verdicts.items() if len(both) > 1} == WHEN_NOT_VALID.keys()
    assert all(WHEN_NOT_VALID[name] != NEXT_STEPS[name] for name in WHEN_NOT_VALID)
    final = [NEXT_STEPS[name] for name, both in verdicts.items() if both == {"NO"}]
    assert not [one for one in (*final, *WHEN_NOT_VALID.values()) if "list" in one]


def test_every_refusal_is_used_and_only_known_codes_are() -> None:
    folder = Path(inventory.__file__).parent
    sources = "".join(
        path.read_text() for path in folder.rglob("*.py") if not path.name.endswith("refusals.py")
    )
    assert [code for code in REFUSALS if f'"{code}"' not in sources] == []
    asked = set(re.findall(r'refuse\(\s*"([a-z-]+)"', sources))
    assert asked <= REFUSALS.keys()


def test_every_refusal_says_what_mends_it() -> None:
    for name, (sentence, mends) in REFUSALS.items():
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", name)
        assert sentence.endswith((".", "?"))
        assert mends.endswith(".")


def test_sentences_are_right_for_one_and_for_many() -> None:
    counted = {"count": 1, "card": "X", "pack": "pack", "left": 1, "till": "1"}
    new = {"originals": 1, "each": 2, "new": 1}
    role = {"card": "X", "role": "original", "asked": "an exchange"}
    for name, values in (
        ("claims-open", counted),
        ("pack-out", counted),
        ("pack-open", counted),
        ("not-punched", counted),
        ("new-count", new),
        ("wrong-role", role),
    ):
        told = str(refuse(name, **values))
        assert not re.search(r"\b1 (were|claims|cards|surrendered need)|a exchange", told), told


def test_states_and_moves_are_told_in_words() -> None:
    """No refusal says `None`, and none names a class of the program."""
    assert "is unknown here" in str(refusal("not-sold", card="ACME", state=None))
    for move in Move:
        words = spoken_move(move)
        assert re.fullmatch(r"[a-z]+ing [a-z ]+", words), words


def test_what_is_said_to_a_player_is_a_whole_sentence_and_names_no_step() -> None:
    assert TO_SAY.keys() <= NEXT_STEPS.keys()
    for said in (*TO_SAY.values(), TO_SAY_ELSE):
        assert said.endswith(".")
        assert "step" not in said
        assert "--" not in said

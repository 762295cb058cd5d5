"""Sleepers: what level 2 tells of an evening, proved card by card; references from the balls."""

import json
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import pytest

import inventory.cli
from cardgen.card_id import AuditNumber, CardId, MakerId, SetSerial
from cardgen.errors import BadFileError, CardgenError
from cardgen.proof import regenerated
from cardgen.proof.header import header_fields
from cardgen.proof.regenerated import RegeneratedError
from inventory.clock import Moment
from inventory.commands.claim import CloseRoundHoldingBack
from inventory.decisions.claim.claim_rules import ClaimRules
from inventory.decisions.claim.sleepers import (
    NOT_WON,
    Sleeper,
    Stage,
    Standing,
    balls_at_rounds,
    full_on,
    sleepers_of,
    stages_of,
)
from inventory.decisions.facts import CardFacts
from inventory.decisions.game.evening import Claim, Evening
from inventory.decisions.game.game_state import GameState, Round
from inventory.desk.claim.sleepers import find_sleepers
from inventory.entries.claim import ClaimDecided, ClaimOpened, RoundClosed
from inventory.entries.entry import Context, Entry
from inventory.entries.game import Drawn
from inventory.entries.moves import Sale
from inventory.entries.states import CardState
from inventory.ledger.reading import Reader
from inventory.program.patterns import read_pattern
from inventory.program.program import Game, GameKind, PrizeBasis, Section, Terms
from inventory.reports.forms.render_text import text_of
from inventory.reports.papers.sleepers import NOBODY_SLEPT, Slept, sleepers_paper
from inventory.rules.profile_file import read_profile
from tests.inventory.delivery_builder import RED, Card, secrets_of
from tests.inventory.kit import START, Command, Kit, Night, code, ok, plant
from tests.inventory.scanned import statuses, stock

if TYPE_CHECKING:
    from inventory.entries.union import Kind


@pytest.fixture
def regenerated_file(kit: Kit, tmp_path: Path, command: Command) -> Path:
    """What `cardgen regenerate --json` prints of the run that the hall received."""
    secrets = secrets_of(1)
    with kit.hall.ledger.transaction() as connection:
        known = Reader(connection).known_series()
    fields = {
        "secret_a": secrets.component_a.secret.hex(),
        "secret_b": secrets.component_b.secret.hex(),
        "run_id": secrets.run_id.hex(),
        "headers": [header_fields(kit.hall.bundle(one).series) for one in known],
    }
    disclosure = tmp_path / "DISCLOSURE.json"
    disclosure.write_text(json.dumps(fields))
    done, told, _ = command(plant, "regenerate", disclosure, "--json")
    assert done == 0
    path = tmp_path / "run.json"
    path.write_text(told)
    return path


def balls_for(*cards: Card) -> tuple[int, ...]:
    """48 balls that hold all numbers of these cards; two cards have 48 at the most."""
    needed = sorted({number for card in cards for number in card.numbers})
    assert len(needed) <= 48
    others = [number for number in range(1, 76) if number not in needed]
    return (*needed, *others)[:48]


def full_cards(kit: Kit, balls: tuple[int, ...], sold: tuple[Card, ...]) -> set[str]:
    """The reference: a coverall card is full when the balls hold all of its numbers."""
    return {card.card_id for card in sold if set(card.numbers) <= set(balls)}


def start(kit: Kit, balls: tuple[int, ...]) -> None:
    ok(kit.pre_draw(balls))
    ok(kit.close())
    ok(kit.start())
    ok(kit.hold())
    ok(kit.rack())


def end(kit: Kit, punched: int = 0, owed: int = 0) -> None:
    for first in (kit.built.red, kit.built.blue):
        for number in range(1, 21):
            pack = kit.card(first(number).card_id).pack
            assert pack is not None
            if pack.is_open:
                left, last = pack.in_order[0], pack.in_order[-1]
                ok(stock.put_back_open(kit.hall, kit.context(), first(left).outside,
                                       first(last).outside, len(pack.remaining)))  # fmt: skip
                break
    ok(kit.cash_up(0, punched=punched, owed=owed))


def slept(kit: Kit, *paths: Path) -> Slept:
    found = find_sleepers(kit.hall, 0, paths)
    assert isinstance(found, Slept)
    return found


def standings(found: Slept) -> dict[str, Standing]:
    return {one.card.printed: one.standing for one in found.sleepers}


def test_a_full_card_that_nobody_claimed_slept_and_no_other(
    kit: Kit, regenerated_file: Path
) -> None:
    red = kit.built.red
    (sale,) = ok(kit.sell(*range(1, 13)))
    balls = balls_for(red(2), red(4))
    start(kit, balls)
    ok(kit.claim(red(4)))
    ok(kit.close_round())
    ok(kit.pay(red(4)))
    end(kit)
    head = kit.head()
    found = slept(kit, regenerated_file)
    sold = tuple(red(number) for number in range(1, 13))
    assert {*standings(found), red(4).card_id} == full_cards(kit, balls, sold)
    assert standings(found) == {red(2).card_id: Standing.NEVER_CLAIMED}
    (one,) = found.sleepers
    # All numbers are among the 48 pre-drawn: full on call 48, whatever ball completed it.
    assert (one.calls, one.won_on, one.prize, one.sharers) == (48, 48, "primary", 1)
    assert (one.game, one.section, one.sale, one.seller) == (1, 1, sale.sequence, "Ann")
    assert not one.is_first
    assert found.told_count == found.night.sold_count == 12
    assert found.is_whole
    assert kit.head() == head, "it changes nothing"


def test_nobody_slept_is_said_plainly(kit: Kit, regenerated_file: Path) -> None:
    ok(kit.sell(1, 2, 3))
    balls = balls_for(kit.built.red(3))
    assert full_cards(kit, balls, tuple(map(kit.built.red, (1, 2)))) == set()
    start(kit, balls)
    ok(kit.claim(kit.built.red(3)))
    ok(kit.close_round())
    ok(kit.pay(kit.built.red(3)))
    end(kit)
    found = slept(kit, regenerated_file)
    assert found.sleepers == ()
    assert NOBODY_SLEPT in text_of(sleepers_paper(found))


def test_claimed_and_not_paid_is_told_apart_from_never_claimed(
    kit: Kit, regenerated_file: Path
) -> None:
    """Two are full: the one is VALID and not paid; the other is held back, or refused."""
    red = kit.built.red
    ok(kit.sell(1, 2, 3, 4))
    start(kit, balls_for(red(2), red(4)))
    ok(kit.claim(red(4)))
    ok(kit.claim_unread(red(2)))
    ok(kit.run(CloseRoundHoldingBack()))
    end(kit, owed=1)
    assert standings(slept(kit, regenerated_file)) == {
        red(2).card_id: Standing.UNDECIDED,
        red(4).card_id: Standing.UNPAID,
    }
    ok(kit.claim(red(2)))
    ok(kit.pay(red(4)))
    assert standings(slept(kit, regenerated_file)) == {red(2).card_id: Standing.UNPAID}
    ok(kit.pay(red(2)))
    assert standings(slept(kit, regenerated_file)) == {}


def test_a_card_claimed_in_vain_with_a_wrong_code_slept(kit: Kit, regenerated_file: Path) -> None:
    red = kit.built.red
    ok(kit.sell(1, 2, 3, 4))
    start(kit, balls_for(red(2), red(4)))
    ok(kit.claim_by(red(2).card_id, red(1).code))
    ok(kit.claim(red(4)))
    ok(kit.close_round())
    ok(kit.pay(red(4)))
    end(kit)
    assert standings(slept(kit, regenerated_file)) == {red(2).card_id: Standing.IN_VAIN}


@pytest.mark.parametrize("way", ["surrendered", "voided"])
def test_a_card_out_of_play_is_told_apart(kit: Kit, regenerated_file: Path, way: str) -> None:
    red = kit.built.red
    ok(kit.sell(1, 2, 3, 4))
    ok(kit.exchange((2,), 2) if way == "surrendered" else kit.void(2))
    ok(kit.punch(2))
    start(kit, balls_for(red(2), red(4)))
    ok(kit.claim(red(4)))
    ok(kit.close_round())
    ok(kit.pay(red(4)))
    end(kit, punched=1)
    found = slept(kit, regenerated_file)
    assert found.sleepers == ()
    assert [one.card.printed for one in found.out_of_play] == [red(2).card_id]
    told = "\n".join(text_of(sleepers_paper(found)))
    assert "Full, but not in play any more" in told
    assert NOBODY_SLEPT in told


def test_an_undone_sale_and_a_card_never_sold_are_not_looked_at(
    kit: Kit, regenerated_file: Path
) -> None:
    red = kit.built.red
    ok(kit.sell(1))
    ok(kit.sell(2))
    ok(kit.undo())
    start(kit, balls_for(red(1), red(2)))
    ok(kit.claim(red(1)))
    ok(kit.close_round())
    ok(kit.pay(red(1)))
    end(kit)
    found = slept(kit, regenerated_file)
    assert (found.sleepers, found.night.sold_count) == ((), 1)


def test_a_card_full_before_the_winner_is_told_with_its_call(
    kit: Kit, regenerated_file: Path
) -> None:
    """Red 2 lacks one of 48 pre-drawn balls, red 4 two: full on calls 49 and 50."""
    red = kit.built.red
    late = sorted(set(red(4).numbers) - set(red(2).numbers))[:2]
    early = min(set(red(2).numbers) - set(red(4).numbers))
    needed = (set(red(2).numbers) | set(red(4).numbers)) - {early, late[1]}
    others = [n for n in range(1, 76) if n not in needed | {early, late[1]}]
    ok(kit.sell(1, 2, 3, 4))
    ok(kit.pre_draw((*sorted(needed), *others)[:48]))
    ok(kit.close())
    ok(kit.start())
    ok(kit.call(early, late[1]))
    ok(kit.hold())
    ok(kit.rack())
    ok(kit.claim(red(4)))
    ok(kit.close_round())
    ok(kit.pay(red(4)))
    end(kit)
    (one,) = slept(kit, regenerated_file).sleepers
    assert (one.card.printed, one.calls, one.won_on) == (red(2).card_id, 49, 50)
    assert one.is_first


# -- the rules of the game, on faces made by hand ------------------------------------------------

FACE = (*range(1, 6), *range(16, 21), *range(31, 35), *range(46, 51), *range(61, 66))


def stage(balls: tuple[int, ...], calls_max: int = 60, **changes: Any) -> Stage:  # noqa: ANN401
    terms = Terms(PrizeBasis.FIXED, 10000, changes.pop("consolation", 0))
    one = Game(1, "Game", GameKind.PRE_DRAWN, terms, (RED,), calls_max=calls_max, **changes)
    profile = read_profile("us-nj")
    claim_rules = ClaimRules(
        GameState(one, balls=balls), (read_pattern("coverall"),), calls_max, profile
    )
    return Stage(claim_rules, 1, None)


def test_within_the_calls_or_with_a_consolation_prize_a_full_card_would_have_won() -> None:
    fillers = tuple(n for n in range(1, 76) if n not in FACE)
    balls = (*FACE[:-1], *fillers[:30], FACE[-1])  # 23 + 30 + 1: full on call 54
    assert full_on(stage(balls, 54), (FACE,)) == 54
    assert full_on(stage(balls, 53), (FACE,)) == 0
    assert full_on(stage(balls, 53, consolation=2500), (FACE,)) == 54
    assert full_on(stage(balls[:-1], 54), (FACE,)) == 0
    assert full_on(stage((), 54), (FACE,)) == 0
    other = (*FACE[:-1], 75)
    assert full_on(stage(balls, 54), (other, FACE)) == 54, "any face of the card"


def test_pre_drawn_balls_count_as_all_pre_drawn_and_the_last_number_is_on_the_card() -> None:
    fillers = tuple(n for n in range(1, 76) if n not in FACE)
    balls = (*FACE, *fillers[:24])  # full after 24 balls, all 48 pre-drawn
    assert full_on(stage(balls, pre_drawn=48), (FACE,)) == 48
    assert full_on(stage(balls, pre_drawn=48, last_number_on_card=True), (FACE,)) == 0
    last = (*FACE[:-1], *fillers[:24], FACE[-1])
    assert full_on(stage(last, pre_drawn=48, last_number_on_card=True), (FACE,)) == 48
    # Full on call 24 by its own ball: a shout then had won, though other balls followed.
    assert full_on(stage(balls, last_number_on_card=True), (FACE,)) == 24


def closed(round_: int, section: int, *winners: CardId) -> RoundClosed:
    return RoundClosed(
        1, round_, section, f"prize {section}", "", winners, (100,) * len(winners), (), ()
    )


def two_parts(balls: tuple[int, ...], *rounds: RoundClosed) -> tuple[ClaimRules, GameState]:
    """A game whose first part is the four corners and whose second is the coverall."""
    sections = (Section("corners", "four corners", 3000), Section("all", "coverall", 7000))
    terms = Terms(PrizeBasis.SECTIONS, sections=sections)
    one = Game(1, "Game", GameKind.ORDINARY, terms, (RED,))
    decided = frozenset(one.round for one in rounds if one.winners)
    play = GameState(
        one,
        balls=balls,
        rounds=tuple(Round(done.round, 0, done) for done in rounds),
        decided_rounds=decided,
    )
    patterns = tuple(read_pattern(section.pattern) for section in sections)
    return ClaimRules(play, patterns, 75, read_profile("house")), play


OTHER = CardId(MakerId("ACME"), SetSerial(RED), AuditNumber(39))
MINE = CardId(MakerId("ACME"), SetSerial(RED), AuditNumber(1))


PAID = MappingProxyType({(20, MINE): 100, (30, MINE): 100})


def asleep(
    claim_rules: ClaimRules, counts: dict[int, int], claims: dict[int, Claim]
) -> list[Sleeper]:
    evening = Evening(6, Night().opened, (claim_rules.play,), MappingProxyType(claims), PAID)
    facts = CardFacts(MINE, state=CardState.EXPIRED, sale=Sale(8, 6, "1", "Ann", 100))
    return list(sleepers_of(facts, (FACE,), stages_of(claim_rules, counts), evening))


def test_each_part_is_judged_by_its_own_balls_and_a_round_without_a_winner_decides_nothing() -> (
    None
):
    """Corners are 1, 5, 61, 65. Round 10 closed in vain after 3 balls, 20 after 4, 30 after 24."""
    corners = (1, 5, 61, 65)
    rest = tuple(number for number in FACE if number not in corners)
    rounds = (closed(10, 1), closed(20, 1, OTHER), closed(30, 2, OTHER))
    claim_rules, _ = two_parts((*corners, *rest), *rounds)
    found = asleep(claim_rules, {10: 3, 20: 4, 30: 24}, {})
    assert [(one.section, one.round, one.calls, one.prize) for one in found] == [
        (1, 20, 4, "prize 1"),
        (2, 30, 24, "prize 2"),
    ]
    earlier = asleep(claim_rules, {10: 3, 20: 4, 30: 23}, {})
    assert [one.section for one in earlier] == [1], "the coverall lacked one number then"


def test_the_part_that_a_card_won_is_not_slept_every_other_may_be() -> None:
    corners = (1, 5, 61, 65)
    rest = tuple(number for number in FACE if number not in corners)
    claim_rules, _ = two_parts((*corners, *rest), closed(20, 1, OTHER), closed(30, 2, MINE))
    counts = {20: 4, 30: 24}
    assert [one.section for one in asleep(claim_rules, counts, {1: won(30)})] == [1]
    claim_rules, _ = two_parts((*corners, *rest), closed(20, 1, MINE), closed(30, 2, OTHER))
    (one,) = asleep(claim_rules, counts, {1: won(20)})
    assert (one.section, one.standing) == (2, Standing.NEVER_CLAIMED)
    assert asleep(claim_rules, counts, {1: won(20), 2: won(30)}) == []


def test_a_part_that_nobody_won_is_judged_by_all_balls_of_the_game() -> None:
    claim_rules, _ = two_parts(FACE, closed(20, 1, OTHER))
    (one,) = asleep(claim_rules, {20: 4}, {})  # 1 to 4: no corner but the first
    assert (one.section, one.prize, one.sharers, one.won_on) == (2, NOT_WON, 0, 24)
    no_balls, _ = two_parts(())
    assert stages_of(no_balls, {}) == ()


def won(round_: int) -> Claim:
    kind = ClaimDecided(1, round_, MINE, "VALID", 0, "", (), (), 24, "")
    return Claim(ClaimOpened(1, round_, MINE, ""), kind, is_open=False)


def test_the_first_closing_of_a_round_counts_with_the_balls_of_its_own_game() -> None:
    """Game 1 draws 3 and 2 balls, game 2 draws 4; round 10 closes after 3.

    The 2 balls are for the next part; then a correction has the round closed again.
    """
    kinds: tuple[Kind, ...] = (
        Drawn(1, (1, 2, 3), "called"),
        closed(10, 1, OTHER),
        Drawn(2, (4, 5, 6, 7), "called"),
        Drawn(1, (8, 9), "called"),
        closed(10, 1, OTHER),
    )
    moment = Moment(START, 0, "boot-1")
    context = Context("ab" * 16, "1", "Ann", "", moment)
    entries = [Entry("log", n, 6, context, "", 0, kind) for n, kind in enumerate(kinds, start=1)]
    assert balls_at_rounds(entries) == {10: 3}


# -- files that prove nothing --------------------------------------------------------------------


@pytest.fixture
def ended(kit: Kit) -> Kit:
    ok(kit.sell(1, 2, 3, 4))
    start(kit, balls_for(kit.built.red(2), kit.built.red(4)))
    ok(kit.claim(kit.built.red(4)))
    ok(kit.close_round())
    ok(kit.pay(kit.built.red(4)))
    end(kit)
    return kit


def facts_of(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text())
    return found


def red_card(facts: dict[str, Any], number: int) -> dict[str, Any]:
    found: dict[str, Any] = facts["series"][0]["cards"][number - 1]
    assert found["audit_number"] == number
    return found


@pytest.mark.parametrize("what", ["set_index", "arrangement", "face_number", "salt", "columns"])
def test_a_forged_card_is_refused_by_name(
    ended: Kit, regenerated_file: Path, tmp_path: Path, what: str
) -> None:
    """Red 1 is made a winner: with any fact changed its leaf is not the signed one."""
    facts = facts_of(regenerated_file)
    card, winner = red_card(facts, 1), red_card(facts, 2)
    if what == "salt":
        card["leaf_salt"] = winner["leaf_salt"]
    else:
        card["faces"][0][what] = winner["faces"][0][what]
    forged = tmp_path / "forged.json"
    forged.write_text(json.dumps(facts))
    with pytest.raises(RegeneratedError, match=ended.built.red(1).card_id) as error:
        find_sleepers(ended.hall, 0, (forged,))
    assert error.value.exit_code == 3


def test_a_card_under_another_s_number_and_a_card_told_twice_are_refused(
    ended: Kit, regenerated_file: Path, tmp_path: Path
) -> None:
    facts = facts_of(regenerated_file)
    swapped = {**red_card(facts, 2), "audit_number": 1, "card_id": ended.built.red(1).card_id}
    forged = tmp_path / "forged.json"
    for cards, expected in (
        ([swapped], ended.built.red(1).card_id),
        ([red_card(facts, 2)] * 2, "occurs twice"),
    ):
        forged.write_text(json.dumps({"series": [{"cards": cards}]}))
        with pytest.raises(RegeneratedError, match=expected):
            find_sleepers(ended.hall, 0, (forged,))


def test_another_run_of_the_same_set_is_refused(
    ended: Kit, regenerated_file: Path, tmp_path: Path
) -> None:
    facts = facts_of(regenerated_file)
    facts["series"][0]["header"]["run_id"] = "00" * 16
    forged = tmp_path / "forged.json"
    forged.write_text(json.dumps(facts))
    with pytest.raises(RegeneratedError, match=f"set {RED} is of another run"):
        find_sleepers(ended.hall, 0, (forged,))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{",
        '{"series": [}',
        '{"series": {}}',
        '{"series": [{"cards": [1]}]}',
        '{"series": [{"cards": [{"card_id": 5}]}]}',
        '{"series": [{"header": []}]}',
        '{"series": [], "series": []}',
        '{"series": []} x',
        '{"series": [{"cards": [{"card_id": "a", "card_id": "b"}]}]}',
        '{"series": [{"cards": ["' + "x" * 3_000_000,
        '{"series": ' + "[" * 100_000,
        '{"x": ' + "[" * 100_000,
    ],
)
def test_what_is_no_such_file_is_one_clear_line(ended: Kit, tmp_path: Path, text: str) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text)
    with pytest.raises(BadFileError, match="cardgen regenerate"):
        find_sleepers(ended.hall, 0, (path,))


@pytest.mark.parametrize("field", ["audit_number", "faces", "leaf_salt"])
@pytest.mark.parametrize("value", [None, -1, "x", [{}], 2**80])
def test_a_field_of_a_wrong_type_is_one_clear_line(
    ended: Kit, regenerated_file: Path, tmp_path: Path, field: str, value: object
) -> None:
    facts = facts_of(regenerated_file)
    red_card(facts, 1)[field] = value
    path = tmp_path / "bad.json"
    path.write_text(json.dumps(facts))
    with pytest.raises(CardgenError, match="cardgen regenerate"):
        find_sleepers(ended.hall, 0, (path,))


def test_bytes_that_are_no_text_and_a_missing_file_are_one_clear_line(
    ended: Kit, tmp_path: Path
) -> None:
    path = tmp_path / "bad.json"
    with pytest.raises(BadFileError, match="No such file"):
        find_sleepers(ended.hall, 0, (path,))
    path.write_bytes(b"\xff\xfe{}")
    with pytest.raises(BadFileError, match="not such JSON"):
        find_sleepers(ended.hall, 0, (path,))


@pytest.mark.parametrize("chunk", [1, 7, 4096])
def test_it_reads_the_same_however_it_is_cut_spaced_or_sorted(
    ended: Kit, regenerated_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chunk: int
) -> None:
    whole = slept(ended, regenerated_file)
    facts = facts_of(regenerated_file)
    for series in facts["series"]:
        series["cards"] = series["cards"][:5]
    monkeypatch.setattr(regenerated, "CHUNK_CHARS", chunk)
    for indent in (None, 2):
        path = tmp_path / f"sorted-{indent}.json"
        path.write_text(json.dumps(facts, indent=indent, sort_keys=True))
        assert slept(ended, path).sleepers == whole.sleepers


# -- the command -----------------------------------------------------------------------------------


def test_the_command_tells_the_sleeper_in_words_json_and_on_paper(
    ended: Kit, regenerated_file: Path, tmp_path: Path, command: Command
) -> None:
    asked = ("sleepers", regenerated_file, "--hall", ended.hall.folder)
    done, told, _ = command(inventory.cli.main, *asked, "--out", tmp_path / "out", "--as", "csv")
    assert done == 0
    card = ended.built.red(2).card_id
    assert "never claimed" in told
    noted = f"inventory disclosed {RED}"
    assert noted in " ".join(told.split()), "the hall has not noted the disclosure"
    rows = [path.read_text() for path in (tmp_path / "out").iterdir()]
    assert any(card in row for row in rows)
    assert not any(ended.built.red(2).code in row for row in [told, *rows])
    ok(statuses.note_disclosure(ended.hall, ended.context(), RED))
    done, told, _ = command(inventory.cli.main, *asked, "--json")
    facts = json.loads(told)
    assert (done, facts["ok"], facts["disclosure_not_noted"]) == (0, True, [])
    assert [one["card"] for one in facts["sleepers"]] == [card]
    assert command(inventory.cli.main, *asked, "--out", tmp_path / "out")[0] == 4


def test_sold_cards_that_no_file_tells_are_named_and_nobody_slept_is_not_said(
    ended: Kit, regenerated_file: Path, tmp_path: Path, command: Command
) -> None:
    facts = facts_of(regenerated_file)
    facts["series"][0]["cards"] = facts["series"][0]["cards"][2:]
    part = tmp_path / "part.json"
    part.write_text(json.dumps(facts))
    done, told, _ = command(
        inventory.cli.main, "sleepers", part, "--hall", ended.hall.folder, "--json"
    )
    assert (done, json.loads(told)["not_told"]) == (3, {RED: 2})
    _, told, _ = command(inventory.cli.main, "sleepers", part, "--hall", ended.hall.folder)
    assert f"2 sold of set {RED} are not in these files" in " ".join(told.split())
    assert NOBODY_SLEPT not in " ".join(told.split())
    facts["series"][0]["cards"] = facts_of(regenerated_file)["series"][0]["cards"][:2]
    rest = tmp_path / "rest.json"
    rest.write_text(json.dumps(facts))
    both = command(inventory.cli.main, "sleepers", part, rest, "--hall", ended.hall.folder)
    assert both[0] == 0


def test_an_open_occasion_and_one_that_never_was_are_refused(
    kit: Kit, regenerated_file: Path
) -> None:
    ok(kit.sell(1))
    assert code(lambda: find_sleepers(kit.hall, 0, (regenerated_file,))) == "occasion-open"
    assert code(lambda: find_sleepers(kit.hall, 999, (regenerated_file,))) == "no-occasion"


def test_a_bundle_that_changed_since_proves_nothing(ended: Kit, regenerated_file: Path) -> None:
    with ended.hall.ledger.transaction() as connection:
        received = Reader(connection).series_of(RED)
    assert received is not None
    bundle = ended.hall.bundle(received)
    raw = bytearray(bundle.path.read_bytes())
    end_of_leaf = bundle.records_start + bundle.record_bytes - 7
    raw[end_of_leaf - 1] ^= 1
    bundle.path.write_bytes(raw)
    with pytest.raises(CardgenError, match="changed after it was verified"):
        find_sleepers(ended.hall, 0, (regenerated_file,))


def test_a_card_of_another_maker_is_not_proved_by_this_bundle(ended: Kit) -> None:
    series = ended.card(ended.built.red(1).card_id).series
    assert series is not None
    foreign = CardId(MakerId("ZZZZ"), SetSerial(RED), AuditNumber(1))
    prover = regenerated.Prover(Path("run.json"), ended.hall.bundle(series))
    with pytest.raises(RegeneratedError, match="not of this maker"):
        prover.proved(regenerated.ToldCard(foreign, b"", ()))


def test_the_command_refuses_an_open_occasion(
    kit: Kit, regenerated_file: Path, command: Command
) -> None:
    done, _, err = command(
        inventory.cli.main, "sleepers", regenerated_file, "--hall", kit.hall.folder
    )
    assert (done, "occasion-open" in err) == (4, True)

"""A rule that is shown is kept: by the decisions, by the program always, or by people on paper."""

import re
from contextlib import nullcontext
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

import inventory
from cardgen.proof.delivery import DeliveryError
from inventory.commands.house import SetRule
from inventory.commands.sale import ReplaceDefect
from inventory.commands.stock import Receive, SetSize
from inventory.decisions.stock import intake
from inventory.desk.receiving import read_delivery
from inventory.entries.closing import Destroyed
from inventory.errors import Refused
from inventory.rules.kept import BUILT_IN, ON_PAPERS
from inventory.rules.profile_file import read_profile
from inventory.rules.values import rules_of
from tests.inventory.kit import Kit, code, ok
from tests.inventory.scanned import stock
from tests.inventory.test_closing import destroy, sold_out

ROOM = Path(inventory.__file__).parent
KEYS = [key for key, _ in rules_of(read_profile("us-ny"))]


def source(*rooms: str) -> str:
    files = [path for room in rooms for path in (ROOM / room).rglob("*.py")]
    return "\n".join(path.read_text() for path in files)


def has_reader(key: str, text: str) -> bool:
    """Whether the value of the rule is read there, by its section or a rule's value."""
    section, _, name = key.partition(".")
    reads = rf"\b(?:{section}|rule|rules|self)\.{name}\b|\.{name}\.value\b"
    return re.search(reads, text) is not None


def test_each_rule_has_a_reader_or_is_named_as_one_without() -> None:
    decided = source("decisions", "desk") + (ROOM / "rules" / "profile.py").read_text()
    unread = {key for key in KEYS if not has_reader(key, decided)}
    assert unread - ON_PAPERS - BUILT_IN == set(), "shown, and nothing keeps it"
    assert (ON_PAPERS | BUILT_IN) - set(KEYS) == set()
    assert set() == ON_PAPERS & BUILT_IN


def test_what_is_only_said_is_said() -> None:
    said = source("reports")
    assert {key for key in ON_PAPERS if not has_reader(key, said)} == set()


@pytest.mark.parametrize("key", sorted(ON_PAPERS | BUILT_IN))
def test_an_answer_that_would_change_nothing_is_refused(empty: Kit, key: str) -> None:
    rule = dict(rules_of(read_profile("us-ny")))[key]
    value = "other" if isinstance(rule.value, str) else "7"
    if isinstance(rule.value, bool):
        value = str(not rule.value).lower()
    assert code(empty.run(SetRule(key, value, "we do otherwise"))) == "rule-changes-nothing"


def test_a_card_is_traded_on_as_often_as_sets_are_printed_for(empty: Kit) -> None:
    with pytest.raises(Exception, match="generations"):
        empty.run(SetRule("exchange.generations", "2", "as we like"))
    ok(empty.run(SetRule("exchange.generations", "0", "no exchange")))
    ok(empty.receive())
    refused = empty.open()
    assert code(refused) == "program-breaches"
    assert "know no exchange" in str(refused)
    ok(stock.issue_all(empty.hall, empty.context(), "1"))
    ok(empty.open_unchecked())
    ok(empty.sell(1))
    assert code(empty.exchange((1,), 2)) == "no-exchange-rule"


def test_a_defective_card_is_replaced_where_the_rules_say_so(empty: Kit) -> None:
    ok(empty.run(SetRule("exchange.defects", "false", "our printer takes them back")))
    empty.ready()
    ok(empty.sell(1))
    defective, new = (empty.card(empty.built.red(n).card_id).card for n in (1, 2))
    assert code(empty.run(ReplaceDefect(defective, new, "torn"))) == "no-defect-rule"


def test_where_the_rules_keep_nothing_for_the_report_the_punched_are_destroyed_at_once(
    empty: Kit,
) -> None:
    ok(empty.run(SetRule("exchange.keep_until_filed", "false", "our clerk says so")))
    sold_out(empty.ready())
    assert code(destroy(empty)) == "nothing-to-destroy", "it is in no envelope yet"
    ok(empty.cash_up(5300, punched=2))
    (entry,) = ok(destroy(empty))
    assert isinstance(entry.kind, Destroyed)


def offer(kit: Kit) -> Receive:
    built = kit.built
    return read_delivery(built.folder, built.fingerprint, ())


@pytest.mark.parametrize(
    ("key", "value", "why"),
    [
        ("sets.faces_min", "6000", "faces in the set"),
        ("sets.subset_min", "1000", "cards in the set"),
    ],
)
def test_a_set_smaller_than_the_rules_ask_is_not_taken_in(
    empty: Kit, key: str, value: str, why: str
) -> None:
    """WAC 230-16-140(6): at least 6,000 faces where they are hidden, 1,000 cards of a subset."""
    ok(empty.run(SetRule(key, value, "as Washington asks")))
    refused = empty.run(offer(empty))
    assert code(refused) == "set-against-rules"
    assert why in str(refused)


def test_a_set_of_which_too_many_are_missing_is_not_taken_in(empty: Kit) -> None:
    """WAC 230-16-125(3): one percent; 2 of 100 are two, 1 of 100 is one."""
    rules = read_profile("us-wa").sets
    loose = replace(
        rules,
        faces_min=replace(rules.faces_min, value=1),
        subset_min=replace(rules.subset_min, value=1),
    )
    whole = offer(empty)
    for skips, is_taken in (((7,), True), ((7, 8), False)):
        red = replace(whole.series[0], first=1, last=100, skips=skips)
        asked = replace(whole, series=(red,), sizes=(SetSize(100, 100),))
        door = nullcontext() if is_taken else pytest.raises(Refused, match="2 of 100 cards missing")
        with door:
            intake.receive(empty.context(), asked, "st-brendan", {}, loose)


def test_what_does_not_fit_a_hall_is_said_at_the_door(empty: Kit) -> None:
    """A price above the cap of 13:47-7.28(a), trade-ins that nobody gives, another state."""
    whole = offer(empty)
    jersey = read_profile("us-nj")
    dear = replace(whole.series[0], price_cents=150)
    free = replace(whole.series[0], price_cents=0)
    assert intake.remarks_on(whole, {}, read_profile("us-ny")) == ()
    (made_for, *_) = intake.remarks_on(whole, {}, jersey)
    assert made_for == "It was made for us-ny; this hall plays by us-nj."
    told = "\n".join(intake.remarks_on(replace(whole, series=(dear, whole.series[1])), {}, jersey))
    assert "$1.50" in told
    assert "$1.00" in told
    assert "know no exchange" in told
    alone = replace(whole, series=(whole.series[1],))
    assert "which is not here" in "\n".join(intake.remarks_on(alone, {}, read_profile("us-ny")))
    assert "cost $0.00" in "\n".join(
        intake.remarks_on(replace(whole, series=(free,)), {}, read_profile("us-ny"))
    )


def test_a_certificate_of_the_future_is_not_taken_in(empty: Kit) -> None:
    """As `cardgen check` says of it too."""
    built = empty.built
    with pytest.raises(DeliveryError, match="in the future"):
        read_delivery(built.folder, built.fingerprint, (), None, datetime(2020, 1, 1, tzinfo=UTC))

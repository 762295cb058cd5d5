"""Telling cards: openings of a hall, one damaged card, a whole run; and when it is refused."""

import json
import sqlite3
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from cardgen.proof.bundle import read_bundle
from cardgen.proof.chain import Chain
from cardgen.tokens import InsideToken
from tests.cli.conftest import AT, Command, Said, Works

CLOSED_AT = "2026-12-06T04:30:00Z"
NOW = datetime(2026, 12, 7, 9, 0, tzinfo=UTC)
CARD = "ACME-000123-0000003-"


@pytest.fixture(autouse=True)
def a_monday_after_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """The run of these tests was made on 30 November 2026; whatever day it is here."""
    monkeypatch.setattr("cardgen.cli.disclosure_commands.now", lambda: NOW)
    monkeypatch.setattr("cardgen.cli.options.now", lambda: NOW)


def code_of(works: Works, number: int) -> str:
    """The unlock code of a red card with its check symbol, which only its inside shows."""
    return InsideToken.parse(works.inside_token(number)).unlock_code.printed


def torn(code: str, unreadable: int) -> str:
    """The code with so many of its symbols torn away, hyphens left alone."""
    symbols = list(code)
    places = [place for place, symbol in enumerate(symbols) if symbol != "-"]
    for place in places[1 : 1 + unreadable]:
        symbols[place] = "?"
    return "".join(symbols)


def card_id(works: Works, number: int = 3) -> str:
    return InsideToken.parse(works.inside_token(number)).card.printed


def custody_words(works: Works, names: Iterable[str] = ("ann", "bob")) -> list[object]:
    words: list[object] = ["--run", works.run, "--plant", works.plant]
    for name in names:
        words += ["--custody", works.folder / f"{name}.json"]
        words += ["--passphrase-file", works.folder / "passphrase"]
    return words


def opened(
    cardgen: Command, works: Works, code: str, *more: object, card: str | None = None
) -> Said:
    words = ["--occasion", "2026-11-28-late", "--closed-at", CLOSED_AT, "--reason", "Torn across"]
    named = card or card_id(works)
    return cardgen("open-card", named, *custody_words(works), *words, *more, typed=f"{code}\n")


def journal(works: Works, table: str) -> list[tuple[Any, ...]]:
    with sqlite3.connect(works.plant / "journal.sqlite") as database:
        return database.execute(f"SELECT * FROM {table}").fetchall()  # noqa: S608


# --- one damaged card -----------------------------------------------------------------------


def test_a_card_with_five_unreadable_symbols_is_opened_and_noted(
    cardgen: Command, shipped: Works
) -> None:
    code = code_of(shipped, 3)
    said = opened(cardgen, shipped, torn(code, 5), "--json")
    assert said.exit_code == 0, said.err
    facts = json.loads(said.out)
    chain = Chain.parse((shipped.delivery / "chain.pem").read_bytes())
    token = InsideToken.parse(shipped.inside_token(3))
    expected = read_bundle(shipped.bundle(), chain.plant_key).open_card(token)
    assert facts["faces"][0]["columns"] == [list(one) for one in expected.faces[0].face.columns]
    assert facts["opened_by"] == ["Ann", "Bob"]
    ((card, _, at, first, second, occasion, closed_at, reason),) = journal(shipped, "opened_card")
    assert card == token.card.printed
    assert (first, second) == ("Ann", "Bob")
    assert (occasion, closed_at, reason) == ("2026-11-28-late", CLOSED_AT, "Torn across")
    assert at > closed_at


def test_only_that_card_is_told_and_its_code_is_not(cardgen: Command, shipped: Works) -> None:
    code = code_of(shipped, 3)
    said = opened(cardgen, shipped, torn(code, 9))
    assert said.exit_code == 0
    assert said.out.count("Card ACME-000123-") == 1
    assert card_id(shipped) in said.out
    assert code[:9] not in said.out + said.err
    others = [card_id(shipped, number) for number in (2, 4)]
    assert not any(other in said.out for other in others)


@pytest.mark.parametrize("unreadable", [10, 17])
def test_a_code_of_which_little_can_be_read_needs_a_reason(
    cardgen: Command, shipped: Works, unreadable: int
) -> None:
    """Seven symbols of 17, or none, do not show that anybody has the card."""
    code = torn(code_of(shipped, 3), unreadable)
    code = code if unreadable < 17 else "?" * 17
    said = opened(cardgen, shipped, code)
    assert (said.exit_code, said.out) == (4, "")
    assert f"{17 - unreadable} symbols of the code can be read; at least 8" in said.err
    assert journal(shipped, "opened_card") == []
    assert opened(cardgen, shipped, code, "--little-read", "").exit_code == 1
    assert opened(cardgen, shipped, code, "--little-read", "Coffee over it").exit_code == 0
    ((*_, reason),) = journal(shipped, "opened_card")
    assert reason == "Torn across; little of its code can be read: Coffee over it"


@pytest.mark.parametrize("unreadable", [0, 4])
def test_a_code_the_hall_can_search_is_not_opened_here(
    cardgen: Command, shipped: Works, unreadable: int
) -> None:
    said = opened(cardgen, shipped, torn(code_of(shipped, 3), unreadable))
    assert (said.exit_code, said.out) == (4, "")
    assert f"{unreadable} symbols" in said.err
    assert journal(shipped, "opened_card") == []


def test_an_occasion_that_is_not_closed_holds_the_card_back(
    cardgen: Command, shipped: Works
) -> None:
    said = opened(cardgen, shipped, "?" * 17, "--closed-at", "2099-01-01T00:00:00Z")
    assert (said.exit_code, said.out) == (4, "")
    assert "is not closed yet" in said.err
    assert journal(shipped, "opened_card") == []


def test_an_occasion_before_the_run_was_made_closed_nothing_of_it(
    cardgen: Command, shipped: Works
) -> None:
    code = torn(code_of(shipped, 3), 5)
    said = opened(cardgen, shipped, code, "--closed-at", "2026-11-30T17:59:59Z")
    assert (said.exit_code, f"The run was made at {AT}" in said.err) == (4, True)
    assert journal(shipped, "opened_card") == []
    assert opened(cardgen, shipped, code, "--closed-at", AT).exit_code == 0


def test_a_code_of_another_card_opens_nothing_and_is_not_repeated(
    cardgen: Command, shipped: Works
) -> None:
    code = torn(code_of(shipped, 4), 5)
    said = opened(cardgen, shipped, code)
    assert (said.exit_code, said.out) == (3, "")
    assert code[-6:] not in said.err
    assert journal(shipped, "opened_card") == []


@pytest.mark.parametrize("code", ["", "?" * 16, "?" * 18, "?" * 16 + "U", "\u00e9" * 17])
def test_what_is_no_code_is_refused_unshown(cardgen: Command, shipped: Works, code: str) -> None:
    said = opened(cardgen, shipped, code)
    assert said.exit_code == 1
    assert "17 symbols" in said.err
    assert "???" not in said.err


def test_a_card_of_another_set_or_number_is_refused(cardgen: Command, shipped: Works) -> None:
    from cardgen.card_id import AuditNumber, CardId, MakerId, SetSerial  # noqa: PLC0415

    for serial, number in (("000777", 3), ("000123", 8), ("000000", 1)):
        card = CardId(MakerId("ACME"), SetSerial(serial), AuditNumber(number)).printed
        said = opened(cardgen, shipped, "?" * 17, card=card)
        assert (said.exit_code, said.out) == (1, "")
    assert journal(shipped, "opened_card") == []


def test_one_custodian_alone_opens_nothing(cardgen: Command, shipped: Works) -> None:
    words = ["--occasion", "x", "--closed-at", CLOSED_AT, "--reason", "Torn"]
    for name in ("ann", "bob"):
        custody = custody_words(shipped, (name,))
        said = cardgen("open-card", card_id(shipped), *custody, *words, typed="?" * 17)
        assert said.exit_code == 2
        assert "give --custody twice" in said.err
    for names in (("ann", "ann"), ("bob", "ann")):
        custody = custody_words(shipped, names)
        said = cardgen("open-card", card_id(shipped), *custody, *words, typed="?" * 17)
        assert said.exit_code == 3
        assert "did not make this run" in said.err


@pytest.mark.parametrize("option", ["--occasion", "--closed-at", "--reason"])
def test_why_and_when_must_be_said(cardgen: Command, shipped: Works, option: str) -> None:
    said = opened(cardgen, shipped, "?" * 17, option, "")
    assert said.exit_code == 1
    assert journal(shipped, "opened_card") == []


def test_a_journal_that_cannot_be_written_tells_no_card(cardgen: Command, shipped: Works) -> None:
    words = custody_words(shipped)
    code = torn(code_of(shipped, 3), 5)
    (shipped.plant / "journal.sqlite").write_bytes(b"no journal")
    more = ["--occasion", "x", "--closed-at", CLOSED_AT, "--reason", "Torn"]
    said = cardgen("open-card", card_id(shipped), *words, *more, typed=code)
    assert (said.exit_code, said.out) == (1, "")


# --- level 1 --------------------------------------------------------------------------------


def openings(works: Works, numbers: Iterable[int], **changes: object) -> Path:
    """What a hall keeps of the claims it opened."""
    chain = Chain.parse((works.delivery / "chain.pem").read_bytes())
    bundle = read_bundle(works.bundle(), chain.plant_key)
    told = []
    for number in numbers:
        card = bundle.open_card(InsideToken.parse(works.inside_token(number)))
        plaintext = b"".join(
            face.set_index.to_bytes(8, "big")
            + face.arrangement.to_bytes(5, "big")
            + int(face.face_number).to_bytes(4, "big")
            for face in card.faces
        )
        told.append({"audit_number": number, "plaintext": (plaintext + card.leaf_salt).hex()})
    raw = works.bundle().read_bytes()
    header = json.loads(raw[12 : 12 + int.from_bytes(raw[8:12], "big")])
    path = works.folder / "openings.json"
    path.write_text(json.dumps({"header": header, "openings": told} | changes))
    return path


def test_a_list_without_a_card_proves_nothing(cardgen: Command, shipped: Works) -> None:
    said = cardgen("check-openings", openings(shipped, ()), "--bundle", shipped.bundle())
    assert (said.exit_code, "has no opened card" in said.err) == (3, True)


def test_openings_of_a_hall_are_proved_without_a_code(cardgen: Command, shipped: Works) -> None:
    path = openings(shipped, (2, 5))
    said = cardgen("check-openings", path, "--bundle", shipped.bundle())
    assert said.exit_code == 0
    assert "2 opened cards proved in the root" in said.out
    facts = json.loads(cardgen("check-openings", path, "--bundle", shipped.bundle(), "--json").out)
    assert [card["audit_number"] for card in facts["cards"]] == [2, 5]


def test_a_card_told_otherwise_than_it_was_sealed_is_refused(
    cardgen: Command, shipped: Works
) -> None:
    path = openings(shipped, (2, 5))
    fields = json.loads(path.read_text())
    for change in range(0, 2 * 49, 14):
        told = fields["openings"][1]["plaintext"]
        digit = "0" if told[change] != "0" else "1"
        altered = told[:change] + digit + told[change + 1 :]
        card = fields["openings"][1] | {"plaintext": altered}
        path.write_text(json.dumps(fields | {"openings": [fields["openings"][0], card]}))
        said = cardgen("check-openings", path, "--bundle", shipped.bundle())
        assert (said.exit_code, said.out) == (3, "")
    path.write_text(
        json.dumps(fields | {"openings": [fields["openings"][0] | {"audit_number": 3}]})
    )
    assert cardgen("check-openings", path, "--bundle", shipped.bundle()).exit_code == 3


@pytest.mark.parametrize(
    "changes",
    [
        {"openings": [{"audit_number": 8, "plaintext": ""}]},
        {"openings": [{"audit_number": True, "plaintext": ""}]},
        {"openings": [{"audit_number": 1, "plaintext": "zz"}]},
        {"openings": [{"audit_number": 1, "plaintext": "", "more": 1}]},
        {"openings": [{"audit_number": 1, "plaintext": ""}] * 2},
        {"openings": [[]]},
        {"openings": 5},
        {"header": {}},
        {"more": 1},
    ],
)
def test_openings_of_rubbish_are_one_line(
    cardgen: Command, shipped: Works, changes: dict[str, object]
) -> None:
    path = openings(shipped, (), **changes)
    said = cardgen("check-openings", path, "--bundle", shipped.bundle())
    assert said.exit_code == 1
    assert said.err.count("\n") == 1
    path.write_bytes(b"[]")
    assert cardgen("check-openings", path, "--bundle", shipped.bundle()).exit_code == 1


def test_openings_of_another_set_are_refused(cardgen: Command, shipped: Works) -> None:
    said = cardgen("check-openings", openings(shipped, (2,)), "--bundle", shipped.bundle("000124"))
    assert (said.exit_code, said.out) == (1, "")
    assert "set 000124" in said.err


# --- level 2 --------------------------------------------------------------------------------


def disclosed(cardgen: Command, works: Works, *halls: str) -> Said:
    closed = [word for hall in halls for word in ("--closed", hall)]
    out = works.folder / "DISCLOSURE.json"
    return cardgen("disclose", "--yes", *custody_words(works), *closed, "--out", out)


def test_a_closed_run_is_disclosed_and_agrees_with_what_was_signed(
    cardgen: Command, shipped: Works
) -> None:
    said = disclosed(cardgen, shipped, "st-brendan")
    assert said.exit_code == 0, said.err
    path = shipped.folder / "DISCLOSURE.json"
    said = cardgen("regenerate", path, "--delivery", shipped.delivery)
    assert said.exit_code == 0, said.err
    assert said.out.count("ACME-00012") == 7 + 14
    assert "All of it is what" in said.out
    noted = journal(shipped, "status")
    assert [(row[0], row[2], row[6], row[7]) for row in noted] == [
        ("000123", "disclosed", "Ann", "Bob"),
        ("000124", "disclosed", "Ann", "Bob"),
    ]


def test_a_disclosed_set_is_refused_by_whoever_asks_the_status_list(
    cardgen: Command, shipped: Works
) -> None:
    assert disclosed(cardgen, shipped, "st-brendan").exit_code == 0
    path = shipped.folder / "status.json"
    words = ["--plant", shipped.plant, "--out", path]
    said = cardgen("status", "publish", *words)
    assert said.exit_code == 0, said.err
    said = cardgen("check", shipped.delivery, "--status", path)
    assert said.exit_code == 3
    assert "disclosed since" in said.err


@pytest.mark.parametrize("halls", [(), ("st-mary",), ("st-brendan", "st-mary")])
def test_a_run_is_not_disclosed_while_a_hall_is_open(
    cardgen: Command, shipped: Works, halls: tuple[str, ...]
) -> None:
    said = disclosed(cardgen, shipped, *halls)
    assert said.exit_code == 4
    assert not (shipped.folder / "DISCLOSURE.json").exists()
    assert journal(shipped, "status") == []


def test_a_disclosure_is_never_written_over(cardgen: Command, shipped: Works) -> None:
    assert disclosed(cardgen, shipped, "st-brendan").exit_code == 0
    assert disclosed(cardgen, shipped, "st-brendan").exit_code == 4


def test_a_disclosure_of_other_components_is_not_what_was_signed(
    cardgen: Command, shipped: Works
) -> None:
    assert disclosed(cardgen, shipped, "st-brendan").exit_code == 0
    path = shipped.folder / "DISCLOSURE.json"
    fields = json.loads(path.read_text())
    path.write_text(json.dumps(fields | {"secret_b": "00" * 32}))
    said = cardgen("regenerate", path, "--delivery", shipped.delivery)
    assert (said.exit_code, said.out) == (3, "")
    assert "root commitment is not what was signed" in said.err
    header = fields["headers"][0] | {"set_serial": "000777"}
    path.write_text(json.dumps(fields | {"headers": [header]}))
    said = cardgen("regenerate", path, "--delivery", shipped.delivery)
    assert "set is not in this delivery" in said.err
    header = fields["headers"][0] | {"color": "green"}
    path.write_text(json.dumps(fields | {"headers": [header]}))
    assert (
        "header is not what was signed"
        in cardgen("regenerate", path, "--delivery", shipped.delivery).err
    )

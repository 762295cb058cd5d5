"""The desk at a raw terminal: a burst is one token or nothing, keys are a hand's."""

import json
import time

import pytest

from inventory.entries.states import CardState
from tests.inventory.at_terminal import WITHOUT_TERMIOS, AtTerminal
from tests.inventory.kit import Kit

pytest.importorskip("termios", reason="a terminal that is read key by key")

PROMPT = "[selling] "


def state(kit: Kit, number: int) -> CardState | None:
    return kit.state(kit.built.red(number))


def test_a_players_code_of_keys_does_nothing(kit: Kit) -> None:
    """The two codes that undid a sale, lost a card and closed a round."""
    with AtTerminal(kit.hall.folder, "desk") as at:
        at.until(PROMPT)
        at.send(kit.built.red(1).outside + "\r\n")
        at.until("1 card, $1.00.")
        at.until(PROMPT)
        at.type("")
        at.until("Sale ")
        at.until(PROMPT)
        before = kit.head()
        check = kit.built.red(2).card_id[-1]
        inside = kit.built.red(1).inside
        for text in (
            f"red 2 {check}\rU\rM red 3\r", "U\r", f"{inside}\rR x\rW x\rB x\rC\r", "T\rX\r",
            f"{kit.built.red(2).outside}\r\r\r", "\x03\x04Q\r",
        ):  # fmt: skip
            at.send(text)
            shown = at.until(PROMPT)
            assert inside not in shown
            if not text.startswith("SC1"):
                assert "REFUSED" in shown, text
        assert kit.head() == before, "nothing was written"
        at.type("Q")
        assert at.ended() in {0, 4}
    assert (state(kit, 1), state(kit, 3)) == (CardState.SOLD, CardState.ISSUED)


def test_a_line_end_that_a_scanner_sends_late_closes_no_sale(kit: Kit) -> None:
    with AtTerminal(kit.hall.folder, "desk") as at:
        at.until(PROMPT)
        at.send(kit.built.red(1).outside + "\r")
        time.sleep(0.15)  # however long the answer takes, the time of the keys counts
        at.send("\n")
        at.until("1 card, $1.00.")
        at.until(PROMPT)
        at.type("x")
        at.until("Cleared.")
        at.until(PROMPT)
        at.type("q")
        assert at.ended() == 0
    assert state(kit, 1) is CardState.ISSUED


def test_keys_typed_by_hand_are_keys_and_the_line_can_be_mended(kit: Kit) -> None:
    with AtTerminal(kit.hall.folder, "desk") as at:
        at.until(PROMPT)
        at.type("7\x7f3")
        at.until("3 cards: scan the last one.")
        at.send(kit.built.red(3).outside)
        at.until("3 cards, $3.00.")
        at.type("")
        at.until("Sale ")
        at.type("Q")
        assert at.ended() == 0
    assert {state(kit, number) for number in (1, 2, 3)} == {CardState.SOLD}


def test_a_terminal_is_left_as_it_was_found_by_ctrl_c(kit: Kit) -> None:
    with AtTerminal(kit.hall.folder, "desk") as at:
        at.until(PROMPT)
        at.send("\x03")
        at.until("Stopped.")
        assert at.ended() == 1


def test_without_the_library_for_terminals_lines_are_read_and_a_person_is_told(kit: Kit) -> None:
    with AtTerminal(kit.hall.folder, "desk", before=WITHOUT_TERMIOS) as at:
        at.until("Here a scan cannot be told from typing.")
        at.send("Q\n")
        assert at.ended() == 0


def test_a_scanner_is_tested_and_its_speed_kept_for_its_till(kit: Kit) -> None:
    with AtTerminal(kit.hall.folder, "scanner") as at:
        at.until("[scan a card] ")
        at.send("hello you\r")
        at.until("NOT GOOD")
        at.send(f"xyz{kit.built.red(1).outside}\r")
        at.until("Your scanner sends 3 characters in front of a code and 0 behind it.")
        for number in (1, 2, 3):
            at.send(f"]Q1{kit.built.red(number).outside}\r\n")
            shown = at.until("behind: CR LF.")
            assert "in front: ]Q1" in shown
            assert kit.built.red(number).outside not in shown
        at.until("Kept for till 1: keys with pauses below")
        assert at.ended() == 0
    kept = json.loads((kit.hall.folder / "scanners.json").read_text())
    assert 50 <= kept["1"] <= 120


def test_a_damaged_file_of_scanners_is_named(kit: Kit) -> None:
    (kit.hall.folder / "scanners.json").write_text("[1]")
    with AtTerminal(kit.hall.folder, "desk") as at:
        at.until("inventory scanner.")
        assert at.ended() == 1

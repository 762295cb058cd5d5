"""Keys and scans told apart by the pauses between characters (hall.md section 5)."""

from hypothesis import given
from hypothesis import strategies as st

from inventory.bursts import Event, Keyboard, ScannedBurst, StopKey, TypedLine

TOKEN = "SB0001230000001K"
LATER_MS = 10_000


def played(*arriving: tuple[str, int], gap_ms: int = 50) -> list[Event]:
    """The events of texts, each with the pause in front of every one of its characters."""
    keyboard, at_ms, events = Keyboard(gap_ms), 0, list[Event]()
    for text, pause_ms in arriving:
        for character in text:
            at_ms += pause_ms
            events += keyboard.take(character, at_ms)
    return [*events, *keyboard.settle(at_ms + LATER_MS)]


def by_hand(text: str) -> tuple[str, int]:
    return text, 90


def scanned(text: str) -> tuple[str, int]:
    return text, 8


def wait(ms: int) -> tuple[str, int]:
    return "", ms


def test_a_line_typed_by_hand_is_a_line_of_keys() -> None:
    assert played(by_hand("red 1 J\r")) == [TypedLine("red 1 J")]
    assert played(by_hand("ab\x7fc\r\x15x\ry\x15\r")) == [
        TypedLine("ac"), TypedLine("x"), TypedLine(""),
    ]  # fmt: skip


def test_a_code_with_line_ends_inside_is_one_burst_and_no_key() -> None:
    for text in ("red 1 J\rU\rM red 2\r", "SD1\rR\rW x\rB y\rC\r", "U\r", "\rU\r", "T\r\n"):
        assert played(scanned(text)) == [ScannedBurst(text, 8)]


def test_a_scanner_without_a_suffix_is_a_burst_by_its_length() -> None:
    assert played(scanned(TOKEN)) == [ScannedBurst(TOKEN, 8)]


def test_a_line_end_that_follows_a_scan_belongs_to_it_for_a_third_of_a_second() -> None:
    scan = ScannedBurst(TOKEN + "\r", 8)
    assert played(scanned(TOKEN + "\r"), ("\n", 250)) == [scan]
    assert played(scanned(TOKEN + "\r"), ("\x03", 250)) == [scan], "ETX is no Ctrl-C then"
    assert played(scanned(TOKEN + "\r"), ("\r", 400)) == [scan, TypedLine("")]


def test_two_scans_are_two_bursts_when_the_scanner_pauses_between_them() -> None:
    assert played(scanned("A" * 16 + "\r"), ("B", 70), scanned("B" * 15 + "\r")) == [
        ScannedBurst("A" * 16 + "\r", 8),
        ScannedBurst("B" * 16 + "\r", 8),
    ]


def test_what_was_typed_before_a_scan_without_enter_is_dropped_unless_it_is_a_count() -> None:
    assert played(by_hand("M"), wait(0), ("S", 90), scanned(TOKEN[1:])) == [
        ScannedBurst(TOKEN, 8, "M")
    ]
    assert played(by_hand("6"), ("S", 90), scanned(TOKEN[1:])) == [
        TypedLine("6"), ScannedBurst(TOKEN, 8),
    ]  # fmt: skip


def test_a_quick_hand_is_still_a_hand() -> None:
    assert played(by_hand("re"), ("d", 30), by_hand(" 1 J"), ("\r", 20)) == [TypedLine("red 1 J")]


def test_keys_held_down_and_arrows_do_nothing_twice() -> None:
    assert played(("\r" * 20, 33)) == [TypedLine("")]
    assert played(("\x1b[A" * 9, 5), by_hand("T\r")) == [TypedLine("T")]
    assert played(by_hand("\x03")) == [StopKey()]


@given(st.text(st.sampled_from("URMTXPC \r\n\x03redblue0123456789"), min_size=2, max_size=60))
def test_whatever_a_code_says_it_is_never_a_key(text: str) -> None:
    events = played(scanned(text))
    pressed = [event for event in events if not isinstance(event, ScannedBurst)]
    assert pressed in ([], [TypedLine("")]), "line ends alone are one Enter"
    if any(one not in "\r\n" for one in text) and (len(text) >= 6 or "\r" in text or "\n" in text):
        assert pressed == []

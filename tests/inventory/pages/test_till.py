"""The till's page in a real browser: keyboard and scanner only, and nothing sold twice."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from inventory.entries.states import CardState
from tests.inventory.delivery_builder import Card
from tests.inventory.kit import ok
from tests.inventory.pages.conftest import Served

# All keys of a scan in one go, with their places on an American keyboard.
SCAN = """(keys) => {
  for (const [key, code] of keys) {
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key, code, bubbles: true }));
  }
}"""
PLACES = {"\n": ("Enter", "Enter"), "\t": ("Tab", "Tab"), " ": (" ", "Space"), "-": ("-", "Minus")}


def keys_of(text: str) -> list[tuple[str, str]]:
    def key(one: str) -> tuple[str, str]:
        place = f"Digit{one}" if one.isdecimal() else f"Key{one.upper()}"
        return PLACES.get(one, (one, place))

    return [key(one) for one in text]


def scan(page: Page, text: str, end: str = "\n") -> None:
    """What a keyboard scanner does: all characters at once, then its suffix."""
    page.evaluate(SCAN, keys_of(text + end))
    page.wait_for_timeout(120)  # its pause is over


def key(page: Page, name: str) -> None:
    """A key pressed by hand."""
    page.wait_for_timeout(350)  # a hand comes later than what a scanner sends behind a code
    page.keyboard.press(name)
    page.wait_for_timeout(120)


def state(served: Served, card: Card) -> CardState | None:
    return served.kit.state(card)


def test_one_scan_and_one_key_sell_a_card(page: Page, served: Served) -> None:
    red = served.kit.built.red
    scan(page, red(1).outside)
    expect(page.locator("#total")).to_have_text("$1.00")
    assert state(served, red(1)) is CardState.ISSUED
    key(page, "Space")
    expect(page.locator("body")).to_have_attribute("data-tone", "sold")
    expect(page.locator("#last")).to_contain_text("Sale")
    assert state(served, red(1)) is CardState.SOLD


@pytest.mark.parametrize("is_count_first", [True, False])
def test_six_cards_are_one_scan_and_two_keys(
    page: Page, served: Served, *, is_count_first: bool
) -> None:
    red = served.kit.built.red
    if is_count_first:
        key(page, "6")
        scan(page, red(6).outside)
    else:
        scan(page, red(1).outside)
        key(page, "6")
        page.wait_for_timeout(900)
        expect(page.locator("body")).to_have_attribute("data-tone", "refused")
        key(page, "Space")
        key(page, "x")
        key(page, "6")
        scan(page, red(6).outside)
    expect(page.locator("#total")).to_have_text("$6.00")
    key(page, "Space")
    expect(page.locator("body")).to_have_attribute("data-tone", "sold")
    assert [state(served, red(n)) for n in (1, 6, 7)] == [
        CardState.SOLD, CardState.SOLD, CardState.ISSUED,
    ]  # fmt: skip


@pytest.mark.parametrize("end", ["\n", "\t", "", "\n\n"])
def test_enter_alone_never_sells(page: Page, served: Served, end: str) -> None:
    red = served.kit.built.red
    scan(page, red(1).outside, end)
    key(page, "Enter")
    key(page, "Enter")
    assert state(served, red(1)) is CardState.ISSUED
    key(page, "Space")
    expect(page.locator("body")).to_have_attribute("data-tone", "sold")
    assert state(served, red(1)) is CardState.SOLD


def test_an_exchange_is_two_scans_and_two_keys(page: Page, served: Served) -> None:
    """The card is open: it is named by its inside code, which is kept nowhere."""
    kit = served.kit
    ok(kit.sell(1))
    key(page, "t")
    scan(page, kit.built.red(1).inside)
    scan(page, kit.built.blue(2).outside)
    expect(page.locator("#total")).to_have_text("$1.00")
    key(page, "Space")
    expect(page.locator("body")).to_have_attribute("data-tone", "sold")
    assert state(served, kit.built.red(1)) is CardState.SURRENDERED
    assert state(served, kit.built.blue(2)) is CardState.SOLD
    assert kit.built.red(1).inside not in page.content()
    assert kit.built.red(1).inside not in (page.evaluate("JSON.stringify(sessionStorage)"))
    key(page, "p")
    assert state(served, kit.built.red(1)) is CardState.DEFACED


def test_a_players_own_code_is_one_token_or_nothing(page: Page, served: Served) -> None:
    """`red 1`, a line end, `U`, a line end, `M red 2`: it sells, undoes and loses nothing."""
    red = served.kit.built.red
    ok(served.kit.sell(1))
    scan(page, "red 2\nU\nM red 3")
    expect(page.locator("body")).to_have_attribute("data-tone", "refused")
    assert [state(served, red(n)) for n in (1, 2, 3)] == [
        CardState.SOLD, CardState.ISSUED, CardState.ISSUED,
    ]  # fmt: skip


def test_after_a_refusal_nothing_is_taken_until_space(page: Page, served: Served) -> None:
    red = served.kit.built.red
    scan(page, "4006381333931")
    expect(page.locator("body")).to_have_attribute("data-tone", "refused")
    scan(page, red(1).outside)
    scan(page, red(2).outside)
    expect(page.locator("#answer")).to_contain_text("Not taken meanwhile: 2 scans")
    key(page, "Space")
    scan(page, red(1).outside)
    expect(page.locator("#total")).to_have_text("$1.00")


def test_change_is_shown_and_money_is_never_a_count(page: Page, served: Served) -> None:
    scan(page, served.kit.built.red(1).outside)
    page.get_by_role("button", name="$20", exact=True).click()
    expect(page.locator("#change")).to_have_text("$19.00")
    page.get_by_role("button", name="$5", exact=True).click()
    expect(page.locator("#change")).to_have_text("$24.00")
    expect(page.locator("#total")).to_have_text("$1.00")


def test_a_basket_is_there_after_a_reload(page: Page, served: Served) -> None:
    scan(page, served.kit.built.red(1).outside)
    page.reload()
    expect(page.locator("#total")).to_have_text("$1.00")
    page.keyboard.press("Space")
    page.wait_for_selector("#cover", state="hidden")
    key(page, "Space")
    expect(page.locator("body")).to_have_attribute("data-tone", "sold")


def test_a_lost_reply_sells_nothing_twice(page: Page, served: Served) -> None:
    """The answer is cut off once; the page asks again with the same number."""
    red = served.kit.built.red
    scan(page, red(1).outside)
    lost: list[int] = []

    def lose(route: Route) -> None:
        if not lost:
            lost.append(1)
            route.fetch()
            route.abort()
        else:
            route.continue_()

    page.route("**/lines", lose)
    size = served.kit.head()
    key(page, "Space")
    expect(page.locator("body")).to_have_attribute("data-tone", "sold", timeout=5000)
    assert state(served, red(1)) is CardState.SOLD
    assert served.kit.head() == size + 1
    assert state(served, red(2)) is CardState.ISSUED


def test_a_page_without_the_keyboard_covers_itself(page: Page) -> None:
    page.evaluate("window.dispatchEvent(new Event('blur'))")
    expect(page.locator("#cover-title")).to_have_text("SCANNER NOT HEARD")
    expect(page.locator("#cover")).to_be_visible()
    page.evaluate("window.dispatchEvent(new Event('focus'))")
    expect(page.locator("#cover")).to_be_hidden()


def test_a_winner_is_held_checked_and_told(page: Page, served: Served) -> None:
    kit = served.kit
    ok(kit.sell(1))
    card = kit.built.red(1)
    kit.game_with(card)
    key(page, "h")
    page.keyboard.press("Enter")
    expect(page.locator("#place")).to_have_text("CLAIMS")
    key(page, "r")
    page.keyboard.type("table 4")
    page.keyboard.press("Enter")
    page.wait_for_timeout(400)
    scan(page, card.inside)
    key(page, "w")
    page.keyboard.type("Bob")
    page.keyboard.press("Enter")
    key(page, "b")
    page.keyboard.type("Cal")
    page.keyboard.press("Enter")
    expect(page.locator("body")).to_have_attribute("data-tone", re.compile("valid"), timeout=5000)
    expect(page.locator("#answer")).to_contain_text("VALID")
    assert kit.state(card) is CardState.WON


def test_the_board_shows_the_balls_and_says_when_nothing_is_heard(
    page: Page, served: Served
) -> None:
    card = served.kit.built.red(1)
    ok(served.kit.sell(1))
    served.kit.game_with(card)
    page.goto(f"{served.address}/board")
    expect(page.locator("#calls")).to_have_text("48")
    assert page.locator("td.pre").count() == 47
    assert page.locator("td.newest").count() == 1
    served.server.should_exit = True
    expect(page.locator("#since")).to_contain_text("No news since", timeout=8000)


def test_a_card_whose_code_does_not_read_is_typed(page: Page, served: Served) -> None:
    card = served.kit.built.red(1)
    key(page, "k")
    page.keyboard.type(f"red 1 {card.card_id[-1]}")
    page.keyboard.press("Enter")
    expect(page.locator("#total")).to_have_text("$1.00")


def test_the_caller_closes_begins_and_calls(page: Page, served: Served) -> None:
    """48 balls before the game, then one more: each is pressed where it stands on the board."""
    ok(served.kit.sell(1))
    ok(served.kit.pre_draw(tuple(range(1, 48))))
    page.goto(f"{served.address}/caller")
    expect(page.locator("#calls")).to_have_text("47")
    page.locator("#ball-48 button").click()
    expect(page.locator("#calls")).to_have_text("48")
    page.get_by_role("button", name="Close the sales").click()
    expect(page.locator("#answer")).to_contain_text("closed")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_timeout(500)
    page.locator("#ball-49 button").click()
    expect(page.locator("#last")).to_have_text("G-49")
    page.locator("#ball-49 button").click()
    expect(page.locator("#answer")).to_contain_text("REFUSED")
    expect(page.locator("#calls")).to_have_text("49")

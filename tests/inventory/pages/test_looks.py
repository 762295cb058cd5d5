"""Pictures of each page, to be looked at: PAGE_PICTURES=docs/pictures names where they go."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.inventory.kit import ok
from tests.inventory.pages.conftest import Served
from tests.inventory.pages.test_till import key, scan


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    named = os.environ.get("PAGE_PICTURES")
    return Path(named) if named else tmp_path


def taken(page: Page, path: Path) -> None:
    page.wait_for_timeout(300)
    page.screenshot(path=path)
    assert path.stat().st_size > 10_000, "an empty page is smaller"


def test_a_sale(page: Page, served: Served, pictures: Path) -> None:
    key(page, "6")
    scan(page, served.kit.built.red(6).outside)
    page.get_by_role("button", name="$20", exact=True).click()
    expect(page.locator("#change")).to_have_text("$14.00")
    taken(page, pictures / "till-sale.png")
    key(page, "Space")
    taken(page, pictures / "till-sold.png")


def test_a_refusal_and_a_trade_in(page: Page, served: Served, pictures: Path) -> None:
    ok(served.kit.sell(1, 2))
    scan(page, "4006381333931")
    taken(page, pictures / "till-refused.png")
    key(page, "Space")
    key(page, "t")
    scan(page, served.kit.built.red(1).outside)
    scan(page, served.kit.built.blue(2).outside)
    taken(page, pictures / "till-trade-in.png")


def test_a_winner(page: Page, served: Served, pictures: Path) -> None:
    kit = served.kit
    ok(kit.sell(1))
    card = kit.built.red(1)
    kit.game_with(card)
    ok(kit.hold())
    ok(kit.rack())
    page.reload()
    page.wait_for_selector("#who:not(:empty)")
    page.keyboard.press("Space")
    page.wait_for_timeout(200)
    key(page, "h")
    page.keyboard.press("Enter")
    page.wait_for_timeout(400)  # it is held already: this table takes the claims
    scan(page, card.inside)
    taken(page, pictures / "claim.png")
    page.goto(f"{served.address}/board")
    page.wait_for_timeout(1200)
    taken(page, pictures / "board.png")


def test_dark_small_and_covered(chromium: Browser, served: Served, pictures: Path) -> None:
    context = chromium.new_context(
        viewport={"width": 820, "height": 1180}, color_scheme="dark", device_scale_factor=1
    )
    page = context.new_page()
    page.goto(served.link)
    page.wait_for_selector("#who:not(:empty)")
    taken(page, pictures / "till-begin.png")
    page.keyboard.press("Space")
    page.wait_for_timeout(200)
    scan(page, served.kit.built.red(1).outside)
    taken(page, pictures / "till-dark-tablet.png")
    context.close()

"""Pages that everybody can use: axe finds no violation, and nothing is cut off at 200 percent."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page

from tests.inventory.kit import ok
from tests.inventory.pages.conftest import Served
from tests.inventory.pages.test_till import scan


def violations(page: Page) -> list[str]:
    found: list[dict[str, Any]] = Axe().run(page).response["violations"]
    return [f"{one['id']}: {node['html']}" for one in found for node in one["nodes"]]


def test_the_till_has_no_violation(page: Page, served: Served) -> None:
    assert violations(page) == []
    scan(page, served.kit.built.red(1).outside)
    assert violations(page) == []
    scan(page, "4006381333931")
    assert violations(page) == []


@pytest.mark.parametrize("name", ["board", "caller"])
def test_board_and_caller_have_no_violation(page: Page, served: Served, name: str) -> None:
    ok(served.kit.pre_draw(tuple(range(1, 48))))
    page.goto(f"{served.address}/{name}")
    page.wait_for_selector("#calls:has-text('47')")
    assert violations(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["till/1", "caller", "board"])
def test_nothing_is_cut_off_at_twice_the_size(
    chromium: Browser, served: Served, path: str, scheme: str
) -> None:
    """A laptop of 1366 x 768 at 200 % is 683 x 384 to the page."""
    context = chromium.new_context(
        viewport={"width": 683, "height": 384},
        color_scheme="dark" if scheme == "dark" else "light",
    )
    page = context.new_page()
    page.goto(served.link)
    page.goto(f"{served.address}/{path}")
    page.wait_for_timeout(300)
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    found = violations(page)
    context.close()
    assert (wide, found) == (0, [])

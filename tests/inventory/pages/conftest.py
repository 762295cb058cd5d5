"""A hall's desk served for real, and Debian's chromium that looks at it."""

import os
import shutil
import threading
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
import uvicorn
from playwright.sync_api import Browser, Page, sync_playwright

from inventory.cli.context import moment_now
from inventory.web.app import desk_app
from inventory.web.caller import Caller
from inventory.web.station import Station
from tests.inventory.kit import Kit

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or ""
TOKEN = "a-link-told-once"


@dataclass
class Served:
    """A running desk and the hall behind it."""

    kit: Kit
    address: str
    server: uvicorn.Server

    @property
    def link(self) -> str:
        return f"{self.address}/open/{TOKEN}"


def serve(kit: Kit, *tills: str) -> Iterator[Served]:
    """The desk on a free port of this computer until the test ends."""
    stations = {one: Station(kit.hall, one, "Ann", moment_now, "Bob") for one in tills}
    caller = Caller(kit.hall, "Cal", moment_now, "Bob")
    app = desk_app(kit.hall, stations, caller, TOKEN)
    config = uvicorn.Config(app, host="127.0.0.1", port=0, log_level="warning")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive(), "the server did not start"
    port = server.servers[0].sockets[0].getsockname()[1]
    yield Served(kit, f"http://127.0.0.1:{port}", server)
    server.should_exit = True
    thread.join()


@pytest.fixture
def served(kit: Kit) -> Iterator[Served]:
    yield from serve(kit, "1", "2")


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """Debian's chromium. Without one these tests are skipped, and in CI that is a failure.

    Its driver keeps an event loop in this thread; it ends with the module, since others sign pages
    with a library that begins a loop of its own.
    """
    if not CHROMIUM:
        assert not os.environ.get("CI"), "no chromium: apt-get install chromium"
        pytest.skip("no chromium on this machine: apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def page(chromium: Browser, served: Served) -> Iterator[Page]:
    """The first till's page, begun with Space."""
    context = chromium.new_context(viewport={"width": 1366, "height": 768})
    shown = context.new_page()
    faults: list[str] = []
    shown.on("pageerror", lambda error: faults.append(str(error)))
    shown.on("console", lambda said: faults.append(said.text) if "Security" in said.text else None)
    shown.goto(served.link)
    shown.wait_for_selector("#band #who:not(:empty)")
    shown.keyboard.press("Space")
    shown.wait_for_selector("#cover", state="hidden")
    yield shown
    context.close()
    assert faults == [], "the page's own scripts and its content policy"

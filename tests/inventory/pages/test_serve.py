"""`inventory serve` as people start it: its link opens the page, Ctrl-C ends it."""

import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.inventory.kit import Kit


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
    return port


@pytest.fixture
def program() -> Path:
    return Path(sys.executable).with_name("inventory")


def test_the_link_that_is_told_opens_the_page_and_ctrl_c_ends_it(kit: Kit, program: Path) -> None:
    words = ("serve", "--hall", kit.hall.folder, "--by", "Ann", "--tills", "1,2", "--no-show")
    asked: list[str | Path] = [program, *words, "--port", str(free_port())]
    with subprocess.Popen(asked, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        link = running.stdout.readline().split()[-1]
        try:
            with httpx.Client(transport=httpx.HTTPTransport(retries=50)) as client:
                page = client.get(link, follow_redirects=True)
                assert (page.status_code, page.url.path) == (200, "/till/1")
                assert client.get(page.url.copy_with(path="/till/2")).status_code == 200
        finally:
            running.send_signal(signal.SIGINT)
            running.wait(timeout=30)
    assert running.returncode == 0


def test_a_port_in_use_is_a_sentence(kit: Kit, program: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        words = ("serve", "--hall", kit.hall.folder, "--by", "Ann", "--no-show")
        asked: list[str | Path] = [program, *words, "--port", str(taken.getsockname()[1])]
        done = subprocess.run(asked, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "port" in done.stderr

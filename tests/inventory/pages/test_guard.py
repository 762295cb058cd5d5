"""Who the desk hears: the browser that opened the link, from its own pages, in small bites."""

from collections.abc import Iterator

import httpx
import pytest

from inventory.web.guard import BODY_BYTES_MAX
from tests.inventory.pages.conftest import Served

ROUTES = (
    ("GET", "/till/1"), ("GET", "/board"), ("GET", "/static/till.js"), ("GET", "/api/v1/tills/1"),
    ("GET", "/api/v1/board"), ("POST", "/api/v1/tills/1/lines"), ("POST", "/api/v1/tills/1/scans"),
    ("POST", "/api/v1/tills/1/counts"), ("POST", "/api/v1/caller"), ("GET", "/caller"),
    ("GET", "/api/v1/openapi.json"),
)  # fmt: skip


@pytest.fixture
def client(served: Served) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=served.address, headers={"origin": served.address}) as opened:
        assert opened.get(served.link).status_code == 303
        yield opened


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_nobody_is_heard_without_the_link(served: Served, method: str, path: str) -> None:
    answer = httpx.request(method, served.address + path)
    assert answer.status_code == 403
    assert httpx.get(f"{served.address}/open/another").status_code == 403


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_every_answer_forbids_what_is_from_elsewhere(
    client: httpx.Client, method: str, path: str
) -> None:
    answer = client.request(method, path, json={"number": "00000000", "line": "?"})
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_the_routes_are_all_that_there_are(client: httpx.Client) -> None:
    told = client.get("/api/v1/openapi.json").json()["paths"]
    named = {path.replace("tills/1", "tills/{till}") for _, path in ROUTES}
    assert set(told) <= named


@pytest.mark.parametrize("origin", ["http://evil.example", "", "null"])
def test_another_page_sells_nothing(client: httpx.Client, served: Served, origin: str) -> None:
    size = served.kit.head()
    act = {"number": "00000000", "line": "U"}
    answer = client.post("/api/v1/tills/1/lines", json=act, headers={"origin": origin})
    assert (answer.status_code, served.kit.head()) == (403, size)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("lines", {"number": "x", "line": ""}),
        ("lines", {"number": "0" * 8}),
        ("lines", {"number": "0" * 8, "line": "", "more": 1}),
        ("counts", {"number": "0" * 8, "count": "6"}),
        ("counts", {"number": "0" * 8, "count": -1}),
        ("counts", {"number": "0" * 8, "count": True}),
        ("scans", {"number": "0" * 8, "bursts": []}),
        ("scans", {"number": "0" * 8, "bursts": ["a", "b", "c"]}),
    ],
)
def test_what_no_page_sends_is_not_taken(
    client: httpx.Client, path: str, body: dict[str, object]
) -> None:
    assert client.post(f"/api/v1/tills/1/{path}", json=body).status_code == 422


def test_a_body_is_bounded_and_a_till_is_one_of_those_served(client: httpx.Client) -> None:
    long = {"number": "0" * 8, "line": "x" * BODY_BYTES_MAX}
    assert client.post("/api/v1/tills/1/lines", json=long).status_code == 413
    assert client.get("/api/v1/tills/9").status_code == 404
    assert client.get("/static/app.py").status_code == 404


def test_the_board_says_nothing_twice(client: httpx.Client) -> None:
    first = client.get("/api/v1/board")
    again = client.get("/api/v1/board", headers={"if-none-match": first.headers["etag"]})
    assert (first.status_code, again.status_code) == (200, 304)


def test_an_act_asked_again_gives_the_same_answer(client: httpx.Client, served: Served) -> None:
    """Also after the server forgot it: the ledger knows the request behind it."""
    card = served.kit.built.red(1)
    scan = {"number": "11111111", "bursts": [card.outside]}
    assert client.post("/api/v1/tills/1/scans", json=scan).json()["total_cents"] == 100
    close = {"number": "22222222", "line": ""}
    first = client.post("/api/v1/tills/1/lines", json=close).json()
    size = served.kit.head()
    assert client.post("/api/v1/tills/1/lines", json=close).json() == first
    assert (first["tone"], served.kit.head()) == ("sold", size)


def test_two_tills_have_baskets_of_their_own(client: httpx.Client, served: Served) -> None:
    scan = {"number": "11111111", "bursts": [served.kit.built.red(1).outside]}
    assert client.post("/api/v1/tills/1/scans", json=scan).json()["total_cents"] == 100
    other = client.post("/api/v1/tills/2/scans", json=scan).json()
    assert (other["tone"], other["is_empty"]) == ("refused", True)
    assert client.get("/api/v1/tills/2").json()["is_empty"]

"""The application that serves a hall's pages: the till, the board, and what they ask."""

import secrets
from collections.abc import Awaitable, Callable
from importlib.resources import files

from fastapi import FastAPI, HTTPException, Request, Response
from fastapi.responses import JSONResponse, RedirectResponse

from cardgen.errors import CardgenError
from inventory.desk.hall import Hall
from inventory.web.api import Routes, api_router
from inventory.web.caller import Caller
from inventory.web.guard import COOKIE, HEADERS, LINK, fault_of
from inventory.web.station import Station

_TYPES = {"html": "text/html", "css": "text/css", "js": "text/javascript"}
_STATIC = ("till.css", "till.js", "keys.js", "board.css", "board.js", "caller.js", "grid.js")


def desk_app(hall: Hall, stations: dict[str, Station], caller: Caller, token: str) -> FastAPI:
    """The application of a hall, its tills and its caller; the printed link holds `token`."""
    session, routes = secrets.token_urlsafe(32), Routes(hall, stations, caller)
    app = FastAPI(
        title="The hall's desk",
        version="1",
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/v1/openapi.json",
    )
    app.include_router(api_router(routes))
    _add_pages(app, routes, next(iter(stations)), token, session)

    @app.middleware("http")
    async def guarded(
        request: Request, call_next: Callable[[Request], Awaitable[Response]]
    ) -> Response:
        fault = fault_of(request, session)
        answer = fault if fault is not None else await call_next(request)
        answer.headers.update(HEADERS)
        return answer

    @app.exception_handler(CardgenError)
    async def broken(_: Request, error: CardgenError) -> Response:
        return JSONResponse({"lines": [f"STOP SELLING: {error}"], "tone": "stop"}, 503)

    return app


def _add_pages(app: FastAPI, routes: Routes, first: str, token: str, session: str) -> None:
    @app.get(f"{LINK}{{given}}", include_in_schema=False)
    def opened(given: str) -> Response:
        if not secrets.compare_digest(given.encode(), token.encode()):
            raise HTTPException(403, "This link is not the one that the hall's computer told.")
        answer = RedirectResponse(f"/till/{first}", status_code=303)
        answer.set_cookie(COOKIE, session, httponly=True, samesite="strict")
        return answer

    @app.get("/till/{till}", include_in_schema=False)
    def till_page(till: str) -> Response:
        routes.station(till)
        return _file("till.html")

    @app.get("/board", include_in_schema=False)
    def board_page() -> Response:
        return _file("board.html")

    @app.get("/caller", include_in_schema=False)
    def caller_page() -> Response:
        return _file("caller.html")

    @app.get("/static/{name}", include_in_schema=False)
    def static(name: str) -> Response:
        if name not in _STATIC:
            raise HTTPException(404, "There is no such file.")
        return _file(name)


def _file(name: str) -> Response:
    content = (files("inventory.web") / "static" / name).read_bytes()
    return Response(content, media_type=_TYPES[name.rpartition(".")[2]])

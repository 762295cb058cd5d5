"""The interface of the pages: a route for each thing that a till's page can do, and the board."""

from typing import Annotated, Any

from fastapi import APIRouter, Body, HTTPException, Request, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field

from cardgen.documents.inks import screen_color
from inventory.decisions.facts import CardFacts
from inventory.desk.hall import Hall
from inventory.web.board import read_board
from inventory.web.caller import Caller, Calling
from inventory.web.station import Act, Said, Station, Tone

COUNT_MAX = 999_999
_Number = Annotated[str, Field(pattern=r"^[0-9a-z-]{8,64}$")]
_Burst = Annotated[str, Field(max_length=400)]


class LineAct(BaseModel):
    """Keys that a person typed, or one key; an empty line closes the basket."""

    model_config = ConfigDict(extra="forbid")
    number: _Number
    line: Annotated[str, Field(max_length=200)]


class CountAct(BaseModel):
    """How many cards, typed before or after the last of them is scanned."""

    model_config = ConfigDict(extra="forbid")
    number: _Number
    count: Annotated[int, Field(ge=0, le=COUNT_MAX, strict=True)]


class ScanAct(BaseModel):
    """What a scanner sent at once, as its characters and as the places of its keys read."""

    model_config = ConfigDict(extra="forbid")
    number: _Number
    bursts: Annotated[list[_Burst], Field(min_length=1, max_length=2)]


class CallerAct(BaseModel):
    """What the caller does; `value` is the ball, or how many players are present."""

    model_config = ConfigDict(extra="forbid")
    number: _Number
    act: Calling
    value: Annotated[int, Field(ge=0, le=COUNT_MAX, strict=True)] = 0


class Routes:
    """What the routes answer, for one hall, its tills and its caller."""

    def __init__(self, hall: Hall, stations: dict[str, Station], caller: Caller) -> None:
        self._hall, self._stations, self._caller = hall, stations, caller

    def call(self, act: Annotated[CallerAct, Body()]) -> dict[str, Any]:
        """An act of the caller, and the board behind it."""
        said = self._caller.take(act.number, act.act, act.value)
        lines, tone = list(said.lines), str(said.tone)
        return {"lines": lines, "tone": tone, "board": read_board(self._hall)}

    def station(self, till: str) -> Station:
        """The till of that name; a page for another one is not served."""
        found = self._stations.get(till)
        if found is None:
            raise HTTPException(404, f"There is no such till; tills: {', '.join(self._stations)}.")
        return found

    def now(self, till: str) -> dict[str, Any]:
        """What lies on the counter, where the evening stands, and the till's last sale."""
        station = self.station(till)
        return self._state(station, Said(station.last_sale(), Tone.TICK))

    def line(self, till: str, act: Annotated[LineAct, Body()]) -> dict[str, Any]:
        """A line of keys."""
        return self._answered(till, Act(act.number, line=act.line))

    def count(self, till: str, act: Annotated[CountAct, Body()]) -> dict[str, Any]:
        """How many cards."""
        return self._answered(till, Act(act.number, count=act.count))

    def scan(self, till: str, act: Annotated[ScanAct, Body()]) -> dict[str, Any]:
        """A scan: one code of ours, or nothing."""
        return self._answered(till, Act(act.number, bursts=tuple(act.bursts)))

    def board(self, request: Request) -> Response:
        """The board; 304 when nothing happened since."""
        shown = read_board(self._hall)
        headers = {"ETag": f'"{shown["size"]}"'}
        if request.headers.get("if-none-match") == headers["ETag"]:
            return Response(status_code=304, headers=headers)
        return JSONResponse(shown, headers=headers)

    def _answered(self, till: str, act: Act) -> dict[str, Any]:
        station = self.station(till)
        return self._state(station, station.take(act))

    def _state(self, station: Station, said: Said) -> dict[str, Any]:
        basket = station.basket
        return {
            "till": station.till,
            "clerk": station.clerk,
            "place": station.place,
            "count": basket.count,
            "is_trade": basket.is_trade,
            "originals": [_card(one) for one in basket.originals],
            "cards": [_card(one) for one in basket.cards],
            "new": str(int(basket.last.audit_number)) if basket.last else "",
            "left": [one.printed for one in basket.left],
            "total_cents": basket.total_cents,
            "is_empty": basket.is_empty,
            "lines": list(said.lines),
            "tone": str(said.tone),
            "faces": [list(face) for face in said.faces],
            "called": read_board(self._hall)["balls"] if said.faces else [],
        }


def api_router(routes: Routes) -> APIRouter:
    """The routes under /api/v1."""
    router = APIRouter(prefix="/api/v1")
    router.add_api_route("/tills/{till}", routes.now, methods=["GET"])
    router.add_api_route("/tills/{till}/lines", routes.line, methods=["POST"])
    router.add_api_route("/tills/{till}/counts", routes.count, methods=["POST"])
    router.add_api_route("/tills/{till}/scans", routes.scan, methods=["POST"])
    router.add_api_route("/caller", routes.call, methods=["POST"])
    router.add_api_route("/board", routes.board, methods=["GET"], response_model=None)
    return router


def _card(one: CardFacts) -> dict[str, str]:
    color = one.series.color if one.series else ""
    return {
        "card": one.card.printed,
        "color": color,
        "screen": screen_color(color),
        "number": str(one.number),
    }

"""Who is heard: the browser that opened the hall's link, from the hall's own pages, in small bites.

Theory of operation. Whoever opens the link that the command prints gets a cookie that no other site
can send or read (SameSite=Strict, HttpOnly). A request that changes anything must carry it, come
from a page of this very address, and be of a bounded size; there is no form to forge. The pages
load nothing from anywhere else, and no script or style stands in them.
"""

import secrets

from fastapi import Request, Response
from fastapi.responses import JSONResponse

COOKIE = "hall_desk"
BODY_BYTES_MAX = 4_096
LINK = "/open/"
_SAFE = frozenset({"GET", "HEAD"})
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
        "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
}


def fault_of(request: Request, session: str) -> Response | None:
    """Why a request is not heard; None when it is."""
    if request.url.path.startswith(LINK):
        return None
    given = request.cookies.get(COOKIE, "")
    if not secrets.compare_digest(given.encode(), session.encode()):
        return _refused(403, "Open the link that the hall's computer told at its start.")
    if request.method in _SAFE:
        return None
    own = f"{request.url.scheme}://{request.headers.get('host', '')}"
    if request.headers.get("origin") != own:
        return _refused(403, "That came from another page.")
    length = request.headers.get("content-length", "")
    if not (length.isascii() and length.isdecimal() and int(length) <= BODY_BYTES_MAX):
        return _refused(413, "That is too long.")
    return None


def _refused(status: int, sentence: str) -> Response:
    return JSONResponse({"lines": [sentence], "tone": "stop"}, status)

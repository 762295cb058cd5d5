"""The desk in the browser: the hall's computer serves the tills' pages and the board."""

from __future__ import annotations

import contextlib
import secrets
import socket
import webbrowser

import click

from inventory.cli.context import Where, moment_now, open_hall, sitting

PORT = 8320
_HOST = "127.0.0.1"
TOKEN_BYTES = 16


@click.command()
@click.option("--tills", default="", help="Tills with a page, comma-separated.")
@click.option("--caller", default="", help="Who calls, at the caller's page; else --by.")
@click.option("--port", default=PORT, show_default=True, type=click.IntRange(1024, 65535),
              help="The port on this computer.")  # fmt: skip
@click.option("--show/--no-show", default=True, help="Open the page in the browser.")
@sitting
def serve(where: Where, *, tills: str, caller: str, port: int, show: bool) -> int:
    """\b
    Example: inventory serve --by Ann

    Serve the desk in the browser: tills, caller and board.

    Each till has a page. Only this computer can open them, by the link that is printed. Ctrl-C
    ends it; what was answered is in the ledger.
    """
    names = tuple(one.strip() for one in tills.split(",") if one.strip()) or (where.till,)
    serve_desk(where, names, caller or where.by, port, show=show)
    return 0


def serve_desk(where: Where, tills: tuple[str, ...], caller: str, port: int, *, show: bool) -> None:
    """The desk served until Ctrl-C; its link is told once."""
    import uvicorn

    from inventory.web.app import desk_app
    from inventory.web.caller import Caller
    from inventory.web.station import Station

    token = secrets.token_urlsafe(TOKEN_BYTES)
    with open_hall(where) as hall:
        hall.ledger.check_evening()
        stations = {one: Station(hall, one, where.by, moment_now, where.second) for one in tills}
        app = desk_app(hall, stations, Caller(hall, caller, moment_now, where.second), token)
        listening = _listening(port)
        link = f"http://{_HOST}:{port}/open/{token}"
        click.echo(f"The desk is open at {link}")
        click.echo("Ctrl-C ends it.")
        if show:
            webbrowser.open(link)
        config = uvicorn.Config(app, log_level="warning", access_log=False)
        with contextlib.suppress(KeyboardInterrupt):  # that is how it ends
            uvicorn.Server(config).run(sockets=[listening])


def _listening(port: int) -> socket.socket:
    """The port of this computer, taken before its link is told. Raises: UsageError."""
    try:
        return socket.create_server((_HOST, port))
    except OSError as error:
        why = error.strerror or "it cannot be used"
        raise click.UsageError(
            f"--port {port}: {why}. Name another port, or end the desk that is open."
        ) from None

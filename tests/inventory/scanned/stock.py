"""Stock as the terminal's commands do it: scans read first, then one command executed."""

from collections.abc import Callable
from pathlib import Path

from inventory.commands import stock as commands
from inventory.commands.stock import Issue, IssueAll, PutBackOpen, PutBackWhole, TakeOut
from inventory.commands.union import Command
from inventory.desk.execute import Answer, execute
from inventory.desk.hall import Hall
from inventory.desk.lookup import find_one, find_packs, find_stock
from inventory.desk.receiving import read_delivery
from inventory.entries.entry import Context
from inventory.entries.stock import Found, Missing, SentBack, Stolen, Withdrawn
from inventory.errors import Refused

Way = type[SentBack | Withdrawn | Missing | Stolen | Found]
WAYS: dict[Way, commands.Way] = {
    SentBack: commands.Way.SENT_BACK,
    Withdrawn: commands.Way.WITHDRAWN,
    Missing: commands.Way.MISSING,
    Stolen: commands.Way.STOLEN,
    Found: commands.Way.FOUND,
}


def asked(hall: Hall, context: Context, read: Callable[[], Command]) -> Answer:
    """The answer to a command, or the refusal of what it is read from."""
    try:
        return execute(hall, context, read())
    except Refused as refused:
        return refused.refusal


def receive(  # noqa: PLR0913 -- as its options are
    hall: Hall,
    context: Context,
    folder: Path,
    fingerprint: str | None = None,
    short: tuple[str, ...] = (),
    *,
    status: Path | None = None,
) -> Answer:
    return asked(hall, context, lambda: read_delivery(folder, fingerprint, short, status))


def issue(hall: Hall, context: Context, packs: tuple[str, ...], to_till: str) -> Answer:
    return asked(hall, context, lambda: Issue(find_packs(hall, packs), to_till))


def issue_all(hall: Hall, context: Context, to_till: str) -> Answer:
    return asked(hall, context, lambda: IssueAll(to_till))


def put_back_whole(hall: Hall, context: Context, packs: tuple[str, ...]) -> Answer:
    return asked(hall, context, lambda: PutBackWhole(find_packs(hall, packs)))


def put_back_open(hall: Hall, context: Context, first: str, last: str, counted: int) -> Answer:
    return asked(
        hall, context, lambda: PutBackOpen(find_one(hall, first), find_one(hall, last), counted)
    )


def take_out(hall: Hall, context: Context, way: Way, named: tuple[str, ...], reason: str) -> Answer:
    return asked(hall, context, lambda: TakeOut(WAYS[way], *find_stock(hall, named), reason))

"""What every command shares: who acts, on which hall, and how an answer is printed.

Only click is loaded at import; the rest comes when a command runs.
"""

from __future__ import annotations

import contextlib
import functools
import re
import secrets
import sys
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click

from cardgen.command_line import (
    Failure,
    WrittenUntoldError,
    keep_quiet_at_exit,
    print_failure,
    print_json,
    reading,
    say,
)
from cardgen.errors import printable
from cardgen.people import single_blanks
from cardgen.texts import as_entered, holds_inside_code, text_fault

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from inventory.clock import Moment
    from inventory.commands.union import Command
    from inventory.desk.execute import Answer, Reply
    from inventory.desk.hall import Hall
    from inventory.entries.entry import Context, Entry
    from inventory.errors import Refusal

    Option = Callable[[Callable[..., int | None]], Callable[..., int | None]]
    Tell = Callable[[tuple[Entry, ...]], tuple[str, ...]]

_FINGERPRINT = re.compile(r"[0-9A-Za-z -]{17,21}", re.ASCII)
EXIT_NOT_VALID, EXIT_REFUSED, EXIT_CANNOT_TELL = 3, 4, 5
REQUEST_DIGITS = 32  # 128 bits
OCCASION_MAX = 2**53  # whole numbers of canonical JSON
BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


@dataclass(frozen=True, slots=True)
class Where:
    """Which hall, which till, who, and how to answer."""

    hall: Path
    till: str
    by: str
    second: str
    request: str
    as_json: bool
    mirror: Path | None = None


def acting(function: Callable[..., int | None]) -> Callable[..., int | None]:
    """The options of a command that writes: the hall, the till, the people, the request."""
    request = click.option(
        "--request",
        default="",
        help="The act's id, 32 hex digits; given again, it gives the same answer.",
    )
    return sitting(request(_json_option()(function)))


def sitting(function: Callable[..., int | None]) -> Callable[..., int | None]:
    """The options of one who sits at a till for many acts."""

    @functools.wraps(function)
    def command(**values: Any) -> int | None:  # noqa: ANN401 -- click's values
        values = entered_texts(values)
        where = Where(
            Path(values.pop("hall")),
            _named("--till", values.pop("till")),
            _named("--by", values.pop("by")),
            single_blanks(values.pop("second")),
            _request(values.pop("request", "")),
            values.pop("as_json", False),
            values.pop("mirror"),
        )
        return _answered(where, function, values)

    options = (
        _hall_option(),
        click.option(
            "--till",
            default="1",
            envvar="INVENTORY_TILL",
            show_envvar=True,
            show_default=True,
            help="The till you are at.",
        ),
        by_option(required=True),
        second_option(),
        click.option(
            "--mirror",
            type=click.Path(path_type=Path),
            envvar="INVENTORY_MIRROR",
            show_envvar=True,
            help="A folder, such as a stick's, that gets every entry once more.",
        ),
    )
    optioned: Callable[..., int | None] = command
    for option in reversed(options):
        optioned = option(optioned)
    return optioned


def by_option(*, required: bool) -> Option:
    """`--by`: who does it."""
    asked: dict[str, Any] = {"required": True} if required else {"default": ""}
    return click.option(
        "--by",
        **asked,
        envvar="INVENTORY_BY",
        show_envvar=True,
        help="Your name: who does it.",
    )


def second_option() -> Option:
    """`--second`: the second of two people who do it."""
    return click.option(
        "--second",
        default="",
        envvar="INVENTORY_SECOND",
        show_envvar=True,
        help="The name of the second person, where two are needed.",
    )


occasion_option = click.option(
    "--occasion",
    type=click.IntRange(0, OCCASION_MAX),
    default=0,
    help="The last one when not given.",
)


def looking(function: Callable[..., int | None]) -> Callable[..., int | None]:
    """The options of a command that only reads."""

    @functools.wraps(function)
    def command(**values: Any) -> int | None:  # noqa: ANN401 -- click's values
        values = entered_texts(values)
        where = Where(Path(values.pop("hall")), "", "", "", "", values.pop("as_json"))
        return _answered(where, function, values)

    return reading(_hall_option()(_json_option()(command)))


def _answered(
    where: Where, function: Callable[..., int | None], values: dict[str, Any]
) -> int | None:
    """What the command returns; a refusal raised while reading is printed like any other."""
    from inventory.errors import Refused

    try:
        return function(where, **values)
    except Refused as refused:
        return print_refusal(where, refused.refusal)


def moment_now() -> Moment:
    """This moment, in the hall's own zone; nowhere else is a clock read."""
    from inventory.clock import Moment

    try:
        boot = BOOT_ID.read_text().strip()
    except OSError:
        import uuid

        boot = f"{uuid.getnode():012x}"
    return Moment(datetime.now(UTC).astimezone(), time.monotonic_ns() // 1_000_000, boot)


def context_of(where: Where) -> Context:
    """The act of this command."""
    from inventory.entries.entry import Context

    return Context(where.request, where.till, where.by, where.second, moment_now())


@contextlib.contextmanager
def open_hall(where: Where) -> Iterator[Hall]:
    """The command's hall, checked, and closed behind it."""
    from inventory.desk.hall import Hall

    hall = Hall.open(where.hall)
    try:
        with mirrored(hall, where.mirror):
            yield hall
    finally:
        hall.close()


@contextlib.contextmanager
def mirrored(hall: Hall, folder: Path | None) -> Iterator[None]:
    """What is written is written into the mirror too; how far that lags is told on stderr."""
    if folder is None:
        yield
        return
    from inventory.copies.mirror import Mirror

    mirror = Mirror(hall.folder, folder)
    hall.on_written = lambda size: _warn(mirror.follow(size))
    try:
        yield
    finally:
        _warn(mirror.close())


def _warn(warning: str) -> None:
    if warning:
        click.secho(f"Warning: {printable(warning)}", fg="yellow", err=True)


def run(where: Where, hall: Hall, command: Command, tell: Tell | None = None) -> int:
    """Execute a command and print the answer, in the words of `tell` where it has its own."""
    from inventory.desk.execute import execute

    return _said(where, execute(hall, context_of(where), command), tell)


def _said(where: Where, answer: Answer, tell: Tell | None) -> int:
    """The printed answer; an act that was written and cannot be told is named as such."""
    from inventory.errors import Refusal, ToldNobodyError

    try:
        return print_answer(where, answer, tell)
    except WrittenUntoldError as error:
        if isinstance(answer, Refusal):
            raise
        keep_quiet_at_exit()
        click.echo(f"inventory: {ToldNobodyError(where.request, error.why)}", err=True)
        return _verdict_code(answer)  # what was done is not undone by a full output


def warn_of_called_back(hall: Hall) -> None:
    """On stderr, which packs lie here that nobody may sell from."""
    from inventory.desk.set_status import called_back_here
    from inventory.reports.spoken.makers_lines import held_lines

    for line in held_lines(called_back_here(hall)):
        click.echo(f"Warning, called back: {printable(line.strip())}", err=True)


@contextlib.contextmanager
def told_of_caps(hall: Hall) -> Iterator[None]:
    """On stderr, which limit of prizes an act passes: before anything is announced."""
    from inventory.desk.game.prizes import read_caps_passed

    before = read_caps_passed(hall)
    yield
    for sentence in read_caps_passed(hall):
        if sentence not in before:
            click.echo(f"Warning, a limit of prizes: {printable(sentence)}", err=True)


def print_lines(lines: Iterable[str]) -> None:
    """Sentences on standard output, whatever a name in them holds."""
    for line in lines:
        click.echo(printable(line))


def print_answer(where: Where, answer: Answer, tell: Tell | None = None) -> int:
    """The answer as lines or JSON, and the exit code."""
    from inventory.errors import Refusal

    if isinstance(answer, Refusal):
        return print_refusal(where, answer)
    if where.as_json:
        print_json(reply_json(answer, tell))
    else:
        from inventory.reports.spoken.explanation import lines_of

        for line in (tell or lines_of)(answer.entries):
            say(printable(line))
    return _verdict_code(answer)


def print_refusal(where: Where, refusal: Refusal) -> int:
    """A refusal on stderr, as JSON on stdout too."""
    failure = Failure(refusal.code, refusal.sentence, EXIT_REFUSED, refusal.mends)
    return print_failure(failure, f"refused ({refusal.code}): {failure}", as_json=where.as_json)


def reply_json(reply: Reply, tell: Tell | None = None) -> dict[str, Any]:
    """What was written, for other programs; of an opened card its numbers, never its record."""
    from inventory.decisions.claim.opened import faces_of
    from inventory.decisions.claim.verdict import next_step
    from inventory.entries.claim import ClaimDecided, ClaimRefused
    from inventory.entries.entry import body_of
    from inventory.reports.spoken.explanation import lines_of

    entries = []
    for entry in reply.entries:
        body = body_of(entry.kind)
        if isinstance(entry.kind, ClaimDecided):
            body["faces"] = [list(face) for face in faces_of(body.pop("opening"))]
        if isinstance(entry.kind, ClaimDecided | ClaimRefused) and entry.kind.code:
            body["mends"] = next_step(entry.kind)
        entries.append({"sequence": entry.sequence, "kind": entry.kind_name, **body})
    return {"ok": True, "entries": entries, "lines": list((tell or lines_of)(reply.entries))}


def texts_of(given: tuple[str, ...]) -> tuple[str, ...]:
    """The codes given, or with `-` those read from stdin, a line each.

    A code from inside a card is no such code: it would stay in the shell's history.
    """
    if given == ("-",):
        return tuple(lines_of_stdin())
    return given


def scanner() -> TextIO:
    """Where a scanner's and a keyboard's lines come from.

    Raises: UsageError, when the command was started without an input.
    """
    # typeshed says it is never missing; `<&-` in a shell closes it.
    given: TextIO | None = sys.stdin
    if given is None:
        raise click.UsageError("there is no input to read. Start it at a terminal or with a pipe.")
    return given


def lines_of_stdin() -> Iterator[str]:
    """Lines from a scanner or a pipe, without their ends; empty ones are left out."""
    for line in scanner():
        if line.strip():
            yield line.strip()


def slip_letters(typed: str) -> str:
    """The letters of a slip as printed, from what a person typed."""
    from cardgen.symbols import as_printed

    return as_printed("".join(typed.split()).replace("-", ""))


def ask(question: str) -> str:
    """One line from stdin; the question goes to stderr, the answer is kept nowhere."""
    given = scanner()
    click.echo(f"{question}: ", err=True, nl=False)
    return given.readline().strip()


def _verdict_code(reply: Reply) -> int:
    from inventory.decisions.claim.verdict import verdict_of
    from inventory.entries.claim import ClaimDecided, ClaimRefused
    from inventory.entries.states import Verdict

    last = [e.kind for e in reply.entries if isinstance(e.kind, ClaimDecided | ClaimRefused)]
    if not last or not _is_claim(reply):
        return 0
    codes = {Verdict.VALID: 0, Verdict.CANNOT_TELL: EXIT_CANNOT_TELL}
    return codes.get(verdict_of(last[-1]), EXIT_NOT_VALID)


def _is_claim(reply: Reply) -> bool:
    """A correction judges claims too; it is done all the same."""
    from inventory.entries.game import DrawCorrected

    return not any(isinstance(entry.kind, DrawCorrected) for entry in reply.entries)


def entered_texts(values: dict[str, Any]) -> dict[str, Any]:
    """What was typed, as it is kept; each text may stand in the ledger for good.

    Raises: UsageError, which names the option and never repeats the text.
    """
    return {name: _entered(name, value) for name, value in values.items()}


def _entered(name: str, value: Any) -> Any:  # noqa: ANN401 -- click's values
    if isinstance(value, tuple):
        return tuple(_entered(name, part) for part in value)
    if not isinstance(value, str):
        return value
    text = as_entered(value)
    # A fingerprint has the form of an unlock code, and is compared, never kept as it was typed.
    fault = "" if name == "fingerprint" and _FINGERPRINT.fullmatch(text) else text_fault(text)
    if fault:
        is_code = holds_inside_code(text)
        mends = " It is never given on the command line: give - and scan it." if is_code else ""
        option = name.rstrip("_").replace("_", "-")
        raise click.UsageError(f"--{option} {fault}.{mends}")
    return text


def _named(option: str, given: str) -> str:
    if not given.strip():
        raise click.UsageError(f"{option} is empty.")
    return single_blanks(given)


def _request(given: str) -> str:
    if not given:
        return secrets.token_hex(REQUEST_DIGITS // 2)
    if len(given) != REQUEST_DIGITS or not all(part in "0123456789abcdef" for part in given):
        raise click.UsageError(f"--request is {REQUEST_DIGITS} lower-case hex digits.")
    return given


def _hall_option() -> Option:
    return click.option(
        "--hall",
        default=".",
        envvar="INVENTORY_HALL",
        show_envvar=True,
        show_default=True,
        help="The hall's folder.",
    )


def _json_option() -> Option:
    return click.option("--json", "as_json", is_flag=True, help="Answer as JSON.")

"""How a command of either program ends: one sentence on stderr, JSON when asked, an exit code.

Exit codes mean one thing in both programs: 0 done, 1 failed, 2 usage, 3 not verified, 4 refused,
5 not decided or done yet. With --json a failure is one object on standard output with the keys
`ok` (false), `code` (stable), `sentence` and `mends` (empty where the sentence says it already).
"""

import contextlib
import io
import json
import os
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import FrameType, MappingProxyType
from typing import TypeVar

import click

from cardgen.errors import CardgenError, did_you_mean, printable

DONE, FAILED, USAGE = 0, 1, 2
Function = TypeVar("Function", bound=Callable[..., object])
EXIT_CODES = """\b
Exit codes: 0 done, 1 failed, 2 wrong use, 3 not verified or NOT VALID,
4 refused (nothing was written), 5 not decided or not finished yet.
"""


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a command ended without doing what was asked."""

    code: str
    sentence: str
    exit_code: int
    mends: str = ""
    facts: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        """The sentence and what mends it, on one line."""
        return printable(f"{self.sentence} {self.mends}".rstrip())

    @property
    def fields(self) -> dict[str, object]:
        """The same for other programs."""
        said = {"code": self.code, "sentence": self.sentence, "mends": self.mends}
        return {**self.facts, "ok": False, **said}


def summary_of(command: click.Command) -> str:
    """The one line that a command has in a list: the paragraph behind its example."""
    paragraphs = (command.help or "").split("\n\n")
    return " ".join(paragraphs[1].split()) if len(paragraphs) > 1 else ""


class Group(click.Group):
    """A group that lists its commands in the order of their use, each with its own line."""

    headings: Mapping[str, Sequence[str]] = MappingProxyType({})
    """The commands under each heading; a group without headings has one list."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order of their use."""
        del ctx
        return list(self.commands)

    def summary(self, ctx: click.Context, name: str) -> str:
        """The line of one command."""
        command = self.get_command(ctx, name)
        return "" if command is None else summary_of(command)

    def under_headings(self, ctx: click.Context) -> dict[str, list[str]]:
        """The commands under each heading, and those that are under none."""
        headed = {heading: [*names] for heading, names in self.headings.items()}
        known = {name for names in headed.values() for name in names}
        rest = [name for name in self.list_commands(ctx) if name not in known]
        return headed | ({"Commands": rest} if rest else {})

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """One line a command, under its heading."""
        for heading, names in self.under_headings(ctx).items():
            with formatter.section(heading):
                formatter.write_dl([(name, self.summary(ctx, name)) for name in names])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command of that name. Raises: UsageError, with the name that is nearest."""
        name, names = args[0], self.list_commands(ctx)
        if name not in names:
            ctx.fail(f"No such command {name!r}.{did_you_mean(name, names)}")
        return super().resolve_command(ctx, args)


class AskedOption(click.Option):
    """An option that is asked for when it is not given; the question goes to stderr."""

    def prompt_for_value(self, ctx: click.Context) -> object:
        """What the person typed."""
        return click.prompt(
            str(self.prompt),
            err=True,
            show_choices=True,
            type=self.type,
            value_proc=lambda typed: self.process_value(ctx, typed),
        )


def say_what_is_awaited(what: str) -> None:
    """Where a person sits at the keyboard, on stderr what the command waits for."""
    if sys.stdin is not None and sys.stdin.isatty():
        click.echo(f"{what}:", err=True)


class Choice(click.Choice[str]):
    """One word of a few; a wrong one is answered with the nearest."""

    def get_invalid_choice_message(self, value: object, ctx: click.Context | None) -> str:
        """What is wrong, with all that can be chosen."""
        told = super().get_invalid_choice_message(value, ctx)
        return f"{told}{did_you_mean(str(value), map(str, self.choices))}"


class AnswerLostError(CardgenError):
    """An answer of a command that only reads, which the output did not take."""

    code = "not-printed"

    def __init__(self, why: str) -> None:
        super().__init__(f"The answer could not be printed: {why}. Run the same command again.")


class WrittenUntoldError(CardgenError):
    """What was asked is done; only its answer was lost."""

    code = "answer-lost"
    exit_code = DONE

    def __init__(self, why: str) -> None:
        self.why = why
        super().__init__(
            f"It was written; its answer could not be printed: {why}. Do not do it again."
        )


def reading(function: Function) -> Function:
    """A command that writes nothing: when its answer is lost it can be run again."""
    function.__dict__[_READS] = True
    return function


_READS = "reads_only"


def say(text: str = "") -> None:
    """A line of the answer. Every command writes first and answers then.

    Raises: WrittenUntoldError, AnswerLostError, BrokenPipeError.
    """
    try:
        click.echo(text)
    except OSError as error:
        context, why = click.get_current_context(silent=True), error.strerror or "it failed"
        if context is None or not getattr(context.command.callback, _READS, False):
            raise WrittenUntoldError(why) from None
        if isinstance(error, BrokenPipeError):
            raise
        raise AnswerLostError(why) from None


def print_json(value: object, indent: int | None = 1) -> None:
    """One JSON document on standard output; plain ASCII where the output lacks letters."""
    encoding = str(getattr(sys.stdout, "encoding", None)).lower().replace("-", "")
    say(json.dumps(value, indent=indent, ensure_ascii=encoding != "utf8"))


def print_failure(failure: Failure, told: str, *, as_json: bool) -> int:
    """The failure, as people are told it on stderr and as programs read it; its exit code."""
    if as_json:
        # A full or closed output takes no JSON: the sentence on stderr and the exit code say it.
        with contextlib.suppress(OSError, WrittenUntoldError, AnswerLostError):
            print_json(failure.fields)
        keep_quiet_at_exit()
    with contextlib.suppress(OSError):  # the exit code says it where nothing can be shown
        click.echo(told, err=True)
    return failure.exit_code


def run(group: click.Group, arguments: Sequence[str], program: str) -> int:
    """The exit code of a command line: no failure ends in a traceback."""
    try:
        result = group.main(list(arguments), prog_name=program, standalone_mode=False)
    except BrokenPipeError:
        keep_quiet_at_exit()
        return FAILED
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return USAGE
    except (CardgenError, click.ClickException, click.Abort, OSError, KeyboardInterrupt) as error:
        keep_quiet_at_exit()
        failure = failure_of(error)
        return print_failure(failure, f"{program}: {failure}", as_json="--json" in arguments)
    return result if isinstance(result, int) else DONE


def failure_of(error: BaseException) -> Failure:
    """What an error means to people and to programs."""
    match error:
        case CardgenError():
            return Failure(error.code, str(error), error.exit_code, facts=error.facts)
        case click.UsageError():
            hint = f"Try `{error.ctx.command_path} --help`." if error.ctx else ""
            return Failure("usage", error.format_message(), USAGE, hint)
        case click.ClickException():
            return Failure("usage", error.format_message(), USAGE)
        case OSError():
            where = f"{error.filename}: " if error.filename else ""
            return Failure("file-system", f"{where}{error.strerror or error}", FAILED)
        case _ if isinstance(error, KeyboardInterrupt) or isinstance(
            error.__cause__, KeyboardInterrupt
        ):
            return Failure("stopped", "Stopped.", FAILED)
        case _:
            what = "A question was not answered."
            return Failure("usage", what, USAGE, "Give the answer as an option.")


def prepare_streams() -> None:
    """Output that shows any letter somehow, input that may be no text at all."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a console may lack a letter of a hall's name
            stream.reconfigure(errors="backslashreplace")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # a scanner may send what is no text


STOPS = tuple(
    getattr(signal, name)
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")  # no system has all of them
    if hasattr(signal, name)
)


def stop_as_by_the_keyboard() -> None:
    """A closed terminal and a system that shuts down stop a command as Ctrl-C does.

    What is ignored, as `nohup` does it, stays ignored.
    """
    for number in STOPS:
        if signal.getsignal(number) in {signal.SIG_DFL, signal.default_int_handler}:
            signal.signal(number, _stop)


def _stop(_number: int, _frame: FrameType | None) -> None:
    for number in STOPS:  # a second one must not stop the cleaning up
        signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt


def keep_quiet_at_exit() -> None:
    """What a full output did not take is dropped, or Python fails on it once more at its end."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except AttributeError:
        pass  # the command was started without an output

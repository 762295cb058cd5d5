"""What several commands ask for: paths, passphrases, the time, and how they answer."""

import functools
import os
import re
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar, cast

import click

from cardgen.amounts import how_many
from cardgen.card_id import SetSerial
from cardgen.card_text import drawn_face
from cardgen.command_line import print_json, say, say_what_is_awaited
from cardgen.errors import BadFileError, UsageError, shown
from cardgen.files import read_bounded
from cardgen.people import single_blanks
from cardgen.proof.custody import check_two_people
from cardgen.proof.finishing import Signed
from cardgen.proof.manifest import parsed_time, printed_time
from cardgen.proof.record import OpenedCard
from cardgen.series import RunId, Series
from cardgen.texts import as_entered, check_text

PASSPHRASE_BYTES_MAX = 4096
TYPED_BYTES_MAX = 1024
PEOPLE = 2
Decorated = TypeVar("Decorated", bound=Callable[..., Any])

PATH = click.Path(path_type=Path)


class FutureTimeError(UsageError):
    """A time that has not come yet."""

    code = "future-time"

    def __init__(self, given: datetime, this_moment: datetime) -> None:
        super().__init__(
            f"{printed_time(given)} is in the future: it is {printed_time(this_moment)} now. "
            "Compare the computer's clock with another one."
        )


class _Name(click.ParamType[str]):
    """A person's name, as it is kept."""

    name = "name"

    def convert(self, value: str, _parameter: object, _context: object) -> str:
        """The name with single blanks."""
        name = single_blanks(value)
        check_text("The name", name)
        return name


class _Text(click.ParamType[str]):
    """A line that is kept as it was typed, such as a reason."""

    name = "text"

    def convert(self, value: str, _parameter: object, _context: object) -> str:
        """The text in one form of each letter."""
        text = as_entered(value)
        check_text("The text", text)
        return text


NAME, TEXT = _Name(), _Text()


def json_option(command: Decorated) -> Decorated:
    """`--json`: one JSON object on standard output instead of sentences."""
    return click.option("--json", "as_json", is_flag=True, help="Answer as JSON.")(command)


def made_at_option(command: Decorated) -> Decorated:
    """`--made-at`: the time that tests name, hidden from people."""
    return click.option("--made-at", hidden=True, metavar="UTC")(command)


def plant_option(command: Decorated) -> Decorated:
    """`--plant`: the plant's folder."""
    return click.option(
        "--plant",
        "plant_folder",
        type=PATH,
        required=True,
        envvar="CARDGEN_PLANT",
        show_envvar=True,
        help="The plant's folder.",
    )(command)


def passphrase_options(command: Decorated) -> Decorated:
    """`--passphrase-file` and `--passphrase-fd`: instead of the prompt."""
    by_file = click.option(
        "--passphrase-file",
        "passphrase_files",
        type=PATH,
        multiple=True,
        help="Read the passphrase from the first line of this file.",
    )
    by_descriptor = click.option(
        "--passphrase-fd",
        "passphrase_fds",
        type=click.IntRange(min=0),
        multiple=True,
        help="Read the passphrase from the first line of this file descriptor.",
    )
    return by_file(by_descriptor(command))


def two_people_option(command: Decorated) -> Decorated:
    """`--by` and `--second`: two people who did something together and say so."""
    return _people_options(command, "people", "Your name: who does it.")


def _people_options(command: Decorated, argument: str, told: str) -> Decorated:
    """The options of two people, which the command takes as the names under one argument."""

    @functools.wraps(command)
    def with_people(**values: Any) -> Any:  # noqa: ANN401 -- click's values
        names = (*values.pop("by"), *filter(None, (values.pop("second"),)))
        asked = argument == "people" or bool(names)
        return command(**{argument: two_people(names) if asked else ()}, **values)

    by = click.option("--by", multiple=True, type=NAME, help=told)
    second = click.option("--second", type=NAME, help="The name of the second person.")
    return cast("Decorated", by(second(with_people)))


def cards_option(command: Decorated) -> Decorated:
    """`--cards`: ranges of cards, each of its set."""
    return click.option(
        "--cards", "parts", multiple=True, help="Only these cards: SET:FIRST-LAST; repeatable."
    )(command)


def yes_option(command: Decorated) -> Decorated:
    """`--yes`: what cannot be undone is done without asking for the run id."""
    return click.option("--yes", is_flag=True, help="Do it without asking for the run id.")(command)


def check_meant(run_id: RunId, what: str, *, yes: bool) -> None:
    """What cannot be undone is meant: the run id is typed, or --yes is given.

    Raises: UsageError.
    """
    if yes:
        return
    if sys.stdin is None or not sys.stdin.isatty():
        raise UsageError(f"{what} cannot be undone. Give --yes, or type the run id at a terminal.")
    typed: str = click.prompt(f"{what} cannot be undone. Type the run id", err=True)
    if typed.strip() != run_id.hex():
        raise UsageError("That is not the run id, so nothing was done. `cardgen runs` lists it.")


def now() -> datetime:
    """This moment, in whole seconds of UTC."""
    return datetime.now(UTC).replace(microsecond=0)


def moment(text: str | None) -> datetime:
    """The time that was given, or now. Raises: FutureTimeError."""
    this_moment = now()
    given = this_moment if text is None else parsed_time(text)
    if given > this_moment:
        raise FutureTimeError(given, this_moment)
    return given


def new_passphrase(what: str, files: Sequence[Path], descriptors: Sequence[int]) -> str:
    """A passphrase to lock something with; typed twice when it is typed."""
    given = _given(files, descriptors)
    if not given:
        _check_terminal()
        typed: str = click.prompt(what, hide_input=True, confirmation_prompt=True, err=True)
        return typed
    return _only(given, 1)[0]


def passphrases(
    whats: Sequence[str], files: Sequence[Path], descriptors: Sequence[int]
) -> list[str]:
    """One passphrase for each thing to unlock, in order."""
    given = _given(files, descriptors)
    if not given:
        _check_terminal()
        return [click.prompt(what, hide_input=True, err=True) for what in whats]
    return _only(given, len(whats))


def card_sentences(series: Series, opened: OpenedCard) -> list[str]:
    """An opened card for people: its id, its faces drawn, and that it is proved."""
    faces = [drawn_face(face.face, face.face_number) for face in opened.faces]
    return [
        f"Card {opened.card.printed}, series {series.series}, {series.color}.",
        *faces,
        "The card is proved in the root that the maker signed.",
    ]


def number_ranges(text: str) -> list[range]:
    """The audit numbers in this text, such as 1-8,40. Raises: UsageError."""
    wanted = []
    for part in text.split(","):
        found = re.fullmatch(r"([0-9]{1,10})(?:-([0-9]{1,10}))?", part)
        numbers = None if found is None else range(int(found[1]), int(found[2] or found[1]) + 1)
        if not numbers:
            raise UsageError(f"--audit-numbers has {shown(part)}: expected numbers such as 1-8,40.")
        wanted.append(numbers)
    return wanted


def set_ranges(parts: Sequence[str]) -> dict[SetSerial, tuple[range, ...]]:
    """The cards that `--cards` names, ranges of each set. Raises: UsageError."""
    cards: dict[SetSerial, tuple[range, ...]] = {}
    for part in parts:
        found = re.fullmatch(r"([0-9]{6}):([0-9]{1,7})(?:-([0-9]{1,7}))?", part, re.ASCII)
        if found is None or int(found[2]) > int(found[3] or found[2]):
            raise UsageError(f"--cards has {shown(part)}: expected SET:FIRST-LAST.")
        serial = SetSerial(found[1])
        numbers = range(int(found[2]), int(found[3] or found[2]) + 1)
        cards[serial] = (*cards.get(serial, ()), numbers)
    return cards


def one_range_of_each(parts: Sequence[str]) -> dict[SetSerial, range]:
    """The cards that `--cards` names, where a set has one range only. Raises: UsageError."""
    cards = {}
    for serial, ranges in set_ranges(parts).items():
        if len(ranges) > 1:
            raise UsageError(f"--cards names set {serial} twice; name one range of a set.")
        cards[serial] = ranges[0]
    return cards


def answer(sentences: Sequence[str], facts: dict[str, Any], *, as_json: bool) -> None:
    """Tell what was done, to people or to programs."""
    if as_json:
        print_json({"ok": True} | facts, None)
    else:
        for sentence in sentences:
            say(sentence)


def signers_option(command: Decorated) -> Decorated:
    """`--by` and `--second`, where two people sign only for what is not as it should be."""
    return _people_options(command, "signers", "Your name, where two people must sign for it.")


def signed_by(signers: tuple[str, ...], reason: str | None, at: datetime) -> Signed:
    """What two people sign for. Raises: UsageError, BadValueError."""
    from cardgen.documents.typefaces import check_written

    if reason is None:
        raise UsageError("Two people sign for a reason: give --reason.")
    for text in (reason, *signers):
        check_text("What is signed", text)
        check_written("What is signed", text)
    return Signed(at, two_people(signers), reason)


def two_people(names: tuple[str, ...]) -> tuple[str, str]:
    """The names of two people. Raises: UsageError, BadValueError."""
    if len(names) != PEOPLE:
        told = "1 person" if len(names) == 1 else f"{len(names)} people"
        raise UsageError(f"{told} named; give --by NAME --second NAME.")
    first, second = map(single_blanks, names)
    for name in (first, second):
        check_text("The name", name)
    check_two_people("Who did it", first, second)
    return first, second


def _check_terminal() -> None:
    """Raises: UsageError, when nobody is there to type a passphrase."""
    if sys.stdin is None or not sys.stdin.isatty():
        raise UsageError(
            "There is no terminal to type a passphrase at. "
            "Give it with --passphrase-file or --passphrase-fd."
        )


def typed_line(what: str) -> str:
    """What was scanned or typed on standard input; only its first line, without its end.

    A person at the keyboard is told what is awaited.

    Raises: UsageError, when standard input is closed.
    """
    if sys.stdin is None:
        raise UsageError("Standard input is closed. Scan or type the code there.")
    say_what_is_awaited(what)
    raw = sys.stdin.buffer.readline(TYPED_BYTES_MAX)
    return raw.decode("ascii", "replace").strip("\r\n\t ")


def _given(files: Sequence[Path], descriptors: Sequence[int]) -> list[str]:
    lines = [read_bounded(path, PASSPHRASE_BYTES_MAX, "Name a text file.") for path in files]
    for descriptor in descriptors:
        try:
            with os.fdopen(descriptor, "rb") as file:
                lines.append(file.read(PASSPHRASE_BYTES_MAX))
        except OSError:
            why = "it is not open for reading"
            raise BadFileError(f"file descriptor {descriptor}", why, "Open it first.") from None
    try:
        # An editor may begin a file with a byte order mark: it locks nothing.
        return [(line.decode("utf-8-sig").splitlines() or [""])[0] for line in lines]
    except UnicodeDecodeError:
        raise UsageError("A passphrase is not UTF-8 text. Type it into a text file.") from None


def _only(given: list[str], count: int) -> list[str]:
    if len(given) != count:
        raise UsageError(
            f"{how_many(len(given), 'passphrase')} given for {count} to unlock. "
            "Give one each, in the same order."
        )
    return given

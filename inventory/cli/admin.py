"""The house: set it up, audit the ledger, prove a card."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardgen.command_line import AskedOption, Choice, print_json, say
from cardgen.errors import printable
from inventory.cli.context import (
    EXIT_NOT_VALID,
    Where,
    acting,
    by_option,
    context_of,
    entered_texts,
    looking,
    open_hall,
    run,
    second_option,
    slip_letters,
    texts_of,
)

if TYPE_CHECKING:
    from inventory.desk.game.slips import SlipFound
    from inventory.desk.hall import Hall

LOG_ID_BYTES = 4
_PAYS_AGAIN = (
    "Does the player pay again? In an exchange one original is given up and two cards of another "
    'color are taken. 9 NYCRR 4820.51(g) says the player "is sold two for the same price". '
    "yes: she pays the price once more. no: she pays nothing more, or nothing is exchanged here"
)


class _KeptProfiles(Choice):
    """The profiles that are kept, looked up when one is asked for and not before."""

    def __init__(self) -> None:
        super().__init__(())

    @property
    def choices(self) -> tuple[str, ...]:
        """Their names."""
        from inventory.rules.profile_file import profile_names

        return profile_names()

    @choices.setter
    def choices(self, given: object) -> None:
        """Nothing is given: a new file is a new profile."""


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--hall-id",
    cls=AskedOption,
    prompt="Short name as the maker writes it, such as st-brendan",
    help="The hall's short name as in the maker's order form.",
)
@click.option(
    "--name", cls=AskedOption, prompt="Name of the hall", help="The hall's name as papers print it."
)
@click.option(
    "--profile",
    cls=AskedOption,
    prompt="Rules",
    type=_KeptProfiles(),
    help="The rules of the state, or `house` for your own: inventory rules show NAME.",
)
@click.option(
    "--pays-again",
    cls=AskedOption,
    prompt=_PAYS_AGAIN,
    type=Choice(["yes", "no"]),
    help="Whether a player pays the price once more in an exchange.",
)
@click.option(
    "--punch",
    cls=AskedOption,
    prompt="How are cards defaced, such as by a round punch",
    help="How surrendered cards are defaced, such as by a round punch.",
)
@click.option(
    "--by",
    cls=AskedOption,
    prompt="Who sets it up",
    envvar="INVENTORY_BY",
    show_envvar=True,
    help="Your name.",
)
@click.option("--json", "as_json", is_flag=True, help="Answer as JSON.")
def init(folder: Path, *, as_json: bool, **answers: str) -> int:
    """\b
    Example: inventory init hall/

    Set up a hall in a new folder.

    It asks for what is not given as an option.
    """
    import secrets

    from cardgen.order import HallId
    from inventory.desk.hall import Answers, Hall

    answers = entered_texts(answers)
    where = Where(folder, "1", answers["by"], "", secrets.token_hex(16), as_json)
    asked = Answers(
        HallId(answers["hall_id"]),
        answers["name"],
        answers["profile"],
        answers["pays_again"],
        answers["punch"],
    )
    hall = Hall.found(folder, asked, context_of(where), secrets.token_hex(LOG_ID_BYTES))
    hall.close()
    told = f"{asked.hall_name} is set up in {folder}. Next: inventory receive DELIVERY"
    if as_json:
        facts = {"ok": True, "hall": str(asked.hall), "log": hall.ledger.log_name}
        print_json(facts | {"lines": [told]})
    else:
        say(told)
    return 0


@click.command()
@click.option("--slip", default="", help="The ten letters of a paper slip, best the newest.")
@click.option("--rebuild", is_flag=True, help="Make the tables anew from a whole log first.")
@by_option(required=False)
@second_option()
@looking
def audit(where: Where, slip: str, *, rebuild: bool, by: str, second: str) -> int:
    """\b
    Example: inventory audit --slip 7K2MX0Q9AB
             inventory audit --rebuild --by Ann --second Bob

    Audit the ledger and name every finding.

    It does not stop at the first one. Exit 3 with findings.

    Of a slip that is not the newest it says what that paper proves, and what follows it. With
    --rebuild two people have the tables made anew from a whole and signed log, then checked.
    """
    from inventory.decisions.facts import check_two_people
    from inventory.desk.hall import Hall
    from inventory.desk.papers.reporting import entries_of_older_laws, read_audit

    letters = slip_letters(slip)
    with contextlib.closing(Hall.open_unchecked(where.hall)) as hall:
        if rebuild:
            if not by.strip():
                raise click.UsageError("--rebuild asks who does it: --by NAME --second NAME.")
            check_two_people(context_of(replace(where, by=by, second=second)))
            hall.ledger.rebuild(hall.key)
        findings = read_audit(hall, letters)
        found = _slip_of(hall, letters)
        older = entries_of_older_laws(hall)
    if where.as_json:
        print_json(
            {
                "ok": not findings,
                "findings": [{"code": one.code, "sentence": one.sentence} for one in findings],
                "entries_of_older_laws": older,
                **({"slip": found.fields} if found else {}),
            }
        )
    elif found and not findings:
        say(found.sentence)
    for finding in findings:
        click.echo(f"finding ({finding.code}): {finding.sentence}", err=True)
    if not findings and not where.as_json:
        say(
            "Audit: nothing found. Engine, tables and triggers, key, tree, checkpoints, replay, "
            "every act decided again, hours of sale, figures, deliveries, status lists."
        )
    if older and not where.as_json:
        say(
            f"Entries 1 to {older} were written under an older law: they are replayed and added "
            "up, and not decided again by the rules of today."
        )
    return EXIT_NOT_VALID if findings else 0


def _slip_of(hall: Hall, letters: str) -> SlipFound | None:
    """The slip, when it is one of this ledger and the ledger can be read."""
    from cardgen.errors import CardgenError
    from inventory.desk.game.slips import find_slip
    from inventory.errors import Refused

    try:
        return find_slip(hall, letters) if letters else None
    except (CardgenError, Refused, LookupError, ValueError):
        return None  # the audit's findings say so


@click.command()
@click.argument("card")
@looking
def prove(where: Where, card: str) -> int:
    """\b
    Example: inventory prove ACME-000123-0000057-F

    Show every entry of a card, each proved in the signed tree.
    """
    from inventory.desk.papers.reporting import read_proof
    from inventory.reports.spoken.makers_lines import words_on

    (text,) = texts_of((card,))
    with open_hall(where) as hall:
        proof = read_proof(hall, text)
    if where.as_json:
        print_json(proof.fields)
        return 0
    for one in proof.entries:
        context = one.entry.context
        say(f"{one.entry.sequence:>7} {context.moment.printed} {context.clerk}: "
                   f"{one.entry.kind_name}, proved by {len(one.proof)} hashes")  # fmt: skip
        for line in words_on(one.entry, proof.card):
            say(f"        {printable(line)}")
    say(proof.note)
    return 0


@click.command()
@click.argument("set_serial")
@click.option(
    "--list",
    "path",
    type=click.Path(path_type=Path, dir_okay=False),
    required=True,
    help="The maker's signed status list; its .sig lies beside it.",
)
@acting
def disclosed(where: Where, set_serial: str, path: Path) -> int:
    """\b
    Example: inventory disclosed 000123 --list status.json --by Ann

    Note that the maker published a set's secrets.

    The maker's signed list says so. No claim on the set is valid from then on.
    """
    from inventory.commands.maker import DiscloseSet
    from inventory.desk.set_status import read_files

    with open_hall(where) as hall:
        return run(where, hall, DiscloseSet.of(set_serial, read_files(path)))


@click.command()
@click.argument("card")
@click.option("--ruling", required=True, help="Who decided it, and where it is written.")
@acting
def release(where: Where, card: str, ruling: str) -> int:
    """\b
    Example: inventory release CARD --ruling "commission, letter 114" --by Ann --second Bob

    Release a claimed card of a recalled set.

    Its claim may be judged and paid when that was decided outside.

    Claim it again by its card id; the code is not needed once more.
    """
    from inventory.commands.maker import ReleaseCard
    from inventory.desk.lookup import find_one

    (text,) = texts_of((card,))
    with open_hall(where) as hall:
        return run(where, hall, ReleaseCard(find_one(hall, text), ruling))


COMMANDS = (audit, prove, disclosed, release)

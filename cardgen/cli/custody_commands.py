"""Commands of the two custodians: make and publish components, and take them away again."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from cardgen.amounts import how_many
from cardgen.cli.options import (
    NAME,
    PATH,
    answer,
    check_meant,
    json_option,
    made_at_option,
    moment,
    new_passphrase,
    passphrase_options,
    plant_option,
    two_people_option,
    yes_option,
)
from cardgen.command_line import Group
from cardgen.errors import UsageError
from cardgen.files import destroy, partial_folder
from cardgen.plant.custodians import (
    CustodyOrderError,
    Publication,
    Published,
    check_drilled,
    custody_of,
    open_component,
    publish,
    remove,
)
from cardgen.plant.journal import plant_maker
from cardgen.proof.custody import Removal, check_two_people
from cardgen.proof.manifest import printed_time
from cardgen.run_record import RunRecord
from cardgen.secret.core_dumps import forbid_core_dumps
from cardgen.secret.custody import ComponentHeader, new_component, read_header
from cardgen.secret.keystore import read_keys

CUSTODIANS = 2


@click.group("custody", cls=Group)
def custody_command() -> None:
    """\b
    Example:
      cardgen custody new ann.json --custodian "Ann Berg" --plant PLANT
      cardgen custody new bob.json --custodian "Bob Cole" --plant PLANT

    Keep a run's secret in two halves, by two people.
    """


@custody_command.command("new")
@click.argument("component", type=PATH, metavar="FILE")
@click.option("--custodian", type=NAME, required=True, help="The name of the person who keeps it.")
@click.option("--plant", "plant_folder", type=PATH, help="Publish it in this plant's journal.")
@click.option("--after", help="The fingerprint that the other custodian has published.")
@made_at_option
@passphrase_options
@json_option
def custody_new(
    component: Path,
    custodian: str,
    plant_folder: Path | None,
    after: str | None,
    made_at: str | None,
    passphrase_files: Sequence[Path],
    passphrase_fds: Sequence[int],
    *,
    as_json: bool,
) -> None:
    """\b
    Example:
      cardgen custody new ann.json --custodian "Ann Berg" --plant PLANT

    Make one custodian's component of the next run's secret.

    32 bytes are drawn from the operating system and locked with the custodian's passphrase. With
    --plant its fingerprint is published at once; a component that waits there for its second is
    noted as the one before. On a machine of her own the second custodian names it with --after,
    and publishes later with `cardgen custody publish`.
    """
    forbid_core_dumps()
    created = moment(made_at)
    partial_folder(component)
    if plant_folder is not None and after is None:
        after = open_component(plant_folder, custodian)
    words = new_passphrase(f"Passphrase of {custodian}", passphrase_files, passphrase_fds)
    header = new_component(component, custodian, words, created, after=after)
    sentences = [f"{component} is kept by {custodian}."]
    facts = _facts(component, header)
    if plant_folder is None:
        sentences.append(f"Fingerprint: {header.fingerprint}. Publish it now.")
    else:
        published = publish(plant_folder, _publication(header), created)
        facts |= _published_facts(published)
        sentences.append(_published_sentence(published))
    answer(sentences, facts, as_json=as_json)


@custody_command.command("publish")
@click.argument("component", type=PATH, metavar="FILE")
@plant_option
@made_at_option
@json_option
def custody_publish(
    component: Path, plant_folder: Path, made_at: str | None, *, as_json: bool
) -> None:
    """\b
    Example:
      cardgen custody publish ann.json --plant PLANT

    Note a component's fingerprint in the plant's journal.

    A's is published before B's is made; B's file names A's fingerprint and is refused otherwise.
    No passphrase is needed: the fingerprint is public.
    """
    header = read_header(component)
    published = publish(plant_folder, _publication(header), moment(made_at))
    facts = _facts(component, header) | _published_facts(published)
    answer([_published_sentence(published)], facts, as_json=as_json)


@custody_command.command("sitting")
@click.argument("component_a", type=PATH, metavar="FILE_A")
@click.argument("component_b", type=PATH, metavar="FILE_B")
@plant_option
@click.option("--custodian", "custodians", type=NAME, multiple=True, help="A's name, then B's.")
@made_at_option
@passphrase_options
@json_option
def custody_sitting(
    component_a: Path,
    component_b: Path,
    plant_folder: Path,
    custodians: Sequence[str],
    made_at: str | None,
    passphrase_files: Sequence[Path],
    passphrase_fds: Sequence[int],
    *,
    as_json: bool,
) -> None:
    """\b
    Example:
      cardgen custody sitting ann.json bob.json --plant PLANT \\
        --custodian "Ann Berg" --custodian "Bob Cole"

    Make both components in one sitting, in a shop of two.

    Each types her passphrase while the other looks away; A's fingerprint is published before B's
    component is made. The certificate says that both were made in one sitting.
    """
    if len(custodians) != CUSTODIANS:
        raise UsageError(f"{how_many(len(custodians), 'custodian')} named; give --custodian twice.")
    check_two_people("The custodian", *custodians)
    forbid_core_dumps()
    at = moment(made_at)
    if component_a == component_b:
        raise UsageError("Both components have one file name; name two files.")
    plant_maker(plant_folder)
    for path in (component_a, component_b):
        partial_folder(path)
    words = [
        new_passphrase(f"Passphrase of {name} (the other looks away)", files, descriptors)
        for name, files, descriptors in zip(
            custodians, *_one_each(passphrase_files, passphrase_fds), strict=True
        )
    ]
    sentences, components, after = [], [], None
    for path, name, passphrase in zip((component_a, component_b), custodians, words, strict=True):
        header = new_component(path, name, passphrase, at, after=after)
        published = publish(plant_folder, _publication(header), at, one_sitting=True)
        components.append(_facts(path, header) | _published_facts(published))
        sentences += [f"{path} is kept by {name}.", _published_sentence(published)]
        after = header.fingerprint
    sentences.append("The certificate will say that both were made in one sitting.")
    answer(sentences, {"components": components, "one_sitting": True}, as_json=as_json)


@custody_command.command("remove")
@click.argument("run_folder", type=PATH, metavar="RUN")
@click.argument("components", type=PATH, nargs=-1, metavar="[FILE]...")
@plant_option
@two_people_option
@yes_option
@made_at_option
@json_option
def custody_remove(
    run_folder: Path,
    components: Sequence[Path],
    plant_folder: Path,
    people: tuple[str, str],
    made_at: str | None,
    *,
    yes: bool,
    as_json: bool,
) -> None:
    """\b
    Example:
      cardgen custody remove RUN ann.json bob.json --plant PLANT \\
        --by "Ann Berg" --second "Bob Cole"

    State that a run's components left the plant.

    Files that are named are overwritten and deleted. After quality control, before shipping: two
    people sign for it, the journal keeps time and names, the certificate carries the statement. A
    file is named only to be deleted: its escrow must have passed a drill that the journal knows.
    Deleting is best effort; a flash disk or a backup may keep what was overwritten. Spoils can no
    longer be remade.
    """
    from cardgen.documents.typefaces import check_written

    record = RunRecord.read(run_folder, read_keys(plant_folder).chain.plant_key)
    for name in people:
        check_written("Who removed the components", name)
    custody = custody_of(plant_folder, record.run_id)
    is_noted = custody is not None and custody.removed is not None
    # After a note the same command goes on where it was stopped: some files may be gone.
    there = [path for path in components if path.exists() or not is_noted]
    for path in there:
        header = read_header(path)
        if header.fingerprint not in record.component_fingerprints:
            why = f"{path} is no component of run {record.run_id.hex()}"
            raise CustodyOrderError(why, "Name the files that made this run.")
        check_drilled(plant_folder, header.fingerprint)
    check_meant(record.run_id, "A removal", yes=yes)
    removal = remove(plant_folder, record.run_id, Removal(moment(made_at), people))
    for path in there:
        destroy(path)
    at = printed_time(removal.at)
    facts = {
        "run_id": record.run_id.hex(),
        "removed_at": at,
        "by": list(removal.by),
        "deleted": [str(path) for path in there],
    }
    stated = f"{removal.by[0]} and {removal.by[1]} say so"
    sentences = [
        f"The components of run {record.run_id.hex()} left the plant at {at}: {stated}.",
        *(f"{path} was overwritten and deleted." for path in there),
    ]
    answer(sentences, facts, as_json=as_json)


def _one_each(
    files: Sequence[Path], descriptors: Sequence[int]
) -> tuple[list[list[Path]], list[list[int]]]:
    """A passphrase file or descriptor for each custodian, or none for both."""
    given = len(files) + len(descriptors)
    if given not in {0, CUSTODIANS}:
        raise UsageError(f"{how_many(given, 'passphrase')} given for {CUSTODIANS} custodians.")
    if not given:
        return [[], []], [[], []]
    in_files = [[path] for path in files] + [[] for _ in descriptors]
    return in_files, [[] for _ in files] + [[descriptor] for descriptor in descriptors]


def _publication(header: ComponentHeader) -> Publication:
    return Publication(header.fingerprint, header.custodian, header.after)


def _facts(path: Path, header: ComponentHeader) -> dict[str, Any]:
    return {
        "file": str(path),
        "custodian": header.custodian,
        "fingerprint": header.fingerprint,
        "after": header.after,
    }


def _published_facts(published: Published) -> dict[str, Any]:
    return {"published_at": printed_time(published.published_at)}


def _published_sentence(published: Published) -> str:
    publication = published.publication
    which = "A" if publication.after is None else "B"
    return (
        f"Fingerprint {publication.fingerprint} of {publication.custodian} was published at "
        f"{printed_time(published.published_at)}, as component {which}."
    )

"""Commands for the plant and its custodians: keys, journal, components."""

from collections.abc import Sequence
from pathlib import Path

import click

from cardgen import plant
from cardgen.card_id import MakerId
from cardgen.cli.options import (
    PATH,
    answer,
    json_option,
    moment,
    new_passphrase,
    passphrase_options,
)
from cardgen.files import new_folder, partial_folder
from cardgen.secret.custody import (
    PASSPHRASE_CHARACTERS_MIN,
    WeakPassphraseError,
    new_component,
)
from cardgen.secret.keystore import ROOT_KEY, NewKeys, write_keys

CUSTODIANS = 2
RUN_ID_BYTES = 16


@click.command("init")
@click.argument("folder", type=PATH, metavar="PLANT")
@click.option("--maker", required=True, help="The manufacturer's identification number, 4 symbols.")
@click.option("--made-at", help="The time in UTC, such as 2026-11-30T18:00:00Z (default: now).")
@passphrase_options
@json_option
def init_command(
    folder: Path,
    maker: str,
    made_at: str | None,
    passphrase_files: Sequence[Path],
    passphrase_fds: Sequence[int],
    *,
    as_json: bool,
) -> None:
    """\b
    Example:
      cardgen init PLANT --maker ACME

    Make a plant's folder: root key, signers, chain and journal.

    The passphrase locks root-key.pem. Carry that file away: it is needed only to issue the
    next signers, and whoever has it can sign as this maker for twenty years.
    """
    maker_id, created = MakerId(maker), moment(made_at)
    partial_folder(folder)
    passphrase = new_passphrase("Passphrase for the root key", passphrase_files, passphrase_fds)
    if len(passphrase) < PASSPHRASE_CHARACTERS_MIN:
        raise WeakPassphraseError
    with new_folder(folder) as partial:
        partial.chmod(0o700)
        keys = NewKeys.draw()
        chain = keys.chain(maker_id, created)
        write_keys(partial, keys, chain, passphrase)
        plant.create_journal(partial, maker_id)
    facts = {"plant": str(folder), "maker": maker_id, "fingerprint": chain.fingerprint}
    sentences = [
        f"Plant {folder} of maker {maker_id} is ready.",
        f"Fingerprint: {chain.fingerprint}. It goes on every paper certificate.",
        f"Carry {folder / ROOT_KEY} away now.",
    ]
    answer(sentences, facts, as_json=as_json)


@click.group("custody")
def custody_command() -> None:
    """\b
    Example:
      cardgen custody new ann.json --custodian "Ann Berg"

    A run's secret is kept in two halves by two people.
    """


@custody_command.command("new", short_help="Make one component of the next run's secret.")
@click.argument("component", type=PATH, metavar="FILE")
@click.option("--custodian", required=True, help="The name of the person who keeps it.")
@click.option("--made-at", help="The time in UTC (default: now).")
@passphrase_options
@json_option
def custody_new(
    component: Path,
    custodian: str,
    made_at: str | None,
    passphrase_files: Sequence[Path],
    passphrase_fds: Sequence[int],
    *,
    as_json: bool,
) -> None:
    """\b
    Example:
      cardgen custody new ann.json --custodian "Ann Berg"

    Make one custodian's component of the next run's secret.

    32 bytes are drawn from the operating system and locked with the custodian's passphrase.
    Publish the fingerprint before the other custodian makes hers.
    """
    created = moment(made_at)
    partial_folder(component)
    what = f"Passphrase of {custodian}"
    passphrase = new_passphrase(what, passphrase_files, passphrase_fds)
    header = new_component(component, custodian, passphrase, created)
    facts = {"file": str(component), "custodian": custodian, "fingerprint": header.fingerprint}
    sentences = [
        f"{component} is kept by {custodian}.",
        f"Fingerprint: {header.fingerprint}. Publish it now.",
    ]
    answer(sentences, facts, as_json=as_json)

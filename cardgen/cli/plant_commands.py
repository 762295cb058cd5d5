"""The command that sets up a plant: its keys and its journal."""

from collections.abc import Sequence
from pathlib import Path

import click

from cardgen.card_id import MakerId
from cardgen.cli.options import (
    PATH,
    answer,
    json_option,
    made_at_option,
    moment,
    new_passphrase,
    passphrase_options,
)
from cardgen.files import new_folder, partial_folder
from cardgen.plant.journal import create_journal
from cardgen.secret.custody import PASSPHRASE_CHARACTERS_MIN, WeakPassphraseError
from cardgen.secret.keystore import ROOT_KEY, NewKeys, write_keys


@click.command("init")
@click.argument("folder", type=PATH, metavar="PLANT")
@click.option("--maker", required=True, help="The manufacturer's identification number, 4 symbols.")
@made_at_option
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

    Make a plant's folder: root key, signers, chain, journal.

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
        create_journal(partial, maker_id)
    facts = {"plant": str(folder), "maker": maker_id, "fingerprint": chain.fingerprint}
    sentences = [
        f"Plant {folder} of maker {maker_id} is ready.",
        f"Fingerprint: {chain.fingerprint}. It goes on every paper certificate.",
        f"Carry {folder / ROOT_KEY} away now.",
    ]
    answer(sentences, facts, as_json=as_json)

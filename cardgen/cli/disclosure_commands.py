"""Commands for a run whose secret was published: make its cards again."""

import re
from pathlib import Path
from typing import Any

import click

from cardgen.card_id import AUDIT_NUMBER_MAX
from cardgen.cli.options import (
    PATH,
    answer,
    json_option,
)
from cardgen.errors import UsageError, shown
from cardgen.secret.disclosure import read_disclosure, regenerate

CUSTODIANS = 2
RUN_ID_BYTES = 16


@click.command("regenerate")
@click.argument("disclosure", type=PATH)
@click.option("--set-serial", help="Only this set.")
@click.option("--audit-numbers", help="Only these cards in full, such as 1-8,40 (default: all).")
@json_option
def regenerate_command(
    disclosure: Path, set_serial: str | None, audit_numbers: str | None, *, as_json: bool
) -> None:
    """\b
    Example:
      cardgen regenerate DISCLOSURE.json --set-serial 000123 --audit-numbers 1-8,40 --json

    Make a run's cards again from its disclosed components.

    After all cards of a run are closed, both components are published; from them everybody can
    make every card again and compare it with paper and ledger.
    """
    read = read_disclosure(disclosure)
    chosen = [s for s in read.series if set_serial in {None, str(s.set_serial)}]
    if not chosen:
        known = ", ".join(s.set_serial for s in read.series)
        raise UsageError(f"Set {set_serial} is not disclosed here; there are: {known}.")
    wanted = _audit_numbers(audit_numbers)
    facts = {
        "root_commit": read.secrets.root_commit,
        "series": [regenerate(read, series, wanted) for series in chosen],
    }
    answer(_regenerated_sentences(facts), facts, as_json=as_json)


def _audit_numbers(text: str | None) -> list[range]:
    if text is None:
        return [range(1, AUDIT_NUMBER_MAX + 1)]
    wanted = []
    for part in text.split(","):
        found = re.fullmatch(r"([0-9]{1,10})(?:-([0-9]{1,10}))?", part)
        if found is None:
            raise UsageError(f"--audit-numbers has {shown(part)}: expected numbers such as 1-8,40.")
        wanted.append(range(int(found[1]), int(found[2] or found[1]) + 1))
    return wanted


def _regenerated_sentences(facts: dict[str, Any]) -> list[str]:
    sentences = [f"Root commitment {facts['root_commit']}."]
    for series in facts["series"]:
        header = series["header"]
        sentences.append(f"Set {header['set_serial']}, series {header['series']}:")
        sentences.append(f"  root {series['root']}")
        sentences.append(f"  records {series['records_sha256']}")
        for card in series["cards"]:
            numbers = "; ".join(
                " ".join(str(number) for column in face["columns"] for number in column)
                for face in card["faces"]
            )
            sentences.append(f"  {card['card_id']}: {numbers}")
    return sentences

"""The command that inspects a run before it ships."""

from pathlib import Path
from typing import Any

import click

from cardgen.amounts import how_many
from cardgen.cli.options import PATH, answer, json_option, made_at_option, moment
from cardgen.errors import VerificationError
from cardgen.files import PRIVATE_MODE, new_folder, partial_folder, read_bounded, write_new
from cardgen.inspected import FINDINGS_TOLD_MAX, Inspection
from cardgen.inspection.inspect import InspectJob, inspect_run
from cardgen.progress import watched
from cardgen.proof.chain import Chain
from cardgen.proof.delivery import CHAIN
from cardgen.run_folder import INSPECTION, RECORD, RESULT, RESULT_PAGE
from cardgen.run_record import RunRecord
from cardgen.secret.core_dumps import forbid_core_dumps

CHAIN_BYTES_MAX = 1 << 16
FINDINGS_SHOWN = 10


class InspectionFailedError(VerificationError):
    """A run that must not ship."""

    code = "inspection-failed"

    def __init__(self, facts: dict[str, Any], where: Path) -> None:
        self.facts = facts
        count = how_many(len(facts["findings"]), "finding")
        super().__init__(
            f"The run must not ship: {count}, listed in {where / RESULT}. "
            "Make it again, or find out who changed it."
        )


@click.command("inspect")
@click.argument("run_folder", type=PATH, metavar="RUN")
@click.option("--out", type=PATH, help="Where the result goes (default: RUN/inspection).")
@click.option("--fingerprint", help="The maker's fingerprint, as paper says it.")
@made_at_option
@json_option
def inspect_command(
    run_folder: Path,
    out: Path | None,
    fingerprint: str | None,
    made_at: str | None,
    *,
    as_json: bool,
) -> None:
    """\b
    Example:
      cardgen inspect RUN

    Inspect a run before it ships.

    Every page is read, every card is opened, every figure is judged. It uses no part of cardgen
    that deals, seals or draws, and no secret: the codes are read from the pages in RUN/press. The
    result is written as JSON and as one page with pictures, whatever the verdict is. Exit code 3
    when the run must not ship.
    """
    from cardgen.papers.inspection_page import draw_inspection

    forbid_core_dumps()  # it opens every card of the run
    when, folder = moment(made_at), out or run_folder / INSPECTION
    partial_folder(folder)
    mends = "Name a folder that `cardgen make` wrote."
    chain = Chain.parse(read_bounded(run_folder / RECORD / CHAIN, CHAIN_BYTES_MAX, mends))
    if fingerprint is not None:
        chain.check_fingerprint(fingerprint)
    record = RunRecord.read(run_folder, chain.plant_key)
    cards = sum(made.series.count for made in record.series)
    with watched(cards, "Cards inspected") as watch:
        inspection = inspect_run(InspectJob(run_folder, chain, when, watch))
    with new_folder(folder) as partial:
        write_new(partial / RESULT, inspection.json, PRIVATE_MODE)
        write_new(partial / RESULT_PAGE, draw_inspection(inspection), PRIVATE_MODE)
    if inspection.passed:
        answer(_sentences(inspection, folder), inspection.fields, as_json=as_json)
        return
    if not as_json:
        answer(_sentences(inspection, folder), inspection.fields, as_json=False)
    raise InspectionFailedError(inspection.fields, folder)


def _sentences(inspection: Inspection, folder: Path) -> list[str]:
    from cardgen.papers.inspection_page import verdict

    sentences = [
        f"Set {one.series.set_serial}: {one.series.count} made, {one.found} found, "
        f"{one.opened} opened" + (f", {one.remade} printed once more." if one.remade else ".")
        for one in inspection.series
    ]
    shown = min(FINDINGS_SHOWN, FINDINGS_TOLD_MAX)
    sentences += [finding.sentence for finding in inspection.findings[:shown]]
    if len(inspection.findings) > shown:
        sentences.append(f"And {len(inspection.findings) - shown} more.")
    return [*sentences, verdict(inspection), f"The result is in {folder}."]

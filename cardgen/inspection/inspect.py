"""Inspecting a run before it ships: every page read, every record opened, every figure judged.

It uses words and proof only. What was dealt, it learns from the printed pages and the codes on
them, as a hall would; it shares no code with dealing, sealing or drawing.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from cardgen.errors import BadFileError, CardgenError
from cardgen.inspected import Finding, InspectedSeries, Inspection, Pictures
from cardgen.inspection.cards import Seen, SeriesReader, repeated_face_numbers, repeated_sets
from cardgen.inspection.chance import calls_figure, correlation_figure, ranks
from cardgen.inspection.press_reading import PressPagesError, read_cards
from cardgen.inspection.remakes import inspected_remakes
from cardgen.proof.bundle import Bundle, read_bundle
from cardgen.proof.chain import Chain
from cardgen.proof.checkpoint import plant_key_name, read_checkpoint, series_origin
from cardgen.proof.delivery import bundle_name, checkpoint_name, file_sha256
from cardgen.proof.independence import CHANCE_MIN, ChanceFigure
from cardgen.proof.manifest import check_not_before
from cardgen.run_folder import PRESS, RECORD
from cardgen.run_record import MadeSeries, RunRecord
from cardgen.watch import Watch

FACES_JUDGED_MIN = 100  # fewer cannot be told from chance
FACES_PICTURED_MIN = 1_000  # a picture or a figure of fewer could tell something of one card
DOTS_MAX = 2_000
CARDS_TOLD = 100  # whoever watches is told after so many
PARTS = 1_000  # a dot stands on a grid too coarse to name a card


@dataclass(frozen=True, slots=True)
class InspectJob:
    """Which run is inspected, whose signature it must have, and when."""

    run: Path
    chain: Chain
    inspected_at: datetime
    watch: Watch = field(default_factory=Watch)


def inspect_run(job: InspectJob) -> Inspection:
    """What there is to say of a run, whether it may ship or not.

    Raises: BadFileError, when there is no run; SignatureError; BadValueError, when it is not
    made yet.
    """
    record = RunRecord.read(job.run, job.chain.plant_key)
    check_not_before("The time of the inspection", job.inspected_at, record.made_at)
    press = job.run / PRESS
    if not any((press / file.name).exists() for made in record.series for file in made.press_files):
        why = "no press file is there any more; the run was purged"
        raise BadFileError(press, why, "A run is inspected before `cardgen purge`.")
    seen, findings, series = Seen(), list[Finding](), list[InspectedSeries]()
    for made in record.series:
        inspected, found = _inspected_series(job, made, seen)
        series.append(inspected)
        findings += found
    findings += [*repeated_sets(seen), *repeated_face_numbers(seen)]
    figures = tuple(_figures(seen)) if seen.count >= FACES_JUDGED_MIN else ()
    findings += [_improbable(figure) for figure in figures if not figure.holds]
    return Inspection(
        order=record.order,
        run_id=record.run_id,
        inspected_at=job.inspected_at,
        series=tuple(series),
        figures=figures if seen.count >= FACES_PICTURED_MIN else (),
        findings=tuple(findings),
        pictures=_pictures(seen) if seen.count >= FACES_PICTURED_MIN else None,
    )


def _inspected_series(
    job: InspectJob, made: MadeSeries, seen: Seen
) -> tuple[InspectedSeries, list[Finding]]:
    try:
        bundle = _checked_bundle(job, made)
    except CardgenError as error:
        refused = Finding(error.code, str(error))
        return InspectedSeries(made.series, found=0, opened=0), [refused]
    reader = SeriesReader(bundle, seen)
    for file in made.press_files:
        path = job.run / PRESS / file.name
        try:
            if file_sha256(path) != file.sha256:
                why = f"{file.name} is not the file that was made."
                reader.findings.append(Finding("press-changed", why))
            for card in read_cards(path):
                reader.take(card)
                if reader.found % CARDS_TOLD == 0:
                    job.watch.advance(CARDS_TOLD)
            job.watch.advance(reader.found % CARDS_TOLD)
        except OSError as error:
            why = f"{file.name}: {error.strerror or 'cannot be read'}."
            reader.findings.append(Finding("press-missing", why))
        except CardgenError as error:
            reader.findings.append(Finding(error.code, str(error)))
    reader.end()
    remade, wrong = inspected_remakes(job.run, bundle)
    inspected = InspectedSeries(made.series, reader.found, reader.opened, remade)
    return inspected, [*reader.findings, *wrong]


def _checked_bundle(job: InspectJob, made: MadeSeries) -> Bundle:
    """The bundle whose root the plant signed. Raises: CardgenError."""
    folder, series = job.run / RECORD, made.series
    bundle = read_bundle(folder / bundle_name(series.set_serial), job.chain.plant_key)
    path = folder / checkpoint_name(series.set_serial)
    try:
        note = path.read_bytes().decode("utf-8", "replace")
    except OSError as error:
        raise PressPagesError(path.name, error.strerror or "cannot be read") from None
    checkpoint = read_checkpoint(job.chain.plant_key, plant_key_name(series), note)
    signed = (checkpoint.origin, checkpoint.size, checkpoint.root)
    if bundle.series != series or signed != (series_origin(series), series.count, bundle.root):
        raise PressPagesError(path.name, "checkpoint, bundle and record of the run do not agree")
    return bundle


def _figures(seen: Seen) -> Iterator[ChanceFigure]:
    yield from seen.frequencies.figures()
    yield calls_figure(seen.calls)
    yield from _correlations(seen)


def _correlations(seen: Seen) -> Iterable[ChanceFigure]:
    """What is outside of a card against what is inside, and each card against the next."""
    place = range(seen.count)
    sets = ranks([seen.number_set(face) for face in place])
    faces = ranks([seen.numbers(face) for face in place])
    numbers, tags = ranks(seen.face_numbers), ranks(seen.outside)
    for name, left, right in (
        ("audit number and number set", place, sets),
        ("audit number and face number", place, numbers),
        ("outer tag and number set", tags, sets),
        ("outer tag and arranged face", tags, faces),
        ("face number and number set", numbers, sets),
        ("number sets of neighbors", ranks(sets[:-1]), ranks(sets[1:])),
        ("face numbers of neighbors", ranks(numbers[:-1]), ranks(numbers[1:])),
    ):
        yield correlation_figure(name, left, right)


def _improbable(figure: ChanceFigure) -> Finding:
    why = f"The {figure.name} is {figure.value:.4g}; chance makes it so with {figure.chance:.1g}"
    return Finding("improbable", f"{why}, at least {CHANCE_MIN:.0e} is asked.")


def _pictures(seen: Seen) -> Pictures:
    """Dots on a coarse grid, of some cards only: enough to see a pattern, too little to know."""
    numbers = ranks(seen.face_numbers)
    step = -(-seen.count // DOTS_MAX)
    dots = tuple(
        (face * PARTS // seen.count, numbers[face] * PARTS // seen.count)
        for face in range(0, seen.count, step)
    )
    return Pictures(
        number_counts=seen.frequencies.of_numbers,
        calls=tuple(sorted(seen.calls.items())),
        scatter=dots,
    )

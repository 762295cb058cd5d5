"""Commands for the shop floor: what is scanned and counted between press and pack."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import click

from cardgen.allotment import whole_allotment
from cardgen.amounts import how_many
from cardgen.card_id import SetSerial
from cardgen.cli.floor_scans import (
    RunOnFloor,
    card_scanned,
    counted_pack,
    read_scans,
    sheet_scanned,
)
from cardgen.cli.options import (
    PATH,
    TEXT,
    answer,
    cards_option,
    json_option,
    made_at_option,
    moment,
    plant_option,
    set_ranges,
    signed_by,
    signers_option,
    two_people_option,
)
from cardgen.command_line import Choice, Group
from cardgen.errors import UsageError
from cardgen.files import partial_folder, write_new
from cardgen.papers.consignment import SlipLine
from cardgen.plant.floor import (
    PackCheck,
    SheetCheck,
    correct_spoils,
    note_light_test,
    note_pack,
    note_sheet,
    note_spoils,
    spoiled_numbers,
)
from cardgen.plant.sheets import correct_counter, note_counter, note_impressions, printing_of
from cardgen.proof.finishing import LIGHT_SAMPLES_MIN, Counter, LightTest, Signed, Spoiled

_PACK_ENDS = "Scan the first and the last card of the pack"
_EACH_CARD = "Scan a code of each card, one a line; an empty line ends it"


@click.group("note", cls=Group)
def note_command() -> None:
    """\b
    Example:
      cardgen note sheet RUN --lift 1 --place first --plant PLANT < scanned.txt
      cardgen note pack RUN --count 50 --plant PLANT --label label.pdf < scanned.txt

    Note what is checked, counted and destroyed.
    """


@note_command.command("sheet")
@click.argument("run_folder", type=PATH, metavar="RUN")
@click.option("--lift", type=click.IntRange(1), required=True, help="The lift, from 1.")
@click.option("--place", type=Choice(["first", "last"]), required=True, help="Which sheet.")
@plant_option
@made_at_option
@json_option
def note_sheet_command(
    run_folder: Path,
    lift: int,
    place: str,
    plant_folder: Path,
    made_at: str | None,
    *,
    as_json: bool,
) -> None:
    """\b
    Example:
      cardgen note sheet RUN --lift 1 --place first --plant PLANT

    Note a flat sheet, scanned outside and inside.

    It is the first or the last sheet of a lift. Both codes are read from standard input, a line
    each. They must be of one card, the outside as the plant numbered it, and the inside must open
    that card's record. The face is not shown.
    """
    floor = RunOnFloor.read(run_folder, plant_folder)
    card = sheet_scanned(floor, read_scans(2, "Scan the sheet outside, then inside"))
    number = int(card.audit_number)
    note_sheet(plant_folder, SheetCheck(card.set_serial, lift, place, number), moment(made_at))
    facts = {"set_serial": card.set_serial, "lift": lift, "place": place, "audit_number": number}
    answer(
        [f"Lift {lift}, {place} sheet: card {number} outside and inside."], facts, as_json=as_json
    )


@note_command.command("pack")
@click.argument("run_folder", type=PATH, metavar="RUN")
@click.option("--count", type=click.IntRange(0), required=True, help="Cards as counted.")
@click.option("--label", type=PATH, help="Where to write the pack's label.")
@click.option(
    "--label-place",
    type=click.IntRange(1, 10),
    default=1,
    show_default=True,
    help="Which label of the sheet is used.",
)
@plant_option
@made_at_option
@json_option
def note_pack_command(
    run_folder: Path,
    count: int,
    label: Path | None,
    label_place: int,
    plant_folder: Path,
    made_at: str | None,
    *,
    as_json: bool,
) -> None:
    """\b
    Example:
      cardgen note pack RUN --count 50 --plant PLANT --label label.pdf

    Note a counted pack and print its label.

    Its first and last card are scanned, all of its cards are counted. Both codes are read from
    standard input, a line each. 51 in a pack of 50 is refused: a sheet may be doubled. The label
    is printed now, with the numbers that are missing.
    """
    from cardgen.papers.labels import draw_pack_label_sheet

    floor = RunOnFloor.read(run_folder, plant_folder)
    if label is not None:
        partial_folder(label)
    first, last = (card_scanned(floor, text) for text in read_scans(2, _PACK_ENDS))
    made = floor.made(first.set_serial)
    part = whole_allotment(made, spoiled_numbers(plant_folder, first.set_serial))
    pack = counted_pack(part, first, last, count)
    check = PackCheck(first.set_serial, int(pack.first), int(pack.last), count)
    note_pack(plant_folder, check, moment(made_at))
    if label is not None:
        record = floor.record
        manifest = record.manifest_of(record.hall, (part.manifest_entry,))
        line = SlipLine(series=made.series, role=made.role, hall_name=record.hall_name)
        write_new(label, draw_pack_label_sheet(manifest, line, pack, label_place - 1))
    facts = {"pack": pack.text, "first": check.first, "last": check.last, "count": count}
    told = (
        f"Pack {check.first} to {check.last} of set {check.serial} holds {how_many(count, 'card')}."
    )
    answer([told], facts, as_json=as_json)


@note_command.command("spoils")
@click.argument("run_folder", type=PATH, metavar="RUN")
@cards_option
@click.option("--reason", type=TEXT, required=True, help="What was wrong with them, in one line.")
@click.option("--corrects", is_flag=True, help="They were noted as destroyed, and are there.")
@plant_option
@two_people_option
@made_at_option
@json_option
def note_spoils_command(
    run_folder: Path,
    parts: tuple[str, ...],
    reason: str,
    plant_folder: Path,
    people: tuple[str, str],
    made_at: str | None,
    *,
    corrects: bool,
    as_json: bool,
) -> None:
    """\b
    Example:
      cardgen note spoils RUN --reason "Torn by the folder" --plant PLANT \\
        --by "Ann Berg" --second "Bob Cole"

    Note cards that two people destroyed.

    Any code of each card is read from standard input, a line each, up to an empty one; whole
    ranges, such as spares that were not needed, are named by --cards instead, several of a set too.
    With --corrects two people say that cards which were noted as destroyed are there; papers tell
    both notes. What was destroyed in their place is noted by itself.
    """
    from cardgen.documents.typefaces import check_written

    floor = RunOnFloor.read(run_folder, plant_folder)
    for text in (reason, *people):
        check_written("What is said of the spoils", text)
    spoiled, at = _named_cards(floor, parts), moment(made_at)
    if corrects:
        signed = Signed(at, people, reason)
        for serial, numbers in spoiled.items():
            correct_spoils(plant_folder, serial, numbers, signed)
        sentences = [
            f"Set {serial}: not destroyed, as {people[0]} and {people[1]} say: "
            f"{how_many(len(numbers), 'card')}."
            for serial, numbers in spoiled.items()
        ]
        facts = {"corrected": {str(one): list(numbers) for one, numbers in spoiled.items()}}
        answer(sentences, facts | {"by": list(people)}, as_json=as_json)
        return
    noted = {}
    for serial, numbers in spoiled.items():
        one = Spoiled(numbers, at, people, reason, remade=False)
        noted[str(serial)] = list(note_spoils(plant_folder, serial, one))
    sentences = [
        f"Set {serial}: noted as destroyed by {people[0]} and {people[1]}: "
        f"{how_many(len(numbers), 'card')}."
        for serial, numbers in noted.items()
    ]
    answer(sentences, {"spoiled": noted, "by": list(people)}, as_json=as_json)


def _named_cards(floor: RunOnFloor, parts: tuple[str, ...]) -> dict[SetSerial, tuple[int, ...]]:
    """The cards that `--cards` names, else those that are scanned; each set's numbers rise.

    Raises: BadValueError, UsageError.
    """
    named: dict[SetSerial, set[int]] = {}
    for serial, ranges in set_ranges(parts).items():
        series = floor.made(serial).series
        for numbers in ranges:
            series.card_index(numbers[0])
            series.card_index(numbers[-1])
            named.setdefault(serial, set()).update(numbers)
    for text in () if parts else read_scans(None, _EACH_CARD):
        card = card_scanned(floor, text)
        named.setdefault(card.set_serial, set()).add(int(card.audit_number))
    if not named:
        raise UsageError("No card was scanned; scan a code of each, one a line.")
    return {serial: tuple(sorted(numbers)) for serial, numbers in named.items()}


@note_command.command("counter")
@click.argument("run_folder", type=PATH, metavar="RUN")
@click.option("--set-serial", required=True, help="The set that was printed.")
@click.option("--press", type=TEXT, required=True, help="Which press.")
@click.option("--start", type=int, required=True, help="Its counter of sheets before.")
@click.option("--end", type=int, required=True, help="Its counter of sheets after.")
@click.option("--up", type=int, default=1, show_default=True, help="Cards on a sheet.")
@click.option("--part", is_flag=True, help="More counters of this set follow.")
@click.option("--corrects", is_flag=True, help="This takes the place of the press's last note.")
@click.option("--reason", type=TEXT, help="What was wrong with the last note, in one line.")
@signers_option
@plant_option
@made_at_option
@json_option
def note_counter_command(
    run_folder: Path,
    set_serial: str,
    press: str,
    start: int,
    end: int,
    up: int,
    reason: str | None,
    signers: tuple[str, ...],
    plant_folder: Path,
    made_at: str | None,
    *,
    part: bool,
    corrects: bool,
    as_json: bool,
) -> None:
    """\b
    Example:
      cardgen note counter RUN --set-serial 000123 --press "Press 1" --start 100 --end 1360 \\
        --plant PLANT

    Note a press's own counter before and after a set.

    It counts sheets, not sides. Fewer than the set's cards take are refused unless more counters
    follow (--part), and more than any set-up explains. A counter that was noted wrongly is noted
    again with --corrects, a reason and two people; papers tell both.
    """
    from cardgen.documents.typefaces import check_written

    floor = RunOnFloor.read(run_folder, plant_folder)
    series = floor.made(SetSerial(set_serial)).series
    counter = Counter(press, start, end, up)
    check_written("The press", press)
    at = moment(made_at)
    printing = replace(printing_of(plant_folder, series), more_counters_follow=part)
    told = f"{press}: {how_many(counter.sheets, 'sheet')} for set {series.set_serial}."
    if corrects:
        signed = signed_by(signers, reason, at)
        wrong = correct_counter(plant_folder, printing, counter, signed)
        told = f"{told} Before, {wrong.sheets:,} were noted."
    elif signers or reason:
        raise UsageError("--reason and --by go with --corrects.")
    else:
        note_counter(plant_folder, printing, counter, at)
    facts = {"set_serial": series.set_serial, "press": press, "start": start, "end": end, "up": up}
    answer([told], facts, as_json=as_json)


@note_command.command("impressions")
@click.argument("run_folder", type=PATH, metavar="RUN")
@click.option("--set-serial", required=True, help="The set that was printed.")
@click.option("--makeready", type=click.IntRange(0), required=True, help="Sheets of the set-up.")
@click.option("--waste", type=click.IntRange(0), required=True, help="Sheets without a card.")
@click.option("--reason", type=TEXT, help="Why there is a gap or another note, in one line.")
@signers_option
@plant_option
@made_at_option
@json_option
def note_impressions_command(
    run_folder: Path,
    set_serial: str,
    makeready: int,
    waste: int,
    reason: str | None,
    signers: tuple[str, ...],
    plant_folder: Path,
    made_at: str | None,
    *,
    as_json: bool,
) -> None:
    """\b
    Example:
      cardgen note impressions RUN --set-serial 000123 --makeready 200 --waste 20 --plant PLANT

    Note set-up and waste, and check that the sheets add up.

    Impressions = good + destroyed + makeready + waste. A gap is refused until two people sign for
    it with a reason, and so is another note than the first. Certificate and packing slip carry the
    sum, the certificate what was noted before.
    """
    floor = RunOnFloor.read(run_folder, plant_folder)
    series = floor.made(SetSerial(set_serial)).series
    at = moment(made_at)
    signed = signed_by(signers, reason, at) if signers or reason else at
    printing = printing_of(plant_folder, series)
    sheets = note_impressions(plant_folder, printing, makeready, waste, signed)
    facts = {
        "set_serial": series.set_serial,
        "impressions": sheets.impressions,
        "good": sheets.good,
        "destroyed": sheets.destroyed,
        "makeready": makeready,
        "waste": waste,
        "gap": sheets.gap,
    }
    warning = [f"Warning: {abs(sheets.gap):,} sheets are unaccounted for."] if sheets.gap else []
    answer([f"Set {series.set_serial}: {sheets.statement}", *warning], facts, as_json=as_json)


@note_command.command("light")
@click.argument("run_folder", type=PATH, metavar="RUN")
@click.option("--lamp", type=TEXT, required=True, help="Which lamp, such as its name and lumens.")
@plant_option
@two_people_option
@made_at_option
@json_option
def note_light_command(
    run_folder: Path,
    lamp: str,
    plant_folder: Path,
    people: tuple[str, str],
    made_at: str | None,
    *,
    as_json: bool,
) -> None:
    """\b
    Example:
      cardgen note light RUN --lamp "LED 3,000 lm" --plant PLANT --by "Ann Berg" --second "Bob Cole"

    Note a light test of folded cards.

    Folded cards were held before a lamp and nothing of a face was seen. A code of each sample is
    read from standard input, a line each, up to an empty one: at least five different cards of a
    set, or all of a smaller one. Lamp, people and samples stand in the certificate.
    """
    from cardgen.documents.typefaces import check_written

    floor = RunOnFloor.read(run_folder, plant_folder)
    for what, text in (("The lamp", lamp), *(("Who held the light test", one) for one in people)):
        check_written(what, text)
    samples: dict[SetSerial, set[int]] = {}
    for text in read_scans(None, _EACH_CARD):
        card = card_scanned(floor, text)
        samples.setdefault(card.set_serial, set()).add(int(card.audit_number))
    if not samples:
        raise UsageError("No sample was scanned; scan a code of each, one a line.")
    for serial, numbers in samples.items():
        least = min(LIGHT_SAMPLES_MIN, floor.made(serial).series.count)
        if len(numbers) < least:
            raise UsageError(
                f"{how_many(len(numbers), 'sample')} of set {serial}: a light test takes {least} "
                "cards of a set or more. Scan a code of each, one a line."
            )
    at = moment(made_at)
    for serial, numbers in samples.items():
        note_light_test(plant_folder, serial, LightTest(at, lamp, tuple(sorted(numbers)), people))
    facts = {"lamp": lamp, "by": list(people), "samples": _listed(samples.items())}
    count = sum(len(numbers) for numbers in samples.values())
    answer([f"Light test of {how_many(count, 'card')} noted."], facts, as_json=as_json)


def _listed(sets: Iterable[tuple[SetSerial, set[int]]]) -> dict[str, list[int]]:
    return {str(serial): sorted(numbers) for serial, numbers in sets}

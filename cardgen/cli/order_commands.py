"""Commands for an order before anything is made of it: check it, preview its cards."""

from pathlib import Path
from typing import Any

import click

from cardgen.card_id import FormCode
from cardgen.card_text import drawn_face
from cardgen.cli.options import (
    NAME,
    PATH,
    TEXT,
    answer,
    json_option,
    made_at_option,
    moment,
    plant_option,
)
from cardgen.command_line import AskedOption, Group, reading, say
from cardgen.errors import CardgenError, UsageError
from cardgen.face import NUMBERS_PER_FACE, Face
from cardgen.files import write_new
from cardgen.order import Order
from cardgen.order_new import NewOrder
from cardgen.plant.approvals import note_approval
from cardgen.plant.journal import plant_maker
from cardgen.plant.runs import next_serial
from cardgen.press.layout import load_layout
from cardgen.proof.certificate import Approval
from cardgen.proof.custody import check_name
from cardgen.proof.manifest import printed_time
from cardgen.run_record import order_sha256
from cardgen.series import RunId

CUSTODIANS = 2
RUN_ID_BYTES = 16


@click.group("order", cls=Group, invoke_without_command=True)
@click.option("--check", "form", type=PATH, help="The order form to check.")
@json_option
@click.pass_context
@reading
def order_command(context: click.Context, form: Path | None, *, as_json: bool) -> None:
    """\b
    Example:
      cardgen order new order.toml --plant PLANT
      cardgen order --check order.toml
      cardgen order approve order.toml --proofs PROOFS --customer "Mary Byrne" \\
        --plant PLANT

    Write and check an order form; note its approval.
    """
    if context.invoked_subcommand is not None:
        return
    if form is None:
        raise UsageError("There is no order form: give --check ORDER, or `cardgen order approve`.")
    order = order_from(form)
    facts = plan_facts(order) | {"warnings": list(order.warnings())}
    warnings = [f"Warning: {warning}" for warning in order.warnings()]
    answer([*plan_sentences(order), *warnings, "The order can be made."], facts, as_json=as_json)


@order_command.command("new")
@click.argument("form", type=PATH, metavar="ORDER")
@plant_option
@click.option(
    "--order", "number", type=TEXT, cls=AskedOption, prompt="Order number", help="Your number."
)
@click.option(
    "--hall",
    type=TEXT,
    cls=AskedOption,
    prompt="Short name of the hall, such as st-brendan",
    help="The hall's short name: lower-case letters, digits and hyphens.",
)
@click.option(
    "--hall-name",
    type=TEXT,
    cls=AskedOption,
    prompt="Name of the hall as printed",
    help="The hall's name as printed on each card.",
)
@click.option(
    "--jurisdiction",
    type=TEXT,
    default="us-ny",
    show_default=True,
    help="Whose rules: see docs/order.md.",
)
@click.option(
    "--count", type=int, cls=AskedOption, prompt="How many originals", help="How many originals."
)
@click.option("--price-cents", type=int, default=100, show_default=True, help="The price printed.")
@json_option
def order_new(form: Path, plant_folder: Path, *, as_json: bool, **asked: Any) -> None:  # noqa: ANN401
    """\b
    Example:
      cardgen order new order.toml --plant PLANT

    Write an order form from a few answers.

    It asks for what is not given, and takes the next set serials that are free in the plant. The
    form has originals and two trade-ins for each. Change it by hand, then `cardgen order --check`.
    """
    maker, serial = plant_maker(plant_folder), next_serial(plant_folder)
    write_new(form, NewOrder(maker=maker, serial=serial, **asked).toml.encode())
    try:
        order = order_from(form)
    except CardgenError:
        form.unlink()
        raise
    warnings = [f"Warning: {warning}" for warning in order.warnings()]
    told = f"{form} is written. Look at its paper and colors, then: cardgen order --check {form}"
    answer(
        [*plan_sentences(order), *warnings, told],
        {"file": str(form), "set_serials": [str(one.set_serial) for one in order.series]},
        as_json=as_json,
    )


@order_command.command("approve")
@click.argument("form", type=PATH, metavar="ORDER")
@click.option("--proofs", type=PATH, required=True, help="What `cardgen preview --out` wrote.")
@click.option("--customer", type=NAME, required=True, help="Who approved, as on the sheet.")
@plant_option
@made_at_option
@json_option
def order_approve(
    form: Path,
    proofs: Path,
    customer: str,
    plant_folder: Path,
    made_at: str | None,
    *,
    as_json: bool,
) -> None:
    """\b
    Example:
      cardgen order approve order.toml --proofs PROOFS --customer "Mary Byrne" \\
        --plant PLANT

    Note that the customer approved the proofs.

    The journal keeps the hashes of order and proofs. Every file of the proofs must be what was
    drawn of this order. An order that is changed after that is another order: preview it again.
    """
    from cardgen.documents.typefaces import check_written
    from cardgen.proofs import checked_proofs

    order = order_from(form)
    check_name("The customer", customer)
    check_written("The customer", customer)
    proofs_sha256 = checked_proofs(proofs, order)
    approval = Approval(order_sha256(order), proofs_sha256, customer, moment(made_at))
    note_approval(plant_folder, approval)
    facts = {
        "order": order.number,
        "order_sha256": approval.order_sha256,
        "proofs_sha256": proofs_sha256,
        "customer": customer,
        "approved_at": printed_time(approval.at),
    }
    sentences = [
        f"{customer} approved order {order.number}.",
        f"Order {approval.order_sha256}, proofs {proofs_sha256}.",
    ]
    answer(sentences, facts, as_json=as_json)


@click.command("preview")
@click.argument("form", type=PATH, metavar="ORDER")
@click.option("--out", type=PATH, help="Draw what the customer approves into this new folder.")
@made_at_option
@json_option
def preview_command(form: Path, out: Path | None, made_at: str | None, *, as_json: bool) -> None:
    """\b
    Example:
      cardgen preview order.toml --out PROOFS

    Show the specimen cards of an order.

    No secret and no set serial is used up. Without --out as text. With it PROOFS gets of each
    series the proof, the finishing template, the makeready and a picture, and one sheet on which
    the customer approves. A specimen is a card of published secrets; it shows nothing of a live
    card.
    """
    from cardgen.proofs import APPROVAL_SHEET, draw_proofs

    order = order_from(form)
    if out is None:
        _show_specimens(order)
        return
    names = draw_proofs(order, moment(made_at), out)
    facts = {"proofs": str(out), "order_sha256": order_sha256(order), "files": list(names)}
    sentences = [
        *plan_sentences(order),
        *(f"Warning: {warning}" for warning in order.warnings()),
        f"Proofs of order {order.number} are in {out}; the customer signs {APPROVAL_SHEET}.",
        f"Then note it: cardgen order approve {form} --proofs {out} --customer NAME --plant PLANT",
    ]
    answer(sentences, facts, as_json=as_json)


def _show_specimens(order: Order) -> None:
    from cardgen.secret.specimen import specimen_cards

    for ordered, series in zip(order.series, order.in_run(RunId(bytes(RUN_ID_BYTES))), strict=True):
        rows = specimen_cards(series, 1)
        say(f"SPECIMEN of series {series.series}, {series.color}, {ordered.role}")
        say(f"outside: card {rows.card_ids.decode()}")
        say(f"         {rows.outside_tokens.decode()} (QR)")
        say(f"         {rows.linear_codes.decode()} (Code 128)")
        say(f"inside:  {rows.inside_tokens.decode()} (QR)")
        say(f"         unlock code {rows.unlock_codes.decode()}")
        for face in range(series.faces):
            numbers = rows.numbers[face * NUMBERS_PER_FACE : (face + 1) * NUMBERS_PER_FACE]
            face_number = rows.face_numbers[face * 7 : face * 7 + 7].decode()
            say(drawn_face(Face.from_numbers(numbers), face_number))
        say()


def order_from(form: Path) -> Order:
    """The order in a form, with the faces of its layout."""
    from cardgen.order_form import read_order
    from cardgen.press.fonts import check_drawn_words

    order = read_order(form, _faces_of)
    check_drawn_words(order.hall_name, order.design)
    return order


def _faces_of(form: FormCode) -> int:
    return load_layout(form).faces


def plan_facts(order: Order) -> dict[str, Any]:
    """What an order will become, for programs."""
    from cardgen.make import SeriesPlan

    plans = [SeriesPlan(series) for series in order.in_run(RunId(bytes(RUN_ID_BYTES)))]
    return {
        "order": order.number,
        "maker": order.maker,
        "hall": order.hall,
        "form": order.form,
        "cards": sum(plan.series.count for plan in plans),
        "series": [
            {
                "set_serial": plan.series.set_serial,
                "series": plan.series.series,
                "color": plan.series.color,
                "role": str(ordered.role),
                "first": int(plan.series.first),
                "last": plan.series.last,
                "count": plan.series.count,
                "spares": order.spares_of(ordered),
                "press_files": [plan.press_file(place) for place in range(len(plan.lots))],
                "bundle_bytes": plan.bundle_bytes,
            }
            for ordered, plan in zip(order.series, plans, strict=True)
        ],
    }


def plan_sentences(order: Order) -> list[str]:
    """What an order will become, for people."""
    facts = plan_facts(order)
    head = f"Order {order.number} for {order.hall_name} ({order.hall}): {facts['cards']} cards."
    return [head] + [
        f"  set {series['set_serial']}, series {series['series']}, {series['color']}, "
        f"{series['role']}: cards {series['first']} to {series['last']}{_spares(series['spares'])}"
        for series in facts["series"]
    ]


def _spares(count: int) -> str:
    return f", the last {count} of them spares" if count else ""

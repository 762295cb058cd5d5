"""Commands for an order before anything is made of it: check it, preview its cards."""

from pathlib import Path
from typing import Any

import click

from cardgen.card_id import FormCode
from cardgen.card_text import drawn_face
from cardgen.cli.options import (
    PATH,
    answer,
    json_option,
)
from cardgen.face import NUMBERS_PER_FACE, Face
from cardgen.order import Order
from cardgen.press.layout import load_layout
from cardgen.series import RunId

CUSTODIANS = 2
RUN_ID_BYTES = 16


@click.command("order")
@click.option("--check", "form", type=PATH, required=True, help="The order form to check.")
@json_option
def order_command(form: Path, *, as_json: bool) -> None:
    """\b
    Example:
      cardgen order --check samples/order.toml

    Check an order form before anything is made of it.
    """
    order = order_from(form)
    facts = plan_facts(order) | {"warnings": list(order.warnings())}
    warnings = [f"Warning: {warning}" for warning in order.warnings()]
    answer([*plan_sentences(order), *warnings, "The order can be made."], facts, as_json=as_json)


@click.command("preview")
@click.argument("form", type=PATH, metavar="ORDER")
def preview_command(form: Path) -> None:
    """\b
    Example:
      cardgen preview samples/order.toml

    Show the specimen card of each series of an order as text.

    The specimen is the card of published secrets that stands on the certificate; it shows
    nothing of a live card.
    """
    from cardgen.secret.specimen import specimen_cards

    order = order_from(form)
    for ordered, series in zip(order.series, order.in_run(RunId(bytes(RUN_ID_BYTES))), strict=True):
        rows = specimen_cards(series, 1)
        click.echo(f"SPECIMEN of series {series.series}, {series.color}, {ordered.role}")
        click.echo(f"outside: card {rows.card_ids.decode()}")
        click.echo(f"         {rows.outside_tokens.decode()} (QR)")
        click.echo(f"         {rows.linear_codes.decode()} (Code 128)")
        click.echo(f"inside:  {rows.inside_tokens.decode()} (QR)")
        click.echo(f"         unlock code {rows.unlock_codes.decode()}")
        for face in range(series.faces):
            numbers = rows.numbers[face * NUMBERS_PER_FACE : (face + 1) * NUMBERS_PER_FACE]
            face_number = rows.face_numbers[face * 7 : face * 7 + 7].decode()
            click.echo(drawn_face(Face.from_numbers(numbers), face_number))
        click.echo()


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

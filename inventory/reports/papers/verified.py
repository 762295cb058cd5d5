"""The verification of each claim, test by test, as N.J.A.C. 13:47-7.33 lists them."""

from inventory.entries.claim import ClaimDecided
from inventory.entries.entry import Entry
from inventory.entries.game import RackChecked
from inventory.paper import Cell, Column, Table
from inventory.reports.figures.books import Books, Played

NOT_REACHED = "not reached"
# The claim's own steps that answer the rule's tests (hall.md section 7).
NUMBERS_STEP, CALLS_STEP, COLOR_STEP, WITNESS_STEP = 8, 9, 5, 10
_ANSWERS = {"yes": "yes", "no": "NO", "open": "cannot tell yet"}


def verification_table(books: Books) -> Table:
    """A row each time a claim was judged: the four tests, who judged, before whom."""
    columns = (
        Column("When"),
        Column("Claim"),
        Column("Card"),
        Column("(1) Its numbers match the balls"),
        Column("(2) List and rack agree"),
        Column("(3) Within the calls"),
        Column("(4) Color and serial sold for this game"),
        Column("Verdict"),
        Column("Judged by"),
        Column("Before"),
    )
    rows: list[tuple[Cell, ...]] = []
    checked: dict[int, RackChecked] = {}
    for entry in books.entries:
        if isinstance(entry.kind, RackChecked):
            checked[entry.kind.game] = entry.kind
        if isinstance(entry.kind, ClaimDecided):
            played = next((one for one in books.games if one.has_round(entry.kind.round)), None)
            of_game = checked.get(played.game.number) if played else None
            rows.append(_row(books, entry, entry.kind, of_game, _calls_answer(entry.kind, played)))
    return Table("Verification of each claim", columns, tuple(rows))


def _row(
    books: Books, entry: Entry, kind: ClaimDecided, checked: RackChecked | None, calls: str
) -> tuple[Cell, ...]:
    received = books.received(str(kind.card.set_serial))
    color = f"{answer_of(kind, COLOR_STEP)}: {received.color}, set {received.set_serial}"
    before = "; ".join(why for n, _, why in kind.steps if n == WITNESS_STEP)
    return (
        books.at(entry),
        str(kind.claim),
        kind.card.printed,
        answer_of(kind, NUMBERS_STEP),
        f"yes, before {checked.player}" if checked else "not compared yet",
        calls,
        color,
        kind.verdict,
        entry.context.clerk,
        before,
    )


def _calls_answer(kind: ClaimDecided, played: Played | None) -> str:
    """Whether the card was within the calls of the primary prize; a consolation is beyond them.

    The claim's step on the calls also asks for the last number, and first (13:47-7.50(a)).
    """
    if kind.code == "last-number-missing":
        return "the last number is not on the card"
    answer = answer_of(kind, CALLS_STEP)
    if answer != _ANSWERS["yes"] or played is None or kind.calls <= played.calls_limit:
        return answer
    return f"NO: {kind.calls} calls, consolation"


def answer_of(kind: ClaimDecided, step: int) -> str:
    """What a step of the claim came to, in a word."""
    answers = (_ANSWERS[result] for number, result, _ in kind.steps if number == step)
    return next(answers, NOT_REACHED)

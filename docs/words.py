"""Write the hall's words in docs/vocabulary.md from its types: kinds, states, commands, refusals.

Usage: python docs/words.py [--check]
"""

import ast
import inspect
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, get_args

sys.path.insert(0, str(Path(__file__).parent.parent))

from inventory.commands.union import Command
from inventory.entries.states import NEXT_STATE, CardState, Verdict
from inventory.entries.union import KINDS
from inventory.entries.wire.upgrade import newest_of
from inventory.refusals import claim, closing, game, house, maker, prize, sale, stock
from inventory.refusals.next_steps import NEXT_STEPS, WHEN_NOT_VALID
from inventory.refusals.refuse import REFUSALS as ALL_REFUSALS

PAGE = Path(__file__).parent / "vocabulary.md"
BEGIN, END = "<!-- the hall's words: written by docs/words.py -->\n", "<!-- end of the words -->"
REFUSALS: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "stock": stock.STOCK_REFUSALS,
    "sale": sale.SALE_REFUSALS,
    "game": game.GAME_REFUSALS,
    "claim": claim.CLAIM_REFUSALS,
    "prize": prize.PRIZE_REFUSALS,
    "closing": closing.CLOSING_REFUSALS,
    "maker": maker.MAKERS_REFUSALS,
    "house": house.HOUSE_REFUSALS,
}


def main() -> None:
    """Write the words, or with --check fail when they are not what the types say."""
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    after = rest.partition(END)[2]
    written = f"{before}{BEGIN}{words()}{END}{after}"
    if "--check" not in sys.argv:
        PAGE.write_text(written, encoding="utf-8")
    elif written != page:
        sys.exit("docs/vocabulary.md: the hall's words are old; run `python docs/words.py`.")


def words() -> str:
    """The tables, one after another."""
    return "\n".join(
        (
            *titled("Entries of the ledger", "What an entry of each kind says.", kind_rows()),
            *titled("States of a card", "Where a card is, and what brings it there.", state_rows()),
            *titled("Verdicts", "What a claim comes to.", verdict_rows()),
            *titled("Commands", "What can be asked of the hall.", command_rows()),
            *titled("Refusals", "What is not done, and what mends it.", refusal_rows()),
            *titled("Steps", "Why a claim does not hold, and what is done then.", step_rows()),
            "",
        )
    )


def titled(title: str, told: str, rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    """A heading, a sentence and a table; the first row names the columns."""
    yield from (f"## {title}", "", told, "")
    for place, row in enumerate(rows):
        yield f"| {' | '.join(cell.replace('|', '/') for cell in row)} |"
        if not place:
            yield "|" + "---|" * len(row)
    yield ""


def kind_rows() -> Iterator[tuple[str, ...]]:
    """Each kind by its subject, with the version it is written in."""
    yield ("subject", "kind", "version", "what it says")
    for subject, kind in by_subject(KINDS):
        yield (subject, f"`{kind.__name__}`", str(newest_of(kind.__name__)), meaning(kind))


def command_rows() -> Iterator[tuple[str, ...]]:
    """Each command by its subject."""
    yield ("subject", "command", "what is asked")
    for subject, command in by_subject(get_args(Command)):
        yield (subject, f"`{command.__name__}`", meaning(command))


def by_subject(types: Iterable[Any]) -> Iterator[tuple[str, Any]]:
    """The types with the name of their room, which stands once for its first one."""
    rooms: dict[str, list[Any]] = {}
    for one in types:
        rooms.setdefault(one.__module__.rpartition(".")[2], []).append(one)
    for room, found in rooms.items():
        for place, one in enumerate(found):
            yield ("" if place else room), one


def state_rows() -> Iterator[tuple[str, ...]]:
    """Each state of a card, and the moves that lead there."""
    yield ("state", "what it means", "by")
    told = member_meanings(CardState)
    for state in CardState:
        moves = {move: None for ways in NEXT_STATE.values() for move, to in ways.items()
                 if to is state}  # fmt: skip
        yield (str(state), told[state.name], ", ".join(moves))


def verdict_rows() -> Iterator[tuple[str, ...]]:
    """What a claim can come to."""
    yield ("verdict", "what it means")
    told = member_meanings(Verdict)
    for verdict in Verdict:
        yield (str(verdict), told[verdict.name])


def refusal_rows() -> Iterator[tuple[str, ...]]:
    """Each refusal by its subject: code, sentence, what mends it; values stand in braces."""
    yield ("subject", "code", "sentence", "what mends it")
    if {code for refusals in REFUSALS.values() for code in refusals} != set(ALL_REFUSALS):
        sys.exit("docs/words.py: a subject's refusals are not in its table.")
    for subject, refusals in REFUSALS.items():
        for place, (code, (sentence, mends)) in enumerate(refusals.items()):
            yield ("" if place else subject, f"`{code}`", sentence, mends)


def step_rows() -> Iterator[tuple[str, ...]]:
    """The codes of a claim's steps."""
    yield ("code", "what is done", "where the claim is NOT VALID for it")
    for code, mends in NEXT_STEPS.items():
        yield (f"`{code}`", mends, WHEN_NOT_VALID.get(code, ""))


def meaning(value: type[Any]) -> str:
    """The first line of a class's docstring."""
    told = inspect.getdoc(value)
    if not told:
        sys.exit(f"{value.__name__}: a word without a docstring.")
    return told.splitlines()[0]


def member_meanings(enum: type[Any]) -> dict[str, str]:
    """What stands under each member of an enumeration."""
    (body,) = ast.parse(inspect.getsource(enum)).body
    if not isinstance(body, ast.ClassDef):
        sys.exit(f"{enum.__name__}: no class.")
    found = {}
    for member, told in zip(body.body, body.body[1:], strict=False):
        if isinstance(member, ast.Assign) and isinstance(told, ast.Expr):
            (name,) = member.targets
            found[ast.unparse(name)] = ast.literal_eval(told.value)
    return found


if __name__ == "__main__":
    main()

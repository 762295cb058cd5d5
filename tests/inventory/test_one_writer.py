"""One writer for many clients: all are answered, no card is sold twice, a failure stays one's."""

import sqlite3
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from cardgen.card_id import CardId
from inventory.commands.sale import Sell
from inventory.desk.execute import OneWriter, execute_all
from inventory.desk.hall import LEDGER, Hall
from inventory.entries.states import CardState
from inventory.errors import LedgerError, Refusal
from inventory.ledger.replaying import audit
from tests.inventory.kit import Kit

CLIENTS = 16


@pytest.fixture
def writer(kit: Kit) -> Iterator[OneWriter]:
    found = OneWriter(kit.hall)
    yield found
    found.close()


def sale(kit: Kit, *numbers: int) -> Sell:
    return Sell(tuple(CardId.parse(kit.built.red(one).card_id) for one in numbers), "scanned")


def test_sixteen_clients_with_the_same_forty_cards_sell_forty(kit: Kit, writer: OneWriter) -> None:
    asked = [
        [(kit.context(), sale(kit, number)) for number in range(1, 41)] for _ in range(CLIENTS)
    ]

    def client(index: int) -> list[str]:
        """Every client wants every card; one that comes too early is scanned again."""
        told = []
        for context, command in asked[index]:
            code = "out-of-sequence"
            while code == "out-of-sequence":
                answer = writer.execute(context, command)
                code = answer.code if isinstance(answer, Refusal) else "done"
            told.append(code)
        return told

    with ThreadPoolExecutor(CLIENTS) as pool:
        told = Counter(code for codes in pool.map(client, range(CLIENTS)) for code in codes)
    assert told == {"done": 40, "already-sold": 40 * (CLIENTS - 1)}
    assert {kit.state(kit.built.red(number)) for number in range(1, 41)} == {CardState.SOLD}
    assert audit(kit.hall.ledger) == ()


def test_commands_of_one_transaction_are_decided_one_behind_the_other(kit: Kit) -> None:
    before = kit.head()
    contexts = [kit.context() for _ in range(4)]
    asked = [(one, sale(kit, number)) for one, number in zip(contexts, (1, 1, 3, 2), strict=True)]
    answers = execute_all(kit.hall, asked)
    codes = [answer.code if isinstance(answer, Refusal) else "done" for answer in answers]
    assert codes == ["done", "already-sold", "out-of-sequence", "done"]
    assert kit.head() == before + 2


def test_a_request_twice_in_one_transaction_is_one_sale(kit: Kit) -> None:
    before, context = kit.head(), kit.context()
    first, again = execute_all(kit.hall, [(context, sale(kit, 1))] * 2)
    assert first == again
    assert kit.head() == before + 1


def test_a_failure_is_told_to_the_one_whose_command_it_is(kit: Kit) -> None:
    """A table that was worked on: what waits beside the sale of that card is sold all the same."""
    kit.hall.close()
    with closing(sqlite3.connect(kit.hall.folder / LEDGER)) as file:
        file.execute("INSERT INTO cards VALUES ('000123', 2, 'sold')")
        file.commit()
    kit.hall = Hall.open(kit.hall.folder)
    before, contexts = kit.head(), [kit.context() for _ in range(2)]
    with pytest.raises(LedgerError, match="row 000123 2"):
        execute_all(kit.hall, [(contexts[0], sale(kit, 1)), (contexts[1], sale(kit, 2))])
    assert kit.head() == before, "nothing of the whole lot was written"
    writer = OneWriter(kit.hall)
    with ThreadPoolExecutor(2) as pool:
        told = [
            pool.submit(writer.execute, context, sale(kit, number))
            for context, number in zip(contexts, (1, 2), strict=True)
        ]
        errors = [one.exception() for one in told]
    writer.close()
    assert errors[0] is None
    assert isinstance(errors[1], LedgerError) or isinstance(told[1].result(), Refusal)
    assert kit.state(kit.built.red(1)) is CardState.SOLD
    assert kit.state(kit.built.red(2)) is CardState.ISSUED


def test_who_waits_when_it_is_closed_is_answered(kit: Kit) -> None:
    writer = OneWriter(kit.hall)
    with ThreadPoolExecutor(8) as pool:
        told = [pool.submit(writer.execute, kit.context(), sale(kit, 1)) for _ in range(8)]
        answers = [one.result(timeout=30) for one in told]
    writer.close()
    codes = Counter(one.code if isinstance(one, Refusal) else "done" for one in answers)
    assert codes == {"done": 1, "already-sold": 7}

"""Many at once: a card is sold once, the last ones go to whoever came first, a retry is no sale."""

import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from inventory.desk.execute import Answer, Reply
from inventory.desk.hall import Hall
from inventory.entries.sale import Sold
from inventory.entries.states import CardState
from inventory.errors import Refusal
from inventory.ledger.replaying import audit
from tests.inventory.kit import Kit, ok
from tests.inventory.scanned import selling


def at_once(kit: Kit, count: int, do: Callable[[Hall, int], Answer]) -> list[Answer]:
    """Each in its own thread with its own connection, all let go at the same moment."""
    gate = threading.Barrier(count)

    def one(index: int) -> Answer:
        hall = Hall.open(kit.hall.folder)
        gate.wait()
        try:
            return do(hall, index)
        finally:
            hall.close()

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(one, range(count)))


def outcomes(answers: list[Answer]) -> Counter[str]:
    return Counter(answer.code if isinstance(answer, Refusal) else "done" for answer in answers)


def test_fifty_threads_sell_one_card_once(kit: Kit) -> None:
    acts = [kit.context() for _ in range(50)]
    card = kit.built.red(1).outside
    answers = at_once(kit, 50, lambda hall, i: selling.sell(hall, acts[i], (card,)))
    assert outcomes(answers) == {"done": 1, "already-sold": 49}
    assert audit(kit.hall.ledger) == ()


def test_twenty_at_once_on_five_left_sell_five(kit: Kit) -> None:
    ok(kit.sell_to(35))
    acts = [kit.context() for _ in range(20)]
    last = [kit.built.red(36 + index % 5).outside for index in range(20)]

    def until_told(hall: Hall, index: int) -> Answer:
        """A seller scans her card again until it is sold, by her or by another."""
        while True:
            answer = selling.sell(hall, acts[index], (last[index],))
            if not (isinstance(answer, Refusal) and answer.code == "out-of-sequence"):
                return answer
            time.sleep(0.02)

    answers = at_once(kit, 20, until_told)
    assert outcomes(answers) == {"done": 5, "already-sold": 15}
    sold = [a.entries[0].kind for a in answers if isinstance(a, Reply)]
    numbers = sorted(int(k.cards[0].audit_number) for k in sold if isinstance(k, Sold))
    assert numbers == [36, 37, 38, 39, 40]
    assert audit(kit.hall.ledger) == ()


def test_one_request_from_three_devices_at_once_is_one_sale(kit: Kit) -> None:
    before = kit.head()
    card = kit.built.red(1).outside
    acts = [kit.context(request="cd" * 16) for _ in range(3)]
    answers = at_once(kit, 3, lambda hall, i: selling.sell(hall, acts[i], (card,)))
    assert all(isinstance(answer, Reply) for answer in answers)
    assert answers[0] == answers[1] == answers[2]
    assert kit.head() == before + 1


def test_a_reply_lost_after_the_commit_is_given_again(kit: Kit) -> None:
    """The first answer never reaches the till; it asks twice more, once from another device."""
    card, request = kit.built.red(1).outside, "ef" * 16
    lost = ok(selling.sell(kit.hall, kit.context(request=request), (card,)))
    kit.hall.close()
    for _ in range(2):
        hall = Hall.open(kit.hall.folder)
        again = ok(selling.sell(hall, kit.context(request=request), (card,)))
        hall.close()
        assert again == lost
    kit.hall = Hall.open(kit.hall.folder)
    assert kit.state(kit.built.red(1)) is CardState.SOLD
    assert kit.head() == lost[-1].sequence


def test_four_sellers_with_the_same_forty_cards_sell_forty(kit: Kit) -> None:
    acts = [[kit.context() for _ in range(40)] for _ in range(4)]
    cards = [kit.built.red(number).outside for number in range(1, 41)]

    def seller(hall: Hall, index: int) -> Answer:
        for context, card in zip(acts[index], cards, strict=True):
            answer = selling.sell(hall, context, (card,))
        return answer

    at_once(kit, 4, seller)
    assert [kit.state(kit.built.red(n)) for n in range(1, 41)] == [CardState.SOLD] * 40
    assert audit(kit.hall.ledger) == ()

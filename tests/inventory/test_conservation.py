"""Conservation: whatever the order of acts and retries, cards and money add up as in a plain model.

The model is a dict of card states and a number of cents; it knows the rules, not the code.
"""

import shutil
import tempfile
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from inventory.desk.execute import Answer, Reply
from inventory.desk.hall import Hall
from inventory.desk.papers import reporting
from inventory.entries.stock import Found, Missing
from inventory.ledger.replaying import audit
from inventory.reports.figures.occasion import Report
from tests.inventory.delivery_builder import BLUE, RED, Built
from tests.inventory.kit import Kit, counts_of, kinds
from tests.inventory.scanned import selling, stock

PRICE = 100
REDS, BLUES, PACK = 40, 60, 20

_BUILT: dict[str, tuple[Path, Built]] = {}


@pytest.fixture(autouse=True, scope="module")
def _template(ready_folder: Path, built: Built) -> None:
    _BUILT["template"] = (ready_folder, built)


class Hallway(RuleBasedStateMachine):
    """One till, one evening, everything a seller can do to red and blue cards."""

    def __init__(self) -> None:
        super().__init__()
        folder, built = _BUILT["template"]
        self.scratch = Path(tempfile.mkdtemp())
        shutil.copytree(folder, self.scratch / "hall")
        self.kit = Kit(Hall.open(self.scratch / "hall"), built)
        self.reds = dict.fromkeys(range(1, REDS + 1), "issued")
        self.blues = dict.fromkeys(range(1, BLUES + 1), "issued")
        self.cents = 0
        self.history: list[tuple[str, tuple[int, ...], tuple[int, ...]]] = []
        self.is_undone = False
        self.traded_in: set[int] = set()
        self.last: tuple[Answer, tuple[object, ...]] | None = None
        self.is_closed = False
        self.paid: set[int] = set()
        self.packs_back: set[int] = set()
        self.begun: set[int] = set()
        self.opened: set[int] = set()
        self.is_held = self.has_winner = self.is_won = False

    @initialize(balls=st.permutations(range(1, 76)))
    def pre_draw(self, balls: list[int]) -> None:
        """The balls that make red 1 a winner stand on the list, the others as they fall."""
        winning = list(self.kit.built.red(1).numbers)
        others = [ball for ball in balls if ball not in winning]
        self.kit.pre_draw(tuple(winning + others)[:48])

    # -- the model -----------------------------------------------------------------------------

    def next_numbers(self, cards: dict[int, str], size: int) -> list[int]:
        """The next cards to be sold: from the open pack first, upward only."""
        issued = [number for number, state in cards.items() if state == "issued"]
        begun = self.begun if cards is self.reds else set()
        opened = min((self.pack(n) for n in issued if self.pack(n) in begun), default=None)
        issued.sort(key=lambda number: (self.pack(number) != opened, number))
        return issued[:size]

    @staticmethod
    def pack(number: int) -> int:
        return (number - 1) // PACK

    def expect(self, answer: Answer, *, done: bool) -> bool:
        assert isinstance(answer, Reply) == done, answer
        return done

    # -- rules ---------------------------------------------------------------------------------

    @precondition(lambda self: not self.is_closed)
    @rule(size=st.integers(1, 6))
    def sell(self, size: int) -> None:
        numbers = self.next_numbers(self.reds, size)
        texts = tuple(self.kit.built.red(number).outside for number in numbers)
        context = self.kit.context()
        answer = selling.sell(self.kit.hall, context, texts)
        if self.expect(answer, done=bool(numbers)):
            for number in numbers:
                self.reds[number] = "sold"
                self.begun.add(self.pack(number))
            self.cents += PRICE * len(numbers)
            self.history.append(("sale", tuple(numbers), ()))
            self.is_undone = False
            self.last = answer, (context, texts)

    @precondition(lambda self: self.last is not None)
    @rule()
    def retry_the_last_sale(self) -> None:
        """The answer was lost: the same request again moves nothing."""
        assert self.last is not None
        before, (context, texts) = self.last
        answer = selling.sell(self.kit.hall, context, texts)  # type: ignore[arg-type]
        assert answer == before

    @rule(number=st.integers(1, REDS))
    def sell_again(self, number: int) -> None:
        if self.reds[number] != "issued":
            text = self.kit.built.red(number).outside
            self.expect(selling.sell(self.kit.hall, self.kit.context(), (text,)), done=False)

    @precondition(lambda self: not self.is_closed)
    @rule(numbers=st.lists(st.integers(1, REDS), min_size=1, max_size=3, unique=True))
    def exchange(self, numbers: list[int]) -> None:
        new = self.next_numbers(self.blues, 2 * len(numbers))
        sold = all(self.reds[number] == "sold" for number in numbers)
        if len(new) < 2 * len(numbers):
            return
        answer = self.kit.exchange(tuple(numbers), new[-1])
        if self.expect(answer, done=sold):
            for number in numbers:
                self.reds[number] = "surrendered"
            for number in new:
                self.blues[number] = "sold"
            self.cents += PRICE * len(numbers)
            self.history.append(("exchange", tuple(numbers), tuple(new)))
            self.is_undone = False

    @rule()
    def undo(self) -> None:
        kind, old, new = self.history[-1] if self.history else ("", (), ())
        expected = {"sale": "sold", "exchange": "surrendered"}.get(kind, "")
        possible = (
            bool(self.history)
            and not self.is_undone
            and not self.is_closed
            and all(self.reds[number] == expected for number in old)
            and all(self.blues[number] == "sold" for number in new)
            and (kind == "exchange" or self.traded_in.isdisjoint(old))
            and (kind == "exchange" or not self.packs_back & {self.pack(n) for n in old})
        )
        if not self.expect(self.kit.undo(), done=possible):
            return
        self.history.pop()
        self.is_undone = True
        self.traded_in.update(old if kind == "exchange" else ())
        for number in old:
            self.reds[number] = "issued" if kind == "sale" else "sold"
        for number in new:
            self.blues[number] = "issued"
        self.cents -= PRICE * len(old)

    @rule(number=st.integers(1, REDS))
    def void(self, number: int) -> None:
        """Two people give back a sealed card's price until somebody may have won."""
        is_shut = self.is_held or self.is_won or number in self.opened
        if self.expect(self.kit.void(number), done=self.reds[number] == "sold" and not is_shut):
            self.reds[number] = "voided"
            self.cents -= PRICE

    @rule(number=st.integers(1, REDS))
    def punch(self, number: int) -> None:
        possible = self.reds[number] in {"surrendered", "voided"}
        if self.expect(self.kit.punch(number), done=possible):
            self.reds[number] = "defaced"

    @rule(number=st.integers(1, REDS))
    def lose(self, number: int) -> None:
        text = (self.kit.built.red(number).outside,)
        answer = stock.take_out(self.kit.hall, self.kit.context(), Missing, text, "gone")
        if self.expect(answer, done=self.reds[number] in {"issued", "received"}):
            self.reds[number] = "missing"

    @rule(number=st.integers(1, REDS))
    def find(self, number: int) -> None:
        text = (self.kit.built.red(number).outside,)
        answer = stock.take_out(self.kit.hall, self.kit.context(), Found, text, "there")
        if self.expect(answer, done=self.reds[number] == "missing"):
            is_here = self.pack(number) in self.packs_back
            self.reds[number] = "received" if is_here else "issued"

    @rule(pack=st.integers(0, BLUES // PACK - 1))
    def put_back_whole(self, pack: int) -> None:
        first, last = pack * PACK + 1, (pack + 1) * PACK
        numbers = range(first, last + 1)
        pristine = all(self.blues[number] == "issued" for number in numbers)
        answer = stock.put_back_whole(
            self.kit.hall, self.kit.context(), (f"{BLUE}:{first}-{last}",)
        )
        if isinstance(answer, Reply):
            assert pristine, "only what nobody sold from goes back uncounted"
            for number in numbers:
                self.blues[number] = "received"

    @rule(pack=st.integers(0, BLUES // PACK - 1))
    def issue_again(self, pack: int) -> None:
        first, last = pack * PACK + 1, (pack + 1) * PACK
        answer = stock.issue(self.kit.hall, self.kit.context(), (f"{BLUE}:{first}-{last}",), "1")
        back = [number for number in range(first, last + 1) if self.blues[number] == "received"]
        if self.expect(answer, done=bool(back)):
            for number in back:
                self.blues[number] = "issued"

    @rule(pack=st.integers(0, REDS // PACK - 1))
    def put_back_open(self, pack: int) -> None:
        """A red pack by its first and last card left and the count of them."""
        left = [
            n for n in range(pack * PACK + 1, (pack + 1) * PACK + 1) if self.reds[n] == "issued"
        ]
        if not left:
            return
        red = self.kit.built.red
        first, last = red(left[0]).outside, red(left[-1]).outside
        context = self.kit.context()
        answer = stock.put_back_open(self.kit.hall, context, first, last, len(left))
        if self.expect(answer, done=pack not in self.packs_back):
            self.packs_back.add(pack)
            self.begun.discard(pack)
            for number in left:
                self.reds[number] = "received"

    @rule(pack=st.integers(0, REDS // PACK - 1))
    def issue_red_again(self, pack: int) -> None:
        first, last = pack * PACK + 1, (pack + 1) * PACK
        answer = stock.issue(self.kit.hall, self.kit.context(), (f"{RED}:{first}-{last}",), "1")
        if self.expect(answer, done=pack in self.packs_back):
            self.packs_back.remove(pack)
            for number in range(first, last + 1):
                if self.reds[number] == "received":
                    self.reds[number] = "issued"

    @precondition(lambda self: not self.is_closed and self.reds[1] == "sold")
    @rule()
    def close(self) -> None:
        self.expect(self.kit.close(), done=True)
        self.is_closed = True

    @precondition(lambda self: self.is_closed)
    @rule(number=st.integers(1, REDS))
    def claim(self, number: int) -> None:
        self.kit.hold()
        self.is_held = True
        self.kit.rack()
        answer = self.kit.claim(self.kit.built.red(number))
        if not isinstance(answer, Reply):
            return
        complete = set(self.kit.built.red(number).numbers) <= set(self.kit.balls)
        if self.reds[number] == "sold":
            assert kinds(answer) == ["ClaimOpened", "ClaimDecided"]
            self.reds[number] = "won" if complete else "sold"
            self.opened.add(number)
            self.has_winner |= complete
        else:
            assert kinds(answer) == ["ClaimRefused"]

    @precondition(lambda self: self.is_closed)
    @rule()
    def close_round(self) -> None:
        self.kit.close_round()
        self.is_held, self.is_won = False, self.has_winner

    @precondition(lambda self: self.is_closed)
    @rule(number=st.integers(1, REDS))
    def pay(self, number: int) -> None:
        if isinstance(self.kit.pay(self.kit.built.red(number)), Reply):
            assert self.reds[number] == "won"
            assert number not in self.paid
            self.paid.add(number)
            self.reds[number] = "paid"

    # -- what always holds ---------------------------------------------------------------------

    @invariant()
    def cards_are_conserved(self) -> None:
        counts = counts_of(self.kit.hall)
        for serial, cards in ((RED, self.reds), (BLUE, self.blues)):
            found = {str(state): n for (one, state), n in counts.items() if one == serial}
            assert found == dict(Counter(cards.values()))
            assert sum(found.values()) == len(cards)

    @invariant()
    def money_equals_prices(self) -> None:
        report = reporting.read_report(self.kit.hall, 0)
        assert isinstance(report, Report)
        assert report.tally.receipts_cents == self.cents
        assert report.is_balanced, report.identities

    def teardown(self) -> None:
        assert audit(self.kit.hall.ledger) == ()
        self.kit.hall.close()
        shutil.rmtree(self.scratch)


TestConservation = Hallway.TestCase
TestConservation.settings = settings(
    max_examples=12,
    stateful_step_count=30,
    deadline=None,
    derandomize=True,
    phases=[Phase.generate],  # shrinking a whole evening costs minutes
    suppress_health_check=list(HealthCheck),
)

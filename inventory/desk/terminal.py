"""A scanner at a terminal: one scan or one typed line is one action (hall.md section 5)."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from cardgen.amounts import CENTS_PER_DOLLAR, how_many, printed_cents
from cardgen.card_id import CardId
from cardgen.errors import CardgenError, VerificationError
from cardgen.texts import as_entered
from inventory.balls import parsed_ball
from inventory.clock import spoken_hour
from inventory.commands.claim import CloseRound, Hold, Witnesses
from inventory.commands.game import CheckRack
from inventory.commands.sale import Exchange, Miss, Punch, Sell, Undo
from inventory.commands.stock import PutBackOpen
from inventory.commands.union import Command
from inventory.decisions.facts import CardFacts, Decision
from inventory.decisions.game.evening import Evening
from inventory.desk import selling
from inventory.desk.claim.claims import claim_asked
from inventory.desk.desk import Desk
from inventory.desk.execute import Answer, execute
from inventory.desk.game.evening import open_evening_of
from inventory.desk.game.prizes import read_caps_passed
from inventory.desk.hall import Hall
from inventory.desk.lookup import SCANNED, check_sealed, find_absent, told_closely
from inventory.entries.claim import ClaimDecided
from inventory.entries.entry import Context, Entry
from inventory.entries.sale import Exchanged, Sold
from inventory.entries.states import CardState, Verdict
from inventory.errors import Refusal, Refused
from inventory.refusals.refuse import refuse
from inventory.reports.forms.large_figures import large_figures
from inventory.reports.spoken.explanation import lines_of
from inventory.scans import one_code

FEW_EXCHANGES = 20  # hall.md section 5: amber under 20
HELP = (
    "scan: into the basket | 6, then scan the last: six cards | empty line: close the basket",
    "T: trade in | P: punched | L: punch later | U: undo | M: the card asked about is missing",
    "X: clear the basket, leave the claim table",
    "H N-41: HOLD, this is the claim table | C: close round, it is a selling table again",
    "R table 4: rack agrees | F name: checks the card | W name: compared | B name: read back",
    "after sales: scan first and last card left, type the count | Q: leave",
)

Lines = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Basket:
    """What lies on the counter."""

    count: int = 0
    is_trade: bool = False
    originals: tuple[CardFacts, ...] = ()
    cards: tuple[CardFacts, ...] = ()
    last: CardId | None = None
    how: str = SCANNED
    total_cents: int = 0
    left: tuple[CardId, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether nothing was scanned or counted."""
        return self == Basket()

    def holds(self, card: CardId) -> bool:
        """Whether this card is in it already, whatever code named it."""
        return any(one.card == card for one in (*self.originals, *self.cards))


@dataclass(slots=True)
class Terminal:
    """One till or claim table at one keyboard; `new_context` gives each act its id and time.

    It is a claim table from the key H on, pressed here, until C closes the round here or X leaves
    it; a HOLD that another table pressed changes nothing of what a scan means here.
    """

    hall: Hall
    new_context: Callable[[], Context]
    basket: Basket = field(default_factory=Basket)
    absent: CardId | None = None
    claimed: str = ""
    is_claim_table: bool = False
    witnesses: Witnesses = field(default_factory=lambda: Witnesses("", "", ""))
    written: tuple[Entry, ...] = ()  # what the last line or scan wrote

    def take(self, line: str) -> Lines:
        """What one line of keys does, as lines for the screen; a line may be a code too."""
        return self._answered(lambda: self._take(as_entered(line).strip()))

    def take_scan(self, burst: str) -> Lines:
        """What a scanner sent at once: one code of ours is a scan, all else does nothing."""

        def scan() -> Lines:
            one_code(burst)
            return self._scan(burst)

        return self._answered(scan)

    def take_count(self, count: int) -> Lines:
        """How many cards, typed before the last one is scanned or after it."""
        return self._answered(lambda: self._recount(count))

    def _answered(self, act: Callable[[], Lines]) -> Lines:
        self.written = ()
        return _told(act)

    def _recount(self, count: int) -> Lines:
        basket = self.basket
        if basket.is_trade or not basket.cards:
            return self._number(count)
        with self.hall.reading() as reader:
            desk = Desk(self.hall, reader, self.new_context(), 0)
            run = selling.run_up_to(desk, basket.cards[-1].card, count)
            return self._lay(desk, run, basket.how)

    def _take(self, text: str) -> Lines:
        if not text:
            return self._close()
        if text.isascii() and text.isdecimal() and len(text) <= 6:  # noqa: PLR2004 -- no barcode
            return self._number(int(text))
        key, _, rest = text.partition(" ")
        keys = self._keys()
        if key.upper() in keys:
            return keys[key.upper()](rest.strip())
        return self._scan(text)

    def _keys(self) -> dict[str, Callable[[str], Lines]]:
        return {
            "?": lambda _: HELP,
            "T": self._trade,
            "X": self._clear,
            "P": lambda _: self._tell(self._run(Punch())),
            "L": lambda _: ("Later: the cards wait for the punch.",),
            "U": self._undo,
            "M": self._missing,
            "H": self._hold,
            "R": self._rack,
            "W": lambda name: self._heard(compared_by=name),
            "F": lambda name: self._heard(checked_by=name),
            "B": lambda name: self._heard(read_back_by=name),
            "C": self._close_round,
        }

    def last_sale(self) -> Lines:
        """The till's own last sale of the evening: whoever sits down again sees what was done."""
        till = self.new_context().till
        with self.hall.reading() as reader:
            evening = reader.evening()
            found = reader.last_sale(till, evening.occasion) if evening else None
            entries = reader.of_request(found[1]) if found else ()
        sold = [entry for entry in entries if isinstance(entry.kind, Sold | Exchanged)]
        if found is None or not sold:
            return ()
        at = spoken_hour(sold[0].context.moment.at.astimezone())
        undone = ", undone since" if found[2] else ""
        said = " / ".join(lines_of(tuple(sold)))
        return (f"Last at till {till}, {at} by {sold[0].context.clerk}{undone}: {said}",)

    # -- the basket ----------------------------------------------------------------------------

    def _scan(self, text: str) -> Lines:
        """A scan that writes nothing is one read; one at the claim table is a claim."""
        context = self.new_context()
        with self.hall.reading() as reader:
            evening = open_evening_of(reader)
            if not self.is_claim_table:
                desk = Desk(self.hall, reader, context, 0)
                try:
                    looked = selling.look(desk, text)
                    if evening.is_sales_closed:
                        return self._put_back(looked)
                    return self._into_basket(desk, looked)
                except Refused as refused:
                    raise Refused(told_closely(reader, refused.refusal)) from None
        return self._claim(text)

    def _into_basket(self, desk: Desk, looked: selling.Look) -> Lines:
        self.absent = None
        if self.basket.holds(looked.card.card):
            return (f"{looked.card.card.printed} is in the basket already.",)
        if self.basket.is_trade:
            return self._scan_trade(desk, looked)
        return self._scan_sale(desk, looked)

    def _scan_sale(self, desk: Desk, looked: selling.Look) -> Lines:
        check_sealed(looked.found)
        return self._lay(desk, self._run_to(desk, looked.card.card), looked.found.how)

    def _lay(self, desk: Desk, run: tuple[CardFacts, ...], how: str) -> Lines:
        """Cards next in sequence onto the counter, in the place of others of their set."""
        others = tuple(one for one in self.basket.cards if not _same_set(one, run[0]))
        basket = replace(self.basket, cards=(*others, *run), how=how)
        selling.decide(desk, _closing(basket))  # what would be refused at the end is refused now
        self.basket = replace(
            basket, total_cents=sum(one.series.price_cents for one in basket.cards if one.series)
        )
        cards, total = how_many(len(basket.cards), "card"), printed_cents(self.basket.total_cents)
        return (f"{cards}, {total}. {_through(run)}",)

    def _run_to(self, desk: Desk, last: CardId) -> tuple[CardFacts, ...]:
        """The cards through the one scanned: so many as were typed, else one more.

        A card that is passed over is kept for the key M.
        """
        if self.basket.count:
            return selling.run_up_to(desk, last, self.basket.count)
        taken = tuple(one.card for one in self.basket.cards)
        try:
            return selling.one_more_than(desk, taken, last)
        except Refused as refused:
            if refused.refusal.code == "gap":
                self.absent = selling.next_card(desk, taken, last)
            raise

    def _scan_trade(self, desk: Desk, looked: selling.Look) -> Lines:
        card, named = looked.card, looked.card.card.printed
        is_new = card.series is not None and not card.series.is_original
        if is_new and card.state is CardState.ISSUED and self.basket.originals:
            check_sealed(looked.found)
            basket = replace(self.basket, last=card.card)
            cents = _paid_in_exchange(selling.decide(desk, _closing(basket)).kinds)
            self.basket = replace(basket, total_cents=cents)
            told = f"{len(basket.originals)} for the new ones up to {named}."
            return (f"{told} To pay: {printed_cents(cents)}", *large_figures(printed_cents(cents)))
        selling.check_surrenderable(desk, selling.counter_of(desk), (card,))
        originals = (*self.basket.originals, card)
        self.basket = replace(self.basket, originals=originals, last=None, total_cents=0)
        return (f"{len(self.basket.originals)} to trade in; last: {named}.",)

    def _number(self, number: int) -> Lines:
        basket = self.basket
        if len(basket.left) == 2:  # noqa: PLR2004 -- first and last card left
            first, last = basket.left
            self.basket = Basket()
            return self._tell(self._run(PutBackOpen(first, last, number)))
        if basket.is_trade and basket.last is None:
            return ("TRADE IN: scan the cards; no number is typed. X leaves it.",)
        if not basket.is_trade and not basket.cards and not number:
            return ("No card: type 1 or more, then scan the last one.",)
        if not basket.is_trade and not basket.cards:
            self.basket = replace(basket, count=number)
            return (f"{how_many(number, 'card')}: scan the last one.",)
        change = number * CENTS_PER_DOLLAR - basket.total_cents
        if change < 0:
            return (f"{number} is not enough for {printed_cents(basket.total_cents)}.",)
        told = f"Change {printed_cents(change)} of {printed_cents(number * CENTS_PER_DOLLAR)}."
        return (told, *large_figures(printed_cents(change)))

    def _close(self) -> Lines:
        basket = self.basket
        if basket.is_empty:
            raise refuse("empty-basket")
        before = read_caps_passed(self.hall)
        answer = self._run(_closing(basket))
        if isinstance(answer, Refusal):
            return refused_lines(answer)
        self.basket = Basket()
        passed = (one for one in read_caps_passed(self.hall) if one not in before)
        limits = (f"A LIMIT OF PRIZES: {one}" for one in passed)
        left = self._left() if basket.is_trade else ()
        return (*lines_of(answer.entries), *left, *limits)

    def _left(self) -> Lines:
        with self.hall.reading() as reader:
            left = selling.exchanges_left(reader, self.new_context().till)
        warning = " FEW" if left < FEW_EXCHANGES else ""
        return (f"Exchanges left: {left}{warning}",)

    def _trade(self, _rest: str) -> Lines:
        if not self.basket.is_empty:
            return ("Close or clear the basket first.",)
        self.basket = Basket(is_trade=True)
        return ("TRADE IN: scan the cards given up, then the last of the new ones.",)

    def _clear(self, _rest: str) -> Lines:
        self.basket = Basket()
        if self.is_claim_table:
            self._leave_claims()
            return ("Cleared. This is a selling table again; H makes it the claim table.",)
        return ("Cleared.",)

    def _undo(self, _rest: str) -> Lines:
        if not self.basket.is_empty:
            return ("Clear the basket first (X): undo is open until the next scan.",)
        return self._tell(self._run(Undo()))

    def _missing(self, text: str) -> Lines:
        """The card that was asked about, or one by its color and number: it shows no symbol."""
        card = find_absent(self.hall, text) if text else self.absent
        if card is None:
            return ("M and the card that is not there, such as M red 323.",)
        if self.basket.cards:
            return ("Close the basket first (Enter): its cards come before the one that lacks.",)
        self.absent = None
        # Whoever sat down as the second person need not have looked: it is one person's word.
        alone = replace(self.new_context(), second="")
        return self._tell(execute(self.hall, alone, Miss((card,), "not in the pack")))

    # -- after sales ---------------------------------------------------------------------------

    def _put_back(self, looked: selling.Look) -> Lines:
        left = (*self.basket.left, looked.card.card)[-2:]
        if len(left) > 1 and (left[0].set_serial, left[0].audit_number) > (
            left[1].set_serial, left[1].audit_number,
        ):  # fmt: skip
            self.basket = Basket()
            raise refuse("range-turned", first=left[0].printed, last=left[1].printed)
        self.basket = Basket(left=left)
        if len(left) == 1:
            return (f"First left: {left[0].printed}. Scan the last one left.",)
        first, last = left
        return (f"{first.printed} to {last.printed}: count them by hand and type the number.",)

    # -- claims --------------------------------------------------------------------------------

    def _hold(self, ball: str) -> Lines:
        """HOLD makes this the claim table; while a round is open, it only does that."""
        held = parsed_ball(ball) if ball else 0
        self.basket = Basket()
        self._leave_claims()
        answer = self._run(Hold(held))
        if not isinstance(answer, Refusal):
            self.is_claim_table = True
        elif answer.code == "already-held":
            self.is_claim_table = True
            return (f"CLAIM TABLE: {answer}",)
        return self._tell(answer)

    def _leave_claims(self) -> None:
        self.is_claim_table, self.claimed, self.witnesses = False, "", Witnesses("", "", "")

    def _close_round(self, _rest: str) -> Lines:
        if not self.is_claim_table:
            return ("This is a selling table: H makes it the claim table.",)
        answer = self._run(CloseRound())
        if not isinstance(answer, Refusal) or answer.code == "no-round":
            self._leave_claims()
        return self._tell(answer)

    def _claim(self, text: str) -> Lines:
        self.witnesses = Witnesses("", "", "")
        return self._judge(text)

    def _rack(self, player: str) -> Lines:
        told = self._tell(self._run(CheckRack(player)))
        return (*told, *self._judge(self.claimed)) if self.claimed else told

    def _heard(
        self, *, compared_by: str = "", read_back_by: str = "", checked_by: str = ""
    ) -> Lines:
        if not self.claimed:
            return ("No claim is open at this table: scan the card.",)
        self.witnesses = replace(
            self.witnesses,
            compared_by=compared_by or self.witnesses.compared_by,
            read_back_by=read_back_by or self.witnesses.read_back_by,
            checked_by=checked_by or self.witnesses.checked_by,
        )
        return self._judge(self.claimed)

    def _judge(self, text: str) -> Lines:
        self.claimed = ""
        answer = self._run(claim_asked(self.hall, text, "", self.witnesses))
        self.claimed = "" if isinstance(answer, Refusal) else _open_claim(answer)
        return self._tell(answer)

    def _run(self, command: Command) -> Answer:
        answer = execute(self.hall, self.new_context(), command)
        if not isinstance(answer, Refusal):
            self.written += answer.entries
        return answer

    def _tell(self, answer: Answer) -> Lines:
        return refused_lines(answer) if isinstance(answer, Refusal) else lines_of(answer.entries)


def _closing(basket: Basket) -> Sell | Exchange:
    """What closes a basket. Raises: Refused, for a trade-in that lacks one of its sides."""
    if not basket.is_trade:
        return Sell(tuple(one.card for one in basket.cards), basket.how)
    if not basket.originals or basket.last is None:
        raise refuse("empty-basket")
    return Exchange(tuple(one.card for one in basket.originals), basket.last)


def _paid_in_exchange(kinds: Decision) -> int:
    return sum(kind.cents for kind in kinds if isinstance(kind, Exchanged))


def _told(act: Callable[[], Lines]) -> Lines:
    """The lines of an act; what was mistyped or cannot be written now is a line too.

    A ledger that does not hold is raised: nothing is sold on it.
    """
    try:
        return tuple(in_keys(line) for line in act())
    except Refused as refused:
        return tuple(in_keys(line) for line in refused_lines(refused.refusal))
    except VerificationError:
        raise
    except CardgenError as error:
        return (f"NOT DONE ({error.code}): {error}",)


# What a command line says, in the keys of the desk.
_KEYS = (
    ("--checked-by NAME, or inventory crew", "F and the name"),
    ("--compared-by", "W and the name"),
    ("--read-back-by", "B and the caller's name"),
    ("a player watching: inventory rack", "a player watching: R and the player's table"),
    ("inventory hold", "H"),
    ("inventory missing", "M"),
    ("inventory round close", "C"),
    ("inventory undo", "U"),
    ("Name a player who looked at it: --player NAME", "R and the table of a player who looked"),
    ("Press HOLD first: H", "H and the ball in hand"),
)


def in_keys(line: str) -> str:
    """A line as it is said at the desk, where nobody types a command.

    >>> in_keys("The caller reads the numbers back: --read-back-by.")
    "The caller reads the numbers back: B and the caller's name."
    """
    for said, keys in _KEYS:
        line = line.replace(said, keys)
    return line


def refused_lines(refusal: Refusal) -> Lines:
    """A refusal as the desk shows it."""
    return (f"REFUSED ({refusal.code}): {refusal}",)


def _open_claim(answer: Answer) -> str:
    """The card of a claim that cannot be told yet, by its card id; the code is not kept."""
    entries = () if isinstance(answer, Refusal) else answer.entries
    for entry in reversed(entries):
        kind = entry.kind
        if isinstance(kind, ClaimDecided) and kind.verdict == Verdict.CANNOT_TELL:
            return kind.card.printed
    return ""


def _same_set(one: CardFacts, other: CardFacts) -> bool:
    return one.card.set_serial == other.card.set_serial


def _through(run: tuple[CardFacts, ...]) -> str:
    first, last = run[0].card.printed, run[-1].card.printed
    return first if first == last else f"{first} to {last}"


def phase(evening: Evening | None, *, is_claim_table: bool) -> str:
    """What a scan means now, for the prompt."""
    if evening is None:
        return "no occasion"
    if is_claim_table:
        return "claims"
    return "put back" if evening.is_sales_closed else "selling"

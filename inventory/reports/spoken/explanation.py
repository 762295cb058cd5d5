"""What was written, told in one line a kind, as the desk answers."""

from typing import assert_never

from cardgen.amounts import how_many, printed_cents
from cardgen.card_id import CardId
from cardgen.face import BALL_MAX
from inventory.balls import printed_ball, printed_balls
from inventory.counts import printed_ranges, ranges_of
from inventory.decisions.claim.opened import faces_of
from inventory.decisions.claim.verdict import next_step, to_say, verdict_of
from inventory.entries.claim import (
    ClaimDecided,
    ClaimKind,
    ClaimOpened,
    ClaimRefused,
    ClaimReopened,
    ClaimWithdrawn,
    CodeReadAgain,
    Paid,
    RestPaid,
    RoundClosed,
    RoundOpened,
    SharesSettled,
)
from inventory.entries.closing import (
    BoxCounted,
    BoxFilled,
    CashCounted,
    ClosingKind,
    Destroyed,
    Filed,
    MissingCounted,
    OccasionEnded,
    Retained,
    UnsoldCounted,
)
from inventory.entries.entry import Entry
from inventory.entries.game import (
    CrewNamed,
    DrawCorrected,
    Drawn,
    GameCompleted,
    GameStarted,
    HeadsCounted,
    OccasionCalledOff,
    OccasionOpened,
    OutageVoted,
    RackChecked,
    SalesClosed,
    TakingsCounted,
)
from inventory.entries.house import (
    Checkpointed,
    ClockJumped,
    HallFounded,
    PatternDrawn,
    RuleAnswered,
    RuleTakenBack,
    SlipCompared,
)
from inventory.entries.maker import CardReleased, SetDisclosed, StatusNoted
from inventory.entries.progressive import ProgressionKind
from inventory.entries.sale import (
    CardKind,
    Defaced,
    DefectExchanged,
    Exchanged,
    ExchangeUndone,
    SaleUndone,
    SaleVoided,
    Sold,
)
from inventory.entries.stock import (
    Found,
    Issued,
    Missing,
    PutBack,
    Received,
    SentBack,
    StockKind,
    Stolen,
    Withdrawn,
)
from inventory.entries.union import HouseKind, PlayKind
from inventory.entries.wire.codec import fields_of
from inventory.program.program import Game
from inventory.reports.spoken.makers_lines import ruling_line, status_lines

ROWS = 5
CARDS_NAMED_MAX = 3
FREE_PLACE = (2, 2)  # column N, third row


def lines_of(entries: tuple[Entry, ...]) -> tuple[str, ...]:
    """The answer to an act."""
    return tuple(line for entry in entries for line in _lines(entry))


def _lines(entry: Entry) -> tuple[str, ...]:
    kind = entry.kind
    if isinstance(kind, CardKind):
        return _sale_lines(kind)
    if isinstance(kind, StockKind):
        return (_stock_line(kind),)
    if isinstance(kind, ClosingKind):
        return (_closing_line(kind),)
    if isinstance(kind, HouseKind):
        return _house_lines(kind)
    if isinstance(kind, ProgressionKind):
        from inventory.reports.spoken.progressive import progression_kind_lines

        return progression_kind_lines(kind)
    return _game_lines(kind)


def _sale_lines(kind: CardKind) -> tuple[str, ...]:  # noqa: PLR0911 -- one case a kind
    match kind:
        case Sold():
            count = len(kind.cards)
            total = printed_cents(kind.cents)
            return (
                f"Sale {kind.sale:06d}: {how_many(count, 'card')}, {total}. {_run(kind.cards)}",
            )
        case Exchanged():
            old, new = kind.surrendered.printed, _run(kind.new)
            paid = printed_cents(kind.cents)
            which = f"Exchange {kind.sale:06d}, {kind.place} of {kind.of}"
            return (f"{which}: {old} for {new}, {paid}. PUNCH {old}",)
        case DefectExchanged():
            return (f"{kind.voided.printed} replaced by {kind.new.printed}: {kind.reason}",)
        case SaleUndone():
            given = printed_cents(kind.cents)
            return (f"Sale {kind.sale:06d} undone: give back {given}. {_run(kind.cards)}",)
        case ExchangeUndone():
            given, old = printed_cents(kind.cents), kind.surrendered.printed
            return (f"Exchange {kind.sale:06d} undone: give back {given} and {old}",)
        case SaleVoided():
            given = printed_cents(kind.cents)
            return (f"{kind.card.printed} voided: give back {given}, PUNCH it. {kind.reason}",)
        case Defaced():
            return (
                f"{how_many(len(kind.cards), 'card')} punched ({kind.method}): {_run(kind.cards)}",
            )
        case _:
            assert_never(kind)


def _stock_line(kind: StockKind) -> str:  # noqa: C901, PLR0911 -- one case a kind
    match kind:
        case Received():
            count = kind.last - kind.first + 1 - len(kind.skips)
            price, what = (
                printed_cents(kind.price_cents),
                f"{kind.color} {kind.series}, {kind.role}",
            )
            packs = how_many(len(kind.packs), "pack")
            cards = how_many(count, "card")
            return f"Received set {kind.set_serial}: {what}, {cards} in {packs}, {price} each"
        case Issued():
            packs, cards = how_many(len(kind.packs), "pack"), how_many(kind.count, "card")
            return f"Issued to till {kind.to_till}: {packs} of set {kind.set_serial}, {cards}"
        case PutBack():
            packs, cards = how_many(len(kind.packs), "pack"), how_many(kind.counted, "card")
            return f"Put back: {packs} of set {kind.set_serial}, {cards}"
        case SentBack():
            return f"Sent back to the maker: {_taken(kind)}"
        case Withdrawn():
            return f"Withdrawn: {_taken(kind)}"
        case Missing():
            return f"MISSING: {_taken(kind)}"
        case Stolen():
            return f"Stolen: {_taken(kind)}"
        case Found():
            return f"Found: {_taken(kind)}"
        case _:
            assert_never(kind)


def _taken(kind: SentBack | Withdrawn | Missing | Stolen | Found) -> str:
    packs = ", ".join(f"pack {first}-{last}" for first, last in kind.packs)
    named = ", ".join(part for part in (packs, _few(kind.cards)) if part)
    return f"set {kind.set_serial}, {named}: {kind.reason}"


def _game_lines(  # noqa: C901, PLR0911, PLR0912 -- one case a kind
    kind: PlayKind,
) -> tuple[str, ...]:
    match kind:
        case OccasionOpened():
            return _opening_lines(kind)
        case OccasionCalledOff():
            return (f"The evening is called off: {kind.reason}",)
        case CrewNamed():
            return crew_lines(kind)
        case HeadsCounted():
            present, seats = how_many(kind.present, "player"), how_many(kind.seats, "seat")
            return (f"Game {kind.game}: {present} present, {seats}",)
        case Drawn():
            told = f"{how_many(len(kind.balls), 'ball')} {kind.how}: {printed_balls(kind.balls)}"
            return (told, *(f"Remark: {remark}" for remark in kind.remarks))
        case DrawCorrected():
            return _correction_lines(kind)
        case RackChecked():
            return (
                f"List and rack agree on {how_many(kind.ball_count, 'ball')}; player {kind.player}",
            )
        case TakingsCounted():
            cards, dollars = how_many(kind.cards, "card"), printed_cents(kind.cents)
            return (f"Game {kind.game}: {cards} that are not kept here brought in {dollars}",)
        case SalesClosed():
            originals = how_many(kind.originals, "original")
            trade_ins = how_many(kind.trade_ins, "trade-in")
            sold = f"{originals} and {trade_ins} sold"
            return (f"Sales of game {kind.game} closed. Announce: {sold}",)
        case GameStarted():
            return _started_lines(kind)
        case OutageVoted():
            agreed = f"{kind.in_favor} of {kind.present} players agree"
            return (f"Power outage: {agreed}; balls are drawn by hand",)
        case GameCompleted():
            return _completed_lines(kind)
        case _:
            return _claim_lines(kind)


def crew_lines(kind: CrewNamed) -> tuple[str, ...]:
    """Who works tonight in which role."""
    roles = (
        ("In charge", (kind.in_charge,)),
        ("manager", (kind.manager,)),
        ("callers", kind.callers),
        ("checkers", kind.checkers),
    )
    return (", ".join(f"{role}: {' and '.join(names)}" for role, names in roles if any(names)),)


def _claim_lines(kind: ClaimKind) -> tuple[str, ...]:  # noqa: C901, PLR0911 -- one case a kind
    match kind:
        case RoundOpened():
            held = f"{printed_ball(kind.held_ball)} held, not called" if kind.held_ball else ""
            return (f"HOLD. Round {kind.round} is open. {held}".rstrip(),)
        case ClaimOpened():
            where = f" at {kind.table}" if kind.table else ""
            return (f"Claim {kind.claim} on {_spoken(kind.card)}{where}",)
        case ClaimDecided():
            return _verdict_lines(kind)
        case CodeReadAgain():
            where = f" at {kind.table}" if kind.table else ""
            read = f"SECOND PAPER? The code of {kind.card.printed} was read again{where}"
            return (f"{read}. If two lie here, keep both: inventory case {kind.card.printed}",)
        case ClaimRefused():
            told = (
                f"{verdict_of(kind)} at step {kind.failed_step}: {kind.why}. {kind.card}".rstrip()
            )
            return (told.rstrip(), f"Next: {next_step(kind)}", *_said_to_player(kind))
        case ClaimReopened():
            return (f"Claim {kind.claim} on {_spoken(kind.card)} is judged again",)
        case ClaimWithdrawn():
            return (f"Claim {kind.claim} on {_spoken(kind.card)} is taken back: {kind.reason}",)
        case RoundClosed():
            return _round_lines(kind)
        case SharesSettled():
            return _settled_lines(kind)
        case Paid():
            further = ", a further part of its game" if kind.paid_before else ""
            paid = f"Paid {printed_cents(kind.cents)} to {kind.to} for {kind.card.printed}"
            return (f"{paid}, by {kind.source}{further}",)
        case RestPaid():
            paid = f"Paid {printed_cents(kind.cents)} to {kind.to} for {kind.card.printed}"
            why = f"what its share grew by when claim {kind.claim} was decided"
            return (f"{paid}, by {kind.source}: {why}",)
        case _:
            assert_never(kind)


def _opening_lines(kind: OccasionOpened) -> tuple[str, ...]:
    opened = f"Open: {kind.name}, {kind.played_on}"
    lacking = tuple(f"NOTE: {remark}" for remark in kind.remarks)
    return (opened, *(_game_line(game) for game in kind.program.games), *lacking)


def _started_lines(kind: GameStarted) -> tuple[str, ...]:
    started = f"Game {kind.game} started, cards sold: {kind.sold}.{_INQUIRIES[kind.inquiry]}"
    prizes = tuple(f"  {name}: {printed_cents(cents)}" for name, cents in kind.announced)
    remarks = tuple(f"NOTE: {remark}" for remark in kind.remarks)
    return (started, "Prizes announced:", *prizes, *remarks)


def _completed_lines(kind: GameCompleted) -> tuple[str, ...]:
    given = tuple(
        f"  {one.to}: {printed_cents(one.cents)}" + (f", by {one.source}" if one.source else "")
        for one in kind.given
    )
    unwon = f"; nobody won it: {kind.unwon}" if kind.unwon else ""
    return (f'Game {kind.game}: "this game is completed"{unwon}', *given)


_INQUIRIES = {
    "": "",
    "nobody": " Nobody holds a winner on the pre-drawn numbers",
    "holder": " Somebody holds a winner on the pre-drawn numbers: HOLD",
}


def _game_line(game: Game) -> str:
    sets = f"sets {', '.join(game.sets)}" if game.sets else "cards that are not kept here"
    told = f"Game {game.number}, {game.name}: {game.kind}, {game.pattern}, {sets}"
    if game.pre_drawn:
        told += f", {game.pre_drawn} pre-drawn"
    if game.calls_max < BALL_MAX:
        told += f", primary prize within {how_many(game.calls_max, 'call')}"
    return told


def _correction_lines(kind: DrawCorrected) -> tuple[str, ...]:
    back = tuple(f"CALL BACK {_spoken(card)}" for card in kind.called_back)
    cases = tuple(f"A CASE for the manager: {card.printed} is paid" for card in kind.cases)
    said = '"An error has been made, I am reading the correct number, please correct your card"'
    ball = f"Number {kind.place}: read {printed_ball(kind.read)}, the ball says"
    return (f"{ball} {printed_ball(kind.ball)}. Say: {said}", *back, *cases)


def _verdict_lines(kind: ClaimDecided) -> tuple[str, ...]:
    signs = {"yes": "ok  ", "no": "NO  ", "open": "ask "}
    steps = tuple(f"  {signs[result]}({number}) {why}" for number, result, why in kind.steps)
    verdict = f"{kind.verdict}: {_spoken(kind.card)}"
    faces = tuple(line for face in faces_of(kind.opening) for line in ("", *grid(face)))
    mends = (f"Next: {next_step(kind)}",) if kind.code else ()
    return (verdict, *steps, *mends, *_said_to_player(kind), *faces)


def _said_to_player(kind: ClaimDecided | ClaimRefused) -> tuple[str, ...]:
    said = to_say(kind)
    return (f'Say to the player: "{said}"',) if said else ()


def _round_lines(kind: RoundClosed) -> tuple[str, ...]:
    if not kind.shares:
        return (f"Round {kind.round} closed: no winner; a ball that was held is the next call",)
    return (
        f"Round {kind.round} closed: {how_many(len(kind.winners), 'winner')}, {kind.prize} prize",
        f"  {kind.told}",
        *_share_lines(kind),
    )


def _settled_lines(kind: SharesSettled) -> tuple[str, ...]:
    why = f"claim {kind.claim}, which was held back, is decided"
    return (
        f"Round {kind.round}, shares fixed anew: {why}",
        f"  {kind.told}",
        *_share_lines(kind),
    )


def _share_lines(kind: RoundClosed | SharesSettled) -> tuple[str, ...]:
    sharers = (*kind.winners, *kind.held_back)
    shares = (
        f"  {card.printed}: {printed_cents(cents)}"
        for card, cents in zip(sharers, kind.shares, strict=True)
    )
    return (*shares, *(f"  {card.printed}: no share" for card in kind.without_share))


def _closing_line(kind: ClosingKind) -> str:  # noqa: C901, PLR0911 -- one case a kind
    match kind:
        case UnsoldCounted():
            return (
                f"Counted by hand: {how_many(kind.counted, 'card')} of set {kind.set_serial} left"
            )
        case MissingCounted():
            counted = how_many(kind.counted, "card")
            return f"Counted as not there: {counted}. {_few(kind.cards)}"
        case BoxFilled():
            return f"Put into the box: {printed_cents(kind.cents)}, {kind.why}"
        case CashCounted() | BoxCounted():
            difference = printed_cents(kind.counted_cents - kind.expected_cents)
            counted, expected = map(printed_cents, (kind.counted_cents, kind.expected_cents))
            return f"Cash: counted {counted}, expected {expected}, difference {difference}"
        case Retained():
            cards = how_many(len(kind.cards), "card")
            return f"Envelope {kind.envelope}: {cards} kept. {_run(kind.cards)}"
        case OccasionEnded():
            back = sum(pack.left for pack in kind.put_back)
            cards = how_many(len(kind.expired), "card")
            return f"Ended: {cards} expired, {back} put back with their packs"
        case Filed():
            return f"Filed {kind.form} on {kind.filed_on}: {kind.reference}"
        case Destroyed():
            return f"Destroyed from envelope {kind.envelope}: {_run(kind.cards)}"
        case _:
            assert_never(kind)


def _house_lines(kind: HouseKind) -> tuple[str, ...]:
    match kind:
        case HallFounded():
            answers = fields_of(kind) | {"pays_again": "yes" if kind.pays_again else "no"}
            return tuple(f"{name}: {value}" for name, value in answers.items())
        case StatusNoted():
            return status_lines(kind)
        case _:
            return (_house_line(kind),)


def _house_line(  # noqa: C901 -- one case a kind
    kind: RuleAnswered
    | RuleTakenBack
    | PatternDrawn
    | SetDisclosed
    | CardReleased
    | ClockJumped
    | SlipCompared
    | Checkpointed,
) -> str:
    match kind:
        case RuleAnswered():
            line = f"This hall plays {kind.key} = {kind.value}; reason: {kind.reason}"
        case RuleTakenBack():
            line = f"{kind.key} is played as the profile has it; reason: {kind.reason}"
        case PatternDrawn():
            line = f"Kept as it is drawn: pattern {kind.name}"
        case SetDisclosed() | CardReleased():
            line = ruling_line(kind)
        case ClockJumped():
            line = f"The clock jumped by {kind.seconds} seconds; the report will say so"
        case SlipCompared(letters=""):
            line = "NOTE: no slip was at hand; every report says so"
        case SlipCompared():
            line = f"The slip before it was read: {kind.letters}"
        case Checkpointed():
            line = f"SLIP {kind.when}: {kind.letters} after {kind.size} entries"
        case _:
            assert_never(kind)
    return line


def grid(face: tuple[int, ...]) -> tuple[str, ...]:
    """A face as it lies on the table, the free space as a star.

    >>> grid(tuple(range(1, 25)))[3]
    '   3   8   *  17  22'
    """
    columns = [list(face[:5]), list(face[5:10]), list(face[10:14]), list(face[14:19])]
    columns.append(list(face[19:]))
    columns[FREE_PLACE[0]].insert(FREE_PLACE[1], 0)
    rows = [
        "".join(f"{columns[column][row] or '*':>4}" for column in range(ROWS))
        for row in range(ROWS)
    ]
    return ("".join(f"{letter:>4}" for letter in "BINGO"), *rows)


def _spoken(card: CardId) -> str:
    number = int(card.audit_number)
    return f"maker {card.maker}, set {card.set_serial}, card {number} ({card.printed})"


def _few(cards: tuple[CardId, ...]) -> str:
    """A few cards by name, more of one set by their numbers."""
    if len(cards) <= CARDS_NAMED_MAX:
        return _run(cards)
    numbers = tuple(sorted(int(card.audit_number) for card in cards))
    return f"{how_many(len(cards), 'card')} {printed_ranges(ranges_of(numbers))}"


def _run(cards: tuple[CardId, ...]) -> str:
    return ", ".join(card.printed for card in cards)

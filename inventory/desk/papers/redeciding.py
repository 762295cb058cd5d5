"""Every act of the log decided again: whether a desk of that moment would have written it.

Theory of operation. An entry that was appended with no desk behind it can be well formed, move its
card by the table of states and still be a lie: a share nobody fixed, a void by one person, a sale
without a lease. So this watches the audit's one pass over the log. Before the entries of a request
are applied, the command that they answer is built from them and decided by the books as they stood
then; what it comes to must be what was written. Sentences in an entry are not compared, since the
program's words may improve; cards, cents, people and order are. A verdict VALID must rest on an
opening that is in the maker's verification file, of this card, and whose numbers complete the
pattern by the balls of its round.

What was written under an older law (`decisions/law`) is not decided by today's, but a card that won
must be in its maker's file under every law. A law never goes back to an older one.

Not decided again are entries whose command cannot be built from them: what came with a file
(deliveries, status lists), the end of an evening, which its identities check, and claims that won
nothing, whose unlock code no entry keeps.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from cardgen.errors import CardgenError
from cardgen.proof.openings import Openings, proved_cards
from inventory.commands.claim import CloseRound, CloseRoundHoldingBack, Hold, Pay, WithdrawClaim
from inventory.commands.closing import Destroy, FileReport, FillBox
from inventory.commands.game import (
    CallBalls,
    CallOff,
    CheckRack,
    CloseSales,
    CompleteGame,
    CompleteUnwon,
    CorrectDraw,
    CountHeads,
    CountTakings,
    EnterLater,
    NameCrew,
    OpenEvening,
    PreDraw,
    StartGame,
    VoteOutage,
)
from inventory.commands.house import SetRule, UnsetRule
from inventory.commands.sale import (
    CountMissing,
    Exchange,
    Miss,
    Punch,
    ReplaceDefect,
    Sell,
    Undo,
    Void,
)
from inventory.commands.stock import Issue, PackName, PutBackWhole
from inventory.commands.union import Command
from inventory.decisions.claim.claim_rules import calls_used
from inventory.decisions.claim.opened import faces_of
from inventory.decisions.facts import Decision
from inventory.decisions.game.draw import CALLED, ENTERED_LATER, PRE_DRAWN
from inventory.decisions.law import LAW
from inventory.desk.desk import Desk
from inventory.desk.execute import decide
from inventory.desk.game.claim_rules import claim_rules_of
from inventory.desk.game.settling import settlement
from inventory.desk.hall import Hall
from inventory.entries.claim import (
    ClaimDecided,
    ClaimWithdrawn,
    Paid,
    RestPaid,
    RoundClosed,
    RoundOpened,
    SharesSettled,
)
from inventory.entries.closing import BoxFilled, Destroyed, Filed, MissingCounted
from inventory.entries.entry import Entry
from inventory.entries.game import (
    NO_CREW,
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
from inventory.entries.sale import (
    Defaced,
    DefectExchanged,
    Exchanged,
    ExchangeUndone,
    SaleUndone,
    SaleVoided,
    Sold,
)
from inventory.entries.states import Verdict
from inventory.entries.stock import Issued, Missing, PutBack
from inventory.entries.union import Kind
from inventory.errors import Refused
from inventory.ledger.reading import Reader
from inventory.ledger.replaying import Finding
from inventory.program.patterns import Pattern

NOT_DECIDED = "not-decided"  # the code of a finding: no desk would have written this


class Redeciding:
    """Watches an audit's pass over the log: what stands there and no desk would have written."""

    def __init__(self, hall: Hall) -> None:
        self._hall, self._is_stopped, self._law = hall, False, 0
        self.findings: list[Finding] = []  # in the order of the entries

    def watch(self, reader: Reader, entries: tuple[Entry, ...]) -> None:
        """The entries of one request, before they are applied to the books."""
        if self._is_stopped:
            return
        acts = [one for one in entries if not isinstance(one.kind, (ClockJumped, Checkpointed))]
        self._name_law(acts)
        try:
            if acts:
                is_todays = self._law == LAW
                self.findings += _redecided(self._hall, reader, acts, is_todays=is_todays)
        except CardgenError as error:
            self._stop(str(error))
        except (LookupError, ValueError) as error:
            # What the ledger's own findings name; nothing can be decided by such books.
            self._stop(f"Entry {acts[0].sequence} cannot be decided again: {error!r}")

    def _name_law(self, acts: list[Entry]) -> None:
        for entry in acts:
            law = law_of(entry.kind) or self._law
            if law < self._law:
                why = f"it names law {law} after law {self._law}"
                self.findings.append(_finding(entry, why))
            self._law = max(law, self._law)

    def _stop(self, why: str) -> None:
        self._is_stopped = True
        self.findings.append(Finding("unreadable", why))


def _redecided(
    hall: Hall, reader: Reader, acts: list[Entry], *, is_todays: bool
) -> Iterator[Finding]:
    first = acts[0]
    desk = Desk(hall, reader, first.context, first.sequence)
    for entry in acts:
        yield from _of_every_law(desk, entry)
    written = tuple(entry.kind for entry in acts)
    if is_todays:
        yield from _unsettled(desk, first, written)
    command = command_of(written) if is_todays else None
    if command is None:
        return
    try:
        decided = decide(desk, command).kinds
    except Refused as refused:
        yield _finding(first, str(refused.refusal.sentence))
        return
    except CardgenError as error:
        yield _finding(first, str(error))
        return
    if _compared(decided) != _compared(written):
        yield _finding(first, "the same command comes to something else")


def _of_every_law(desk: Desk, entry: Entry) -> Iterator[Finding]:
    if isinstance(entry.kind, ClaimDecided) and entry.kind.verdict == Verdict.VALID:
        yield from _unproved(desk, entry, entry.kind)
    if isinstance(entry.kind, HallFounded) and entry.sequence > 1:
        yield _finding(entry, "a hall is founded once, by its first entry")


def law_of(kind: Kind) -> int:
    """The law that stands from this entry on; 0 for an entry that names none."""
    return kind.law if isinstance(kind, HallFounded | OccasionOpened) else 0


def older_entries(reader: Reader) -> int:
    """How many entries, from the first on, an older law decided."""
    named = (*reader.of_kind("HallFounded"), *reader.of_kind("OccasionOpened"))
    todays = [entry.sequence for entry in named if law_of(entry.kind) == LAW]
    return min(todays) - 1 if todays else reader.tree.size


def _unsettled(desk: Desk, first: Entry, written: tuple[Kind, ...]) -> Iterator[Finding]:
    """Shares that a decided claim fixed anew otherwise than it does, or not at all."""
    fixed = tuple(kind for kind in written if isinstance(kind, SharesSettled))
    evening = desk.reader.evening(first.occasion)
    if evening is None:
        if fixed:
            yield _finding(first, "there is no evening whose shares it fixes")
        return
    rest = tuple(kind for kind in written if not isinstance(kind, SharesSettled))
    due = tuple(kind for kind in settlement(desk, evening, rest) if isinstance(kind, SharesSettled))
    if _compared(due) != _compared(fixed):
        yield _finding(first, "its decision leaves its round other shares")


def _finding(entry: Entry, why: str) -> Finding:
    named = f"Entry {entry.sequence} ({entry.kind_name})"
    return Finding(NOT_DECIDED, f"{named}: no desk would have written it: {why.rstrip('.')}")


def _compared(kinds: Decision) -> Decision:
    """The kinds without their sentences."""
    return tuple(_bare(kind) for kind in kinds)


def _bare(kind: Kind) -> Kind:
    match kind:
        case RoundClosed() | SharesSettled():
            return replace(kind, told="")
        case GameStarted():
            return replace(kind, remarks=())
        case Drawn(how=how, remarks=remarks):
            # A breach that is left out shows; of a pre-draw the hall's clock is not known any more.
            count = len(remarks) if how == ENTERED_LATER else 0
            return replace(kind, remarks=("",) * count)
        case _:
            return kind


def command_of(kinds: tuple[Kind, ...]) -> Command | None:
    """The command that these kinds answer; None when it cannot be built from them."""
    slips = [kind for kind in kinds if isinstance(kind, SlipCompared)]
    kinds = tuple(kind for kind in kinds if not isinstance(kind, SlipCompared))
    if slips:
        return _under_slip(command_of(kinds), slips[0])
    first = kinds[0]
    return (
        _of_sale(first, kinds)
        or _of_claim(first)
        or _of_opening(kinds)
        or _of_game(first)
        or _of_house(first)
        or _of_stock(first, kinds)
        or _of_box(first)
    )


def _of_sale(  # noqa: PLR0911 -- one case a kind
    first: Kind, kinds: tuple[Kind, ...]
) -> Command | None:
    match first:
        case Sold():
            return Sell(first.cards, first.named_by)
        case Exchanged():
            traded = [kind for kind in kinds if isinstance(kind, Exchanged)]
            return Exchange(tuple(one.surrendered for one in traded), traded[-1].new[-1])
        case DefectExchanged():
            return ReplaceDefect(first.voided, first.new, first.reason)
        case SaleUndone() | ExchangeUndone():
            return Undo()
        case SaleVoided():
            return Void(first.card, first.reason)
        case Defaced():
            return Punch(first.cards)
        case _:
            return None


def _of_claim(first: Kind) -> Command | None:
    match first:
        case RoundOpened():
            return Hold(first.held_ball)
        case RoundClosed():
            if first.held_back:
                return CloseRoundHoldingBack()
            return CloseRound(first.shares if first.is_in_kind else (), first.indivisible)
        case ClaimWithdrawn():
            return WithdrawClaim(first.card, first.reason)
        case Paid() | RestPaid():
            return Pay(first.card, first.to, first.source, first.contact, first.document)
        case _:
            return None


def _under_slip(command: Command | None, slip: SlipCompared) -> Command | None:
    if not isinstance(command, Pay | OpenEvening):
        return None
    return replace(command, slip=slip.letters, is_slip_lacking=not slip.letters)


def _of_box(first: Kind) -> Command | None:
    match first:
        case BoxFilled():
            return FillBox(first.cents, first.why)
        case OccasionCalledOff():
            return CallOff(first.reason)
        case _:
            return None


def _of_opening(kinds: tuple[Kind, ...]) -> Command | None:
    """An evening opens behind the patterns that its program is the first to play."""
    crew = kinds[-1] if isinstance(kinds[-1], CrewNamed) else NO_CREW
    *before, opened = (kind for kind in kinds if kind is not crew)
    found = [kind for kind in before if isinstance(kind, PatternDrawn)]
    drawn = tuple(Pattern(kind.name, kind.masks) for kind in found)
    if not isinstance(opened, OccasionOpened) or len(drawn) < len(before):
        return None
    asked = replace(opened, remarks=(), law=0, rules=())
    return OpenEvening(asked, drawn, is_by_figures=bool(opened.remarks), crew=crew)


def _of_game(  # noqa: C901, PLR0911, PLR0912 -- one case a kind
    first: Kind,
) -> Command | None:
    match first:
        case Drawn():
            if first.how == PRE_DRAWN:
                return PreDraw(first.balls, first.game)
            if first.how == CALLED:
                return CallBalls(first.balls, first.game)
            return EnterLater(first.balls, first.game, first.clock)
        case CrewNamed():
            return NameCrew(first)
        case HeadsCounted():
            return CountHeads(first.present, first.game)
        case RackChecked():
            return CheckRack(first.player)
        case SalesClosed():
            return CloseSales(first.game)
        case GameStarted():
            return StartGame(first.inquiry)
        case GameCompleted():
            return (
                CompleteUnwon(first.unwon)
                if first.unwon
                else CompleteGame(first.given, first.indivisible)
            )
        case TakingsCounted():
            return CountTakings(first.cards, first.cents, first.game)
        case OutageVoted():
            return VoteOutage(first.present, first.in_favor)
        case DrawCorrected():
            return CorrectDraw(first.read, first.ball, first.game)
        case _:
            return None


def _of_house(first: Kind) -> Command | None:
    match first:
        case RuleAnswered():
            return SetRule(first.key, first.value, first.reason)
        case RuleTakenBack():
            return UnsetRule(first.key, first.reason)
        case Filed():
            return FileReport(first.filed, first.form, first.reference, first.filed_on)
        case _:
            return None


def _of_stock(first: Kind, kinds: tuple[Kind, ...]) -> Command | None:
    match first:
        case Issued():
            issued = [kind for kind in kinds if isinstance(kind, Issued)]
            packs = (PackName(one.set_serial, *pack) for one in issued for pack in one.packs)
            return Issue(tuple(packs), first.to_till)
        case PutBack():
            back = [kind for kind in kinds if isinstance(kind, PutBack)]
            packs = (PackName(one.set_serial, *pack) for one in back for pack in one.packs)
            return PutBackWhole(tuple(packs))
        case Missing() if not first.packs:
            cards = (kind.cards for kind in kinds if isinstance(kind, Missing))
            return Miss(tuple(chain.from_iterable(cards)), first.reason)
        case MissingCounted():
            return CountMissing(first.counted)
        case Destroyed():
            gone = [card for kind in kinds if isinstance(kind, Destroyed) for card in kind.cards]
            return Destroy(0, tuple(gone))
        case _:
            return None


def _unproved(desk: Desk, entry: Entry, kind: ClaimDecided) -> Iterator[Finding]:
    """What a verdict VALID does not rest on."""
    received = desk.reader.series_of(kind.card.set_serial)
    if received is None:
        yield _finding(entry, f"set {kind.card.set_serial} was never received")
        return
    try:
        bundle = desk.hall.bundle(received)
        number = int(kind.card.audit_number)
        proved_cards(Openings(bundle.series, ((number, bytes.fromhex(kind.opening)),)), bundle)
        faces = faces_of(kind.opening)
    except (CardgenError, ValueError) as error:
        why = f"its opening is not in the maker's verification file ({error})"
        yield _finding(entry, why)
        return
    yield from _incomplete(desk, entry, kind, faces)


def _incomplete(
    desk: Desk, entry: Entry, kind: ClaimDecided, faces: tuple[tuple[int, ...], ...]
) -> Iterator[Finding]:
    evening = desk.reader.evening(entry.occasion)
    state = evening.play_of_round(kind.round) if evening else None
    if evening is None or state is None:
        yield _finding(entry, f"there is no round {kind.round}")
        return
    if not state.balls:
        return  # the hall typed no balls: the caller's count and the rack decided
    pattern = claim_rules_of(desk.hall, desk.reader, evening, state).pattern_in(kind.round)
    played = state.as_in(kind.round)
    if not any(calls_used(played, pattern, face) for face in faces):
        yield _finding(entry, "its numbers do not complete the pattern by the balls of its round")

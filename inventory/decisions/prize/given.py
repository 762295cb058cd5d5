"""Prizes given by name, in a game on cards that this ledger does not keep: divided as announced."""

from collections import Counter
from collections.abc import Sequence

from cardgen.amounts import printed_cents
from inventory.commands.game import CompleteGame
from inventory.decisions.facts import Decision
from inventory.decisions.game.evening import Evening
from inventory.decisions.game.game_state import GamePhase, GameState
from inventory.decisions.game.occasion import finishing
from inventory.decisions.prize.prize import check_substitutes
from inventory.entries.game import GameCompleted, GameStarted, GivenPrize
from inventory.money import shares_of
from inventory.program.program import PrizeBasis
from inventory.refusals.refuse import refuse
from inventory.rules.citing import cited
from inventory.rules.profile import Profile, Rule

IN_KIND = "in kind"
Given = tuple[GivenPrize, ...]


def complete_game(evening: Evening, command: CompleteGame, profile: Profile) -> Decision:
    """The current game is over: its shares are fixed, the next one may begin.

    `given` names winners and cents of a game on cards that this ledger does not keep: they divide
    what it announced.
    """
    play, given = finishing(evening), command.given
    if play.game.sets:
        _check_won(play, given)
    else:
        _check_given(play, given, profile, command.indivisible)
    why = command.indivisible.strip()
    return (GameCompleted(play.game.number, given, indivisible=why),)


def _check_won(play: GameState, given: Given) -> None:
    if given:
        raise refuse("claimed-not-given", game=play.game.name)
    if play.state is not GamePhase.ENDED:
        raise refuse("game-not-won", game=play.game.name, state=str(play.state))


def _check_given(play: GameState, given: Given, profile: Profile, indivisible: str) -> None:
    """The winners share what was announced, to the cent; large prizes name how to reach them."""
    started = play.started
    if started is None:
        raise refuse("game-not-started", game=play.game.name)
    if not given:
        raise refuse("winners-needed", game=play.game.name)
    _check_sum(play, started, given)
    if any(one.source == IN_KIND for one in given):
        _check_in_kind(play, given, profile, indivisible)
    elif profile.prizes.divided_equally.value:
        _check_divided(play, started, given, profile)
    _check_named(play, given, profile)


def is_divided(basis: PrizeBasis, prizes: Sequence[int], amounts: Sequence[int]) -> bool:
    """Whether these amounts are the announced prizes, each divided as equally as cents allow.

    >>> is_divided(PrizeBasis.FIXED, (300, 100), (150, 150))
    True
    >>> is_divided(PrizeBasis.FIXED, (300, 100), (299, 1))
    False
    >>> is_divided(PrizeBasis.SECTIONS, (200, 301), (151, 200, 150))
    True
    """
    match basis:
        case PrizeBasis.SECTIONS:
            return _is_parts(tuple(prizes), Counter(amounts))
        case PrizeBasis.BY_COLOR:
            count = len(amounts)
            return all(any(one in shares_of(all_, count) for all_ in prizes) for one in amounts)
        case _:
            shared = [Counter(shares_of(one, len(amounts))) for one in prizes]
            return Counter(amounts) in shared


def _is_parts(prizes: tuple[int, ...], left: Counter[int]) -> bool:
    """Whether the amounts are every section's prize, each among one winner or more."""
    if not prizes:
        return not left.total()
    for count in range(1, left.total() - len(prizes) + 2):
        shares = Counter(shares_of(prizes[0], count))
        if shares <= left and _is_parts(prizes[1:], left - shares):
            return True
    return False


def _check_sum(play: GameState, started: GameStarted, given: Given) -> None:
    """Never more than was announced: every section of a pool, else the greatest prize."""
    prizes = [cents for _, cents in started.announced]
    is_all_paid = play.game.terms.basis is PrizeBasis.SECTIONS
    offered = sum(prizes) if is_all_paid else max(prizes, default=0)
    total = sum(one.cents for one in given)
    if total > offered:
        name, told = play.game.name, printed_cents(offered)
        raise refuse("given-over-prize", game=name, prizes=printed_cents(total), offered=told)


def _check_divided(play: GameState, started: GameStarted, given: Given, profile: Profile) -> None:
    prizes = [cents for _, cents in started.announced]
    amounts = [one.cents for one in given]
    if not is_divided(play.game.terms.basis, prizes, amounts):
        raise refuse(
            "given-not-divided",
            game=play.game.name,
            prizes=", ".join(map(printed_cents, prizes)),
            amounts=", ".join(map(printed_cents, amounts)),
            citation=cited(profile.prizes.divided_equally),
        )


def _check_in_kind(play: GameState, given: Given, profile: Profile, indivisible: str) -> None:
    """Things take the place of a prize that several won and that cannot be divided (7.6)."""
    if any(one.source != IN_KIND for one in given):
        raise refuse("given-mixed", game=play.game.name)
    if len(given) > 1:
        check_indivisible(indivisible, profile)
        total = sum(one.cents for one in given)
        check_substitutes(total, [one.cents for one in given], profile.prizes)


def check_indivisible(why: str, profile: Profile) -> None:
    """It is said why the prize cannot be divided: money always can (N.J.A.C. 13:47-7.6)."""
    if not why.strip():
        raise refuse("indivisible-needed", citation=cited(profile.prizes.substitute_prizes))


def _check_named(play: GameState, given: Given, profile: Profile) -> None:
    """From which prize on contact and tax form are kept: the prize decides, not a share of it."""
    prize = sum(one.cents for one in given)
    for one in given:
        if not one.to.strip():
            raise refuse("payee-needed", game=play.game.number)
        check_contact(one.to, prize, one.contact, profile)
        check_document(one.to, one.cents, one.document, profile)


def check_contact(name: str, prize_cents: int, contact: str, profile: Profile) -> None:
    """From this prize on it is kept how the winner is reached (15.4.7.11 E(2)(c) NMAC).

    The rule speaks of the value of the prize, so a share of it asks for as much.
    """
    _check_said("contact-needed", name, prize_cents, contact, profile.prizes.contact_from_cents)


def check_document(name: str, cents: int, document: str, profile: Profile) -> None:
    """From these winnings on a tax form is made: they are what one winner is given."""
    _check_said("document-needed", name, cents, document, profile.prizes.tax_form_from_cents)


def _check_said(code: str, name: str, cents: int, said: str, rule: Rule[int | None]) -> None:
    """From the rule's amount on something is said of the winner; the code names what."""
    if rule.value is None or cents < rule.value or said.strip():
        return
    raise refuse(
        code,
        name=name,
        dollars=printed_cents(cents),
        limit=printed_cents(rule.value),
        citation=cited(rule),
    )

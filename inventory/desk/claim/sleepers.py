"""Sleepers at the desk: cards made again after level 2, proved, judged by the ended evening."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cardgen.card_id import CardId
from cardgen.proof.bundle import Bundle
from cardgen.proof.record import OpenedCard
from cardgen.proof.regenerated import Prover, RegeneratedError, Wanted, told_cards
from cardgen.set_status import SetStatus
from inventory.decisions.claim.sleepers import (
    Sleeper,
    Stage,
    Standing,
    balls_at_rounds,
    sleepers_of,
    stages_of,
)
from inventory.decisions.facts import CardFacts
from inventory.decisions.game.evening import Evening
from inventory.desk.game.claim_rules import claim_rules_of
from inventory.desk.hall import Hall
from inventory.refusals.refuse import refuse
from inventory.reports.papers.sleepers import Night, Slept


@dataclass(frozen=True, slots=True)
class _Books:
    """What the ledger says of an ended evening, read in one transaction."""

    night: Night
    evening: Evening
    stages: tuple[Stage, ...]
    sold: dict[CardId, CardFacts]
    bundles: dict[str, Bundle]


def find_sleepers(hall: Hall, occasion: int, paths: tuple[Path, ...]) -> Slept:
    """Who slept in an occasion, the last one for 0, by files of cards made again.

    Raises: BadFileError, RegeneratedError, KeptDeliveryError, BundleError.
    """
    books = _read(hall, occasion)
    told: set[CardId] = set()
    found: list[Sleeper] = []
    for card, opened in _proved(paths, books):
        told.add(card.card)
        faces = tuple(face.face.numbers for face in opened.faces)
        stages = (one for one in books.stages if _is_sold_for(card, one))
        found += sleepers_of(card, faces, stages, books.evening)
    found.sort(key=lambda one: (one.game, one.section, one.card.printed))
    not_told: dict[str, int] = {}
    for one in books.sold:
        if one not in told:
            serial = str(one.set_serial)
            not_told[serial] = not_told.get(serial, 0) + 1
    return Slept(
        night=books.night,
        told_count=len(told),
        not_told=tuple(sorted(not_told.items())),
        sleepers=tuple(one for one in found if one.standing is not Standing.OUT_OF_PLAY),
        out_of_play=tuple(one for one in found if one.standing is Standing.OUT_OF_PLAY),
    )


def _proved(paths: tuple[Path, ...], books: _Books) -> Iterator[tuple[CardFacts, OpenedCard]]:
    """The sold cards that the files tell, each proved in the root its maker signed."""
    series = tuple(bundle.series for bundle in books.bundles.values())
    wanted = Wanted(frozenset(card.printed for card in books.sold), series)
    for path in paths:
        provers = {serial: Prover(path, one) for serial, one in books.bundles.items()}
        seen: set[CardId] = set()
        for told in told_cards(path, wanted):
            if told.card in seen:
                raise RegeneratedError(path, f"card {told.card.printed} occurs twice")
            seen.add(told.card)
            yield books.sold[told.card], provers[str(told.card.set_serial)].proved(told)


def _read(hall: Hall, occasion: int) -> _Books:
    with hall.reading() as reader:
        evening = reader.evening(occasion)
        if evening is None:
            raise refuse("no-occasion")
        if not evening.is_ended:
            raise refuse("occasion-open", name=evening.opened.name)
        counts = balls_at_rounds(reader.of_occasion(evening.occasion))
        sold = {one.card: one for one in reader.cards_of_occasion(evening.occasion)}
        serials = {str(card.set_serial) for card in sold}
        known = [one for one in reader.known_series() if one.set_serial in serials]
        stages = tuple(
            stage
            for play in evening.plays
            for stage in stages_of(claim_rules_of(hall, reader, evening, play), counts)
        )
        disclosed = {one.set_serial for one in reader.notes() if _is_disclosed(one.status)}
        night = Night(
            hall_name=reader.settings().founded.hall_name,
            occasion=evening.occasion,
            opened=evening.opened,
            sold_count=len(sold),
            not_judged=tuple(
                play.game.name for play in evening.plays if play.game.sets and not play.balls
            ),
            not_noted=tuple(sorted(serials - disclosed)),
        )
    bundles = {one.set_serial: hall.bundle(one) for one in known}
    return _Books(night, evening, stages, sold, bundles)


def _is_disclosed(status: str) -> bool:
    return status == SetStatus.DISCLOSED


def _is_sold_for(card: CardFacts, stage: Stage) -> bool:
    return str(card.card.set_serial) in stage.claim_rules.play.game.sets

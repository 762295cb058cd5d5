"""Make the practice cards that `inventory practice` comes with, from published words.

Usage: python -m samples.practice.make
Whoever reads this file knows every face: the cards are for practice and for nothing else.
"""

import json
import shutil
import tempfile
from pathlib import Path

import pikepdf

from samples.evening import OpenedCard
from samples.evenings.stage import make_cards, stage

KEPT = Path(__file__).parents[2] / "inventory" / "practice_cards"
FORMS = Path(__file__).parents[1]  # the order stands in the folder of this file
WINNER = 7
PRE_DRAWN = 48
BALLS = range(1, 76)


def main() -> None:
    """Write the delivery, its fingerprint, the cards to print and the balls of the story."""
    with tempfile.TemporaryDirectory() as name, stage("practice", Path(name), "UTC0", FORMS) as on:
        made = make_cards(on)
        shutil.rmtree(KEPT / "delivery", ignore_errors=True)
        shutil.copytree(made.deliveries[0], KEPT / "delivery")
        (KEPT / "fingerprint.txt").write_text(f"{made.fingerprint}\n")
        (KEPT / "balls.json").write_text(json.dumps(balls_of(made.cards), indent=1) + "\n")
        pages = pikepdf.new()
        for path in sorted(Path("RUN-order/press").glob("00090*_lot*.pdf")):
            with pikepdf.open(path) as press:
                pages.pages.extend(press.pages)
        pages.save(KEPT / "cards.pdf", deterministic_id=True)


def balls_of(cards: dict[str, OpenedCard]) -> dict[str, object]:
    """The balls drawn before the game, all of the winner's but one, and the one that she waits for.

    No other card is full by then.
    """
    faces = [set(card.numbers) for card in cards.values()]
    number = f"-{WINNER:07d}-"
    winner = next(card for name, card in cards.items() if "-000901-" in name and number in name)
    *early, waited = winner.numbers
    others = [ball for ball in BALLS if ball not in winner.numbers]
    drawn = [*early, *others[: PRE_DRAWN - len(early)]]
    full = [face for face in faces if face <= {*drawn, waited}]
    if len(full) != 1:
        raise SystemExit("another practice card is full as well: choose another winner")
    return {"winner": WINNER, "pre_drawn": sorted(drawn), "waited_for": waited}


if __name__ == "__main__":
    main()

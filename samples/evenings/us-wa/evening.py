"""A Saturday in Washington: hidden-face sets of 6,000, and one is sold out before the next.

WAC 230-10-235 and 230-16-140. Read it with `said.txt` beside it, which is what it says when played.
"""

from samples.evening import NOT_VALID, PEOPLE, card_id, check
from samples.evenings.worked import ANN, CAL, FLOOR, Worked

RED, BLUE = "000501", "000502"
PLAYED_ON, FILED_ON = "2026-12-05", "2026-12-07"
LAST_SHIPPED_BEFORE = 5960  # cards of the red set that went to other halls
VOIDED = 5970
FLOAT_CENTS = 2000
# 40 red cards, one of which was voided, and 15 blue ones, at a dollar
RECEIPTS_CENTS = (40 - 1 + 15) * 100


def before_the_doors_open(evening: Worked) -> None:
    evening.at(
        PLAYED_ON, "16:30", "The hall gets the end of one set and the beginning of the next."
    )
    evening.set_up("us-wa", pays_again="no")
    evening.sold[RED] = LAST_SHIPPED_BEFORE
    evening.open("program.toml", "20.00")
    evening.done("notices")


def one_set_is_finished_first(evening: Worked) -> None:
    evening.at(PLAYED_ON, "17:30", "The red set is sold out before the blue one is begun.")
    red = evening.sell(RED, 10, 14, 14)
    evening.refused("set-not-finished", "sell", card_id(BLUE, 1), *ANN)
    evening.say("\nA sale is taken back by two people; it stays on the record, and is counted.")
    voided = card_id(RED, VOIDED)
    evening.refused("second-person-needed", "void", voided, "--reason", "player ill", *ANN)
    evening.done("void", voided, "--reason", "player ill", *PEOPLE)
    evening.refused("voided", "sell", voided, *ANN)
    evening.done("punched", *ANN)
    evening.say("\nThe last two red cards; now the blue set may be begun.")
    red += evening.sell(RED, 2)
    blue = evening.sell(BLUE, 6, 9)
    evening.players = tuple(card for card in red + blue if card.card_id != voided)


def the_full_card(evening: Worked) -> None:
    evening.at(PLAYED_ON, "18:25", "Sales close; the caller has the numbers of both sets.")
    evening.done("close", *ANN)
    evening.done("ranges")
    evening.shuffle(FULL_CARD)
    evening.at(PLAYED_ON, "18:30", "The game.")
    evening.done("script")
    evening.refused("game-not-started", "draw", evening.next_ball, *CAL)
    evening.done("start", *CAL)
    winners = evening.call_until_one_wins(evening.players)
    evening.judge(winners)
    evening.say("\nA card whose sale was voided is brought, too.")
    evening.expect(NOT_VALID, "claim", card_id(RED, VOIDED), *FLOOR)
    evening.close_and_pay(winners, "Pat O.")
    evening.done("complete", *CAL)


def the_box_is_counted(evening: Worked) -> None:
    evening.at(PLAYED_ON, "19:30", "What is unsold goes back, the box is counted blind.")
    evening.put_back()
    words = ("--counted", "20x3 10x1 1x4", "--punched", "1", "--envelope", "S1")
    box = evening.done("cash-up", *words, *PEOPLE)["entries"][0]
    check("the box", box["expected_cents"], FLOAT_CENTS + RECEIPTS_CENTS)


def the_monday_after(evening: Worked) -> None:
    evening.at(FILED_ON, "09:00", "The report is filed, the voided card is destroyed.")
    witness = (*ANN, "--second", "Witness W.")
    evening.refused("not-filed", "destroy", *witness)
    evening.done("file", "--reference", "letter 4", *ANN)
    evening.done("destroy", *witness)
    evening.audit_and_prove(RED)


FULL_CARD = "full card 1"
CHAPTERS = (
    before_the_doors_open,
    one_set_is_finished_first,
    the_full_card,
    the_box_is_counted,
    the_monday_after,
)

"""A Thursday in New Mexico: the winner takes all, and the caller keeps to the words of the rule.

15.4.7.8 to 15.4.7.11 NMAC. Read it with `said.txt` beside it, which is what it says when played.
"""

from pathlib import Path

from samples.evening import CANNOT_TELL, PEOPLE, card_id, check
from samples.evenings.worked import ANN, CAL, FLOOR, Worked

RED, BLUE = "000401", "000402"
PLAYED_ON, FILED_ON = "2026-12-03", "2026-12-07"
LETTER = "letter x"
FLOAT_CENTS = 10000
# 32 red cards at twenty dollars, one more for a torn one at no charge; 24 blue ones at two
RECEIPTS_CENTS = 32 * 2000 + 24 * 200
PAID_IN_CASH_CENTS = 3000


def before_the_doors_open(evening: Worked) -> None:
    evening.at(PLAYED_ON, "17:00", "Ann sets the hall up.")
    evening.set_up("us-nm", pays_again="no")
    evening.say("\nAll prizes of an occasion together are $2,500.00 at most.")
    text = Path("program.toml").read_text(encoding="utf-8")
    Path("rich.toml").write_text(text.replace('"30.00"', '"2500.01"'), encoding="utf-8")
    evening.refused("program-breaches", "open", "--program", "rich.toml", "--float", "0", *ANN)
    evening.open("program.toml", "100.00")
    evening.done("notices")


def cards_are_sold(evening: Worked) -> None:
    evening.at(PLAYED_ON, "18:20", "Cards are sold at one price, in sequence; none is reserved.")
    evening.refused("out-of-sequence", "sell", card_id(RED, 13), *ANN)
    players = evening.sell(RED, 4, 6, 10, 5)
    evening.say("\nCard 9 is torn: the next one is given for it at no charge, by two people.")
    torn = card_id(RED, 9)
    evening.done("replace", torn, card_id(RED, 26), "--reason", "torn", *PEOPLE)
    evening.done("punched", *ANN)
    evening.sold[RED] += 1
    evening.refused("already-sold", "sell", card_id(RED, 26), *ANN)
    players += evening.opened(RED, [26]) + evening.sell(RED, 7)
    evening.players = tuple(card for card in players if card.card_id != torn)
    evening.sell(BLUE, 12, 12)


def the_winner_takes_all(evening: Worked) -> None:
    evening.at(PLAYED_ON, "18:55", "No number is called while cards are sold.")
    evening.refused("sales-open", "start", *CAL)
    evening.done("close", *ANN)
    evening.say("\nThe caller has maker, set and numbers of the valid cards, and announces them.")
    evening.done("ranges")
    evening.at(PLAYED_ON, "19:00", "How many cards were sold, and the prize, are said first.")
    evening.done("script")
    evening.done("start", *CAL)
    evening.shuffle(WINNER_TAKES_ALL)
    evening.call_up_to(9)
    evening.say("\nCal reads a ball wrong, stops, and says so in the words of the rule.")
    read = evening.misread()
    evening.refused("second-person-needed", "correct", read, evening.last_ball, *CAL)
    evening.done("correct", read, evening.last_ball, *CAL, "--second", "Ann")
    evening.call_up_to(20)
    evening.say("\nThe power fails. Balls are drawn by hand when most players agree.")
    evening.refused("no-majority", "outage", "--present", "64", "--in-favor", "32", *ANN)
    evening.done("outage", "--present", "64", "--in-favor", "51", *ANN)
    evening.call_up_to_the_last(evening.players)


def a_bingo_that_is_none(evening: Worked) -> None:
    evening.say("\nA player shouts one number too early; the ball in Cal's hand is not called.")
    evening.claim_one_short(evening.nearest(evening.players))
    evening.refused("held-ball-first", "draw", evening.ball_after_next, *CAL)
    evening.call()


def the_winner_is_verified(evening: Worked) -> None:
    winners = evening.winners(evening.players)
    evening.hold()
    evening.rack()
    evening.say("\nCal runs over and compares the card himself: the caller may not.")
    caller = ("--compared-by", "Cal", "--read-back-by", "Cal", "--by", "Dee")
    evening.expect(CANNOT_TELL, "claim", *caller, typed=f"{winners[0].inside}\n")
    evening.done("claim", winners[0].card_id, *FLOOR)
    evening.done("round", "close", *CAL)
    evening.say("\nFrom $600.00 on the record says how the winner is reached.")
    words = ("pay", winners[0].card_id, "--to", "Mary K.", "--from", "check")
    evening.refused("contact-needed", *words, "--slip", evening.slip_to_pay, *PEOPLE)
    evening.pay(winners[0], "Mary K.", "--from", "check", "--contact", "12 Elm St., Santa Fe")
    read = ("--slip", evening.slip_to_pay, *PEOPLE)
    evening.refused("already-paid", *words, "--contact", "12 Elm St., Santa Fe", *read)
    evening.done("complete", *CAL)


def the_letter_x(evening: Worked) -> None:
    evening.at(PLAYED_ON, "19:40", "The second game; its prize is paid in cash.")
    evening.done("close", *ANN)
    evening.done("ranges")
    evening.at(PLAYED_ON, "19:45", "All 75 balls are in the blower again.")
    evening.done("start", *CAL)
    evening.shuffle(LETTER_X)
    winners = evening.call_until_one_wins(evening.opened(BLUE, range(1, 25)), LETTER)
    evening.judge(winners)
    evening.done("round", "close", *CAL)
    evening.pay(winners[0], "Lou N.", "--from", "box")
    evening.done("complete", *CAL)


def the_box_is_short(evening: Worked) -> None:
    evening.at(PLAYED_ON, "20:30", "The box is two dollars short, and nothing is taken off for it.")
    evening.put_back()
    words = ("--counted", "20x37 5x3 1x1", "--punched", "1", "--envelope", "T1")
    box = evening.done("cash-up", *words, *PEOPLE)["entries"][0]
    check("the box", box["expected_cents"], FLOAT_CENTS + RECEIPTS_CENTS - PAID_IN_CASH_CENTS)
    check("the count", box["counted_cents"], box["expected_cents"] - 200)


def the_monday_after(evening: Worked) -> None:
    evening.at(FILED_ON, "11:00", "The report is filed, and the torn card is destroyed.")
    witness = (*ANN, "--second", "Witness W.")
    evening.refused("not-filed", "destroy", *witness)
    evening.done("file", "--reference", "letter 9", *ANN)
    evening.done("destroy", *witness)
    evening.audit_and_prove(RED, BLUE)


# Of many orders of the balls those in which one player wins alone.
WINNER_TAKES_ALL, LETTER_X = "winner takes all 1", "letter x 1"
CHAPTERS = (
    before_the_doors_open,
    cards_are_sold,
    the_winner_takes_all,
    a_bingo_that_is_none,
    the_winner_is_verified,
    the_letter_x,
    the_box_is_short,
    the_monday_after,
)

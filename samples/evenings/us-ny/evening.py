"""A Monday in New York: balls are drawn before the game, and two cards are sold for one.

9 NYCRR 4820.51. Read it with `said.txt` beside it, which is what it says when it is played.
"""

from samples.evening import NOT_VALID, PEOPLE, card_id, check
from samples.evenings.worked import ANN, CAL, FLOOR, Worked

RED, BLUE, GREEN = "000201", "000202", "000203"
PLAYED_ON, FILED_ON = "2026-11-30", "2026-12-01"
PRE_DRAWN = 48
FLOAT_CENTS = 5000
# 54 red cards and 3 exchanges at a dollar, 25 green ones at 75 cents
RECEIPTS_CENTS = (54 + 3) * 100 + 25 * 75
ADMISSION_CENTS = 64 * 400


def before_the_doors_open(evening: Worked) -> None:
    evening.at(PLAYED_ON, "17:30", "Ann sets the hall up. Whoever trades in pays again, she says.")
    evening.set_up("us-ny", pays_again="yes")
    evening.say("\nA game with 47 calls for the primary prize is none: the rule asks for 48.")
    evening.refused(
        *(
            "program-breaches",
            "open",
            "Bonanza",
            "--float",
            "0",
            "--pre-drawn",
            "47",
            "--calls",
            "47",
        ),
        *("--on-sale", "000201,000202", "--primary", "60", "--consolation", "25", *ANN),
    )
    evening.open("program.toml", "50.00")
    evening.say("\nProgram and notices go on the wall.")
    evening.done("notices")


def while_forty_eight_balls_are_drawn(evening: Worked) -> None:
    evening.shuffle("bonanza 48")
    evening.at(PLAYED_ON, "18:50", "The pre-draw may begin when a tenth of 120 seats are taken.")
    evening.refused("heads-not-counted", "draw", "--pre-drawn", evening.next_ball, *CAL)
    evening.refused("too-few-players", "players", "11", *ANN)
    evening.done("players", "64", *ANN)
    evening.pre_draw(PRE_DRAWN)
    evening.at(PLAYED_ON, "18:58", "Cards are sold while the 48 are on the board.")
    red = evening.sell(RED, 1, 6, 3, 10, 2, 12, 6, 8, 6)
    evening.say("\nOne too many was taken; it is sealed and in hand.")
    evening.sell(RED, 1)
    evening.undo(RED, 1)
    evening.refused("out-of-sequence", "sell", card_id(RED, 57), *ANN)
    evening.refused("wrong-role", "sell", card_id(BLUE, 1), *ANN)
    evening.at(PLAYED_ON, "19:15", "Three see that theirs will not win: two cards for each.")
    worst = evening.farthest(red, 3)
    one = card_id(BLUE, 1)
    evening.refused("new-count", "exchange", worst[0].card_id, "--last", one, *ANN)
    blue = evening.trade_in(worst, BLUE)
    last = card_id(BLUE, 8)
    evening.refused("chain-limit", "exchange", one, "--last", last, *ANN)
    evening.done("punched", *ANN)
    evening.refused("already-surrendered", "exchange", worst[0].card_id, "--last", last, *ANN)
    evening.players = tuple(card for card in red if card not in worst) + blue


def the_bonanza(evening: Worked) -> None:
    evening.at(PLAYED_ON, "19:28", "Sales close. The caller gets his script and the valid cards.")
    evening.refused("sales-open", "draw", evening.next_ball, *CAL)
    evening.done("close", *ANN)
    evening.refused("sales-closed", "sell", card_id(RED, 55), *ANN)
    evening.done("ranges")
    evening.done("script")
    evening.at(PLAYED_ON, "19:30", "Who holds a winner on the 48 already? Nobody.")
    evening.refused("inquiry-needed", "start", *CAL)
    evening.done("start", "--inquiry", "nobody", *CAL)
    evening.call_up_to_the_last(evening.players)
    evening.say("\nA player shouts one number too early.")
    evening.claim_one_short(evening.nearest(evening.players))
    other = evening.ball_after_next
    evening.refused("held-ball-first", "draw", other, *CAL)
    evening.call()
    evening.say(
        "\nThe held ball was the next call, and makes a bingo: a card that was taken in exchange."
    )
    winners = evening.winners(evening.players)
    evening.judge(winners)
    evening.refused(
        *("round-open", "pay", winners[0].card_id, "--to", "Mary K."),
        *("--from", "box", "--no-slip", *ANN),
    )
    evening.say("\nSomebody brings a card that was traded in: it is punched, and wins nothing.")
    evening.expect(NOT_VALID, "claim", evening.traded[0].card_id, *FLOOR)
    evening.close_and_pay(winners, "Mary K.")
    evening.done("balls")
    evening.done("complete", *CAL)


def two_lines(evening: Worked) -> None:
    evening.at(PLAYED_ON, "20:00", "Two lines, on the cards that admission pays.")
    evening.done("start", *CAL)
    evening.done("complete", "--given", "Joe P.=40.00", "--from", "check", *CAL)


def the_early_bird(evening: Worked) -> None:
    evening.shuffle("early bird 45")
    evening.at(PLAYED_ON, "20:20", "In the intermission balls are drawn for the early bird.")
    evening.refused("heads-not-counted", "draw", "--pre-drawn", evening.next_ball, *CAL)
    evening.done("players", "58", *ANN)
    evening.pre_draw(PRE_DRAWN)
    green = evening.sell(GREEN, 5, 4, 6, 10)
    evening.done("close", *ANN)
    evening.done("ranges")
    evening.at(PLAYED_ON, "21:00", "The prizes are announced in dollars: shares of what came in.")
    evening.done("script")
    evening.done("start", "--inquiry", "nobody", *CAL)
    winners = evening.call_until_one_wins(green)
    evening.say("\nTwo have it on one ball, and share to the cent.")
    evening.judge(winners)
    evening.close_and_pay(winners, "Ray S.", "Nora B.")
    evening.done("complete", *CAL)


def the_box_is_counted(evening: Worked) -> None:
    evening.at(
        PLAYED_ON, "21:40", "What is unsold goes back; box and punched pile are counted blind."
    )
    evening.put_back()
    words = ("--counted", "20x15 10x8 1x1 0.25x3", "--other", "admission=256.00")
    words += ("--punched", "3", "--envelope", "E12")
    box = evening.done("cash-up", *words, *PEOPLE)["entries"][0]
    check("the box", box["expected_cents"], FLOAT_CENTS + RECEIPTS_CENTS + ADMISSION_CENTS)


def the_morning_after(evening: Worked) -> None:
    evening.at(FILED_ON, "09:30", "The BC-7 is filed; before that nothing is destroyed.")
    witness = (*ANN, "--second", "Witness W.")
    evening.refused("not-filed", "destroy", *witness)
    evening.done("file", "--reference", "clerk's receipt 4711", *ANN)
    evening.refused("paid-card-kept", "destroy", evening.paid[0].card_id, *witness)
    evening.done("destroy", *witness)
    evening.audit_and_prove(BLUE, GREEN)


CHAPTERS = (
    before_the_doors_open,
    while_forty_eight_balls_are_drawn,
    the_bonanza,
    two_lines,
    the_early_bird,
    the_box_is_counted,
    the_morning_after,
)

"""Two Fridays in New Jersey: a jackpot that grows, and a pre-draw that is on display all evening.

N.J.A.C. 13:47-7.24 to 7.58. Read it with `said.txt` beside it, which is what it says when played.
"""

from pathlib import Path

from samples.evening import CANNOT_TELL, NOT_VALID, PEOPLE, card_id, check
from samples.evenings.worked import ANN, CAL, FLOOR, Worked

RED, ORANGE, BLUE, GREEN, PURPLE, PINK = (f"00030{place}" for place in range(1, 7))
FIRST_FRIDAY, MONDAY = "2026-12-04", "2026-12-07"
FRIDAY, NEXT_MONDAY = "2026-12-11", "2026-12-14"
JACKPOT = "Winter jackpot"
PRE_DRAWN = 50


def the_hall_is_set_up(evening: Worked) -> None:
    evening.at(FIRST_FRIDAY, "16:00", "Ann sets the hall up; its rules know no trading in.")
    evening.set_up("us-nj", pays_again="no")
    evening.say("\nBoards of six faces are not to be had yet, so two people note what is used.")
    reason = "no board of six faces is printed yet; three series of one face are played"
    words = ("rules", "set", "special.multi_color_faces", "1", "--reason", reason)
    evening.done(*words, *PEOPLE)
    evening.say("\nA game that pays a share of its receipts costs a dollar at most.")
    dear = (
        Path("program.toml").read_text(encoding="utf-8").replace('price = "1.00"', 'price = "2.00"')
    )
    Path("dear.toml").write_text(dear, encoding="utf-8")
    evening.refused("program-breaches", "open", "--program", "dear.toml", "--float", "0", *ANN)
    evening.say("\nThe jackpot starts with 50 calls at least, and all its dates are posted.")
    start = ("progressive", "start", JACKPOT, "--prize", "100", "--growth", "25")
    dates = ("--dates", f"{FIRST_FRIDAY},{FRIDAY},2026-12-18")
    frame = ("--license-expires", "2027-01-31", "--account", "Bingo account, First Bank", *ANN)
    evening.refused("too-few-calls", *start, "--calls", "49", *dates, *frame)
    evening.refused("dates-needed", *start, "--calls", "50", *frame)
    evening.done(*start, "--calls", "50", "--calls-growth", "2", *dates, *frame)
    evening.done("program", "check", "program.toml")


def the_jackpot_is_not_won(evening: Worked) -> None:
    evening.at(FIRST_FRIDAY, "18:30", "The first occasion, a short one.")
    evening.open("first.toml", "20.00")
    players = evening.sell(PURPLE, 5, 7)
    evening.refused("sales-open", "draw", "B-1", *CAL)
    evening.done("close", *ANN)
    evening.at(FIRST_FRIDAY, "19:00", "Calls and prize are read out; Cal keeps the sheet by hand.")
    evening.done("script")
    evening.done("start", *CAL)
    evening.shuffle("jackpot 1")
    winners = evening.enter_until_one_wins(players)
    evening.judge(winners)
    evening.say("\nIt took more calls than 50: the consolation is paid, the jackpot is carried on.")
    evening.close_and_pay(winners, "Ed F.")
    evening.done("complete", *CAL)
    evening.done("start", *CAL)
    evening.done("complete", "--given", "Sue L.=20.00", "--from", "check", *CAL)
    evening.at(FIRST_FRIDAY, "20:10", "12 cards at a dollar and the float are in the box.")
    evening.put_back()
    words = ("--counted", "20x1 10x1 1x2", "--punched", "0", "--envelope", "F1")
    check("the box", evening.done("cash-up", *words, *PEOPLE)["entries"][0]["expected_cents"], 3200)
    evening.at(MONDAY, "10:00", "The proceeds go to the bank on the next business day.")
    evening.show_progressive("--on", MONDAY)
    deposit = ("progressive", "deposit", JACKPOT, "--reference", "slip 88", "--on", MONDAY, *ANN)
    evening.refused("deposit-over", *deposit, "--amount", "13.00")
    evening.done(*deposit, "--amount", "12.00")
    evening.done("file", "--reference", "letter 31", *ANN)


def fifty_of_seventy_five(evening: Worked) -> None:
    evening.at(FRIDAY, "17:45", "The second Friday. A jackpot is played on its posted dates alone.")
    evening.done("issue", "all", "--to", "1", *PEOPLE)
    early = Path("program.toml").read_text(encoding="utf-8").replace(FRIDAY, "2026-12-10")
    Path("thursday.toml").write_text(early, encoding="utf-8")
    evening.refused("date-not-posted", "open", "--program", "thursday.toml", "--float", "0", *ANN)
    evening.open("program.toml", "50.00")
    evening.done("notices")
    evening.at(FRIDAY, "18:45", "Before any game 50 balls are drawn for the last one.")
    evening.shuffle("pre-draw")
    evening.pre_draw(PRE_DRAWN)
    evening.refused("over-pre-drawn", "draw", "--pre-drawn", evening.next_ball, "--game", "5", *CAL)
    evening.at(FRIDAY, "19:00", "Four corners, on the cards that admission pays.")
    evening.done("start", *CAL)
    evening.done("complete", "--given", "Flo M.=20.00", "--from", "check", *CAL)


def half_and_half(evening: Worked) -> None:
    evening.at(FRIDAY, "19:10", "The 50/50 game. Nobody picks a card, and nobody trades one in.")
    evening.refused("out-of-sequence", "sell", card_id(RED, 7), *ANN)
    players = evening.sell(RED, 6, 4, 10, 5)
    swap = ("exchange", players[0].card_id, "--last", card_id(RED, 27))
    evening.refused("no-exchange-rule", *swap, *ANN)
    evening.refused("sales-open", "start", *CAL)
    evening.done("close", *ANN)
    evening.refused("sales-closed", "sell", card_id(RED, 26), *ANN)
    evening.at(FRIDAY, "19:20", "Both prizes are said in dollars before the first number.")
    evening.done("script")
    evening.done("start", *CAL)
    evening.shuffle(HALF_AND_HALF)
    winners = evening.call_until_one_wins(players, LINE)
    evening.say("\nThree have the first line on one ball.")
    evening.hold()
    evening.say("\nNothing is valid before the balls in the rack were looked at.")
    evening.claim(winners[0], CANNOT_TELL)
    evening.rack()
    evening.done("claim", winners[0].card_id, *FLOOR)
    for card in winners[1:]:
        evening.claim(card)
    evening.close_and_pay(winners, "Al B.", "Bea C.", "Cy D.")
    evening.say("\nThe game goes on for the full card, with the ball that was held.")
    winners = evening.call_until_one_wins(players)
    evening.judge(winners)
    evening.close_and_pay(winners, "Di E.")
    evening.done("complete", *CAL)


def the_color_of_the_card(evening: Worked) -> None:
    evening.at(FRIDAY, "19:50", "The multi-color game: three series, three prizes.")
    players = evening.sell(ORANGE, 4, 5) + evening.sell(BLUE, 7) + evening.sell(GREEN, 2, 3)
    evening.done("close", *ANN)
    evening.at(FRIDAY, "20:00", "What each color would win is said in dollars.")
    evening.done("start", *CAL)
    evening.shuffle(COLORS)
    late = evening.call_until_one_wins(players, LINE)[0]
    evening.call()
    evening.say(
        "\nA player sees her line a ball too late: the last number called is not on her card."
    )
    evening.hold()
    evening.rack()
    evening.claim(late, NOT_VALID)
    evening.done("round", "close", *CAL)
    evening.call()
    last = evening.balls[evening.drawn - 1]
    winners = tuple(card for card in evening.winners(players, LINE) if last in card.numbers)
    evening.say("\nTwo have it on the next ball, hers and a green card.")
    evening.judge(winners)
    evening.close_and_pay(winners, "Fay G.", "Gus H.")
    evening.done("complete", *CAL)


def the_jackpot_is_won(evening: Worked) -> None:
    evening.at(FRIDAY, "20:20", "The jackpot has grown by $25.00, and is won within 52 calls.")
    players = evening.sell(PURPLE, 6, 8)
    evening.done("close", *ANN)
    evening.done("ranges")
    evening.at(FRIDAY, "20:30", "Calls and prizes are announced before the first number.")
    evening.done("start", *CAL)
    evening.shuffle(JACKPOT_WON)
    winners = evening.call_until_one_wins(players)
    evening.say("\nCard, calls, color and serial are verified, a player looking on (7.33).")
    evening.judge(winners)
    evening.close_and_pay(winners, "Hal I.")
    evening.done("complete", *CAL)


def the_last_game(evening: Worked) -> None:
    evening.at(FRIDAY, "21:00", "The last game. Its 50 balls have been on display since 18:45.")
    players = evening.sell(PINK, 12, 10, 8)
    evening.done("close", *ANN)
    evening.at(FRIDAY, "21:15", "Who holds a winner on the 50 already? Nobody.")
    evening.refused("inquiry-needed", "start", *CAL)
    evening.done("start", "--inquiry", "nobody", *CAL)
    evening.shuffle("pre-draw")
    evening.drawn = PRE_DRAWN
    winners = evening.call_until_one_wins(players)
    evening.judge(winners)
    evening.close_and_pay(winners, "Ida J.")
    evening.done("balls")
    evening.done("complete", *CAL)
    evening.refused("games-over", "complete", *CAL)


def the_box_is_counted(evening: Worked) -> None:
    evening.at(FRIDAY, "21:50", "90 cards at a dollar, 60 admissions, and the float.")
    evening.put_back()
    words = ("--counted", "20x20 10x3 5x2", "--other", "admission=300.00", "--punched", "0")
    box = evening.done("cash-up", *words, "--envelope", "F2", *PEOPLE)["entries"][0]
    check("the box", box["expected_cents"], 5000 + 9000 + 30000)


def the_monday_after(evening: Worked) -> None:
    evening.at(NEXT_MONDAY, "10:00", "The jackpot's last proceeds go to the bank.")
    deposit = ("progressive", "deposit", JACKPOT, "--amount", "14.00", "--reference", "slip 91")
    evening.done(*deposit, "--on", NEXT_MONDAY, *ANN)
    evening.show_progressive("--on", NEXT_MONDAY)
    evening.done("file", "--reference", "letter 32", *ANN)
    evening.audit_and_prove(RED, ORANGE, GREEN, PURPLE, PINK)


LINE = "single line"
# Of many orders of the balls those in which there is something to see.
HALF_AND_HALF, COLORS, JACKPOT_WON = (
    "half and half 173",
    "colors 19",
    "jackpot, second occasion 5608",
)


CHAPTERS = (
    the_hall_is_set_up,
    the_jackpot_is_not_won,
    fifty_of_seventy_five,
    half_and_half,
    the_color_of_the_card,
    the_jackpot_is_won,
    the_last_game,
    the_box_is_counted,
    the_monday_after,
)

"""Refusals of an occasion and its games: opening, the draw, the states of a game."""

GAME_REFUSALS: dict[str, tuple[str, str]] = {
    # -- the occasion ----------------------------------------------------------------------------
    "no-occasion": ("No occasion is open.", "Open the evening first: inventory open."),
    "unknown-occasion": (
        "There is no occasion {occasion} in this ledger.",
        "Name one that there is: {known}.",
    ),
    "occasion-open": (
        "The occasion {name} is not ended.",
        "Close sales, put back what is unsold and cash up.",
    ),
    "sold-already": (
        "Cards of {name} were sold tonight: it is not called off.",
        "Play it to its end; sales are voided by two people, and cash-up ends the evening.",
    ),
    "drawn-already": (
        "Balls of {name} were drawn: it is not called off.",
        "Play it to its end; a game that is not won: inventory complete --unwon REASON.",
    ),
    "call-off-unexplained": (
        "Nobody says why {name} is called off.",
        "Give the reason: --reason.",
    ),
    "program-breaches": (
        "The program breaks the rules: {first}. Breaches in all: {count}.",
        "Name them all: inventory program check FILE --hall HALL.",
    ),
    "nothing-on-sale": (
        "No series is on sale.",
        "Receive a delivery, or name the sets: --on-sale.",
    ),
    "too-few-calls": (
        "{calls} calls are fewer than the {least} that {citation} asks for.",
        "Give at least {least} calls for the primary prize.",
    ),
    "pre-drawn-over-calls": (
        "{pre_drawn} balls pre-drawn are more than {calls} calls for the primary prize.",
        "Raise --calls or lower --pre-drawn.",
    ),
    "no-such-game": (
        "The program has no game {game}; its games are 1 to {count}.",
        "Name the game by its number: --game.",
    ),
    "sales-closed": (
        "Sales of {name} are closed.",
        "Nothing is sold, exchanged or undone any more; a manager may void a sale.",
    ),
    "balls-called": (
        "Balls of {name} are called: nothing more is sold for it.",
        "Close its sales: inventory close --game N.",
    ),
    "sales-open": ("Sales of {name} are still open.", "Close them first: inventory close."),
    # -- the draw ----------------------------------------------------------------------------
    "no-balls": ("No ball was named.", "Type the balls in order, such as N-41 B-7."),
    "no-such-ball": ("There is no ball {ball}.", "Balls are 1 to 75; look at the ball again."),
    "already-drawn": (
        "{ball} was drawn already, as number {place}.",
        "Look at the ball; a number read wrong is corrected: inventory correct.",
    ),
    "over-pre-drawn": (
        "Balls would then be {after}; the program says {pre_drawn} are pre-drawn.",
        "Call the rest after sales are closed.",
    ),
    "not-current-game": (
        "Balls are called in game {current}, not in game {game}.",
        "Complete game {current} first: inventory complete.",
    ),
    "last-ball-called": (
        "{game} is played with {most} balls, and they are called.",
        "Nobody won it: inventory complete --unwon REASON, by two people.",
    ),
    "pre-draw-first": (
        "Balls to be pre-drawn for {game} and not drawn: {missing}; they come first ({citation}).",
        "Draw them before any other game starts: inventory draw --pre-drawn.",
    ),
    "sold-before-first": (
        "All cards of {game} are sold before its first number is drawn ({citation}).",
        "Close its sales first: inventory close --game N.",
    ),
    "pre-draw-short": (
        "{missing} of the {pre_drawn} pre-drawn balls are not entered.",
        "Enter them first: inventory draw --pre-drawn.",
    ),
    "draw-frozen": (
        "The draw is frozen: round {round} is open.",
        "Decide the claims and close the round: inventory round close.",
    ),
    "held-ball-first": (
        "{ball} was held for the claim and is the next call.",
        "Call it first.",
    ),
    "game-over": (
        "The game is won; no more balls are called.",
        "Pay the winners and put back what is unsold.",
    ),
    "clock-ahead": (
        "The clock shows {now}; at {clock} tonight no ball has fallen yet.",
        "Give the hour at which the first of them fell, or leave --at away.",
    ),
    "player-works": (
        "{player} works tonight and is no player.",
        "Ask a player to look on: --player 'table 4'.",
    ),
    "member-in-charge": (
        "The member in charge, {in_charge}, compares list and rack ({citation}).",
        "Give the command as --by or --second {in_charge}, or name another: inventory crew.",
    ),
    "crew-unchanged": (
        "Nobody else is named than before.",
        "Name who is new: inventory crew --caller NAME.",
    ),
    "not-drawn": (
        "{ball} is not on the list.",
        "Name the number that was read wrong as it stands on the list.",
    ),
    "heads-not-counted": (
        "The players present are not counted; {citation} wants {percent} % of {seats} seats.",
        "Count them first: inventory players.",
    ),
    "too-few-players": (
        "{present} players are fewer than {least}, {percent} % of {seats} seats ({citation}).",
        "Wait for more players and count again.",
    ),
    # -- games -------------------------------------------------------------------------------
    "inquiry-needed": (
        "Who holds a winner on the {pre_drawn} pre-drawn numbers was not asked ({citation}).",
        "Ask, then: inventory start --inquiry nobody, or --inquiry holder.",
    ),
    "game-not-started": (
        "{game} is not started.",
        "Read the announcements, then: inventory start.",
    ),
    "game-completed": ("{game} is completed.", "Nothing more is drawn or won in it."),
    "one-winner": (
        "One winner takes the whole prize, {prize}; nothing is to be divided.",
        "Close the round without --in-kind, or name a thing worth as much.",
    ),
    "other-kind": (
        "The share of card {card} was fixed {fixed}.",
        "Pay it so: --from 'in kind' where it was fixed in kind, else box or check.",
    ),
    "progression-in-play": (
        "{game} plays the progressive {name} tonight and is not completed.",
        "Complete it first: inventory complete, or --unwon REASON.",
    ),
    "game-started": ("{game} is started already.", "Go on with its balls."),
    "holders-first": (
        "Somebody holds a winner on the pre-drawn numbers: no further ball is drawn.",
        "Press HOLD and judge the claim: inventory hold.",
    ),
    "game-not-won": (
        "{game} is {state}: nobody has won it.",
        "Go on drawing until it is won; or two people say why it was not: --unwon REASON.",
    ),
    "games-over": ("All games are completed; games: {count}.", "Put back what is unsold."),
    "claimed-not-given": (
        "Prizes of {game} are won by claims on its cards, not given by name.",
        "Leave --given away.",
    ),
    "winners-needed": (
        "{game} is played on cards that are not kept here: who won it?",
        "Name winner and prize: --given NAME=AMOUNT.",
    ),
    "unwon-reason-needed": ("Why did nobody win {game}?", "Give the reason: --unwon REASON."),
    "game-won": ("{game} is won.", "Complete it without --unwon."),
    "given-over-prize": (
        "The prizes given in {game}, {prizes}, are more than the {offered} it offers.",
        "Correct the amounts: --given NAME=AMOUNT.",
    ),
    "given-not-divided": (
        "{amounts} is not what {game} announced, {prizes}, divided equally ({citation}).",
        "Give each winner her share: --given NAME=AMOUNT, once a winner.",
    ),
    "given-mixed": (
        "Some winners of {game} are given money and some a thing.",
        "Give money to all, or --from 'in kind' to all.",
    ),
    "indivisible-needed": (
        "Money can be divided; things are given where a prize cannot be ({citation}).",
        "Say why: --indivisible 'a television'.",
    ),
    "takings-needed": (
        "What {game} pays depends on what its cards brought in, and they are not kept here.",
        "Two people count it first: inventory takings --cards 240 --amount 240.00.",
    ),
    "takings-kept": (
        "The cards of {game} are sold here, so their takings are known.",
        "Nothing is to be counted.",
    ),
    "takings-of-nothing": (
        "No card was sold, and {dollars} were taken.",
        "Count the cards too: --cards 240.",
    ),
    "more-than-present": (
        "{in_favor} cannot agree when {present} are present.",
        "Count again.",
    ),
    "no-majority": (
        "{in_favor} of {present} are no majority ({citation}).",
        "Stop the game, or ask again.",
    ),
}

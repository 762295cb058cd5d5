"""Refusals of rounds and claims, and of what is paid."""

CLAIM_REFUSALS: dict[str, tuple[str, str]] = {
    # -- rounds and claims ------------------------------------------------------------------------
    "already-held": (
        "HOLD was pressed already: round {round} is open.",
        "The claim belongs to it; scan the card.",
    ),
    "no-round": ("No round is open.", "Press HOLD first: inventory hold."),
    "too-many-codes": (
        "{clerk} entered {wrong} wrong codes for card {card}.",
        "Scan the code inside, or another person reads it; else ask the maker.",
    ),
    "code-proved": (
        "The code inside opened card {card} before; this one opens nothing.",
        "Go on by the card id alone; if two papers bear this number, call the manager.",
    ),
    "too-many-codes-alone": (
        "{clerk} entered {wrong} codes in this round that open no card sold tonight.",
        "Scan the code inside, name the card too, or another person reads it.",
    ),
    "too-many-codes-an-hour": (
        "{clerk} entered {wrong} wrong codes within an hour.",
        "Scan the code inside, or another person reads it, or wait; HOLD stays.",
    ),
    "claims-open": (
        "Claims of this round that are not decided: {count}, such as card {card}.",
        "Decide them, or close with their share held back: --hold-back.",
    ),
    "no-open-claim": (
        "No claim on card {card} is open.",
        "A claim that is decided stays; read the number again.",
    ),
    "withdrawal-unexplained": (
        "Nobody says why the claim on card {card} was a mistake.",
        "Give the reason: --reason.",
    ),
    "claim-proved": (
        "Its code opened card {card}: the claim is decided by its numbers, not taken back.",
        "Go on with the claim: rack, --compared-by, --read-back-by.",
    ),
    "claim-held-back": (
        "The share of the claim on card {card} is held back: it is decided, not taken back.",
        "Go on with the claim once the maker opened the card or ruled on its set.",
    ),
    "no-reason-to-wait": (
        "The claim on card {card} can be decided here tonight: its share is not held back.",
        "Go on with it, or two people take it back: inventory withdraw-claim CARD --reason TEXT.",
    ),
    "won-here": (
        "Card {card} has won in this round already; nothing is to be read again.",
        "Close the round. Does a second paper lie here, keep both: inventory case {card}.",
    ),
    "no-claim": ("Card {card} was not claimed tonight.", "Claim it first."),
    "no-share": (
        "Card {card} is valid and has no share: another card was complete on an earlier call.",
        "Show the player how the round was reckoned: inventory report.",
    ),
    "not-won": (
        "Card {card} is {state}, it has not won.",
        "Only a claim that is VALID is paid.",
    ),
    "box-counted": (
        "The evening's box is counted: card {card} is not paid from it any more.",
        "Pay by check: --from check.",
    ),
    "payee-needed": (
        "A prize of game {game} is given to nobody.",
        "Give the winner's name: pay CARD --to NAME, complete --given NAME=AMOUNT.",
    ),
    "contact-needed": (
        "The prize is {dollars}; from {limit} on {name}'s contact is kept ({citation}).",
        "Give address or telephone: --contact, one a winner in their order.",
    ),
    "document-needed": (
        "{name} is given {dollars}; from {limit} on a tax form is filed ({citation}).",
        "Give the form's reference: --document, one a winner in their order.",
    ),
    "round-open": (
        "Round {round} is open: card {card} is not paid before it closes.",
        'Ask "any other bingos?", then close the round.',
    ),
}

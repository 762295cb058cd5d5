"""Refusals of selling, exchanging, taking back and the punch."""

SALE_REFUSALS: dict[str, tuple[str, str]] = {
    # -- selling ---------------------------------------------------------------------------------
    "empty-basket": ("The basket is empty.", "Scan a card first."),
    "count-mismatch": (
        "You typed {counted}, but {first} to {last} are {found} cards.",
        "Nothing is sold. Count again, then scan the last one.",
    ),
    "out-of-sequence": (
        "The next card is {expected}, not {found}.",
        "Sell in sequence; if a card is not there, enter it: inventory missing.",
    ),
    "set-not-finished": (
        "Set {serial} is not begun while cards of set {begun} are left: {left} ({citation}).",
        "Sell set {begun} out first, at every till.",
    ),
    "gap": (
        "{absent} is not here? It comes before {found}.",
        "Sell it first. If it is not in the pack: M. For several: type the count, scan the last.",
    ),
    "not-received": ("Card {card} was never received here.", "Keep it and call the manager."),
    "spoiled": (
        "Card {card} was spoiled and destroyed at the plant.",
        "Keep what you hold and call the manager: it cannot exist.",
    ),
    "not-issued-here": (
        "Card {card} is {state}, it is not issued to this till.",
        "Sell from this till's packs, or issue the pack to it.",
    ),
    "already-sold": (
        "Card {card} is {state}: sold already in sale {sale}.",
        "Take the next card. If the player still holds this one, call the manager.",
    ),
    "voided": (
        "Card {card} is voided; it is never sold again.",
        "Take the next card and keep this one for the punch.",
    ),
    "other-occasion": (
        "Card {card} is of another occasion: {state}.",
        "Cards of one evening are not valid at another.",
    ),
    "not-in-stock": (
        "Card {card} is missing.",
        "If it turned up, enter it first: inventory found.",
    ),
    "stolen": (
        "Card {card} was stolen: it is never sold, found or paid again.",
        "Keep it, ask who brought it, and call the manager.",
    ),
    "sent-back": (
        "Card {card} was sent back to the maker.",
        "Keep it and call the manager: it should not be here.",
    ),
    "wrong-role": (
        "Card {card} is of a series for {role}s; it does not go into {asked}.",
        "Sell originals; give trade-ins only in an exchange (T).",
    ),
    "wrong-color": (
        "Card {card} is {color}, a color that is not in tonight's game.",
        "Take a card of the colors on the wall notice.",
    ),
    "specimen": ("Card {card} is a specimen.", "Specimens are never sold and never win."),
    # -- exchange and punch ----------------------------------------------------------------------
    "no-defect-rule": (
        "Card {card} is not replaced: this hall's rules replace no defective card ({citation}).",
        "Void it with a second person, and sell another: inventory void.",
    ),
    "no-exchange-rule": (
        "This hall's rules know no exchange.",
        "Nothing is surrendered; sell another original.",
    ),
    "already-surrendered": (
        "Card {card} was surrendered, or its sale voided, before: it is {state}.",
        "Take it out of the basket; the others can go on.",
    ),
    "chain-limit": (
        "Card {card} is a trade-in, and a trade-in cannot be traded.",
        "Take it out of the basket; only originals are exchanged.",
    ),
    "not-sold": (
        "Card {card} is {state}, it was not sold tonight.",
        "Look at the number again.",
    ),
    "already-claimed": ("Card {card} is in an open claim.", "Wait for the claim's verdict."),
    "already-won": ("Card {card} has won.", "A card that won is paid, not exchanged."),
    "already-paid": (
        "Card {card} is paid already.",
        "A card is paid once; keep it with the papers.",
    ),
    "new-count": (
        "Surrendered: {originals}. New cards asked for: {each} each; named: {new}.",
        "Scan the last of the new cards again.",
    ),
    "same-color": (
        "Card {card} is {color} too: the new cards must be of another color.",
        "Take trade-ins of another color.",
    ),
    "same-series": (
        "Card {card} is of series {series} too: the new cards must be of another series.",
        "Take trade-ins of another series.",
    ),
    "other-series": (
        "Card {card} does not go with this one: {asked} are asked for.",
        "Take a card of that series.",
    ),
    "nothing-to-punch": (
        "No surrendered or voided card waits for the punch.",
        "Nothing is to do.",
    ),
    "already-punched": (
        "Card {card} is {state}: a punched card does not come back.",
        "Call the manager; the exchange stands.",
    ),
    "not-to-punch": (
        "Card {card} is {state}, not surrendered or voided.",
        "Do not punch it: the player may still win with it.",
    ),
}

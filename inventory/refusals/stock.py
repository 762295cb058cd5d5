"""Refusals of scans and stock: what is named, received, issued, put back, taken out."""

STOCK_REFUSALS: dict[str, tuple[str, str]] = {
    # -- what was scanned or typed ---------------------------------------------------------------
    "not-ours": (
        "These {length} characters are not one of our cards.",
        "Scan the QR code outside the card, or type color, number and check symbol.",
    ),
    "codes-at-once": (
        "{count} codes came at once.",
        "Nothing was done. Scan one card, wait for the answer, then the next.",
    ),
    "scanner-adds": (
        "Your scanner sends {front} characters in front of a code and {behind} behind it.",
        "Nothing was done. Switch its prefix and suffix off, then test it: inventory scanner.",
    ),
    "bad-check-symbol": (
        "A code of {length} symbols was misread: its check symbol does not agree.",
        "Scan it again, or type color, number and check symbol.",
    ),
    "bad-tag": (
        "Card {card} carries a tag that the maker did not print.",
        "Keep the card, do not sell it, and call the manager.",
    ),
    "card-open": (
        "Card {card} is open: its inside code was scanned.",
        "T to trade it in; claims are made at the claim table.",
    ),
    "ambiguous": ("{named} fits {count} sets.", "Scan the card, or type its whole card id."),
    "unknown-name": (
        "No series of that color is on sale: {named}.",
        "Colors on sale: {colors}.",
    ),
    "check-differs": (
        "{named} and its check symbol {check} do not belong together.",
        "Read number and check symbol on the card again.",
    ),
    "card-needed": (
        "A pack's label was scanned where a card is asked for.",
        "Scan a card of the pack.",
    ),
    "pack-needed": (
        "{named} is not the label of a pack.",
        "Scan the label of the pack, or type set:first-last.",
    ),
    # -- stock -----------------------------------------------------------------------------------
    "unknown-pack": (
        "The manifest of set {serial} has no pack {pack}.",
        "Name packs as the label says: first and last number.",
    ),
    "unknown-set": (
        "Set {serial} was never received here.",
        "Receive its delivery first, or correct the number.",
    ),
    "set-against-rules": (
        "Set {serial}: {said}; {citation} asks for {asked}.",
        "Send it back to its maker, or answer the rule in the hall's own way: inventory rules set.",
    ),
    "empty-stock": ("No pack lies in stock.", "Receive a delivery first, or put packs back."),
    "pack-not-here": (
        "The {pack} is {state}; {move} is not possible from there.",
        "Read the label again, or look where the pack is: inventory report.",
    ),
    "pack-open": (
        "The {pack} was opened; cards left in it: {left}.",
        "Scan its first and last card left, and count them by hand.",
    ),
    "count-left-differs": (
        "The {pack}: you say {said}; the ledger has it otherwise.",
        "Count again without looking at the list; a card that is not there: inventory missing.",
    ),
    "range-turned": (
        "{first} comes behind {last}: the range is turned round.",
        "Scan the first card left, then the last one.",
    ),
    "pack-empty": (
        "Nothing is left of the {pack}.",
        "What was sold of it is not in stock; look where it is: inventory prove CARD.",
    ),
    "missing-alone": (
        "Card {card} is not the next card of an open pack on sale at till {till}.",
        "A second person looks for it too, then: --second NAME.",
    ),
    "missing-undone": (
        "Card {card} was in sale {sale}, which was undone: somebody had it in hand.",
        "A second person looks for it too, then: --second NAME.",
    ),
    "nothing-to-count": (
        "No card waits at till {till} to be counted missing by a second person.",
        "Nothing is to do.",
    ),
    "counts-own": (
        "{clerk} noted a card of till {till} missing and does not count it as well.",
        "Somebody else counts what is not there.",
    ),
    "missing-differs": (
        "You count {counted} cards that are not there; the list of till {till} has another number.",
        "Count again without looking at the list; a card that turned up: inventory found.",
    ),
    "missing-unconfirmed": (
        "Till {till}: cards that {clerk} alone noted missing were not counted by somebody else.",
        "Somebody else counts what is not there: inventory count-missing N --till {till}.",
    ),
    "not-from-here": (
        "Card {card} is {state}: {move} is not possible. What can be done: {allowed}.",
        "Read the card's number again.",
    ),
}

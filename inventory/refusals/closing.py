"""Refusals at the end of an occasion: counts, envelopes, filing, destruction, slips."""

CLOSING_REFUSALS: dict[str, tuple[str, str]] = {
    # -- the way back ----------------------------------------------------------------------------
    "nothing-to-undo": (
        "This till has no sale tonight that can be undone.",
        "An older sale is voided by two people: inventory void.",
    ),
    "undone-already": (
        "Sale {sale}, the last of this till, was undone; the one before it is not its last.",
        "Two people void an older sale: inventory void. After a sale undo is open again.",
    ),
    "pack-left": (
        "Card {card} cannot go back: the {pack} has left this till.",
        "Two people void the sale: inventory void.",
    ),
    "maybe-open": (
        "Card {card} was given up in an exchange that was undone: it is open, or may be.",
        "It is never sold again; two people void its sale: inventory void.",
    ),
    "not-undone": (
        "Sale {sale} replaced a defective card; that is not undone.",
        "Exchange the new card for another, if it is defective too.",
    ),
    "round-decides": (
        "A round of {name} is open: somebody may have won, so nothing is given back ({way}).",
        "Decide the claims and close the round first: inventory round close.",
    ),
    "nothing-back": (
        "{name} is won or over: nothing is given back for its cards any more ({way}).",
        "The sale stands; a card that did not win is worth nothing now.",
    ),
    "opened-tonight": (
        "Card {card} was claimed tonight and its code opened it: its price is not given back.",
        "A void is for a card that is sealed; the sale stands.",
    ),
    "same-pair-again": (
        "Card {card} replaced another by {people}; nobody else is named for the next one.",
        "Somebody who did not replace the first one looks at it too: --second NAME.",
    ),
    "trade-in-not-voided": (
        "Card {card} is one of a pair sold in exchange and has no price of its own.",
        "Undo the exchange before the punch, or replace a defective card.",
    ),
    # -- the end ---------------------------------------------------------------------------------
    "other-form": (
        "{form} is not the form of the occasion: that is {expected} ({citation}).",
        "Leave --form away, or answer the rule in the hall's own way: rules set papers.form.",
    ),
    "filed-before": (
        "{day} is before the occasion of {played_on}.",
        "Give the day that stands on the receipt: --filed-on.",
    ),
    "filed-ahead": (
        "{day} is still to come; today is {today}.",
        "File first, then note the day of the receipt: --filed-on.",
    ),
    "round-not-closed": ("Round {round} is open.", "Close it first: inventory round close."),
    "pack-out": (
        "The {pack} is open at till {till}; cards left in it: {left}.",
        "Put it back: scan first and last card left, and count them by hand.",
    ),
    "not-punched": (
        "Surrendered or voided cards that are not punched: {count}, such as {card}.",
        "Punch them: inventory punched.",
    ),
    "box-not-counted": (
        "The box of till {till} is not counted, or money moved in it since.",
        "Two people count it: inventory count-box --till {till}.",
    ),
    "box-below-nothing": (
        "The box of till {till} would have to hold {expected}: no box does.",
        "Enter what was put into it: inventory fill-box; --why tells a prize paid from elsewhere.",
    ),
    "box-filed": (
        "The report was filed under {reference}: its boxes are not counted again.",
        "Tell the municipality what was found; the ledger keeps the counts it has.",
    ),
    "no-such-box": (
        "Till {till} had no box in that evening.",
        "Name one that had: --till {known}.",
    ),
    "nothing-put-in": (
        "Nothing is put into the box of till {till}.",
        "Count what is put in, such as 30.00.",
    ),
    "fill-unexplained": (
        "Nobody says why money is put into the box of till {till}.",
        "Say what it is, such as the till's float: --why.",
    ),
    "prizes-owed": (
        "You say {said} winners are not paid; the ledger knows {owed}, such as card {card}.",
        "Pay them, or name how many stay owed: --owed.",
    ),
    "punched-differs": (
        "You counted {counted} punched cards; the list has another number.",
        "Count the pile again without looking at the list.",
    ),
    "no-openings": (
        "No card that is asked for was opened with its code at {name}.",
        "Only opened cards are told; name another --occasion or --set-serial.",
    ),
    "called-off": (
        "The evening {name} was called off: {reason}.",
        "Nothing was played, so no report is filed.",
    ),
    "already-filed": ("The report was filed already under {reference}.", "Nothing is to do."),
    "reference-needed": (
        "{clerk} gave no reference for the filing.",
        "Type what stands on the clerk's receipt: --reference.",
    ),
    "not-filed": (
        "The report is not filed; {citation} asks for it by {deadline}, {left} days from now.",
        "File it first: inventory file. Until then the punched cards are kept ({kept}).",
    ),
    "nothing-to-destroy": (
        "No punched card lies in an envelope of this occasion.",
        "Nothing is to do.",
    ),
    "paid-card-kept": (
        "Card {card} was paid; a paid card is kept with the papers.",
        "Take it out of the list.",
    ),
    "not-retained": (
        "Card {card} is {state}, it is not in an envelope.",
        "Take it out of the list.",
    ),
    "slip-older": (
        (
            "The letters {letters} are of an older slip ({slip}), which covers entries 1 to "
            "{covers}. Newer slips of this ledger: {count}, the last: {newest}."
        ),
        (
            "Type the newest slip's letters. Is its paper not here, look whether the evening "
            "went on with another copy (inventory audit --slip), then open with --no-slip."
        ),
    ),
    "slip-needed": (
        "The letters of the slip before this act ({when}) are not given.",
        "A second person reads them from the newest paper: --slip; is it lost, --no-slip by two.",
    ),
    "slip-differs": (
        "The letters {letters} are not those of this ledger's slip before this act.",
        "Read the newest paper again; if they stay so, this is an older copy: do nothing on it.",
    ),
}

"""Every refusal of the hall in one table: code, sentence with the values, and what mends it."""

from collections.abc import Mapping
from types import MappingProxyType

from inventory.errors import Refusal
from inventory.game_refusals import GAME_REFUSALS
from inventory.makers_refusals import MAKERS_REFUSALS
from inventory.prize_refusals import PRIZE_REFUSALS


def refuse(code: str, **values: object) -> Refusal:
    """The refusal of that code with its values in the sentence.

    >>> str(refuse("no-balls"))
    'No ball was named. Type the balls in order, such as N-41 B-7.'
    """
    sentence, mends = REFUSALS[code]
    return Refusal(code, sentence.format(**values), mends.format(**values))


REFUSALS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        **MAKERS_REFUSALS,
        # -- what was scanned or typed -----------------------------------------------------------
        "not-ours": (
            "These {length} characters are not one of our cards.",
            "Scan the QR code outside the card, or type color, number and check symbol.",
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
        # -- people ------------------------------------------------------------------------------
        "second-person-needed": (
            "{clerk} cannot do this alone.",
            "A second person gives a name: --second NAME.",
        ),
        "same-person": ("{clerk} was named twice.", "The second person must be somebody else."),
        "player-needed": (
            "{clerk} cannot check the rack alone.",
            "Name a player who looked at it: --player NAME.",
        ),
        "request-reused": (
            "Request {request} was used for another act.",
            "Give every act its own request id.",
        ),
        # -- stock -------------------------------------------------------------------------------
        "unknown-pack": (
            "The manifest of set {serial} has no pack {pack}.",
            "Name packs as the label says: first and last number.",
        ),
        "unknown-set": (
            "Set {serial} was never received here.",
            "Receive its delivery first, or correct the number.",
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
            "The {pack}: you say {said}; the ledger expects {expected}.",
            "Count again; a card that is not there is entered with `inventory missing`.",
        ),
        "not-from-here": (
            "Card {card} is {state}: {move} is not possible. From here it can only be: {allowed}.",
            "Read the card's number again.",
        ),
        # -- the occasion ------------------------------------------------------------------------
        "no-occasion": ("No occasion is open.", "Open the evening first: inventory open."),
        "occasion-open": (
            "The occasion {name} is not ended.",
            "Close sales, put back what is unsold and cash up.",
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
        "sales-open": ("Sales of {name} are still open.", "Close them first: inventory close."),
        # -- the hall's rules --------------------------------------------------------------------
        "rule-is-so": ("{key} is {value} already.", "Nothing is to do."),
        "rule-not-overridden": (
            "The hall plays {key} as its profile has it.",
            "Look at what it answers in its own way: inventory rules show.",
        ),
        "rule-reason-needed": (
            "{clerk} gives no reason.",
            "Every report says why a rule is played otherwise: --reason TEXT.",
        ),
        # -- selling -----------------------------------------------------------------------------
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
        "jump": (
            "From {first} to {last} are {found} cards: how many does the player take?",
            "Type the count, then scan the last one.",
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
            "Card {card} is {state}.",
            "If it turned up, enter it first: inventory found.",
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
        # -- exchange and punch ------------------------------------------------------------------
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
        # -- the way back ------------------------------------------------------------------------
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
        "trade-in-not-voided": (
            "Card {card} is one of a pair sold in exchange and has no price of its own.",
            "Undo the exchange before the punch, or replace a defective card.",
        ),
        # -- the end -----------------------------------------------------------------------------
        "round-not-closed": ("Round {round} is open.", "Close it first: inventory round close."),
        "pack-out": (
            "The {pack} is open at till {till}; cards left in it: {left}.",
            "Put it back: scan first and last card left, and count them by hand.",
        ),
        "not-punched": (
            "Surrendered or voided cards that are not punched: {count}, such as {card}.",
            "Punch them: inventory punched.",
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
        "already-filed": ("The report was filed already under {reference}.", "Nothing is to do."),
        "reference-needed": (
            "{clerk} gave no reference for the filing.",
            "Type what stands on the clerk's receipt: --reference.",
        ),
        "not-filed": (
            "The report is not filed; {citation} asks for it by {deadline}, {left} days from now.",
            "File it first: inventory file. Until then the punched cards are kept.",
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
            "Card {card} is {state}, it lies in no envelope.",
            "Take it out of the list.",
        ),
        "slip-older": (
            (
                "The letters {letters} are of an older slip ({slip}), which covers entries 1 to "
                "{covers}. Newer slips of this ledger: {count}, the last: {newest}."
            ),
            (
                "Type the newest slip's letters. Is its paper not here, look whether the evening "
                "went on with another copy (inventory audit --slip), then open without --slip."
            ),
        ),
        "slip-differs": (
            "No checkpoint of this ledger has the letters {letters}.",
            "Read the slip again; if they stay so, this is an older copy: do not sell on it.",
        ),
    }
    | GAME_REFUSALS
    | PRIZE_REFUSALS
)

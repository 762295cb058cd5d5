"""What to do next when a step of a claim does not hold: by the step's code, for the claim table."""

from collections.abc import Mapping
from types import MappingProxyType

NEXT_STEPS: Mapping[str, str] = MappingProxyType(
    {
        # (2) maker and set
        "specimen": "Give it back: specimens are never in play.",
        "unknown-set": "Read maker and set serial again; if they stay so, keep the card.",
        "disclosed": "Keep the card and call the manager: anybody can make this code now.",
        "returned": "Keep the card and call the maker: this number lies at the plant.",
        # (3) received here
        "spoiled": "Keep the card and call the manager: this number was destroyed.",
        "not-received": "Read the number again; if it stays so, keep the card.",
        "missing": "Keep the card, look for the pack, and call the manager.",
        "not-in-stock": "Keep the card and call the manager.",
        # (4) sold tonight
        "not-sold": "Ask who sold it; the card was not paid for.",
        "not-sold-yet": "Ask at that till whether the sale waits there, then claim again.",
        "other-occasion": "Show the player the date: cards of one evening end with it.",
        # (5) this game
        "wrong-color": "Show the player the colors of this game on the wall notice.",
        # (6) still alive
        "already-surrendered": "Show the player the hole: it was traded in, or its sale voided.",
        "voided": "Show the player the hole: its money was given back.",
        "already-won": "The winner has it; this may be a copy. Keep it and call the manager.",
        "already-paid": "The winner was paid; this may be a copy. Keep it and call the manager.",
        "already-claimed": "Bring both cards together, one is a copy: inventory case.",
        # (7) the code opens it
        "no-code": "Scan the code inside the card, or type it: --ask-code.",
        "no-card-opens": "Read the code again, or name the card too.",
        "not-opened": "Read the code once more; if it stays so, keep the card and ask the maker.",
        "malformed-code": "Type all 17 symbols, with ? for each that cannot be read.",
        "code-misread": "Compare the symbols with the player, then confirm: --misread.",
        "code-unreadable": "Keep the card; the round may close with its share held back.",
        "not-committed": "Keep the card and call the maker: it is none of this series.",
        "foreign-card": "Scan the code that lies in this card.",
        # (8) the numbers are drawn
        "no-balls-typed": "The caller confirms each number on the master board: --read-back-by.",
        "numbers-missing": "Is it in the rack? Then enter it: inventory draw, or correct.",
        "rack-not-checked": "Compare list and rack, a player watching: inventory rack.",
        # (9) calls
        "calls-passed": "Say how many calls the prize was for; play goes on.",
        "calls-unknown": "The caller says how many calls were used: --calls.",
        "last-number-missing": "Say that the winning card holds the last number; play goes on.",
        # (10) compared and read back
        "not-compared": "A second person, or a player at a table, compares: --compared-by.",
        "not-read-back": "The caller reads the numbers back: --read-back-by.",
        "player-needed": "Let a player who does not work tonight watch: --compared-by 'table 4'.",
        "not-the-caller": "The caller reads back; name who calls: inventory crew --caller NAME.",
        "caller-unnamed": "Name who calls tonight, by two people: inventory crew --caller NAME.",
        "not-a-checker": "A named checker verifies: --checked-by NAME, or inventory crew.",
        "balls-not-recorded": "Enter the balls from the sheet: inventory draw --later.",
        "caller-verifies": "Somebody else verifies the card on the floor and reads it out.",
        # (11) decided
        "recalled": "Keep card and share, ask the maker; when it is decided: inventory release.",
    }
)
# What to do where a code that may leave a claim open ends it: advice fits the verdict.
WHEN_NOT_VALID: Mapping[str, str] = MappingProxyType(
    {
        "numbers-missing": "Show the player which numbers are not called; play goes on.",
    }
)
# What is said to the player whose claim is NOT VALID; where nothing stands here, TO_SAY_ELSE.
TO_SAY: Mapping[str, str] = MappingProxyType(
    {
        "specimen": "This is a specimen; it is not in play.",
        "unknown-set": "This card is not one of this hall's.",
        "not-sold": "This card was not sold tonight.",
        "other-occasion": "This card was for another evening; it ended with that evening.",
        "wrong-color": "This color is not in this game.",
        "already-surrendered": "This card was traded in; it is not in play any more.",
        "voided": "This card was taken back and its money returned; it is not in play.",
        "numbers-missing": "Not all of its numbers are called. The game goes on.",
        "calls-passed": "It is full, but too late for this prize. The game goes on.",
        "last-number-missing": "The last number called is not what fills it. The game goes on.",
    }
)
TO_SAY_ELSE = "This card does not win now. Please keep your seat; the manager comes to you."

"""Every breach that a program can be found in: code, sentence with the values, what mends it."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from inventory.rules.citing import cited
from inventory.rules.profile import Rule


@dataclass(frozen=True, slots=True)
class Breach:
    """Where a program does not keep a rule; game 0 is the program as a whole."""

    code: str
    game_number: int
    sentence: str
    citation: str
    mends: str

    def __str__(self) -> str:
        """All of it on one line, as people read it."""
        place = f"game {self.game_number}" if self.game_number else "program"
        return f"{place}: {self.sentence} [{self.citation}] {self.mends}"


def breach(code: str, game_number: int, rule: Rule[Any], **values: object) -> Breach:
    """The breach of that code with its values in the sentence, citing the rule."""
    sentence, mends = BREACHES[code]
    told = (sentence.format(**values), cited(rule), mends.format(**values))
    return Breach(code, game_number, *told)


BREACHES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        # -- the license and the house -----------------------------------------------------------
        "license-missing": (
            "The program names no license number.",
            "Write license_number as it stands on the license.",
        ),
        "license-expiry-missing": (
            "The program does not say until when the license holds.",
            "Write license_expires as it stands on the license.",
        ),
        "license-expired": (
            "The license holds until {expires}; the program is for {day}.",
            "Renew the license first, or correct the day.",
        ),
        "approval-missing": (
            "No reference is given for the approval of the {what}.",
            'Write it under [approvals]: "{what}" = "the reference".',
        ),
        "seats-missing": (
            "The seats are not counted: nobody can tell whether {percent} % of them are taken.",
            "Write seats, all rooms together.",
        ),
        "admission-over-cap": (
            "Admission costs {price}; at most {most} may be asked.",
            "Lower admission.",
        ),
        "admission-cards-too-few": (
            "Cards that admission comes with: {cards}; at least {least} must be.",
            "Raise admission_cards.",
        ),
        "occasion-prizes-over-cap": (
            "The prizes in dollars add up to {total}; an occasion may offer {most}.",
            "Lower prizes until they fit.",
        ),
        "times-out-of-order": (
            "{name} starts at {starts_at}, before the game that is played before it at {earlier}.",
            "Correct the times, or put the games in the order they are played in.",
        ),
        # -- what is played, and what it pays ----------------------------------------------------
        "kind-not-allowed": (
            "{name} is a {kind} game; the rules of {profile} allow none.",
            "Play another kind of game, or ask the regulator.",
        ),
        "basis-unknown-to-kind": (
            "{name} is a {kind} game and pays {basis}; such a game pays {expected}.",
            "Write its prize in that way, or correct its kind.",
        ),
        "prize-missing": ("{name} names no prize.", "Write its prize: {fields}."),
        "prize-over-cap": (
            "{name} pays {prize}; one game may pay {most}.",
            "Lower the prize.",
        ),
        "consolation-missing": (
            "{name} says nothing of what is paid after {calls} calls.",
            "Write consolation: it is announced before the game.",
        ),
        "price-missing": (
            "{name} names no price of its cards.",
            "Write price: it is posted.",
        ),
        "price-over-cap": (
            "A card of {name} costs {price}; at most {most} may be asked.",
            "Lower price.",
        ),
        "section-share-missing": (
            "{name}: section {section} has no percentage of the pool.",
            "Write share of that section.",
        ),
        "sections-over-all": (
            "{name}: the sections take {total} of the pool.",
            "Lower their shares to 100 % in all, or less.",
        ),
        "color-share-missing": (
            "{name}: {color} has no percentage of the pool.",
            "Write the share of that color, and of every color on sale.",
        ),
        "faces-differ": (
            "Faces of a board of {name}: {faces}; the rule says {expected}.",
            "Correct faces, or use boards of {expected}.",
        ),
        "last-number-not-asked": (
            "{name} does not ask for the last number called on the winning card.",
            "Write last_number_on_card = true.",
        ),
        "percentage-game-last": (
            "{name} is a {kind} game and the last of the evening.",
            "Play another game after it.",
        ),
        "progressive-last": (
            "{name} is a progressive and the last game of the evening.",
            "Play another game after it.",
        ),
        "progressive-unnamed": (
            "{name} does not say which progressive it carries on.",
            "Write progression: the same name at every occasion.",
        ),
        "progressive-pattern": (
            "{name} is a progressive and is won by {pattern}; a full card alone may win it.",
            'Write pattern = "coverall".',
        ),
        "progressive-calls-too-few": (
            "Calls for the prize of {name}: {calls}; a progressive begins at {least}.",
            "Raise calls.",
        ),
        # -- the pre-draw ------------------------------------------------------------------------
        "pre-drawn-missing": (
            "{name} does not list how many balls are drawn before it.",
            "Write pre_drawn.",
        ),
        "pre-drawn-not-exact": (
            "Balls drawn before {name}: {pre_drawn}; the rule says {expected}.",
            "Write pre_drawn = {expected}.",
        ),
        "pre-draw-time-missing": (
            "{name} does not list when its pre-draw begins.",
            "Write pre_draw_at.",
        ),
        "start-time-missing": (
            "{name} does not list when it begins.",
            "Write its starts_at.",
        ),
        "pre-draw-too-early": (
            "{name}: from {pre_draw_at} to {starts_at} are {minutes} minutes; at most {most}.",
            "Draw later, or begin the game earlier.",
        ),
        "pre-draw-after-start": (
            "{name}: the pre-draw at {pre_draw_at} is after the game's start at {starts_at}.",
            "Correct the times.",
        ),
        "calls-missing": (
            "{name} does not say within how many calls its primary prize is won.",
            "Write calls, from {least} to 74; balls drawn before the game count.",
        ),
        "calls-too-few": (
            "{name} pays its primary prize within {calls} calls; the rule asks for {least}.",
            "Raise calls.",
        ),
        "calls-under-pre-drawn": (
            "Balls drawn before {name}: {pre_drawn}; calls for its primary prize: {calls}.",
            "Raise calls, or draw fewer before the game.",
        ),
        "pre-drawn-pattern": (
            "{name} is pre-drawn and is won by {pattern}; a full card alone may win it.",
            'Write pattern = "coverall".',
        ),
        "pre-drawn-misplaced": (
            "{name} is neither the first game nor the first after an intermission.",
            "Move it, or draw from a second receptacle with a display of its own in each room.",
        ),
        "displays-missing": (
            "{name} is drawn from a second receptacle; rooms: {rooms}, displays: {displays}.",
            "Put a display for the pre-drawn numbers into each room, and write displays.",
        ),
        "display-missing": (
            "{name} starts after other games, and no display keeps its pre-drawn numbers up.",
            "Use one for them alone, and write displays.",
        ),
        "pre-drawn-not-last": (
            "{name} is pre-drawn and not the last game of the evening.",
            "Play it last.",
        ),
        "pre-draw-after-games": (
            "{name}: the pre-draw at {pre_draw_at} is after the evening's first game at {first}.",
            "Draw before the first number of any other game is called.",
        ),
        "sealed-cards-missing": (
            "{name} is pre-drawn and lists no sealed cards.",
            "Write sets: the set serials that stand on the cartons.",
        ),
        "pattern-unknown": (
            "{name} is won by {pattern}, which is no pattern that a claim here is judged by.",
            "Write one that `inventory patterns` lists, or draw it in the hall's patterns.txt.",
        ),
        # -- the sets ----------------------------------------------------------------------------
        "set-in-two-games": (
            "Set {serial} is on sale for {name} and again for another game.",
            "Sell each set for one game alone.",
        ),
        "set-not-received": (
            "Set {serial} of {name} was never received here.",
            "Receive its delivery first, or correct the number.",
        ),
        "set-price-differs": (
            "{name} costs {price} a card; set {serial} is printed with {printed}.",
            "Sell at the printed price, or use another set.",
        ),
        "originals-missing": (
            "{name} has trade-ins on sale and no originals.",
            "Write the set of the originals too.",
        ),
        "original-of-another-game": (
            "Set {serial} of {name} is traded in for set {original}, which is not of this game.",
            "Put both sets into one game.",
        ),
        "exchange-not-allowed": (
            "Set {serial} of {name} is for trade-ins; the rules of {profile} know no exchange.",
            "Take the set off the program.",
        ),
        "trade-in-same-color": (
            "Set {serial} of {name} is {color}, as the originals it is traded in for.",
            "Use trade-ins of another color.",
        ),
        "trade-in-same-series": (
            "Set {serial} of {name} is of series {series}, as the originals it is traded in for.",
            "Use trade-ins of another series.",
        ),
    }
)  # fmt: skip

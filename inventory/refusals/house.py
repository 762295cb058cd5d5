"""Refusals of people and of the house's rules."""

HOUSE_REFUSALS: dict[str, tuple[str, str]] = {
    # -- people ----------------------------------------------------------------------------------
    "second-person-needed": (
        "{clerk} cannot do this alone.",
        "A second person gives a name: --second NAME.",
    ),
    "same-person": ("{clerk} was named twice.", "The second person must be somebody else."),
    "player-needed": (
        "{clerk} cannot check the rack alone.",
        "Name a player who looked at it: --player NAME.",
    ),
    "bad-text": (
        "The text for {field} {fault}.",
        "Nothing was written. Type it anew, in plain letters on one line.",
    ),
    "request-reused": (
        "Request {request} was used for another act.",
        "Give every act its own request id.",
    ),
    # -- the hall's rules ------------------------------------------------------------------------
    "rule-changes-nothing": (
        "Another answer to {key} would change nothing: {why}.",
        "Write it into the hall's own notices; the rules stay as the profile has them.",
    ),
    "rule-is-so": ("{key} is {value} already.", "Nothing is to do."),
    "rule-not-overridden": (
        "The hall plays {key} as its profile has it.",
        "Look at what it answers in its own way: inventory rules show.",
    ),
    "rule-reason-needed": (
        "{clerk} gives no reason.",
        "Every report says why a rule is played otherwise: --reason TEXT.",
    ),
}

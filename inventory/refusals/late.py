"""What balls fell against, in words: they fell, so nothing is refused and every paper says it."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

# By the code of the refusal that the same balls would have met as they fell.
_LATE: Mapping[str, str] = MappingProxyType(
    {
        "sold-before-first": "cards of {game} were still sold ({citation})",
        "heads-not-counted": "the players present were not counted; {citation} wants {percent} % "
        "of {seats} seats",
        "pre-draw-too-early": "the pre-draw began at {clock}, {minutes} minutes before the posted "
        "start at {starts_at}; {citation} allows {most}",
        "pre-draw-begin-unknown": "when the pre-draw began was not said; {citation} allows {most} "
        "minutes before the game",
        "not-current-game": "game {current} was on, not game {game}",
        "sales-open": "sales of {name} were open",
        "pre-draw-first": "balls to be pre-drawn for {game} and not entered before: {missing} "
        "({citation})",
        "game-completed": "{game} was completed before",
        "game-not-started": "{game} was not started: nothing was announced",
        "inquiry-needed": "holders of a winner on the {pre_drawn} pre-drawn numbers were not asked "
        "for ({citation})",
        "holders-first": "a holder of a winner on the pre-drawn numbers was not heard first",
        "last-ball-called": "{game} is played with {most} balls, and more fell",
        "draw-frozen": "they were entered while the draw was frozen for round {round}",
        "game-over": "the game was won before",
        "held-ball-first": "{ball} was held for a claim and was not the next call",
        "held-not-called": "{ball} was held for round {round}, not called: it completes no card "
        "there",
        "claim-judged-before": "a claim of round {round} was judged without them",
    }
)


def late_remark(code: str, values: Mapping[str, Any]) -> str:
    """The remark on balls that fell against the rule of that code."""
    return _LATE[code].format(**values)

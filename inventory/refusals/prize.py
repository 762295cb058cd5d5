"""Refusals of prizes and progressives."""

PRIZE_REFUSALS: dict[str, tuple[str, str]] = {
    # -- prizes ------------------------------------------------------------------------------
    "prize-over-cap": (
        "The prize of game {game} is {prize}; {citation} allows {most} a game.",
        "Lower the prize in the program.",
    ),
    "prizes-over-cap": (
        "The prizes of all games together are {prizes}; {citation} allows {most} an occasion.",
        "Lower a prize in the program.",
    ),
    "no-substitutes": (
        "Prizes in kind do not take the place of a prize here ({citation}).",
        "Divide the prize in money.",
    ),
    "substitutes-count": (
        "Prizes in kind: {given}; winners of the round: {winners}.",
        "Name what each winner's is worth: --in-kind, once a winner.",
    ),
    "substitutes-over": (
        "The prizes in kind are worth {worth} together, the prize was {prize}.",
        "Choose prizes worth no more than {prize} together.",
    ),
    # -- progressives ------------------------------------------------------------------------
    "no-progressives": (
        "This hall's rules know no progressive ({citation}).",
        "Play it as a game with a fixed prize.",
    ),
    "progression-known": (
        "There is a progressive {name} already; it was started once.",
        "Give the new one a name of its own.",
    ),
    "unknown-progression": (
        "No progressive is called {name}.",
        "Known names: {known}; a new one is begun with `inventory progressive start`.",
    ),
    "bad-progression": (
        "{what} of a progressive cannot be {value}.",
        "Give {expected}.",
    ),
    "calls-lowered": (
        "{calls} calls are fewer than the {least} that players were promised.",
        "A progressive's calls stay or grow from occasion to occasion; give at least {least}.",
    ),
    "dates-needed": (
        "The dates of the possible occasions of {name} are not given; {citation} needs them.",
        "List them: --dates 2026-12-07,2026-12-14.",
    ),
    "license-needed": (
        "A progressive ends with the license ({citation}), and its last day is not given.",
        "Give it: --license-expires 2027-06-30.",
    ),
    "date-after-license": (
        "{date} lies behind the last day of the license, {expires}.",
        "Leave that date out: the prize is awarded under the license it was begun with.",
    ),
    "too-many-dates": (
        "{count} dates are listed; {citation} allows {most} occasions, the last of them decides.",
        "List at most {most}.",
    ),
    "date-over": (
        "{date} is over; today is {today}.",
        "List only days to come, or set the clock of this machine right.",
    ),
    "progression-over-cap": (
        "The first prize of {name} is {prize}; {citation} allows {most} a game.",
        "Begin with {most} at most, and let it grow no further than that.",
    ),
    "account-needed": (
        "The proceeds of {name} are held in a bank account ({citation}), and none is named.",
        "Name it: --account.",
    ),
    "progression-won": (
        "The progressive {name} was won on {played_on}.",
        "Start a new one under another name.",
    ),
    "progression-stopped": (
        "The progressive {name} was stopped on {known_on}: {reason}.",
        "Start a new one under another name.",
    ),
    "occasions-over": (
        "The progressive {name} was played {played} times; {citation} allows {most}.",
        "It should have been awarded at the last of them: call the member in charge.",
    ),
    "played-already": (
        "The progressive {name} was played in this occasion already, as number {number}.",
        "It is played once an occasion.",
    ),
    "date-not-posted": (
        "{date} is none of the posted dates of {name}.",
        "Play it on one of them: {dates}.",
    ),
    "date-past": (
        "{date} lies before {last}, when {name} was played last.",
        "Correct the day of the program.",
    ),
    "must-be-won": (
        "{name} has no winner yet, and tonight it is awarded whatever the calls: {why}.",
        "Go on calling until a player has the pattern.",
    ),
    "nothing-to-deposit": (
        "All proceeds of {name} are deposited: {deposited}.",
        "Nothing is to do.",
    ),
    "deposit-over": (
        "{amount} is more than what is not deposited yet of {name}: {left}.",
        "Deposit {left} at most under this name; look at the slip again.",
    ),
    "deposit-reference-needed": (
        "{clerk} gave no reference for the deposit.",
        "Type what stands on the bank's slip: --reference.",
    ),
    "stop-reason-needed": (
        "{clerk} gave no reason to stop {name}.",
        "The notice needs it: --reason.",
    ),
}

"""A rule answered by the hall in its own way: by two people, with the reason, between evenings."""

from inventory.commands.house import SetRule, UnsetRule
from inventory.decisions.facts import Decision, check_two_people
from inventory.decisions.game.evening import Evening
from inventory.entries.entry import Context
from inventory.entries.house import RuleTakenBack
from inventory.refusals.refuse import refuse
from inventory.rules.kept import why_not_answered
from inventory.rules.overrides import answered, rule_of
from inventory.rules.profile import Profile
from inventory.rules.values import shown_value, typed_value


def set_rule(
    context: Context, evening: Evening | None, profile: Profile, asked: SetRule
) -> Decision:
    """The rule of a key, answered with the value that was typed.

    Raises: BadValueError, for a key or value that is none.
    """
    key, text = asked.key, asked.value
    rule, value = rule_of(profile, key), typed_value(key, text)
    if why := why_not_answered(key):
        raise refuse("rule-changes-nothing", key=key, why=why)
    check_two_people(context)
    _check_quiet(context, evening, asked.reason)
    if value == rule.value:
        raise refuse("rule-is-so", key=key, value=shown_value(key, value))
    return (answered(key, text, asked.reason),)


def unset_rule(
    context: Context, evening: Evening | None, profile: Profile, asked: UnsetRule
) -> Decision:
    """The rule of a key, as the profile has it again. Raises: BadValueError, for no rule's key."""
    rule_of(profile, asked.key)
    _check_quiet(context, evening, asked.reason)
    if all(one.key != asked.key for one in profile.overrides):
        raise refuse("rule-not-overridden", key=asked.key)
    return (RuleTakenBack(asked.key, asked.reason),)


def _check_quiet(context: Context, evening: Evening | None, reason: str) -> None:
    """An evening is played by one set of rules, and nobody changes one without saying why."""
    if evening is not None and not evening.is_ended:
        raise refuse("occasion-open", name=evening.opened.name)
    if not reason.strip():
        raise refuse("rule-reason-needed", clerk=context.clerk)

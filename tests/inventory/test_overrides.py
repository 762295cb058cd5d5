"""A hall's own answers to rules: two people, a reason, on every report, and taken back."""

import json
from pathlib import Path

import pytest

import inventory
from inventory.commands.house import SetRule, UnsetRule
from inventory.desk.execute import execute
from inventory.desk.house import current_profile
from inventory.desk.papers.reporting import read_report
from inventory.entries.house import RuleAnswered
from inventory.reports.figures.occasion import report_json, report_lines
from inventory.reports.spoken.rulebook import difference_lines, override_lines, rules_lines
from inventory.rules.citing import cited
from inventory.rules.overrides import overridden, overrides
from inventory.rules.profile_file import profile_names, read_profile
from inventory.rules.values import rules_of, value_text
from tests.inventory.kit import Kit, code, ok
from tests.inventory.test_commands import Run, run  # noqa: F401 -- a fixture

KEY = "pre_draw.calls_min"
RULES = Path(inventory.__file__).parent / "rules"


def test_an_override_is_written_by_two_people_with_its_reason(empty: Kit) -> None:
    (entry,) = ok(empty.run(SetRule(KEY, "50", "our license")))
    assert entry.kind == RuleAnswered(KEY, "50", "our license")
    assert entry.context.second == "Bob"


def test_the_hall_plays_by_its_own_value_and_keeps_citation_and_mark(empty: Kit) -> None:
    ok(empty.run(SetRule(KEY, "50", "our license")))
    profile = current_profile(empty.hall)
    law, mine = read_profile("us-ny").pre_draw.calls_min, profile.pre_draw.calls_min
    assert (mine.value, mine.citation, mine.mark) == (50, law.citation, law.mark)
    assert (mine.is_firm, law.is_firm) == (False, True)
    assert cited(mine) == f"this hall's own rule, in the place of {law.citation}"
    assert "our license" in mine.note
    assert law.note in mine.note
    others = dict(rules_of(read_profile("us-ny")))
    assert [key for key, rule in rules_of(profile) if rule != others[key]] == [KEY]


def test_the_evening_is_opened_by_the_halls_value(empty: Kit) -> None:
    ok(empty.receive())
    ok(empty.run(SetRule(KEY, "61", "our license")))
    assert code(empty.open_unchecked(calls_max=60)) == "too-few-calls"
    ok(empty.run(UnsetRule(KEY, "renewed")))
    ok(empty.open_unchecked(calls_max=60))


def test_one_person_alone_overrides_nothing(empty: Kit) -> None:
    for second, named in (("", "second-person-needed"), (" ann", "same-person")):
        context = empty.context(second=second)
        assert code(execute(empty.hall, context, SetRule(KEY, "50", "why not"))) == named
    assert current_profile(empty.hall).overrides == ()


def test_an_override_without_a_reason_is_refused(empty: Kit) -> None:
    assert code(empty.run(SetRule(KEY, "50", " "))) == "rule-reason-needed"
    ok(empty.run(SetRule(KEY, "50", "our license")))
    assert code(empty.run(UnsetRule(KEY, ""))) == "rule-reason-needed"


def test_what_is_so_already_and_what_is_not_overridden_is_refused(empty: Kit) -> None:
    assert code(empty.run(SetRule(KEY, "48", "x"))) == "rule-is-so"
    assert code(empty.run(UnsetRule(KEY, "x"))) == "rule-not-overridden"
    ok(empty.run(SetRule(KEY, "50", "x")))
    assert code(empty.run(SetRule(KEY, "50", "y"))) == "rule-is-so"


def test_no_rule_changes_while_an_evening_is_open(kit: Kit) -> None:
    assert code(kit.run(SetRule(KEY, "50", "x"))) == "occasion-open"
    assert code(kit.run(UnsetRule(KEY, "x"))) == "occasion-open"


def test_a_rule_set_back_to_the_profiles_value_is_no_override_any_more(empty: Kit) -> None:
    ok(empty.run(SetRule(KEY, "50", "x")))
    ok(empty.run(SetRule(KEY, "48", "y")))
    assert current_profile(empty.hall) == read_profile("us-ny")


def test_a_limit_says_which_way_it_differs_and_other_rules_claim_nothing() -> None:
    """48 calls at least, 45 minutes at most (9 NYCRR 4820.51); no cap is looser than a cap."""
    for key, value, standing in (
        (KEY, "50", "stricter than 9 NYCRR 4820.51(d) (48, rule text)"),
        (KEY, "45", "less strict than 9 NYCRR 4820.51(d)"),
        ("pre_draw.minutes_before_max", "60", "less strict than 9 NYCRR 4820.51(c)"),
        ("pre_draw.minutes_before_max", "30", "stricter than"),
        ("prizes.game_cents_max", "none", "less strict than General Municipal Law 479"),
        ("house.admission_cents_max", "500", "500 ($5.00), stricter than 9 NYCRR"),
        ("pre_draw.place", "any", "which differs from 9 NYCRR 4820.51(h)"),
        ("pre_draw.inquiry", "false", "which differs from 9 NYCRR 4820.51(e)"),
    ):
        profile = read_profile("us-ny")
        answers = {key: RuleAnswered(key, value, "we say so.")}
        (line,) = override_lines(overridden(profile, overrides(profile, answers)))
        assert standing in line
        assert line.endswith("reason: we say so.")


def test_every_report_states_each_override_with_its_reason(empty: Kit) -> None:
    ok(empty.receive())
    ok(empty.run(SetRule(KEY, "50", "our license")))
    ok(empty.run(SetRule("papers.filing_days", "5", "the clerk asks")))
    ok(empty.open_unchecked())
    report = read_report(empty.hall, 0)
    found = report_json(report)["rule_overrides"]
    assert [(one["key"], one["value"], one["rule"], one["reason"]) for one in found] == [
        (KEY, 50, 48, "our license"),
        ("papers.filing_days", 5, 7, "the clerk asks"),
    ]
    told = "\n".join(report_lines(report))
    assert "our license" in told
    assert "which differs from General Municipal Law 491 (7, not read)" in told


def test_an_old_report_states_what_was_played_then(kit: Kit) -> None:
    ok(kit.close())
    ok(kit.cash_up(counted=5000))
    ok(kit.run(SetRule(KEY, "50", "from now on")))
    report = read_report(kit.hall, 0)
    assert report_json(report)["rule_overrides"] == []
    assert "from now on" not in "\n".join(report_lines(report))


def test_a_report_without_overrides_says_nothing_of_them(kit: Kit) -> None:
    report = read_report(kit.hall, 0)
    assert not any("This hall plays" in line for line in report_lines(report))


# -- at the command line --------------------------------------------------------------------------


@pytest.mark.parametrize("name", profile_names())
def test_show_tells_every_rule_with_value_citation_and_mark(run: Run, name: str) -> None:  # noqa: F811
    status, out, _ = run("rules", "show", name)
    assert status == 0
    lines = [line for line in out.splitlines() if line and line[0] not in " ["]
    for (key, rule), line in zip(rules_of(read_profile(name)), lines[1:], strict=True):
        assert line.split()[0] == key.partition(".")[2]
        assert value_text(rule.value) in line
        assert line.endswith(f"{rule.mark:<12}  {rule.citation}")
    found = json.loads(run("rules", "show", name, "--json")[1])
    assert [one["key"] for one in found["rules"]] == [k for k, _ in rules_of(read_profile(name))]
    assert all(one["citation"] and one["mark"] for one in found["rules"])


def test_show_of_one_section_and_of_none(run: Run) -> None:  # noqa: F811
    lines = rules_lines(read_profile("us-ny"), "exchange")
    assert run("rules", "show", "us-ny", "--section", "exchange")[1].splitlines() == list(lines)
    assert sum(line.startswith("[") for line in lines) == 1
    status, _, err = run("rules", "show", "us-ny", "--section", "weather")
    assert (status, "pre_draw" in err) == (1, True)
    status, _, err = run("rules", "show", "us-xx")
    assert (status, "us-ny" in err, err.count("\n")) == (1, True, 1)


def test_the_halls_own_rules_are_shown_with_its_overrides(run: Run, empty: Kit) -> None:  # noqa: F811
    at = ("--hall", str(empty.hall.folder))
    two = ("--second", "Bob", *at)
    assert run("rules", "set", KEY, "50", "--reason", "our license", *two)[0] == 0
    status, out, _ = run("rules", "show", "--section", "pre_draw", *at)
    assert status == 0
    assert "our license" in out
    (line,) = (line for line in out.splitlines() if line.startswith("calls_min"))
    assert line.endswith("hall's        this hall's own rule, in the place of 9 NYCRR 4820.51(d)")
    (of_key,) = (
        one
        for one in json.loads(run("rules", "show", "--json", *at)[1])["rules"]
        if one["key"] == KEY
    )
    assert of_key["is_halls_own"]
    assert of_key["citation"].startswith("this hall's own rule")
    found = json.loads(run("rules", "show", "--json", *at)[1])
    assert [one["reason"] for one in found["overrides"]] == ["our license"]
    assert run("rules", "unset", KEY, "--reason", "renewed", *at)[0] == 0
    assert json.loads(run("rules", "show", "--json", *at)[1])["overrides"] == []
    status, _, err = run("rules", "set", KEY, "many", "--reason", "x", *two)
    assert (status, err.count("\n"), KEY in err) == (1, 1, True)
    assert run("rules", "set", KEY, "50", "--reason", "x", *at)[0] == 4


def test_an_answer_to_a_rule_is_told_in_words(run: Run, empty: Kit) -> None:  # noqa: F811
    """48 is the least: 50 asks for more, 40 for less; of a place nobody says which is."""
    two = ("--second", "Bob", "--hall", str(empty.hall.folder))

    def answer(*words: str) -> str:
        status, out, _ = run("rules", *words, *two)
        assert status == 0
        return out.splitlines()[-1]

    law = "9 NYCRR 4820.51(d) (48, rule text); reason: our license."
    said = answer("set", KEY, "50", "--reason", "our license")
    assert said == f"This hall plays {KEY} = 50, stricter than {law}"
    said = answer("set", KEY, "40", "--reason", "our license")
    assert said == f"This hall plays {KEY} = 40, less strict than {law}"
    assert "which differs from" in answer("set", "pre_draw.place", "any", "--reason", "a hall")
    said = answer("unset", KEY, "--reason", "renewed")
    assert (
        said == f"This hall plays {KEY} = 48 again, as 9 NYCRR 4820.51(d) has it; reason: renewed."
    )
    told = json.loads(run("rules", "set", KEY, "50", "--reason", "new", "--json", *two)[1])
    assert told["lines"][-1].startswith(f"This hall plays {KEY} = 50, stricter than")


def test_diff_tells_only_what_differs(run: Run) -> None:  # noqa: F811
    status, out, _ = run("rules", "diff", "us-ny", "us-nj")
    assert status == 0
    assert "pre_draw.place" in out
    assert "pre_draw.coverall_only" not in out
    found = json.loads(run("rules", "diff", "us-ny", "us-nj", "--json")[1])
    place = next(one for one in found["differs"] if one["key"] == "pre_draw.place")
    assert (place["left"]["value"], place["right"]["value"]) == (
        "first or after intermission",
        "last",
    )
    assert all(one["left"]["value"] != one["right"]["value"] for one in found["differs"])
    same = read_profile("us-nm")
    assert difference_lines(same, same) == ("us-nm and us-nm answer every rule alike.",)


def test_check_names_every_problem_of_a_file(run: Run, tmp_path: Path) -> None:  # noqa: F811
    text = (RULES / "us-wa.toml").read_text(encoding="utf-8")
    good, bad, other = (tmp_path / name for name in ("good.toml", "bad.toml", "other.toml"))
    good.write_text(text)
    bad.write_text(
        text.replace('mark = "not found"', 'mark = "guess"', 1).replace("[papers]", "[paper]")
    )
    other.write_bytes(b"\xff\xfe")
    assert run("rules", "check", str(good))[0] == 0
    status, out, err = run("rules", "check", str(bad))
    assert (status, out, err.count("\n")) == (3, "", 3)
    assert all(line.startswith("problem: ") for line in err.splitlines())
    found = json.loads(run("rules", "check", str(bad), "--json")[1])
    assert (found["ok"], len(found["problems"])) == (False, 3)
    assert json.loads(run("rules", "check", str(good), "--json")[1])["ok"]
    assert run("rules", "check", str(other))[0] == 1
    assert run("rules", "check", str(tmp_path / "none.toml"))[0] == 1


def test_every_kept_profile_can_be_chosen_at_set_up(run: Run, tmp_path: Path) -> None:  # noqa: F811
    for name in profile_names():
        folder = tmp_path / name
        options = ("--hall-id", "x", "--name", "X", "--profile", name, "--pays-again", "no")
        assert run("init", str(folder), *options, "--punch", "hole")[0] == 0
        shown = json.loads(run("rules", "show", "--json", "--hall", str(folder))[1])
        assert shown["name"] == name
    options = ("--hall-id", "x", "--name", "X", "--profile", "us-xx", "--pays-again", "no")
    status, _, err = run("init", str(tmp_path / "no"), *options, "--punch", "hole")
    assert (status, "us-nj" in err) == (2, True)

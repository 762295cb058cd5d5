"""Two custodians: published in turn, each refusal plain, removal stated by two people."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import AT, ORDER, Command, Works

ANN_AND_BOB = ("--by", "Ann", "--by", "Bob")


def words(works: Works) -> tuple[object, ...]:
    return ("--passphrase-file", works.folder / "passphrase", "--made-at", AT)


def make(works: Works, *components: str, out: str = "RUN") -> list[object]:
    command: list[object] = ["make", works.order, "--plant", works.plant]
    for name in components:
        command += ["--custody", works.folder / name]
        command += ["--passphrase-file", works.folder / "passphrase"]
    return [*command, "--out", works.folder / out, "--made-at", AT]


def new(works: Works, name: str, custodian: str, *more: object) -> list[object]:
    file = works.folder / name
    return ["custody", "new", file, "--custodian", custodian, *more, *words(works)]


def certificate(works: Works, delivery: Path) -> dict[str, object]:
    facts: dict[str, object] = json.loads((delivery / "certificate-000123.json").read_text())
    return facts


def test_the_second_component_names_the_first_that_was_published(
    cardgen: Command, fresh: Works
) -> None:
    """The header is bound into the lock, so this cannot be added later."""
    ann, bob = (
        json.loads((fresh.folder / f"{name}.json").read_text())["header"] for name in ("ann", "bob")
    )
    assert "after" not in ann
    assert bob["after"] == ann["fingerprint"]


def test_a_component_made_elsewhere_is_published_in_turn(cardgen: Command, fresh: Works) -> None:
    first = json.loads(cardgen(*new(fresh, "eve.json", "Eve"), "--json").out)
    publish = ("--plant", fresh.plant, "--made-at", AT)
    said = cardgen("custody", "publish", fresh.folder / "eve.json", *publish)
    assert (said.exit_code, "as component A" in said.out) == (0, True)
    after = ("--after", first["fingerprint"])
    assert cardgen(*new(fresh, "dan.json", "Dan", *after)).exit_code == 0
    said = cardgen("custody", "publish", fresh.folder / "dan.json", *publish)
    assert (said.exit_code, "as component B" in said.out) == (0, True)
    assert cardgen(*make(fresh, "eve.json", "dan.json")).exit_code == 0


def test_publishing_twice_gives_the_first_answer(cardgen: Command, fresh: Works) -> None:
    later = ("--plant", fresh.plant, "--made-at", "2026-12-01T00:00:00Z")
    said = cardgen("custody", "publish", fresh.folder / "ann.json", *later)
    assert said.exit_code == 0
    assert f"was published at {AT}" in said.out


def test_an_unpublished_component_makes_no_run(cardgen: Command, fresh: Works) -> None:
    assert cardgen(*new(fresh, "eve.json", "Eve")).exit_code == 0
    said = cardgen(*make(fresh, "ann.json", "eve.json"))
    assert (said.exit_code, "was not published here" in said.err) == (3, True)
    assert not fresh.run.exists()


def test_components_in_the_wrong_order_are_refused(cardgen: Command, fresh: Works) -> None:
    said = cardgen(*make(fresh, "bob.json", "ann.json"))
    assert said.exit_code == 3
    assert "Ann published first, Bob second. Give --custody in that order." in said.err


def test_components_that_were_not_made_in_turn_are_refused(cardgen: Command, fresh: Works) -> None:
    for name in ("Eve", "Dan"):
        file = fresh.folder / f"{name}.json"
        assert cardgen(*new(fresh, file.name, name)).exit_code == 0
        assert cardgen("custody", "publish", file, "--plant", fresh.plant).exit_code == 0
    said = cardgen(*make(fresh, "Eve.json", "Dan.json"))
    assert (said.exit_code, "was not made after" in said.err) == (3, True)


def test_a_second_that_was_made_before_its_first_was_published_is_refused(
    cardgen: Command, fresh: Works
) -> None:
    assert cardgen(*new(fresh, "dan.json", "Dan", "--after", "ab" * 32)).exit_code == 0
    said = cardgen("custody", "publish", fresh.folder / "dan.json", "--plant", fresh.plant)
    assert (said.exit_code, "abababababababab…, which was not" in said.err) == (3, True)


def test_a_first_has_only_one_second(cardgen: Command, fresh: Works) -> None:
    ann = json.loads((fresh.folder / "ann.json").read_text())["header"]["fingerprint"]
    assert cardgen(*new(fresh, "dan.json", "Dan", "--after", ann)).exit_code == 0
    said = cardgen("custody", "publish", fresh.folder / "dan.json", "--plant", fresh.plant)
    assert (said.exit_code, "has its second already" in said.err) == (3, True)


def test_one_person_does_not_keep_both(cardgen: Command, fresh: Works) -> None:
    plant = ("--plant", fresh.plant)
    first = json.loads(cardgen(*new(fresh, "e1.json", "Eve", *plant), "--json").out)
    second = json.loads(cardgen(*new(fresh, "e2.json", "eve", *plant), "--json").out)
    assert second["after"] is None
    after = ("--after", first["fingerprint"])
    assert cardgen(*new(fresh, "e3.json", "EVE", *after)).exit_code == 0
    said = cardgen("custody", "publish", fresh.folder / "e3.json", *plant)
    assert (said.exit_code, "two people" in said.err) == (1, True)


@pytest.mark.parametrize("other", ["ann  berg", " Ann Berg", "ANN\tBERG"])
def test_blanks_and_capitals_make_nobody_else(
    cardgen: Command, fresh: Works, shipped: Works, other: str
) -> None:
    sitting = ["custody", "sitting", fresh.folder / "a.json", fresh.folder / "b.json"]
    people = ["--custodian", "Ann Berg", "--custodian", other]
    said = cardgen(*sitting, "--plant", fresh.plant, *people, *words(fresh), *words(fresh)[:2])
    assert (said.exit_code, "two people" in said.err) == (1, True)
    both = ("--plant", shipped.plant, "--by", "Ann Berg", "--by", other)
    for command in (
        ["custody", "remove", "--yes", shipped.run],
        ["note", "light", shipped.run, "--lamp", "LED"],
        ["note", "spoils", shipped.run, "--reason", "Torn"],
        ["purge", "--yes", shipped.run],
        ["status", "recall", "000123", "--reason", "Ink"],
    ):
        said = cardgen(*command, *both)
        assert (said.exit_code, "two people" in said.err) == (1, True), command


def test_a_component_never_waits_for_its_own_custodian(cardgen: Command, fresh: Works) -> None:
    published = ("--plant", fresh.plant)
    kept = json.loads(cardgen(*new(fresh, "c.json", "Cal  Dean", *published, "--json")).out)
    assert kept["custodian"] == "Cal Dean"
    facts = json.loads(cardgen(*new(fresh, "d.json", "cal dean", *published, "--json")).out)
    assert facts["after"] is None


def test_a_name_is_kept_with_single_blanks_and_its_owner_is_known_by_it(
    cardgen: Command, shipped: Works
) -> None:
    removed = (
        "custody",
        "remove",
        "--yes",
        shipped.run,
        "--plant",
        shipped.plant,
        "--json",
        "--by",
    )
    first = json.loads(cardgen(*removed, " Ann   Berg", "--by", "Bob Cole").out)
    assert first["by"] == ["Ann Berg", "Bob Cole"]
    again = json.loads(cardgen(*removed, "bob  cole", "--by", "ANN BERG").out)
    assert again["by"] == first["by"]


@pytest.mark.parametrize("components", [["ann.json"], ["ann.json", "ann.json"]])
def test_one_component_alone_makes_nothing(
    cardgen: Command, fresh: Works, components: list[str]
) -> None:
    said = cardgen(*make(fresh, *components))
    assert said.exit_code == 2
    assert "give --custody twice" in said.err or "two custodians make one each" in said.err


def test_a_pair_makes_one_run(cardgen: Command, shipped: Works) -> None:
    shipped.order.write_text(ORDER.replace("2026-117", "2026-118").replace('"00012', '"00022'))
    said = cardgen(*make(shipped, "ann.json", "bob.json", out="NEXT"))
    assert (said.exit_code, "a pair makes one run" in said.err) == (4, True)
    assert not (shipped.folder / "NEXT").exists()


def test_a_shop_of_two_does_it_in_one_sitting_and_the_certificate_says_so(
    cardgen: Command, fresh: Works
) -> None:
    files = (fresh.folder / "a.json", fresh.folder / "b.json")
    names = ("--custodian", "Ann", "--custodian", "Bob")
    sitting = ("custody", "sitting", *files, "--plant", fresh.plant, *names, "--made-at", AT)
    given = ("--passphrase-file", fresh.folder / "passphrase") * 2
    said = cardgen(*sitting, *given, "--json")
    assert said.exit_code == 0
    facts = json.loads(said.out)["components"]
    assert [one["after"] for one in facts] == [None, facts[0]["fingerprint"]]
    assert cardgen(*make(fresh, "a.json", "b.json")).exit_code == 0
    assert cardgen("ship", fresh.run, "--plant", fresh.plant).exit_code == 0
    custody = certificate(fresh, fresh.delivery)["custody"]
    assert custody == {"one_sitting": True, "published_at": [AT, AT], "removed": None}
    assert cardgen("check", fresh.delivery).exit_code == 0


def test_a_sitting_asks_each_for_her_passphrase(
    cardgen: Command, fresh: Works, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def typed(what: str, **_: object) -> str:
        asked.append(what)
        return f"eight horses of {what}"

    monkeypatch.setattr("click.prompt", typed)
    monkeypatch.setattr("cardgen.cli.options._check_terminal", lambda: None)
    files = (fresh.folder / "a.json", fresh.folder / "b.json")
    names = ("--custodian", "Ann", "--custodian", "Bob")
    assert cardgen("custody", "sitting", *files, "--plant", fresh.plant, *names).exit_code == 0
    assert asked == [f"Passphrase of {name} (the other looks away)" for name in ("Ann", "Bob")]


@pytest.mark.parametrize(
    ("names", "passphrases", "exit_code"),
    [(["Ann"], 2, 2), (["Ann", "ann"], 2, 1), (["A", "B"], 1, 2)],
)
def test_a_sitting_of_one_is_refused(
    cardgen: Command, fresh: Works, names: list[str], passphrases: int, exit_code: int
) -> None:
    files = (fresh.folder / "a.json", fresh.folder / "b.json")
    sitting: list[object] = ["custody", "sitting", *files, "--plant", fresh.plant]
    for name in names:
        sitting += ["--custodian", name]
    sitting += ["--passphrase-file", fresh.folder / "passphrase"] * passphrases
    assert cardgen(*sitting).exit_code == exit_code
    assert not files[0].exists()


def test_two_people_state_the_removal_and_the_certificate_carries_it(
    cardgen: Command, shipped: Works
) -> None:
    remove = ("custody", "remove", "--yes", shipped.run, "--plant", shipped.plant)
    said = cardgen(*remove, *ANN_AND_BOB, "--made-at", AT)
    assert said.exit_code == 0
    again = cardgen(*remove, *ANN_AND_BOB, "--json")
    assert json.loads(again.out)["removed_at"] == AT
    delivery = shipped.folder / "D"
    ship = ("ship", shipped.run, "--plant", shipped.plant, "--out", delivery)
    assert cardgen(*ship).exit_code == 0
    custody = certificate(shipped, delivery)["custody"]
    assert custody == {
        "one_sitting": False,
        "published_at": [AT, AT],
        "removed": {"at": AT, "by": ["Ann", "Bob"]},
    }
    assert cardgen("check", delivery).exit_code == 0
    said = cardgen(*remove, "--by", "Ann", "--by", "Eve")
    assert (said.exit_code, "Ann and Bob stated at" in said.err) == (4, True)


@pytest.mark.parametrize(
    ("people", "exit_code"), [(["Ann"], 2), (["Ann", "ann"], 1), (["Ann", "\u4e2d"], 1)]
)
def test_a_removal_needs_two_people_whose_names_can_be_printed(
    cardgen: Command, shipped: Works, people: list[str], exit_code: int
) -> None:
    remove: list[object] = ["custody", "remove", "--yes", shipped.run, "--plant", shipped.plant]
    for name in people:
        remove += ["--by", name]
    assert cardgen(*remove).exit_code == exit_code


def test_components_of_an_unfinished_or_foreign_run_are_not_removed(
    cardgen: Command, fresh: Works, shipped: Works
) -> None:
    """The run's folder is of another plant here; its own journal has never heard of it."""
    remove = ("custody", "remove", "--yes", shipped.run, "--plant", fresh.plant, *ANN_AND_BOB)
    said = cardgen(*remove)
    assert (said.exit_code, "was not made here" in said.err) == (3, True)


CORE_SCRIPT = """
import ctypes, sys
from cardgen import lots

def state(*_):
    core = next(l for l in open('/proc/self/limits') if 'core' in l).split()[4:6]
    return core, ctypes.CDLL(None).prctl(3, 0, 0, 0, 0)  # PR_GET_DUMPABLE

def told(*rest):
    print(state(), flush=True)
    raise KeyboardInterrupt

lots.draw_press_file = told
if sys.argv[1] == 'worker':
    with lots.Workers(2) as workers:
        print(workers._pool.submit(state).result())
else:
    from cardgen.cli.main import run
    run(sys.argv[1:])
"""


@pytest.mark.skipif(sys.platform != "linux", reason="/proc and prctl are Linux'")
@pytest.mark.parametrize("process", ["make", "worker"])
def test_the_process_that_holds_both_components_leaves_no_core(fresh: Works, process: str) -> None:
    given = [str(word) for word in fresh.make_words()] if process == "make" else ["worker"]
    done = subprocess.run(
        [sys.executable, "-c", CORE_SCRIPT, *given], check=False, capture_output=True, text=True
    )
    assert done.stdout == "(['0', '0'], 0)\n", done.stderr


def test_a_component_is_not_published_before_the_newest_note(
    cardgen: Command, fresh: Works
) -> None:
    """Time is not for sale: whoever turns the clock back is told."""
    early = ("--plant", fresh.plant, "--made-at", "1999-01-01T00:00:00Z")
    word = ("--passphrase-file", fresh.folder / "passphrase")
    said = cardgen("custody", "new", fresh.folder / "c.json", "--custodian", "Cy", *early, *word)
    assert (said.exit_code, "Set the computer's clock" in said.err) == (4, True)


def test_nothing_is_noted_of_a_time_that_has_not_come(cardgen: Command, fresh: Works) -> None:
    late = ("--plant", fresh.plant, "--made-at", "2999-01-01T00:00:00Z")
    said = cardgen("custody", "publish", fresh.folder / "ann.json", *late)
    assert (said.exit_code, "is in the future" in said.err) == (2, True)

import itertools
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from inventory.clock import Moment
from inventory.desk.hall import Hall
from inventory.entries.entry import Context
from tests.inventory.delivery_builder import Built, build_delivery
from tests.inventory.kit import START, Command, Kit, answers


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return build_delivery(tmp_path_factory.mktemp("plant") / "delivery")


@pytest.fixture(scope="session")
def ready_folder(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A hall that received, issued to till 1 and opened; tests work on copies of it."""
    folder = tmp_path_factory.mktemp("hall") / "ready"
    kit = founded(folder, built)
    kit.ready()
    kit.hall.close()
    return folder


@pytest.fixture
def kit(ready_folder: Path, built: Built, tmp_path: Path) -> Iterator[Kit]:
    """A hall whose evening is open, everything issued to till 1."""
    folder = shutil.copytree(ready_folder, tmp_path / "hall")
    hall = Hall.open(folder)
    found = Kit(hall, built)
    for _ in itertools.repeat(None, 100):
        found.context()
    yield found
    hall.close()


@pytest.fixture
def empty(built: Built, tmp_path: Path) -> Iterator[Kit]:
    """A hall that was set up and received nothing."""
    found = founded(tmp_path / "empty", built)
    yield found
    found.hall.close()


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Command:
    """A command of either program, run to its end: exit code, stdout, stderr."""

    def call(main: Callable[[list[str]], None], *arguments: object) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as done:
            main([str(argument) for argument in arguments])
        told = capsys.readouterr()
        assert "Traceback" not in told.err
        return int(done.value.code or 0), told.out, told.err

    return call


def founded(folder: Path, built: Built) -> Kit:
    context = Context("f" * 32, "1", "Ann", "", Moment(START, 0, "boot-1"))
    return Kit(Hall.found(folder, answers(), context, "0011aabb"), built)

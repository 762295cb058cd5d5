"""Fixtures of more than one floor, and how long hypothesis searches."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.golden import GOLDEN_SERIES, GoldenBundle, golden_bundle

TESTS = Path(__file__).parent
# Whole plants and evenings, processes that are killed, attacks: marked `slow`, left out of
# `make test-fast`. A single slow test carries the mark itself.
SLOW = (
    "attacks",
    "cli/test_approval.py",
    "cli/test_custody.py",
    "cli/test_disclosure.py",
    "cli/test_escrow.py",
    "cli/test_floor.py",
    "cli/test_killed_make.py",
    "cli/test_make.py",
    "cli/test_make_press.py",
    "cli/test_page_signature.py",
    "cli/test_regenerate.py",
    "cli/test_remake.py",
    "cli/test_runs.py",
    "cli/test_sheets_add_up.py",
    "cli/test_ship.py",
    "cli/test_status.py",
    "docs/test_check_a_card.py",
    "docs/test_check_a_ledger.py",
    "house/test_memory.py",
    "house/test_secrecy.py",
    "inspection/test_inspect.py",
    "inspection/test_result_at_shipping.py",
    "inventory/papers",
    "inventory/test_conservation.py",
    "inventory/test_evenings.py",
    "inventory/test_isolation.py",
    "inventory/test_kill.py",
    "inventory/test_old_ledgers.py",
    "inventory/test_races.py",
    "inventory/test_winners.py",
    "press/test_pages.py",
    "press/test_press_file.py",
    "secret/test_custody.py",
    "secret/test_component_file.py",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what `SLOW` names."""
    slow = tuple(TESTS / name for name in SLOW)
    for item in items:
        if any(item.path.is_relative_to(one) for one in slow):
            item.add_marker(pytest.mark.slow)


# A fixture that only reads is shared by all examples of a property on purpose.
_SHARED = (HealthCheck.function_scoped_fixture,)
settings.register_profile("dev", max_examples=50, deadline=None, suppress_health_check=_SHARED)
settings.register_profile(
    "ci", max_examples=300, deadline=None, derandomize=True, suppress_health_check=_SHARED
)
settings.register_profile(
    "release", max_examples=5000, deadline=None, suppress_health_check=_SHARED
)
_DEFAULT_PROFILE = "ci" if os.environ.get("CI") == "true" else "dev"
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", _DEFAULT_PROFILE))


@pytest.fixture(scope="session")
def golden_bundles(tmp_path_factory: pytest.TempPathFactory) -> tuple[GoldenBundle, ...]:
    folder = tmp_path_factory.mktemp("golden")
    return tuple(golden_bundle(expected, folder) for expected in GOLDEN_SERIES)

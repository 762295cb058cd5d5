"""Fixtures of more than one floor, and how long hypothesis searches."""

import os

import pytest
from hypothesis import HealthCheck, settings

from tests.golden import GOLDEN_SERIES, GoldenBundle, golden_bundle

# Whole plants and evenings, killed processes, attacks, long arithmetic: marked `slow` by their
# folder, file or name, and left out of `make test-fast`.
SLOW = tuple(
    f"tests/{name}"
    for name in (
        "attacks/",
        "cli/test_approval.py",
        "cli/test_custody.py",
        "cli/test_disclosure.py",
        "cli/test_escrow.py",
        "cli/test_floor.py",
        "cli/test_killed_make.py",
        "cli/test_main.py",
        "cli/test_make.py",
        "cli/test_make_press.py",
        "cli/test_open.py",
        "cli/test_order.py",
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
        "house/test_walls.py::test_a_card_is_opened_where_the_locked_room_was_deleted",
        "inspection/test_chance.py::test_the_figure_of_a_column",
        "inspection/test_inspect.py",
        "inspection/test_result_at_shipping.py",
        "inventory/pages/",
        "inventory/papers/",
        "inventory/test_claims_of_parts.py",
        "inventory/test_codec.py::test_the_bytes_are_those_of_the_library",
        "inventory/test_commands.py",
        "inventory/test_conservation.py",
        "inventory/test_evening.py",
        "inventory/test_evenings.py",
        "inventory/test_isolation.py",
        "inventory/test_kill.py",
        "inventory/test_ledger.py",
        "inventory/test_odds.py::test_ten_million",
        "inventory/test_old_ledgers.py",
        "inventory/test_races.py",
        "inventory/test_sleepers.py",
        "inventory/test_winners.py",
        "papers/test_signature.py",
        "press/test_pages.py",
        "press/test_press_file.py",
        "secret/test_component_file.py",
        "secret/test_custody.py",
    )
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what `SLOW` names."""
    for item in items:
        if item.nodeid.startswith(SLOW):
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

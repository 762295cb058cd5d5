"""Fixtures of more than one floor, and how long hypothesis searches."""

import os

import pytest
from hypothesis import HealthCheck, settings

from tests.golden import GOLDEN_SERIES, GoldenBundle, golden_bundle

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

"""A plant and what it delivers, made once: tests that change a delivery take a copy."""

import shutil
from pathlib import Path

import pytest

from tests.by_the_text import BundleParts, taken_apart
from tests.golden import GoldenBundle
from tests.small_delivery import Shipper, plant_keys


@pytest.fixture(scope="session")
def shipper() -> Shipper:
    return Shipper(plant_keys(7))


@pytest.fixture(scope="session")
def other_shipper() -> Shipper:
    return Shipper(plant_keys(77))


@pytest.fixture(scope="session")
def untouched(shipper: Shipper, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shipper.deliver(tmp_path_factory.mktemp("delivery") / "delivery")


@pytest.fixture
def delivery(untouched: Path, tmp_path: Path) -> Path:
    return shutil.copytree(untouched, tmp_path / "delivery")


@pytest.fixture(scope="session")
def parts(golden_bundles: tuple[GoldenBundle, ...]) -> BundleParts:
    return taken_apart(golden_bundles[2].bundle.path.read_bytes())

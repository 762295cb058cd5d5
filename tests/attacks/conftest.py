"""The plant and the hall of other tests, for those who attack them."""

from tests.cli.conftest import cardgen, fresh, fresh_master, shipped, shipped_master
from tests.inventory.conftest import built, empty, kit, ready_folder

__all__ = [
    "built",
    "cardgen",
    "empty",
    "fresh",
    "fresh_master",
    "kit",
    "ready_folder",
    "shipped",
    "shipped_master",
]

"""The hall of the inventory's tests, for the page that checks its ledger."""

from tests.inventory.conftest import built, kit, ready_folder

__all__ = ["built", "kit", "ready_folder"]

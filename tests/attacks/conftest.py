"""The plant of the command tests, for those who attack it."""

from tests.cli.conftest import cardgen, fresh, fresh_master, shipped, shipped_master

__all__ = ["cardgen", "fresh", "fresh_master", "shipped", "shipped_master"]

"""The plant of the command tests, for its inspection."""

from tests.cli.conftest import cardgen, fresh, fresh_master, shipped, shipped_master

__all__ = ["cardgen", "fresh", "fresh_master", "shipped", "shipped_master"]

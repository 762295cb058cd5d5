"""The plant of the command tests, for the tests of the whole house."""

from tests.cli.conftest import cardgen, fresh, fresh_master, shipped, shipped_master

__all__ = ["cardgen", "fresh", "fresh_master", "shipped", "shipped_master"]

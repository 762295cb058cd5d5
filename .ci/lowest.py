"""The constraints that install exactly the lower bound of each dependency.

Usage: python .ci/lowest.py > constraints.txt
"""

import re
import tomllib
from pathlib import Path

BOUND = re.compile(r"^([a-z0-9-]+)>=([0-9.]+)")


def main() -> None:
    """Print one pinned requirement a line."""
    project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text())[
        "project"
    ]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["demo"]]
    for requirement in wanted:
        found = BOUND.match(requirement)
        if found is None:
            raise SystemExit(f"{requirement} has no lower bound.")
        print(f"{found[1]}=={found[2]}")


if __name__ == "__main__":
    main()

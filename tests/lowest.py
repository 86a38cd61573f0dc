"""Constraints that take the lowest versions which ``pyproject.toml`` allows: ``python -m tests.lowest``."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

PROJECT = Path(__file__).parents[1] / "pyproject.toml"


def lowest(text: str) -> list[str]:
    """``name==lowest version`` for every requirement in the text of a ``pyproject.toml``.

    Raises ``ValueError`` for a requirement that names no lowest version.
    """
    project = tomllib.loads(text)["project"]
    wanted = [
        *project["dependencies"],
        *(line for extra in project["optional-dependencies"].values() for line in extra),
    ]
    lines = []
    for requirement in wanted:
        if requirement.startswith(project["name"] + "["):
            continue
        found = re.match(r"([\w-]+)>=([\w.]+)", requirement)
        if not found:
            raise ValueError(f"no lowest version: {requirement}")
        lines.append(f"{found[1]}=={found[2]}")
    return lines


if __name__ == "__main__":
    print("\n".join(lowest(PROJECT.read_text(encoding="utf-8"))))

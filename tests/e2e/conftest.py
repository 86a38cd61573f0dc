"""One node for all tests that leave it alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.nodes import NodeProcess


@pytest.fixture(scope="session")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NodeProcess]:
    """A node with a private Redis and house bots, as ``make serve`` starts it."""
    with NodeProcess(tmp_path_factory.mktemp("node")) as running:
        yield running


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """For nodes of a test's own."""
    return tmp_path

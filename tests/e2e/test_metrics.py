"""Metrics of a node that runs, at the address that was set for them and nowhere else."""

from __future__ import annotations

from pathlib import Path

import httpx2

from tests.e2e.nodes import PATIENCE, NodeProcess
from tests.redis_server import free_port


def test_metrics_are_served_where_it_was_said(folder: Path) -> None:
    port = free_port()
    with NodeProcess(folder, metrics=f"127.0.0.1:{port}", bots="off") as node:
        told = httpx2.get(f"http://127.0.0.1:{port}/metrics", timeout=PATIENCE)
        assert told.status_code == 200
        assert "bocage_storage_up 1.0" in told.text
        assert httpx2.get(f"{node.url}/metrics", timeout=PATIENCE).status_code == 404
        assert node.stop() == 0

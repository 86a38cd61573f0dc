"""Signals to a real service: which of them it survives, and that it takes its private Redis with it."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path

import pytest

from tests.e2e.nodes import PATIENCE, NodeProcess
from tests.e2e.test_workers import written


def redis_of(folder: Path) -> list[Path]:
    """The socket of the private Redis, while it runs."""
    return list(folder.glob("data/redis/redis.sock"))


async def test_a_single_node_survives_all_but_the_last(folder: Path) -> None:
    with NodeProcess(folder) as node:
        async with asyncio.timeout(PATIENCE):
            for number, told in (
                (signal.SIGHUP, "SIGHUP: nothing is reloaded"),
                (signal.SIGUSR1, "SIGUSR1 is ignored"),
                (signal.SIGUSR2, "SIGUSR2 is ignored"),
                (signal.SIGPIPE, ""),
                (signal.SIGHUP, "SIGHUP: nothing is reloaded"),
            ):
                node.send(number)
                await written(node, f"({told})", 1)
        assert node.is_ready()
        assert redis_of(folder)
        assert node.stop() == 0
    assert not redis_of(folder)
    assert "Traceback" not in node.log


@pytest.mark.parametrize("workers", ["1", "2"])
async def test_a_reload_during_the_start_does_not_end_it(folder: Path, workers: str) -> None:
    with NodeProcess(folder, workers=workers, launched=False) as node:
        node.launch()
        async with asyncio.timeout(PATIENCE):
            while not (folder / "data").exists():  # noqa: ASYNC110 - another process makes it
                await asyncio.sleep(0.005)
            node.hang_up()
            await written(node, "(Bocage .*: http)", 1)
        assert node.is_ready()
        assert node.stop() == 0


async def test_a_node_whose_output_nobody_reads_serves(folder: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    node = NodeProcess(folder)
    node.launch(writer)
    os.close(writer)
    try:
        async with asyncio.timeout(PATIENCE):
            while not node.is_ready():  # noqa: ASYNC110 - another process starts
                await asyncio.sleep(0.02)
    finally:
        code = node.stop()
    assert code == 0
    assert not redis_of(folder)


async def test_workers_survive_user_signals(folder: Path) -> None:
    with NodeProcess(folder, workers="2") as node:
        async with asyncio.timeout(PATIENCE):
            await written(node, "(Bocage .*: http)", 1)
            for pid in {int(pid) for pid in await written(node, r"worker \d is process (\d+)", 2)}:
                os.kill(pid, signal.SIGUSR1)
            node.send(signal.SIGUSR2)
            await written(node, "(SIGUSR1 is ignored)", 2)
            await written(node, "(SIGUSR2 is ignored)", 1)
        assert node.stop() == 0

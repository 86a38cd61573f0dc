"""What the page for operators says about backups and cold storage, as far as it can be done here."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import yaml

from bocage.store import Store, StoreSettings
from bocage.store.embedded import find_configuration
from tests.redis_server import PATIENCE, RedisServer
from tests.store.logs import fill

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")


def server(folder: Path, appendonly: str) -> RedisServer:
    return RedisServer(folder, "--appendonly", appendonly)


async def stored(redis: RedisServer) -> list[Any]:
    store = await Store.open(StoreSettings(redis.url))
    try:
        return list(await store.read("m"))
    finally:
        await store.close()


async def test_a_snapshot_is_restored_as_the_page_says(tmp_path: Path) -> None:
    first = server(tmp_path / "first", "yes")
    await asyncio.to_thread(first.start)
    store = await Store.open(StoreSettings(first.url))
    entries = await fill(store, "m", 5)
    await store.close()
    with first.client() as client:
        client.save()
    snapshot = (first.folder / "dump.rdb").read_bytes()
    first.stop()
    # Restored: without the append-only file, which is then turned on.
    second = server(tmp_path / "second", "no")
    second.folder.mkdir()
    (second.folder / "dump.rdb").write_bytes(snapshot)
    await asyncio.to_thread(second.start)
    with second.client() as client:
        client.config_set("appendonly", "yes")
        async with asyncio.timeout(PATIENCE):
            while client.info("persistence")["aof_rewrite_in_progress"]:  # noqa: ASYNC110 - another process writes
                await asyncio.sleep(0.01)
    second.stop()
    third = server(second.folder, "yes")
    await asyncio.to_thread(third.start)
    try:
        assert await stored(third) == entries
    finally:
        third.stop()


async def test_a_snapshot_beside_an_append_only_file_is_not_read(tmp_path: Path) -> None:
    first = server(tmp_path / "first", "no")
    await asyncio.to_thread(first.start)
    store = await Store.open(StoreSettings(first.url))
    await fill(store, "m", 5)
    await store.close()
    with first.client() as client:
        client.save()
    first.stop()
    again = server(first.folder, "yes")
    await asyncio.to_thread(again.start)
    try:
        assert await stored(again) == []
    finally:
        again.stop()


def test_the_override_for_compose_fits_the_files_of_the_deployment() -> None:
    text = re.search(r"^    services:\n(?:      .*\n)+    volumes: .*$", PAGE, re.MULTILINE)
    assert text is not None
    override = yaml.safe_load(text[0].replace("\n    ", "\n").strip())
    services = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text())["services"]
    place = "/var/lib/bocage-cold"
    for name, changed in override["services"].items():
        assert name in services
        assert changed == {"environment": {"BOCAGE_COLD_STORAGE": place}, "volumes": [f"cold:{place}"]}
    assert set(override["services"]) == {"node-1", "node-2"}
    assert re.search(
        rf"install -d -m 700 -o bocage .*{place}$", (ROOT / "deploy" / "Containerfile").read_text(), re.M
    )


def test_documented_configuration_keeps_an_append_only_file() -> None:
    assert "redis-server deploy/redis.conf" in PAGE
    assert re.search(r"^appendonly yes$", find_configuration().read_text(), re.MULTILINE)

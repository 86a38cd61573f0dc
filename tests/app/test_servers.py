"""The servers of a node: one that breaks is said, and the last one's end is waited for."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any, cast

import pytest

from bocage import app, start
from tests.app.test_composition import FakeServer
from tests.virtual_time import run


def test_a_server_that_breaks_is_said() -> None:
    class Broken(FakeServer):
        async def serve(self, sockets: list[Any]) -> None:
            raise OSError("no more descriptors")

    async def main() -> None:
        serving = asyncio.create_task(Broken().serve([]))
        never = asyncio.Event()
        await app._either(never.wait(), serving)

    with pytest.raises(OSError, match="no more descriptors"):
        run(main())


def test_the_end_of_metrics_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    class Slow(FakeServer):
        ended = False

        async def serve(self, sockets: list[Any]) -> None:
            await super().serve(sockets)
            await asyncio.sleep(3)
            self.ended = True

    slow = Slow()

    async def main() -> bool:
        async with contextlib.AsyncExitStack() as stack:
            with start.listen("127.0.0.3", 0) as listener:
                await app._serve_monitor(listener, cast(Any, None), stack)
        return slow.ended

    monkeypatch.setattr(app, "monitor_server", lambda application: slow)
    monkeypatch.setattr(app, "make_monitor", lambda state: None)
    assert run(main())

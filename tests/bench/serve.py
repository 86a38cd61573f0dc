"""The service under measurement, without pages.

``python -m tests.bench.serve REDIS_URL`` prints its port and serves until its input ends. A line of input makes
it collect garbage and answer with a line. With ``real`` as another argument limits are as by default, and pages
are served too. With ``thinking`` a bot that searches plays one solo match after the other, as a house bot does: as
a client in the node's event loop, its thoughts in a process beside it. With ``turns`` it answers a line of that
name with the longest turns of its event loop since the last.
"""

from __future__ import annotations

import asyncio
import gc
import os
import socket
import sys
import threading
import time
from pathlib import Path

import msgspec
import uvloop

from bocage.bots.house import House
from bocage.http.app import make_app
from bocage.http.app_state import AppState
from bocage.limits import Limits
from bocage.live.node import Node
from bocage.live.server import NodeServer, tune_gc
from bocage.rules.kernel.registry import register
from bocage.sdk.bot import run_bot
from bocage.store import Store, StoreSettings
from tests.bench.duel import DUEL
from tests.bench.turns import Turns
from tests.live.node.service import nothing_here
from tests.tally import TALLY

#: The load is one client that does everything.
LIMITS = msgspec.structs.replace(
    Limits(),
    message_rate=10**9,
    message_burst=10**9,
    address_rate=10**9,
    address_burst=10**9,
    matches_per_socket=10**6,
    address_sockets=10**6,
    address_connections=10**6,
)


def listen_to_input(loop: asyncio.AbstractEventLoop, server: NodeServer, turns: Turns | None) -> None:
    """Answer lines until there are no more; in a thread, because pipes differ between platforms."""
    for line in sys.stdin:
        if turns is not None and line == "turns\n":
            print(turns.report().decode(), flush=True)
        else:
            gc.collect()
            print(flush=True)
    loop.call_soon_threadsafe(server.stop)


async def play(port: int) -> None:
    """The strongest bot, without end."""
    url = f"http://127.0.0.1:{port}"
    strategy = House(url, Path()).strategy("zombies", "veteran")
    await run_bot(strategy, url, name="Thinker", game="zombies", at_once=1)


async def main(url: str, *how: str) -> None:
    real, thinking = "real" in how, "thinking" in how
    register(TALLY)
    register(DUEL)
    store = await Store.open(StoreSettings(url))
    node = Node(store, limits=Limits() if real else LIMITS, idle_room=3600.0)
    await node.start()
    tune_gc()
    server = NodeServer(node, make_app(AppState(node)) if real or thinking else nothing_here, drain=0.1)
    listener = socket.create_server(("127.0.0.1", 0), backlog=4096)
    print(listener.getsockname()[1], flush=True)
    loop = asyncio.get_running_loop()
    turns = Turns(loop) if "turns" in how else None
    threading.Thread(target=listen_to_input, args=(loop, server, turns), daemon=True).start()
    bot = asyncio.create_task(play(listener.getsockname()[1])) if thinking else None
    await server.serve(sockets=[listener])
    if bot is not None:
        bot.cancel()
        await asyncio.wait([bot])
    await node.close()
    await store.close()


if __name__ == "__main__":
    if profile := os.environ.get("BOCAGE_BENCH_PROFILE"):
        import cProfile

        # Processor time: waiting is no part of it, nor are other programs.
        with (
            cProfile.Profile(time.process_time) as profiler,
            asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
        ):
            runner.run(main(*sys.argv[1:]))
        profiler.dump_stats(profile)
    else:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(main(*sys.argv[1:]))

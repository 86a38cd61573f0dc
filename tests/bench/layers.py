"""What an action costs, layer by layer, and how that grows with matches.

``python -m tests.bench layers``. A node plays fifty matches of a trivial game and of a real one as fast as players
get their turns, once as it is (processor time per action: the truth) and once under cProfile (who takes which part
of it: a profile makes small functions look dearer than they are). What built-in functions take counts for the
layer that calls them.
"""

from __future__ import annotations

import os
import pstats
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from bocage.rules.kernel.registry import find_game, register
from tests.bench import loads
from tests.bench.machine import cores, pin, redis_server, served
from tests.bench.measure import run
from tests.redis_server import RedisServer
from tests.tally import TALLY

#: Layer → parts of paths of its sources, the first that fits.
LAYERS = {
    "the room: judging, feeds, views to watchers": tuple(
        f"bocage/live/{name}.py" for name in ("room", "feed", "audience", "presence", "inputs", "effects")
    ),
    "the node: inputs and effects of rooms": ("bocage/live/rooms.py", "bocage/live/node.py"),
    "connections and sessions": ("bocage/live", "bocage/limits", "websockets", "uvicorn"),
    "the match: fold, view, legality, clock": ("bocage/log",),
    "the rules of the game": ("bocage/rules", "tests/tally"),
    "the store": ("bocage/store", "hiredis", "redis"),
    "words on the wire": ("bocage/protocol", "msgspec"),
}
#: How many matches are played at a time, to see how the cost grows.
GROWTH = (5, 20, 50, 100)


def layer_of(path: str) -> str:
    """The layer that a source file belongs to; what belongs to none is the event loop's and Python's."""
    known = (layer for layer, parts in LAYERS.items() if any(part in path for part in parts))
    return next(known, "the event loop and Python")


def shares(stats: pstats.Stats) -> Counter[str]:
    """Seconds by layer; built-in functions count for their callers."""
    found: Counter[str] = Counter()
    table: dict[Any, Any] = stats.stats  # type: ignore[attr-defined]
    for (path, _, _), (_, _, own, _, callers) in table.items():
        if "importlib" in path or own == 0:
            continue  # the start is no part of an action
        if path != "~":
            found[layer_of(path)] += own
            continue
        for (caller, _, function), (_, _, by_caller, _) in callers.items():
            if "importlib" not in caller and "tune_gc" not in function:
                found[layer_of(caller)] += by_caller
    return found


def main() -> None:
    """Measure and print."""
    register(TALLY)
    pin(0, cores()[1])
    for game in ("tally", "squad"):
        with redis_server() as redis:
            _show(game, redis)
    with redis_server() as redis, served("tests.bench.serve", redis.url) as node:
        for matches in GROWTH:
            loads.MATCHES = matches
            played = run(loads.Loads(redis).play([node], TALLY, loads.ENDLESS))
            print(f"{matches} matches at a time: {1e6 / played.stored.per_second:.0f} us an action, Redis counted")


def _show(name: str, redis: RedisServer) -> None:
    game, options = (TALLY, loads.ENDLESS) if name == "tally" else (find_game(name), None)
    with served("tests.bench.serve", redis.url) as node:
        played = run(loads.Loads(redis).play([node], game, options))
    alone, everything = 1e6 / played.alone.per_second, 1e6 / played.stored.per_second
    with tempfile.TemporaryDirectory() as folder:
        os.environ["BOCAGE_BENCH_PROFILE"] = str(Path(folder) / "profile")
        try:
            with served("tests.bench.serve", redis.url) as node:
                run(loads.Loads(redis).play([node], game, options))
        finally:
            profile = os.environ.pop("BOCAGE_BENCH_PROFILE")
        found = shares(pstats.Stats(profile))
    whole = found.total()
    print(f"{name}: {everything:.0f} us of processor time an action, of which Redis {everything - alone:.0f}")
    for layer, seconds in found.most_common():
        print(f"  {layer:<46} {seconds / whole:4.0%}  {alone * seconds / whole:5.1f} us")


if __name__ == "__main__":
    main()

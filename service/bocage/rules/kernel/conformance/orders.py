"""Nothing depends on the order of a set: processes with different hash seeds play the same games alike.

Python gives text another hash in every process, and sets of text another order with it. A list that was made of a
set comes out the same as long as the process lives, so no comparison within one process shows it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias
from zlib import crc32

import msgspec

from bocage.rules.kernel.conformance.moment import BrokenError, encode, viewers
from bocage.rules.kernel.conformance.views import name_of
from bocage.rules.kernel.game import AnyGame, Seen
from bocage.rules.kernel.play import Playthrough, read_line

#: Steps of each game that are played again, and every how many the odds are looked at.
_STEPS, _ODDS = 60, 10
_SEEDS = ("1", "2", "3", "4")
_CHILD = "from bocage.rules.kernel.conformance.orders import child; child()"


#: The course of a game, step by step: a name, and a checksum.
Sums: TypeAlias = list[tuple[str, int]]


class Where(msgspec.Struct):
    """Place of a game for another process: a module, and the name of the game or its class in it."""

    module: str
    name: str
    #: The file of a program that is no module.
    file: str = ""


class Order(msgspec.Struct):
    """Games that a process is to play."""

    where: Where
    lines: list[str]


class Stop(BaseException):
    """A program that defines a game and calls the kit has defined it."""


def check_orders(game: AnyGame, played: Sequence[Playthrough]) -> str:
    """Play games again in another process, and in more of them if that one differs.

    Returns why that cannot be done, or nothing.
    """
    where = find(game)
    if where is None:
        return f"set order not checked: {type(game).__qualname__} cannot be imported by its name"
    order = msgspec.json.encode(Order(where, [one.line() for one in played]))
    here = [list(sums(game, one)) for one in played]
    others: list[list[Sums]] = []
    for seed in _SEEDS:
        try:
            others.append(_play_elsewhere(order, seed))
        except ChildProcessError as problem:
            return f"set order not checked: {where.module} cannot be played in another process: {problem}"
        if others[0] == here:
            return ""
        for at, playthrough in enumerate(played):
            _compare(playthrough, others[0][at], others[-1][at])
    return f"set order not checked: {where.module} holds another game than the one in this process"


def _compare(playthrough: Playthrough, one: Sums, other: Sums) -> None:
    for (what, sum_), (_, other_sum) in zip(one, other, strict=True):
        if sum_ != other_sum:
            raise BrokenError(
                f"{playthrough.game.id}, game {playthrough.seed!r}: {what} depends on the order of a set, and is "
                "another in a process with another PYTHONHASHSEED; sort it\n"
                f"repeat_game(GAME, {playthrough.line()!r})"
            )


def find(game: AnyGame) -> Where | None:
    """Find the game for another process; None: impossible, as it was made within a function."""
    kind = type(game)
    module = sys.modules.get(kind.__module__)
    if module is None:
        return None
    file = ""
    if kind.__module__ == "__main__":
        file = getattr(module, "__file__", None) or ""
        if not Path(file).is_file():
            return None
    for name, value in vars(module).items():
        if value is game:
            return Where(kind.__module__, name, file)
    return Where(kind.__module__, kind.__qualname__, file) if _reach(module, kind.__qualname__) is kind else None


def sums(game: AnyGame, playthrough: Playthrough) -> Iterator[tuple[str, int]]:
    """Checksums of a played game."""
    yield "facts() or text", crc32(encode([game.facts(), game.lesson(), game.text]))
    step = game.setup(playthrough.options, playthrough.seats, playthrough.dice(0))
    for number, action in enumerate((*playthrough.actions[:_STEPS], None)):
        at, state = f"at step {number}", step.state
        yield f"what is told {at}", crc32(encode(step.events))
        yield f"the state {at}", crc32(game.pack(state))
        for viewer in viewers(game):
            yield f"the view of {name_of(viewer)} {at}", crc32(encode(game.view(state, viewer)))
        seat = number % game.seats
        other = game.resample(state, seat, playthrough.chance(number, "orders"))
        yield f"what is resampled for {name_of(seat)} {at}", crc32(game.pack(other))
        decision = game.decision(state)
        yield f"the decision {at}", crc32(encode(decision))
        if decision is not None and number % _ODDS == 0:
            seen = Seen(game.view(state, decision.seat), playthrough.options, decision.seat)
            yield f"the odds {at}", crc32(encode(game.odds(seen, decision)))
        if action is None or decision is None:
            return
        step = game.apply(state, action, playthrough.dice(number + 1))


def child() -> None:
    """Main function of the other process: play the games of an order, and print the checksums."""
    paths, order = json.loads(os.environ["BOCAGE_KIT_PATHS"]), sys.stdin.buffer.read()
    sys.path[:] = [*paths, *(path for path in sys.path if path not in paths)]
    asked = msgspec.json.decode(order, type=Order)
    sys.stdout = sys.stderr
    game = _load(asked.where)
    made = [list(sums(game, read_line(game, line))) for line in asked.lines]
    sys.__stdout__.buffer.write(msgspec.json.encode(made))  # type: ignore[union-attr]


def _play_elsewhere(order: bytes, seed: str) -> list[Sums]:
    environment = {**os.environ, "PYTHONHASHSEED": seed, "BOCAGE_KIT_PATHS": json.dumps(sys.path)}
    environment["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    done = subprocess.run(
        [sys.executable, "-S", "-c", _CHILD], env=environment, input=order, capture_output=True, check=False
    )
    if done.returncode:
        raise ChildProcessError(" ".join(done.stderr.decode(errors="replace").strip().splitlines()[-1:]))
    return msgspec.json.decode(done.stdout, type=list[Sums])


def _load(where: Where) -> AnyGame:
    module = ModuleType("__kit__")
    if where.file:
        _run(where.file, module)
    else:
        module = __import__(where.module, fromlist=["*"])
    found: Any = _reach(module, where.name)
    game: AnyGame = found() if isinstance(found, type) else found
    return game


def _run(file: str, module: ModuleType) -> None:
    """Run a program up to where it calls the kit."""
    from bocage.rules.kernel import conformance

    def stop(*_: object, **__: object) -> None:
        raise Stop

    vars(conformance).update(check_game=stop, repeat_game=stop)
    sys.modules["__kit__"] = module
    module.__file__ = file
    try:
        exec(compile(Path(file).read_bytes(), file, "exec"), vars(module))
    except Stop:
        return


def _reach(module: object, name: str) -> Any:
    for part in name.split("."):
        module = getattr(module, part, None)
    return module

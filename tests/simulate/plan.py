"""What a world is made of, all drawn from its seed; any part of it can be said instead."""

from __future__ import annotations

import random

import msgspec

from bocage.protocol.rest import ClockRules
from bocage.rules.kernel.registry import all_games
from tests.simulate.faults import Fault, draw

#: Seconds within which faults begin.
TROUBLE = 8.0
#: Where nothing else is said, so many of a hundred worlds play a real game, for so many actions.
REAL, SHORT = 4, 6


class Plan(msgspec.Struct, frozen=True):
    """A world. ``turns``: actions after which a match is resigned (0: never); Tally's matches have so many turns.

    ``open_delay``: as the matches have it, seconds. ``replicas``: entries are acknowledged when a replica has them.
    ``undo``: players take actions back now and then. ``agree``: they propose other terms before play.
    """

    seed: int
    game: str
    nodes: int
    matches: int
    watchers: int
    turns: int
    replicas: bool
    clock: ClockRules
    open_delay: int
    faults: tuple[Fault, ...]
    undo: bool = False
    agree: bool = False

    def command(self) -> str:
        """What repeats it."""
        faults = ",".join(map(str, self.faults)) or "none"
        parts = [
            f"python -m tests.simulate --seed {self.seed} --game {self.game} --nodes {self.nodes}",
            f"--matches {self.matches} --watchers {self.watchers} --turns {self.turns} --faults {faults}",
        ]
        flags = [("--undo", self.undo), ("--agree", self.agree)]
        return " ".join([*parts, *(flag for flag, said in flags if said)])


def games() -> list[str]:
    """The ids of the real games."""
    return sorted({game.id for game in all_games()} - {"tally"})


def plan(
    seed: int,
    game: str = "",
    nodes: int = 0,
    matches: int = 0,
    watchers: int = -1,
    turns: int = 0,
    faults: tuple[Fault, ...] | None = None,
    kinds: tuple[str, ...] = (),
    undo: bool = False,
    agree: bool = False,
) -> Plan:
    """The world of a seed. What is given replaces what would be drawn, and changes nothing else."""
    rng = random.Random(f"plan {seed}")
    drawn_game = rng.choice(games()) if rng.randrange(100) < REAL else "tally"
    real = (game or drawn_game) != "tally"
    drawn_nodes = rng.choice((2, 2, 3))
    drawn_matches = rng.choice((1, 1, 2))
    drawn_watchers = rng.choice((0, 1, 1, 2))
    drawn_turns = SHORT if real else rng.choice((4, 8, 12))
    base = rng.choice((3000, 8000, 60_000))
    clock = rng.choice(
        (
            ClockRules(),
            ClockRules("bank", base, rng.choice((0, 1000)), rng.choice(("lose", "default"))),
            ClockRules("bank", base, 500, "default"),
            ClockRules("days", 86_400_000, 0, "default"),
        )
    )
    open_delay = rng.choice((-1, 0, 1, 2))
    drawn_faults = draw(rng, rng.choice((0, 1, 2, 3, 4, 6)), TROUBLE, kinds)
    return Plan(
        seed,
        game or drawn_game,
        nodes or drawn_nodes,
        matches or (1 if real else drawn_matches),
        drawn_watchers if watchers < 0 else watchers,
        turns or drawn_turns,
        rng.random() < 0.3,
        clock,
        open_delay,
        tuple(drawn_faults) if faults is None else faults,
        undo,
        agree,
    )

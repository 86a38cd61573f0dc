"""Logs of random games, made without a store."""

from __future__ import annotations

from random import Random
from typing import Any

from bocage.log import judge
from bocage.log.create import create
from bocage.log.entries import Acted, Body, Entry, encode
from bocage.log.match import Match
from bocage.rules.kernel import Game

#: When the matches begin, ms: times take as many bytes as in earnest.
BEGIN = 1_800_000_000_000


def random_log(game: Game[Any], seed: int, options: Any = None, most: int = 100_000) -> tuple[list[Entry], Match]:
    """A random match to its end (or to ``most`` entries), an entry per second, and the match after it."""
    rng = Random(seed)
    match, created = create(game, "bench", options)
    entries: list[Entry] = []

    def add(body: Body) -> None:
        entries.append(Entry(len(entries) + 1, BEGIN + 1000 * len(entries), encode(body)))
        match.extend(entries[-1])

    add(created)
    for seat in range(game.seats):
        add(judge.sit(match, f"player{seat}", f"Player {seat}"))
    while len(entries) < most:
        body = judge.owed(match)
        decision = match.decision()
        if body is None and decision is None:
            break
        add(body or Acted(decision.seat, rng.choice(decision.actions)))  # type: ignore[union-attr]
    return entries, match

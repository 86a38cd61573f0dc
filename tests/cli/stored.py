"""Logs made without any storage: whole matches between players who choose at random."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from bocage.log.create import create
from bocage.log.entries import Acted, Body, Entry, encode
from bocage.log.fairness import commitment
from bocage.log.judge import owed, sit
from bocage.log.match import Match
from bocage.rules.kernel.registry import find_game

START = 1_800_000_000_000


def play_out(game_id: str, seed: int, options: Any = None) -> list[Entry]:
    """The log of a finished match; a second passes between any two entries."""
    rng = random.Random(seed)
    game = find_game(game_id)
    _, created = create(game, "creator", options)
    secret = seed.to_bytes(32, "big")
    match = Match(secret)
    created = msgspec.structs.replace(created, match=f"stored{seed}", commitment=commitment(secret))
    entries: list[Entry] = []

    def store(body: Body) -> None:
        entries.append(Entry(match.seq + 1, START + 1000 * match.seq, encode(body)))
        match.extend(entries[-1])

    store(created)
    for seat in range(game.seats):
        store(sit(match, f"p{seat}", f"Player {seat}", nonce=f"{seat:032x}"))
    while True:
        body = owed(match)
        if body is None:
            decision = match.decision()
            if decision is None:
                return entries
            body = Acted(decision.seat, rng.choice(decision.actions))
        store(body)

"""P1 and P2: how fast the rules are, against python-chess in the same run.

P1  random self-play: the legal list, a choice, apply (which leaves the old state alone); the yardstick is random
    self-play of python-chess: its legal list, a choice, push
P2  replay: decode a stored entry, roll its dice, reduce in place; no legal list. Held against the game's own P1
    and, because a P1 far above its yardstick makes that a moving target, against the yardstick too. And how
    long the longest match of the last round takes to fold, against 20 ms
"""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import chess

from bocage.log.entries import Acted, decoder, encode
from bocage.rules.kernel.game import Context, Game
from bocage.rules.kernel.play import Playthrough, new_playthrough
from bocage.rules.kernel.registry import all_games
from tests.bench.measure import Connection, Rate, middle, timed

ROUNDS = 5
#: Steps per game and round: about a tenth of a second.
STEPS = 4_000


def chess_self_play(seed: int, steps: int) -> int:
    """Random games of python-chess."""
    rng = Random(seed)
    board, done = chess.Board(), 0
    while done < steps:
        moves = list(board.legal_moves)
        if not moves or board.halfmove_clock >= 100:
            board = chess.Board()
            continue
        board.push(moves[int(rng.random() * len(moves))])
        done += 1
    return done


def self_play(game: Game[Any], seed: int, steps: int, playthroughs: list[Playthrough]) -> int:
    """Random games, added to ``playthroughs``: how many actions."""
    choose = Random(seed).random
    done = 0
    while done < steps:
        playthrough = new_playthrough(game, f"bench {seed} {len(playthroughs)}", usual=True)
        playthroughs.append(playthrough)
        state = game.setup(playthrough.options, playthrough.seats, playthrough.dice(0)).state
        actions = playthrough.actions
        while (decision := game.decision(state)) is not None:
            legal = decision.actions
            actions.append(legal[int(choose() * len(legal))])
            state = game.apply(state, actions[-1], playthrough.dice(len(actions))).state
        done += len(actions)
    return done


def stored(playthrough: Playthrough) -> list[bytes]:
    """A played game's actions as a log holds them."""
    return [encode(Acted(seat=0, action=action)) for action in playthrough.actions]


def fold(game: Game[Any], logs: list[tuple[Playthrough, list[bytes]]]) -> int:
    """Replay logs: decode, roll, reduce in place."""
    done = 0
    decode = decoder(game).decode
    for playthrough, log in logs:
        state = game.setup(playthrough.options, playthrough.seats, playthrough.dice(0)).state
        for number, raw in enumerate(log, start=1):
            body = decode(raw)
            assert isinstance(body, Acted)
            game.reduce(state, body.action, Context(playthrough.dice(number)))
        done += len(log)
    return done


def measure(game: Game[Any], rounds: int, steps: int) -> list[Connection]:
    """P1 and P2 of one game: medians over rounds in which the game and the yardstick take turns."""
    yardstick: list[Rate] = []
    playing: list[Rate] = []
    folding: list[Rate] = []
    playthroughs: list[Playthrough] = []
    for seed in range(rounds):
        playthroughs = []
        yardstick.append(timed(partial(chess_self_play, seed, steps)))
        playing.append(timed(partial(self_play, game, seed, steps, playthroughs)))
        logs = [(playthrough, stored(playthrough)) for playthrough in playthroughs]
        folding.append(timed(partial(fold, game, logs)))
    p1, p2, floor = middle(playing), middle(folding), middle(yardstick)
    longest = max(len(playthrough.actions) for playthrough in playthroughs)
    return [
        Connection(f"P1 {game.id}: self-play", p1, floor, 1.0, "actions/s, of python-chess moves/s"),
        Connection(f"P2 {game.id}: replay", p2, p1, 3.0, "entries/s, of its own self-play"),
        Connection(f"P2 {game.id}: replay", p2, floor, 3.0, "entries/s, of python-chess moves/s"),
        Connection(f"P2 {game.id}: {longest} entries", p2 / longest, 50.0, 1.0, "matches/s, of one in 20 ms"),
    ]


def main() -> None:
    """Print P1 and P2 of every game."""
    for game in all_games():
        for line in measure(game, ROUNDS, STEPS):
            print(line, flush=True)

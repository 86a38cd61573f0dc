"""Counts the cards in hands, for the three variants of SQUAD: ``python -m bocage_tools.train.hands --games 600``.

A strategy plays itself with seeded dice. At every fourth decision the other hand is compared with an even deal of
the cards that the player to move cannot see.
"""

from __future__ import annotations

import argparse
from collections import Counter
from typing import Any

import msgspec

from bocage.bots import find_strategy
from bocage.engine.chance import WorldDice
from bocage.engine.hands import FOLDER, Kept, key, ratios
from bocage.engine.heuristic import Heuristic
from bocage.progress import track
from bocage.rules.kernel import Context
from bocage.rules.kernel.play import new_playthrough
from bocage.rules.squad import GAME
from bocage.rules.squad.state import State
from bocage.sdk.bot import FromFacts

#: Every n-th decision is counted.
_EVERY = 4


def count(variant: Any, games: int, seed: str) -> tuple[Counter[str], Counter[str]]:
    """How often cards were held and, in thousandths, would have been in an even deal, by key."""
    found = find_strategy("sergeant", "squad")
    assert isinstance(found, FromFacts)
    play: Any = found.make(dict(GAME.facts()))
    heuristic = Heuristic(GAME, play)
    held: Counter[str] = Counter()
    even: Counter[str] = Counter()
    for number in track(range(games), f"{variant}, games", games):
        playthrough = new_playthrough(GAME, f"{seed}/{number}", GAME.Options(variant=variant), usual=True)
        options = msgspec.to_builtins(playthrough.options)
        context = Context(WorldDice(f"{seed}/{number}/dice"))
        state = GAME.setup(playthrough.options, playthrough.seats, playthrough.dice(0)).state
        step = 0
        while (decision := GAME.decision(state)) is not None:
            step += 1
            if step % _EVERY == 0 and state.turn:
                _look(state, 1 - decision.seat, held, even)
            GAME.reduce(state, heuristic.choose(state, decision, options), context)
    return held, even


def _look(state: State, owner: int, held: Counter[str], even: Counter[str]) -> None:
    hand = [card for squad in state.of(owner) for card in squad.hand]
    pool = [*hand, *state.deck]
    held.update(key(state, card, owner) for card in hand)
    share = round(1000 * len(hand) / len(pool)) if pool else 0
    for card in pool:
        even[key(state, card, owner)] += share


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--seed", default="hands")
    chosen = parser.parse_args()
    made = f"python -m bocage_tools.train.hands --games {chosen.games} --seed {chosen.seed}"
    kept = {}
    for variant in ("base", "flanking", "map"):
        held, even = count(variant, chosen.games, chosen.seed)
        kept[variant] = Kept(ratios(held, {name: thousandths / 1000 for name, thousandths in even.items()}), made)
        print(f"{variant}: {sum(held.values())} cards", flush=True)
    (FOLDER / "squad_hands.json").write_bytes(msgspec.json.format(msgspec.json.encode(kept), indent=1) + b"\n")


if __name__ == "__main__":
    main()

"""Learn ATTACK ON OMAHA BEACH in a few minutes with numpy alone.

    OPENBLAS_NUM_THREADS=1 python -m bocage.rl.learn_omaha          # writes omaha.npz
    bocage bot --game omaha --strategy bocage.rl.learn_omaha:play   # plays with it

The algorithm is proximal policy optimization (https://arxiv.org/abs/1707.06347). A network with one hidden layer
computes a policy and a value. It plays 256 matches in parallel, and is updated after every 32 steps of each. The
reward at the end of a match is its points, and more for a victory.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from bocage.rl.batch import Batch
from bocage.rl.strategy import strategy_of
from bocage.sdk.bot import Strategy

MATCHES, STEPS, HIDDEN = 256, 32, 128
#: Updates of the network in a full run.
UPDATES = 300
#: Epochs per update, size of minibatches, and learning rate.
EPOCHS, MINIBATCH, RATE = 4, 1024, 1e-3
#: Clipping range of the probability ratio, and lambda of generalized advantage estimation.
CLIP, TRACE = 0.2, 0.98
#: Coefficients of the value loss, and of the entropy bonus, which encourages exploration.
VALUE, ENTROPY = 0.5, 0.05
#: Reward of a victory, in addition to a hundredth of the points.
VICTORY = 2.0
FILE = Path("omaha.npz")

Array = Any


class Network:
    """Observations → probabilities of actions, and values of positions."""

    def __init__(self, weights: dict[str, Array]) -> None:
        self.weights = weights
        self._means = {name: np.zeros_like(each) for name, each in weights.items()}
        self._squares = {name: np.zeros_like(each) for name, each in weights.items()}
        self._updates = 0

    @classmethod
    def new(cls, inputs: int, actions: int, rng: np.random.Generator) -> Network:
        """Create a network with random weights."""
        return cls(
            {
                "w": (rng.standard_normal((inputs, HIDDEN)) / np.sqrt(inputs / 8)).astype(np.float32),
                "b": np.zeros(HIDDEN, np.float32),
                "actions": (rng.standard_normal((HIDDEN, actions)) * 0.01).astype(np.float32),
                "value": np.zeros((HIDDEN, 1), np.float32),
            }
        )

    def look(self, seen: Array, masks: Array) -> tuple[Array, Array, Array]:
        """Return the hidden layer, the probabilities of actions, and the values of positions."""
        hidden = np.tanh(seen @ self.weights["w"] + self.weights["b"])
        logits = np.where(masks > 0, hidden @ self.weights["actions"], -1e9)
        odds = np.exp(logits - logits.max(axis=1, keepdims=True))
        return hidden, odds / odds.sum(axis=1, keepdims=True), (hidden @ self.weights["value"])[:, 0]

    def learn(self, seen: Array, hidden: Array, logits: Array, value: Array) -> None:
        """One step of Adam (https://arxiv.org/abs/1412.6980), from the gradients of logits and values."""
        back = (logits @ self.weights["actions"].T + value[:, None] @ self.weights["value"].T) * (1 - hidden**2)
        gradients = {
            "w": seen.T @ back,
            "b": back.sum(axis=0),
            "actions": hidden.T @ logits,
            "value": hidden.T @ value[:, None],
        }
        self._updates += 1
        for name, gradient in gradients.items():
            mean, square = self._means[name], self._squares[name]
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            fair, spread = mean / (1 - 0.9**self._updates), square / (1 - 0.999**self._updates)
            self.weights[name] -= RATE * fair / (np.sqrt(spread) + 1e-8)


class Played(NamedTuple):
    """Positions played, one per row.

    ``likely``: probability of the choice. ``better``: its advantage. ``worth``: target of the value.
    """

    seen: Array
    masks: Array
    chosen: Array
    likely: Array
    better: Array
    worth: Array


def pay(batch: Batch) -> Array:
    """Return the rewards of matches that have just ended; 0 for others."""
    paid = VICTORY * (batch.rewards[:, 0] > 0).astype(np.float32)
    for at in np.flatnonzero(batch.over):
        paid[at] += (batch.episodes[at].score() or 0) / 100
    return paid


def draw(odds: Array, rng: np.random.Generator) -> Array:
    """Sample an action for each row by its probabilities."""
    return np.minimum((odds.cumsum(axis=1) < rng.random((len(odds), 1))).sum(axis=1), odds.shape[1] - 1)


def play_on(batch: Batch, network: Network, rng: np.random.Generator) -> Played:
    """Play ``STEPS`` steps in every match."""
    steps: list[tuple[Array, ...]] = []
    rows = np.arange(batch.count)
    for _ in range(STEPS):
        _, odds, value = network.look(batch.observations, batch.masks)
        chosen = draw(odds, rng)
        before = (
            batch.observations.copy(),
            batch.masks.copy(),
            chosen,
            odds[rows, chosen],
            value,
            batch.over.copy(),
        )
        batch.step(chosen)
        steps.append((*before, pay(batch)))
    seen, masks, chosen, likely, values, over, paid = (np.array(each) for each in zip(*steps, strict=True))
    _, _, after = network.look(batch.observations, batch.masks)
    better, later, ended = np.zeros_like(values), np.zeros(batch.count, np.float32), batch.over
    for at in reversed(range(STEPS)):
        # No value flows back from the next step of a row when its match is over: that is another match.
        later = paid[at] - values[at] + np.where(ended, 0, after + TRACE * later)
        better[at], after, ended = later, values[at], over[at]
    live = ~over
    return Played(seen[live], masks[live], chosen[live], likely[live], better[live], (better + values)[live])


def improve(network: Network, played: Played, rng: np.random.Generator) -> None:
    """Update the network from positions played."""
    better = (played.better - played.better.mean()) / (played.better.std() + 1e-8)
    for _ in range(EPOCHS):
        order = rng.permutation(len(better))
        for start in range(0, len(order), MINIBATCH):
            at = order[start : start + MINIBATCH]
            rows, chosen, gain = np.arange(len(at)), played.chosen[at], better[at]
            hidden, odds, value = network.look(played.seen[at], played.masks[at])
            ratio = odds[rows, chosen] / played.likely[at]
            # No gradient where the ratio is clipped.
            pull = ratio * gain * np.where(gain > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
            logits = odds * pull[:, None]
            logits[rows, chosen] -= pull
            logs = np.log(odds + 1e-9)
            logits += ENTROPY * odds * (logs - (odds * logs).sum(axis=1, keepdims=True))
            error = VALUE * (value - played.worth[at])
            network.learn(played.seen[at], hidden, logits / len(at), error / len(at))


class Result(NamedTuple):
    """The strength of a policy: its share of wins, and its mean points."""

    won: float
    points: float

    def __str__(self) -> str:
        return f"wins {self.won:.1%}, {self.points:.1f} points"


def evaluate(network: Network | None, matches: int, seed: int) -> Result:
    """Play full matches with the most probable actions; without a network, with random ones."""
    batch = Batch("omaha", matches)
    batch.reset(seed)
    rng = np.random.default_rng(seed)
    points, won, done = (np.zeros(matches, np.float32) for _ in range(3))
    while not done.all():
        if network is None:
            actions = draw(batch.masks / np.maximum(1, batch.masks.sum(axis=1, keepdims=True)), rng)
        else:
            actions = network.look(batch.observations, batch.masks)[1].argmax(axis=1)
        batch.step(actions)
        for at in np.flatnonzero(batch.over & (done == 0)):
            points[at], won[at], done[at] = batch.episodes[at].score() or 0, batch.rewards[at, 0] > 0, 1
    return Result(float(won.mean()), float(points.mean()))


def train(updates: int, seed: int, say: Callable[[str], None] = print) -> Network:
    """Learn for a number of updates. The same ``seed`` gives the same network on one machine."""
    rng = np.random.default_rng(seed)
    batch = Batch("omaha", MATCHES)
    batch.reset(seed)
    network = Network.new(batch.setting.layout.size, len(batch.setting.vocabulary), rng)
    for update in range(1, updates + 1):
        improve(network, play_on(batch, network, rng), rng)
        if update % 25 == 0:
            say(f"update {update}: {evaluate(network, 500, seed)}")
    return network


def strategy(network: Network) -> Strategy:
    """Return a strategy that plays the most probable action of a network."""
    return strategy_of("omaha", lambda seen, mask: int(network.look(seen[None], mask[None])[1].argmax()))


@cache
def _trained() -> Strategy:
    with np.load(FILE) as weights:
        return strategy(Network(dict(weights)))


def play(view: dict[str, Any], actions: list[dict[str, Any]]) -> Any:
    """Return the strategy of ``omaha.npz`` in the working folder."""
    return _trained()(view, actions)


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="Learns ATTACK ON OMAHA BEACH.")
    parser.add_argument("--updates", type=int, default=UPDATES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=FILE)
    chosen = parser.parse_args()
    print(f"random: {evaluate(None, 1000, chosen.seed)}")
    network = train(chosen.updates, chosen.seed)
    print(f"learned: {evaluate(network, 1000, chosen.seed + 1)}")
    np.savez(chosen.out, **network.weights)
    print(f"{chosen.out} written")


if __name__ == "__main__":
    main()

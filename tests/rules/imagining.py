"""Imagined states beside true ones: what must be the same, and how often the truth is among the likely ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from random import Random
from typing import Any

import msgspec

from bocage.bots import find_strategy
from bocage.rules.kernel import Decision, Game, Seen, Told
from bocage.rules.kernel.conformance.moment import encode
from bocage.rules.kernel.play import Playthrough, Policy, new_playthrough
from bocage.rules.kernel.registry import find_game
from bocage.sdk.bot import FromFacts

#: Imagined states beside each true one, and the bins of the truth's rank among them.
BESIDE = 9
BINS = BESIDE + 1
#: A chi-square with 9 degrees of freedom is above this once in a thousand times.
MOST = 27.88


class Moment:
    """A decision of a game that is played, and what its owner knows."""

    def __init__(
        self, game: Game[Any], playthrough: Playthrough, state: Any, decision: Decision, told: Sequence[Told]
    ) -> None:
        self.playthrough = playthrough
        self.number = len(playthrough.actions)
        self.state = state
        self.decision = decision
        self._game = game
        self._told, self._count = told, len(told)

    @cached_property
    def seen(self) -> Seen:
        """Made when it is asked for: often one moment of a game is looked at."""
        seat = self.decision.seat
        events = tuple(one.to(seat) for one in islice(self._told, self._count))
        return Seen(self._game.view(self.state, seat), self.playthrough.options, seat, events, self.decision)


def decisions(game: Game[Any], seed: str, policy: Policy) -> Iterator[Moment]:
    """All decisions of one game; its options follow from the seed."""
    playthrough = new_playthrough(game, seed)
    rng = Random(f"{seed}/play")
    step = game.setup(playthrough.options, playthrough.seats, playthrough.dice(0))
    told = list(step.events)
    while (decision := game.decision(step.state)) is not None:
        yield Moment(game, playthrough, step.state, decision, told)
        action = policy(game, step.state, decision, rng)
        playthrough.actions.append(action)
        step = game.apply(step.state, action, playthrough.dice(len(playthrough.actions)))
        told += step.events


def bot(game: str, name: str) -> Policy:
    """A bot of ``bocage.bots``, which sees what a client sees."""
    rules = find_game(game)
    found = find_strategy(name, game)
    assert isinstance(found, FromFacts)
    choose: Any = found.make(dict(rules.facts()))

    def play(game: Game[Any], state: Any, decision: Decision, rng: Random) -> Any:
        actions = msgspec.to_builtins(decision.actions)
        document = {"options": msgspec.to_builtins(state.options), "table": game.view(state, decision.seat)}
        return decision.actions[actions.index(choose(document, actions))]

    return play


def check(game: Game[Any], moment: Moment, seen: Seen) -> None:
    """An imagined state is legal and gives its owner the same view, decision and legal list."""
    imagined = game.imagine(seen, moment.playthrough.chance(moment.number, "imagine"))
    game.assert_invariants(imagined)
    assert encode(game.view(imagined, seen.viewer)) == encode(seen.table)
    assert game.decision(imagined) == moment.decision
    assert game.outcome(imagined) is None


def chi_square_of_ranks(
    game: Game[Any], games: int, policy: Policy, hidden: Callable[[Any], Iterator[tuple[str, str]]]
) -> float:
    """How uneven the rank of the truth among imagined states is, at one decision of each game.

    States are ranked by a sum of random weights of what they hide (place, what is there). A truth that is drawn as
    the imagined states are has every rank equally often.
    """
    ranks = [0] * BINS
    for number in range(games):
        rng = Random(f"rank/{number}")
        moments = list(decisions(game, f"calibrate/{number}", policy))
        moment = rng.choice(moments)
        chance = moment.playthrough.chance(moment.number, "beside")
        weights: dict[tuple[str, str], float] = {}
        truth, *others = (
            sum(weights.setdefault(thing, rng.random()) for thing in hidden(state)) + rng.random() * 1e-9
            for state in (moment.state, *(game.imagine(moment.seen, chance) for _ in range(BESIDE)))
        )
        ranks[sum(other < truth for other in others)] += 1
    expected = games / BINS
    return sum((count - expected) ** 2 / expected for count in ranks)

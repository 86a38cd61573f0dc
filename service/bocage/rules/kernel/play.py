"""Playing games without checks: how seeds become games, for the kit, goldens, reports and benchmarks."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from random import Random
from typing import Any, TypeAlias

import msgspec

from bocage.rules.dice import Dice, Key
from bocage.rules.kernel.game import Action, AnyGame, Decision
from bocage.rules.kernel.options import random_options


def key_of(seed: str) -> Key:
    """The match key of a test game."""
    return Key(hashlib.sha256(seed.encode()).digest())


class Playthrough(msgspec.Struct):
    """One game as it is played: its seed (which gives the match key), its options, and the actions so far."""

    game: Any
    seed: str
    options: Any
    seats: tuple[Any, ...]
    actions: list[Any]
    key: Key

    def dice(self, number: int) -> Dice:
        """The dice of step ``number`` (0: setup), the same at every call."""
        return Dice(self.key, number + 1)

    def chance(self, number: int, purpose: str) -> Dice:
        """Dice for the checks' own draws; the same for the same step and purpose."""
        return Dice(key_of(f"{self.seed}/{number}/{purpose}"), 1)

    def line(self) -> str:
        """One line from which the conformance kit's ``repeat_game`` plays this game again."""
        facts = {"seed": self.seed, "options": self.options, "seats": self.seats, "actions": self.actions}
        return msgspec.json.encode(facts).decode()


def read_line(game: AnyGame, line: str) -> Playthrough:
    """The game that :meth:`Playthrough.line` wrote down."""
    facts = msgspec.json.decode(line)
    playthrough = new_playthrough(
        game,
        facts["seed"],
        msgspec.convert(facts["options"], game.Options),
        [msgspec.convert(one, game.SeatOptions) for one in facts["seats"]],
    )
    playthrough.actions = msgspec.convert(facts["actions"], list[game.Actions])  # type: ignore[name-defined]
    return playthrough


#: Chooses one of a decision's actions: (game, state, decision, random numbers) → action.
Policy: TypeAlias = Callable[[AnyGame, Any, Decision, Random], Action]


def random_choice(game: AnyGame, state: msgspec.Struct, decision: Decision, rng: Random) -> Action:
    """Any legal action, each alike."""
    chosen: Action = decision.actions[int(rng.random() * len(decision.actions))]
    return chosen


def new_playthrough(
    game: AnyGame,
    seed: str,
    options: msgspec.Struct | None = None,
    seats: Iterable[msgspec.Struct] | None = None,
    usual: bool = False,
) -> Playthrough:
    """A game to play: the given options, the usual ones, or random ones that follow from ``seed``."""
    rng = Random(f"{seed}/options")
    if options is None:
        options = game.Options() if usual else random_options(game.Options, rng)
    if seats is None:
        one = game.SeatOptions if usual else lambda: random_options(game.SeatOptions, rng)
        seats = tuple(one() for _ in range(game.seats))
    return Playthrough(game, seed, options, tuple(seats), [], key_of(seed))


def play_out(playthrough: Playthrough, policy: Policy = random_choice, steps: int = 100_000) -> msgspec.Struct:
    """Play a game to its end in place, noting the actions; gives the final state.

    Raises ``RuntimeError`` when the game goes on after ``steps`` actions.
    """
    game: AnyGame = playthrough.game
    rng = Random(f"{playthrough.seed}/play")
    state: msgspec.Struct = game.setup(playthrough.options, playthrough.seats, playthrough.dice(0)).state
    while (decision := game.decision(state)) is not None:
        if len(playthrough.actions) >= steps:
            raise RuntimeError(f"{game.id} {playthrough.seed}: no end after {steps} actions")
        action = policy(game, state, decision, rng)
        playthrough.actions.append(action)
        state = game.apply(state, action, playthrough.dice(len(playthrough.actions))).state
    return state


def digest(game: AnyGame, games: int = 10, seed: str = "digest") -> str:
    """A hash over whole random games; the same on every machine and in every process, whatever its hash seed."""
    sum_ = hashlib.sha256()
    for index in range(games):
        playthrough = new_playthrough(game, f"{seed}/{index}", usual=index == 0)
        sum_.update(game.pack(play_out(playthrough)))
        sum_.update(msgspec.msgpack.encode(playthrough.actions))
    return sum_.hexdigest()

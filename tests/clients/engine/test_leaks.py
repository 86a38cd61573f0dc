"""The engine knows its view and nothing else."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from bocage.engine import Engine
from bocage.engine.choices import choices_of
from bocage.engine.heuristic import Heuristic
from bocage.rules.kernel import Event, Told
from bocage.rules.kernel.play import new_playthrough
from bocage.rules.kernel.registry import find_game
from tests.all_games import THINKING
from tests.clients.engine.positions import QUICK, document, heard_positions, heuristic, positions

#: Decisions looked at by day; by night each part looks at more, all parts together at 10,000 of each game.
DECISIONS, AT_NIGHT = 15, 1_000
PARTS = [pytest.param(part, marks=pytest.mark.night if part else ()) for part in range(10)]


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("name", THINKING)
def test_what_is_hidden_changes_nothing(name: str, part: int, request: pytest.FixtureRequest) -> None:
    """With another hidden part of the true state the same move is found in the same way from the same seed."""
    game = find_game(name)
    engine, twin = (Engine(name, heuristic(game), QUICK, seed=1) for _ in range(2))
    chance, changed = new_playthrough(game, "leak"), 0
    decisions = AT_NIGHT if request.config.getoption("--games") else DECISIONS
    for number, (state, decision) in enumerate(positions(game, decisions, part * decisions)):
        actions = msgspec.to_builtins(decision.actions)
        other = game.resample(state, decision.seat, chance.chance(number, "other"))
        changed += other != state
        assert engine.consider(document(game, state), actions) == twin.consider(document(game, other), actions)
    assert changed > decisions / 2


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("name", [name for name in THINKING if choices_of(name) is not None])
def test_what_is_hidden_corrects_nothing(name: str, part: int, request: pytest.FixtureRequest) -> None:
    """So it is for the heuristic that is corrected by what choices brought: each action is worth the same to it."""
    game, corrected = find_game(name), choices_of(name)
    assert corrected is not None
    play, chance, changed = Heuristic(game, heuristic(game)), new_playthrough(game, "leak"), 0
    decisions = AT_NIGHT if request.config.getoption("--games") else DECISIONS
    met = [
        one for one in positions(game, 3 * decisions, part * decisions) if corrected.knows(document(game, one[0]))
    ]
    for number, (state, decision) in enumerate(met):
        actions = msgspec.to_builtins(decision.actions)
        other = game.resample(state, decision.seat, chance.chance(number, "other"))
        changed += other != state
        shown, same = document(game, state), document(game, other)
        priors = [play.index(one, decision.actions) for one in (shown, same)]
        assert corrected.worth(shown, actions, priors[0]) == corrected.worth(same, actions, priors[1])
    assert changed > len(met) / 2 > decisions / 4


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("name", THINKING)
def test_what_others_were_told_changes_nothing(name: str, part: int, request: pytest.FixtureRequest) -> None:
    """So it is for an engine that hears: others were told something else in secret, and hold something else."""
    game = find_game(name)
    engine, twin = (Engine(name, heuristic(game), QUICK, seed=1) for _ in range(2))
    chance, rng, changed, heard = new_playthrough(game, "leak"), Random("told"), 0, 0
    decisions = AT_NIGHT if request.config.getoption("--games") else DECISIONS
    met = heard_positions(game, decisions, part * decisions)
    secrets = [event for _, _, told in met for one in told for event in one.private.values()]
    for number, (state, decision, told) in enumerate(met):
        seat, actions = decision.seat, msgspec.to_builtins(decision.actions)
        other = game.resample(state, seat, chance.chance(number, "other"))
        elsewhere = tuple(_told_otherwise(one, seat, secrets, rng) for one in told)
        seen, same = document(game, state, told), document(game, other, elsewhere)
        assert seen == same
        changed += elsewhere != told
        heard += any(seat in one.private for one in told)
        assert engine.consider(seen, actions) == twin.consider(same, actions)
    # Games of one player keep no secrets from anybody else; in the others both players hear some.
    assert min(changed, heard) > decisions / 2 if game.seats > 1 else not changed


def _told_otherwise(told: Told, viewer: int, secrets: list[Event], rng: Random) -> Told:
    """The same for ``viewer`` and the public; to others another secret of the same kind."""
    private = {
        seat: event if seat == viewer else rng.choice([one for one in secrets if type(one) is type(event)])
        for seat, event in told.private.items()
    }
    return Told(told.public, private)

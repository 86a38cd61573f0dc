"""Win probabilities: from a view alone, with an interval, the same again from the same seed."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from bocage.engine import Evaluator
from bocage.engine.evaluate import summed_up
from bocage.engine.heuristic import Heuristic
from bocage.engine.values import bare_value_of, value_of
from bocage.engine.values.linear import SELDOM, Example, Linear, fit, logistic, loss
from bocage.rules.kernel.play import new_playthrough
from bocage.rules.kernel.registry import find_game
from bocage_tools.train.values import positions as positions_of
from tests.all_games import THINKING
from tests.clients.engine.positions import document, heuristic, positions

#: Games with an evaluation.
JUDGED = tuple(game for game in THINKING if bare_value_of(game) is not None)


@pytest.mark.parametrize("name", THINKING)
def test_an_estimate_comes_of_the_view_alone(name: str) -> None:
    game = find_game(name)
    chance = new_playthrough(game, "estimate")
    for number, (state, decision) in enumerate(positions(game, 3)):
        seat, actions = decision.seat, msgspec.to_builtins(decision.actions)
        other = game.resample(state, seat, chance.chance(number, "other"))
        one, same = (
            Evaluator(name, heuristic(game), seed=2).estimate(document(game, shown), seat, seat, actions, worlds=4)
            for shown in (state, other)
        )
        assert one == same
        assert 0 <= one.low <= one.chance <= one.high <= 1
        assert one.low < one.high
        assert one.worlds == 4


@pytest.mark.parametrize("name", ["squad", "company_commander"])
def test_what_one_seat_may_expect_the_other_must_fear(name: str) -> None:
    game = find_game(name)
    evaluator = Evaluator(name, heuristic(game))
    state, decision = positions(game, 1)[0]
    seen, actions = document(game, state), msgspec.to_builtins(decision.actions)
    mine, theirs = (evaluator.estimate(seen, seat, decision.seat, actions, worlds=3).chance for seat in (0, 1))
    assert mine + theirs == pytest.approx(1)


def test_spectators_may_ask_as_well() -> None:
    game = find_game("squad")
    state = positions(game, 1)[0][0]
    seen = {**document(game, state), "table": game.view(state, -1)}
    estimate = Evaluator("squad", heuristic(game)).estimate(seen, 0, -1, worlds=2)
    assert 0 < estimate.chance < 1


def test_the_interval_narrows_with_worlds_and_never_closes() -> None:
    few, many = summed_up([1.0] * 4), summed_up([1.0] * 400)
    assert few.chance == many.chance == 1
    assert few.low < many.low < 1
    even = summed_up([0.0, 1.0] * 200)
    assert even.low == pytest.approx(0.451, abs=1e-3)
    assert even.high == pytest.approx(0.549, abs=1e-3)


@pytest.mark.parametrize("name", JUDGED)
def test_features_have_names_and_the_weights_are_of_these_features(name: str) -> None:
    game, value = find_game(name), value_of(name)
    assert value is not None
    for state, decision in positions(game, 4):
        assert len(value.features(state, decision.seat)) == len(value.names)
    for linear in value.weights.values():
        assert linear.names == value.names
        assert len(linear.weights) == len(value.names)
        assert linear.made.startswith(f"python -m bocage_tools.train.values {name} ")
        # A card that the heuristic never kept once stood for a certain win.
        assert max(map(abs, linear.weights)) < 4


@pytest.mark.long
@pytest.mark.parametrize("name", JUDGED)
def test_the_weights_know_more_than_a_coin(name: str) -> None:
    """Over games of the heuristic that no weights were made of, who is ahead by the evaluation wins more often."""
    game, value = find_game(name), value_of(name)
    assert value is not None
    examples = [
        example
        for number in range(12)
        for _, example in positions_of(
            game, value, Heuristic(game, heuristic(game)), game.Options(), f"unseen/{number}"
        )
    ]
    linear = next(iter(value.weights.values()))
    assert loss(linear, examples) < loss(Linear(value.names, (0.0,) * len(value.names), 0.0), examples)


def test_fitting_finds_what_the_results_follow() -> None:
    rng = Random("fit")
    examples = []
    for _ in range(3000):
        features = (rng.uniform(-2, 2), rng.uniform(-20, 20), 0.0)
        examples.append(Example(features, float(rng.random() < logistic(0.5 + 1.5 * features[0]))))
    found = fit(("tells", "tells nothing", "is never there"), examples)
    assert found.weights[0] == pytest.approx(1.5, abs=0.25)
    assert found.weights[1] == pytest.approx(0, abs=0.03)
    assert found.bias == pytest.approx(0.5, abs=0.2)
    assert found == fit(("tells", "tells nothing", "is never there"), examples)


def test_what_few_examples_have_weighs_nothing() -> None:
    """However those few games ended: else one card in the hand would be a certain win."""
    for count, weighs in ((SELDOM - 1, False), (SELDOM, True)):
        examples = [Example((1.0, float(number < count)), float(number < count)) for number in range(400)]
        assert (fit(("always", "seldom"), examples).weights[1] != 0) == weighs

"""The engine follows its heuristic unless something else is clearly better, and keeps to its budget."""

from __future__ import annotations

import math
from typing import Any

import msgspec
import pytest

from bocage.bots import find_strategy, searching_strategies_of
from bocage.engine import Candidate, Engine, Level, levels_of
from bocage.engine.chance import WorldDice
from bocage.rules.kernel.play import new_playthrough
from bocage.rules.kernel.registry import find_game
from bocage.sdk.bot import FromFacts
from tests.all_games import THINKING, THINKING_FOR_LONG
from tests.clients.engine.positions import QUICK, document, heuristic, positions


@pytest.mark.parametrize("name", THINKING_FOR_LONG)
def test_it_plays_legally_and_leaves_the_document_alone(name: str) -> None:
    game = find_game(name)
    engine = Engine(name, heuristic(game), QUICK)
    for state, decision in positions(game, 6):
        seen, actions = document(game, state), msgspec.to_builtins(decision.actions)
        before = msgspec.json.encode([seen, actions])
        assert engine(seen, actions) in actions
        assert msgspec.json.encode([seen, actions]) == before
        assert engine(seen, actions[:1]) == actions[0]


def test_budgets_hold() -> None:
    game = find_game("omaha")
    state, decision = positions(game, 1)[0]
    seen, actions = document(game, state), msgspec.to_builtins(decision.actions)
    for level, most in ((QUICK, 8), (Level(rounds=1, worlds=3), 3), (Level(rounds=0), 0)):
        verdict = Engine("omaha", heuristic(game), level).consider(seen, actions)
        assert verdict.worlds <= most
        assert all(candidate.worlds <= most for candidate in verdict.candidates)
    verdict = Engine("omaha", heuristic(game), Level(nodes=1)).consider(seen, actions)
    assert verdict.worlds == 1
    assert verdict.action == verdict.prior


def test_without_worlds_it_plays_its_heuristic() -> None:
    game = find_game("zombies")
    play = heuristic(game)
    engine = Engine("zombies", play, Level(rounds=0))
    for state, decision in positions(game, 10):
        seen, actions = document(game, state), msgspec.to_builtins(decision.actions)
        assert engine(seen, actions) == play(seen, actions)


def test_other_rules_are_left_to_the_heuristic() -> None:
    game = find_game("omaha")
    play = heuristic(game)
    engine = Engine("omaha", play, QUICK)
    state, decision = positions(game, 1)[0]
    seen, actions = {**document(game, state), "rules": game.rules + 1}, msgspec.to_builtins(decision.actions)
    assert engine(seen, actions) == play(seen, actions)


def test_a_better_action_replaces_the_heuristics() -> None:
    """A heuristic that gives up at once is overruled: to drop all points on the last turn is to lose."""
    game = find_game("zombies")
    shooter: Any = find_strategy("shoot_first", "zombies")
    good = shooter.make(dict(game.facts()))

    def idle(view: dict[str, Any], actions: list[dict[str, Any]]) -> dict[str, Any]:
        last = view["table"]["turn"] == 10 and {"do": "end"} in actions
        return {"do": "end"} if last else good(view, actions)

    overruled = 0
    for number in range(40):
        playthrough = new_playthrough(game, f"idle/{number}", game.Options())
        state = game.setup(playthrough.options, (), playthrough.dice(0)).state
        while (decision := game.decision(state)) is not None:
            seen, actions = document(game, state), msgspec.to_builtins(decision.actions)
            if state.turn == 10 and len(actions) > 1:
                verdict = Engine("zombies", idle, Level(rounds=2)).consider(seen, actions)
                overruled += verdict.action != verdict.prior
                break
            action = decision.actions[actions.index(good(seen, actions))]
            playthrough.actions.append(action)
            state = game.apply(state, action, playthrough.dice(len(playthrough.actions))).state
        if overruled:
            break
    assert overruled


def test_leads_and_their_errors() -> None:
    candidate = Candidate("any")  # type: ignore[arg-type]
    assert (candidate.lead, candidate.error) == (0.0, math.inf)
    for lead in (1.0, 0.0, 0.0, 1.0):
        candidate.add(lead)
    assert candidate.lead == 0.5
    assert candidate.error == pytest.approx(math.sqrt((4 * 0.25 / 3) / 4))


def test_a_temperature_lets_it_choose_what_is_worse() -> None:
    game = find_game("omaha")
    state, decision = positions(game, 1)[0]
    seen, actions = document(game, state), msgspec.to_builtins(decision.actions)
    play = heuristic(game)
    warm = [
        Engine("omaha", play, Level(rounds=1, worlds=2, temperature=10.0), seed)(seen, actions)
        for seed in range(30)
    ]
    assert len({msgspec.json.encode(action) for action in warm}) > 1


def test_level_without_search_mixes_heuristic_and_chance() -> None:
    game = find_game("company_commander")
    play = heuristic(game)
    met = [(document(game, state), msgspec.to_builtins(owed.actions)) for state, owed in positions(game, 40)]
    own = [play(seen, actions) for seen, actions in met]
    for share, fewest, most in ((0.0, 0, 0), (0.3, 4, 16), (1.0, 22, 40)):
        level = Level(searches=False, by_chance=share)
        chosen = [Engine(game.id, play, level, seed=3)(*one) for one in met]
        assert chosen == [Engine(game.id, play, level, seed=3)(*one) for one in met]
        assert fewest <= sum(one != mine for one, mine in zip(chosen, own, strict=True)) <= most


def test_chance_decides_by_what_is_seen_and_by_the_seed() -> None:
    """Nothing else is asked: the same document gives the same choice, another seed another one."""
    game = find_game("company_commander")
    play = heuristic(game)
    met = [(document(game, state), msgspec.to_builtins(owed.actions)) for state, owed in positions(game, 20)]
    level = Level(by_chance=1.0)
    drawn = [[Engine(game.id, play, level, seed)(*one) for one in met] for seed in range(3)]
    assert len({msgspec.json.encode(one) for one in drawn}) == 3
    for at, (_, actions) in enumerate(met):
        assert all(one[at] in actions for one in drawn)


def test_world_dice_are_fair_and_repeat() -> None:
    one, two = WorldDice("seed"), WorldDice("seed")
    assert [one.d6() for _ in range(50)] == [two.d6() for _ in range(50)]
    faces = WorldDice("faces").roll(6000)
    assert all(900 < faces.count(face) < 1100 for face in range(1, 7))
    items = list(range(10))
    WorldDice("shuffle").shuffle(items)
    assert sorted(items) == list(range(10))
    assert items != list(range(10))
    assert {WorldDice(str(seed)).pick("ab") for seed in range(20)} == {"a", "b"}
    assert {WorldDice(str(seed)).below(3) for seed in range(30)} == {0, 1, 2}


@pytest.mark.parametrize("name", THINKING)
def test_each_level_errs_less_than_the_one_below(name: str) -> None:
    levels = levels_of(name)
    assert list(levels) == ["recruit", "regular", "veteran"] == searching_strategies_of(name)
    recruit, regular, veteran = levels.values()
    if not regular.searches:
        assert not recruit.searches
        assert 1 > recruit.by_chance > regular.by_chance > veteran.by_chance == 0
        return
    assert not any(level.by_chance for level in levels.values())
    assert recruit.temperature > regular.temperature >= veteran.temperature == 0
    assert regular.temperature > 0 or regular.sure < veteran.sure
    assert recruit.rounds * recruit.worlds < regular.rounds * regular.worlds < veteran.rounds * veteran.worlds


@pytest.mark.parametrize("name", THINKING_FOR_LONG)
def test_levels_are_found_by_name(name: str) -> None:
    game = find_game(name)
    for level in searching_strategies_of(name):
        found = find_strategy(level, name, seed=3)
        assert isinstance(found, FromFacts)
        state, decision = positions(game, 1)[0]
        actions = msgspec.to_builtins(decision.actions)
        assert found.make(dict(game.facts()))(document(game, state), actions) in actions

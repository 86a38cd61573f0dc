"""What choices were found to bring, and a heuristic that is corrected by it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bocage.bots import find_strategy
from bocage.bots.registry import heuristic_of
from bocage.engine import Engine, levels_of
from bocage.engine.choices import Corrected, Weights, choices_of, load, save
from bocage.engine.choices.squad import describer
from bocage.engine.heuristic import Heuristic
from bocage.engine.values import bare_value_of
from bocage.rules.kernel.play import new_playthrough
from bocage.rules.kernel.registry import find_game
from bocage.sdk.bot import FromFacts
from bocage_tools.train.choice_games import Player, centred
from tests.clients.engine.positions import document, heuristic, positions

SQUAD = find_game("squad")
SHOTS = [{"do": "attack", "card": "a"}, {"do": "attack", "card": "b"}, {"do": "end_fire"}]
BASE = {"options": {"variant": "base"}}


def _variant(options: Mapping[str, Any]) -> str:
    return str(options["variant"])


def _described(document: Any, actions: list[dict[str, Any]], prior: int) -> list[dict[str, float]]:
    return [{one.get("card", "none"): 2.0, "prior": float(at == prior)} for at, one in enumerate(actions)]


def test_another_action_is_chosen_where_it_leads_by_enough() -> None:
    weights = {"a": 0.010, "b": 0.014, "prior": 0.004}
    assert Corrected(_described, {"base": Weights(weights, 0.003)}, _variant).choose(BASE, SHOTS, 0) == 1
    assert Corrected(_described, {"base": Weights(weights, 0.005)}, _variant).choose(BASE, SHOTS, 0) == 0
    assert Corrected(_described, {"base": Weights(weights, 0.003)}, _variant).worth(
        BASE, SHOTS, 0
    ) == pytest.approx([0.024, 0.028, 0.0])


def test_unknown_matches_are_left_to_the_heuristic() -> None:
    elsewhere = Corrected(_described, {"map": Weights({"b": 1.0}, 0.0)}, _variant)
    assert elsewhere.choose(BASE, SHOTS, 0) == 0
    assert not elsewhere.knows(BASE)
    assert elsewhere.knows({"options": {"variant": "map"}})
    assert choices_of("omaha") is None
    assert choices_of("../squad") is None


def test_squad_is_corrected_where_that_was_found_to_help() -> None:
    """Flanking by the weights of the base game, the map by its own, several squads of a player not at all."""
    corrected = choices_of("squad")
    assert corrected is not None

    def known(**changed: Any) -> bool:
        return corrected.knows({"options": msgspec.to_builtins(SQUAD.Options(**changed))})

    assert all(known(variant=variant) for variant in ("base", "flanking", "map"))
    assert known(squads_per_seat=3)  # without the map there is one squad, whatever the option says
    assert not known(variant="map", squads_per_seat=2)
    worth = []
    for variant in ("base", "flanking", "map"):
        state, decision = positions(SQUAD, 1)[0]
        seen = document(SQUAD, state)
        seen["options"] |= {"variant": variant, "squads_per_seat": 1}
        worth.append(corrected.worth(seen, msgspec.to_builtins(decision.actions), 0))
    assert worth[0] == worth[1] != worth[2]


def test_stored_weights_are_read_as_they_were(tmp_path: Path) -> None:
    """Whole multiples of a ten-thousandth, whatever their names share."""
    names = {"out": 0.0001, "out ": -0.02, "out scout": 0.0, "out scout / at L": 1.5, "to  cover": -0.0007}
    weights = {"base": Weights(names, 0.01, "make"), "map": Weights({}, 0.02)}
    save(tmp_path / "squad.json", weights)
    assert load(tmp_path / "squad.json") == weights


def test_what_describes_a_choice_is_less_the_mean_of_all() -> None:
    assert centred([{"x": 1.0, "same": 1.0}, {"y": 3.0, "same": 1.0}], 1) == {"x": -0.5, "y": 1.5}


def test_squad_describes_every_step_in_every_variant() -> None:
    """Each action has its own numbers, and exactly one is the sergeant's."""
    describe, steps = describer(), set()
    for state, decision in positions(SQUAD, 60):
        actions = msgspec.to_builtins(decision.actions)
        found = describe(document(SQUAD, state), actions, len(actions) - 1)
        assert len(found) == len(actions)
        assert ["prior" in one for one in found] == [False] * (len(actions) - 1) + [True]
        assert all(isinstance(number, float) for one in found for number in one.values())
        steps.add(decision.kind)
    assert len(steps) > 8


def test_the_veteran_of_squad_is_the_sergeant_corrected() -> None:
    """Now and then it plays something else than the sergeant, and always what the weights say."""
    corrected, level = choices_of("squad"), levels_of("squad")["veteran"]
    assert corrected is not None
    assert level.corrected
    sergeant = heuristic(SQUAD)
    veteran = find_strategy("veteran", "squad")
    assert isinstance(veteran, FromFacts)
    play = veteran.make(dict(SQUAD.facts()))
    other = 0
    player = Heuristic(SQUAD, sergeant)
    for number in range(3):
        playthrough = new_playthrough(SQUAD, f"veteran/{number}", usual=True)
        state = SQUAD.setup(playthrough.options, playthrough.seats, playthrough.dice(0)).state
        step = 0
        while (decision := SQUAD.decision(state)) is not None:
            step += 1
            shown, actions = document(SQUAD, state), msgspec.to_builtins(decision.actions)
            prior = player.index(shown, decision.actions)
            at = actions.index(play(shown, actions))
            assert at == corrected.choose(shown, actions, prior)
            other += at != prior
            state = SQUAD.apply(state, decision.actions[at], playthrough.dice(step)).state
    assert other > 10


def test_who_has_other_rules_plays_the_heuristic() -> None:
    state, decision = positions(SQUAD, 1)[0]
    actions = msgspec.to_builtins(decision.actions)
    engine = Engine("squad", lambda view, legal: legal[-1], levels_of("squad")["veteran"])
    assert engine({**document(SQUAD, state), "rules": -1}, actions) == actions[-1]


def test_games_with_choices_by_chance_are_repeatable() -> None:
    found = heuristic_of("squad", "veteran")
    value = bare_value_of("squad")
    assert found is not None
    assert value is not None
    play: Any = found.make(dict(SQUAD.facts()))
    player = Player(SQUAD, Heuristic(SQUAD, play), describer(), value, 0.3)
    one, same = ([*player.courses(SQUAD.Options(), iter(["a/0", "a/1"]))] for _ in range(2))
    assert one == same
    assert one[0] != one[1]
    for course in one:
        assert course.result in (0.0, 0.5, 1.0)
        assert course.choices
        assert all(choice.turn < len(course.turns) and choice.said for choice in course.choices)

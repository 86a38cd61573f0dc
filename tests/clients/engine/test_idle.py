"""What can do nothing is advised only where it is better for sure."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from bocage.engine.evaluate import seen_in
from bocage.engine.idle import advised
from bocage.engine.search import Candidate, Verdict
from bocage.rules.kernel import Decision, Seen
from bocage.rules.kernel.play import new_playthrough, random_choice
from bocage.rules.kernel.registry import find_game
from tests.clients.engine.positions import document

GAME = find_game("squad")
SHOT, OTHER, PASS = "shot", "other", "pass"


def shots() -> Iterator[tuple[Seen, Any, bool]]:
    """Attacks of random games, as the firer sees them, and whether they can hit anybody by the odds of the game."""
    for number in range(12):
        playthrough = new_playthrough(GAME, f"idle/{number}", usual=True)
        rng = Random(f"idle/{number}")
        state = GAME.setup(playthrough.options, playthrough.seats, playthrough.dice(0)).state
        while (decision := GAME.decision(state)) is not None:
            seen = seen_in(GAME, document(GAME, state), decision.seat, decision.actions)
            odds = GAME.odds(seen, decision)
            for at, action in enumerate(decision.actions):
                if msgspec.to_builtins(action)["do"] == "attack" and odds is not None:
                    figures = msgspec.to_builtins(odds.actions[at])
                    yield seen, action, all(one["chance"][0] for one in figures if one["figure"] == "attack")
            playthrough.actions.append(action := random_choice(GAME, state, decision, rng))
            state = GAME.apply(state, action, playthrough.dice(len(playthrough.actions))).state


def seen() -> Seen:
    return Seen({}, None, 0, None, Decision(0, "fire", [SHOT, OTHER, PASS], SHOT))


def candidate(action: Any, lead: float, error: float) -> Candidate:
    """A candidate with this lead and about this standard error."""
    worlds = 100
    spread = error**2 * worlds * (worlds - 1)
    return Candidate(action, worlds, lead * worlds, spread + lead**2 * worlds)


def verdict(action: Any, prior: Any, *candidates: Candidate) -> Verdict:
    return Verdict(action, prior, list(candidates), 0.5, 100, 1000)


@pytest.fixture
def idle_shots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bocage.engine.idle.idle_of", lambda _: lambda _seen, action: action == SHOT)


def test_exactly_the_harmless_shots_are_idle() -> None:
    from bocage.engine.values.squad import idle

    found = [(idle(seen, action), hits) for seen, action, hits in shots()]
    assert all(says is not hits for says, hits in found)
    assert len({says for says, _ in found}) == 2


@pytest.mark.usefixtures("idle_shots")
def test_what_does_nothing_loses_ties() -> None:
    as_prior = verdict(SHOT, SHOT, candidate(OTHER, -0.001, 0.01), candidate(PASS, -0.004, 0.01))
    assert advised(GAME, seen(), as_prior) == (OTHER, False)
    overruling = verdict(SHOT, OTHER, candidate(SHOT, 0.02, 0.01), candidate(PASS, 0.018, 0.01))
    assert advised(GAME, seen(), overruling) == (PASS, False)
    barely = verdict(SHOT, OTHER, candidate(SHOT, 0.004, 0.01), candidate(PASS, -0.5, 0.01))
    assert advised(GAME, seen(), barely) == (OTHER, False)


@pytest.mark.usefixtures("idle_shots")
def test_where_it_is_better_for_sure_it_is_advised() -> None:
    found = verdict(SHOT, SHOT, candidate(OTHER, -0.1, 0.01), candidate(PASS, -0.2, 0.01))
    assert advised(GAME, seen(), found) == (SHOT, True)
    found = verdict(SHOT, OTHER, candidate(SHOT, 0.1, 0.01), candidate(PASS, 0.01, 0.01))
    assert advised(GAME, seen(), found) == (SHOT, True)


@pytest.mark.usefixtures("idle_shots")
def test_what_can_do_something_is_left_alone() -> None:
    found = verdict(OTHER, OTHER, candidate(SHOT, 0.0, 0.01), candidate(PASS, 0.001, 0.01))
    assert advised(GAME, seen(), found) == (OTHER, False)


def test_a_game_need_not_say_what_is_idle() -> None:
    found = verdict(SHOT, SHOT, candidate(OTHER, 0.0, 0.01))
    assert advised(find_game("omaha"), seen(), found) == (SHOT, False)

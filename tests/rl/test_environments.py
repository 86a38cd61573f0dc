"""The games in Gymnasium and PettingZoo, judged by the suites of both, and what those do not ask."""

from __future__ import annotations

import hashlib
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test

import bocage.rl
from bocage.protocol.refusal import RefusedError
from bocage.rl import Batch, Episode, Module, Setting, SoloEnv, environment_id
from bocage.rules.kernel.play import new_playthrough, play_out
from bocage.rules.kernel.registry import find_game, house_games
from bocage.rules.squad.drawn import EXAMPLES

#: Variants that are played besides the usual game.
OF_ONE: dict[str, list[dict[str, Any]]] = {
    "omaha": [{"squad_track": 8, "nest_side": "random", "mines_under_open": True}],
    "zombies": [{"rescue": 2, "equal_kills": True, "simple_breakdowns": True}],
}
OF_TWO: dict[str, list[dict[str, Any]]] = {
    "squad": [
        {"variant": "flanking"},
        {"variant": "map", "squads_per_seat": 3},
        {"variant": "map", "terrain": "drawn", "map": EXAMPLES[0], "home_edge": "west"},
    ],
    "company_commander": [{"commander": True, "support": "sum"}],
}
#: PettingZoo says so of every environment whose observations have a mask, but for its own.
MASKED = (
    "ignore:Observation space for each agent probably should be:UserWarning",
    "ignore:Observation is not a NumPy array:UserWarning",
)


def of(seats: int) -> list[Any]:
    return [
        pytest.param(game.id, options, id=" ".join([game.id, *options]))
        for game in house_games()
        if game.seats == seats
        for options in ({}, *(OF_ONE | OF_TWO).get(game.id, []))
    ]


def module(game: str) -> Module:
    found: Module = getattr(bocage.rl, f"{game}_v{find_game(game).rules}")
    return found


def solo(game: str, **options: Any) -> Any:
    return gymnasium.make(environment_id(game, find_game(game).rules), **options)


@pytest.mark.parametrize(("game", "options"), of(1))
def test_gymnasium_finds_nothing_wrong(game: str, options: dict[str, Any]) -> None:
    check_env(solo(game, **options).unwrapped)
    check_env(solo(game, render_mode="ansi", **options).unwrapped)


@pytest.mark.parametrize(("game", "options"), of(2))
@pytest.mark.filterwarnings(*MASKED)
def test_pettingzoo_finds_nothing_wrong(game: str, options: dict[str, Any]) -> None:
    api_test(module(game).env(**options), num_cycles=200)
    seed_test(lambda: module(game).env(**options), num_cycles=100)
    render_test(lambda **mode: module(game).env(**mode, **options))


def random_step(env: Any, rng: Random) -> int:
    """Play a random legal action; its number."""
    mask = env.observe(env.agent_selection)["action_mask"]
    number = rng.choice(np.flatnonzero(mask).tolist())
    env.step(number)
    return int(number)


@pytest.mark.parametrize("game", ["squad", "company_commander"])
def test_what_one_seat_wins_the_other_loses(game: str) -> None:
    env = module(game).raw_env()
    rng = Random(1)
    for seed in range(4):
        env.reset(seed=seed)
        while not any(env.terminations.values()):
            assert set(env.rewards.values()) == {0}
            random_step(env, rng)
        assert sorted(env.rewards.values()) in ([-1, 1], [0, 0])
        assert not env.observe(env.agents[0])["action_mask"].any()


def test_a_match_is_cut_off_after_so_many_actions() -> None:
    env = module("squad").raw_env(max_cycles=5)
    env.reset(seed=3)
    rng = Random(3)
    for _ in range(5):
        assert not any(env.truncations.values())
        random_step(env, rng)
    assert all(env.truncations.values())
    assert not any(env.terminations.values())


def test_the_selected_agent_alone_has_legal_actions() -> None:
    env = module("squad").raw_env()
    env.reset(seed=5)
    other = next(agent for agent in env.agents if agent != env.agent_selection)
    assert env.observe(env.agent_selection)["action_mask"].any()
    assert not env.observe(other)["action_mask"].any()


def test_illegal_action_loses_behind_guards_and_raises_without() -> None:
    env = module("company_commander").env()
    env.reset(seed=1)
    mover = env.agent_selection
    illegal = int(np.argmin(env.observe(mover)["action_mask"]))
    with pytest.raises(RefusedError):
        env.unwrapped.step(illegal)
    env.step(illegal)
    assert env.rewards[mover] == -1


def test_an_illegal_action_ends_a_solo_match() -> None:
    env = solo("omaha")
    _, info = env.reset(seed=1)
    _, reward, over, _, info = env.step(int(np.argmin(info["action_mask"])))
    assert (reward, over, info["illegal"]) == (-1, True, True)


def test_state_shows_what_no_seat_sees() -> None:
    env = module("squad").raw_env()
    env.reset(seed=2)
    hands = env.setting.layout.plane("squads.*.hand.*")

    def cards(array: Any) -> int:
        return int(hands.of(array).sum())

    seen = [cards(env.observe(agent)["observation"]) for agent in env.agents]
    assert min(seen) > 0
    assert cards(env.state()) == sum(seen)


@pytest.mark.parametrize("game", ["squad", "zombies"])
def test_a_match_has_the_dice_of_its_key(game: str) -> None:
    begun = new_playthrough(find_game(game), "same dice", usual=True)
    end = play_out(begun)
    setting = Setting(game)
    episode = Episode(setting, hashlib.sha256(b"same dice").digest())
    for action in begun.actions:
        episode.play(setting.vocabulary.number(action))
    assert episode.decision is None
    assert setting.game.pack(episode.state) == setting.game.pack(end)


def test_an_agent_gets_the_document_that_a_client_gets() -> None:
    env = module("squad").raw_env(variant="map")
    env.reset(seed=1)
    seat = env.episode.turn
    document = env.document(env.agent_selection)
    assert (document["game"], document["turn"], document["options"]["variant"]) == ("squad", seat, "map")
    assert {"hand" in squad for squad in document["table"]["squads"].values()} == {True, False}
    assert len(env.episode.actions()) == len(env.episode.legal)


def test_what_happened_is_told_as_each_seat_hears_it() -> None:
    setting = Setting("squad")
    episode = Episode(setting, bytes(32))
    mine, theirs = ({e for e in episode.events(seat) if type(e).__name__ == "Dealt"} for seat in (0, 1))
    assert len(mine) == len(theirs) == 2
    assert mine.isdisjoint(theirs)
    assert episode.events(0, since=len(episode.told)) == []


@pytest.mark.parametrize(
    ("game", "options"), [("omaha", {"squad_track": 9}), ("omaha", {"wind": True}), ("squad", {"rows": 7})]
)
def test_options_that_a_game_does_not_offer_are_an_error(game: str, options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="no such options"):
        Setting(game, options=options)


def test_game_is_found_by_its_kind_of_environment() -> None:
    with pytest.raises(ValueError, match="squad_v1"):
        SoloEnv("squad")
    with pytest.raises(AttributeError):
        _ = bocage.rl.omaha_v1
    with pytest.raises(AttributeError):
        _ = bocage.rl.squad_v99


def test_seat_options_are_those_of_the_seat() -> None:
    env = module("squad").raw_env(seats=[{"nation": "uk"}, {"nation": "jp"}])
    env.reset(seed=1)
    assert env.episode.state.nations == ("uk", "jp")


def test_human_mode_prints(capsys: pytest.CaptureFixture[str]) -> None:
    env = solo("zombies", render_mode="human")
    _, info = env.reset(seed=1)
    assert "Tank in Carentan" in capsys.readouterr().out
    env.step(int(np.argmax(info["action_mask"])))
    assert "Tank in Carentan" in capsys.readouterr().out
    assert env.render() is None
    assert "Tank in Carentan" in capsys.readouterr().out


def arrays_of(batch: Batch) -> list[Any]:
    return [batch.observations, batch.masks, batch.turns, batch.rewards, batch.over]


@pytest.mark.parametrize(("game", "options"), [*of(1), *of(2)])
def test_a_batch_shows_each_match_as_if_it_were_alone(game: str, options: dict[str, Any]) -> None:
    batch = Batch(game, 3, **options)
    arrays = [id(one) for one in arrays_of(batch)]
    batch.reset(seed=7)
    rng = Random(7)
    ended = 0
    for _ in range(150):
        over = batch.over.copy()
        batch.step([rng.choice(batch.legal(at) or [0]) for at in range(batch.count)])
        for at, episode in enumerate(batch.episodes):
            seen = np.zeros(batch.setting.layout.size, np.float32)
            episode.encode(seen.data, max(0, episode.turn))
            assert np.array_equal(batch.observations[at], seen)
            assert np.flatnonzero(batch.masks[at]).tolist() == sorted(episode.legal)
            assert batch.turns[at] == episode.turn
            assert batch.rewards[at].tolist() == episode.rewards()
            assert batch.over[at] == (episode.turn < 0)
            if over[at]:
                assert episode.steps == 0
        ended += int(over.sum())
    assert [id(one) for one in arrays_of(batch)] == arrays
    assert ended or find_game(game).seats == 2


def test_a_vector_environment_copies_unless_told_not_to() -> None:
    copied = gymnasium.make_vec("Bocage/Omaha-v1", num_envs=4, vectorization_mode="vector_entry_point")
    shared = gymnasium.make_vec("Bocage/Omaha-v1", num_envs=4, vectorization_mode="vector_entry_point", copy=False)
    for env, same in ((copied, False), (shared, True)):
        first, info = env.reset(seed=1)
        later, *_ = env.step(info["action_mask"].argmax(axis=1))
        assert (first is later) is same
        assert first in env.observation_space

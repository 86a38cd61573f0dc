"""The tutorial learns something: a tenth of it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from bocage.rl import learn_omaha
from bocage.rl.episode import Episode, Setting
from bocage.rl.learn_omaha import UPDATES, evaluate, strategy, train


def test_a_tenth_of_the_tutorial_plays_better_than_chance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    network = train(UPDATES // 10, seed=1, say=said.append)
    assert [line.partition(":")[0] for line in said] == ["update 25"]
    by_chance, learned = evaluate(None, 300, seed=2), evaluate(network, 300, seed=2)
    assert by_chance.points < 30
    assert learned.points > 60
    assert learned.won > by_chance.won

    # What was written plays at a table.
    monkeypatch.setattr(learn_omaha, "FILE", tmp_path / "omaha.npz")
    np.savez(learn_omaha.FILE, **network.weights)
    learn_omaha._trained.cache_clear()
    episode, choose = Episode(Setting("omaha"), bytes(32)), strategy(network)
    while episode.decision is not None:
        actions = episode.actions()
        chosen = learn_omaha.play(episode.document(0), actions)
        assert chosen == choose(episode.document(0), actions)
        episode.play(episode.legal[actions.index(chosen)])

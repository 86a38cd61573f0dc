"""Positions as text and as SVG."""

from __future__ import annotations

from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from bocage.rl import Episode, Setting
from bocage.rl.render import svg, text
from bocage.rules.dice import Dice
from bocage.rules.kernel import Game
from bocage.rules.kernel.play import key_of
from tests.rl.test_environments import of

SVG = "{http://www.w3.org/2000/svg}"


def of_one_match(game: str, options: dict[str, Any], steps: int) -> Any:
    """Every position of a random match, the last one included; valid until the next one is asked for."""
    episode = Episode(Setting(game, options=options), bytes(32))
    rng = Random(1)
    while episode.decision is not None and episode.steps < steps:
        yield episode
        episode.play(rng.choice(episode.legal))
    yield episode


@pytest.mark.parametrize(("game", "options"), [*of(1), *of(2)])
def test_a_drawing_has_the_board_and_the_text(game: str, options: dict[str, Any]) -> None:
    drawings = set()
    for episode in of_one_match(game, options, 60):
        root = ElementTree.fromstring(svg(episode))
        drawings.add(svg(episode))
        said = [line.text or "" for line in root.iter(f"{SVG}text")]
        assert " ".join(" ".join(said).split()) == " ".join(text(episode).split())
        is_drawn = type(episode.setting.game).picture is not Game.picture
        assert (len([*root.iter(f"{SVG}path")]) > 3) is is_drawn
        lowest = max(float(line.get("y", "0")) for line in root.iter(f"{SVG}text"))
        assert lowest < float(root.get("viewBox", "").split()[3])
    assert len(drawings) > 3


@pytest.mark.parametrize(("game", "options"), [*of(1), *of(2)])
def test_drawings_are_alike_in_worlds_that_look_alike(game: str, options: dict[str, Any]) -> None:
    different = 0
    for episode in of_one_match(game, options, 60):
        rules: Game[Any] = episode.setting.game
        other = episode.copy()
        seat = max(0, episode.turn)
        other.state = rules.resample(episode.state, seat, Dice(key_of("other world"), episode.steps + 1))
        different += rules.pack(other.state) != rules.pack(episode.state)
        assert svg(other) == svg(episode)
    assert different


def test_game_that_draws_no_board_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    episode = Episode(Setting("omaha"), bytes(32))
    monkeypatch.setattr(type(episode.setting.game), "picture", Game.picture)
    root = ElementTree.fromstring(svg(episode))
    assert [*root.iter(f"{SVG}path")] == []
    assert [*root.iter(f"{SVG}text")]

"""The small parts of the kernel: who is told what, contexts, packing, the registry."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from bocage.rules.dice import ScriptedDice
from bocage.rules.kernel import OPEN, PUBLIC, Context, Told, registry
from tests.all_games import GAMES
from tests.rules.toy import GAME, Swap, Swapped, Table, Toy


def test_everybody_is_told_the_public_part_but_those_named() -> None:
    told = Told(Swapped(1), {1: Swapped(1, "fox", "bear")})
    assert told.to(0) == told.to(PUBLIC) == Swapped(1)
    assert told.to(1) == told.to(OPEN) == Swapped(1, "fox", "bear")
    assert {Told(Swapped(0)).to(viewer) for viewer in (0, 1, PUBLIC, OPEN)} == {Swapped(0)}


def test_a_context_collects_what_is_told() -> None:
    ctx = Context(ScriptedDice())
    ctx.tell(Swapped(0))
    ctx.tell(Swapped(1), {1: Swapped(1, "fox")})
    assert ctx.events == [Told(Swapped(0)), Told(Swapped(1), {1: Swapped(1, "fox")})]


def test_apply_leaves_its_input_alone_and_reduce_does_not() -> None:
    state = Table(["whale"], [["fox"], ["wolf"]], [0, 0], [1, 1])
    step = GAME.apply(state, Swap("fox"), ScriptedDice([1]))
    assert state == Table(["whale"], [["fox"], ["wolf"]], [0, 0], [1, 1])
    GAME.reduce(state, Swap("fox"), Context(ScriptedDice([1])))
    assert state == step.state != Table(["whale"], [["fox"], ["wolf"]], [0, 0], [1, 1])


def test_a_state_survives_packing_and_copying() -> None:
    state = Table(["whale"], [["fox"], ["wolf"]], [2, 0], [1, 0], 1)
    assert GAME.unpack(GAME.pack(state)) == state
    copied = GAME.copy(state)
    assert copied == state
    copied.hands[0].append("mouse")
    assert state.hands == [["fox"], ["wolf"]]


def test_every_package_with_a_game_is_found() -> None:
    found = registry.all_games()
    assert [game.id for game in found] == sorted(game.id for game in found)
    folders = {path.parent.name for path in Path(registry.__file__).parents[1].glob("*/game.py")} - {"kernel"}
    assert folders
    assert folders <= {game.id for game in found}
    assert all(registry.find_game(game.id, game.rules) is game for game in found)


def test_games_from_elsewhere_can_be_added(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_extra", {})
    with pytest.raises(registry.UnknownGameError, match="'toy'"):
        registry.find_game("toy")
    registry.register(GAME)
    assert registry.find_game("toy") is GAME
    assert GAME in registry.all_games()


def test_older_rules_stay_playable(monkeypatch: pytest.MonkeyPatch) -> None:
    class NewToy(Toy):
        rules = 3

    new = NewToy()
    monkeypatch.setattr(registry, "_extra", {})
    registry.register(GAME)
    registry.register(new)
    assert registry.find_game("toy") is new
    assert registry.find_game("toy", 1) is GAME
    with pytest.raises(registry.UnknownGameError, match="rules version 2"):
        registry.find_game("toy", 2)


@pytest.fixture
def package(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """What stands for the package of a game; the list of games is read anew before and after."""
    stands_for = ModuleType(f"bocage.rules.{GAMES[0]}")
    monkeypatch.setitem(sys.modules, stands_for.__name__, stands_for)
    registry._house_rules.cache_clear()
    registry._all_rules.cache_clear()
    yield stands_for
    registry._house_rules.cache_clear()
    registry._all_rules.cache_clear()


def test_packages_name_their_older_rules(package: ModuleType) -> None:
    class OldToy(Toy):
        id = GAMES[0]

    class NewToy(OldToy):
        rules = 2

    package.GAME, package.OLDER_RULES = NewToy(), (OldToy(),)  # type: ignore[attr-defined]
    assert registry.find_game(GAMES[0], 1) is package.OLDER_RULES[0]
    assert registry.find_game(GAMES[0]).rules == 2


def test_game_not_named_after_its_folder_is_refused(package: ModuleType) -> None:
    package.GAME = GAME  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match=f"bocage.rules.{GAMES[0]} holds the game 'toy', not '{GAMES[0]}'"):
        registry.all_games()

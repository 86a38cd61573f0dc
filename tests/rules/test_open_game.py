"""The open game of docs/adding-a-game.md, exactly as printed: checked, played by bots and shown in the terminal."""

from __future__ import annotations

import asyncio
import importlib.util
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bocage.app import running
from bocage.bots import find_strategy
from bocage.cli import main
from bocage.cli.common import CommandError
from bocage.cli.new_game import write_open
from bocage.rules.kernel import OpenGame, registry
from bocage.rules.kernel.conformance import check_game
from bocage.sdk import MatchState, run_bot
from bocage.settings import Settings
from bocage.terminal.screen import Screen
from bocage.terminal.words import Words
from tests.e2e.players import sit_down
from tests.redis_server import RedisServer
from tests.rules.test_adding_a_game import OPEN_GAME

ID = "tic_tac_toe"


def loaded(path: Path, monkeypatch: pytest.MonkeyPatch) -> OpenGame[Any]:
    """The game in a file, as an import of it gives it."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, path.stem, module)
    spec.loader.exec_module(module)
    game: OpenGame[Any] = module.GAME
    return game


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> OpenGame[Any]:
    path = tmp_path / "printed_game.py"
    path.write_text(OPEN_GAME, encoding="utf-8")
    made = loaded(path, monkeypatch)
    monkeypatch.setitem(registry._extra, (made.id, made.rules), made)
    return made


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[RedisServer]:
    server = RedisServer(tmp_path / "redis")
    server.start()
    yield server
    server.stop()


def test_printed_game_has_at_most_sixty_lines() -> None:
    assert len(OPEN_GAME.splitlines()) <= 60


def test_printed_game_passes_the_kit(game: OpenGame[Any]) -> None:
    coverage = check_game(game, games=50)
    assert coverage.missing() == []


def test_house_asks_nothing_of_an_open_game(game: OpenGame[Any]) -> None:
    assert game in registry.all_games()
    assert game not in registry.house_games()
    assert game.lesson() is None


def test_half_translated_game_fails_the_kit(game: OpenGame[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    partly = type("Partly", (type(game),), {"words": game.words, "ja": {**game.words, "game.name": "三目並べ"}})()
    with pytest.raises(AssertionError, match="is not translated"):
        check_game(partly, games=1)


def test_view_that_differs_between_viewers_fails_the_kit(game: OpenGame[Any]) -> None:
    def view(self: Any, state: Any, viewer: int) -> dict[str, Any]:
        return {"cells": {**state.cells} if viewer == 0 else {}}

    with pytest.raises(AssertionError, match="both parts of a view"):
        check_game(type("Secret", (type(game),), {"view": view})(), games=1)


async def test_random_bots_play_a_match_that_the_terminal_shows(
    game: OpenGame[Any], redis: RedisServer, tmp_path: Path
) -> None:
    settings = Settings(host="127.0.0.1", port=0, data=str(tmp_path), redis=redis.url, bots="off", drain=0)
    ends: list[MatchState] = []
    async with running(settings) as node, asyncio.timeout(60):
        match, tokens = await sit_down([node.url, node.url], ID)
        async with asyncio.TaskGroup() as group:
            for seat, token in enumerate(tokens):
                strategy = find_strategy("random", ID, seat)
                group.create_task(run_bot(strategy, node.url, token=token, match=match, on_end=ends.append))
        node.hurry.set()
    assert [state.view["status"] for state in ends] == ["ended", "ended"]
    assert ends[0].view["outcome"]["reason"] in ("row", "full")
    for lang in ("en", "ja"):
        lines = Screen(Words(lang, game.text[lang], game.presentation.flags), {}).table(ends[0].view)
        assert lines[0].startswith("Cells")
        marks = re.findall(r"[abc][123] [XO]", lines[0])
        assert len(marks) == len(ends[0].view["table"]["cells"]) >= 5


def test_new_open_game_is_the_printed_one_in_a_distribution(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new-game", "--open", ID]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"{ID}/bocage_{ID}.py",
        f"{ID}/pyproject.toml",
        f"{ID}/test_bocage_{ID}.py",
    ]
    assert (tmp_path / ID / f"bocage_{ID}.py").read_text(encoding="utf-8") == OPEN_GAME
    project = (tmp_path / ID / "pyproject.toml").read_text(encoding="utf-8")
    assert f'{ID} = "bocage_{ID}"' in project
    assert 'name = "bocage_tic_tac_toe"' in project
    assert "<<" not in project


def test_new_open_game_of_another_id_passes_the_kit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = write_open(tmp_path, "nim")
    assert paths[0] == tmp_path / "nim" / "bocage_nim.py"
    made = loaded(paths[0], monkeypatch)
    assert (made.id, made.text["ja"]["game.name"]) == ("nim", "Nim")
    check_game(made, games=20)


@pytest.mark.parametrize(
    ("name", "said"), [("Nim", "an id is small letters"), ("squad", "there is a game squad already")]
)
def test_new_open_game_refuses_an_unusable_id(name: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=said):
        write_open(tmp_path, name)
    assert list(tmp_path.iterdir()) == []


def test_new_open_game_overwrites_nothing(tmp_path: Path) -> None:
    write_open(tmp_path, "nim")
    with pytest.raises(CommandError, match=r"bocage_nim\.py is there already"):
        write_open(tmp_path, "nim")

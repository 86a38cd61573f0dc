"""Every moment of a game can be put into lines, for every viewer, in both languages."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bocage.cli.recording import LocalRecording
from bocage.rules.kernel.registry import find_game
from bocage.terminal import generic
from bocage.terminal.layouts import MODULES
from bocage.terminal.screen import Screen
from bocage.terminal.words import Words
from tests.all_games import GAMES
from tests.cli.stored import play_out

CASES: list[Any] = [
    *((game, None) for game in GAMES),
    ("squad", {"variant": "flanking"}),
    ("squad", {"variant": "map"}),
    pytest.param("company_commander", {"commander": True}, marks=pytest.mark.long),
]
#: What a forgotten word looks like: the bare key, or an id with an underscore.
BARE = re.compile(r"\b[a-z]+\.[a-z]\w*|\w_\w|[{}]")


@pytest.mark.parametrize(("game_id", "options"), CASES, ids=str)
async def test_every_moment_has_words(game_id: str, options: Any) -> None:
    game = find_game(game_id)
    screens = [Screen(Words(lang, game.text[lang], game.presentation.flags), game.facts()) for lang in ("en", "ja")]
    recording = LocalRecording(play_out(game_id, 3, options))
    for viewer in range(-2, game.seats):
        for moment in (await recording.moments(viewer))[::7]:
            for screen in screens:
                lines = screen.head("m", moment.seq, moment.view, viewer, 0) + screen.table(moment.view)
                assert lines
                assert [line for line in lines if BARE.search(line)] == []
                assert all(line == line.rstrip() and "\n" not in line for line in lines)


@pytest.mark.parametrize("game_id", sorted(MODULES))
async def test_a_game_without_a_layout_is_shown_field_by_field(game_id: str) -> None:
    words = Words("en", find_game(game_id).text["en"])
    moment = (await LocalRecording(play_out(game_id, 4)).moments(-2))[8]
    lines = generic.lines(moment.view["table"], words)
    text = "\n".join(lines)
    shown = [key for key, value in moment.view["table"].items() if value not in ({}, [], "", False)]
    assert all(words.label(key) in text for key in shown)
    assert "{" not in text


@pytest.mark.parametrize("game_id", sorted(MODULES))
def test_the_words_of_a_layout_are_there_in_both_languages(game_id: str) -> None:
    words = getattr(MODULES[game_id], "WORDS", {"en": {}, "ja": {}})
    assert words["en"].keys() == words["ja"].keys()
    assert [text for texts in words.values() for text in texts.values() if not text.strip()] == []

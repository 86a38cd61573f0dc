"""Every card and counter that a client names can be explained, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from service.games.kernel import Game
from service.games.kernel.registry import house_games

ENDS: dict[str, str] = {"en": ".", "ja": "。"}
GAMES = house_games()


def names(text: Mapping[str, str]) -> list[str]:
    """The names of cards and counters; what has a hole in it is a label."""
    return [
        key
        for key, words in text.items()
        if key.startswith(("card.", "counter.")) and not key.endswith(".help") and "{" not in words
    ]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize("language", ENDS)
def test_every_card_and_counter_has_a_help_of_whole_sentences(game: Game[Any], language: str) -> None:
    text = game.text[language]
    assert len(names(text)) >= 10
    assert [key for key in names(text) if not text.get(f"{key}.help", "").endswith(ENDS[language])] == []

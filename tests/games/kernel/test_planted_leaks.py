"""The kit finds what leaks in any of many ways, in the number of games that it plays by itself."""

from __future__ import annotations

import re
from typing import Any

import pytest

from service.games.kernel.conformance import check_game, repeat_game
from tests.games.kernel.planted import PLANTED, Told
from tests.games.kernel.sortie import GAME


def test_the_game_without_mistakes_passes() -> None:
    coverage = check_game(GAME)
    assert coverage.missing() == coverage.uncompared() == coverage.notes == []


@pytest.mark.parametrize(("game", "said"), PLANTED, ids=[type(game).__name__ for game, _ in PLANTED])
def test_a_planted_mistake_is_found(game: Any, said: str) -> None:
    with pytest.raises(AssertionError, match=re.escape(said)):
        check_game(game)


def test_a_choice_that_is_told_is_repeated_by_its_line() -> None:
    with pytest.raises(AssertionError) as caught:
        check_game(Told())
    line = re.search(r"repeat_game\(GAME, '(.*)'\)", str(caught.value))
    assert line
    with pytest.raises(AssertionError, match="which of both was chosen"):
        repeat_game(Told(), line[1])
    repeat_game(GAME, line[1])

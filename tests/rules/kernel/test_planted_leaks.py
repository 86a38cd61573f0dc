"""The kit finds what leaks in any of many ways, in the number of games that it plays by itself."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bocage.rules.kernel import OPEN, Context, Told
from bocage.rules.kernel.conformance import check_game, repeat_game
from tests.rules.kernel.planted import PLANTED
from tests.rules.kernel.planted import Told as TellsAll
from tests.rules.kernel.sortie import GAME, Field, Laid, Sortie


def test_the_game_without_mistakes_passes() -> None:
    coverage = check_game(GAME)
    assert coverage.missing() == coverage.uncompared() == coverage.notes == []


@pytest.mark.parametrize(("game", "said"), PLANTED, ids=[type(game).__name__ for game, _ in PLANTED])
def test_a_planted_mistake_is_found(game: Any, said: str) -> None:
    with pytest.raises(AssertionError, match=re.escape(said)):
        check_game(game)


def test_a_choice_that_is_told_is_repeated_by_its_line() -> None:
    with pytest.raises(AssertionError) as caught:
        check_game(TellsAll())
    line = re.search(r"repeat_game\(GAME, '(.*)'\)", str(caught.value))
    assert line
    with pytest.raises(AssertionError, match="which of both was chosen"):
        repeat_game(TellsAll(), line[1])
    repeat_game(GAME, line[1])


class Arrives(Sortie):
    """Where the mine lies is told to open hands alone."""

    def fill(self, state: Field, ctx: Context) -> None:
        super().fill(state, ctx)
        ctx.tell(Laid(0), {OPEN: Laid(0, "mines", state.mine)})


def test_what_is_told_to_open_hands_alone_is_no_leak() -> None:
    assert Told(Laid(0), {OPEN: Laid(1)}).to(OPEN) == Laid(1)
    assert Told(Laid(0), {OPEN: Laid(1)}).to(0) == Laid(0)
    assert check_game(Arrives()).uncompared() == []

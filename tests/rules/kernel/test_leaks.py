"""The leak test sees leaks of every kind in a game that reveals and rolls anew; and its excuses must be true."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bocage.rules import kernel
from bocage.rules.dice import Chance
from bocage.rules.kernel import Context
from bocage.rules.kernel.conformance import check_game, repeat_game
from tests.rules.bluff import GAME, Bluff, Cups
from tests.rules.leaky_bluffs import LEAKY, NextDice, Setup, with_words


def test_leakless_game_passes_with_everything_compared() -> None:
    coverage = check_game(GAME, games=20, seed=1, deep=3)
    assert coverage.uncompared() == []
    assert {
        "setup.rolled",
        "setup.rolled (private)",
        "event.rolled (private)",
        "event.lost",
    } <= coverage.told.keys()
    assert coverage.compared["event.rolled"] > 20
    assert coverage.compared["setup.rolled (private)"] > 20


@pytest.mark.parametrize(
    ("game", "said"), LEAKY, ids=lambda value: type(value).__name__ * (not isinstance(value, str))
)
def test_a_leak_is_seen(game: Bluff, said: str) -> None:
    with pytest.raises(AssertionError, match=re.escape(said)):
        check_game(game, games=40, seed=3, deep=3)


@pytest.mark.parametrize("game", [Setup(), NextDice()], ids=["at setup", "after a step"])
def test_a_leak_is_repeated_by_the_line_that_is_printed(game: Bluff) -> None:
    with pytest.raises(AssertionError, match="LEAK") as caught:
        check_game(game, games=40, seed=3)
    line = re.search(r"repeat_game\(GAME, '(.*)'\)", str(caught.value))
    assert line
    with pytest.raises(AssertionError, match="LEAK"):
        repeat_game(game, line[1])
    repeat_game(GAME, line[1])


class Laid(kernel.Event, frozen=True, tag="laid"):
    pile: tuple[int, ...]


class Ends(Bluff):
    """In the end all that is hidden is told, and shown; no other world can be told the same."""

    Events = Bluff.Events | Laid
    text = with_words(event__laid="outcome.no_dice")

    def reduce(self, state: Cups, action: Any, ctx: Context) -> None:
        super().reduce(state, action, ctx)
        if not all(state.cups):
            ctx.tell(Laid(tuple(state.pile)))

    def view(self, state: Cups, viewer: int) -> dict[str, Any]:
        seen = super().view(state, viewer)
        return seen if all(state.cups) else seen | {"shown": [*seen["shown"], list(state.pile)]}

    def resample(self, state: Cups, viewer: int, dice: Chance) -> Cups:
        return super().resample(state, viewer, dice) if all(state.cups) else self.copy(state)


@pytest.mark.long
def test_uncompared_parts_need_true_excuses() -> None:
    with pytest.raises(AssertionError, match=r"never compared by the leak test: \['event.laid'\]"):
        check_game(Ends(), games=10, seed=1)
    check_game(Ends(), games=10, seed=1, uncompared={"event.laid": "it lays everything open"})
    with pytest.raises(AssertionError, match=r"\['event.bidden'\] were compared"):
        check_game(GAME, games=10, seed=1, uncompared={"event.bidden": "shy"})
    with pytest.raises(AssertionError, match=r"uncompared names \['event.sung'\]"):
        check_game(GAME, games=10, seed=1, uncompared={"event.sung": "silent"})
    with pytest.raises(AssertionError, match=r"event\.bidden is excused without a reason"):
        check_game(GAME, games=10, seed=1, uncompared={"event.bidden": " "})

"""What a report asks of the game that it plays, move by move. That game goes on for as long as it is told."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from bocage.cli.common import CommandError
from bocage_tools.report.games import play_game
from tests.cli.calls import Calls


class Long:
    """Ends after so many decisions of its first seat."""

    id = "long"

    def __init__(self, decisions: int) -> None:
        self.left = decisions
        self.begun: Any = None

    def setup(self, options: object, seats: object, dice: object) -> Any:
        self.begun = (options, seats, dice)
        return SimpleNamespace(state=self, events=[])

    def decision(self, state: object) -> Any:
        return SimpleNamespace(seat=0, kind="turn", actions=("go",)) if self.left else None

    def reduce(self, state: object, action: object, context: object) -> None:
        self.left -= 1

    def outcome(self, state: object) -> Any:
        return SimpleNamespace(winners=(0,), reason="tired")

    def turns(self, state: object) -> int | None:
        return None

    def facets(self, state: object) -> dict[str, str]:
        return {"side": "a"}


@pytest.fixture
def began(monkeypatch: pytest.MonkeyPatch) -> Calls:
    """Begins a game; its dice are their numbers."""
    began = Calls(SimpleNamespace(options="options", seats="seats", dice=lambda number: number))
    monkeypatch.setattr("bocage.rules.kernel.play.new_playthrough", began)
    return began


def test_a_game_begins_as_usual_with_the_dice_of_no_decision(began: Calls) -> None:
    game, chosen = cast(Any, Long(3)), cast(Any, "chosen")
    played = play_game(game, "s/4", chosen, [None])
    assert began.only == ((game, "s/4", "chosen"), {"usual": True})
    assert game.begun == ("options", "seats", 0)
    assert (played.winners, played.reason, played.decisions, played.turns) == ((0,), "tired", 3, -1)
    assert played.facets == {"side": "a"}


def test_a_game_may_be_as_long_as_this_and_no_longer(began: Calls) -> None:
    assert play_game(cast(Any, Long(100_000)), "s", cast(Any, None), [None]).decisions == 100_000
    with pytest.raises(CommandError, match=r"^long, game 's': no end after 100000 decisions$"):
        play_game(cast(Any, Long(100_001)), "s", cast(Any, None), [None])

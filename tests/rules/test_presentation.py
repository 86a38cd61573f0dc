"""Each game's presentation names what is there, and its averages are those of the dice."""

from __future__ import annotations

from math import sqrt
from statistics import mean, stdev
from typing import Any

import msgspec
import pytest

from bocage.protocol.presentation import (
    Average,
    Brought,
    Flag,
    Group,
    Lead,
    Mark,
    Panel,
    Presentation,
    Roll,
    Shape,
    Window,
)
from bocage.rules.kernel import OPEN, Game
from bocage.rules.kernel.conformance.moment import BrokenError
from bocage.rules.kernel.conformance.presentation import check_presentation
from bocage.rules.kernel.play import new_playthrough
from bocage.rules.kernel.registry import house_games
from tests.rules.luck import luck
from tests.rules.toy import Toy

GAMES = pytest.mark.parametrize("game", house_games(), ids=lambda game: game.id)


@GAMES
def test_everything_that_the_presentation_names_is_there(game: Game[Any]) -> None:
    check_presentation(game)


@GAMES
def test_a_presentation_survives_the_wire(game: Game[Any]) -> None:
    sent = msgspec.json.encode(game.presentation)
    assert msgspec.json.decode(sent, type=Presentation) == game.presentation


@pytest.mark.long
@GAMES
def test_what_rolls_bring_is_on_average_what_the_table_says(game: Game[Any]) -> None:
    over = luck_of_games(game)
    rolls = ", ".join(roll.event for roll in game.presentation.rolls)
    if not rolls:
        # No roll is better or worse by itself: nothing is counted as luck.
        assert over == []
        return
    assert len(over) >= 40, (
        f"forty random games of {game.id} show {len(over)} of the rolls that "
        f"service/bocage/rules/{game.id}/presentation.py names ({rolls}): name those that are made, or none"
    )
    # Four times the error of a mean: one game in ten thousand would fail, and these games are always the same.
    assert abs(mean(over)) < 4 * stdev(over) / sqrt(len(over))


def luck_of_games(game: Game[Any]) -> list[float]:
    """What each roll of forty random games brought beyond its average."""
    over: list[float] = []
    for number in range(40):
        table = new_playthrough(game, f"luck/{number}", usual=True)
        state = game.setup(table.options, table.seats, table.dice(0)).state
        rng = table.chance(0, "luck")
        while (decision := game.decision(state)) is not None:
            action = decision.actions[rng.below(len(decision.actions))]
            table.actions.append(action)
            step = game.apply(state, action, table.dice(len(table.actions)))
            state = step.state
            for told in step.events:
                counted = luck(game.presentation, msgspec.to_builtins(told.public), game.view(state, OPEN))
                if counted is not None:
                    seat, brought, average = counted
                    assert 0 <= seat < game.seats
                    over.append(brought - average)
    return over


@pytest.mark.parametrize(
    ("shown", "said"),
    [
        (Presentation(goal="game.purpose"), "text['en'] has no 'game.purpose'"),
        (Presentation(emblem=(Shape("line"),)), "needs either a path or a text"),
        (Presentation(minutes=30, minutes_most=20), "a long game takes more minutes"),
        (Presentation(minutes_most=20), "a long game takes more minutes"),
        (Presentation(windows=(Window("night", "play"),)), "the decision 'night', which the game does not have"),
        (Presentation(windows=(Window("turn", "pass"),)), "passed by 'pass', which is no action"),
        (
            Presentation(windows=(Window("turn", "play"),) * 2, ends=("play",)),
            "the window 'turn' stands there twice",
        ),
        (
            Presentation(windows=(Window("turn", "play"),)),
            "'play' passes the window 'turn', but is not among the ends",
        ),
        (Presentation(launches=("play",)), "'play' is launched, but is not among the ends"),
        (Presentation(phases=("play",)), "'play' ends a phase, but is not among the ends"),
        (Presentation(whole=("play",)), "'play' is part of a whole, but no figure"),
        (Presentation(foremost=("play",)), "'play', asked first, is no option"),
        (Presentation(ends=("rest",)), "a step is ended by 'rest', which is no action"),
        (Presentation(groups=(Group("rest", "group.rest"),)), "a group holds 'rest', which is no action"),
        (Presentation(groups=(Group("play", "game.goal", ("where",)),)), "the action 'play' has no field 'where'"),
        (Presentation(flags=(Flag("seat", "tired", "flag.tired"),)), "text['ja'] has no 'flag.tired'"),
        (Presentation(marks=(Mark("rested", "turn"),)), "the event 'rested', which the game does not have"),
        (Presentation(marks=(Mark("played", "loss", "kills"),)), "the event 'played' has no field 'kills'"),
        (Presentation(marks=(Mark("played", "turn", number="round", last=9),)), "has no field 'round'"),
        (Presentation(marks=(Mark("played", "turn", number="die", cap="most"),)), "'most', which is no option"),
        (Presentation(marks=(Mark("played", "turn", last=9),)), "needs both a field and a number or an option"),
        (Presentation(lead=Lead("points")), "the lead names 'points', which the view does not have"),
        (
            Presentation(rolls=(Roll("played", Brought("die", "number"), Average({"x": 3.5}, plus=("mods",))),)),
            "the event 'played' has no field 'mods'; the averages of 'played' are found by numbers",
        ),
        (
            Presentation(rolls=(Roll("played", Brought("die", "number"), Average({"0": 3.5}), who="seat"),)),
            "needs both a field and a number of letters",
        ),
        (Presentation(panels=(Panel("map", "places"),)), "a panel names 'map', which the view does not have"),
        (Presentation(panels=(Panel("hands", "cards", values="unit"),)), "names texts 'unit'"),
    ],
)
def test_what_is_not_there_is_said(shown: Presentation, said: str) -> None:
    class Shown(Toy):
        presentation = shown

    with pytest.raises(BrokenError) as broken:
        check_presentation(Shown())
    assert said in str(broken.value)

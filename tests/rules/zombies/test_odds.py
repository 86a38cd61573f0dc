"""The odds of a roll or an action are what the rules then do, on every face of the die."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bocage.rules.dice import Dice, ScriptedDice
from bocage.rules.kernel import Event, Figure, Seen
from bocage.rules.zombies import GAME
from bocage.rules.zombies import actions as act
from bocage.rules.zombies import events as ev
from bocage.rules.zombies import figures as fig
from bocage.rules.zombies.data import EVENT, INFANTRY, STRENGTH, TURNS
from bocage.rules.zombies.state import State
from bocage.rules.zombies.tank import benefits
from tests.rules.odds_truth import Asked, Tally, asked
from tests.rules.zombies.policies import SCOUT, SHOOT
from tests.rules.zombies.scene import scene

FACES = range(1, 7)


@pytest.fixture(scope="module")
def moments() -> list[Asked]:
    return [
        moment for number in range(60) for moment in asked(GAME, f"odds/{number}", SCOUT if number % 2 else SHOOT)
    ]


def _after(state: State, action: Any, face: int) -> list[Event]:
    """What the first die, showing ``face``, leads to; later dice are others."""
    return [one.public for one in GAME.apply(state, action, ScriptedDice([face], Dice(b"later", face))).events]


def _faces(state: State, action: Any, happens: Callable[[list[Event]], bool]) -> tuple[int, int]:
    return sum(happens(_after(state, action, face)) for face in FACES), 6


def _told(figures: list[Any], kind: type[Figure]) -> Any:
    return next((figure for figure in figures if type(figure) is kind), None)


def _tells(kind: type[Event]) -> Callable[[list[Event]], bool]:
    return lambda events: any(type(event) is kind for event in events)


def test_a_roll_does_on_every_face_what_was_told(moments: list[Asked]) -> None:
    strikes = 0
    last: set[bool] = set()
    for moment in moments:
        if moment.decision.kind != "roll":
            continue
        question, state = moment.odds.question, moment.state
        first = [_after(state, act.ROLL, face)[0] for face in FACES]
        assert all(isinstance(event, ev.ApRolled) for event in first)
        assert _told(question, fig.TurnEnds).chance == (sum(not event.ap for event in first), 6)  # type: ignore[attr-defined]
        assert _told(question, fig.CounterattackOdds).chance == (sum(event.steps > 0 for event in first), 6)  # type: ignore[attr-defined]
        assert _told(question, fig.TurnEnds).last == (state.turn == TURNS)
        for kind, happens in ((fig.StrikeOdds, _tells(ev.Struck)), (fig.OverrunOdds, _tells(ev.Overrun))):
            told = _told(question, kind)
            if state.zombies:
                assert (told.chance if told else (0, 6)) == _faces(state, act.ROLL, happens)
            else:
                assert told is None  # a counter that nobody knows is turned up
            strikes += told is not None
        struck, destroyed = _told(question, fig.StrikeOdds), _tells(ev.TankDestroyed)
        if struck:
            assert struck.faces == tuple(face for face in FACES if _tells(ev.Struck)(_after(state, act.ROLL, face)))
            ends = any(destroyed(_after(state, act.ROLL, face)) for face in FACES)
            assert struck.destroys == ends
            last.add(ends)
    assert strikes > 100
    assert last == {False, True}


def test_attacks_and_repairs_succeed_on_as_many_faces_as_told(moments: list[Asked]) -> None:
    met: set[type[Any]] = set()
    for moment in moments:
        for action, figures in zip(moment.decision.actions, moment.odds.actions, strict=False):
            match action:
                case act.Fire() | act.Ram():
                    attack = _told(figures, fig.Hit)
                    shots = [_after(moment.state, action, face)[0] for face in FACES]
                    assert attack.chance == (sum(shot.hit for shot in shots), 6)  # type: ignore[attr-defined]
                    assert {(shot.needs, shot.mods) for shot in shots} == {(attack.needs, attack.mods)}  # type: ignore[attr-defined]
                    breaks = _told(figures, fig.Breaks)
                    broken = ev.AmmoOut if isinstance(action, act.Fire) else ev.TrackBroken
                    assert (breaks.chance if breaks else (0, 6)) == _faces(moment.state, action, _tells(broken))
                case act.Repair():
                    # What it can be good for, which is asked when it has succeeded.
                    assert list(_told(figures, fig.Mends).what) == benefits(moment.state)
                    assert _told(figures, fig.Mends).chance == _faces(
                        moment.state,
                        action,
                        lambda events: events[0].success,  # type: ignore[attr-defined]
                    )
                case _:
                    continue
            met.add(type(action))
    assert met == {act.Fire, act.Ram, act.Repair}


def test_points_that_are_told_are_those_that_go(moments: list[Asked]) -> None:
    for moment in moments:
        for action, figures in zip(moment.decision.actions, moment.odds.actions, strict=False):
            cost = _told(figures, fig.Cost)
            if cost is None:
                assert isinstance(action, (act.End, act.Reveal, act.Decline))
            else:
                after = GAME.apply(moment.state, action, Dice(b"later", 1)).state
                assert after.ap == cost.left == moment.state.ap - cost.ap


def test_face_down_zombie_chance_holds(moments: list[Asked]) -> None:
    zombies, friends, events = Tally(), Tally(), Tally()
    for moment in moments:
        for action, figures in zip(moment.decision.actions, moment.odds.actions, strict=False):
            told = _told(figures, fig.IsZombie)
            if told is None:
                continue
            at = moment.state.tank if isinstance(action, act.Ram) else action.hex
            chance = moment.playthrough.chance(moment.number, f"worlds {action}")
            for _ in range(3):
                counter = GAME.resample(moment.state, 0, chance).face_down[at]
                zombies.count(told.chance, counter in STRENGTH)
                friend = _told(figures, fig.IsFriendly)
                friends.count(friend.chance if friend else (0, 1), counter not in (*STRENGTH, EVENT))
                event = _told(figures, fig.IsEvent)
                events.count(event.chance if event else (0, 1), counter == EVENT)
    zombies.check()
    friends.check()
    events.check()
    assert zombies.trials > 3_000


def test_driving_between_two_zombies_is_told_as_an_overrun() -> None:
    state = scene(ap=2, zombies={"z3": "causeway", "z4": "causeway"})
    decision = GAME.decision(state)
    assert decision is not None
    odds = GAME.odds(Seen(GAME.view(state, 0), state.options), decision)
    assert odds is not None
    figures = odds.actions[decision.actions.index(act.Move("causeway"))]
    assert figures == [fig.Cost(1, 1), fig.OverrunOdds((1, 1))]
    assert GAME.apply(state, act.Move("causeway"), ScriptedDice()).state.result is not None


def test_a_hit_that_would_fail_the_rescue_is_told() -> None:
    """Infantry that is still needed may lie face down; the shot says so, and what it would mean."""
    lost = 0
    for number in range(40):
        for moment in asked(GAME, f"rescue/{number}", SHOOT):
            for action, figures in zip(moment.decision.actions, moment.odds.actions, strict=False):
                if _told(figures, fig.IsZombie) is None or not isinstance(action, act.Fire | act.Ram):
                    continue
                at = moment.state.tank if isinstance(action, act.Ram) else action.hex
                told = _told(figures, fig.FailsRescue)
                if moment.state.face_down[at] != INFANTRY:
                    continue
                # The rest of the dice are sixes: whatever is hit is destroyed.
                step = GAME.apply(moment.state, action, ScriptedDice([6] * 9, Dice(b"later", number)))
                failed = step.state.result is not None and step.state.result.reason == "rescue_failed"
                assert failed == (told is not None)
                lost += failed
    assert lost > 10

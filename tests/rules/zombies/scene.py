"""Tables laid out by hand, and dice read out of a script, so that a test shows what it is about."""

from __future__ import annotations

from collections import Counter
from typing import Any, TypeVar

from bocage.rules.dice import ScriptedDice
from bocage.rules.kernel import Event, Step
from bocage.rules.zombies import GAME
from bocage.rules.zombies import actions as act
from bocage.rules.zombies.data import COUNTERS, CUTTER, INFANTRY, M8, STAR
from bocage.rules.zombies.options import Options
from bocage.rules.zombies.state import ACTING, AWAIT_ROLL, State

E = TypeVar("E", bound=Event)

#: A face-down counter at the edge of the map, so that the map is not clear.
FAR = {"liesville": "event"}


def scene(
    *,
    ap: int = 0,
    face_down: dict[str, str] | None = None,
    zombies: dict[str, str] | None = None,
    items: dict[str, str] | None = None,
    killed: tuple[str, ...] = (),
    aboard: int = 0,
    m8: bool = False,
    cutter: bool = False,
    marker: str = "",
    tank: str = STAR,
    options: Options | None = None,
    **fields: Any,
) -> State:
    """A table in the middle of a game. ``ap``: points to spend; 0: the player is to roll.

    Counters that are not mentioned are out of the game; the turn marker is one of them unless it is named.
    """
    face_down = FAR if face_down is None else face_down
    placed = Counter([*face_down.values(), *(zombies or {}), *(items or {}).values(), *killed])
    placed.update([INFANTRY] * aboard + [M8] * m8 + [CUTTER] * cutter + ([marker] if marker else []))
    rest = list((Counter(COUNTERS) - placed).elements())
    assert placed + Counter(rest) == Counter(COUNTERS), "a counter is there twice"
    if not marker:
        marker = rest.pop(rest.index("infantry") if "infantry" in rest else 0)
    state = State(
        stack=[AWAIT_ROLL, ACTING] if ap else [AWAIT_ROLL],
        result=None,
        options=options or Options(),
        turn=1,
        ap=ap,
        tank=tank,
        damaged=False,
        ammo_out=False,
        track_broken=False,
        m8=m8,
        cutter=cutter,
        aboard=aboard,
        killed=killed,
        zombies=dict(zombies or {}),
        items=dict(items or {}),
        face_down=dict(face_down),
        marker=marker,
        marker_shown=False,
        gone=tuple(rest),
    )
    for name, value in fields.items():
        setattr(state, name, value)
    GAME.assert_invariants(state)
    return state


def legal(state: State) -> list[Any]:
    """The legal actions; none when the game is over."""
    decision = GAME.decision(state)
    return decision.actions if decision else []


def kind(state: State) -> str:
    """What the player is asked; "" when the game is over."""
    decision = GAME.decision(state)
    return decision.kind if decision else ""


def reason(state: State) -> str:
    """How the game ended; "" while it goes on."""
    return state.result.reason if state.result else ""


def won(state: State) -> bool:
    return state.result is not None and state.result.winners == (0,)


def step(state: State, action: act.Actions, *faces: int) -> Step[State]:
    """One legal action with exactly these faces, in this order: draws of a shuffle are 1-based as well."""
    assert action in legal(state), f"{action} is not legal here"
    dice = ScriptedDice(faces)
    after = GAME.apply(state, action, dice)
    assert dice.left == 0, "a die was not rolled"
    GAME.assert_invariants(after.state)
    return after


def play(state: State, action: act.Actions, *faces: int) -> State:
    """The state after one legal action."""
    return step(state, action, *faces).state


def roll(state: State, *faces: int) -> State:
    """The state after a roll for action points."""
    return play(state, act.ROLL, *faces)


def told(after: Step[State], kind_: type[E]) -> list[E]:
    """The events of one kind that an action told."""
    return [one.public for one in after.events if isinstance(one.public, kind_)]


def verbs(state: State) -> set[type]:
    """Which verbs are legal."""
    return {type(action) for action in legal(state)}

"""The step of a turn that a view shows: the stack of an imagined state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from bocage.rules.dice import Chance
from bocage.rules.kernel import Decision, Seen, UnimaginableError
from bocage.rules.squad import events as ev
from bocage.rules.squad.actions import Attack, CommanderKilled, Conceal, Flank, Move, Objective
from bocage.rules.squad.data import KIND, OPEN_GROUND, RETURN, uses
from bocage.rules.squad.fire import attacks, targets
from bocage.rules.squad.state import (
    AttackStep,
    BarrierStep,
    EngineerStep,
    Frames,
    MineStep,
    MoveStep,
    Placement,
    PostMove,
    Roll,
    SetupTerrain,
    Squad,
    State,
    Turn,
)
from bocage.rules.squad.turn import SEQUENCE
from bocage.rules.squad.variants import ground_of

#: Decisions that are not the first step of their phase → number of the step.
_STEP = {"utility": 1, "smoke": 1, "covering_fire": 2, "discard": 1}
_PHASE = {phase.id: number for number, phase in enumerate(SEQUENCE)}
_ROLES: dict[str, type[Objective | Conceal | Flank]] = {"objective": Objective, "conceal": Conceal, "flank": Flank}


def rebuild_stack(state: State, seen: Seen, paid: str, barrier: str, dice: Chance) -> None:
    """Give ``state`` its stack and group. ``paid``, ``barrier``: the cards of a move under way.

    Anything not given by view, decision and events is any value that fits.
    """
    assert seen.owed is not None
    _Rebuilder(state, seen, seen.owed, dice).rebuild(paid, barrier)


class _Rebuilder:
    def __init__(self, state: State, seen: Seen, owed: Decision, dice: Chance) -> None:
        self.state = state
        self.seen = seen
        self.owed = owed
        self.dice = dice
        self.acting: str = seen.table["acting"]
        self.mine = owed.seat == seen.viewer

    def rebuild(self, paid: str, barrier: str) -> None:
        """See :func:`rebuild_stack`."""
        kind, state = self.owed.kind, self.state
        if kind == "placement":
            state.stack.append(Placement(self._unplaced()))
        elif kind == "setup_terrain":
            order = [f"{seat}.1" for seat in (state.first, 1 - state.first)]
            state.stack += [SetupTerrain(squad) for squad in reversed(order[order.index(self.acting) :])]
        else:
            phase = SEQUENCE[_PHASE[state.phase]]
            own = [squad.id for squad in state.of(state.active)]
            current = self._current(own) if state.options.activation == "squads" else ""
            state.group = (current,) if current else tuple(own)
            later = own[own.index(current) + 1 :] if current else ()
            state.stack[0] = Turn(_PHASE[phase.id] + 1, tuple((squad,) for squad in later))
            if phase.id == "movement":
                state.stack += [MoveStep(squad) for squad in reversed(self._movers())]
                state.stack += self._movement(paid, barrier)
                return
            order = [squad.id for squad in state.of(1 - state.active)] if phase.opponent else list(state.group)
            for squad in reversed(order[order.index(self.acting) + 1 :]):
                if phase.due(state, state.squads[squad]):
                    state.stack += phase.steps(squad)[::-1]
            steps = list(phase.steps(self.acting)[_STEP.get(kind, 0) :])
            steps[0] = self._first_step(steps[0])
            state.stack += reversed(steps)

    def _unplaced(self) -> tuple[str, ...]:
        state = self.state
        count = len(state.squads) // 2
        order = [f"{seat}.{number}" for number in range(1, count + 1) for seat in (state.first, 1 - state.first)]
        return tuple(squad for squad in order if state.squads[squad].hex < 0)

    def _current(self, own: Sequence[str]) -> str:
        """The squad of the active player that takes its phases alone (SQ-119)."""
        if self.acting in own:
            return self.acting
        if self.owed.kind == "barrier":
            return str(self.seen.table["move"]["squad"])
        if self.owed.kind == "mine":
            return self._mined()
        if declared := [squad for squad in own if self.state.squads[squad].declared]:
            return declared[0]
        for event in reversed(self.seen.events or ()):
            if isinstance(event, ev.Drew) and event.squad in own:
                return event.squad  # every squad draws when its phases begin
        return self.dice.pick([squad for squad in own if self._answers(squad)] or list(own))

    def _answers(self, squad: str) -> bool:
        """True if the Return Fire that is on offer is what that squad alone gives rise to."""
        self.state.group = (squad,)
        firer = self.state.squads[self.acting]
        aims = targets(self.state, firer, RETURN)
        offered = [action for action in self.owed.actions if isinstance(action, Attack)]
        return bool(aims) and (not self.mine or attacks(self.state, firer, RETURN, aims) == offered)

    def _first_step(self, frame: Frames) -> Frames:
        """The step that is on, with what it remembers."""
        if isinstance(frame, Roll):
            frame.priority = self.owed.seat
            frame.passes = self._passes(frame)
            played = self.seen.table["roll"]["cards"]
            frame.mods = (("cards", played),) if played else ()
        elif isinstance(frame, AttackStep):
            frame.chance = self._chance()
        return frame

    def _passes(self, frame: Roll) -> int:
        """True if the other seat has just passed: yes, unless it has just played, or nobody has done anything."""
        roller = self.state.squads[frame.squad].seat
        if self.seen.events is None:
            if not self.seen.table["roll"]["cards"]:
                return int(self.owed.seat != roller)
            return self.dice.below(2)
        for event in reversed(self.seen.events):
            if isinstance(event, (ev.MoraleChecked, ev.Rallied, ev.TurnStarted)):
                break
            if isinstance(event, ev.Modified) and event.target == frame.squad:
                return int(self.seat_of(event.squad) == self.owed.seat)
        return int(self.owed.seat != roller)

    def seat_of(self, squad: str) -> int:
        """The seat of a squad, in the game or not."""
        return int(squad[0])

    def _chance(self) -> str:
        """The squad whose commander may just have fallen (SQ-41)."""
        offered = [action.target for action in self.owed.actions if isinstance(action, CommanderKilled)]
        if offered or self.mine:
            return offered[0] if offered else ""
        last = [event for event in (self.seen.events or ())[-2:] if not isinstance(event, ev.PointManHit)]
        if last and isinstance(last[-1], ev.Attacked) and last[-1].squad == self.acting and last[-1].kills:
            target = self.state.squads.get(last[-1].target)
            if target is not None and not target.leaderless:
                return target.id
        return ""

    # Movement ---------------------------------------------------------------------------------------------

    def _movers(self) -> list[str]:
        """Squads that move after the one that is on."""
        squads = self.state.squads
        return [
            name
            for name in self.state.group
            if squads[name].declared and not (name == self.acting and self.owed.kind == "move")
        ]

    def _movement(self, paid: str, barrier: str) -> list[Frames]:
        match self.owed.kind:
            case "move":
                return [MoveStep(self.acting)]
            case "barrier":
                return [self._crossing(paid, self.acting)]
            case "engineer":
                owner = self._barrier_of()
                return [self._crossing(paid, owner), self._engineer(owner, barrier)]
            case "mine":
                return [MineStep(self.acting, self._mined())]
            case "post_move":
                return [self._post_move()]
        raise UnimaginableError(f"no {self.owed.kind} in the Movement Phase")

    def _crossing(self, paid: str, first: str) -> BarrierStep:
        """The move under way; guards before ``first`` have let it pass."""
        move = self._move(paid)
        guards = ground_of(self.state).guards(self.state, self.state.squads[move.squad], move)
        return BarrierStep(move.squad, move, guards[guards.index(first) :])

    def _move(self, paid: str) -> Move:
        shown: Mapping[str, Any] = self.seen.table["move"]
        if self.state.options.variant == "map":
            return Move(shown["squad"], to=shown["to"])
        return Move(shown["squad"], paid, "terrain" if paid else "open", shown["step"])

    def _barrier_of(self) -> str:
        """The squad that played the barrier."""
        for event in reversed(self.seen.events or ()):
            if isinstance(event, ev.BarrierPlayed):
                return event.squad
        move = self._move("")
        kind = self.seen.table["move"]["barrier"]
        guards = ground_of(self.state).guards(self.state, self.state.squads[move.squad], move)
        return self.dice.pick([guard for guard in guards if self._barriers(guard, kind)])

    def _barriers(self, guard: str, kind: str) -> list[str]:
        """As which options a squad may play that card as a barrier."""
        table = uses(self.state.options.variant, self.state.squads[guard].nation, "barrier")
        return [use.trait for card, found in table.items() if KIND[card] == kind for use in found]

    def _engineer(self, owner: str, barrier: str) -> EngineerStep:
        return EngineerStep(self.acting, owner, barrier, self._barriers(owner, KIND[barrier])[0])

    def _mined(self) -> str:
        """The squad that just lost men to a mine."""
        for event in reversed(self.seen.events or ()):
            if isinstance(event, ev.MineHit):
                return event.squad
        offered = [action.target for action in self.owed.actions if isinstance(action, CommanderKilled)]
        hurt = [squad.id for squad in self.state.of(self.state.active) if self._may_be_hurt(squad)]
        return offered[0] if offered else self.dice.pick(hurt)

    def _may_be_hurt(self, squad: Squad) -> bool:
        return not squad.leaderless and not squad.moved and not squad.declared

    def _post_move(self) -> PostMove:
        squad = self.state.squads[self.acting]
        side = self._side(squad)
        possible = ("objective", "conceal", "flank") if side else ("objective", "conceal")
        played = self._played(squad)
        roles = tuple(role for role in possible if role not in played)
        return PostMove(squad.id, roles, side, "flank" in played)

    def _side(self, squad: Squad) -> Literal["", "left", "right"]:
        """The side of Flanking Fire, if laid (SQ-103)."""
        options = self.state.options
        terrain = ground_of(self.state).terrain_of(self.state, squad)
        if options.variant != "flanking" or not squad.flanked:
            return ""
        if terrain == OPEN_GROUND and not options.flank_open:
            return ""
        for event in reversed(self.seen.events or ()):
            if isinstance(event, ev.Moved):
                return "left" if event.step == "lateral_left" else "right"
        return self.dice.pick(("left", "right"))

    def _played(self, squad: Squad) -> set[str]:
        """Roles of the cards that were played since the move."""
        played: set[str] = set()
        if self.seen.events is not None:
            kinds: dict[type, str] = {ev.Scored: "objective", ev.Concealed: "conceal", ev.Flanked: "flank"}
            for event in reversed(self.seen.events):
                if isinstance(event, ev.Moved):
                    return played
                if type(event) in kinds:
                    played.add(kinds[type(event)])
        if squad.concealment:
            played.add("conceal")
        if self.mine:
            offered = {type(action) for action in self.owed.actions}
            for role, action in _ROLES.items():
                table = uses(self.state.options.variant, squad.nation, role)
                if action not in offered and any(card in table for card in squad.hand):
                    played.add(role)
        return played

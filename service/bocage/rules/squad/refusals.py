"""Reasons of refusals, for people, from the view of the seat."""

from __future__ import annotations

from bocage.rules.kernel import Action, Refusal
from bocage.rules.squad import actions
from bocage.rules.squad.data import COVERING, OPPORTUNITY, Use, uses
from bocage.rules.squad.fire import targets
from bocage.rules.squad.state import AttackStep, MoveStep, Squad, State
from bocage.rules.squad.variants import ground_of

_FIRE = (
    actions.Attack,
    actions.PlayBonus,
    actions.Encircle,
    actions.Scout,
    actions.CommanderKilled,
    actions.EndFire,
)
_ROLES: dict[type[Action], str] = {
    actions.PlayBonus: "bonus",
    actions.Encircle: "encircle",
    actions.Scout: "scout",
    actions.CommanderKilled: "commander_killed",
    actions.Attack: "attack",
}


def refusal(state: State, seat: int, action: Action) -> Refusal | None:
    """The reason, with its ruling; None: nothing better than "not now"."""
    name = getattr(action, "squad", "")
    squad = state.squads.get(name)
    if name and (squad is None or squad.seat != seat):
        return Refusal("not_your_squad", "SQ-115")
    card = getattr(action, "card", "")
    if card and squad is not None and card not in squad.hand:
        return Refusal("not_in_hand")
    frame = state.stack[-1]
    if isinstance(frame, AttackStep):
        if not isinstance(action, _FIRE):
            return Refusal("wrong_step")
        if squad is not None:
            return (
                _fire(state, squad, frame, action) if name == frame.squad else Refusal("not_your_squad", "SQ-119")
            )
    elif isinstance(frame, MoveStep):
        if not isinstance(action, actions.Move):
            return Refusal("wrong_step", "SQ-62")
        if squad is not None:
            return _move(state, squad, action)
    elif isinstance(action, (*_FIRE, actions.Move)):
        return Refusal("wrong_step")
    return None


def _fire(state: State, squad: Squad, frame: AttackStep, action: Action) -> Refusal | None:
    table = uses(state.options.variant, squad.nation, _ROLES[type(action)])
    trait = getattr(action, "trait", "")
    use = next((use for use in table.get(getattr(action, "card", ""), ()) if use.trait == trait), None)
    if use is None:
        return Refusal("not_usable")
    if frame.phase not in use.phases:
        return Refusal("wrong_phase", _phase_rule(use, frame.phase))
    if isinstance(action, actions.PlayBonus):
        return Refusal("already_running", "SQ-4") if getattr(squad, use.effect) else None
    if isinstance(action, actions.CommanderKilled):
        return _no_commander(state, action)
    if isinstance(action, actions.Encircle):
        return _no_encirclement(state, squad, action)
    return _no_attack(state, squad, frame, action, use) if isinstance(action, actions.Attack) else None


def _phase_rule(use: Use, phase: str) -> str:
    """The ruling that keeps a card out of a fire phase."""
    if use.role == "bonus":
        return "SQ-73"
    return "SQ-33" if use.weapon.heavy and phase == COVERING else "SQ-34"


def _no_commander(state: State, action: actions.CommanderKilled) -> Refusal:
    target = state.squads.get(action.target)
    if target is not None and target.leaderless:
        return Refusal("already_running", "SQ-40")
    return Refusal("no_kill", "SQ-41")


def _beyond(state: State, squad: Squad, name: str) -> Refusal | None:
    """The reason why the squad called ``name`` is no target of any effect: no enemy, or too far (SQ-117)."""
    target = state.squads.get(name)
    if target is None or target.seat == squad.seat:
        return Refusal("no_target")
    return None if ground_of(state).range_between(state, squad, target) else Refusal("out_of_reach", "SQ-117")


def _no_encirclement(state: State, squad: Squad, action: actions.Encircle) -> Refusal | None:
    if beyond := _beyond(state, squad, action.target):
        return beyond
    target = state.squads[action.target]
    if not target.pinned:
        return Refusal("not_pinned", "SQ-28")
    return Refusal("already_running", "SQ-30") if target.encircled else None


def _no_attack(state: State, squad: Squad, frame: AttackStep, action: actions.Attack, use: Use) -> Refusal | None:
    if beyond := _beyond(state, squad, action.target):
        return beyond
    aims = {enemy.id: (enemy, reach) for enemy, reach in targets(state, squad, frame.phase)}
    if action.target not in aims:
        return Refusal("no_target", _aim_rule(state.squads[action.target], frame.phase))
    target, reach = aims[action.target]
    if use.weapon.heavy and squad.moved:
        return Refusal("moved", "SQ-33")
    if use.weapon.pinned_only and not target.pinned:
        return Refusal("not_pinned", "SQ-36")
    if action.mode == "jp_pb":  # no such nation, used up, another range, or nothing gained by it
        return Refusal("close_combat", "SQ-37")
    return Refusal("out_of_range") if reach not in use.weapon.ranges else None


def _aim_rule(target: Squad, phase: str) -> str:
    """The ruling that takes an enemy within reach out of the aims of a phase."""
    if phase == OPPORTUNITY:
        return "SQ-74" if target.stopped else "SQ-72"
    return "SQ-119"


def _move(state: State, squad: Squad, action: actions.Move) -> Refusal | None:
    if state.options.variant == "map":
        return Refusal("bad_hex", "SQ-123")
    moves = ground_of(state).moves(state, squad)
    if not any(move.step == action.step for move in moves):
        return Refusal("bad_step", "SQ-78" if action.step in ("closer", "farther") else "SQ-102")
    return Refusal("not_usable", "SQ-77")

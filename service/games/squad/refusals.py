"""Why an action is not legal: for people, from what the seat itself can see."""

from __future__ import annotations

from service.games.kernel import Action, Refusal
from service.games.squad import actions as do
from service.games.squad.data import NATIONS, RANGES, uses
from service.games.squad.fire import targets
from service.games.squad.state import AttackStep, MoveStep, Squad, State
from service.games.squad.variants import ground_of

_FIRE = (do.Attack, do.PlayBonus, do.Encircle, do.Scout, do.CommanderKilled, do.EndFire)
_ROLES: dict[type[Action], str] = {
    do.PlayBonus: "bonus",
    do.Encircle: "encircle",
    do.Scout: "scout",
    do.CommanderKilled: "commander_killed",
    do.Attack: "attack",
}


def refusal(state: State, seat: int, action: Action) -> Refusal | None:
    """The reason, with its ruling; None when there is nothing more to say than "not now"."""
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
        if not isinstance(action, do.Move):
            return Refusal("wrong_step", "SQ-62")
        if squad is not None:
            return _move(state, squad, action)
    elif isinstance(action, (*_FIRE, do.Move)):
        return Refusal("wrong_step")
    return None


def _fire(state: State, squad: Squad, frame: AttackStep, action: Action) -> Refusal | None:
    table = uses(state.options.variant, squad.nation, _ROLES[type(action)])
    trait = getattr(action, "trait", "")
    use = next((use for use in table.get(getattr(action, "card", ""), ()) if use.trait == trait), None)
    if use is None:
        return Refusal("not_usable")
    if frame.phase not in use.phases:
        return Refusal("wrong_phase", "SQ-34")
    if isinstance(action, do.PlayBonus):
        return Refusal("already_running", "SQ-4")
    if isinstance(action, do.Encircle):
        pinned = [enemy.id for enemy, _ in ground_of(state).in_reach(state, squad) if enemy.pinned]
        return Refusal("already_running", "SQ-30") if action.target in pinned else Refusal("not_pinned", "SQ-28")
    if not isinstance(action, do.Attack):
        return None
    aims = {enemy.id: (enemy, reach) for enemy, reach in targets(state, squad, frame.phase)}
    if action.target not in aims:
        return Refusal("no_target", "SQ-72")
    target, reach = aims[action.target]
    if use.weapon.heavy and squad.moved:
        return Refusal("moved", "SQ-33")
    if use.weapon.pinned_only and not target.pinned:
        return Refusal("not_pinned", "SQ-36")
    if action.mode == "jp_pb" and (not NATIONS[squad.nation].close_combat or squad.close_combat or reach != "S"):
        return Refusal("close_combat", "SQ-37")
    return Refusal("out_of_range") if reach not in use.weapon.ranges else None


def _move(state: State, squad: Squad, action: do.Move) -> Refusal | None:
    if state.options.variant == "map":
        return Refusal("bad_hex", "SQ-123")
    moves = ground_of(state).moves(state, squad)
    if not any(move.step == action.step for move in moves):
        return Refusal("bad_step", "SQ-102" if state.range in RANGES[1:-1] else "SQ-78")
    return Refusal("not_usable", "SQ-77")

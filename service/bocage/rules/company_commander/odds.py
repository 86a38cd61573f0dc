"""Rolls before they are made: the rules asked about what the viewer sees."""

from __future__ import annotations

from typing import Literal

from bocage.rules.company_commander import actions as act
from bocage.rules.company_commander import figures as fig
from bocage.rules.company_commander.attack_odds import Role, fight, fire, support, suppression, unit_odds
from bocage.rules.company_commander.board import find, held, replace
from bocage.rules.company_commander.combat import PLAIN
from bocage.rules.company_commander.data import (
    FRONTS,
    HAND_LIMIT,
    LANE_OF,
    LANES,
    RALLY,
    SIDES,
)
from bocage.rules.company_commander.effects import EFFECTS
from bocage.rules.company_commander.eligible import (
    ASSAULT_LIFTS,
    helpers,
    may_assault,
    may_help,
    may_suppress,
    orders_at_most,
    ralliers,
    reach,
    scouts,
)
from bocage.rules.company_commander.flags import ATTACKED, AWAITING_ORDERS, FOGGED, MAY_SUPPRESS
from bocage.rules.company_commander.known import known_state
from bocage.rules.company_commander.state import Assault, State, Unit, copy
from bocage.rules.company_commander.tactical import TACTICAL, TacticalCard
from bocage.rules.company_commander.threats import able, denied, mission_odds, threat, to_win
from bocage.rules.company_commander.turn import rally_mods, would_rout
from bocage.rules.dice import ScriptedDice
from bocage.rules.kernel import Action, Context, Decision, Figure, Odds, Seen
from bocage.rules.kernel.odds import die_at_least

#: Effects of cards that change who fires with how many dice in an assault.
_DICE = frozenset(("dice_role", "dice_front", "dice_unit", "no_fire", "mines", "simultaneous"))


def odds(seen: Seen, decision: Decision) -> Odds | None:
    """The odds of any decision that has some."""
    state = known_state(seen)
    question = _question(seen, state, decision)
    actions = [_figures(seen, state, decision, action) for action in decision.actions]
    if not question and not any(actions):
        return None
    return Odds(question, actions if any(actions) else [])


# The question ------------------------------------------------------------------------------------


def _question(seen: Seen, state: State, decision: Decision) -> list[Figure]:
    match decision.kind:
        case "on_roll" | "spotted":
            return _declared(seen, state)
        case "build" | "attack" | "defence":
            return fight(state)
        case "rally":
            return [*_at_stake(state, decision), *_won(state)] or able(decision)
        case "deploy":
            return _deploying(seen, state, decision)
        case "recon":
            return able(decision)
        case "suppression" | "assault":
            attacks = any(isinstance(one, act.Suppress | act.Join) for one in decision.actions)
            return able(decision) + (to_win(seen, state) if attacks else [])
        case "tactics":
            return [fig.Overfull(over)] if (over := _over(seen, state)) > 0 else []
        case "discard":
            return [fig.Excess(_over(seen, state))]
        case window:
            return threat(state, window)


def _deploying(seen: Seen, state: State, decision: Decision) -> list[Figure]:
    """Units still to be placed, and whether the Company HQ may draw; else the number of units that may move."""
    pending = len(seen.table["pending"])
    found: list[Figure] = [fig.ToPlace(pending)] if pending else []
    if any(isinstance(one, act.HqDraw) for one in decision.actions):
        found.append(fig.MayDraw())
    return found or able(decision)


def _over(seen: Seen, state: State) -> int:
    """Number of cards of the active side over the limit. CC-10"""
    held_now: int = seen.table["hands"][SIDES[state.active]]
    return held_now - HAND_LIMIT


def _at_stake(state: State, decision: Decision) -> list[Figure]:
    """Units that rout if the phase ends now: those that can still rally, by the choices, and the others."""
    tries = dict.fromkeys(action.unit for action in decision.actions if isinstance(action, act.Rally))
    gone = dict.fromkeys(unit.id for unit in state.units[state.active].values() if would_rout(unit))
    units = tuple(unit for unit in tries if unit in gone)
    sure = tuple(unit for unit in gone if unit not in tries)
    return [fig.Routing(units, sure)] if gone else []


def _won(state: State) -> list[Figure]:
    """True if the turn, if it ends now, wins by fronts, without the units that rout. CC-71"""
    own = {unit.lane for unit in state.units[state.active].values() if not would_rout(unit)}
    three = len(own) == len(LANES) and sum(held(state, 1 - state.active)) <= 1
    return [fig.Wins()] if three and state.turn >= state.options.auto_from_turn else []


def _declared(seen: Seen, state: State) -> list[Figure]:
    """The suppression that waits for its dice."""
    target = seen.table["target"]
    if "card" in target:
        return support(state, TACTICAL[target["card"]], target["front"])
    unit = state.units[state.active][target["unit"]]
    if "front" in target:
        return unit_odds(state, unit, target["front"])
    return suppression((), [unit], PLAIN, state)  # CC-14


# The actions -------------------------------------------------------------------------------------


def _figures(seen: Seen, state: State, decision: Decision, action: Action) -> list[Figure]:
    match action:
        case act.Move(unit):
            return _by_moving(state, state.units[state.active][unit])
        case act.Recon(unit):
            scout = state.units[state.active][unit]
            return [mission_odds(state, scout), *([fig.Forgoes(("attack",))] if _may_attack(state, scout) else [])]
        case act.Suppress(unit, front):
            shooter = state.units[state.active][unit]
            loses = may_assault(state, shooter, orders_at_most(state)) and _in_reach(state, shooter)
            return [*unit_odds(state, shooter, front), *([fig.Forgoes(("assault",))] if loses else [])]
        case act.Join(unit, front):
            return _with_party(state, unit, front)
        case act.Withdraw(unit):
            return _without(state, unit)
        case act.Rally(unit, helper):
            return _rally(state.units[state.active][unit], helper)
        case act.Play():
            return _play(seen, state, decision, action)
        case act.Mark():
            return [fig.Bonus(1)]
        case act.Peek():
            return [_peek(seen, state)]
        case act.HqDraw(deck):
            return [_deck(seen, state, deck)]
        case act.Proxy(front):
            lane = LANE_OF[front]
            return [fig.Commands(sum(unit.lane == lane for unit in state.units[state.active].values()))]
        case _:
            return []


def _rally(unit: Unit, helper: str) -> list[Figure]:
    mods = rally_mods(unit, helper)
    n = sum(value for _, value in mods)
    found: list[Figure] = [fig.RallyOdds(RALLY, die_at_least(RALLY - n), n, mods)]
    return [*found, fig.Routs()] if would_rout(unit) else found


def _with_party(state: State, unit: str, front: str) -> list[Figure]:
    party = state.assault.attackers if state.assault else ()
    aid = [fig.Forgoes(("aid",))] if _may_help_yet(state, state.units[state.active][unit]) else []
    twin = copy(state)
    twin.assault = Assault(LANE_OF[front], (*party, unit))
    # Beside the present dice, which the question shows.
    return [*([replace(fire(twin, "attack"), then=True)] if party else fight(twin)), *aid]


def _without(state: State, unit: str) -> list[Figure]:
    assert state.assault is not None
    left = tuple(other for other in state.assault.attackers if other != unit)
    if not left:
        return []
    twin = copy(state)
    twin.assault = replace(state.assault, attackers=left)
    return [fire(twin, "attack")]


def _play(seen: Seen, state: State, decision: Decision, play: act.Play) -> list[Figure]:
    row, side = TACTICAL[play.card], state.side(decision.seat)
    if row.effect == "support_rolls":
        return support(state, row, play.front)
    if row.effect == "front_bonus":
        return [fig.Bonus(row.n)]
    if row.effect == "flag_unit" and row.flag == MAY_SUPPRESS and not state.units[1 - state.active]:
        return [fig.Idle()]
    if row.effect == "flag_unit" and row.flag & ASSAULT_LIFTS:
        return _lifted(state, row, play.unit, decision.kind)
    if row.effect == "flag_unit" and row.flag == AWAITING_ORDERS and decision.kind == "on_assault":
        able_to = _could_assault(state, play.unit)
        return denied(state, row, play, side, decision.kind) if able_to else [fig.Idle()]
    if row.effect == "draw_tactical":
        return [_deck(seen, state, "tactical")]
    if row.effect == "draw_squad":
        return [_deck(seen, state, "squad")]
    if row.effect not in _DICE:
        return denied(state, row, play, side, decision.kind)
    twin = copy(state)
    EFFECTS[row.effect](twin, Context(ScriptedDice()), row, side, play)  # none of these rolls or draws
    # Beside the present dice, which the question shows.
    return [replace(fire(twin, _role_of(state, row, play)), then=True)]


def _peek(seen: Seen, state: State) -> fig.Peeks:
    """Number of cards seen by a peek, and of those known to be there. CC-15"""
    own, other = SIDES[state.active], SIDES[1 - state.active]
    glimpse = seen.table["glimpses"].get(own)
    return fig.Peeks(seen.table["hands"][other], sum(glimpse["held"].values()) if glimpse else 0)


def _deck(seen: Seen, state: State, deck: str) -> fig.InDeck:
    """Cards left to draw. CC-11, CC-75"""
    if deck == "squad":
        return fig.InDeck(seen.table["squads"][SIDES[state.active]], 0)
    return fig.InDeck(seen.table["tactical"], sum(seen.table["discards"].values()))


def _could_assault(state: State, name: str) -> bool:
    """True if a unit of the active side may assault, whatever card lifts the ban on those that moved."""
    unit = state.units[state.active][name]
    free = replace(unit, flags=unit.flags | ASSAULT_LIFTS)
    return may_assault(state, free, orders_at_most(state)) and _in_reach(state, unit)


def _in_reach(state: State, unit: Unit) -> bool:
    """True if there is a front that the unit could still assault in this phase. CC-26, CC-38, CC-39"""
    return bool(reach(state, FOGGED | ATTACKED)[unit.lane])


def _may_attack(state: State, unit: Unit) -> bool:
    orders = orders_at_most(state)
    return may_suppress(state, unit, orders) or may_assault(state, unit, orders)


def _by_moving(state: State, unit: Unit) -> list[Figure]:
    orders = orders_at_most(state)
    lost: dict[Literal["attack", "mission", "aid"], bool] = {
        "attack": _may_attack(state, unit),
        "mission": any(one.id == unit.id for one in scouts(state, orders)),
        "aid": _may_help_yet(state, unit),
    }
    what = tuple(name for name, is_lost in lost.items() if is_lost)
    return [fig.Forgoes(what)] if what else []


def _may_help_yet(state: State, unit: Unit) -> bool:
    """True if the unit is an HQ that may still help another to rally in this turn. CC-52"""
    return unit in helpers(state) and any(may_help(state, unit, one) for one in ralliers(state))


def _lifted(state: State, row: TacticalCard, name: str, phase: str) -> list[Figure]:
    """True if a unit that has moved can attack in this turn once the card lies on it, and not before. CC-42"""
    unit = state.units[state.active][name]
    free, orders = replace(unit, flags=unit.flags | row.flag), orders_at_most(state)
    early = phase == "suppression"
    if early and may_suppress(state, free, orders) and not may_suppress(state, unit, orders):
        return []
    # Before the assaults begin, what stands across can still change.
    if not may_assault(state, free, orders) or not (early or _in_reach(state, unit)):
        return [fig.Idle()]
    return [fig.Idle(able=True)] if may_assault(state, unit, orders) else []


def _role_of(state: State, row: TacticalCard, play: act.Play) -> Role:
    """The role whose dice a card changes."""
    if row.effect == "mines":
        return "mines"
    if row.effect == "simultaneous":
        return "attack"
    if row.effect == "dice_role":
        return "attack" if row.role == "attackers" else "defence"
    if row.effect == "dice_front":
        return "attack" if play.front in FRONTS[state.active] else "defence"
    found = find(state, play.unit)
    assert found is not None
    return "attack" if found[0] == state.active else "defence"

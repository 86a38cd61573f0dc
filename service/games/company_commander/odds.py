"""Rolls before they are made: the rules asked about what the viewer sees."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, TypeAlias

from service.games.company_commander import actions as act
from service.games.company_commander import figures as fig
from service.games.company_commander.after_fire import After, Incoming, Shooter, after_fire
from service.games.company_commander.assault import fire_dice
from service.games.company_commander.board import find, held, replace
from service.games.company_commander.combat import (
    PLAIN,
    Source,
    front_bonuses,
    in_front,
    removal_chance,
    source,
    support_dice,
    suppression_mods,
    wound_chance,
)
from service.games.company_commander.data import (
    FIRE_CASUALTY,
    FLANK_BONUS,
    FRONTS,
    HAND_LIMIT,
    LANE_OF,
    LANES,
    RALLY,
    RECON_NOTHING,
    RECON_SUCCESS,
    SIDES,
    SUPPRESSION_CASUALTY,
    SUPPRESSION_PIN,
    UNITS,
)
from service.games.company_commander.effects import EFFECTS
from service.games.company_commander.eligible import (
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
from service.games.company_commander.events import Mods
from service.games.company_commander.flags import ATTACKED, AWAITING_ORDERS, FOGGED, MAY_SUPPRESS
from service.games.company_commander.known import known_state
from service.games.company_commander.removal import Volley, removed_chance
from service.games.company_commander.state import Assault, State, Unit, copy
from service.games.company_commander.tactical import TACTICAL, TacticalCard
from service.games.company_commander.targets import committed, fighters
from service.games.company_commander.turn import rally_mods
from service.games.dice import ScriptedDice
from service.games.kernel import Action, Context, Decision, Figure, Odds, Seen
from service.games.kernel.odds import at_least, die_at_least, other, share, totals

Role: TypeAlias = Literal["attack", "defence", "mines"]

#: Effects of cards that change who fires with how many dice in an assault.
_DICE = frozenset(("dice_role", "dice_front", "dice_unit", "no_fire", "mines", "simultaneous"))


def odds(seen: Seen, decision: Decision) -> Odds | None:
    """The odds of any decision that has some."""
    state = known_state(seen)
    question = _question(seen, state, decision)
    actions = [_figures(state, decision, action) for action in decision.actions]
    if not question and not any(actions):
        return None
    return Odds(question, actions if any(actions) else [])


# The question ------------------------------------------------------------------------------------


def _question(seen: Seen, state: State, decision: Decision) -> list[Figure]:
    match decision.kind:
        case "on_roll" | "spotted":
            return _declared(seen, state)
        case "build" | "attack" | "defence":
            return _fight(state)
        case "rally":
            return [*_at_stake(state, decision), *_won(state)]
        case "deploy":
            return [fig.MayDraw()] if any(isinstance(one, act.HqDraw) for one in decision.actions) else []
        case "tactics":
            return [fig.Overfull(over)] if (over := _over(seen, state)) > 0 else []
        case "discard":
            return [fig.Excess(_over(seen, state))]
        case _:
            return []


def _over(seen: Seen, state: State) -> int:
    """How many cards the active side holds over the limit. CC-10"""
    held_now: int = seen.table["hands"][SIDES[state.active]]
    return held_now - HAND_LIMIT


def _at_stake(state: State, decision: Decision) -> list[Figure]:
    """Who routs if the phase is ended now: those that can still rally, as the choices have them, and the others."""
    tries = dict.fromkeys(action.unit for action in decision.actions if isinstance(action, act.Rally))
    gone = dict.fromkeys(unit.id for unit in state.units[state.active].values() if _would_rout(unit))
    units = tuple(unit for unit in tries if unit in gone)
    sure = tuple(unit for unit in gone if unit not in tries)
    return [fig.Routing(units, sure)] if gone else []


def _won(state: State) -> list[Figure]:
    """Whether the turn, if it ends now, wins by fronts, those left aside that rout. CC-71"""
    own = {unit.lane for unit in state.units[state.active].values() if not _would_rout(unit)}
    three = len(own) == len(LANES) and sum(held(state, 1 - state.active)) <= 1
    return [fig.Wins()] if three and state.turn >= state.options.auto_from_turn else []


def _declared(seen: Seen, state: State) -> list[Figure]:
    """The suppression that waits for its dice."""
    target = seen.table["target"]
    if "card" in target:
        return _support(state, TACTICAL[target["card"]], target["front"])
    unit = state.units[state.active][target["unit"]]
    if "front" in target:
        return _unit_roll(state, unit, target["front"])
    return _suppression((), [unit], PLAIN, state)  # CC-14


def _fight(state: State) -> list[Figure]:
    found: list[Figure] = []
    if state.assault is not None and state.assault.mines:
        found.append(_fire(state, "mines"))
    return [*found, _fire(state, "defence"), _fire(state, "attack")]


def _fire(state: State, role: Role) -> fig.FireOdds:
    dice, misses = 0, Fraction(1)
    volleys: list[Volley] = []
    flank = flanking = 0
    assault = committed(state)
    enemy, active = 1 - state.active, state.units[state.active]
    targets = (
        in_front(state, enemy, assault.lane) if role == "attack" else [active[one] for one in assault.attackers]
    )
    for count, plus, by in _dice_of(state, role):
        dice += count
        flank, flanking = max(flank, plus), flanking + (count if plus else 0)
        casualty = Fraction(*die_at_least(FIRE_CASUALTY - plus))
        misses *= (1 - casualty * wound_chance(targets, by, state.options.commander)) ** count
        volleys.append(Volley(count, casualty, by))
    # Of dice that are all alike it is said once.
    if flanking == dice:
        flanking = 0
    # Defenders fire first, mines even before them.
    first = role == "defence" and not assault.simultaneous
    earlier: tuple[Role, ...] = ("mines",) if assault.simultaneous else ("mines", "defence")
    before = [Incoming(*each) for other in earlier if role == "attack" for each in _dice_of(state, other)]
    if not any(each.dice for each in before):
        removed = removed_chance(volleys, targets, state.options.commander)
        found = fig.FireOdds(role, dice, share(1 - misses), first=first, removed=share(removed))
        return replace(found, flank=flank, flanking=flanking)
    chance, fires = _after_fire(state, before, targets)
    thinned = [each._replace(casualty=each.casualty * kept) for each, kept in zip(volleys, fires, strict=True)]
    removed = min(chance, removed_chance(thinned, targets, state.options.commander))
    found = fig.FireOdds(role, dice, share(chance), after=True, removed=share(removed))
    return replace(found, flank=flank, flanking=flanking)


def _after_fire(state: State, before: list[Incoming], targets: list[Unit]) -> After:
    """What those attackers can do whom the fire before them leaves able. CC-28"""
    assault, own = committed(state), state.units[state.active]
    commander = state.options.commander
    party = [
        Shooter(unit, count, Fraction(*die_at_least(FIRE_CASUALTY - plus)) * wound_chance(targets, by, commander))
        for unit, (count, plus, by) in zip(fighters(state, state.active), _dice_of(state, "attack"), strict=True)
    ]
    return after_fire(before, party, [own[one] for one in assault.attackers], commander)


def _dice_of(state: State, role: Role) -> list[tuple[int, int, Source]]:
    """Numbers of dice, what is added to each of them, and what they come from. CC-31"""
    assault = committed(state)
    if role == "mines":
        return [(rolls, 0, PLAIN) for _, rolls in assault.mines]
    side = state.active if role == "attack" else 1 - state.active
    flank = {unit.id for unit in fighters(state, side) if role == "attack" and unit.lane != assault.lane}
    return [
        (fire_dice(state, side, unit)[2], FLANK_BONUS if unit.id in flank else 0, source(unit))
        for unit in fighters(state, side)
    ]


# Suppression -------------------------------------------------------------------------------------


def _unit_roll(state: State, unit: Unit, front: str) -> list[Figure]:
    lane = LANE_OF[front]
    mods = suppression_mods(state, unit, lane)
    return _suppression(mods, in_front(state, 1 - state.active, lane), source(unit), state)


def _suppression(mods: Mods, targets: list[Unit], by: Source, state: State) -> list[Figure]:
    roll = _roll(mods)
    removal = removal_chance(targets, "casualty", by, state.options.commander)
    chance = Fraction(roll.casualty[0], roll.casualty[1]) * removal
    return [roll, fig.RemovalOdds(share(chance))] if chance else [roll]


def _roll(mods: Mods, rolls: int = 1, dice: int = 2) -> fig.SuppressionOdds:
    n = sum(value for _, value in mods)
    hit, of = at_least(totals(dice), SUPPRESSION_PIN - n)
    casualty, _ = at_least(totals(dice), SUPPRESSION_CASUALTY - n)
    return fig.SuppressionOdds((hit - casualty, of), (casualty, of), rolls, dice, n, mods)


def _support(state: State, row: TacticalCard, front: str) -> list[Figure]:
    rolls, dice = support_dice(state, row.n)
    return [_roll(front_bonuses(state, front), rolls, dice)]


# The actions -------------------------------------------------------------------------------------


def _figures(state: State, decision: Decision, action: Action) -> list[Figure]:
    match action:
        case act.Move(unit):
            return _by_moving(state, state.units[state.active][unit])
        case act.Recon(unit):
            return [_mission(state, state.units[state.active][unit])]
        case act.Suppress(unit, front):
            return _unit_roll(state, state.units[state.active][unit], front)
        case act.Join(unit, front):
            return _with_party(state, unit, front)
        case act.Withdraw(unit):
            return _without(state, unit)
        case act.Rally(unit, helper):
            return _rally(state.units[state.active][unit], helper)
        case act.Play():
            return _play(state, decision, action)
        case act.Mark():
            return [fig.Bonus(1)]
        case _:
            return []


def _mission(state: State, unit: Unit) -> fig.MissionOdds:
    bonus = UNITS[unit.card].recon or 0
    front = FRONTS[1 - state.active][unit.lane]
    return fig.MissionOdds(front, die_at_least(RECON_SUCCESS - bonus), other(die_at_least(RECON_NOTHING - bonus)))


def _rally(unit: Unit, helper: str) -> list[Figure]:
    mods = rally_mods(unit, helper)
    n = sum(value for _, value in mods)
    found: list[Figure] = [fig.RallyOdds(RALLY, die_at_least(RALLY - n), n, mods)]
    return [*found, fig.Routs()] if _would_rout(unit) else found


def _would_rout(unit: Unit) -> bool:
    return unit.casualties + unit.pins > unit.row.strength  # CC-58


def _with_party(state: State, unit: str, front: str) -> list[Figure]:
    party = state.assault.attackers if state.assault else ()
    aid = [fig.Forgoes(("aid",))] if _may_help_yet(state, state.units[state.active][unit]) else []
    twin = copy(state)
    twin.assault = Assault(LANE_OF[front], (*party, unit))
    # Beside the dice as they are now, which the question tells.
    return [*([replace(_fire(twin, "attack"), then=True)] if party else _fight(twin)), *aid]


def _without(state: State, unit: str) -> list[Figure]:
    assert state.assault is not None
    left = tuple(other for other in state.assault.attackers if other != unit)
    if not left:
        return []
    twin = copy(state)
    twin.assault = replace(state.assault, attackers=left)
    return [_fire(twin, "attack")]


def _play(state: State, decision: Decision, play: act.Play) -> list[Figure]:
    row, side = TACTICAL[play.card], state.side(decision.seat)
    if row.effect == "support_rolls":
        return _support(state, row, play.front)
    if row.effect == "front_bonus":
        return [fig.Bonus(row.n)]
    if row.effect == "flag_unit" and row.flag == MAY_SUPPRESS and not state.units[1 - state.active]:
        return [fig.Idle()]
    if row.effect == "flag_unit" and row.flag & ASSAULT_LIFTS:
        return _lifted(state, row, play.unit, decision.kind)
    if row.effect == "flag_unit" and row.flag == AWAITING_ORDERS and decision.kind == "on_assault":
        return [] if _could_assault(state, play.unit) else [fig.Idle()]
    if row.effect not in _DICE:
        return []
    twin = copy(state)
    EFFECTS[row.effect](twin, Context(ScriptedDice()), row, side, play)  # none of these rolls or draws
    # Beside the dice as they are now, which the question tells.
    return [replace(_fire(twin, _role_of(state, row, play)), then=True)]


def _could_assault(state: State, name: str) -> bool:
    """Whether a unit of the active side may assault, whatever card lifts the ban on those that moved."""
    unit = state.units[state.active][name]
    free = replace(unit, flags=unit.flags | ASSAULT_LIFTS)
    return may_assault(state, free, orders_at_most(state)) and _in_reach(state, unit)


def _in_reach(state: State, unit: Unit) -> bool:
    """Whether there is a front that the unit could still assault in this phase. CC-26, CC-38, CC-39"""
    return bool(reach(state, FOGGED | ATTACKED)[unit.lane])


def _by_moving(state: State, unit: Unit) -> list[Figure]:
    orders = orders_at_most(state)
    lost: dict[Literal["attack", "mission", "aid"], bool] = {
        "attack": may_suppress(state, unit, orders) or may_assault(state, unit, orders),
        "mission": any(one.id == unit.id for one in scouts(state, orders)),
        "aid": _may_help_yet(state, unit),
    }
    what = tuple(name for name, is_lost in lost.items() if is_lost)
    return [fig.Forgoes(what)] if what else []


def _may_help_yet(state: State, unit: Unit) -> bool:
    """Whether the unit is an HQ that may still help somebody to rally in this turn, as things stand. CC-52"""
    return unit in helpers(state) and any(may_help(state, unit, one) for one in ralliers(state))


def _lifted(state: State, row: TacticalCard, name: str, phase: str) -> list[Figure]:
    """Whether a unit that has moved can attack in this turn once the card lies on it, and not before. CC-42"""
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
    """Whose dice a card changes."""
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

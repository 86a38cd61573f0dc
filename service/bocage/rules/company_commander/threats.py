"""Threats of a phase, as things stand, and the threats that a card removes."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from bocage.rules.company_commander import figures as fig
from bocage.rules.company_commander import flags as f
from bocage.rules.company_commander.actions import Join, Move, Play, Rally, Recon, Suppress
from bocage.rules.company_commander.attack_odds import fire, unit_odds
from bocage.rules.company_commander.board import find
from bocage.rules.company_commander.data import FRONTS, LANES, RECON_NOTHING, RECON_SUCCESS, SCORE_TO_WIN, SIDES
from bocage.rules.company_commander.effects import EFFECTS
from bocage.rules.company_commander.eligible import (
    fires,
    may_assault,
    may_suppress,
    orders_at_most,
    ralliers,
    reach,
    scouts,
)
from bocage.rules.company_commander.state import Assault, State, Unit, copy
from bocage.rules.company_commander.tactical import TacticalCard
from bocage.rules.company_commander.turn import would_rout
from bocage.rules.dice import ScriptedDice
from bocage.rules.kernel import Context, Decision, Figure, Seen, Share
from bocage.rules.kernel.odds import die_at_least, other

#: Most moved units that are listed; most remaining removals that are shown.
_FEW = 3

#: Effects of cards that may keep units from acting.
_DENIALS = frozenset(("flag_unit", "flag_front", "pin_unit"))
#: Phase → acts of units in it.
_DEEDS: dict[str, tuple[fig.Deed, type[Move | Recon | Suppress | Join | Rally]]] = {
    "deploy": ("move", Move),
    "recon": ("mission", Recon),
    "suppression": ("shot", Suppress),
    "assault": ("assault", Join),
    "rally": ("rally", Rally),
}
#: Window → acts still to come in this turn that can be denied.
_TO_COME: dict[str, tuple[fig.Deed, ...]] = {
    "on_recon": ("mission", "shot", "assault", "rally"),
    "on_suppression": ("shot", "assault", "rally"),
    "on_assault": ("assault", "rally"),
    "on_rally": ("rally",),
}


def threat(state: State, window: str) -> list[Figure]:
    """Threats of the other player in the phase at whose start the window opens, without their cards."""
    told = _THREATS.get(window)
    return told(state) if told else []


def able(decision: Decision) -> list[Figure]:
    """Number of own units that can act in the phase, by the choices."""
    deed, kind = _DEEDS[decision.kind]
    units = {action.unit for action in decision.actions if isinstance(action, kind)}
    return [fig.Able(deed, len(units))]


def to_win(seen: Seen, state: State) -> list[Figure]:
    """Removals that the active side still needs, if few. CC-70"""
    left = SCORE_TO_WIN - seen.table["score"][SIDES[state.active]]
    return [fig.ToWin(left)] if left <= _FEW else []


# Windows -----------------------------------------------------------------------------------------


def _moved(state: State) -> list[Figure]:
    units = tuple(unit.id for unit in _own(state) if unit.flags & f.MOVED)
    return [fig.HaveMoved(len(units), units if len(units) <= _FEW else ())]


def _missions(state: State) -> list[Figure]:
    found = list(scouts(state, orders_at_most(state)))
    if not found:
        return [fig.Able("mission")]
    odds = [mission_odds(state, unit) for unit in found]
    best = max(odds, key=lambda one: one.chance)
    return [fig.MissionThreat(len(found), best.chance, best.spotted)]


def mission_odds(state: State, unit: Unit) -> fig.MissionOdds:
    """Odds of a mission of that unit."""
    bonus = unit.row.recon or 0
    front = FRONTS[1 - state.active][unit.lane]
    return fig.MissionOdds(front, die_at_least(RECON_SUCCESS - bonus), other(die_at_least(RECON_NOTHING - bonus)))


def _shots(state: State) -> list[Figure]:
    """The attack with the best chance of a casualty; of equal ones, of a removal."""
    found, lanes = _shooters(state), reach(state, f.FOGGED)
    fronts = FRONTS[1 - state.active]
    attacks = [(unit, fronts[lane]) for unit in found for lane in lanes[unit.lane]]
    if not attacks:
        return [fig.Able("shot")]

    def danger(attack: tuple[Unit, str]) -> list[Fraction]:
        return [Fraction(*_bad(one)) for one in unit_odds(state, *attack) if not isinstance(one, fig.ArmourOdds)]

    unit, front = max(attacks, key=danger)
    roll = unit_odds(state, unit, front)[0]
    assert isinstance(roll, fig.SuppressionOdds)
    return [fig.ShotThreat(len(found), unit.id, front, roll.pin, roll.casualty)]


def _bad(figure: Figure) -> Share:
    match figure:
        case fig.SuppressionOdds(casualty=chance) | fig.RemovalOdds(chance):
            return chance
        case _:
            raise TypeError(f"{figure!r} is not of a suppression roll")


def _assaults(state: State) -> list[Figure]:
    """All units that can attack a front together, where a casualty is likeliest."""
    found, lanes = _assaulters(state), reach(state, f.FOGGED | f.ATTACKED)
    worst: fig.AssaultThreat | None = None
    for lane in LANES:
        party = tuple(unit.id for unit in found if lane in lanes[unit.lane])
        if not party:
            continue
        twin = copy(state)
        twin.assault = Assault(lane, party)
        odds = fire(twin, "attack")
        front = FRONTS[1 - state.active][lane]
        told = fig.AssaultThreat(len(found), front, odds.dice, odds.chance, odds.removed, odds.after)
        if worst is None or Fraction(*told.chance) > Fraction(*worst.chance):
            worst = told
    return [worst or fig.Able("assault")]


def _rallies(state: State) -> list[Figure]:
    due = [unit.id for unit in ralliers(state)]
    gone = [unit.id for unit in _own(state) if would_rout(unit)]
    if not gone:
        return [fig.Able("rally", len(due))]
    return [fig.Routing(tuple(one for one in gone if one in due), tuple(one for one in gone if one not in due))]


_THREATS: dict[str, Callable[[State], list[Figure]]] = {
    "on_move": _moved,
    "on_recon": _missions,
    "on_suppression": _shots,
    "on_assault": _assaults,
    "on_rally": _rallies,
}


def _own(state: State) -> list[Unit]:
    return list(state.units[state.active].values())


def _shooters(state: State) -> list[Unit]:
    """Units with a front in reach to suppress."""
    orders, lanes = orders_at_most(state), reach(state, f.FOGGED)
    return [unit for unit in _own(state) if may_suppress(state, unit, orders) and lanes[unit.lane]]


def _assaulters(state: State) -> list[Unit]:
    """Units with a front to assault."""
    orders, lanes = orders_at_most(state), reach(state, f.FOGGED | f.ATTACKED)
    return [unit for unit in _own(state) if may_assault(state, unit, orders) and lanes[unit.lane]]


# Cards that deny something -----------------------------------------------------------------------


def denied(state: State, row: TacticalCard, play: Play, side: int, point: str) -> list[Figure]:
    """Acts of the other side's units that the card prevents, now or for good."""
    if row.effect not in _DENIALS:
        return []
    twin = copy(state)
    EFFECTS[row.effect](twin, Context(ScriptedDice()), row, side, play)  # none of these rolls or draws
    before, after = _unit(state, play.unit), _unit(twin, play.unit)
    if side == state.active:
        # The defender of now is active in the next turn: lasting effects count, and whether it fires back.
        fire_back = before and after and fires(state, before) and not fires(twin, after)
        lost: list[fig.Deed] = [*(("fire",) if fire_back else ()), *_for_good(before, after)]
        return [fig.Denies(tuple(lost))] if lost else []
    could, can = _deeds(state), _deeds(twin)
    gone = {deed: could[deed] - can[deed] for deed in _TO_COME.get(point, ()) if could[deed] - can[deed]}
    lost = [*dict.fromkeys((*gone, *_for_good(before, after)))]
    routs = after is not None and "rally" in gone and would_rout(after)
    units = 0 if before else len(set[str]().union(*gone.values()))
    return [fig.Denies(tuple(lost), units, routs)] if lost else []


def _unit(state: State, name: str) -> Unit | None:
    found = find(state, name)
    return found[1] if found else None


def _for_good(before: Unit | None, after: Unit | None) -> list[fig.Deed]:
    """Acts that a unit loses for all turns. CC-76"""
    new = after.flags & ~before.flags if before and after else 0
    lost: list[fig.Deed] = []
    if new & f.OUT_OF_AMMO:
        lost.append("shot")
    if new & f.BROKEN_DOWN:
        lost += ["move", "assault"]
    return lost


def _deeds(state: State) -> dict[fig.Deed, set[str]]:
    orders = orders_at_most(state)
    return {
        "mission": {unit.id for unit in scouts(state, orders)},
        "shot": {unit.id for unit in _shooters(state)},
        "assault": {unit.id for unit in _assaulters(state)},
        "rally": {unit.id for unit in ralliers(state)},
    }

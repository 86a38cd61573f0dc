"""The vocabulary of the tactical cards: what the rows' effects do. CC-11, CC-76, CC-77"""

from __future__ import annotations

from collections.abc import Callable

from bocage.rules.company_commander import flags as f
from bocage.rules.company_commander.actions import Play
from bocage.rules.company_commander.board import flag_front, put, replace
from bocage.rules.company_commander.board import flag_unit as set_unit_flag
from bocage.rules.company_commander.data import FRONTS, LANE_OF, LANES, SIDES, Side
from bocage.rules.company_commander.decks import draw_squad, draw_tactical, shed
from bocage.rules.company_commander.events import Played
from bocage.rules.company_commander.state import MissionFrame, State, SupportFrame
from bocage.rules.company_commander.tactical import TACTICAL, Point, TacticalCard
from bocage.rules.company_commander.targets import committed
from bocage.rules.company_commander.windows import open_window
from bocage.rules.kernel.game import Context

Effect = Callable[[State, Context, TacticalCard, Side, Play], None]


def cancel(state: State, ctx: Context, row: TacticalCard, side: Side, play: Play) -> None:
    """The declared attack is void: its window closes, its roll is dropped. CC-21"""
    del state.stack[-2:]


def return_unit(state: State, ctx: Context, row: TacticalCard, side: Side, play: Play) -> None:
    """A moved enemy unit is back and has not moved, nor may it again this turn. CC-43"""
    unit = state.units[1 - side][play.unit]
    put(state, 1 - side, replace(unit, lane=unit.came_from, came_from=-1, flags=unit.flags & ~f.MOVED))


def flag_unit(state: State, ctx: Context, row: TacticalCard, side: Side, play: Play) -> None:
    """A card sets a flag of a unit."""
    set_unit_flag(state, side if play.unit in state.units[side] else 1 - side, play.unit, row.flag)


def flag_own_or_enemy_front(state: State, ctx: Context, row: TacticalCard, side: Side, play: Play) -> None:
    """A card sets a flag of a front, whichever side it belongs to."""
    flag_front(state, side if play.front in FRONTS[side] else 1 - side, LANE_OF[play.front], row.flag)


def pin_unit(state: State, ctx: Context, row: TacticalCard, side: Side, play: Play) -> None:
    """A marker, not a hit: no armour roll. CC-46"""
    unit = state.units[1 - side][play.unit]
    put(state, 1 - side, replace(unit, pins=unit.pins + row.n))


def rally_again(state: State, ctx: Context, row: TacticalCard, side: Side, play: Play) -> None:
    """One more rally roll is due, with the same bonuses: an HQ that has helped the unit still does. CC-56"""
    unit = state.units[side][play.unit]
    put(state, side, replace(unit, flags=unit.flags & ~(f.RALLY_TRIED | f.SHAKEN)))


def shell(state: State, ctx: Context, row: TacticalCard, side: Side, play: Play) -> None:
    """Declares support rolls; they come after the other side's window. CC-20"""
    state.stack.append(SupportFrame(row.id, LANE_OF[play.front]))
    open_window(state, "on_roll")


def draw_squad_cards(state: State, ctx: Context, row: TacticalCard, side: Side, play: Play) -> None:
    """The player draws squad cards. CC-50"""
    draw_squad(state, row.n, ctx)


def draw_tactical_cards(state: State, ctx: Context, row: TacticalCard, side: Side, play: Play) -> None:
    """The player draws tactical cards. CC-50"""
    draw_tactical(state, row.n, ctx)


def mission_success(state: State, ctx: Context, row: TacticalCard, side: Side, play: Play) -> None:
    """Like a unit's success, into any front. CC-50"""
    state.stack.append(MissionFrame(LANES))


def front_bonus(state: State, ctx: Context, row: TacticalCard, side: Side, play: Play) -> None:
    """A card adds to the suppression rolls against a front."""
    state.bonuses += ((play.front, row.id, row.n),)


def _dice(state: State, whom: str, row: TacticalCard) -> None:
    assault = committed(state)
    state.assault = replace(assault, bonuses=(*assault.bonuses, (whom, row.id, row.n)))


def dice_role(state: State, ctx: Context, row: TacticalCard, side: Side, play: Play) -> None:
    """All units of a role in this assault. CC-30, CC-32, CC-33"""
    _dice(state, row.role, row)


def dice_front(state: State, ctx: Context, row: TacticalCard, side: Side, play: Play) -> None:
    """Units in that own front that fight in this assault. CC-35"""
    _dice(state, play.front, row)


def dice_unit(state: State, ctx: Context, row: TacticalCard, side: Side, play: Play) -> None:
    """One unit in this assault. CC-32"""
    _dice(state, play.unit, row)


def no_fire(state: State, ctx: Context, row: TacticalCard, side: Side, play: Play) -> None:
    """One unit rolls no fire dice in this assault. CC-34"""
    assault = committed(state)
    state.assault = replace(assault, silenced=(*assault.silenced, play.unit))


def mines(state: State, ctx: Context, row: TacticalCard, side: Side, play: Play) -> None:
    """Mines fire at the attackers first. CC-36"""
    assault = committed(state)
    state.assault = replace(assault, mines=(*assault.mines, (row.id, row.n)))


def simultaneous(state: State, ctx: Context, row: TacticalCard, side: Side, play: Play) -> None:
    """Both sides fire at once, casualties included. CC-37"""
    state.assault = replace(committed(state), simultaneous=True)


EFFECTS: dict[str, Effect] = {
    "cancel": cancel,
    "return_unit": return_unit,
    "flag_unit": flag_unit,
    "flag_front": flag_own_or_enemy_front,
    "pin_unit": pin_unit,
    "rally_again": rally_again,
    "support_rolls": shell,
    "draw_squad": draw_squad_cards,
    "draw_tactical": draw_tactical_cards,
    "mission_success": mission_success,
    "front_bonus": front_bonus,
    "dice_role": dice_role,
    "dice_front": dice_front,
    "dice_unit": dice_unit,
    "no_fire": no_fire,
    "mines": mines,
    "simultaneous": simultaneous,
}


def play_card(state: State, side: Side, point: Point, play: Play, ctx: Context) -> None:
    """A card leaves the hand, takes effect, and then joins the discards. CC-11"""
    shed(state, side, play.card)
    row = TACTICAL[play.card]
    ctx.tell(Played(SIDES[side], play.card, point, play.unit, play.front, row.effect == "cancel"))
    EFFECTS[row.effect](state, ctx, row, side, play)
    state.discards += (play.card,)

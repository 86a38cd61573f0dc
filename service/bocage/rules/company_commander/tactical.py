"""The tactical deck: one row per card. The flow knows play points and effects, never a card.

``effect`` names a function in :mod:`effects`, ``target`` a selector in :mod:`targets`; the other columns are
their parameters.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

from bocage.rules.company_commander import flags
from bocage.rules.company_commander.data import SIDES, Side

#: When a card may be played (sheet 2.3). A = the active player, N = the other one.
Point: TypeAlias = Literal[
    "deploy",  # A-DEP: Deploy loop
    "on_move",  # N-MOV: end of A's Deploy
    "tactics",  # A-TAC: Tactics loop
    "on_recon",  # N-REC: start of Recon
    "recon",  # A-REC: Recon loop
    "spotted",  # A-SPOT: answer to a spotted result
    "on_suppression",  # N-SUP: start of Suppression
    "suppression",  # A-SUP: Suppression loop
    "on_roll",  # N-ROLL: after each declared suppression attack or support card
    "on_assault",  # N-ASL: start of Assault
    "assault",  # A-ASL: Assault loop, no assault under construction
    "attack",  # A-ATK: after commit, the attacker
    "defence",  # N-DEF: after A-ATK, the defender
    "on_rally",  # N-RAL: start of Rally
    "rally",  # A-RAL: Rally loop
]
POINTS: Final[tuple[Point, ...]] = (
    "deploy",
    "on_move",
    "tactics",
    "on_recon",
    "recon",
    "spotted",
    "on_suppression",
    "suppression",
    "on_roll",
    "on_assault",
    "assault",
    "attack",
    "defence",
    "on_rally",
    "rally",
)

#: The points of the player whose turn it is; all others are the other player's.
OWN_POINTS: Final[frozenset[Point]] = frozenset(
    ("deploy", "tactics", "recon", "spotted", "suppression", "assault", "attack", "rally")
)


class TacticalCard(msgspec.Struct, frozen=True):
    """One row of the tactical deck.

    ``nation``: the only side that may play it, "" for both. ``n``: how many dice, rolls, cards or pins.
    ``flag``: what :mod:`flags` bit it sets. ``role``: whose fire dice it changes.
    """

    id: str
    count: int
    effect: str
    points: tuple[Point, ...]
    target: str = ""
    nation: str = ""
    n: int = 0
    flag: int = 0
    role: Literal["", "attackers", "defenders"] = ""


_CANCEL: Final[tuple[Point, ...]] = ("on_roll", "spotted")
_PHASE_START: Final[tuple[Point, ...]] = ("on_recon", "on_suppression", "on_assault")
_NUISANCE: Final[tuple[Point, ...]] = (*_PHASE_START, "tactics", "suppression", "assault")
_FIRE: Final[tuple[Point, ...]] = ("attack", "defence")


def _support(card: str, count: int, rolls: int, nation: str = "") -> TacticalCard:
    return TacticalCard(card, count, "support_rolls", ("suppression",), "open_front", nation, n=rolls)


def _everyone(
    card: str, role: Literal["attackers", "defenders"], point: Point, n: int, nation: str = ""
) -> TacticalCard:
    return TacticalCard(card, 1, "dice_role", (point,), f"able_{role}", nation, n=n, role=role)


ROWS: Final = (
    # Cancels and movement
    TacticalCard("smoke", 2, "cancel", _CANCEL),
    TacticalCard("take_cover", 1, "cancel", _CANCEL),
    TacticalCard("camouflage", 1, "cancel", _CANCEL),
    TacticalCard("mud", 1, "return_unit", ("on_move",), "enemy_moved"),
    TacticalCard("roads", 1, "flag_unit", ("suppression", "assault"), "own_moved", flag=flags.ROADS),
    TacticalCard("veteran_unit", 1, "flag_unit", ("assault",), "own_moved", flag=flags.VETERAN),
    # Support (type S)
    _support("howitzer_battery", 2, 4),
    _support("artillery_barrage", 2, 4),
    _support("dive_bomber", 1, 3),
    _support("strafing_run", 1, 3),
    _support("air_support", 1, 3),
    _support("air_superiority", 1, 3, "us"),
    # Draw and reconnaissance
    TacticalCard("radio", 1, "draw_squad", ("deploy",), "squad_deck", n=1),
    TacticalCard("reserves", 1, "draw_squad", ("deploy",), "squad_deck", n=1),
    TacticalCard("reinforcements", 1, "draw_squad", ("deploy",), "squad_deck", "us", n=1),
    TacticalCard("seasoned_commander", 1, "draw_tactical", ("tactics",), "tactical_deck", n=2),
    TacticalCard("air_reconnaissance", 1, "mission_success", ("recon",)),
    TacticalCard("forward_observer", 1, "front_bonus", ("suppression",), "open_front", n=1),
    # Extra suppression and anti-tank
    TacticalCard("rifle_grenades", 1, "flag_unit", ("suppression",), "own_free_infantry", flag=flags.MAY_SUPPRESS),
    TacticalCard(
        "machine_guns", 1, "flag_unit", ("suppression",), "own_free_infantry", "de", flag=flags.MAY_SUPPRESS
    ),
    TacticalCard(
        "panzerfausts", 1, "flag_unit", ("suppression", *_FIRE), "own_no_anti_tank", "de", flag=flags.ANTI_TANK
    ),
    # Fire dice: the attacker's cards, and those of both
    _everyone("overrun", "attackers", "attack", +1),
    _everyone("surrounded", "attackers", "attack", +1),
    _everyone("breakthrough", "attackers", "attack", +1),
    _everyone("concentrate_force", "attackers", "attack", +1),
    _everyone("trapped", "attackers", "attack", +1),
    _everyone("blitzkrieg", "attackers", "attack", +1, "de"),
    TacticalCard("enfilade", 1, "dice_front", _FIRE, "own_fighting_front", n=1),
    TacticalCard("crossfire", 1, "dice_front", _FIRE, "own_fighting_front", n=1),
    TacticalCard("satchel_charge", 1, "dice_unit", _FIRE, "own_fighter", n=1),
    TacticalCard("grenades", 1, "dice_unit", _FIRE, "own_fighting_infantry", n=1),
    TacticalCard("flame_thrower", 1, "dice_unit", _FIRE, "own_fighting_engineer", n=2),
    TacticalCard("commando_raid", 1, "dice_unit", _FIRE, "own_fighting_recon", n=2),
    TacticalCard("surprise_contact", 1, "simultaneous", ("attack",)),
    # Fire dice: the defender's cards
    _everyone("hedgerows", "attackers", "defence", -1),
    _everyone("woods", "attackers", "defence", -1),
    TacticalCard("entrenched", 1, "dice_unit", ("defence",), "enemy_fighter", n=-1),
    TacticalCard("tree_line", 1, "no_fire", ("defence",), "enemy_fighter"),
    TacticalCard("buildings", 1, "no_fire", ("defence",), "enemy_fighter"),
    _everyone("daylight_push", "defenders", "defence", +1),
    _everyone("ambush", "defenders", "defence", +1),
    _everyone("hilltop_vantage", "defenders", "defence", +1),
    TacticalCard("open_field", 1, "dice_unit", ("defence",), "own_fighter", n=1),
    TacticalCard("opportunity_fire", 1, "dice_unit", ("defence",), "own_fighter", n=1),
    TacticalCard("mine_field", 1, "mines", ("defence",), n=4),
    # Denial and morale
    TacticalCard("fog_of_war", 1, "flag_front", _PHASE_START, "own_front", flag=flags.FOGGED),
    TacticalCard("formation_disorder", 1, "flag_front", _PHASE_START, "enemy_held_front", flag=flags.DISORDERED),
    TacticalCard("awaiting_orders", 1, "flag_unit", _PHASE_START, "enemy_assaulter", flag=flags.AWAITING_ORDERS),
    TacticalCard("green_unit", 1, "flag_unit", (*_PHASE_START, "assault"), "enemy_unit", flag=flags.GREEN),
    TacticalCard("out_of_ammo", 1, "flag_unit", _NUISANCE, "enemy_suppressor", flag=flags.OUT_OF_AMMO),
    TacticalCard("breakdown", 1, "flag_unit", _NUISANCE, "enemy_vehicle", flag=flags.BROKEN_DOWN),
    TacticalCard("unit_separated", 1, "pin_unit", _NUISANCE, "enemy_no_hq", n=1),
    TacticalCard("shaken", 1, "flag_unit", ("on_rally",), "enemy_pinned", flag=flags.SHAKEN),
    TacticalCard("professionalism", 1, "rally_again", ("rally",), "own_unrallied", "de"),
)

TACTICAL: Final = {row.id: row for row in ROWS}


def tactical_deck() -> list[str]:
    """The 57 cards in printed order, one id per copy."""
    return [row.id for row in ROWS for _ in range(row.count)]


#: Rows that a side may play at a point: the only source of what is on offer. CC-12
PLAYABLE: Final[dict[tuple[Point, Side], dict[str, TacticalCard]]] = {
    (point, side): {row.id: row for row in ROWS if point in row.points and row.nation in ("", SIDES[side])}
    for point in POINTS
    for side in (0, 1)
}

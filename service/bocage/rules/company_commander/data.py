"""Sides, fronts, the tables of rolls, the constants of the rules and the two squad decks.

Numbers are the printed ones; each stands once, in one row.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import msgspec

# Constants of the rules (sheet 5.1: flags that players do not set) -----------------------------------

SCORE_TO_WIN: Final = 10
HAND_LIMIT: Final = 7
#: Player-turns in a row without a removal, both squad decks empty, after which the match is adjudicated.
STALL_TURNS: Final = 12
SQUAD_DRAW: Final = 3
TACTICAL_DRAW: Final = 2
#: Bonus of an HQ to the rally roll of the unit that it helps. CC-52
HQ_HELP: Final = 2
FLANK_BONUS: Final = 1
#: CC-65: the US Half Squad is no infantry squad, the German one is.
US_HALF_SQUAD_TYPE: Final = "U"
#: CC-63: anti-tank hits do not look for mortars.
MORTARS_ARE_ARTILLERY: Final = False

# Sides and fronts ----------------------------------------------------------------------------------

#: 0 or 1, an index into everything that comes in pairs.
Side: TypeAlias = int
US: Final[Side] = 0
DE: Final[Side] = 1
SIDES: Final = ("us", "de")

#: 0, 1 or 2. Two fronts in one lane are directly across from each other. CC-1
Lane: TypeAlias = int
LANES: Final = (0, 1, 2)
ADJACENT: Final[tuple[tuple[Lane, ...], ...]] = ((1,), (0, 2), (1,))

#: Front ids by side and lane: left, center and right as seen from each player's own chair; left faces right.
#: CC-1
FRONTS: Final = (("us_l", "us_c", "us_r"), ("de_r", "de_c", "de_l"))
LANE_OF: Final = {front: lane for fronts in FRONTS for lane, front in enumerate(fronts)}

# Tables of rolls (sheet 1.4): the least total for each result -----------------------------------------

RECON_NOTHING: Final = 3
RECON_SUCCESS: Final = 5
SUPPRESSION_PIN: Final = 8
SUPPRESSION_CASUALTY: Final = 11
FIRE_PIN: Final = 4
FIRE_CASUALTY: Final = 6
ARMOUR_HELPS: Final = 6
RALLY: Final = 5
#: COMMANDER: the highest face on which a casualty removes an HQ. CC-O10
HQ_LOST: Final = 1


class UnitCard(msgspec.Struct, frozen=True):
    """One row of a squad deck. ``unit``: what its units are called, see :func:`unit_name`.

    ``recon``, ``suppression`` and ``armour`` are bonuses; None: not that ability. ``assault`` and ``defence`` are
    additional fire dice, ``rally`` what its own rally roll gets.
    """

    id: str
    unit: str
    side: Side
    kind: str
    strength: int
    count: int
    recon: int | None = None
    suppression: int | None = None
    armour: int | None = None
    assault: int = 0
    defence: int = 0
    rally: int = 0
    anti_tank: bool = False
    cannot_assault: bool = False
    classes: tuple[str, ...] = ()

    @property
    def infantry(self) -> bool:
        """Type UI: what cards call an infantry squad or unit. CC-49"""
        return self.kind == "UI"


#: The legend's bonus of the assault ability (dice), of the defence ability (dice), of an HQ's own rally roll.
ASSAULT: Final = 1
DEFENCE: Final = 2
HQ_RALLY: Final = 2

_MORTAR = ("mortar", "artillery") if MORTARS_ARE_ARTILLERY else ("mortar",)


def _hq(side: Side, level: str, count: int) -> UnitCard:
    card = f"{SIDES[side]}_{level}_hq"
    unit = f"{SIDES[side]}_{level[0]}hq"
    return UnitCard(card, unit, side, "U", 1, count, rally=HQ_RALLY, classes=("hq", level))


def _medium_tank(side: Side, card: str, unit: str) -> UnitCard:
    """The legend's compound: armour +2, suppression, anti-tank, assault."""
    return UnitCard(
        card,
        unit,
        side,
        "U",
        1,
        1,
        suppression=0,
        armour=2,
        assault=ASSAULT,
        anti_tank=True,
        classes=("vehicle", "tank"),
    )


_US_DECK = (
    _hq(US, "company", 1),
    _hq(US, "platoon", 3),
    UnitCard("us_rifle_squad", "us_rifle", US, "UI", 2, 3),
    UnitCard("us_replacement_squad", "us_repl", US, "UI", 2, 2, rally=-1),
    UnitCard("us_heavy_rifle_squad", "us_heavy", US, "UI", 3, 1),
    UnitCard("us_engineering_squad", "us_eng", US, "UI", 2, 1, assault=ASSAULT, classes=("engineer",)),
    UnitCard("us_half_squad", "us_half", US, US_HALF_SQUAD_TYPE, 1, 2),
    UnitCard("us_recon_team", "us_recon", US, "U", 1, 2, recon=0, classes=("recon",)),
    UnitCard("us_browning_30_mg", "us_mg30", US, "U", 1, 1, defence=DEFENCE),
    UnitCard("us_browning_50_mg", "us_mg50", US, "U", 1, 1, suppression=0, defence=DEFENCE),
    UnitCard("us_mortar_60mm", "us_60mm", US, "U", 1, 1, suppression=0, classes=_MORTAR),
    UnitCard("us_mortar_81mm", "us_81mm", US, "U", 1, 1, suppression=1, classes=_MORTAR),
    UnitCard("us_bazooka_team", "us_bazooka", US, "U", 1, 1, anti_tank=True),
    _medium_tank(US, "us_m4a1_sherman", "us_sherman"),
    UnitCard("us_m8_armored_car", "us_m8", US, "U", 1, 1, recon=1, armour=0, classes=("vehicle",)),
)

_DE_DECK = (
    _hq(DE, "company", 1),
    _hq(DE, "platoon", 3),
    UnitCard("de_jager_squad", "de_jager", DE, "UI", 2, 2),
    UnitCard("de_stosstrupp_squad", "de_stoss", DE, "UI", 3, 1),
    UnitCard("de_pioniere_squad", "de_pio", DE, "UI", 2, 1, assault=ASSAULT, classes=("engineer",)),
    UnitCard("de_half_squad", "de_half", DE, "UI", 1, 1),
    UnitCard("de_recon_team", "de_recon", DE, "U", 1, 2, recon=0, classes=("recon",)),
    UnitCard("de_light_mg_34", "de_mg34", DE, "U", 1, 1, defence=DEFENCE),
    UnitCard("de_heavy_mg_42", "de_mg42", DE, "U", 1, 1, suppression=0, defence=DEFENCE),
    UnitCard("de_mortar_80cm", "de_8cm", DE, "U", 1, 1, suppression=1, classes=_MORTAR),
    UnitCard("de_panzerschreck_team", "de_schreck", DE, "U", 1, 1, anti_tank=True),
    _medium_tank(DE, "de_panzer_iv_g", "de_panzer"),
    UnitCard("de_sniper", "de_sniper", DE, "U", 1, 1, suppression=0, classes=("sniper",)),
    UnitCard(
        "de_pak_40",
        "de_pak",
        DE,
        "U",
        1,
        1,
        suppression=0,
        defence=DEFENCE,
        anti_tank=True,
        cannot_assault=True,
        classes=("artillery",),
    ),
    UnitCard("de_half_track", "de_track", DE, "U", 1, 1, suppression=0, armour=0, classes=("vehicle",)),
)

SQUAD_DECKS: Final = (_US_DECK, _DE_DECK)
UNITS: Final = {card.id: card for deck in SQUAD_DECKS for card in deck}

# Sets of cards that are asked for at every step
HQS: Final = frozenset(card.id for card in UNITS.values() if "hq" in card.classes)
PLATOON_HQS: Final = frozenset(card.id for card in UNITS.values() if "platoon" in card.classes)
#: Vehicles and artillery: what anti-tank hits go to first. CC-62
HARD: Final = frozenset(card.id for card in UNITS.values() if {"vehicle", "artillery"} & {*card.classes})
#: By side: the unit that the one Company HQ makes.
COMPANY_HQ: Final = tuple(next(card.unit for card in deck if "company" in card.classes) for deck in SQUAD_DECKS)


def squad_deck(side: Side) -> list[str]:
    """The cards of a side's squad deck in printed order, one id per copy."""
    return [card.id for card in SQUAD_DECKS[side] for _ in range(card.count)]


def unit_name(card: UnitCard, number: int) -> str:
    """The id of the ``number``-th unit of a card to arrive: ``us_rifle2``; without number if the card is unique."""
    return card.unit if card.count == 1 else f"{card.unit}{number}"

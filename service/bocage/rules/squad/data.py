"""The printed facts: nationalities, cards, national traits. Every number stands here once.

A card says nothing about the flow. Its uses say in which *role* it may be played (a window asks for a role)
and what it then does; the windows ask "which cards of this hand have that role" and never name a card.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Literal, TypeAlias

import msgspec

Variant: TypeAlias = Literal["base", "flanking", "map"]

#: The range scale, from near to far.
RANGES = ("PB", "S", "M", "L")

COVERING = "covering_fire"
OPPORTUNITY = "opportunity_fire"
POSITION = "position_fire"
RETURN = "return_fire"
FIRE_PHASES = (COVERING, OPPORTUNITY, POSITION, RETURN)

#: The nine phases of a turn, in order.
PHASES = ("draw", "morale", COVERING, OPPORTUNITY, "movement", POSITION, RETURN, "rally", "discard")

OBJECTIVES_TO_WIN = 3
HAND_AT_START = 5
#: A morale check or rally roll of this total or more pins, or rallies (SQ-52).
THRESHOLD = 5


class Nation(msgspec.Struct, frozen=True):
    """Effects of a nationality. ``morale`` and ``rally`` are added to those rolls."""

    id: str
    men: int
    draw: int
    limit: int
    morale: int = 0
    rally: int = 0
    #: Modifier of its fire in the Covering Fire Phase (SQ-67).
    moving_fire: int = -2
    #: May make one attack per turn at short range as a point-blank one (SQ-37).
    close_combat: bool = False


NATIONS: Mapping[str, Nation] = MappingProxyType(
    {
        nation.id: nation
        for nation in (
            Nation("us", men=12, draw=3, limit=5, morale=+1, rally=+1, moving_fire=0),
            Nation("de", men=10, draw=4, limit=6, rally=+1),
            Nation("uk", men=10, draw=3, limit=5),
            Nation("jp", men=10, draw=3, limit=5, morale=-1, close_combat=True),
            Nation("ru", men=36, draw=2, limit=4),
        )
    }
)


class Weapon(msgspec.Struct, frozen=True):
    """Attack of a card. ``ranges``: modifier by range; a range not listed is out of reach."""

    ranges: Mapping[str, int] = {}
    #: Kills at most one man (SQ-23).
    max_one: bool = False
    #: Only against a pinned squad (SQ-36).
    pinned_only: bool = False
    #: Cover and concealment of the target count 0 (SQ-26).
    ignores_cover: bool = False
    #: Gains from Enfilade (SQ-32).
    machine_gun: bool = False
    #: Not after a move this turn (SQ-33).
    heavy: bool = False


class Use(msgspec.Struct, frozen=True):
    """One way to play a card.

    ``role`` is the part it plays: attack, bonus, encircle, scout, commander_killed (attack steps, in ``phases``);
    morale_own, morale_enemy, rally_own, rally_enemy (modifier windows); smoke; barrier; engineer;
    objective, conceal, flank (after a move); utility (Draw Phase); terrain (setup and movement).
    ``value``: modifier, cards seen, cards drawn, men. ``effect``: the flag of the squad that it sets, or the
    kind of barrier or utility. ``trait``: the national option that this is, "" for the card itself.
    """

    role: str
    value: int = 0
    effect: str = ""
    trait: str = ""
    weapon: Weapon = Weapon()
    phases: tuple[str, ...] = FIRE_PHASES
    variants: tuple[Variant, ...] = ("base", "flanking", "map")


class Card(msgspec.Struct, frozen=True):
    """A printed card: type letter, copies in the base deck, ways to play it.

    Terrain: ``cover`` and ``height`` are added to attacks on the occupant; only ``cover`` can be ignored (SQ-27).
    """

    id: str
    type: str
    copies: int
    uses: tuple[Use, ...] = ()
    cover: int = 0
    height: int = 0


class Trait(msgspec.Struct, frozen=True):
    """One national option of the National Trait card."""

    id: str
    nation: str
    uses: tuple[Use, ...]


def _m(card: str, copies: int, *uses: Use) -> Card:
    return Card(card, "M", copies, uses)


def _t(card: str, copies: int, cover: int, height: int = 0) -> Card:
    return Card(card, "T", copies, (Use("terrain"),), cover, height)


def _a(card: str, copies: int, weapon: Weapon, phases: tuple[str, ...] = FIRE_PHASES) -> Card:
    return Card(card, "A", copies, (Use("attack", weapon=weapon, phases=phases),))


_MELEE = Weapon({"PB": 0}, max_one=True)
_SHORT_NO_COVER = Weapon({"S": 0}, ignores_cover=True)
_MACHINE_GUN = Weapon({"M": 2, "L": 0}, machine_gun=True, heavy=True)

#: The card table, in the row order of the list: the order of the unshuffled deck (SQ-10).
CARDS: Mapping[str, Card] = MappingProxyType(
    {
        card.id: card
        for card in (
            _m("leadership", 1, Use("rally_own", +2)),
            _m("fatalism", 1, Use("morale_own", -1)),
            _m("patriotism", 1, Use("rally_own", +2)),
            _m("camaraderie", 1, Use("rally_own", +2)),
            _m("determination", 1, Use("morale_own", -1)),
            _m("shell_shock", 1, Use("morale_enemy", +2)),
            _m("confusion", 1, Use("rally_enemy", -1)),
            _m("exhaustion", 1, Use("rally_enemy", -1)),
            _m("hesitation", 1, Use("morale_enemy", +2)),
            _m("fear", 1, Use("morale_enemy", +2)),
            _m("encircled", 2, Use("encircle", +3)),
            _m("mission_objective", 6, Use("objective", +1)),
            _m("smoke", 5, Use("smoke", -2, effect="smoke")),
            _m("concealment", 5, Use("conceal", -1)),
            _m("ambush", 4, Use("bonus", +2, effect="ambush", phases=(OPPORTUNITY,))),
            _m("enfilade", 3, Use("bonus", +2, effect="enfilade")),
            _m(
                "flanking_fire",
                4,
                Use("bonus", +1, effect="flanking_fire", variants=("base", "map")),
                Use("flank", +1, variants=("flanking",)),
            ),
            _m("combat_engineer", 2, Use("engineer")),
            _m("commander_killed", 2, Use("commander_killed", -1)),
            _t("pill_box", 1, -3),
            _t("line_of_trees", 2, -1),
            _t("low_wall", 2, -1),
            _t("entrenchments", 1, -3),
            _t("building", 2, -2),
            _t("gulley", 1, -3),
            _t("wheat_field", 1, -1),
            _t("hedge_row", 2, -2),
            _t("fox_holes", 1, -2),
            _t("thick_woods", 2, -2),
            _t("rubble", 2, -2),
            _t("hill", 1, -1, height=-1),
            _a("knife", 1, _MELEE),
            _a("entrenching_tool", 1, _MELEE),
            _a("bayonet", 1, _MELEE),
            _a("rifle_butt", 1, _MELEE),
            _a("bare_hands", 1, _MELEE),
            _a("garrote", 1, _MELEE),
            _a("take_prisoners", 2, Weapon({"PB": 0}, pinned_only=True)),
            _a("pistol", 3, Weapon({"PB": 0, "S": -1})),
            _a("grenade", 4, _SHORT_NO_COVER),
            _a("flame_thrower", 2, _SHORT_NO_COVER),
            _a("bazooka_panzerfaust", 2, Weapon({"S": 0, "M": 0})),  # SQ-35
            _a("sub_machine_gun", 4, Weapon({"S": +1, "M": -1})),
            _a("carbine", 2, Weapon({"S": 0, "M": 0})),
            _a("bolt_action_rifle", 4, Weapon({"S": 0, "M": 0, "L": 0})),
            _a("semi_automatic_rifle", 3, Weapon({"S": +1, "M": 0, "L": -1})),
            _a("sniper_attack", 2, Weapon({"L": +1})),
            _a("mortar", 2, Weapon({"L": +2}, heavy=True), (POSITION,)),
            _a("light_machine_gun", 4, _MACHINE_GUN, (OPPORTUNITY, POSITION, RETURN)),
            _a("radio_artillery", 1, Weapon({"L": +3})),
            _a("fire_section", 1, Weapon({"S": 0, "M": 0, "L": 0}), (COVERING,)),
            _a("assault_section", 1, Weapon({"PB": 0, "S": 0}), (POSITION,)),
            _a("fire_team", 1, Weapon({"M": 0, "L": 0}), (POSITION,)),
            Card("scout", "A", 1, (Use("scout", 5),)),
            _a("infiltration", 1, Weapon({"PB": +1}), (POSITION,)),
            Card("minefield", "B", 2, (Use("barrier", +2, effect="mine"),)),
            Card("barbed_wire", "B", 2, (Use("barrier", effect="wire"),)),
            Card("national_trait", "N", 10),
        )
    }
)

#: The card that stands for its owner's national options.
TRAIT_CARD = "national_trait"
#: Terrain without a card.
OPEN_GROUND = "open"
TERRAINS = tuple(card.id for card in CARDS.values() if card.type == "T")


def _as(card: str) -> tuple[Use, ...]:
    return CARDS[card].uses


def _weapon(**ranges: int) -> tuple[Use, ...]:
    return (Use("attack", weapon=Weapon(ranges)),)


TRAITS: tuple[Trait, ...] = (
    Trait("radio_artillery", "us", _as("radio_artillery")),
    Trait("ingenuity", "us", (Use("utility", 2, effect="draw"),)),
    Trait("bar", "us", _weapon(S=+1, M=+1)),
    Trait("flanking_fire", "de", _as("flanking_fire")),
    Trait("light_machine_gun", "de", _as("light_machine_gun")),
    Trait("professionalism", "de", (Use("rally_own", +1),)),
    Trait("intimidation", "de", (Use("morale_own", -1),)),  # SQ-55
    Trait("machine_pistol", "ru", _weapon(PB=0, S=0, M=-1)),
    Trait("reinforcement", "ru", (Use("utility", 1, effect="men"),)),
    Trait("political_officer", "ru", (Use("rally_own", +1),)),
    Trait("human_wave", "ru", _weapon(PB=+1)),
    Trait("sniping", "uk", _weapon(M=+1, L=+1)),
    Trait("fortitude", "uk", (Use("morale_own", -1),)),  # SQ-56
    Trait("intelligence", "uk", (Use("scout", 4),)),
    Trait("concealment", "jp", _as("concealment")),
    Trait("booby_trap", "jp", _as("minefield")),
    Trait("ambush", "jp", _as("ambush")),
    Trait("banzai", "jp", _weapon(PB=+2)),
)

#: Bonus of a card to a roll while its effect lasts.
WORTH: Mapping[str, int] = MappingProxyType(
    {
        card: CARDS[card].uses[0].value
        for card in ("smoke", "ambush", "enfilade", "flanking_fire", "concealment", "encircled")
    }
)

#: Copies that differ from the printed list: SQ-101, SQ-114.
_COPIES: Mapping[Variant, dict[str, int]] = {
    "base": {},
    "flanking": {"encircled": 0, "flanking_fire": 6},
    "map": dict.fromkeys(TERRAINS, 0),
}


@cache
def deck(variant: Variant) -> tuple[str, ...]:
    """The unshuffled deck: instance ids such as ``pistol_2``, copies adjacent (SQ-10)."""
    copies = {card.id: card.copies for card in CARDS.values()} | _COPIES[variant]
    return tuple(f"{card}_{n}" for card, count in copies.items() for n in range(1, count + 1))


#: Instance id → card id, for every instance of any variant.
KIND: Mapping[str, str] = MappingProxyType(
    {instance: instance.rpartition("_")[0] for variant in _COPIES for instance in deck(variant)}
)


@cache
def uses(variant: Variant, nation: str, role: str) -> Mapping[str, tuple[Use, ...]]:
    """Instance id → the ways in which a squad of ``nation`` may play it in ``role``, by trait id."""
    own = {
        TRAIT_CARD: tuple(
            msgspec.structs.replace(use, trait=trait.id)
            for trait in sorted(TRAITS, key=lambda trait: trait.id)
            if trait.nation == nation
            for use in trait.uses
        )
    }
    table: dict[str, tuple[Use, ...]] = {}
    for instance in deck(variant):
        kind = KIND[instance]
        fitting = tuple(
            use for use in own.get(kind, CARDS[kind].uses) if use.role == role and variant in use.variants
        )
        if fitting:
            table[instance] = fitting
    return table


@cache
def _by_name(variant: Variant, nation: str, role: str) -> Mapping[tuple[str, str], Use]:
    table = uses(variant, nation, role)
    return {(card, use.trait): use for card, fitting in table.items() for use in fitting}


def find_use(variant: Variant, nation: str, role: str, card: str, trait: str) -> Use:
    """The use that an action names. Raises ``LookupError`` when there is none."""
    return _by_name(variant, nation, role)[card, trait]

"""Printed facts for clients, content that random play must reach, and groups of reports."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import msgspec

from bocage.rules.kernel import Action, Event
from bocage.rules.squad import actions
from bocage.rules.squad import events as ev
from bocage.rules.squad.data import (
    CARDS,
    FIRE_PHASES,
    KIND,
    NATIONS,
    PHASES,
    RANGES,
    TRAIT_CARD,
    TRAITS,
    Card,
    Trait,
    Use,
    deck,
)
from bocage.rules.squad.state import State

_MODS = (
    "weapon",
    "pinned",
    "moving_fire",
    "smoke",
    "covered",
    "ambush",
    "moved",
    "flanked",
    "flank_bonus",
    "flanking_fire",
    "enfilade",
    "cover",
    "concealment",
    "encircled",
    "hill",
    "mine",
    "nation",
    "killed",
)
_RESULTS = ("result.steady", "result.pinned", "result.rout", "rally.pinned", "rally.rallied")
_STEPS = ("closer", "hold", "lateral_left", "lateral_right", "farther")

#: Cards by use (a card that is merely discarded or paid was not played), traits, parts of rolls, ranges, results.
CONTENT = frozenset(
    [f"card.{card}" for card in CARDS]
    + [f"trait.{trait.id}" for trait in TRAITS]
    + [f"nation.{nation}" for nation in NATIONS]
    + [f"mod.{code}" for code in _MODS]
    + [f"range.{reach}" for reach in RANGES]
    + [f"step.{step}" for step in _STEPS]
    + list(_RESULTS)
)


def used(thing: Action | Event) -> Iterable[str]:
    """Items of :data:`CONTENT` that an action or event shows."""
    if isinstance(thing, actions.SquadAction):
        return _used_by_action(thing)
    if isinstance(thing, ev.Attacked):
        found = [f"range.{thing.range}", *(f"mod.{code}" for code, _ in thing.mods)]
        return [*found, f"card.{thing.terrain}"] if thing.terrain else found
    if isinstance(thing, ev.MoraleChecked):
        return [f"result.{thing.result}", *_codes(thing.mods)]
    if isinstance(thing, ev.Rallied):
        return [f"rally.{thing.result}", *_codes(thing.mods)]
    if isinstance(thing, ev.MineHit):
        return _codes(thing.mods)
    if isinstance(thing, ev.Drafted):
        return (f"nation.{thing.nation}",)
    if isinstance(thing, ev.Moved) and thing.step:
        return (f"step.{thing.step}",)
    return ()


def _codes(mods: ev.Modifiers) -> list[str]:
    return [f"mod.{code}" for code, _ in mods if code in _MODS]


def _used_by_action(action: actions.SquadAction) -> Iterable[str]:
    card = getattr(action, "card", "")
    if (
        not card
        or isinstance(action, actions.Discard)
        or (isinstance(action, actions.Move) and action.into == "open")
    ):
        return ()
    trait = getattr(action, "trait", "")
    return (f"card.{KIND[card]}", f"trait.{trait}") if trait else (f"card.{KIND[card]}",)


def _use(use: Use) -> dict[str, Any]:
    shown: dict[str, Any] = {"role": use.role}
    if use.value:
        shown["value"] = use.value
    if use.effect:
        shown["effect"] = use.effect
    weapon = msgspec.to_builtins(use.weapon)
    if weapon["ranges"]:
        shown["weapon"] = {key: value for key, value in weapon.items() if value}
    if use.phases != FIRE_PHASES:
        shown["phases"] = list(use.phases)
    if len(use.variants) < 3:
        shown["variants"] = list(use.variants)
    return shown


def _card(card: Card) -> dict[str, Any]:
    shown: dict[str, Any] = {"type": card.type, "copies": card.copies, "uses": [_use(use) for use in card.uses]}
    if card.cover:
        shown["cover"] = card.cover
    if card.height:
        shown["height"] = card.height
    return shown


def _trait(trait: Trait) -> dict[str, Any]:
    return {"nation": trait.nation, "uses": [_use(use) for use in trait.uses]}


@cache
def facts() -> Mapping[str, object]:
    """Nations, cards, traits, ranges, phases, deck sizes."""
    return {
        "nations": {name: msgspec.to_builtins(nation) for name, nation in NATIONS.items()},
        "cards": {name: _card(card) for name, card in CARDS.items()},
        "trait_card": TRAIT_CARD,
        "traits": {trait.id: _trait(trait) for trait in TRAITS},
        "ranges": list(RANGES),
        "phases": list(PHASES),
        "deck": {variant: len(deck(variant)) for variant in ("base", "flanking", "map")},
    }


def facets(state: State) -> Mapping[str, str]:
    """Groups of reports: the seat that began, and each seat's (first) nation."""
    return {
        "first": str(state.first),
        "nation_0": state.nations[0],
        "nation_1": state.nations[1],
    }

"""Attacks of random games, reckoned again from what everybody sees and the printed facts alone.

The sheet's section 1.5 is written a second time here, over views instead of states.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest

from bocage.rules.hexes import distance, from_odd_r
from bocage.rules.kernel import OPEN
from bocage.rules.kernel.play import new_playthrough
from bocage.rules.squad import GAME, actions
from bocage.rules.squad import events as ev
from bocage.rules.squad.data import FIRE_PHASES

View = Mapping[str, Any]

FACTS: Mapping[str, Any] = GAME.facts()
COVERING, OPPORTUNITY, POSITION, RETURN = FIRE_PHASES


def weapons(card: str, nation: str) -> Iterator[tuple[str, View, list[str]]]:
    """Every way to attack with a card: trait ("" for the card itself), weapon, phases."""
    ways = [("", FACTS["cards"][card]["uses"])]
    if card == FACTS["trait_card"]:
        ways = [(name, trait["uses"]) for name, trait in FACTS["traits"].items() if trait["nation"] == nation]
    for trait, uses in ways:
        for use in uses:
            if use["role"] == "attack":
                yield trait, use["weapon"], use.get("phases", list(FIRE_PHASES))


def weapon_of(card: str, trait: str, nation: str) -> View:
    return next(weapon for name, weapon, _ in weapons(card, nation) if name == trait)


def reach(view: View, one: View, other: View) -> str:
    """The range between two squads; "" beyond reach."""
    if view["variant"] != "map":
        return str(view["range"])
    a, b = (from_odd_r(*map(int, squad["hex"].split(","))) for squad in (one, other))
    return {1: "PB", 2: "S", 3: "M", 4: "L"}.get(distance(a, b), "")


def is_target(view: View, squad: View) -> bool:
    """Whether an enemy squad may be fired at in this phase."""
    if view["phase"] == OPPORTUNITY:
        return "declared" in squad and "stopped" not in squad
    return True


def attacks(view: View) -> set[tuple[str, str, str, str]]:
    """Every attack of the squad that acts: card, target, trait, mode."""
    firer = view["squads"][view["acting"]]
    found = set()
    for card, kind in firer["hand"].items():
        for trait, weapon, phases in weapons(kind, firer["nation"]):
            if view["phase"] not in phases or (weapon.get("heavy") and "moved" in firer):
                continue
            ranges = weapon["ranges"]
            for name, target in view["squads"].items():
                if target["seat"] == firer["seat"] or not is_target(view, target):
                    continue
                if weapon.get("pinned_only") and "pinned" not in target:
                    continue
                at = reach(view, firer, target)
                if at in ranges:
                    found.add((card, name, trait, ""))
                if (
                    (firer["nation"], at) == ("jp", "S")
                    and "PB" in ranges
                    and "close_combat" not in firer
                    and ranges["PB"] != ranges.get("S")
                ):
                    found.add((card, name, trait, "jp_pb"))
    return found


def modifiers(view: View, attack: ev.Attacked, plus3: bool) -> dict[str, int]:
    """What is added to the dice; ``view`` is that before the attack."""
    firer, target = view["squads"][attack.squad], view["squads"][attack.target]
    weapon = weapon_of(attack.card, attack.trait, firer["nation"])
    at = "PB" if attack.mode == "jp_pb" else reach(view, firer, target)
    printed = FACTS["cards"].get(target["terrain"], {})
    covered = not weapon.get("ignores_cover")
    flank_cards = firer.get("left", 0) + firer.get("right", 0)
    sandwiched = plus3 and flank_cards > 1
    lies_encircled = "encircled" in target and view["variant"] != "flanking"
    parts = {
        "weapon": weapon["ranges"][at],
        "pinned": -1 if "pinned" in firer else 0,
        "flanking_fire": 0 if sandwiched else flank_cards + ("flanking_fire" in firer),
        "enfilade": 2 if "enfilade" in firer and weapon.get("machine_gun") else 0,
        "cover": printed.get("cover", 0) if covered else 0,
        "concealment": -1 if covered and "concealed" in target else 0,
        "encircled": 3 if lies_encircled or sandwiched else 0,
        "hill": printed.get("height", 0),
        **situation(view, attack, firer, target),
    }
    return {code: value for code, value in parts.items() if value}


def situation(view: View, attack: ev.Attacked, firer: View, target: View) -> dict[str, int]:
    """The rows of the phase."""
    if view["phase"] == COVERING:
        moving = FACTS["nations"][firer["nation"]]["moving_fire"]
        return {"moving_fire": moving, "smoke": -2 if "smoke" in firer else 0}
    if view["phase"] == OPPORTUNITY:
        return {
            "covered": -1 if "covering" in target else 0,
            "smoke": -2 if "smoke" in target else 0,
            "ambush": 2 if "ambush" in firer else 0,
        }
    if view["phase"] == RETURN:
        return {}
    if "moved" in firer:
        flanked = attack.target in firer.get("flanked", ()) and "shot_at" not in firer
        return {"moved": -1, "flank_bonus": 1 if flanked else 0}
    return {"flanked": -1 if attack.squad in target.get("flanked_before", ()) else 0}


def kills(view: View, attack: ev.Attacked) -> int:
    firer, target = view["squads"][attack.squad], view["squads"][attack.target]
    one = weapon_of(attack.card, attack.trait, firer["nation"]).get("max_one")
    most: int = target["men"]
    if one or (view["phase"] == OPPORTUNITY and "point_man" in target):
        most = 1
    return min(max(0, attack.total), most)


@pytest.mark.parametrize("variant", ["base", "flanking", "map"])
def test_attacks_follow_from_the_view_and_the_printed_facts(variant: str) -> None:
    offered = fired = 0
    for seed in range(6):
        plus3: Any = "plus3" if seed % 2 else "sum"
        options: Any = {"variant": variant, "flank_encircled": plus3, "squads_per_seat": 1 + seed % 3}
        table = new_playthrough(GAME, f"reckoned {seed}", GAME.Options(**options))
        rng = Random(seed)
        state = GAME.setup(table.options, table.seats, table.dice(0)).state
        while (decision := GAME.decision(state)) is not None:
            view: View = GAME.view(state, OPEN)
            wanted = [action for action in decision.actions if isinstance(action, actions.Attack)]
            if decision.kind in FIRE_PHASES:
                offered += 1
                assert {(one.card, one.target, one.trait, one.mode) for one in wanted} == attacks(view)
            action = rng.choice(wanted if wanted and rng.random() < 0.6 else decision.actions)
            table.actions.append(action)
            step = GAME.apply(state, action, table.dice(len(table.actions)))
            for attack in (told.public for told in step.events if isinstance(told.public, ev.Attacked)):
                fired += 1
                added = modifiers(view, attack, plus3 == "plus3" and variant == "flanking")
                assert dict(attack.mods) == added
                assert attack.raw == attack.dice[0] - attack.dice[1]
                assert attack.total == attack.raw + sum(added.values())
                assert attack.kills == kills(view, attack)
            state = step.state
    assert offered > 100
    assert fired > 50

"""Facts for clients, content of actions and events, facets, refusals."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.protocol.text import render
from bocage.rules.dice import Dice
from bocage.rules.kernel import Action, Event
from bocage.rules.squad import GAME, actions
from bocage.rules.squad import events as ev
from bocage.rules.squad.data import CARDS, KIND, NATIONS, RANGES, TRAITS, Trait, Variant, deck, find_use
from bocage.rules.squad.options import Options, SeatOptions
from bocage.rules.squad.text import TEXT
from tests.rules.squad.scene import Scene


def test_facts_hold_every_printed_number() -> None:
    facts = GAME.facts()
    assert facts["deck"] == {"base": 121, "flanking": 121, "map": 103}
    cards = facts["cards"]
    assert isinstance(cards, dict)
    assert cards.keys() == CARDS.keys()
    assert cards["pill_box"] == {"type": "T", "copies": 1, "uses": [{"role": "terrain"}], "cover": -3}
    assert cards["mortar"]["uses"] == [
        {"role": "attack", "weapon": {"ranges": {"L": 2}, "heavy": True}, "phases": ["position_fire"]}
    ]
    assert cards["flanking_fire"]["uses"][1] == {"role": "flank", "value": 1, "variants": ["flanking"]}
    traits, nations = facts["traits"], facts["nations"]
    assert isinstance(traits, dict)
    assert isinstance(nations, dict)
    assert traits.keys() == {trait.id for trait in TRAITS}
    assert nations.keys() == NATIONS.keys()


@pytest.mark.parametrize(
    ("thing", "shown"),
    [
        (actions.Attack("0.1", "pistol_2", "1.1"), {"card.pistol"}),
        (actions.Attack("0.1", "national_trait_2", "1.1", "bar"), {"card.national_trait", "trait.bar"}),
        (actions.Move("0.1", "hill_1", "terrain", "hold"), {"card.hill"}),
        (actions.Move("0.1", "hill_1", "open", "hold"), set()),
        (actions.Discard("0.1", "hill_1"), set()),
        (actions.PASS, set()),
        (ev.MoraleChecked("0.1", 4, 6, "pinned", (("fear", 2),)), {"result.pinned"}),
        (ev.Moved("0.1", "open", "S", "closer"), {"step.closer"}),
        (ev.Drafted("0.1", "jp"), {"nation.jp"}),
    ],
)
def test_card_counts_as_used_when_played_for_itself(thing: Action | Event, shown: set[str]) -> None:
    assert set(GAME.used(thing)) == shown


def test_facets_name_nations_and_who_began() -> None:
    seats = (SeatOptions(nation="us"), SeatOptions(nation="ru", nation_2="jp"))
    state = GAME.setup(Options(variant="map", squads_per_seat=2), seats, Dice(b"f", 3)).state
    first = str(state.first)
    assert GAME.facets(state) == {"first": first, "nation_0": "us", "nation_1": "ru"}
    del state.squads["1.1"]
    assert GAME.facets(state)["nation_1"] == "ru"


@pytest.mark.parametrize(
    ("action", "code", "rule"),
    [
        (actions.Attack("1.1", "pistol_1", "0.1"), "not_your_squad", "SQ-115"),
        (actions.Attack("0.1", "pistol_1", "1.1"), "not_in_hand", ""),
        (actions.Attack("0.1", "smoke_1", "1.1"), "not_usable", ""),
        (actions.Attack("0.1", "grenade_1", "1.1"), "out_of_range", ""),
        (actions.Attack("0.1", "grenade_1", "0.1"), "no_target", ""),
        (actions.Attack("0.1", "grenade_1", "nobody"), "no_target", ""),
        (actions.Attack("0.1", "fire_section_1", "1.1"), "wrong_phase", "SQ-34"),
        (actions.PlayBonus("0.1", "ambush_1"), "wrong_phase", "SQ-73"),
        (actions.CommanderKilled("0.1", "commander_killed_1", "1.1"), "no_kill", "SQ-41"),
        (actions.Encircle("0.1", "encircled_1", "1.1"), "not_pinned", "SQ-28"),
        (actions.Encircle("0.1", "encircled_1", "0.1"), "no_target", ""),
        (actions.PASS, "wrong_step", ""),
        (actions.Move("0.1", "smoke_1", "open", "hold"), "wrong_step", ""),
    ],
)
def test_refusals_say_why_and_name_the_ruling(action: Action, code: str, rule: str) -> None:
    hand = "smoke_1 grenade_1 fire_section_1 ambush_1 encircled_1 commander_killed_1"
    assert _why(Scene("position_fire", {"0.1": hand}), action) == (code, rule)
    for language in ("en", "ja"):
        assert f"refusal.{code}" in GAME.text[language]


def _why(scene: Scene, action: Action) -> tuple[str, str]:
    """Code and ruling with which an action that is not on offer is refused."""
    decision = GAME.decision(scene.state)
    assert decision is not None
    assert action not in decision.actions
    refusal = GAME.refusal(scene.state, decision.seat, action)
    assert refusal is not None
    return refusal.code, refusal.rule


def test_why_a_machine_gun_does_not_cover_a_move() -> None:
    scene = Scene("covering_fire", {"0.1": "light_machine_gun_1 mortar_1 fire_team_1"})
    scene.do(actions.Declare("0.1", "move")).do(actions.NO_SMOKE)
    assert _why(scene, actions.Attack("0.1", "light_machine_gun_1", "1.1")) == ("wrong_phase", "SQ-33")
    assert _why(scene, actions.Attack("0.1", "mortar_1", "1.1")) == ("wrong_phase", "SQ-33")
    assert _why(scene, actions.Attack("0.1", "fire_team_1", "1.1")) == ("wrong_phase", "SQ-34")


def test_why_a_commander_cannot_fall_twice() -> None:
    hands = {"0.1": "commander_killed_1 pistol_1"}
    scene = Scene("position_fire", hands, reach="PB", s11={"leaderless": True})
    assert _why(scene, actions.CommanderKilled("0.1", "commander_killed_1", "1.1")) == ("already_running", "SQ-40")


@pytest.mark.parametrize(
    ("card", "reach", "nation"),
    [
        ("grenade_1", "S", "jp"),  # no point-blank rating
        ("assault_section_1", "S", "jp"),  # no better at point-blank
        ("pistol_1", "PB", "jp"),
        ("pistol_1", "S", "uk"),
    ],
)
def test_why_an_attack_is_not_made_as_at_point_blank(card: str, reach: str, nation: str) -> None:
    scene = Scene("position_fire", {"0.1": card}, nations={"0.1": nation}, reach=reach)
    assert _why(scene, actions.Attack("0.1", card, "1.1", mode="jp_pb")) == ("close_combat", "SQ-37")


@pytest.mark.parametrize(
    ("variant", "step", "reach", "rule"),
    [
        ("flanking", "hold", "L", "SQ-102"),
        ("flanking", "hold", "M", "SQ-102"),
        ("flanking", "farther", "L", "SQ-78"),
        ("base", "lateral_left", "L", "SQ-102"),
        ("base", "closer", "PB", "SQ-78"),
    ],
)
def test_why_the_range_does_not_change_like_that(variant: Variant, step: Any, reach: str, rule: str) -> None:
    options = Options(variant=variant)
    scene = Scene("movement", {"0.1": "knife_1"}, reach=reach, options=options, s01={"declared": True})
    assert _why(scene, actions.Move("0.1", "knife_1", "open", step)) == ("bad_step", rule)


def test_why_a_squad_on_the_map_is_left_alone() -> None:
    options = Options(variant="map", squads_per_seat=2)
    places = {"0.1": "4,3", "1.1": "4,4", "1.2": "8,7"}
    hands = {"0.1": "radio_artillery_1 encircled_1"}
    scene = Scene("position_fire", hands, options=options, places=places, s12={"pinned": True})
    assert _why(scene, actions.Attack("0.1", "radio_artillery_1", "1.2")) == ("out_of_reach", "SQ-117")
    assert _why(scene, actions.Encircle("0.1", "encircled_1", "1.2")) == ("out_of_reach", "SQ-117")
    assert _why(scene, actions.Encircle("0.1", "encircled_1", "1.1")) == ("not_pinned", "SQ-28")


def test_opportunity_fire_targets_movers_only() -> None:
    options = Options(variant="map", squads_per_seat=2)
    places = {"0.1": "4,3", "0.2": "5,3", "0.3": "3,3", "1.1": "4,4"}
    moving = {"declared": True}
    stopped = {"declared": True, "point_man": True, "stopped": True}
    scene = Scene("opportunity_fire", {"1.1": "pistol_1"}, options=options, places=places, s01=moving, s03=stopped)
    assert _why(scene, actions.Attack("1.1", "pistol_1", "0.2")) == ("no_target", "SQ-72")
    assert _why(scene, actions.Attack("1.1", "pistol_1", "0.3")) == ("no_target", "SQ-74")


def test_why_return_fire_answers_the_squad_whose_turn_it_is() -> None:
    options = Options(variant="map", squads_per_seat=2, activation="squads")
    places = {"0.1": "4,3", "0.2": "5,3", "1.1": "4,4"}
    scene = Scene("return_fire", {"1.1": "pistol_1"}, options=options, places=places)
    scene.state.group = ("0.1",)
    assert _why(scene, actions.Attack("1.1", "pistol_1", "0.2")) == ("no_target", "SQ-119")


def test_a_use_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(LookupError):
        find_use("base", "uk", "attack", deck("base")[0], "")


def test_every_code_of_a_refusal_has_text() -> None:
    codes = {key for key in GAME.text["en"] if key.startswith("refusal.")}
    assert codes == {key for key in GAME.text["ja"] if key.startswith("refusal.")}
    assert len(codes) == 24


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize(
    "trait", [trait for trait in TRAITS if any(use.weapon.ranges for use in trait.uses)], ids=lambda trait: trait.id
)
def test_a_trait_that_attacks_says_at_which_ranges(trait: Trait, lang: str) -> None:
    """One that is a card's equal, too: whoever reads it may never have seen that card."""
    words = TEXT[lang]
    told = words[f"trait.{trait.id}.help"]
    reached = {reach for use in trait.uses for reach in use.weapon.ranges}
    assert {reach for reach in RANGES if words[f"range.{reach}"] in told} == reached


def test_every_ground_reads_with_its_article() -> None:
    grounds = {copy: kind for copy, kind in KIND.items() if CARDS[kind].type == "T"}
    for ground in ("open", *grounds, *grounds.values()):
        assert f"stands.{ground}" in TEXT["en"], ground
    move = {"step": "closer", "into": "terrain", "card": "hedge_row_2"}
    assert render(TEXT["en"], "action.move", move) == "Closer, behind a Hedge Row"
    started = {"squad": "0.1", "terrain": "hill"}
    assert render(TEXT["en"], "event.deployed", started) == "North starts on a Hill."

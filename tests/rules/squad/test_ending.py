"""SQ-89 … SQ-100: Position and Return Fire, Rally, Discard, the end."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.rules.dice import Dice
from bocage.rules.squad import GAME, actions
from bocage.rules.squad import events as ev
from bocage.rules.squad.data import NATIONS
from bocage.rules.squad.options import Options
from tests.rules.squad.scene import Scene


def mods(s01: dict[str, Any] | None = None, s11: dict[str, Any] | None = None) -> ev.Modifiers:
    """What is added to a plain attack in Position Fire."""
    scene = Scene("position_fire", {"0.1": "carbine_1"}, s01=s01 or {}, s11=s11 or {})
    scene.do(actions.Attack("0.1", "carbine_1", "1.1"), 1, 1)
    return scene.told(ev.Attacked)[0].mods


def test_sq_89_moved_and_flanked_exclude_each_other() -> None:
    flanker = {"flanked_before": ("0.1",)}
    assert mods() == ()
    assert mods({"moved": True}) == (("moved", -1),)
    assert mods({}, flanker) == (("flanked", -1),)
    assert mods({"moved": True}, flanker) == (("moved", -1),)


def test_sq_89_the_enemy_flanked_in_the_turn_just_before() -> None:
    scene = Scene("movement", {"0.1": "knife_1 smoke_1"}, s01={"declared": True})
    scene.do(actions.Move("0.1", "knife_1", "open", "hold")).next_turn()
    assert scene.squad("0.1").flanked_before == ("1.1",)
    scene.next_turn()
    assert scene.squad("0.1").flanked_before == ()


def test_sq_89_only_in_position_fire() -> None:
    scene = Scene("return_fire", {"1.1": "carbine_1"}, s01={"flanked_before": ("1.1",)})
    scene.do(actions.Attack("1.1", "carbine_1", "0.1"), 1, 1)
    assert scene.told(ev.Attacked)[0].mods == ()


def test_sq_90_flanking_needs_a_lateral_move_without_opportunity_fire() -> None:
    flank = {"moved": True, "flanked": ("1.1",)}
    assert mods(flank) == (("moved", -1), ("flank_bonus", 1))
    assert mods({**flank, "shot_at": True}) == (("moved", -1),)
    assert mods({"moved": True}) == (("moved", -1),)


def test_sq_90_missed_opportunity_attack_denies_the_objective() -> None:
    for attack in (True, False):
        scene = Scene("opportunity_fire", {"0.1": "knife_1 carbine_2", "1.1": "carbine_1"}, s01={"declared": True})
        if attack:
            scene.do(actions.Attack("1.1", "carbine_1", "0.1"), 1, 6)
        scene.skip_to("move").do(actions.Move("0.1", "knife_1", "open", "hold")).skip_to("position_fire")
        scene.do(actions.Attack("0.1", "carbine_2", "1.1"), 1, 1)
        assert (("flank_bonus", 1) in scene.told(ev.Attacked)[0].mods) != attack


def test_sq_91_the_bonus_is_for_position_fire() -> None:
    scene = Scene("return_fire", {"1.1": "carbine_1"}, s11={"moved": True, "flanked": ("0.1",)})
    scene.do(actions.Attack("1.1", "carbine_1", "0.1"), 1, 1)
    assert scene.told(ev.Attacked)[0].mods == ()


def test_sq_92_return_fire_has_no_situational_modifiers() -> None:
    scene = Scene(
        "return_fire",
        {"1.1": "pistol_1 smoke_1"},
        reach="S",
        s01={"moved": True, "smoke": True, "covering": True, "terrain": "rubble_1"},
        s11={"pinned": True, "flanking_fire": True},
    )
    scene.do(actions.Attack("1.1", "pistol_1", "0.1"), 1, 1)
    assert scene.told(ev.Attacked)[0].mods == (
        ("weapon", -1),
        ("pinned", -1),
        ("flanking_fire", 1),
        ("cover", -2),
    )


@pytest.mark.parametrize("nation", NATIONS)
def test_sq_93_the_active_squad_rallies_if_it_is_pinned_now(nation: str) -> None:
    scene = Scene("rally", {"0.1": "knife_1"}, nations={"0.1": nation}, s01={"pinned": True}, s11={"pinned": True})
    assert scene.who == ("rally", 0)
    scene.do(actions.PASS, 4)
    assert scene.squad("0.1").pinned == (nation not in ("us", "de"))
    assert scene.squad("1.1").pinned
    assert Scene("rally", {"0.1": "knife_1"}, s11={"pinned": True}).kind != "rally"


def test_sq_93_rally_modifiers_add_up() -> None:
    hands = {"0.1": "leadership_1 national_trait_1", "1.1": "exhaustion_1"}
    scene = Scene("rally", hands, nations={"0.1": "ru"}, s01={"pinned": True})
    scene.do(actions.Modify("0.1", "leadership_1")).do(actions.Modify("1.1", "exhaustion_1"))
    scene.do(actions.Modify("0.1", "national_trait_1", "political_officer"), 3)
    assert scene.told(ev.Rallied) == [
        ev.Rallied("0.1", 3, 5, "rallied", (("leadership", 2), ("exhaustion", -1), ("political_officer", 1)))
    ]


@pytest.mark.parametrize(("moved", "attacked"), [(False, False), (True, False), (False, True), (True, True)])
def test_sq_94_an_extra_card_after_neither_move_nor_attack(moved: bool, attacked: bool) -> None:
    scene = Scene("discard", {"0.1": "knife_1"}, s01={"moved": moved, "attacked": attacked})
    assert (scene.kind == "extra_card") == (not moved and not attacked)


def test_sq_94_it_is_optional_and_comes_before_discarding() -> None:
    hand = "knife_1 smoke_1 smoke_2 smoke_3 smoke_4"
    scene = Scene("discard", {"0.1": hand})
    assert scene.legal == [actions.DRAW_EXTRA, actions.DECLINE]
    assert scene.asked.default == actions.DRAW_EXTRA
    drawing = scene.do(actions.DRAW_EXTRA)
    assert len(drawing.of(actions.Discard)) == 6
    declining = Scene("discard", {"0.1": hand}).do(actions.DECLINE)
    assert declining.state.turn == 8


@pytest.mark.parametrize(("nation", "limit"), [("us", 5), ("de", 6), ("uk", 5), ("jp", 5), ("ru", 4)])
@pytest.mark.parametrize("leaderless", [False, True])
def test_sq_95_only_the_excess_one_card_per_action_face_up(nation: str, limit: int, leaderless: bool) -> None:
    hand = "carbine_1 carbine_2 smoke_1 smoke_2 smoke_3 smoke_4 smoke_5"
    s01 = {"attacked": True, "leaderless": leaderless}
    scene = Scene("discard", {"0.1": hand}, nations={"0.1": nation}, s01=s01)
    limit -= leaderless
    for left in range(7, limit, -1):
        assert len(scene.legal) == left
        assert scene.asked.default == scene.legal[0]
        lowest = scene.squad("0.1").hand[0]
        scene.do(scene.asked.default)
        assert scene.state.discard[-1] == lowest
    assert scene.state.turn == 8


def test_sq_96_victory_ends_the_turn_at_once() -> None:
    scene = Scene("position_fire", {"0.1": "carbine_1 carbine_2"}, s11={"men": 1})
    scene.do(actions.Attack("0.1", "carbine_1", "1.1"), 3, 1)
    outcome = GAME.outcome(scene.state)
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((0,), "annihilation")
    assert GAME.decision(scene.state) is None
    assert scene.state.phase == "position_fire"


def test_sq_97_a_change_of_men_touches_one_side_only() -> None:
    scene = Scene("position_fire", {"0.1": "carbine_1 smoke_1"}, s01={"men": 1}, s11={"men": 1})
    scene.do(actions.Attack("0.1", "carbine_1", "1.1"), 6, 1)
    assert [squad.men for squad in scene.state.squads.values()] == [1, 0]


def test_sq_98_the_turn_cap_makes_a_draw_after_that_turn() -> None:
    scene = Scene("discard", options=Options(turn_cap=8))
    scene.do(actions.DECLINE)
    assert scene.state.turn == 8
    for step in range(20):
        if GAME.decision(scene.state) is None:
            break
        scene.state = GAME.apply(scene.state, scene.asked.default, Dice(b"x", step)).state
    outcome = GAME.outcome(scene.state)
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((), "turn_cap")
    assert Options().turn_cap == 200


def test_sq_99_every_timeout_plays_the_default_of_the_sheet() -> None:
    defaults: dict[str, Any] = {}
    for seed in range(60):
        state = GAME.setup(Options(), (GAME.SeatOptions(), GAME.SeatOptions()), Dice(b"d%d" % seed, 1)).state
        for step in range(60):
            decision = GAME.decision(state)
            if decision is None:
                break
            defaults.setdefault(decision.kind, set()).add(type(decision.default))
            action = decision.actions[(seed * 7 + step * 3) % len(decision.actions)]
            state = GAME.apply(state, action, Dice(b"d%d" % seed, step + 2)).state
    expected = {
        "setup_terrain": actions.Decline,
        "utility": actions.Done,
        "morale": actions.Pass,
        "declare": actions.Declare,
        "smoke": actions.NoSmoke,
        "covering_fire": actions.EndFire,
        "opportunity_fire": actions.EndFire,
        "move": actions.Move,
        "barrier": actions.Pass,
        "engineer": actions.Pass,
        "post_move": actions.Done,
        "position_fire": actions.EndFire,
        "return_fire": actions.EndFire,
        "rally": actions.Pass,
        "extra_card": actions.DrawExtra,
        "discard": actions.Discard,
    }
    assert {kind: {expected[kind]} for kind in expected} == {
        kind: found for kind, found in defaults.items() if kind != "mine"
    }

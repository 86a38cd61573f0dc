"""SQ-101 … SQ-111: the flanking variant."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.rules.kernel import PUBLIC
from bocage.rules.squad import GAME, actions
from bocage.rules.squad import events as ev
from bocage.rules.squad.data import KIND, deck
from bocage.rules.squad.options import Options
from tests.rules.squad.scene import Scene

SAME = Options(variant="flanking")
OPPOSITE = Options(variant="flanking", flank_side="opposite")


def moving(hand: str, options: Options = SAME, enemy: str = "", nation: str = "uk", **squads: Any) -> Scene:
    """Squad 0.1 is about to move."""
    s01 = {"declared": True, **squads.pop("s01", {})}
    return Scene(
        "movement", {"0.1": hand, "1.1": enemy}, options=options, nations={"0.1": nation}, s01=s01, **squads
    )


def lateral(scene: Scene, card: str, side: str, into: str = "terrain") -> Scene:
    """Carry out a lateral move that nobody stops."""
    scene.do(actions.Move("0.1", card, into, f"lateral_{side}"))  # type: ignore[arg-type]
    return scene.do(actions.PASS) if scene.kind == "barrier" else scene


def test_sq_101_six_flanking_fire_and_no_encircled() -> None:
    kinds = [KIND[card] for card in deck("flanking")]
    assert (kinds.count("flanking_fire"), kinds.count("encircled"), len(kinds)) == (6, 0, 121)


def test_sq_102_hold_is_split_into_left_and_right() -> None:
    scene = moving("knife_1 smoke_1")
    assert [move.step for move in scene.legal if move.card == "knife_1"] == [
        "closer",
        "lateral_left",
        "lateral_right",
        "farther",
    ]
    assert scene.asked.default == actions.Move("0.1", "knife_1", "open", "lateral_left")
    for side in ("left", "right"):
        moved = lateral(moving("knife_1 smoke_1"), "knife_1", side, "open")
        assert moved.squad("0.1").flanked == ("1.1",)
        assert moved.state.range == "M"
    refusal = GAME.refusal(scene.state, 0, actions.Move("0.1", "knife_1", "open", "hold"))
    assert refusal is not None
    assert refusal.rule == "SQ-102"


def test_sq_103_flanking_fire_follows_a_lateral_move_with_a_terrain_card() -> None:
    hand = "hill_1 flanking_fire_1 flanking_fire_2"
    scene = lateral(moving(hand), "hill_1", "left")
    assert scene.of(actions.Flank) == [
        actions.Flank("0.1", "flanking_fire_1"),
        actions.Flank("0.1", "flanking_fire_2"),
    ]
    scene.do(actions.Flank("0.1", "flanking_fire_1"))
    assert scene.of(actions.Flank) == []  # One per move.
    assert scene.told(ev.Flanked) == [ev.Flanked("0.1", "flanking_fire", "left", 1)]
    assert scene.view(PUBLIC)["squads"]["0.1"]["left"] == 1
    assert lateral(moving(hand), "hill_1", "left", "open").of(actions.Flank) == []
    closer = moving(hand).do(actions.Move("0.1", "hill_1", "terrain", "closer"))
    assert closer.of(actions.Flank) == []


def test_sq_103_option_lets_it_follow_a_move_into_the_open() -> None:
    options = Options(variant="flanking", flank_open=True)
    scene = lateral(moving("hill_1 flanking_fire_1", options), "hill_1", "right", "open")
    assert scene.of(actions.Flank) == [actions.Flank("0.1", "flanking_fire_1")]


def test_sq_103_flanking_trait_is_no_bonus() -> None:
    scene = Scene("position_fire", {"0.1": "flanking_fire_1 national_trait_1"}, options=SAME, nations={"0.1": "de"})
    assert scene.of(actions.PlayBonus) == []
    german = lateral(moving("hill_1 national_trait_1 smoke_1", nation="de"), "hill_1", "left")
    german.do(actions.Flank("0.1", "national_trait_1", "flanking_fire"))
    assert german.squad("0.1").left == ("national_trait_1",)


@pytest.mark.parametrize("phase", ["position_fire", "return_fire", "opportunity_fire"])
def test_sq_104_each_adds_one_in_every_fire_phase(phase: str) -> None:
    firer, target = ("0.1", "1.1") if phase == "position_fire" else ("1.1", "0.1")
    squads: dict[str, Any] = {
        "s" + firer.replace(".", ""): {"left": ("flanking_fire_1", "flanking_fire_2")},
    }
    squads.setdefault("s01", {})["declared"] = phase == "opportunity_fire"
    scene = Scene(phase, {firer: "carbine_1"}, options=SAME, **squads)
    scene.do(actions.Attack(firer, "carbine_1", target), 5, 1)
    assert scene.told(ev.Attacked)[0].mods == (("flanking_fire", 2),)


def test_sq_104_not_for_mines() -> None:
    scene = moving("knife_1", enemy="minefield_1", s11={"left": ("flanking_fire_1",)})
    scene.do(actions.Move("0.1", "knife_1", "open", "closer")).do(actions.Barrier("1.1", "minefield_1"), 3, 3)
    assert scene.told(ev.MineHit)[0].mods == (("mine", 2),)


def test_sq_105_same_side_adds_up_and_the_other_side_starts_anew() -> None:
    held = {"left": ("flanking_fire_1", "flanking_fire_2")}
    again = lateral(moving("hill_1 flanking_fire_3", s01=held), "hill_1", "left")
    again.do(actions.Flank("0.1", "flanking_fire_3"))
    assert again.squad("0.1").left == ("flanking_fire_1", "flanking_fire_2", "flanking_fire_3")
    other = lateral(moving("hill_1 flanking_fire_3", s01=held), "hill_1", "right")
    other.do(actions.Flank("0.1", "flanking_fire_3"))
    assert (other.squad("0.1").left, other.squad("0.1").right) == ((), ("flanking_fire_3",))
    assert set(other.state.discard) >= {"flanking_fire_1", "flanking_fire_2"}


def test_sq_106_one_card_on_each_side() -> None:
    held = {"left": ("flanking_fire_1",)}
    both = lateral(moving("hill_1 flanking_fire_3", OPPOSITE, s01=held), "hill_1", "right")
    both.do(actions.Flank("0.1", "flanking_fire_3"))
    assert (both.squad("0.1").left, both.squad("0.1").right) == (("flanking_fire_1",), ("flanking_fire_3",))
    assert both.told(ev.Flanked)[0].n == 2
    replaced = lateral(moving("hill_1 flanking_fire_3", OPPOSITE, s01=held), "hill_1", "left")
    replaced.do(actions.Flank("0.1", "flanking_fire_3"))
    assert (replaced.squad("0.1").left, replaced.squad("0.1").right) == (("flanking_fire_3",), ())
    assert "flanking_fire_1" in replaced.state.discard


@pytest.mark.parametrize(("worth", "code"), [("sum", ("flanking_fire", 2)), ("plus3", ("encircled", 3))])
def test_sq_107_two_or_more_encircle(worth: str, code: tuple[str, int]) -> None:
    options = Options(variant="flanking", flank_encircled=worth)  # type: ignore[arg-type]
    held = {"left": ("flanking_fire_1", "flanking_fire_2")}
    scene = Scene("position_fire", {"0.1": "carbine_1"}, options=options, s01=held)
    assert scene.view(PUBLIC)["squads"]["1.1"]["encircled"]
    assert "encircled" not in scene.view(PUBLIC)["squads"]["0.1"]
    scene.do(actions.Attack("0.1", "carbine_1", "1.1"), 1, 1)
    assert scene.told(ev.Attacked)[0].mods == (code,)


def test_sq_107_one_does_not() -> None:
    scene = Scene("position_fire", {"0.1": "carbine_1"}, options=SAME, s01={"left": ("flanking_fire_1",)})
    assert "encircled" not in scene.view(PUBLIC)["squads"]["1.1"]


@pytest.mark.parametrize(
    "move",
    [
        actions.Move("0.1", "hill_1", "terrain", "closer"),
        actions.Move("0.1", "hill_1", "open", "lateral_left"),
        actions.Move("0.1", "hill_1", "terrain", "lateral_left"),
    ],
)
def test_sq_108_own_move_loses_all_flanks(move: actions.Move) -> None:
    scene = moving("hill_1 mission_objective_1 smoke_1", s01={"left": ("flanking_fire_1",)})
    scene.do(move)
    assert scene.kind == "post_move"
    assert scene.squad("0.1").left == ("flanking_fire_1",)
    scene.do(actions.DONE)
    assert scene.squad("0.1").left == ()
    assert scene.told(ev.FlankLost) == [ev.FlankLost("0.1", 1)]


def test_sq_108_without_a_hand_at_once() -> None:
    scene = lateral(moving("hill_1", s01={"left": ("flanking_fire_1",)}), "hill_1", "left")
    assert scene.told(ev.FlankLost) == [ev.FlankLost("0.1", 1)]


def test_sq_108_a_cancelled_move_changes_nothing() -> None:
    scene = moving("hill_1 smoke_1", enemy="barbed_wire_1", s01={"left": ("flanking_fire_1",)})
    scene.do(actions.Move("0.1", "hill_1", "terrain", "closer")).do(actions.Barrier("1.1", "barbed_wire_1")).do(
        actions.PASS
    )
    assert scene.squad("0.1").left == ("flanking_fire_1",)


def test_sq_109_enemy_move_loses_flanks_against_it() -> None:
    scene = moving("knife_1 smoke_1", s11={"right": ("flanking_fire_1",), "left": ("flanking_fire_2",)})
    scene.do(actions.Move("0.1", "knife_1", "open", "farther"))
    assert scene.kind == "post_move"
    assert scene.squad("1.1").flank_cards == ()
    assert scene.told(ev.FlankLost) == [ev.FlankLost("1.1", 2)]


def test_sq_109_a_cancelled_move_of_theirs_keeps_them() -> None:
    scene = moving("knife_1 smoke_1", enemy="barbed_wire_1", s11={"right": ("flanking_fire_1",)})
    scene.do(actions.Move("0.1", "knife_1", "open", "farther")).do(actions.Barrier("1.1", "barbed_wire_1")).do(
        actions.PASS
    )
    assert scene.squad("1.1").right == ("flanking_fire_1",)


def test_sq_110_pins_rallies_and_losses_do_not_touch_them() -> None:
    held = {"left": ("flanking_fire_1",), "pinned": True, "fired_at": 1, "killed": 1}
    scene = Scene("morale", {"0.1": "knife_1"}, options=SAME, s01=held)
    scene.do(actions.PASS, 6, 3, 1).skip_to("rally").do(actions.PASS, 6)
    assert not scene.squad("0.1").pinned
    assert scene.squad("0.1").left == ("flanking_fire_1",)


def test_sq_111_a_running_one_does_not_forbid_the_next() -> None:
    held = {"left": ("flanking_fire_1",)}
    scene = lateral(moving("hill_1 flanking_fire_2", s01=held), "hill_1", "left")
    assert scene.of(actions.Flank) == [actions.Flank("0.1", "flanking_fire_2")]

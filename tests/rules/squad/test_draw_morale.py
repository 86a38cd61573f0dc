"""SQ-47 … SQ-60: Draw Phase and Morale Phase; the rally window works alike."""

from __future__ import annotations

import pytest

from bocage.rules.squad import GAME, actions
from bocage.rules.squad import events as ev
from bocage.rules.squad.data import CARDS, KIND, NATIONS, TRAITS
from tests.rules.squad.scene import Scene


def check(*dice: int, nation: str = "uk", hand: str = "", enemy: str = "", **fields: int) -> Scene:
    """A morale check of squad 0.1, with nobody to modify it unless hands are given."""
    return Scene(
        "morale",
        {"0.1": hand or "knife_1", "1.1": enemy},
        nations={"0.1": nation},
        s01={"fired_at": 1, **fields},
    ).do(actions.PASS, *(() if enemy else dice))


@pytest.mark.parametrize("nation", NATIONS)
def test_sq_47_the_utility_step_opens_for_americans_and_russians_with_cards(nation: str) -> None:
    scene = Scene("draw", {"0.1": "knife_1"}, nations={"0.1": nation})
    assert (scene.kind == "utility") == (nation in ("us", "ru"))
    if nation in ("us", "ru"):
        assert scene.legal == [actions.DONE]  # Needed or not.
        assert scene.do(actions.DONE).kind == "declare"


def test_sq_48_ingenuity_discards_the_trait_and_draws_two_again_and_again() -> None:
    scene = Scene("draw", {"0.1": "national_trait_1 national_trait_2"}, nations={"0.1": "us"})
    assert len(scene.squad("0.1").hand) == 5
    scene.do(actions.Utility("0.1", "national_trait_1", "ingenuity"))
    assert scene.state.discard == ("national_trait_1",)
    assert len(scene.squad("0.1").hand) == 6
    assert len(scene.told(ev.Drew, 0)[0].cards) == 2
    scene.do(actions.Utility("0.1", "national_trait_2", "ingenuity"))
    assert len(scene.squad("0.1").hand) == 7


def test_sq_49_reinforcement_has_no_upper_limit() -> None:
    scene = Scene("draw", {"0.1": "national_trait_1"}, nations={"0.1": "ru"})
    scene.do(actions.Utility("0.1", "national_trait_1", "reinforcement"))
    assert scene.squad("0.1").men == 37
    assert scene.told(ev.UsedTrait)[0].men == 1


def test_sq_50_a_check_is_due_after_an_attack_hit_or_miss() -> None:
    scene = Scene("position_fire", {"0.1": "carbine_1"})
    scene.do(actions.Attack("0.1", "carbine_1", "1.1"), 1, 6)  # Nobody holds a card, so the turn ends with it.
    assert scene.who == ("morale", 1)
    assert Scene("position_fire", {"0.1": "carbine_1"}).next_turn().kind != "morale"


def test_sq_51_men_killed_by_attacks_count_and_mines_do_not() -> None:
    scene = check(1, killed=3)
    assert scene.told(ev.MoraleChecked)[0].mods == (("killed", 3),)
    mined = Scene("movement", {"0.1": "smoke_1", "1.1": "minefield_1"}, s01={"declared": True})
    mined.do(actions.Move("0.1", "smoke_1", "open", "hold")).do(actions.Barrier("1.1", "minefield_1"), 6, 1)
    assert (mined.squad("0.1").men, mined.squad("0.1").killed, mined.squad("0.1").fired_at) == (3, 0, 0)


@pytest.mark.parametrize(("killed", "die", "pinned"), [(0, 4, False), (0, 5, True), (9, 6, True), (3, 1, False)])
def test_sq_52_bands_are_open_ended(killed: int, die: int, pinned: bool) -> None:
    scene = check(die, killed=killed)
    assert scene.told(ev.MoraleChecked)[0].total == die + killed
    assert scene.squad("0.1").pinned == pinned


def test_sq_52_results_below_one_do_nothing() -> None:
    scene = check(1, nation="jp")
    assert (scene.told(ev.MoraleChecked)[0].total, scene.told(ev.MoraleChecked)[0].result) == (0, "steady")


_ROLES = {
    "morale_own": {"fatalism", "determination"},
    "morale_enemy": {"shell_shock", "hesitation", "fear"},
    "rally_own": {"leadership", "patriotism", "camaraderie"},
    "rally_enemy": {"confusion", "exhaustion"},
}


@pytest.mark.parametrize("role", _ROLES)
def test_sq_53_each_card_only_where_it_helps_its_player(role: str) -> None:
    every = " ".join(f"{card}_1" for cards in _ROLES.values() for card in sorted(cards))
    phase, side = role.split("_")
    roller = {"fired_at": 1} if phase == "morale" else {"pinned": True}
    hands = {"0.1": every} if side == "own" else {"0.1": "knife_1", "1.1": every}
    scene = Scene(phase, hands, s01=roller)
    if side == "enemy":
        scene.do(actions.PASS)
    assert {KIND[action.card] for action in scene.of(actions.Modify)} == _ROLES[role]


def test_sq_53_printed_values_and_traits() -> None:
    values = {use.role: use.value for card in CARDS.values() for use in card.uses if use.role in _ROLES}
    assert values == {"morale_own": -1, "morale_enemy": 2, "rally_own": 2, "rally_enemy": -1}
    traits = {trait.id: use.value for trait in TRAITS for use in trait.uses if use.role in _ROLES}
    assert traits == {"professionalism": 1, "political_officer": 1, "intimidation": -1, "fortitude": -1}


def test_sq_54_several_modifiers_on_one_roll_add_up() -> None:
    scene = check(enemy="fear_1 shell_shock_1", hand="fatalism_1")
    scene.do(actions.Modify("1.1", "fear_1")).do(actions.Modify("0.1", "fatalism_1"))
    assert scene.view(0)["roll"] == {"squad": "0.1", "roll": "morale", "cards": 1}
    scene.do(actions.Modify("1.1", "shell_shock_1"), 1)  # Both hands are empty now: the die falls.
    (roll,) = scene.told(ev.MoraleChecked)
    assert roll.mods == (("fear", 2), ("fatalism", -1), ("shell_shock", 2))
    assert (roll.total, roll.result) == (4, "steady")


@pytest.mark.parametrize(("nation", "trait"), [("de", "intimidation"), ("uk", "fortitude")])
def test_sq_55_and_56_morale_traits_subtract_one(nation: str, trait: str) -> None:
    scene = Scene("morale", {"0.1": "national_trait_1"}, nations={"0.1": nation}, s01={"fired_at": 1})
    assert scene.of(actions.Modify) == [actions.Modify("0.1", "national_trait_1", trait)]
    scene.do(scene.of(actions.Modify)[0], 5)
    assert scene.told(ev.MoraleChecked)[0].mods == ((trait, -1),)
    assert not scene.squad("0.1").pinned


def test_sq_55_intimidation_is_no_plus_for_the_enemy() -> None:
    scene = Scene(
        "morale", {"0.1": "knife_1", "1.1": "national_trait_1"}, nations={"1.1": "de"}, s01={"fired_at": 1}
    )
    assert scene.do(actions.PASS).of(actions.Modify) == []


def test_sq_56_fortitude_is_no_plus_for_the_enemy() -> None:
    scene = Scene("morale", {"0.1": "knife_1", "1.1": "national_trait_1"}, s01={"fired_at": 1})
    assert scene.do(actions.PASS).of(actions.Modify) == []


def test_sq_57_fatalism_helps_the_checking_player() -> None:
    scene = Scene("morale", {"0.1": "fatalism_1"}, s01={"fired_at": 1})
    scene.do(actions.Modify("0.1", "fatalism_1"), 5)
    assert scene.told(ev.MoraleChecked)[0].result == "steady"


@pytest.mark.parametrize(("nation", "die", "pinned"), [("us", 4, True), ("jp", 5, False), ("uk", 5, True)])
def test_sq_58_american_checks_are_worse_japanese_better(nation: str, die: int, pinned: bool) -> None:
    assert check(die, nation=nation).squad("0.1").pinned == pinned


def test_sq_59_a_pinned_squad_routs_and_stays_pinned() -> None:
    scene = check(5, 6, 2, pinned=True)
    assert scene.told(ev.MoraleChecked)[0].result == "rout"
    assert scene.told(ev.Routed)[0] == ev.Routed("0.1", (6, 2), 4)
    assert (scene.squad("0.1").men, scene.squad("0.1").pinned) == (6, True)


def test_sq_59_the_last_men_may_run() -> None:
    scene = check(5, 6, 2, pinned=True, men=3)
    outcome = GAME.outcome(scene.state)
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((1,), "annihilation")
    assert scene.told(ev.Routed)[0].kills == 3


def test_sq_59_lesson_and_table_name_a_rout_alike() -> None:
    rout = GAME.text["ja"]["result.rout"]
    assert [at for at, said in GAME.lesson().comments.items() if rout in said.ja] == [40, 41]


def test_sq_59_no_rout_on_the_roll_that_pins() -> None:
    assert check(6).told(ev.Routed) == []


def test_sq_60_nothing_modifies_the_rout_roll() -> None:
    scene = check(6, 2, 2, pinned=True, killed=4, terrain="pill_box_1")  # type: ignore[arg-type]
    assert scene.told(ev.Routed) == [ev.Routed("0.1", (2, 2))]
    assert scene.squad("0.1").men == 10

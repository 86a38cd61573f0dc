"""SQ-112 … SQ-123: the map, its squads, range and movement."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bocage.rules.dice import Dice, ScriptedDice
from bocage.rules.squad import GAME, actions
from bocage.rules.squad import events as ev
from bocage.rules.squad.data import KIND, OPEN_GROUND, TERRAINS, deck
from bocage.rules.squad.hexmap import board
from bocage.rules.squad.options import Options, SeatOptions
from bocage.rules.squad.variants import GROUNDS
from tests.rules.squad.scene import Scene

MAP = Options(variant="map")
TWO = Options(variant="map", squads_per_seat=2)
SIZES = st.tuples(st.integers(7, 15), st.sampled_from((6, 8, 10, 12, 14)))
UK = SeatOptions(nation="uk")


def on_map(phase: str, places: dict[str, str], hands: dict[str, str] | None = None, **scene: Any) -> Scene:
    """A situation on the map."""
    options = scene.pop("options", TWO if len(places) > 2 else MAP)
    return Scene(phase, hands, places=places, options=options, **scene)


@given(SIZES)
@settings(max_examples=15, deadline=None)
def test_sq_112_distances_and_their_mirror(size: tuple[int, int]) -> None:
    columns, rows = size
    layout = board(columns, rows)
    last = len(layout.names) - 1
    for a in range(0, last, 5):
        for b in range(0, last, 3):
            assert layout.distance[a][b] == layout.distance[b][a] == layout.distance[last - a][last - b]
            assert (layout.distance[a][b] == 1) == (b in layout.neighbours[a])


def test_sq_112_neighbours_of_even_and_odd_rows() -> None:
    layout = board(9, 8)
    around = {name: {layout.names[at] for at in layout.neighbours[layout.number[name]]} for name in ("4,4", "4,3")}
    assert around["4,4"] == {"3,3", "4,3", "3,4", "5,4", "3,5", "4,5"}
    assert around["4,3"] == {"4,2", "5,2", "3,3", "5,3", "4,4", "5,4"}
    assert len(layout.names) == 72


@given(SIZES, st.integers(0, 1000))
@settings(max_examples=30, deadline=None)
def test_sq_113_mirrored_terrain(size: tuple[int, int], seed: int) -> None:
    columns, rows = size
    options = Options(variant="map", columns=columns, rows=rows)  # type: ignore[arg-type]
    terrain = GROUNDS["map"].survey(options, Dice(b"t", seed))
    assert len(terrain) == 2 * (columns * rows // 8)
    for name, kind in terrain.items():
        column, row = map(int, name.split(","))
        assert terrain[f"{columns - 1 - column},{rows - 1 - row}"] == kind
    kinds = [list(terrain.values()).count(kind) for kind in TERRAINS]
    assert max(kinds) - min(kinds) <= 2


def test_sq_113_the_draws_are_two_shuffles() -> None:
    dice = ScriptedDice([], then=Dice(b"t", 1))
    terrain = GROUNDS["map"].survey(MAP, dice)
    assert [bound for bound, _ in dice.draws] == [*range(12, 1, -1), *range(36, 1, -1)]
    assert len(terrain) == 18
    kept = GROUNDS["map"].survey(MAP, ScriptedDice(keep_order=True))
    assert [kept[f"{column},0"] for column in range(9)] == list(TERRAINS[:9])
    assert kept["8,7"] == TERRAINS[0]


def test_sq_113_random_terrain_has_as_many_hexes_without_symmetry() -> None:
    options = Options(variant="map", terrain="random")
    terrain = GROUNDS["map"].survey(options, Dice(b"t", 1))
    assert len(terrain) == 18
    mirrored = {f"{8 - int(name.split(',')[0])},{7 - int(name.split(',')[1])}" for name in terrain}
    assert mirrored != set(terrain)


def test_sq_114_no_terrain_cards_and_no_setup_terrain() -> None:
    assert len(deck("map")) == 103
    assert not {KIND[card] for card in deck("map")} & set(TERRAINS)
    state = GAME.setup(MAP, (UK, UK), Dice(b"m", 1)).state
    decision = GAME.decision(state)
    assert decision is not None
    assert decision.kind == "placement"


def test_sq_115_squads_with_hands_and_nations_of_their_own() -> None:
    options = Options(variant="map", squads_per_seat=3)
    seats = (SeatOptions(nation="us", nation_2="ru"), SeatOptions(nation="jp", nation_3="de"))
    dice = ScriptedDice([1, 6], keep_order=True)
    state = GAME.setup(options, seats, dice).state
    nations = {name: squad.nation for name, squad in state.squads.items()}
    assert nations == {"0.1": "us", "0.2": "ru", "0.3": "us", "1.1": "jp", "1.2": "jp", "1.3": "de"}
    cards = deck("map")
    for at, name in enumerate(("1.1", "0.1", "1.2", "0.2", "1.3", "0.3")):  # Seat 1 begins.
        assert state.squads[name].hand == tuple(sorted(cards[at:30:6]))
    assert state.squads["0.2"].men == 36
    view = GAME.view(state, 0)["squads"]
    assert all(("hand" in view[name]) == (name[0] == "0") for name in view)


def test_sq_115_a_fixed_nation_holds_for_all_squads_of_the_seat() -> None:
    options = Options(variant="map", squads_per_seat=2, nation_0="de")
    state = GAME.setup(options, (SeatOptions(nation="us", nation_2="ru"), UK), Dice(b"m", 1)).state
    assert {squad.nation for squad in state.of(0)} == {"de"}


def test_sq_115_cards_work_for_the_squad_whose_hand_they_come_from() -> None:
    places = {"0.1": "0,0", "0.2": "2,0", "1.1": "1,3"}
    hands = {"0.1": "flanking_fire_1 carbine_1", "0.2": "carbine_2"}
    scene = on_map("position_fire", places, hands)
    scene.do(actions.PlayBonus("0.1", "flanking_fire_1")).do(actions.Attack("0.1", "carbine_1", "1.1"), 1, 1)
    assert scene.told(ev.Attacked)[0].mods == (("flanking_fire", 1),)
    assert {action.card for action in scene.of(actions.Attack)} == {"carbine_2"}
    refusal = GAME.refusal(scene.state, 0, actions.Attack("0.1", "carbine_2", "1.1"))
    assert refusal is not None
    assert refusal.code == "not_in_hand"
    scene.do(actions.Attack("0.2", "carbine_2", "1.1"), 1, 1)
    assert scene.told(ev.Attacked)[0].mods == ()


def test_sq_115_roll_modifiers_come_from_own_or_enemy_hands() -> None:
    places = {"0.1": "0,0", "0.2": "2,0", "1.1": "0,7", "1.2": "4,7"}
    hands = {"0.1": "fatalism_1", "0.2": "determination_1", "1.1": "fear_1", "1.2": "hesitation_1"}
    scene = on_map("morale", places, hands, s01={"fired_at": 1})
    assert scene.of(actions.Modify) == [actions.Modify("0.1", "fatalism_1")]
    scene.do(actions.PASS)
    assert scene.of(actions.Modify) == [actions.Modify("1.1", "fear_1"), actions.Modify("1.2", "hesitation_1")]


def test_sq_116_squads_are_placed_alternately_on_the_home_rows() -> None:
    state = GAME.setup(TWO, (UK, UK), ScriptedDice([1, 6], then=Dice(b"m", 1))).state
    order, taken = [], set()
    while (decision := GAME.decision(state)) is not None and decision.kind == "placement":
        action = decision.default
        row = 0 if decision.seat == 0 else 7
        free = [f"{column},{row}" for column in range(9) if f"{column},{row}" not in taken]
        assert [place.to for place in decision.actions] == free
        assert action.to == free[0]  # Lowest column.
        order.append(action.squad)
        taken.add(action.to)
        state = GAME.apply(state, action, Dice(b"m", 2)).state
    assert order == ["1.1", "0.1", "1.2", "0.2"]
    assert state.turn == 1


@pytest.mark.parametrize(("to", "reach"), [("4,1", "PB"), ("4,2", "S"), ("4,3", "M"), ("4,4", "L"), ("4,5", "")])
def test_sq_117_range_is_distance(to: str, reach: str) -> None:
    scene = on_map(
        "position_fire", {"0.1": "4,0", "1.1": to}, {"0.1": "bolt_action_rifle_1 knife_1 sniper_attack_1"}
    )
    weapons = {"PB": {"knife"}, "S": {"bolt_action_rifle"}, "M": {"bolt_action_rifle"}}
    weapons["L"] = {"bolt_action_rifle", "sniper_attack"}
    expected = weapons.get(reach, set())
    found = {KIND[attack.card] for attack in scene.of(actions.Attack)} if scene.kind == "position_fire" else set()
    assert found == expected


def test_sq_117_every_attack_names_its_target() -> None:
    places = {"0.1": "4,3", "1.1": "4,5", "1.2": "4,6", "0.2": "0,0"}
    scene = on_map("position_fire", places, {"0.1": "carbine_1"})
    assert scene.legal == [
        actions.Attack("0.1", "carbine_1", "1.1"),
        actions.Attack("0.1", "carbine_1", "1.2"),
        actions.END_FIRE,
    ]
    scene.do(actions.Attack("0.1", "carbine_1", "1.2"), 5, 1)
    assert (scene.squad("1.2").men, scene.squad("1.1").men) == (6, 10)
    assert scene.told(ev.Attacked)[0].range == "M"


def test_sq_118_map_and_flanking_exclude_each_other() -> None:
    assert set(GROUNDS) == {"base", "flanking", "map"}
    scene = on_map("position_fire", {"0.1": "4,3", "1.1": "4,5"}, {"0.1": "flanking_fire_1"})
    assert scene.of(actions.PlayBonus) == [actions.PlayBonus("0.1", "flanking_fire_1")]


def test_sq_119_within_a_phase_the_squads_act_in_id_order() -> None:
    places = {"0.1": "0,0", "0.2": "8,0", "1.1": "0,7", "1.2": "8,7"}
    scene = on_map("covering_fire", places)
    acting = []
    for _ in range(4):
        acting.append((scene.kind, scene.view(0)["acting"]))
        scene.do(scene.asked.default)
    assert acting == [("declare", "0.1"), ("declare", "0.2"), ("extra_card", "0.1"), ("extra_card", "0.2")]


def test_sq_119_option_each_squad_takes_all_nine_phases() -> None:
    options = Options(variant="map", squads_per_seat=2, activation="squads")
    places = {"0.1": "3,3", "0.2": "5,3", "1.1": "4,5", "1.2": "8,7"}
    hands = {"0.1": "carbine_1", "0.2": "carbine_2", "1.1": "smoke_1 bolt_action_rifle_1"}
    scene = on_map("discard", places, hands, options=options, active=1)
    scene.next_turn()
    assert (scene.state.group, scene.kind, scene.view(0)["acting"]) == (("0.1",), "declare", "0.1")
    scene.do(actions.Declare("0.1", "stay")).do(actions.END_FIRE)
    # Return fire answers the squad that has just acted.
    assert {attack.target for attack in scene.of(actions.Attack)} == {"0.1"}
    scene.do(actions.END_FIRE).skip_to("declare")
    assert (scene.state.group, scene.view(0)["acting"]) == (("0.2",), "0.2")
    assert len(scene.squad("0.2").hand) == 1 + 3  # Its Draw Phase came after the other's Discard Phase.
    turn = scene.state.turn
    assert scene.next_turn().state.active == 1
    assert scene.state.turn == turn + 1


def test_sq_120_step_needs_a_card_and_target() -> None:
    near, far = {"0.1": "0,0", "1.1": "0,4"}, {"0.1": "0,0", "1.1": "0,5"}
    assert on_map("position_fire", near, {"0.1": "knife_1"}).kind == "position_fire"
    assert on_map("position_fire", near, {"1.1": "knife_1"}).kind == "return_fire"
    assert on_map("position_fire", far, {"0.1": "knife_1", "1.1": "carbine_1"}).kind == "extra_card"


def test_sq_120_a_mover_may_play_their_last_card() -> None:
    scene = on_map("covering_fire", {"0.1": "0,0", "1.1": "0,3"}, {"0.1": "carbine_1"})
    scene.do(actions.Declare("0.1", "move")).do(actions.NO_SMOKE)
    assert scene.kind == "covering_fire"
    scene.do(actions.Attack("0.1", "carbine_1", "1.1"), 1, 1)
    assert scene.kind == "move"


def test_sq_121_declaring_needs_a_destination_but_no_card() -> None:
    assert on_map("covering_fire", {"0.1": "0,0", "1.1": "8,7"}).kind == "declare"
    boxed = {"0.1": "0,0", "0.2": "1,0", "0.3": "0,1", "1.1": "8,7"}
    scene = on_map("covering_fire", boxed, options=Options(variant="map", squads_per_seat=3))
    assert (scene.kind, scene.view(0)["acting"]) == ("declare", "0.2")
    pinned = on_map("covering_fire", {"0.1": "0,0", "1.1": "8,7"}, {"0.1": "knife_1"}, s01={"pinned": True})
    assert pinned.kind == "rally"


def test_sq_122_moving_costs_no_card() -> None:
    scene = on_map("movement", {"0.1": "4,0", "1.1": "8,7"}, {"0.1": "knife_1"}, s01={"declared": True})
    scene.do(actions.Move("0.1", to="4,1"))
    assert scene.squad("0.1").hand == ("knife_1",)


def goals(terrain: dict[str, str], places: dict[str, str] | None = None) -> set[str]:
    """Where squad 0.1 may go from 4,4."""
    places = {"0.1": "4,4", "1.1": "8,7", **(places or {})}
    scene = on_map("movement", places, s01={"declared": True}, terrain=terrain)
    assert all(move.squad == "0.1" for move in scene.legal)
    return {move.to for move in scene.legal}


def test_sq_123_two_hexes_through_the_open_or_one_into_terrain() -> None:
    layout = board(9, 8)
    start = layout.number["4,4"]
    within = {name for name in layout.names if 0 < layout.distance[start][layout.number[name]] <= 2}
    assert goals({}) == within
    # Into terrain one hex, not through it and not as a second hex.
    assert goals({"5,4": "hill"}) == within - {"6,4"}
    assert goals({"6,4": "hill"}) == within - {"6,4"}
    assert goals({}, {"0.2": "5,4"}) == within - {"5,4", "6,4"}
    assert goals({}, {"1.2": "6,4"}) == within - {"6,4"}
    around = {layout.names[at]: "rubble" for at in layout.neighbours[start]}
    assert goals(around) == set(around)


def test_sq_123_canonical_order_and_refusal() -> None:
    scene = on_map("movement", {"0.1": "4,4", "1.1": "8,7"}, s01={"declared": True})
    numbers = [board(9, 8).number[move.to] for move in scene.legal]
    assert numbers == sorted(numbers)
    assert scene.asked.default == scene.legal[0]
    refusal = GAME.refusal(scene.state, 0, actions.Move("0.1", to="4,7"))
    assert refusal is not None
    assert refusal.rule == "SQ-123"


def test_sq_123_a_move_without_a_free_hex_lapses() -> None:
    places = {"0.1": "0,0", "0.2": "1,0", "0.3": "0,2", "1.1": "8,7"}
    options = Options(variant="map", squads_per_seat=3)
    s01 = {"declared": True}
    scene = on_map("covering_fire", places, options=options)
    scene.do(actions.Declare("0.1", "move")).do(actions.Declare("0.2", "stay")).do(actions.Declare("0.3", "move"))
    assert scene.kind == "move"
    blocked = on_map("movement", {**places, "0.3": "0,1"}, options=options, s01=s01)
    assert blocked.kind == "extra_card"
    assert blocked.told(ev.Cancelled) == [ev.Cancelled("0.1")]
    assert not blocked.squad("0.1").moved
    assert not blocked.squad("0.1").declared


def test_open_ground_is_what_the_map_leaves_out() -> None:
    scene = on_map("position_fire", {"0.1": "4,4", "1.1": "4,5"}, terrain={"4,5": "gulley"})
    squads = scene.view(0)["squads"]
    assert (squads["0.1"]["terrain"], squads["1.1"]["terrain"]) == (OPEN_GROUND, "gulley")

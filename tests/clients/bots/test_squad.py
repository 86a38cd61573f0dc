"""The sergeant of SQUAD: single decisions on plain documents, whole matches against random choice."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

import msgspec
import pytest

from bocage.bots.squad.hand import ENOUGH, THRESHOLD
from bocage.bots.squad.position import COVERED, FLANKED, FLANKING, MOVED, PINNED, distance
from bocage.bots.squad.sergeant import make
from bocage.rules.hexes import distance as hex_distance
from bocage.rules.hexes import from_odd_r
from bocage.rules.kernel import Context
from bocage.rules.kernel.legal import legal_action
from bocage.rules.kernel.play import new_playthrough
from bocage.rules.squad import GAME, data, resolve
from bocage.rules.squad.options import Options
from tests.clients.bots.duel import won

sergeant = make(GAME.facts())
ROUGH: dict[str, dict[str, Any]] = {
    "base": {},
    "memory": {"morale_memory": "since_last_check", "nation_0": "ru", "nation_1": "jp"},
    "flanking": {"variant": "flanking", "flank_open": True, "flank_encircled": "plus3"},
    "opposite": {"variant": "flanking", "flank_side": "opposite", "nation_0": "de"},
    "map": {"variant": "map", "columns": 7, "rows": 6, "terrain": "random"},
    "squads": {"variant": "map", "squads_per_seat": 3, "activation": "squads", "columns": 15, "rows": 14},
}


def squad(seat: int, hand: tuple[str, ...] = (), **more: Any) -> dict[str, Any]:
    shown = {"seat": seat, "nation": "uk", "men": 10, "cards": 5, "limit": 5, "terrain": "open", **more}
    return {**shown, "hand": {card: card.rpartition("_")[0] for card in hand}} if seat == 0 else shown


def document(phase: str, mine: dict[str, Any], enemy: dict[str, Any] | None = None, **table: Any) -> dict[str, Any]:
    """What the player of seat 0 sees in their own turn."""
    plain: dict[str, Any] = {
        "variant": "base",
        "phase": phase,
        "active": 0,
        "acting": "0.1",
        "range": "S",
        "objectives": {"0": 0, "1": 0},
        "squads": {"0.1": mine, "1.1": enemy or squad(1)},
        **table,
    }
    return {"game": "squad", "options": msgspec.to_builtins(Options()), "table": plain}


def act(do: str, card: str = "", **more: Any) -> dict[str, Any]:
    return {"do": do, "squad": "0.1", **({"card": card} if card else {}), **more}


def attack(card: str) -> dict[str, Any]:
    return act("attack", card, target="1.1")


END, PASS = {"do": "end_fire"}, {"do": "pass"}


def test_numbers_on_no_card_equal_the_rules() -> None:
    assert tuple(
        value for _, value in (resolve.PINNED, resolve.MOVED, resolve.COVERED, resolve.FLANKED, resolve.FLANK_BONUS)
    ) == (PINNED, MOVED, COVERED, FLANKED, FLANKING)
    assert (THRESHOLD, ENOUGH) == (data.THRESHOLD, data.OBJECTIVES_TO_WIN)


def test_distances_are_those_of_the_map() -> None:
    places = [(column, row) for column in range(5) for row in range(5)]
    for one in places:
        for other in places:
            steps = hex_distance(from_odd_r(*one), from_odd_r(*other))
            assert distance(f"{one[0]},{one[1]}", f"{other[0]},{other[1]}") == steps


def test_fires_the_best_weapon_first_and_none_that_cannot_hit() -> None:
    hand = ("pistol_1", "sub_machine_gun_1")
    view = document("position_fire", squad(0, hand))
    assert sergeant(view, [attack("pistol_1"), attack("sub_machine_gun_1"), END]) == attack("sub_machine_gun_1")
    bunker = squad(1, terrain="pill_box", concealed=True, fired_at=1, pinned=True)
    assert sergeant(document("return_fire", squad(0, hand), bunker, active=1), [attack("pistol_1"), END]) == END


def test_a_grenade_goes_over_the_wall() -> None:
    hand = ("grenade_1", "sub_machine_gun_1")
    view = document("position_fire", squad(0, hand), squad(1, terrain="building"))
    assert sergeant(view, [attack("sub_machine_gun_1"), attack("grenade_1"), END]) == attack("grenade_1")


def test_prepares_many_attacks_but_not_a_single_poor_one() -> None:
    guns = tuple(f"sub_machine_gun_{n}" for n in (1, 2, 3, 4))
    prepare = act("play_bonus", "flanking_fire_1")
    rich = document("position_fire", squad(0, ("flanking_fire_1", *guns)))
    assert sergeant(rich, [*map(attack, guns), prepare, END]) == prepare
    wall = squad(1, terrain="pill_box")
    poor = document("position_fire", squad(0, ("flanking_fire_1", "pistol_1")), wall)
    assert sergeant(poor, [attack("pistol_1"), prepare, END]) == attack("pistol_1")


def test_a_fallen_commander_is_never_missed() -> None:
    view = document("position_fire", squad(0, ("commander_killed_1", "pistol_1")))
    fell = act("commander_killed", "commander_killed_1", target="1.1")
    assert sergeant(view, [attack("pistol_1"), fell, END]) == fell


@pytest.mark.parametrize(("killed", "nation", "played"), [(0, "uk", True), (5, "uk", False)])
def test_morale_card_is_played_while_the_die_matters(killed: int, nation: str, played: bool) -> None:
    """With five men lost any die pins, one off the roll or not."""
    mine = squad(0, ("determination_1",), killed=killed, nation=nation)
    view = document("morale", mine, roll={"squad": "0.1", "roll": "morale", "cards": 0})
    modify = act("modify", "determination_1")
    assert sergeant(view, [modify, PASS]) == (modify if played else PASS)


def test_moves_for_the_last_objective_and_stays_without_a_reason() -> None:
    ways = [act("declare", how=how) for how in ("stay", "move", "point_man")]
    goal = squad(0, ("mission_objective_1", "pistol_1"))
    assert sergeant(document("covering_fire", goal, objectives={"0": 2, "1": 0}), ways)["how"] != "stay"
    dug_in = squad(0, ("sub_machine_gun_1", "sub_machine_gun_2"), terrain="pill_box")
    assert sergeant(document("covering_fire", dug_in), ways)["how"] == "stay"


def test_pays_for_a_move_with_what_it_needs_least() -> None:
    hand = ("mission_objective_1", "knife_1", "sub_machine_gun_1")
    moves = [act("move", card, into="open", step="hold") for card in hand]
    assert sergeant(document("movement", squad(0, hand)), moves)["card"] == "knife_1"


def test_takes_cover_where_a_terrain_card_offers_it() -> None:
    hand = ("pill_box_1", "low_wall_1")
    moves = [act("move", card, into=into, step="hold") for card in hand for into in ("open", "terrain")]
    assert sergeant(document("movement", squad(0, hand)), moves) == act(
        "move", "pill_box_1", into="terrain", step="hold"
    )
    start = [act("terrain", card) for card in hand] + [{"do": "decline"}]
    assert sergeant(document("", squad(0, hand), active=-1), start)["card"] == "pill_box_1"


def test_a_mine_stops_everybody_wire_the_one_who_might_win() -> None:
    hand = ("minefield_1", "barbed_wire_1")
    mine, wire = act("barrier", "minefield_1"), act("barrier", "barbed_wire_1")
    move = {"squad": "1.1", "terrain": "open", "step": "hold"}
    view = document("movement", squad(0, hand), active=1, move=move)
    assert sergeant(view, [mine, wire, PASS]) == mine
    walled = squad(1, terrain="building", cards=1)
    assert sergeant(document("movement", squad(0, hand), walled, active=1, move=move), [wire, PASS]) == PASS
    near = document("movement", squad(0, hand), active=1, move=move, objectives={"0": 0, "1": 2})
    assert sergeant(near, [wire, PASS]) == wire


def test_discards_what_is_worth_least() -> None:
    hand = ("mission_objective_1", "scout_1", "grenade_1")
    assert (
        sergeant(document("discard", squad(0, hand)), [act("discard", card) for card in hand])["card"] == "scout_1"
    )


@pytest.mark.parametrize("name", ROUGH)
def test_plays_any_variant_to_its_end_and_repeats_itself(name: str) -> None:
    """Two of them; every answer is legal, the same when asked again, and leaves the document alone."""
    options = msgspec.convert({**ROUGH[name], "turn_cap": 40}, Options)
    table = new_playthrough(GAME, f"sergeants/{name}", options)
    shown = msgspec.to_builtins(options)
    again = make(GAME.facts())
    rng = Random(name)
    state = GAME.setup(options, table.seats, table.dice(0)).state
    step = 0
    while (decision := GAME.decision(state)) is not None:
        view: Any = {"game": "squad", "options": shown, "table": GAME.view(state, decision.seat)}
        actions = msgspec.to_builtins(decision.actions)
        answer = sergeant(view, actions)
        if rng.random() < 0.1:
            before = copy.deepcopy((view, actions))
            assert again(view, actions) == answer
            assert (view, actions) == before
        step += 1
        GAME.reduce(state, legal_action(GAME, state, decision.seat, answer), Context(table.dice(step)))
    assert GAME.outcome(state) is not None


@pytest.mark.long
def test_beats_random_choice() -> None:
    """About nineteen times in twenty; docs/bots.md has the figures."""
    assert won("squad", "sergeant", 30) >= 25

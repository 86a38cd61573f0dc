"""The captain of COMPANY COMMANDER: single decisions on plain documents, whole matches against random choice."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

import msgspec
import pytest

from bocage.bots.company_commander.captain import make
from bocage.bots.company_commander.hand import KEPT
from bocage.bots.company_commander.plays import FLAG
from bocage.bots.company_commander.position import NO_ASSAULT, NO_SUPPRESSION, USUAL, Cards, Position
from bocage.rules.company_commander import GAME, data, flags
from bocage.rules.company_commander.options import Options
from bocage.rules.company_commander.tactical import ROWS, TACTICAL
from bocage.rules.kernel import Context
from bocage.rules.kernel.legal import legal_action
from bocage.rules.kernel.play import new_playthrough
from tests.clients.bots.duel import won

captain = make(GAME.facts())
ROUGH: dict[str, dict[str, Any]] = {
    "usual": {},
    "commander": {"commander": True},
    "sum": {"support": "sum", "hq_help": "same_front", "auto_from_turn": 20},
    "both": {"commander": True, "support": "sum", "creator_side": "us", "auto_from_turn": 1},
}
END, PASS, COMMIT = {"do": "end_phase"}, {"do": "pass"}, {"do": "assault_commit"}


def unit(card: str, front: str, **more: Any) -> dict[str, Any]:
    return {"card": card, "front": front, "n": 1, "casualties": 0, "pins": 0, **more}


def document(phase: str, units: dict[str, Any], hand: tuple[str, ...] = (), **position: Any) -> dict[str, Any]:
    """What the American player sees, in their own turn."""
    fronts = [front for lane in GAME.facts()["lanes"] for front in lane]  # type: ignore[attr-defined]
    plain: dict[str, Any] = {
        "active": "us",
        "phase": phase,
        "score": {"us": 0, "de": 0},
        "fronts": {front: {"bonus": 0} for front in fronts},
        "units": units,
        "hands": {"us": len(hand), "de": 3},
        "cards": {"us": dict.fromkeys(hand, 1)},
        "proxy": "",
        **position,
    }
    return {"game": "company_commander", "options": msgspec.to_builtins(Options()), "table": plain}


def act(do: str, **more: str) -> dict[str, Any]:
    return {"do": do, **more}


def play(card: str, **more: str) -> dict[str, Any]:
    return act("play", card=card, **more)


LINE = {
    "us_heavy": unit("us_heavy_rifle_squad", "us_c"),
    "us_81mm": unit("us_mortar_81mm", "us_c"),
    "de_jager1": unit("de_jager_squad", "de_c", pins=1),
    "de_mg42": unit("de_heavy_mg_42", "de_l"),
}


def test_what_is_on_no_card_is_as_in_the_rules() -> None:
    assert {*NO_ASSAULT, *NO_SUPPRESSION} <= {*flags.UNIT_FLAGS}
    assert {row.effect for row in ROWS} == {*KEPT}


@pytest.mark.parametrize(("helper", "lost"), [(data.HQ_HELP, data.HQ_LOST), (1, 3)])
def test_what_hqs_give_and_bear_is_read_in_the_facts(helper: int, lost: int) -> None:
    facts: Any = copy.deepcopy(GAME.facts())
    assert (facts["rolls"]["rally"]["helper"], facts["rolls"]["commander"]["lost"]) == (data.HQ_HELP, data.HQ_LOST)
    facts["rolls"]["rally"]["helper"] = helper
    facts["rolls"]["commander"]["lost"] = lost
    seen = document("rally", {"us_phq1": unit("us_platoon_hq", "us_c"), **LINE})
    seen["options"]["commander"] = True
    position = Position(seen, Cards(facts), "us", USUAL)
    assert position.rally(position.units["us_heavy"], helped=True) == pytest.approx((2 + helper) / 6)
    hq = position.price(position.units["us_phq1"])
    assert hq.hit_casualty == pytest.approx(hq.worth * lost / 6)


def test_flags_are_those_that_the_cards_set() -> None:
    bits = {name: 1 << at for at, name in enumerate(flags.UNIT_FLAGS)}
    fronts = {name: 1 << at for at, name in enumerate(flags.FRONT_FLAGS)}
    assert {*FLAG} == {row.id for row in ROWS if row.effect in ("flag_unit", "flag_front")}
    for card, flag in FLAG.items():
        row = TACTICAL[card]
        assert (bits if row.effect == "flag_unit" else fronts)[flag] == row.flag


def test_assaults_who_cannot_fire_back_and_leaves_machine_guns_alone() -> None:
    pinned, free = (
        act("assault_add", unit="us_heavy", front="de_c"),
        act("assault_add", unit="us_rifle1", front="de_l"),
    )
    units = {**LINE, "us_rifle1": unit("us_half_squad", "us_r")}
    assert captain(document("assault", units), [pinned, free, END]) == pinned
    assert captain(document("assault", units), [free, END]) == END


def test_sends_everybody_who_helps_then_goes() -> None:
    units = {**LINE, "us_rifle1": unit("us_rifle_squad", "us_c", n=2)}
    join = act("assault_add", unit="us_rifle1", front="de_c")
    building = {
        "front": "de_c",
        "units": ["us_heavy"],
        "committed": False,
        "dice": [],
        "silenced": [],
        "mines": 0,
        "simultaneous": False,
    }
    out = act("assault_remove", unit="us_heavy")
    assert captain(document("assault", units, assault=building), [join, out, COMMIT]) == join
    ready = {**building, "units": ["us_heavy", "us_rifle1"]}
    assert captain(document("assault", units, assault=ready), [out, COMMIT]) == COMMIT


def test_every_gun_fires() -> None:
    shot = act("suppress", unit="us_81mm", front="de_c")
    assert captain(document("suppression", LINE), [shot, END]) == shot


def test_shells_fall_where_they_hurt_most() -> None:
    """Two pins more and the lone gun runs; a heavy squad with fresh men does not."""
    units = {
        "us_heavy": LINE["us_heavy"],
        "de_mg42": unit("de_heavy_mg_42", "de_l", pins=1),
        "de_stoss": unit("de_stosstrupp_squad", "de_c"),
    }
    where = [play("howitzer_battery", front=front) for front in ("de_c", "de_l")]
    view = document("suppression", units, ("howitzer_battery",))
    assert captain(view, [*where, END])["front"] == "de_l"


def test_smoke_is_kept_for_what_is_worth_it() -> None:
    smoke = play("smoke")
    units = {**LINE, "us_rifle1": unit("us_rifle_squad", "us_c", pins=2)}
    window = {"active": "de", "hands": {"us": 1, "de": 3}}
    barrage = document(
        "suppression", units, ("smoke",), **window, target={"card": "howitzer_battery", "front": "us_c"}
    )
    assert captain(barrage, [smoke, PASS]) == smoke
    pop = document("suppression", units, ("smoke",), **window, target={"unit": "de_mg42", "front": "us_c"})
    assert captain(pop, [smoke, PASS]) == PASS


def test_holds_a_third_front_rather_than_crowd_the_first() -> None:
    units = {"us_heavy": unit("us_heavy_rifle_squad", "us_c"), "us_rifle1": unit("us_rifle_squad", "us_l")}
    where = [act("deploy", card="us_half_squad", front=front) for front in ("us_c", "us_l", "us_r")]
    assert captain(document("deploy", units), where)["front"] == "us_r"


def test_hqs_rally_first_and_help_who_is_about_to_run() -> None:
    pinned = {
        "us_phq1": unit("us_platoon_hq", "us_c", pins=1),
        "us_repl1": unit("us_replacement_squad", "us_c", pins=2, casualties=1),
        "us_heavy": unit("us_heavy_rifle_squad", "us_c", pins=1),
    }
    alone = [act("rally", unit=name) for name in pinned]
    assert captain(document("rally", pinned), [*alone, END])["unit"] == "us_phq1"
    pinned["us_phq1"]["pins"] = 0
    helped = [act("rally", unit=name, helper="us_phq1") for name in ("us_heavy", "us_repl1")]
    assert captain(document("rally", pinned), [*alone[1:], *helped, END]) == helped[1]


def test_discards_what_its_side_cannot_play() -> None:
    hand = ("howitzer_battery", "blitzkrieg", "smoke")
    actions = [act("discard", card=card) for card in hand]
    assert captain(document("tactics", LINE, hand), actions)["card"] == "blitzkrieg"


@pytest.mark.parametrize("name", ROUGH)
def test_plays_with_any_options_to_the_end_and_repeats_itself(name: str) -> None:
    """Two of them; every answer is legal, the same when asked again, and leaves the document alone."""
    options = msgspec.convert({**ROUGH[name], "turn_cap": 16}, Options)
    position = new_playthrough(GAME, f"captains/{name}", options)
    shown = msgspec.to_builtins(options)
    again = make(GAME.facts())
    rng = Random(name)
    state = GAME.setup(options, position.seats, position.dice(0)).state
    step = 0
    while (decision := GAME.decision(state)) is not None:
        view: Any = {"game": GAME.id, "options": shown, "table": GAME.view(state, decision.seat)}
        actions = msgspec.to_builtins(decision.actions)
        answer = captain(view, actions)
        if rng.random() < 0.1:
            before = copy.deepcopy((view, actions))
            assert again(view, actions) == answer
            assert (view, actions) == before
        step += 1
        GAME.reduce(state, legal_action(GAME, state, decision.seat, answer), Context(position.dice(step)))
    assert GAME.outcome(state) is not None


@pytest.mark.long
def test_beats_random_choice() -> None:
    """Nearly always; docs/bots.md has the figures."""
    assert won("company_commander", "captain", 16) >= 14

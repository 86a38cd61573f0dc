"""How a game ends: CC-70 to CC-74, CC-78, sheet 5."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.rules.company_commander import GAME
from bocage.rules.company_commander.actions import Commit, Join, Play, Recon, Suppress
from bocage.rules.company_commander.events import Removed, Suppression
from bocage.rules.company_commander.options import Options
from bocage.rules.dice import Dice
from tests.rules.company_commander.scene import END, Scene

CAP = Options(creator_side="us", turn_cap=10)


def _scene(at: str, us_lost: int = 0, de_lost: int = 0, **more: Any) -> Scene:
    """A scene in which that many units of each side are out of the game already."""
    return Scene(at, lost=(us_lost, de_lost), **more)


def test_cc_70_tenth_removal_ends_the_game_at_once() -> None:
    scene = _scene("suppression", de_lost=9, us_hand="howitzer_battery mud", de="sniper:center mg34:center")
    scene.do(Play("howitzer_battery", front="de_c"), 6, 6, 1)
    assert len(scene.told(Suppression)) == 1
    assert scene.told(Removed) == [Removed("de_sniper", "fire", (10, 0), "us", 10)]
    assert scene.result == (("us",), "ten")
    assert GAME.decision(scene.state) is None


def test_cc_70_any_cause_counts_for_the_opponent() -> None:
    scene = _scene("recon", us_lost=9, us="recon1:center", de="sniper:center").do(Recon("us_recon1"), 1, 6, 6)
    assert scene.result == (("de",), "ten")
    scene = _scene("rally", us_lost=9, us="half1:center:p2", us_hand="mud", de="sniper:center").ends()
    assert scene.told(Removed) == [Removed("us_half1", "rout", (0, 10), "de", 10)]
    assert scene.result == (("de",), "ten")
    scene = _scene("assault", us_lost=9, us="half1:center", de="sniper:center", de_hand="mine_field").passes()
    scene.do(Join("us_half1", "de_c")).do(Commit()).do(Play("mine_field"), 1, 1, 6, 6)
    assert scene.result == (("de",), "ten")


def test_cc_70_remaining_defence_dice_stay_unrolled() -> None:
    us = "half1:center recon1:center"
    scene = _scene("assault", us_lost=9, us=us, us_hand="mud", de="jager1:center mg34:center")
    for unit in ("us_half1", "us_recon1"):
        scene.do(Join(unit, "de_c"))
    scene.do(Commit()).passes(6, 6, 2)  # both dice of the unit are thrown together; one pick, then it is over
    assert scene.result == (("de",), "ten")


THREE = "half1:left recon1:center 60mm:right:p1"


@pytest.mark.parametrize(("turn", "won"), [(2, False), (3, False), (4, True), (5, True)])
def test_cc_71_first_tested_at_the_end_of_the_fourth_player_turn(turn: int, won: bool) -> None:
    scene = Scene("rally", us=THREE, de="sniper:center", turn=turn, us_hand="mud").ends()
    assert scene.over == won
    if won:
        assert scene.result == (("us",), "three_fronts")


def test_cc_71_from_which_turn_is_an_option() -> None:
    options = Options(creator_side="us", auto_from_turn=6)
    assert not Scene("rally", us=THREE, turn=5, us_hand="mud", options=options).ends().over
    assert Scene("rally", us=THREE, turn=6, us_hand="mud", options=options).ends().over


@pytest.mark.parametrize(
    ("us", "de", "winner"),
    [
        (THREE, "", "us"),
        (THREE, "sniper:left mg34:left", "us"),
        (THREE, "sniper:left mg34:center", ""),
        ("half1:left recon1:center", "", ""),
        ("half1:left", "sniper:left mg34:center half:right", "de"),
        ("half1:left half2:right", "sniper:left mg34:center half:right", ""),
    ],
)
def test_cc_72_fronts_are_tested_for_both_each_turn(us: str, de: str, winner: str) -> None:
    scene = Scene("rally", us=us, de=de, turn=7, us_hand="mud").ends()
    assert scene.over == bool(winner)
    if winner:
        assert scene.result == ((winner,), "three_fronts")


def test_cc_72_after_rout() -> None:
    us = "half1:left:p2 recon1:center 60mm:right"
    assert not Scene("rally", us=us, de="sniper:center", turn=7, us_hand="mud").ends().over


def test_cc_73_surprise_contact_may_bring_both_to_ten() -> None:
    hands = {"us_hand": "surprise_contact"}
    for de, faces, result in [
        ("sniper:center", (6, 6), ((), "mutual")),
        ("sniper:center", (6, 1), (("de",), "ten")),
        ("sniper:center", (1, 6), (("us",), "ten")),
    ]:
        scene = _scene("assault", us_lost=9, de_lost=9, us="half1:center", de=de, **hands)
        scene.do(Join("us_half1", "de_c")).do(Commit()).do(Play("surprise_contact"), *faces)
        assert scene.result == result


def test_cc_73_the_higher_score_wins() -> None:
    us, de = "half1:center recon1:center", "sniper:center"
    scene = _scene("assault", us_lost=9, de_lost=9, us=us, de=de, us_hand="surprise_contact mud")
    scene.do(Join("us_half1", "de_c")).do(Join("us_recon1", "de_c")).do(Commit())
    scene.do(Play("surprise_contact")).passes(6, 1, 6, 6)  # 10 : 10
    assert scene.result == ((), "mutual")
    de = "sniper:center mg34:center:p1"
    scene = _scene("assault", us_lost=9, de_lost=9, us=us, de=de, us_hand="surprise_contact mud")
    scene.do(Join("us_half1", "de_c")).do(Join("us_recon1", "de_c")).do(Commit())
    scene.do(Play("surprise_contact")).passes(6, 1, 6, 1, 6)  # 11 : 10
    assert scene.state.score == (11, 10)
    assert scene.result == (("us",), "ten")


def test_cc_73_mines_before_the_exchange_are_tested_normally() -> None:
    scene = _scene(
        "assault",
        us_lost=9,
        de_lost=9,
        us="half1:center",
        de="sniper:center",
        us_hand="surprise_contact",
        de_hand="mine_field",
    ).passes()
    scene.do(Join("us_half1", "de_c")).do(Commit()).do(Play("surprise_contact"))
    scene.do(Play("mine_field"), 6, 1, 1, 1)
    assert scene.result == (("de",), "ten")


@pytest.mark.parametrize(
    ("us_lost", "de_lost", "us", "result"),
    [
        (2, 3, "half1:left", (("us",), "points")),
        (3, 2, "half1:left half2:right", (("de",), "points")),
        (2, 2, "half1:left half2:right", (("us",), "ground")),
        (2, 2, "half1:left", ((), "deadlock")),
    ],
)
def test_cc_74_at_the_cap_score_then_fronts_then_a_draw(
    us_lost: int, de_lost: int, us: str, result: tuple[tuple[str, ...], str]
) -> None:
    scene = _scene("rally", us_lost, de_lost, us=us, de="sniper:center", us_hand="mud", turn=10, options=CAP).ends()
    assert scene.result == result


def test_cc_74_not_before_the_cap() -> None:
    assert not Scene("rally", us="half1:left", us_hand="mud", turn=9, options=CAP).ends().over


def test_cc_74_twelve_quiet_turns_with_both_squad_decks_empty() -> None:
    def quiet(turns: int, us_deck: str = "") -> Scene:
        return Scene("rally", us_deck=us_deck, de_deck="", us_hand="mud", quiet=turns, turn=30)

    assert quiet(11).ends().over
    assert not quiet(10).ends().over
    assert not quiet(11, us_deck="half_squad").ends().over


def test_cc_74_a_removal_begins_the_count_anew() -> None:
    scene = Scene("suppression", us="60mm:center", us_hand="mud", de="sniper:center", quiet=7, turn=1)
    scene.do(Suppress("us_60mm", "de_c"), 6, 6).to("deploy")
    assert scene.state.quiet == 0
    assert Scene("rally", us="half1:left", us_hand="mud", quiet=7).ends().state.quiet == 8


def test_cc_78_every_own_act_may_be_declined() -> None:
    us = "chq:left recon1:center 60mm:center rifle1:center half1:left:p1"
    scene = Scene("deploy", us=us, us_hand="radio unit_separated dive_bomber", de="sniper:center")
    for kind in ("deploy", "tactics", "recon", "suppression", "assault", "rally"):
        assert scene.asks == (kind, "us")
        assert len(scene.legal) > 1
        scene.do(END)
    assert scene.asks == ("deploy", "de")


def test_an_empty_side_goes_on_until_the_position_decides() -> None:
    scene = Scene("suppression", us="60mm:center", us_hand="mud", de="sniper:center")
    scene.do(Suppress("us_60mm", "de_c"), 6, 6)
    assert not scene.over
    assert scene.to("deploy").asks == ("deploy", "de")


def test_every_game_ends_by_the_cap_at_the_latest() -> None:
    for seed in range(3):
        key = f"cap {seed}".encode()
        state = GAME.setup(Options(turn_cap=12), (), Dice(key, 1)).state
        steps = 0
        while (decision := GAME.decision(state)) is not None:
            steps += 1
            state = GAME.apply(state, decision.default, Dice(key, steps + 1)).state
        assert state.turn <= 12

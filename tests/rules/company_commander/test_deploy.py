"""Deploy and Tactics: CC-4 to CC-12, CC-43, CC-50, CC-75."""

from __future__ import annotations

from bocage.rules.company_commander import GAME
from bocage.rules.company_commander.actions import (
    Commit,
    Deploy,
    Discard,
    HqDraw,
    Join,
    Move,
    Play,
    Recon,
    Suppress,
)
from bocage.rules.company_commander.events import Deployed, Discarded, Drew, DrewSquad, Fire, Reshuffled
from bocage.rules.company_commander.figures import Excess, Overfull
from bocage.rules.company_commander.tactical import tactical_deck
from bocage.rules.kernel.game import OPEN, PUBLIC
from tests.rules.company_commander.scene import END, PASS, Scene, f

SEVEN = "ambush enfilade hedgerows overrun smoke trapped woods"


def test_cc_4_all_drawn_units_are_deployed_wherever_the_player_likes() -> None:
    scene = Scene("deploy", draws=True, us_top="rifle_squad rifle_squad half_squad")
    assert END not in scene.legal
    assert len(scene.offers(Deploy)) == 6  # two kinds of card, three fronts
    scene.do(Deploy("us_rifle_squad", "us_l")).do(Deploy("us_rifle_squad", "us_l"))
    assert scene.told(Deployed) == [Deployed("us_rifle2", "us_l")]
    assert END not in scene.legal
    scene.do(Deploy("us_half_squad", "us_l"))
    assert [unit.n for unit in scene.state.units[0].values()] == [1, 2, 3]
    assert END in scene.legal


def test_cc_5_a_short_squad_deck_gives_what_it_has() -> None:
    scene = Scene("deploy", draws=True, us_deck="rifle_squad half_squad")
    assert scene.state.pending == ("us_rifle_squad", "us_half_squad")
    assert not scene.over


def test_cc_5_an_empty_squad_deck_gives_nothing_without_penalty() -> None:
    scene = Scene("deploy", draws=True, us_deck="", us_hand="smoke")
    assert (scene.told(DrewSquad), scene.state.pending) == ([], ())
    assert not scene.over


def test_cc_6_company_hq_may_draw_from_either_deck() -> None:
    scene = Scene("deploy", us="chq:left:p1", top="radio")
    assert scene.offers(HqDraw) == [HqDraw("squad"), HqDraw("tactical")]
    assert END in scene.legal
    squad = Scene("deploy", us="chq:left", us_top="bazooka_team").do(HqDraw("squad"))
    assert squad.state.pending == ("us_bazooka_team",)
    scene.do(HqDraw("tactical"))
    assert scene.state.hands[0] == ("radio",)
    assert scene.offers(HqDraw) == []


def test_cc_6_also_in_the_phase_in_which_it_arrives() -> None:
    scene = Scene("deploy", draws=True, us_top="company_hq")
    assert scene.offers(HqDraw) == []
    scene.do(Deploy("us_company_hq", "us_l"))
    assert len(scene.offers(HqDraw)) == 2


def test_cc_6_no_squad_card_from_an_empty_deck() -> None:
    scene = Scene("deploy", us_deck="")
    assert scene.offers(HqDraw) == [HqDraw("tactical")]


def test_cc_7_one_step_once_a_turn_new_units_too() -> None:
    scene = Scene("deploy", draws=True, us="rifle1:left rifle2:left:p1", us_top="half_squad", us_deck=None)
    assert scene.offers(Move) == [Move("us_rifle1", "us_c")]
    scene.do(Deploy("us_half_squad", "us_r")).do(Move("us_half1", "us_c"))
    scene.do(Move("us_rifle1", "us_c"))
    assert scene.front_of("us_half1") == scene.front_of("us_rifle1") == "us_c"
    assert scene.offers(Move) == []


def test_cc_8_units_may_attack_and_scout_in_the_turn_they_arrive() -> None:
    scene = Scene("deploy", draws=True, de="sniper:center", us_top="recon_team mortar_60mm rifle_squad")
    for card in scene.state.pending:
        scene.do(Deploy(card, "us_c"))
    assert scene.to("recon").offers(Recon) == [Recon("us_recon1")]
    assert scene.to("suppression").offers(Suppress) == [Suppress("us_60mm", "de_c")]
    assert Join("us_rifle1", "de_c") in scene.to("assault").legal


def test_cc_9_who_moved_neither_scouts_suppresses_nor_assaults() -> None:
    us = "recon1:left 60mm:left rifle1:left chq:right"
    scene = Scene("deploy", us=us, de="sniper:center", us_hand="smoke")
    for name in ("recon1", "60mm", "rifle1"):
        scene.do(Move(f"us_{name}", "us_c"))
    assert scene.to("recon").offers(Recon) == []
    assert scene.to("suppression").offers(Suppress) == []
    assert scene.to("assault").offers(Join) == [Join("us_chq", "de_c")]  # past the empty front across


def test_cc_9_who_moved_still_defends_and_rallies() -> None:
    scene = Scene("deploy", us="rifle1:left", de="half:center", us_hand="smoke")
    scene.do(Move("us_rifle1", "us_c")).mark("us_rifle1", pins=1)
    assert scene.to("rally").legal[0].unit == "us_rifle1"
    scene = Scene("deploy", us="rifle1:left", de_deck="").do(Move("us_rifle1", "us_c"))
    scene.ends().to("assault").ends().to("deploy").to("assault")
    assert scene.asks == ("assault", "de")
    scene.do(Join("de_half", "us_c")).do(Commit()).passes().passes(1, 1, 1)
    assert [fire.unit for fire in scene.told(Fire)] == ["us_rifle1", "de_half"]


def test_cc_10_the_hand_is_checked_once_after_tactics() -> None:
    scene = Scene("tactics", us_hand=f"{SEVEN} radio", draws=True, top="mud roads")
    assert len(scene.state.hands[0]) == 10
    assert scene.asks[0] == "tactics"
    assert scene.about_question() == [Overfull(3)]
    scene.ends()
    assert (scene.asks[0], len(scene.legal)) == ("discard", 10)
    assert scene.about_question() == [Excess(3)]
    for card in ("radio", "mud", "roads"):
        scene.do(Discard(card))
        assert scene.told(Discarded) == [Discarded("us", card)]
    assert scene.state.hands[0] == tuple(SEVEN.split())
    assert Scene("tactics", us_hand=SEVEN).about_question() == []
    assert scene.phase != "tactics"


def test_cc_10_before_that_the_hand_may_exceed_seven() -> None:
    scene = Scene("deploy", us="chq:left", us_hand=SEVEN, top="radio").do(HqDraw("tactical"))
    assert len(scene.state.hands[0]) == 8
    assert scene.asks[0] == "deploy"


def test_cc_11_empty_deck_is_refilled_from_discards() -> None:
    count = len(tactical_deck()) - 2
    scene = Scene("tactics", draws=True, us_hand="smoke", deck="mud")
    assert scene.told(Reshuffled) == [Reshuffled(count)]
    assert (len(scene.state.hands[0]), len(scene.state.tactical), scene.state.discards) == (3, count - 1, ())


def test_cc_11_a_played_card_is_discarded_after_its_effect() -> None:
    scene = Scene("tactics", us_hand="seasoned_commander smoke", deck="mud")
    scene.do(Play("seasoned_commander"))
    assert scene.state.discards == ("seasoned_commander",)
    assert "seasoned_commander" not in scene.state.hands[0]
    assert len(scene.state.hands[0]) == 3


def test_cc_12_foreign_card_is_only_held_or_discarded() -> None:
    hand = "reinforcements air_superiority machine_guns panzerfausts blitzkrieg professionalism"
    us = Scene("deploy", us="rifle1:left", us_hand=hand)
    assert us.offers(Play) == [Play("reinforcements")]
    us = Scene("suppression", us="rifle1:left", de="sniper:right", us_hand=hand)
    assert us.offers(Play) == [Play("air_superiority", front="de_r")]
    de = Scene("suppression", de="half:left", us="half1:right", active="de", de_hand=hand)
    assert {play.card for play in de.offers(Play)} == {"machine_guns", "panzerfausts"}
    crowd = Scene("tactics", us_hand=f"{hand} smoke mud roads").ends()
    assert Discard("panzerfausts") in crowd.legal


def test_cc_43_mud_undoes_the_move_of_one_unit() -> None:
    scene = Scene("deploy", us="60mm:left rifle1:left", de="sniper:right", us_hand="smoke", de_hand="mud woods")
    scene.do(Move("us_60mm", "us_c")).do(Move("us_rifle1", "us_c"))
    scene.ends()
    assert scene.asks == ("on_move", "de")
    assert scene.offers(Play) == [Play("mud", "us_60mm"), Play("mud", "us_rifle1")]
    scene.do(Play("mud", "us_60mm"))
    assert scene.front_of("us_60mm") == "us_l"
    assert not scene.flagged("us_60mm", f.MOVED)
    assert scene.asks == ("on_move", "de")
    scene.passes()
    assert scene.to("suppression").offers(Suppress) == [Suppress("us_60mm", "de_r")]


def test_cc_43_no_window_without_a_move() -> None:
    scene = Scene("deploy", us="rifle1:left", us_hand="smoke", de_hand="mud").ends()
    assert scene.asks == ("tactics", "us")


def test_cc_50_radio_reserves_and_reinforcements_draw_one_pending_unit() -> None:
    for card in ("radio", "reserves", "reinforcements"):
        scene = Scene("deploy", us_hand=card, us_top="bazooka_team").do(Play(card))
        assert scene.state.pending == ("us_bazooka_team",)
        assert scene.told(DrewSquad) == [DrewSquad("us", ("us_bazooka_team",))]
        assert END not in scene.legal
    assert Scene("deploy", us_hand="radio", us_deck="").offers(Play) == []


def test_cc_50_seasoned_commander_comes_before_the_hand_check() -> None:
    scene = Scene("tactics", us_hand=f"{SEVEN} seasoned_commander", top="mud roads")
    scene.do(Play("seasoned_commander"))
    assert len(scene.state.hands[0]) == 9
    assert scene.ends().asks[0] == "discard"
    assert Scene("deploy", us="chq:left", us_hand="seasoned_commander").offers(Play) == []


def test_cc_75_drawn_squad_cards_are_shown_to_all_at_once() -> None:
    scene = Scene("deploy", draws=True, us_top="bazooka_team half_squad recon_team")
    cards = ("us_bazooka_team", "us_half_squad", "us_recon_team")
    assert scene.told(DrewSquad) == [DrewSquad("us", cards)]
    for viewer in (0, 1, PUBLIC, OPEN):
        assert GAME.view(scene.state, viewer)["pending"] == list(cards)


def test_drawn_tactical_cards_are_told_to_their_owner_alone() -> None:
    scene = Scene("tactics", draws=True, top="mud ambush")
    assert scene.told(Drew) == scene.hears(1, Drew) == [Drew("us", 2)]
    assert scene.hears(0, Drew) == [Drew("us", 2, ("ambush", "mud"))]
    assert PASS not in scene.legal

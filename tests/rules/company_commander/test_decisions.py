"""Decisions of this implementation: CC-B2 to CC-B8 (CC-B1: test_assault), and what is refused with which reason."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.protocol.text import render
from bocage.rules.company_commander import GAME, eligible
from bocage.rules.company_commander.actions import (
    Commit,
    Deploy,
    Discard,
    EndPhase,
    Join,
    Mark,
    Move,
    Play,
    Proxy,
    Rally,
    Recon,
    Suppress,
    Withdraw,
)
from bocage.rules.company_commander.events import Deployed, Fire, Hit, Suppression
from bocage.rules.company_commander.options import Options
from bocage.rules.kernel.game import LANGUAGES, Language, Refusal
from tests.rules.company_commander.scene import END, PASS, Scene, f


def test_cc_b2_no_cards_and_no_proxy_while_an_assault_is_built() -> None:
    us = "chq:left rifle1:center phq1:center"
    options = Options(creator_side="us", commander=True)
    scene = Scene("assault", us=us, us_hand="green_unit", de="sniper:center", options=options)
    assert {type(action) for action in scene.legal} == {Join, Play, Proxy, EndPhase}
    scene.do(Join("us_rifle1", "de_c")).do(Join("us_phq1", "de_c"))
    assert {type(action) for action in scene.legal} == {Withdraw, Commit}
    assert _reason(scene, Play("green_unit", "de_sniper")) == Refusal("wrong_moment", "CC-69")


def test_cc_b3_panzerfausts_need_a_firing_unit() -> None:
    de = "half:center jager1:left"
    scene = Scene("assault", active="de", us="rifle1:center", de=de, de_hand="panzerfausts")
    scene.do(Join("de_half", "us_c")).do(Commit())
    assert scene.offers(Play) == [Play("panzerfausts", "de_half")]


def test_cc_b4_no_bonus_for_defenders_none_of_whom_would_fire() -> None:
    hand = "ambush crossfire open_field"
    scene = Scene("assault", us="rifle1:center", de="sniper:center:p1", de_hand=hand).passes()
    scene.do(Join("us_rifle1", "de_c")).do(Commit())
    assert scene.legal == [PASS]


def test_cc_b4_no_flag_twice_and_no_disorder_in_an_empty_front() -> None:
    scene = Scene("assault", us="rifle1:center", us_hand="out_of_ammo", de="sniper:center mg34:center")
    scene.mark("de_sniper", flags=f.OUT_OF_AMMO)
    assert scene.offers(Play) == []
    scene = Scene("assault", us="rifle1:center", de="sniper:center", de_hand="formation_disorder")
    assert scene.offers(Play) == [Play("formation_disorder", front="us_c")]


def test_cc_b4_no_panzerfausts_for_anti_tank_units() -> None:
    de = "schreck:center pak:center panzer:left jager1:right"
    scene = Scene("suppression", active="de", us="m8:center", de=de, de_hand="panzerfausts")
    assert scene.offers(Play) == [Play("panzerfausts", "de_jager1")]


def test_cc_b4_awaiting_orders_spares_guns() -> None:
    scene = Scene("assault", active="de", us="half1:center", us_hand="awaiting_orders", de="pak:center half:center")
    assert scene.offers(Play) == [Play("awaiting_orders", "de_half")]


def test_cc_b4_no_observer_for_a_front_where_nobody_can_be_suppressed() -> None:
    scene = Scene("suppression", us="81mm:center", us_hand="forward_observer", de="half:left sniper:right")
    scene.state.fronts = (0, 0, 0, 0, 0, f.FOGGED)
    assert scene.offers(Play) == [Play("forward_observer", front="de_r")]


def test_cc_b4_empty_fronts_get_neither_fog_nor_shells() -> None:
    scene = Scene("suppression", us="81mm:center", de="half:left", de_hand="fog_of_war", us_hand="dive_bomber")
    assert scene.offers(Play) == [Play("fog_of_war", front="de_l")]
    scene.passes()
    assert scene.offers(Play) == [Play("dive_bomber", front="de_l")]


def test_cc_b4_other_plays_are_offered_though_they_change_nothing() -> None:
    scene = Scene("assault", active="de", us="half1:center", de="pak:center", de_hand="veteran_unit")
    scene.mark("de_pak", flags=f.MOVED | f.MOVE_TRIED, came_from=0)
    assert scene.offers(Play) == [Play("veteran_unit", "de_pak")]
    scene = Scene("assault", us="half1:center:p1", de="half:center", de_hand="awaiting_orders green_unit")
    assert scene.offers(Play) == [Play("awaiting_orders", "us_half1"), Play("green_unit", "us_half1")]
    scene = Scene("suppression", us="rifle1:left", us_hand="rifle_grenades", de="half:left")  # left faces right
    assert scene.offers(Play) == [Play("rifle_grenades", "us_rifle1")]


def test_cc_b5_defenders_fire_on_when_no_attacker_is_left() -> None:
    scene = Scene("assault", us="half1:center", us_hand="mud", de="sniper:center jager1:center")
    scene.do(Join("us_half1", "de_c")).do(Commit()).passes(6, 4, 1)
    assert [fire.unit for fire in scene.told(Fire)] == ["de_sniper", "de_jager1"]
    assert [hit.effect for hit in scene.told(Hit)] == ["casualty", "lost"]


def test_cc_b6_a_timeout_does_nothing_that_need_not_be_done() -> None:
    def default(scene: Scene) -> Any:
        return scene.decision().default

    us = "rifle1:center recon1:center"
    assert default(Scene("deploy", draws=True, us_top="half_squad")) == Deploy("us_half_squad", "us_c")
    assert default(Scene("tactics", us_hand="mud")) == END
    crowd = Scene("tactics", us_hand="ambush enfilade hedgerows mud overrun smoke trapped woods").ends()
    assert default(crowd) == Discard("ambush")
    scene = Scene("recon", us=us, us_hand="mud", de="sniper:center", de_hand="smoke")
    assert default(scene) == PASS
    scene.passes().do(Recon("us_recon1"), 5)
    assert default(scene) == Mark("de_c")
    scene.do(default(scene)).to("assault").do(Join("us_rifle1", "de_c"))
    assert default(scene) == Withdraw("us_rifle1")
    assert default(scene.do(default(scene))) == END


def test_cc_b7_with_sum_front_bonuses_count_once() -> None:
    options = Options(creator_side="us", support="sum")
    us = "60mm:center"
    scene = Scene("suppression", us=us, us_hand="dive_bomber mud", de="jager1:center", options=options)
    scene.state.bonuses = (("de_c", "mark", 1),)
    scene.do(Play("dive_bomber", front="de_c"), 2, 2, 2)
    assert [(roll.total, roll.mods) for roll in scene.told(Suppression)] == [(7, (("mark", 1),))]
    scene.do(Suppress("us_60mm", "de_c"), 3, 3)
    assert scene.told(Suppression)[0].dice == (3, 3)


def test_cc_b8_unit_names_are_never_reused() -> None:
    scene = Scene("suppression", us="60mm:center", us_hand="mud", de="recon1:center", de_top="recon_team")
    scene.do(Suppress("us_60mm", "de_c"), 6, 6)
    assert scene.gone("de_recon1")
    scene.to("deploy").do(Deploy("de_recon_team", "de_l"))
    assert scene.told(Deployed) == [Deployed("de_recon2", "de_l")]
    assert scene.unit("de_recon2").n == 2


# Reasons for refusals ---------------------------------------------------------------------------------


def _reason(scene: Scene, action: Any) -> Refusal | None:
    assert action not in scene.legal
    return GAME.refusal(scene.state, scene.decision().seat, action)


def test_why_a_card_is_refused() -> None:
    scene = Scene("suppression", us="60mm:center", us_hand="mud machine_guns dive_bomber", de="sniper:center")
    assert _reason(scene, Play("smoke")) == Refusal("not_in_hand")
    assert _reason(scene, Play("no_card")) == Refusal("not_in_hand")
    assert _reason(scene, Play("mud")) == Refusal("wrong_moment", "CC-69")
    assert _reason(scene, Play("machine_guns", "us_60mm")) == Refusal("other_nation", "CC-12")
    assert _reason(scene, Play("dive_bomber", front="de_l")) == Refusal("wrong_target", "CC-32")
    assert _reason(scene, Discard("radio")) == Refusal("not_in_hand")
    assert _reason(scene, Discard("mud")) is None
    window = Scene("suppression", us="60mm:center", de="sniper:center", de_hand="dive_bomber")
    assert _reason(window, Play("dive_bomber", front="us_c")) == Refusal("wrong_moment", "CC-69")


def test_why_a_phase_cannot_end() -> None:
    assert _reason(Scene("deploy", draws=True), END) == Refusal("deploy_first", "CC-4")
    scene = Scene("assault", us="rifle1:center", us_hand="mud", de="sniper:center")
    assert _reason(scene.do(Join("us_rifle1", "de_c")), END) == Refusal("assault_under_way", "CC-26")


@pytest.mark.parametrize(
    ("flags", "code", "rule"),
    [
        (f.GREEN, "green", "CC-41"),
        (f.BROKEN_DOWN, "broken_down", "CC-45"),
        (f.AWAITING_ORDERS, "awaiting_orders", "CC-40"),
        (f.ON_MISSION, "was_on_mission", "CC-17"),
        (f.SUPPRESSED, "has_suppressed", "CC-23"),
        (f.ASSAULTED, "has_assaulted", "CC-26"),
        (f.STAYS_OUT, "stays_out", "CC-B1"),
        (f.MOVED, "moved", "CC-9"),
    ],
)
def test_why_a_unit_does_not_join_an_assault(flags: int, code: str, rule: str) -> None:
    scene = Scene("assault", us="sherman:center", us_hand="mud", de="sniper:center")
    scene.mark("us_sherman", flags=flags)
    assert _reason(scene, Join("us_sherman", "de_c")) == Refusal(code, rule)


@pytest.mark.parametrize(
    ("at", "action", "code"),
    [
        ("deploy", Move("us_rifle2", "us_c"), "no_such_unit"),
        ("deploy", Move("us_rifle1", "us_c"), "pinned"),
        ("recon", Recon("us_half1"), "no_recon"),
        ("suppression", Suppress("us_half1", "de_c"), "no_suppression"),
        ("suppression", Suppress("us_60mm", "de_l"), "not_across"),
        ("suppression", Suppress("us_60mm", "us_l"), "not_across"),
        ("suppression", Suppress("us_60mm", "de_r"), "fogged"),
        ("assault", Join("us_half1", "de_l"), "not_across"),
        ("assault", Join("us_60mm", "de_c"), "disordered"),
        ("rally", Rally("us_half1"), "not_pinned"),
    ],
)
def test_why_a_units_act_is_refused(at: str, action: Any, code: str) -> None:
    us = "rifle1:left:p1 half1:center 60mm:left"
    scene = Scene(
        at,
        us=us,
        us_hand="mud",
        de="sniper:center jager1:right",
        fronts=(f.DISORDERED, 0, 0, f.FOGGED, 0, 0),
    )
    if action == Join("us_60mm", "de_c"):
        scene.state.fronts = (f.DISORDERED, 0, 0, 0, 0, 0)
    reason = _reason(scene, action)
    assert reason is not None
    assert reason.code == code


def test_why_else_an_assault_is_refused() -> None:
    scene = Scene("assault", active="de", us="half1:center", de="pak:center", de_hand="mud")
    assert _reason(scene, Join("de_pak", "us_c")) == Refusal("cannot_assault", "CC-64")
    scene = Scene("assault", us="half1:center", us_hand="mud", de="sniper:center")
    scene.state.fronts = (0, 0, 0, 0, f.ATTACKED, 0)
    assert _reason(scene, Join("us_half1", "de_c")) == Refusal("attacked_already", "CC-26")
    options = Options(creator_side="us", commander=True)
    scene = Scene("assault", us="half1:center", us_hand="mud", de="sniper:center", options=options)
    assert _reason(scene, Join("us_half1", "de_c")) == Refusal("no_commander", "CC-O2")


def test_why_help_is_refused() -> None:
    de = "jager1:center:p1 phq1:center:p1 phq2:left half:left"
    scene = Scene("rally", active="de", de=de, de_hand="professionalism")
    assert _reason(scene, Rally("de_jager1", "de_half")) == Refusal("no_help", "CC-52")
    assert _reason(scene, Rally("de_phq1", "de_phq2")) == Refusal("no_help", "CC-53")
    scene.do(Rally("de_jager1", "de_phq2"), 1).do(Play("professionalism", "de_jager1"))
    assert _reason(scene, Rally("de_jager1")) == Refusal("same_help", "CC-56")


def test_every_reason_has_words_in_both_languages() -> None:
    english, japanese = GAME.text["en"], GAME.text["ja"]
    codes = {key for key in english if key.startswith("refusal.")}
    assert codes == {key for key in japanese if key.startswith("refusal.")}
    assert len(codes) == 38


def test_bars_and_refusals_of_acts_agree() -> None:
    """Each bar alone keeps a unit that could act from acting, and is the reason given."""
    sheet: dict[type[Any], tuple[str, str, Any, tuple[eligible.Bar, ...]]] = {
        Move: ("deploy", "rifle1", Move("us_rifle1", "us_c"), eligible.MOVE_BARS),
        Recon: ("recon", "m8", Recon("us_m8"), eligible.MISSION_BARS),
        Suppress: ("suppression", "60mm", Suppress("us_60mm", "de_r"), eligible.SUPPRESSION_BARS),
        Join: ("assault", "rifle1", Join("us_rifle1", "de_r"), eligible.ASSAULT_BARS),
        Rally: ("rally", "rifle1", Rally("us_rifle1"), eligible.RALLY_BARS),
    }
    for kind, (at, unit, act, bars) in sheet.items():
        pins = ":p1" if kind is Rally else ""
        scene = Scene(at, us=f"{unit}:left{pins} rifle2:center:p1", us_hand="mud", de="half:right")
        assert act in scene.legal
        for bar in bars:
            scene.mark(f"us_{unit}", flags=bar.flag, came_from=1 if bar.flag == f.MOVED else -1)
            assert _reason(scene, act) == Refusal(bar.code, bar.rule)


@pytest.mark.parametrize("language", LANGUAGES)
def test_choices_of_own_units_omit_the_side(language: Language) -> None:
    words = GAME.text[language]
    said = [
        render(words, f"action.{do}", {"card": "de_panzer_iv_g", "unit": "de_recon2", "front": "de_l"}, language)
        for do in ("deploy", "move", "rally", "assault_remove", "recon")
    ]
    side = {"en": "German", "ja": "独軍"}[language]
    assert not [line for line in said if side in line]
    assert words["own.de_recon2"] in words["unit.de_recon2"]
    assert words["own.de_panzer"] == words["card.de_panzer_iv_g"]


def test_counters_and_choices_name_units_alike_in_japanese() -> None:
    words = GAME.text["ja"]
    short = {
        key.removeprefix("short."): text for key, text in words.items() if key[:9] in ("short.us_", "short.de_")
    }
    assert short
    assert not [card for card, text in short.items() if not set(text) <= set(words[f"card.{card}"])]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_a_card_does_is_said_in_a_line(language: str) -> None:
    """A phone's cards show a picture alone: it is said beside the question, in one line or two."""
    words = GAME.text[language]
    long = {"en": 70, "ja": 26}[language]
    helps = [key.split(".")[1] for key in words if key.startswith("card.") and key.endswith(".help")]
    cards = [card for card in helps if card[:3] not in ("us_", "de_")]
    assert len(cards) > 40
    assert not [card for card in cards if not 0 < len(words.get(f"short.{card}", "")) < long]


def test_questions_of_windows_are_short_in_japanese() -> None:
    """On a tablet a third line of the question, or a second one beside the box, hides the choices."""
    windows = [window.decision for window in GAME.presentation.windows]
    assert windows
    assert not [window for window in windows if len(GAME.text["ja"][f"decision.{window}"]) > 16]

"""Sides, fronts, decks and names: CC-1 to CC-3, CC-63 to CC-67, sheet 2."""

from __future__ import annotations

from collections import Counter

import pytest

from bocage.rules.company_commander import GAME
from bocage.rules.company_commander.actions import Move, Recon, Suppress
from bocage.rules.company_commander.data import FRONTS, SQUAD_DECKS, UNITS, squad_deck
from bocage.rules.company_commander.events import Began, DrewSquad, TurnBegan
from bocage.rules.company_commander.options import Options
from bocage.rules.company_commander.tactical import ROWS, TACTICAL, tactical_deck
from bocage.rules.dice import Dice, ScriptedDice
from tests.rules.company_commander.scene import Scene


def test_cc_1_left_faces_right() -> None:
    assert FRONTS == (("us_l", "us_c", "us_r"), ("de_r", "de_c", "de_l"))
    de = "jager1:left sniper:center jager2:right"
    scene = Scene("suppression", us="60mm:left 81mm:right", de=de)
    assert scene.offers(Suppress) == [Suppress("us_60mm", "de_r"), Suppress("us_81mm", "de_l")]


def test_cc_1_left_and_right_are_never_adjacent() -> None:
    scene = Scene("deploy", us="rifle1:left rifle2:center")
    assert scene.offers(Move, unit="us_rifle1") == [Move("us_rifle1", "us_c")]
    assert scene.offers(Move, unit="us_rifle2") == [
        Move("us_rifle2", "us_l"),
        Move("us_rifle2", "us_r"),
    ]


def test_cc_2_empty_table_and_hands_and_a_full_first_turn() -> None:
    step = GAME.setup(Options(), (), Dice(b"opening", 1))
    state = step.state
    assert (state.units, state.hands, state.discards, state.score, state.turn) == (
        ({}, {}),
        ((), ()),
        (),
        (0, 0),
        1,
    )
    assert len(state.pending) == 3
    assert sorted(len(deck) for deck in state.squads) in ([16, 22], [19, 19])
    assert [type(told.public) for told in step.events] == [Began, TurnBegan, DrewSquad]


@pytest.mark.parametrize(("choice", "faces", "us_seat"), [("us", (), 0), ("de", (), 1), ("random", (2,), 1)])
def test_cc_2_creator_chooses_sides_and_chance_the_first_player(
    choice: str, faces: tuple[int, ...], us_seat: int
) -> None:
    options = Options(creator_side=choice)  # type: ignore[arg-type]
    for first in (1, 2):
        dice = ScriptedDice((*faces, first), keep_order=True)
        step = GAME.setup(options, (), dice)
        assert dice.left == 0
        assert (step.state.us_seat, step.state.active) == (us_seat, first - 1)
        began = step.events[0].public
        assert began == Began(us_seat, 1 - us_seat, ("us", "de")[first - 1])


def test_cc_3_a_turn_is_one_players_six_phases() -> None:
    scene = Scene("rally", us="half1:left", us_hand="radio", turn=5)
    assert (scene.state.turn, scene.asks) == (5, ("rally", "us"))
    scene.ends()
    assert (scene.state.turn, scene.phase, scene.asks[1]) == (6, "deploy", "de")


def test_cc_63_only_the_pak_40_is_artillery() -> None:
    assert [card for card, row in UNITS.items() if "artillery" in row.classes] == ["de_pak_40"]


def test_cc_64_the_medium_tank_and_the_at_gun_are_compounds() -> None:
    for tank in (UNITS["us_m4a1_sherman"], UNITS["de_panzer_iv_g"]):
        assert (tank.armour, tank.suppression, tank.anti_tank, tank.assault, tank.defence) == (2, 0, True, 1, 0)
    gun = UNITS["de_pak_40"]
    assert (gun.suppression, gun.anti_tank, gun.defence, gun.cannot_assault, gun.armour) == (0, True, 2, True, None)


def test_cc_65_the_us_half_squad_is_no_infantry_squad() -> None:
    assert (UNITS["us_half_squad"].kind, UNITS["de_half_squad"].kind) == ("U", "UI")
    assert not UNITS["us_half_squad"].infantry
    assert UNITS["de_half_squad"].infantry
    # Its name and its sign would make one think so.
    assert "Not an infantry squad." in GAME.text["en"]["card.us_half_squad.help"]
    assert "歩兵分隊ではない" in GAME.text["ja"]["card.us_half_squad.help"]


def test_cc_66_names_are_corrected_in_words_and_kept_in_ids() -> None:
    english, japanese = GAME.text["en"], GAME.text["ja"]
    assert (english["card.de_mortar_80cm"], japanese["card.de_mortar_80cm"]) == ("8 cm Mortar", "8cm迫撃砲")
    assert english["card.de_jager_squad"] == "Jäger Squad"
    assert "Stoßtrupp" in english["card.de_stosstrupp_squad"]
    assert english["card.de_sniper"] == english["short.de_sniper"] == "Sniper"
    assert (japanese["card.grenades"], japanese["card.trapped"]) == ("手榴弾", "計略")


def test_cc_67_the_decks_are_unequal_as_printed() -> None:
    totals = []
    for side in (0, 1):
        cards = [UNITS[card] for card in squad_deck(side)]
        totals.append((len(cards), len(SQUAD_DECKS[side]), sum(card.strength for card in cards)))
        assert sum(card.infantry for card in cards) == (7, 5)[side]
        assert sum("hq" in card.classes for card in cards) == 4
        assert sum("vehicle" in card.classes for card in cards) == 2
    assert totals == [(22, 15, 30), (19, 15, 24)]


def test_the_tactical_deck_has_57_cards_of_54_names() -> None:
    assert (len(tactical_deck()), len(TACTICAL)) == (57, 54)
    assert {row.id for row in ROWS if row.count == 2} == {"smoke", "howitzer_battery", "artillery_barrage"}
    assert Counter(row.nation for row in ROWS) == {"": 48, "us": 2, "de": 4}
    assert sum(sum(deck.values()) for deck in (Counter(squad_deck(0)), Counter(squad_deck(1)))) + 57 == 98


def test_every_card_has_name_and_help_in_both_languages() -> None:
    for language in ("en", "ja"):
        text = GAME.text[language]
        for card in (*UNITS, *TACTICAL):
            assert text[f"card.{card}"]
            assert text[f"card.{card}.help"]
            assert "{" not in text[f"card.{card}.help"]


@pytest.mark.parametrize(("language", "end"), [("en", "."), ("ja", "。")])
def test_cc_49_a_unit_says_each_of_its_abilities_once(language: str, end: str) -> None:
    for card in UNITS:
        sentences = [part.strip() for part in GAME.text[language][f"card.{card}.help"].split(end) if part.strip()]
        assert len(set(sentences)) == len(sentences), card


def test_cc_61_tank_and_sniper_say_they_ignore_each_other() -> None:
    for language, about_tank, about_sniper in (
        ("en", "Snipers do nothing to it.", "Does nothing to tanks."),
        ("ja", "狙撃兵の射撃は効かない。", "戦車には効かない。"),
    ):
        text = GAME.text[language]
        assert [c for c in UNITS if about_tank in text[f"card.{c}.help"]] == ["us_m4a1_sherman", "de_panzer_iv_g"]
        assert [c for c in UNITS if about_sniper in text[f"card.{c}.help"]] == ["de_sniper"]


def test_facts_are_the_printed_tables() -> None:
    facts = GAME.facts()
    squads, tactical = facts["squads"], facts["tactical"]
    assert isinstance(squads, dict)
    assert isinstance(tactical, list)
    assert [sum(row["count"] for row in squads[side]) for side in ("us", "de")] == [22, 19]
    assert sum(row["count"] for row in tactical) == 57
    assert facts["lanes"] == [["us_l", "de_r"], ["us_c", "de_c"], ["us_r", "de_l"]]


def test_recon_units_of_both_sides() -> None:
    assert [card for card, row in UNITS.items() if row.recon is not None] == [
        "us_recon_team",
        "us_m8_armored_car",
        "de_recon_team",
    ]
    assert Scene("recon", us="m8:left recon1:left").offers(Recon) == [
        Recon("us_m8"),
        Recon("us_recon1"),
    ]

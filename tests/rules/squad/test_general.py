"""SQ-1 … SQ-12: the words of the rules, windows, secrets, the deck."""

from __future__ import annotations

import pytest

from bocage.protocol.text import render
from bocage.rules.dice import ScriptedDice
from bocage.rules.kernel import OPEN, PUBLIC
from bocage.rules.squad import GAME, actions
from bocage.rules.squad import events as ev
from bocage.rules.squad.data import CARDS, NATIONS, PHASES, TRAITS, deck
from bocage.rules.squad.options import Options, SeatOptions
from bocage.rules.squad.resolve import resolve
from bocage.rules.squad.turn import SEQUENCE
from tests.rules.squad.scene import Scene

UK = SeatOptions(nation="uk")


def test_sq_1_a_turn_is_one_players_nine_phases() -> None:
    assert tuple(phase.id for phase in SEQUENCE) == PHASES
    assert len(PHASES) == 9
    scene = Scene("discard", active=0).skip_to("declare")
    assert (scene.state.turn, scene.state.active) == (8, 1)
    assert scene.who == ("declare", 1)


def test_sq_2_only_fire_in_the_opponents_turn_calls_for_morale() -> None:
    scene = Scene("opportunity_fire", {"1.1": "carbine_1", "0.1": "smoke_1"}, s01={"declared": True})
    scene.do(actions.Attack("1.1", "carbine_1", "0.1"), 1, 6)
    assert scene.next_turn().squad("0.1").fired_at == 0
    assert scene.next_turn().who == ("declare", 0)


def test_sq_2_option_since_last_check_remembers_the_own_turn_as_well() -> None:
    options = Options(morale_memory="since_last_check")
    scene = Scene(
        "opportunity_fire", {"1.1": "carbine_1", "0.1": "smoke_1"}, options=options, s01={"declared": True}
    )
    scene.do(actions.Attack("1.1", "carbine_1", "0.1"), 4, 2)
    scene.next_turn()
    assert (scene.squad("0.1").fired_at, scene.squad("0.1").killed) == (1, 2)
    assert scene.next_turn().who == ("morale", 0)
    scene.do(actions.PASS).do(actions.PASS, 1)
    (check,) = scene.told(ev.MoraleChecked)
    assert check.mods == (("killed", 2),)
    assert scene.squad("0.1").fired_at == 0


@pytest.mark.parametrize("memory", ["opponent_turn", "since_last_check"])
def test_sq_2_fire_in_the_opponents_turn_is_forgotten_after_the_check(memory: str) -> None:
    options = Options(morale_memory=memory)  # type: ignore[arg-type]
    scene = Scene("position_fire", {"0.1": "carbine_1"}, options=options)
    scene.do(actions.Attack("0.1", "carbine_1", "1.1"), 6, 2)
    scene.skip_to("morale")
    assert scene.squad("1.1").killed == 4
    scene.do(actions.PASS, 1)
    assert (scene.squad("1.1").fired_at, scene.squad("1.1").killed) == (0, 0)


def test_sq_3_printed_numbers_are_added_as_they_stand() -> None:
    # The sheet's example: 5 becomes 3 behind a Hedge Row.
    scene = Scene("position_fire", {"0.1": "carbine_1"}, s11={"terrain": "hedge_row_1"})
    scene.do(actions.Attack("0.1", "carbine_1", "1.1"), 6, 1)
    (shot,) = scene.told(ev.Attacked)
    assert (shot.raw, shot.mods, shot.total, shot.kills) == (5, (("cover", -2),), 3, 3)


@pytest.mark.parametrize("card", ["enfilade", "flanking_fire"])
def test_sq_4_a_running_effect_cannot_be_played_again(card: str) -> None:
    scene = Scene("position_fire", {"0.1": f"{card}_1 {card}_2 smoke_1"})
    scene.do(actions.PlayBonus("0.1", f"{card}_1"))
    assert scene.of(actions.PlayBonus) == []
    assert GAME.refusal(scene.state, 0, actions.PlayBonus("0.1", f"{card}_2")).rule == "SQ-4"  # type: ignore[union-attr]


def test_sq_4_different_effects_add_up_and_traits_count_as_the_card() -> None:
    hand = "flanking_fire_1 enfilade_1 light_machine_gun_1 national_trait_1"
    scene = Scene("position_fire", {"0.1": hand}, nations={"0.1": "de"})
    scene.do(actions.PlayBonus("0.1", "national_trait_1", "flanking_fire"))
    assert [bonus.card for bonus in scene.of(actions.PlayBonus)] == ["enfilade_1"]
    scene.do(actions.PlayBonus("0.1", "enfilade_1"))
    scene.do(actions.Attack("0.1", "light_machine_gun_1", "1.1"), 3, 3)
    (shot,) = scene.told(ev.Attacked)
    assert shot.mods == (("weapon", 2), ("flanking_fire", 1), ("enfilade", 2))


@pytest.mark.parametrize(
    ("hand", "barriers"),
    [("minefield_1 smoke_1", [actions.Barrier("1.1", "minefield_1")]), ("smoke_1 smoke_2", [])],
)
def test_sq_5_windows_open_on_public_facts_only(hand: str, barriers: list[actions.Barrier]) -> None:
    scene = Scene("covering_fire", {"0.1": "knife_1 low_wall_1", "1.1": hand})
    scene.do(actions.Declare("0.1", "move")).skip_to("move").do(scene.asked.default)
    assert scene.who == ("barrier", 1)
    assert scene.asked.actions == [*barriers, actions.PASS]
    assert scene.asked.default == actions.PASS


def test_sq_5_others_see_only_who_is_asked_for_what() -> None:
    scene = Scene("position_fire", {"0.1": "carbine_1", "1.1": "pistol_1"})
    for viewer in (1, PUBLIC):
        view = scene.view(viewer)
        assert view["acting"] == "0.1"
        assert "carbine_1" not in str(view)


def test_sq_6_priority_alternates_and_two_passes_close_the_window() -> None:
    scene = Scene(
        "morale", {"0.1": "fatalism_1 determination_1", "1.1": "fear_1 hesitation_1"}, s01={"fired_at": 1}
    )
    assert scene.who == ("morale", 0)
    scene.do(actions.PASS)
    assert scene.who == ("morale", 1)
    scene.do(actions.Modify("1.1", "fear_1"))
    assert scene.who == ("morale", 0)
    scene.do(actions.Modify("0.1", "fatalism_1"))  # A pass was not final.
    scene.do(actions.PASS)
    assert scene.who == ("morale", 0)
    scene.do(actions.PASS, 1)
    assert scene.told(ev.MoraleChecked)[0].total == 2


def test_sq_6_an_empty_hand_is_a_pass() -> None:
    scene = Scene("morale", {"0.1": "fatalism_1"}, s01={"fired_at": 1})
    scene.do(actions.Modify("0.1", "fatalism_1"), 5)
    assert scene.told(ev.MoraleChecked)[0].total == 4


def test_sq_7_what_is_public_and_what_is_not() -> None:
    scene = Scene(
        "position_fire",
        {"0.1": "carbine_1 scout_1", "1.1": "pistol_1"},
        discard="smoke_1 smoke_2 knife_1",
        s01={"concealment": "concealment_1"},
    )
    scene.do(actions.Scout("0.1", "scout_1"))
    own, other, public, everybody = (scene.view(viewer) for viewer in (0, 1, PUBLIC, OPEN))
    assert public["discard"] == {"smoke": 2, "knife": 1, "scout": 1}
    for view in (own, other, public, everybody):
        squads = view["squads"]
        assert squads["0.1"]["cards"] == 1
        assert squads["0.1"]["concealed"]
        assert view["deck"] == len(scene.state.deck)
    assert own["squads"]["0.1"]["hand"] == {"carbine_1": "carbine"}
    assert "hand" not in own["squads"]["1.1"]
    assert "hand" not in public["squads"]["0.1"]
    assert everybody["squads"]["1.1"]["hand"] == {"pistol_1": "pistol"}
    assert own["seen"] == everybody["seen"] != {}
    assert other["seen"] == public["seen"] == {}


def test_sq_7_drawn_cards_are_told_to_their_owner_alone() -> None:
    scene = Scene("draw")
    (mine,), (theirs,) = scene.told(ev.Drew, 0), scene.told(ev.Drew, 1)
    assert mine.n == theirs.n == 3
    assert mine.cards == scene.squad("0.1").hand
    assert theirs.cards == ()


def test_sq_8_empty_deck_is_reshuffled_on_demand() -> None:
    scene = Scene("discard", {"0.1": "knife_1"}, deck_size=1, discard="smoke_1 smoke_2 smoke_3 smoke_4")
    scene.do(actions.DRAW_EXTRA)
    # The deck ran empty without a shuffle; the next draw (three cards) shuffles everything but what is held.
    reshuffled = scene.told(ev.Reshuffled)
    assert [event.n for event in reshuffled] == [4]
    assert len(scene.squad("1.1").hand) == 3
    assert scene.state.discard == ()
    assert len(scene.state.deck) == 1


def test_sq_8_a_deck_that_runs_empty_is_not_reshuffled_yet() -> None:
    scene = Scene("draw", deck_size=3, discard="smoke_1")
    assert scene.told(ev.Reshuffled) == []
    assert (scene.state.deck, scene.state.discard) == ((), ("smoke_1",))


def test_sq_9_deck_and_pile_empty_draws_what_there_is() -> None:
    scene = Scene("draw", deck_size=1, discard="smoke_1")
    assert len(scene.squad("0.1").hand) == 2
    assert scene.told(ev.Drew)[0].n == 2
    assert GAME.outcome(scene.state) is None


def test_sq_10_the_order_in_which_chance_is_asked() -> None:
    # Initiative: a tie, then 2 against 5; 120 draws of a shuffle that swaps each card with itself.
    dice = ScriptedDice([4, 4, 2, 5, *range(121, 1, -1)])
    step = GAME.setup(Options(), (UK, UK), dice)
    assert [bound for bound, _ in dice.draws] == [6, 6, 6, 6, *range(121, 1, -1)]
    assert step.state.first == 1
    # Unshuffled: one card at a time, first player first.
    order = deck("base")
    assert step.state.squads["1.1"].hand == tuple(sorted(order[0:10:2]))
    assert step.state.squads["0.1"].hand == tuple(sorted(order[1:10:2]))
    assert step.state.deck == order[10:]


def test_sq_10_the_unshuffled_deck_is_the_card_list() -> None:
    cards = deck("base")
    assert len(cards) == len(set(cards)) == 121
    assert len(CARDS) == 58
    assert cards[:3] == ("leadership_1", "fatalism_1", "patriotism_1")
    assert cards[-10:] == tuple(f"national_trait_{n}" for n in range(1, 11))
    types = {card.type: 0 for card in CARDS.values()}
    for card in CARDS.values():
        types[card.type] += card.copies
    assert types == {"M": 43, "T": 18, "A": 46, "B": 4, "N": 10}
    assert len(TRAITS) == 18


def test_sq_10_attack_mine_and_rout_roll_the_positive_die_first() -> None:
    scene = Scene("position_fire", {"0.1": "carbine_1"})
    resolve(scene.state, scene.squad("0.1"), scene.of(actions.Attack)[0], "position_fire", scene._context([6, 2]))
    assert scene.squad("1.1").men == 6


def test_sq_11_labels_show_the_corrected_names() -> None:
    ja = GAME.text["ja"]
    assert ja["card.bare_hands"] == "素手"
    assert ja["card.low_wall"] == "低い石塀"
    assert ja["card.hedge_row"] == "ボカージュ"
    assert ja["phase.position_fire"] == "定置射撃"


def test_sq_12_the_russian_platoon_is_one_unit_of_36_men() -> None:
    step = GAME.setup(Options(nation_0="ru"), (UK, UK), ScriptedDice([6, 1], keep_order=True))
    squads = step.state.squads
    assert [squad.men for squad in squads.values()] == [36, 10]
    assert (NATIONS["ru"].draw, NATIONS["ru"].limit) == (2, 4)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_traits_are_named_like_equal_cards(language: str) -> None:
    text = GAME.text[language]
    alike = [trait.id for trait in TRAITS if trait.id in CARDS]
    assert "flanking_fire" in alike
    for trait in alike:
        assert text[f"trait.{trait}"].startswith(text[f"card.{trait}"])


@pytest.mark.parametrize(
    ("language", "losses"), [("en", ("6 men lost", "no loss")), ("ja", ("6名を失った", "損失なし"))]
)
def test_who_runs_into_mines_loses_the_men(language: str, losses: tuple[str, str]) -> None:
    """Nobody else can be meant, and nobody takes it for a success of theirs."""
    told = [
        render(
            GAME.text[language],
            "event.mine_hit",
            {"squad": "1.1", "dice": [5, 1], "raw": 4, "mods": [["mine", 2]], "total": 6, "kills": kills},
            language,
        )
        for kills in (6, 0)
    ]
    assert [loss in text for text, loss in zip(told, losses, strict=True)] == [True, True], told

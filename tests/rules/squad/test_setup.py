"""SQ-13 … SQ-18: setup."""

from __future__ import annotations

import pytest

from bocage.rules.dice import Dice, ScriptedDice
from bocage.rules.squad import GAME, actions
from bocage.rules.squad import events as ev
from bocage.rules.squad.data import CARDS, KIND, NATIONS, deck
from bocage.rules.squad.options import Options, SeatOptions
from bocage.rules.squad.state import State
from tests.rules.squad.scene import Scene


def begin(
    options: Options | None = None, seats: tuple[SeatOptions, ...] = (), dice: tuple[int, ...] = (6, 1)
) -> State:
    """A match that seat 0 begins, with an unshuffled deck."""
    return GAME.setup(
        options or Options(),
        seats or (SeatOptions(nation="uk"), SeatOptions(nation="uk")),
        ScriptedDice(dice, keep_order=True),
    ).state


@pytest.mark.parametrize("nation", NATIONS)
def test_sq_13_seat_or_match_picks_the_nation(nation: str) -> None:
    pick = SeatOptions(nation=nation)  # type: ignore[arg-type]
    picked = begin(seats=(pick, pick)).squads
    fixed = begin(Options(nation_0=nation, nation_1=nation)).squads  # type: ignore[arg-type]
    for squads in (picked, fixed):
        assert [squad.nation for squad in squads.values()] == [nation, nation]
        assert squads["0.1"].men == NATIONS[nation].men


def test_sq_13_random_is_drawn_before_anything_else() -> None:
    dice = ScriptedDice([5, 1, 6, 1], keep_order=True)
    step = GAME.setup(Options(), (SeatOptions(), SeatOptions()), dice)
    assert dice.draws == [(5, 4), (5, 0), (6, 5), (6, 0)]
    assert [told.public for told in step.events][:2] == [
        ev.Drafted("0.1", "ru", True),
        ev.Drafted("1.1", "us", True),
    ]


def test_every_squad_s_nationality_is_told_however_it_was_chosen() -> None:
    step = GAME.setup(
        Options(variant="map", squads_per_seat=3, nation_0="uk"),
        (SeatOptions(nation="us"), SeatOptions(nation="jp", nation_2="random")),
        ScriptedDice([5, 6, 1], keep_order=True),
    )
    told = [told.public for told in step.events if isinstance(told.public, ev.Drafted)]
    assert told == [
        ev.Drafted("0.1", "uk"),
        ev.Drafted("0.2", "uk"),
        ev.Drafted("0.3", "uk"),
        ev.Drafted("1.1", "jp"),
        ev.Drafted("1.2", "ru", True),
        ev.Drafted("1.3", "jp"),
    ]
    assert [used for event in told for used in GAME.used(event)] == [f"nation.{event.nation}" for event in told]


def test_sq_14_a_tie_is_rolled_again_and_told() -> None:
    step = GAME.setup(
        Options(nation_0="uk", nation_1="uk"),
        (SeatOptions(), SeatOptions()),
        ScriptedDice([3, 3, 2, 2, 1, 4], keep_order=True),
    )
    rolls = [told.public for told in step.events if isinstance(told.public, ev.Initiative)]
    assert rolls == [ev.Initiative((3, 3), -1, True), ev.Initiative((2, 2), -1, True), ev.Initiative((1, 4), 1)]


@pytest.mark.parametrize(("dice", "first"), [((5, 2), 0), ((2, 5), 1)])
def test_sq_15_the_higher_roll_has_the_first_whole_turn(dice: tuple[int, int], first: int) -> None:
    state = begin(dice=dice)
    for _ in range(2):
        state = GAME.apply(state, actions.DECLINE, Dice(b"x", 1)).state
    assert (state.turn, state.active) == (1, first)
    assert len(state.of(first)[0].hand) == 5 + 3
    decision = GAME.decision(state)
    assert decision is not None
    assert (decision.kind, decision.seat) == ("declare", first)


def test_sq_16_first_player_then_second_openly_optional_and_not_refilled() -> None:
    state = begin()
    squad = state.squads["0.1"]
    squad.hand = ("hill_1", "pill_box_1", "smoke_1")
    decision = GAME.decision(state)
    assert decision is not None
    assert (decision.kind, decision.seat) == ("setup_terrain", 0)
    assert decision.actions == [
        actions.Terrain("0.1", "hill_1"),
        actions.Terrain("0.1", "pill_box_1"),
        actions.DECLINE,
    ]
    step = GAME.apply(state, actions.Terrain("0.1", "hill_1"), Dice(b"x", 1))
    assert [told.to(1) for told in step.events] == [ev.Deployed("0.1", "hill")]
    assert step.state.squads["0.1"].hand == ("pill_box_1", "smoke_1")
    step.state.squads["1.1"].hand = ("knife_1",)
    second = GAME.decision(step.state)
    assert second is not None
    assert (second.kind, second.seat, second.actions) == ("setup_terrain", 1, [actions.DECLINE])


def test_sq_17_without_terrain_a_squad_stands_in_the_open() -> None:
    scene = Scene("position_fire", {"0.1": "carbine_1"})
    assert scene.view(0)["squads"]["1.1"]["terrain"] == "open"
    scene.do(actions.Attack("0.1", "carbine_1", "1.1"), 5, 2)
    (shot,) = scene.told(ev.Attacked)
    assert (shot.terrain, shot.mods, shot.kills) == ("", (), 3)


def test_sq_18_limits_hold_in_the_own_discard_phase_only() -> None:
    state = begin(Options(nation_0="ru", nation_1="ru"))
    assert all(len(squad.hand) == 5 > squad.limit for squad in state.squads.values())
    scene = Scene(
        "discard", {"0.1": "knife_1", "1.1": "smoke_1 smoke_2 smoke_3 smoke_4 smoke_5"}, nations={"1.1": "ru"}
    )
    scene.do(actions.DECLINE)
    assert scene.kind == "utility"  # The Russian was not asked to discard in the other's turn.
    scene.skip_to("discard")
    assert scene.who == ("discard", 1)


def test_every_card_is_dealt_or_in_the_deck() -> None:
    state = begin()
    cards = [*state.deck, *state.squads["0.1"].hand, *state.squads["1.1"].hand]
    assert sorted(cards) == sorted(card for card in KIND if card not in ("flanking_fire_5", "flanking_fire_6"))
    assert state.range == "L"


def test_setup_is_told_to_each_seat_without_the_others_cards() -> None:
    step = GAME.setup(Options(), (SeatOptions(), SeatOptions()), Dice(b"x", 1))
    for viewer in (0, 1):
        dealt = [event for event in (told.to(viewer) for told in step.events) if isinstance(event, ev.Dealt)]
        assert {event.squad[0]: len(event.cards) for event in dealt} == {str(viewer): 5, str(1 - viewer): 0}


def test_sq_100_deck_is_the_printed_list() -> None:
    assert (len(CARDS), sum(card.copies for card in CARDS.values()), len(deck("base"))) == (58, 121, 121)
    assert {KIND[instance] for instance in deck("base")} == {*CARDS}

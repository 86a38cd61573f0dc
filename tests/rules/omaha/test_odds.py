"""The odds of a step are what the rules then do, over the worlds that look the same to the player."""

from __future__ import annotations

import re

import pytest

from bocage.rules.dice import Dice
from bocage.rules.kernel import Outcome, Seen
from bocage.rules.kernel.play import random_choice
from bocage.rules.omaha import GAME
from bocage.rules.omaha.actions import Blast, Move
from bocage.rules.omaha.events import Crawled, Hit
from bocage.rules.omaha.figures import (
    Ahead,
    Barred,
    Dead,
    Figures,
    Fire,
    LastCharge,
    Left,
    Mine,
    Nest,
    Safe,
    Spent,
)
from bocage.rules.omaha.options import Options
from bocage.rules.omaha.state import State
from bocage.rules.omaha.text import TEXT
from tests.rules.odds_truth import Asked, Tally, asked
from tests.rules.omaha.policies import planner
from tests.rules.omaha.scene import beach, legal, step

BLOCKED = Outcome((), "blocked")


def _figures(state: State, action: Move | Blast) -> list[Figures]:
    decision = GAME.decision(state)
    assert decision is not None
    odds = GAME.odds(Seen(GAME.view(state, 0), state.options), decision)
    assert odds is not None
    found: list[Figures] = odds.actions[decision.actions.index(action)]
    return found


def test_mine_chance_holds_over_equal_looking_worlds() -> None:
    mines, deaths = Tally(), Tally()
    for number in range(60):
        for moment in asked(GAME, f"odds/{number}", planner() if number % 2 else random_choice):
            _try(moment, mines, deaths)
    mines.check()
    deaths.check()
    assert mines.trials > 5_000
    assert deaths.trials > 200


def _try(moment: Asked, mines: Tally, deaths: Tally) -> None:
    chance = moment.playthrough.chance(moment.number, "worlds")
    for action, figures in zip(moment.decision.actions, moment.odds.actions, strict=True):
        told = {type(figure): figure for figure in figures}
        if Mine not in told:
            continue
        for _ in range(8):
            world = GAME.imagine(moment.seen, chance)
            after = GAME.apply(world, action, Dice(b"later", moment.number))
            events = [one.public for one in after.events]
            mines.count(told[Mine].chance, any(isinstance(one, Crawled) and one.mine for one in events))
            dead = told[Dead].chance if Dead in told else (0, 1)
            deaths.count(dead, after.state.strength == 0)


@pytest.mark.parametrize(
    ("row", "chance"),
    [
        ("x w w", (3, 4)),
        # Wire that was turned over says nothing of obstacles, whatever lay under it.
        ("x . w", (3, 4)),
        ("x * w", (3, 4)),
    ],
)
def test_mines_are_counted_among_unturned_cards(row: str, chance: tuple[int, int]) -> None:
    state = beach(f"""
        w w w
        w w W
        {row}
        ~ ~ ~
    """, "L0")  # fmt: skip
    figures = {type(figure): figure for figure in _figures(state, Move("L1"))}
    assert figures[Mine] == Mine(chance)


def test_what_costs_for_certain_is_told_and_nothing_else() -> None:
    for number in range(40):
        for moment in asked(GAME, f"certain/{number}"):
            for action, figures in zip(moment.decision.actions, moment.odds.actions, strict=True):
                after = GAME.apply(moment.state, action, Dice(b"later", 1))
                hits = [one.public.by for one in after.events if isinstance(one.public, Hit)]
                kinds = {type(figure) for figure in figures}
                state = moment.state
                if "mine" not in hits or state.hits + 2 <= after.state.hits:
                    assert (Fire in kinds) == ("fire" in hits)
                assert "mine" not in hits or Mine in kinds
                assert Safe not in kinds or not hits
                lost = after.state.result is not None and not after.state.result.winners
                # What the next assault brings cannot be known.
                known = after.state.assault == state.assault
                assert lost if Barred in kinds else not known or after.state.result != BLOCKED
                spent = (state.charges - after.state.charges, state.rounds - after.state.rounds)
                nest = any(type(one.public).__name__ == "NestBlown" for one in after.events)
                assert (Spent in kinds) == any((spent[0] - nest, spent[1]))
                assert (Nest in kinds) == nest


def test_destroying_step_is_told_unless_deadly() -> None:
    picture = """
        . . N
        . . .
        . . .
        . . .
    """
    assert Nest() in _figures(beach(picture, "R2"), Move("R3"))
    assert Safe() not in _figures(beach(picture, "R2"), Move("R3"))
    dying = _figures(beach(picture, "C3", hits=6), Move("R3"))
    assert Nest() not in dying
    assert any(isinstance(one, Dead) for one in dying)
    assert Nest() not in _figures(beach(picture, "R2"), Move("C2"))


def test_blocked_ways_are_told_of_blasts_and_moves() -> None:
    closed = """
        w w w
        . x .
        . . .
        . . .
    """
    # A charge that is spent, or is left for the nest alone.
    state = beach(closed, "C1", charges=2)
    assert Barred() in _figures(state, Blast("C2"))
    assert GAME.apply(state, Blast("C2"), Dice(b"", 1)).state.result == BLOCKED
    assert Barred() not in _figures(state, Move("L1"))
    assert Barred() not in _figures(beach(closed, "C1", charges=3), Blast("C2"))
    # There is no way back.
    state = beach("""
        . w w
        . . w
        . w .
        . . .
    """, "R0", charges=1)  # fmt: skip
    assert Barred() in _figures(state, Move("R1"))
    assert GAME.apply(state, Move("R1"), Dice(b"", 1)).state.result == BLOCKED
    assert Barred() not in _figures(state, Move("C0"))


def test_the_question_tells_what_the_squad_can_still_take() -> None:
    state = beach("""
        . . .
        . . .
        . x .
        . . .
    """, hits=4, charges=3)  # fmt: skip
    decision = GAME.decision(state)
    assert decision is not None
    odds = GAME.odds(Seen(GAME.view(state, 0), state.options), decision)
    assert odds is not None
    assert odds.question == [Left(hits=3, charges=2)]
    for action in legal(state):
        assert step(state, action).state.strength > 0


def test_the_last_hit_is_told_as_deadly() -> None:
    picture = """
        . . .
        . . .
        . X .
        ~ ~ ~
    """
    last = beach(picture, hits=6)
    assert Dead((1, 1)) in _figures(last, Move("C1"))
    assert Dead((1, 1)) not in _figures(last, Move("C1", sniper=True))
    before = beach(picture, hits=5)
    (mine,) = [one for one in _figures(before, Move("C1")) if isinstance(one, Mine)]
    assert Dead(mine.chance) in _figures(before, Move("C1"))
    safe = beach(picture, hits=6, options=Options(crawl_fire="never"))
    (mine,) = [one for one in _figures(safe, Move("C1")) if isinstance(one, Mine)]
    assert _figures(safe, Move("C1")) == [mine, Dead(mine.chance)]


def test_that_the_last_charge_is_the_nests_is_told() -> None:
    state = beach("""
        w o w
        w . W
        x . w
        ~ ~ ~
    """, "L0", charges=1)  # fmt: skip
    assert _figures(state, Blast("L1")) == [Spent("charge", 0), LastCharge()]
    assert GAME.outcome(GAME.apply(state, Blast("L1"), Dice(b"later", 1)).state) == Outcome((), "out_of_charges")


def test_the_side_of_the_nest_has_no_odds() -> None:
    kinds = {moment.decision.kind for moment in asked(GAME, "kinds", planner())}
    assert kinds == {"land", "assault"}


def test_a_landing_tells_what_the_step_from_there_meets() -> None:
    """The very figures that the step then has, and how much the squad can take."""
    met: set[tuple[bool, bool, bool]] = set()
    for number in range(60):
        landing = next(asked(GAME, f"land/{number}"))
        assert landing.decision.kind == "land"
        for action, (told,) in zip(landing.decision.actions, landing.odds.actions, strict=True):
            state = GAME.apply(landing.state, action, Dice(b"later", 1)).state
            forward = next((one for one in legal(state) if one == Move(action.cell[0] + "1")), None)
            assert isinstance(told, Ahead)
            assert told.wire == (forward is None)
            figures = _figures(state, forward) if forward else []
            mine = next((one.chance for one in figures if isinstance(one, Mine)), (0, 1))
            assert (told.mine, told.fire) == (mine, Fire() in figures)
            decision = GAME.decision(state)
            assert decision is not None
            after = GAME.odds(Seen(GAME.view(state, 0), state.options), decision)
            assert after is not None
            assert landing.odds.question == after.question
            met.add((told.wire, told.fire, told.mine[0] > 0))
    assert met >= {(True, False, False), (False, True, False), (False, True, True), (False, False, True)}


@pytest.mark.parametrize(("language", "hit"), [("en", "1 hit"), ("ja", "1ダメージ")])
def test_what_a_mine_costs_is_told_as_what_fire_costs(language: str, hit: str) -> None:
    assert hit in TEXT[language]["figure.mine"]
    assert hit in TEXT[language]["figure.fire"]


def test_exercises_call_places_what_the_board_calls_them() -> None:
    words = " ".join(
        text for one in GAME.exercises() for each in (one.question, one.answer) for text in (each.en, each.ja)
    )
    assert not re.findall(r"[LCR][0-3]", words)


@pytest.mark.parametrize(
    ("language", "sniper"), [("en", "your sniper cannot see"), ("ja", "狙撃兵も機関銃を狙えません")]
)
def test_eye_card_says_it_hides_the_gun(language: str, sniper: str) -> None:
    assert sniper in TEXT[language]["card.x_eye.help"]
    assert sniper in TEXT[language]["card.delta_eye.help"]

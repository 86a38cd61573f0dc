"""What numbers are worth, fitted to what became of choices: as the equations say, solved in another way."""

from __future__ import annotations

import math
from array import array
from random import Random

import pytest

from bocage_tools.train.choice_games import Chosen, Course
from bocage_tools.train.fit import LATER, Choices

Matrix = list[list[float]]


def packed(*numbers: float) -> bytes:
    return array("f", numbers).tobytes()


def played(rng: Random, worth: dict[str, float]) -> Course:
    """A game of four turns; each choice takes one of two actions, and brings what it is worth."""
    turns, choices, chance = [], [], 0.5
    for turn in range(4):
        mover = turn % 2
        sign = 1 if mover == 0 else -1
        # What describes a position is how far its mover leads.
        turns.append((mover, packed(sign * (chance - 0.5))))
        name = rng.choice([*worth])
        said = {name: 0.5, "other": -0.5, **({"seldom": 1.0} if rng.random() < 0.01 else {})}
        choices.append(Chosen(turn, mover, rng.choice(("fire", "move")), said, packed(sign * (chance - 0.5))))
        chance = min(0.95, max(0.05, chance + sign * worth[name] / 2 + rng.uniform(-0.05, 0.05)))
    return Course(turns, choices, float(rng.random() < chance))


def many(games: int, worth: dict[str, float]) -> Choices:
    rng, choices = Random("fit"), Choices()
    choices.add(played(rng, worth) for _ in range(games))
    return choices


def test_what_an_action_brings_is_found() -> None:
    found = many(4000, {"good": 0.2, "bad": -0.2, "idle": 0.0}).weights(ridge=1.0)
    assert found["good"] - found["idle"] == pytest.approx(0.2, abs=0.05)
    assert found["idle"] - found["bad"] == pytest.approx(0.2, abs=0.05)
    # Met by one choice in a hundred: too few of 16,000 to be told anything by.
    assert "seldom" not in found
    assert "seldom" in many(4000, {"good": 0.2, "idle": 0.0}).weights(ridge=1.0, least_met=50)


def test_regularisation_shrinks_weights() -> None:
    choices = many(300, {"good": 0.2, "idle": 0.0})
    free, pulled = (choices.weights(ridge, least_met=1) for ridge in (1.0, 10_000.0))
    assert abs(pulled["good"]) < abs(free["good"]) / 2
    assert set(pulled) <= set(free)


def test_later_turns_count_less() -> None:
    choices = Choices()
    choices.add([Course([(0, packed(0)), (1, packed(0)), (0, packed(0))], [], 1.0)])
    told = choices._returns([0.5, 0.6, 0.8])
    second = (1 - LATER) * 0.8 + LATER * 1.0
    assert [*told] == pytest.approx([(1 - LATER) * 0.6 + LATER * second, second, 1.0])


def test_chances_are_those_of_a_logistic_regression() -> None:
    """At its top the slope of the likelihood is nought, the pull towards 0 included."""
    rng, choices = Random("chances"), Choices()
    for _ in range(200):
        lead = rng.uniform(-1, 1)
        result = float(rng.random() < 1 / (1 + math.exp(-2 * lead)))
        choices.add([Course([(0, packed(lead)), (1, packed(-lead))], [], result)])
    leads = [(mover, array("f", row)[0]) for mover, row in zip(choices._movers, choices._turns, strict=True)]
    size = math.sqrt(sum(lead**2 for _, lead in leads) / len(leads))
    chances = [*choices._chances()]
    slope = offset = 0.0
    for number, (mover, lead) in enumerate(leads):
        won = choices._results[number // 2]
        surprise = (won - chances[number]) * (1 if mover == 0 else -1)
        slope += surprise * lead / size
        offset += surprise
    # Both movers of a game see the same thing from two sides.
    assert chances[0::2] == pytest.approx(chances[1::2], abs=0.02)
    logits = [math.log(chance / (1 - chance)) for chance in chances]
    # Both weights are read off two chances of the first mover.
    weight = (logits[0] - logits[2]) / ((leads[0][1] - leads[2][1]) / size)
    bias = logits[0] - weight * leads[0][1] / size
    pull = 1e-4 * len(leads)
    assert slope == pytest.approx(pull * weight, abs=1e-6)
    assert offset == pytest.approx(pull * bias, abs=1e-6)


def test_the_regression_solves_its_equations() -> None:
    """The weights of few choices, against Gauss's elimination in plain Python."""
    rng, names = Random("ridge"), ["a", "b", "c", "d"]
    choices = Choices()
    for _ in range(60):
        course = played(rng, {"good": 0.3, "idle": 0.0})
        said = [{name: rng.uniform(-1, 1) for name in rng.sample(names, 3)} for _ in course.choices]
        course = course._replace(
            choices=[one._replace(said=row) for one, row in zip(course.choices, said, strict=True)]
        )
        choices.add([course])
    came = [*choices._surprise()]
    met: Matrix = []
    for at in range(len(choices)):
        row = [0.0] * len(names)
        for place in range(choices._ends[at], choices._ends[at + 1]):
            row[names.index([*choices.names][choices._columns[place]])] = choices._values[place]
        met.append(row)
    ridge = 2.0
    sums = [
        [sum(row[one] * row[other] for row in met) + (ridge if one == other else 0.0) for other in range(4)]
        + [sum(row[one] * gone for row, gone in zip(met, came, strict=True))]
        for one in range(4)
    ]
    found = choices.weights(ridge, least_met=1)
    assert [found.get(name, 0.0) for name in names] == pytest.approx(eliminated(sums), abs=1.01e-4)


def eliminated(rows: Matrix) -> list[float]:
    """The solution of linear equations, each row with its right side last."""
    count = len(rows)
    for at in range(count):
        for other in range(count):
            if other != at:
                times = rows[other][at] / rows[at][at]
                rows[other] = [mine - times * its for mine, its in zip(rows[other], rows[at], strict=True)]
    return [rows[at][count] / rows[at][at] for at in range(count)]

"""Chances that mean what they say: how that is found out and drawn."""

from __future__ import annotations

import math
from random import Random
from xml.etree import ElementTree

import pytest

from tests.calibrate.__main__ import look, row
from tests.calibrate.platt import Calibration, Judged, fitted, log_loss
from tests.calibrate.reliability import bins, brier, expected_error, picture, table, wilson
from tests.calibrate.samples import KINDS, judged


def said(slope: float, bias: float, count: int = 4000) -> list[Judged]:
    """Positions whose true log-odds are ``slope`` times what is said, plus ``bias``."""
    rng, found = Random(f"{slope} {bias}"), []
    for number in range(count):
        chance = rng.uniform(0.03, 0.97)
        truth = 1 / (1 + math.exp(-bias - slope * math.log(chance / (1 - chance))))
        found.append(Judged(number, chance, float(rng.random() < truth)))
    return found


@pytest.mark.parametrize(("slope", "bias"), [(1.0, 0.0), (0.5, 0.0), (1.6, 0.0), (0.8, 0.7)])
def test_what_was_stretched_is_found(slope: float, bias: float) -> None:
    examples = said(slope, bias)
    found = fitted(examples, with_bias=True)
    assert found.slope == pytest.approx(slope, abs=0.12)
    assert found.bias == pytest.approx(bias, abs=0.12)
    assert log_loss(examples, found) <= log_loss(examples, Calibration())
    if (slope, bias) != (1.0, 0.0):
        assert expected_error(bins(examples, found)) < expected_error(bins(examples, Calibration()))
        assert brier(examples, found) < brier(examples, Calibration())


def test_without_a_bias_both_players_chances_add_up() -> None:
    found = fitted(said(0.6, 0.4), with_bias=False)
    assert found.bias == 0
    for chance in (0.0, 0.1, 0.33, 0.5, 0.9, 1.0):
        assert found(chance) + found(1 - chance) == pytest.approx(1)
    assert found(0.2) < found(0.4) < 0.5 == found(0.5)


def test_who_has_none_is_left_alone() -> None:
    assert [Calibration()(chance) for chance in (0.0, 0.123, 1.0)] == [0.0, 0.123, 1.0]


def test_stretching_helps_only_where_other_games_confirm_it() -> None:
    assert look("squad", "seen", said(0.5, 0.0, 600)).helps
    assert not look("squad", "seen", said(1.0, 0.0, 600)).helps
    assert row(look("omaha", "open", said(0.5, 0.5, 600))).count("|") == 11


def test_games_are_counted_not_positions() -> None:
    one_game = [Judged(1, 0.55, 1.0)] * 50
    (found,) = bins(one_game, Calibration())
    assert (found.count, found.came) == (50, 1.0)
    assert found.low == pytest.approx(wilson(1.0, 1)[0])
    assert wilson(0.5, 100) == pytest.approx((0.404, 0.596), abs=0.001)


def test_the_picture_is_one_and_shows_every_bin() -> None:
    found = bins(said(0.5, 0.0, 500), Calibration())
    drawn = ElementTree.fromstring(picture("a < b", [("first", found), ("second", found)]))
    circles = [part for part in drawn if part.tag.endswith("circle")]
    assert len(circles) == 2 * len(found)
    assert drawn[0].text == "a < b"
    assert table(found).count("\n") == len(found) + 2


def test_the_same_seed_gives_the_same_examples() -> None:
    one, another = (list(judged("omaha", 3, 0.1, 4, "calibration")) for _ in range(2))
    assert one == another
    assert [kind for kind, _ in one] == list(KINDS) * (len(one) // 2)
    assert len({example.game for _, example in one}) > 1
    assert {example.result for _, example in one} <= {0.0, 1.0}
    assert all(0 <= example.chance <= 1 for _, example in one)

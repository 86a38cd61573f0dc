"""Strengths: the paper's own example, and what must hold for any games."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.match.glicko import VOLATILITY, WIDEST, Strength, after, aged, expected

SCALE = 173.7178


def of(rating: float, deviation: float) -> Strength:
    """On the scale on which everybody begins with 1500."""
    return Strength((rating - 1500) / SCALE, deviation / SCALE)


def test_the_example_of_the_paper() -> None:
    games = [(of(1400, 30), 1.0), (of(1550, 100), 0.0), (of(1700, 300), 0.0)]
    player = after(of(1500, 200), games)
    assert player.mean * SCALE + 1500 == pytest.approx(1464.06, abs=0.01)
    assert player.deviation * SCALE == pytest.approx(151.52, abs=0.01)
    assert player.volatility == pytest.approx(0.05999, abs=1e-5)


strengths = st.builds(
    Strength,
    st.floats(-8, 8),
    st.floats(0.05, WIDEST),
    st.floats(0.02, 0.2),
)


@given(strengths, strengths, st.sampled_from([0.0, 0.5, 1.0]), st.floats(0, 500))
def test_who_wins_is_held_for_stronger_and_who_loses_for_weaker(
    player: Strength, other: Strength, score: float, periods: float
) -> None:
    result = after(player, [(other, score)], periods)
    if score == 1:
        assert result.mean >= player.mean
    elif score == 0:
        assert result.mean <= player.mean
    assert 0 < result.deviation <= WIDEST
    assert math.isfinite(result.volatility)
    assert result.volatility > 0


@given(strengths, st.floats(0, 1000))
def test_without_games_less_is_known_and_never_less_than_of_a_beginner(player: Strength, periods: float) -> None:
    later = aged(player, periods)
    assert player.deviation <= later.deviation + 1e-12 <= WIDEST + 1e-9
    assert later.mean == player.mean


@given(strengths)
def test_the_expected_score_lies_within_its_interval(player: Strength) -> None:
    middle, low, high = expected(player)
    assert 0 <= low <= middle <= high <= 1


def test_a_beginner_is_an_average_player_of_whom_nothing_is_known() -> None:
    middle, low, high = expected(Strength())
    assert middle == 0.5
    assert low < 0.05
    assert high > 0.95
    assert Strength().volatility == VOLATILITY

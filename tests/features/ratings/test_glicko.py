"""Strengths: the paper's own example, and what must hold for any games."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bocage.features.ratings.glicko import VOLATILITY, WIDEST, Strength, after, aged, expected

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
def test_winners_rise_and_losers_fall(player: Strength, other: Strength, score: float, periods: float) -> None:
    result = after(player, [(other, score)], periods)
    if score == 1:
        assert result.mean >= player.mean
    elif score == 0:
        assert result.mean <= player.mean
    assert 0 < result.deviation <= WIDEST
    assert math.isfinite(result.volatility)
    assert result.volatility > 0


@given(strengths, st.floats(0, 1000))
def test_uncertainty_grows_up_to_a_beginners(player: Strength, periods: float) -> None:
    later = aged(player, periods)
    assert player.deviation <= later.deviation + 1e-12 <= WIDEST + 1e-9
    assert later.mean == player.mean


@given(strengths)
def test_the_expected_score_lies_within_its_interval(player: Strength) -> None:
    middle, low, high = expected(player)
    assert 0 <= low <= middle <= high <= 1


def test_beginner_is_average_and_unknown() -> None:
    middle, low, high = expected(Strength())
    assert middle == 0.5
    assert low < 0.05
    assert high > 0.95
    assert Strength().volatility == VOLATILITY


#: A player, games, periods, and what follows. Ladders are folded anew from all results: their digits stay.
KNOWN: list[tuple[Strength, list[tuple[Strength, float]], float, Strength]] = [
    (Strength(), [(Strength(), 1.0)], 0.0, Strength(0.933767302, 1.670701032, 0.059999675)),
    (Strength(), [(Strength(), 1.0)], 1.0, Strength(0.934336573, 1.671210226, 0.059999675)),
    (Strength(), [(Strength(), 0.5)], 0.0, Strength(0.0, 1.670701032, 0.059998961)),
    (Strength(), [(Strength(), 0.0)], 3.5, Strength(-0.935758371, 1.672481299, 0.059999675)),
    (
        Strength(0.5, 0.4, 0.06),
        [(Strength(-0.3, 1.2), 1.0)],
        2.0,
        Strength(0.546087703, 0.403673793, 0.059998975),
    ),
    # So surprising that the player must have changed.
    (
        Strength(1.5, 0.2, 0.1),
        [(Strength(-1.5, 0.2, 0.05), 0.0)] * 6,
        1.0,
        Strength(1.217725024, 0.223003175, 0.10204351),
    ),
    (Strength(4.0, 0.1, 0.2), [(Strength(-4.0, 0.1), 0.0)], 1.0, Strength(3.949893308, 0.224053179, 0.200501072)),
    (
        Strength(-2.0, 0.3, 0.04),
        [(Strength(1.0, 0.5), 1.0), (Strength(0.0, 0.5), 0.5), (Strength(0.0, 2.0), 0.0)],
        0.25,
        Strength(-1.899514975, 0.297676011, 0.040004065),
    ),
    # So long ago that nothing is known any more.
    (Strength(0.0, 2.0, 0.2), [(Strength(), 0.0)], 400.0, Strength(-2.066071415, 2.014761872, 0.199988004)),
]


@pytest.mark.parametrize(("player", "games", "periods", "found"), KNOWN)
def test_known_results_keep_their_digits(
    player: Strength, games: list[tuple[Strength, float]], periods: float, found: Strength
) -> None:
    result = after(player, games, periods)
    assert (result.mean, result.deviation) == pytest.approx((found.mean, found.deviation), abs=2e-9)
    assert result.volatility == pytest.approx(found.volatility, abs=2e-9)
    for digits in (result.mean, result.deviation, result.volatility):
        assert digits == round(digits, 9)
    if periods == 1.0:
        assert after(player, games) == result


def test_known_ages_and_expectations_keep_their_digits() -> None:
    for player, periods, deviation in (
        (Strength(), 1.0, WIDEST),
        (Strength(0.5, 0.4), 4.0, 0.417612260),
        (Strength(0.5, 0.4), 0.0, 0.4),
        (Strength(0.5, 2.0, 0.2), 9.0, WIDEST),
    ):
        assert aged(player, periods).deviation == pytest.approx(deviation, abs=1e-9)
    assert pytest.approx(2.014761872) == WIDEST
    for player, score in (
        (Strength(), (0.5, 0.018912089, 0.981087911)),
        (Strength(0.5, 0.4), (0.622459331, 0.429476925, 0.783127450)),
        (Strength(-1.0, 0.2), (0.268941421, 0.199089808, 0.352513916)),
    ):
        assert expected(player) == pytest.approx(score, abs=1e-8)


@given(strengths, strengths, st.sampled_from([0.0, 0.5, 1.0]))
def test_volatility_is_where_the_papers_function_is_zero(player: Strength, other: Strength, score: float) -> None:
    """Step 5 of the paper, from the other end: the root that is found, put into the function."""
    found = after(player, [(other, score)]).volatility
    weight = 1 / math.sqrt(1 + 3 * other.deviation**2 / math.pi**2)
    chance = 1 / (1 + math.exp(-weight * (player.mean - other.mean)))
    variance = 1 / (weight**2 * chance * (1 - chance))
    delta, square, tau = variance * weight * (score - chance), player.deviation**2, 0.5

    def f(volatility: float) -> float:
        x = math.log(volatility**2)
        both = square + variance + math.exp(x)
        change = math.exp(x) * (delta**2 - both) / (2 * both**2)
        return change - (x - math.log(player.volatility**2)) / tau**2

    assert f(found * (1 - 1e-5)) > 0 > f(found * (1 + 1e-5))

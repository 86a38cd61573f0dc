"""The kit lets the toy game pass, and each of its broken variants fail for the right reason."""

from __future__ import annotations

import re
from typing import ClassVar

import pytest

from bocage.rules.kernel.conformance import check_game, digest, repeat_game
from tests.rules.broken_toys import BROKEN, Crashes
from tests.rules.toy import CARDS, GAME, Toy


def test_the_toy_passes_and_everything_in_it_is_met() -> None:
    coverage = check_game(GAME, games=60, seed=1, deep=3)
    assert coverage.missing() == []
    assert coverage.games >= 60
    assert coverage.deep_steps > 60
    assert set(CARDS) <= coverage.seen.keys()
    assert set(coverage.leaks) == {"seat 0", "seat 1", "public", "open"}
    assert all(leak.changed for leak in coverage.leaks.values())
    assert coverage.compared["event.swapped"] > 0
    assert "met 14 of 14" in str(coverage)


@pytest.mark.parametrize(
    ("game", "said"), BROKEN, ids=lambda value: type(value).__name__ if isinstance(value, Toy) else ""
)
def test_a_broken_toy_fails(game: Toy, said: str) -> None:
    with pytest.raises((AssertionError, TypeError), match=re.escape(said)):
        check_game(game, games=100, seed=5, deep=2, steps=50, cap=100)


class ForThree(Toy):
    """A table that the lobby, guided games and the page could not show."""

    seats: ClassVar[int] = 3


def test_tables_for_more_than_two_are_refused_with_a_sentence() -> None:
    with pytest.raises(AssertionError, match="seats is 3; the service, its lessons and its page know"):
        check_game(ForThree(), games=1)


def test_a_failure_prints_a_line_that_repeats_it() -> None:
    game = Crashes()
    with pytest.raises(AssertionError) as caught:
        check_game(game, games=40, seed=5)
    line = re.search(r"repeat_game\(GAME, '(.*)'\)", str(caught.value))
    assert line
    with pytest.raises(AssertionError, match="boom"):
        repeat_game(game, line[1])
    repeat_game(GAME, line[1])


def test_fixed_options_need_excuses() -> None:
    options = GAME.Options(hand=1, swaps=False)
    with pytest.raises(AssertionError, match="never met"):
        check_game(GAME, games=20, options=options, cap=20)
    why = {"action.swap": "option is off", "event.swapped": "option is off"}
    coverage = check_game(GAME, games=20, options=options, unreachable=why, cap=500)
    assert set(coverage.lengths) == {2}


def test_excuses_must_be_true() -> None:
    with pytest.raises(AssertionError, match=r"\['fox'\] were met"):
        check_game(GAME, games=40, unreachable={"fox": "shy"})
    with pytest.raises(AssertionError, match=r"unreachable names \['dodo'\]"):
        check_game(GAME, games=40, unreachable={"dodo": "extinct"})
    with pytest.raises(AssertionError, match=r"transient names \['burped'\]"):
        check_game(GAME, games=1, transient={"burped": "quickly over"})


def test_the_same_seed_plays_the_same_games() -> None:
    one, two = check_game(GAME, games=30, seed="x"), check_game(GAME, games=30, seed="x")
    assert one == two
    assert one.lengths != check_game(GAME, games=30, seed="y").lengths
    assert digest(GAME) == digest(GAME) != digest(GAME, seed="other")

"""Points of games of one player: a pure function of the final state."""

from __future__ import annotations

import re

import msgspec
import pytest

from bocage.rules.kernel import AnyGame, Outcome
from bocage.rules.kernel.play import new_playthrough, play_out
from bocage.rules.kernel.registry import house_games
from bocage.rules.omaha import score as omaha
from bocage.rules.omaha.options import Options
from bocage.rules.omaha.score import score, symbols
from bocage.rules.omaha.state import State
from bocage.rules.zombies import score as zombies

SOLO = [game for game in house_games() if game.seats == 1]
#: At which number of points every victory begins.
VICTORY = 100


@pytest.mark.parametrize("game", SOLO, ids=lambda game: game.id)
def test_victory_scores_more_than_any_defeat(game: AnyGame) -> None:
    scores = set()
    for seed in range(60):
        run = new_playthrough(game, f"score {seed}", msgspec.convert(dict(game.daily[seed % 7]), game.Options))
        state = play_out(run)
        outcome = game.outcome(state)
        assert outcome is not None
        points, signs = game.score(state), game.symbols(state)
        assert points is not None
        assert points >= 0
        assert (points >= VICTORY) == bool(outcome.winners) == ("🏁" in signs)
        assert set(signs) <= set("🟩⬜🟥🏁")
        assert len(signs) in (4, 5)
        assert game.score(game.copy(state)) == points
        scores.add(points)
    assert len(scores) > 3


def test_points_of_a_beach_that_was_taken() -> None:
    won = State(Options(), assault=4, hits=2, charges=3, rounds=1, squad=11, result=Outcome((0,), "nest_destroyed"))
    # 100, four hits besides the last one, three charges, one round.
    assert score(won) == 100 + 40 + 15 + 2
    assert symbols(won) == "🟩🟩🟩🏁"
    lost = State(Options(), assault=3, squad=7, result=Outcome((), "squad_dead"))
    # Two assaults, and the second row of the third.
    assert score(lost) == 40 + 10
    assert symbols(lost) == "🟩🟩🟥⬜"


@pytest.mark.parametrize("game", SOLO, ids=lambda game: game.id)
def test_score_parts_are_told_as_counted(game: AnyGame) -> None:
    won, lost = {
        "omaha": (
            (omaha.VICTORY, omaha.HIT, omaha.CHARGE, omaha.ROUND),
            (omaha.ASSAULT, omaha.ROW),
        ),
        "zombies": ((zombies.VICTORY, zombies.TURN, zombies.ABOARD, zombies.HULL), (zombies.KILL, zombies.SEEN)),
    }[game.id]
    for lang in ("en", "ja"):
        text = game.text[lang]
        # "1" is what each of them is for.
        told = [[int(n) for n in re.findall(r"\d+", text[key]) if n != "1"] for key in ("score.won", "score.lost")]
        assert told == [list(won), list(lost)]


@pytest.mark.parametrize("game", house_games(), ids=lambda game: game.id)
def test_each_weekday_has_a_deal_where_there_are_points(game: AnyGame) -> None:
    assert len(game.daily) == (7 if game.seats == 1 else 0)
    for options in game.daily:
        msgspec.convert(dict(options), game.Options)

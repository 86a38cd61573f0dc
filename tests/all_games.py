"""The games that are installed: tests that concern every game ask here and keep no list of their own."""

from __future__ import annotations

import pytest

from bocage.bots.registry import searching_strategies_of
from bocage.rules.kernel.registry import house_games

#: Ids of all games in service/bocage/rules, in order.
GAMES: tuple[str, ...] = tuple(game.id for game in house_games())
#: How many seats each has.
SEATS: dict[str, int] = {game.id: game.seats for game in house_games()}
#: Those that the engine plays.
THINKING: tuple[str, ...] = tuple(game for game in GAMES if searching_strategies_of(game))
#: The same for tests that think or play for long: `make quick` takes only the games for one, which are short.
GAMES_FOR_LONG = [pytest.param(game, marks=[pytest.mark.long] if SEATS[game] > 1 else []) for game in GAMES]
#: Those of them that the engine plays.
THINKING_FOR_LONG = [one for one in GAMES_FOR_LONG if one.values[0] in THINKING]

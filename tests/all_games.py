"""The games that are installed: tests that concern every game ask here and keep no list of their own."""

from __future__ import annotations

import pytest

from service.games.kernel.registry import house_games

#: Ids of all games in service/games, in order.
GAMES: tuple[str, ...] = tuple(game.id for game in house_games())
#: How many seats each has.
SEATS: dict[str, int] = {game.id: game.seats for game in house_games()}
#: The same for tests that think or play for long: `make quick` takes only the games for one, which are short.
GAMES_FOR_LONG = [pytest.param(game, marks=[pytest.mark.long] if SEATS[game] > 1 else []) for game in GAMES]

"""The games that are installed: tests that concern every game ask here and keep no list of their own."""

from __future__ import annotations

from service.games.kernel.registry import house_games

#: Ids of all games in service/games, in order.
GAMES: tuple[str, ...] = tuple(game.id for game in house_games())
#: How many seats each has.
SEATS: dict[str, int] = {game.id: game.seats for game in house_games()}

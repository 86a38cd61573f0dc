"""The engine uses what its player was told, where a view alone leaves something open."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from bocage.engine import Engine
from bocage.engine.evaluate import seen_in
from bocage.rules.kernel.registry import find_game
from bocage_tools.report.games import play_game
from tests.all_games import THINKING
from tests.clients.engine.positions import QUICK, heuristic


def test_events_of_the_match_are_left_out() -> None:
    game = find_game("zombies")
    view = {"options": {}, "table": {}, "turn": 0, "decision": "roll"}
    assert seen_in(game, view, 0).events is None
    told = [{"ev": "started"}, {"ev": "turn_began", "turn": 1}, {"ev": "undo_asked", "seat": 0}]
    events = seen_in(game, {**view, "told": told}, 0).events
    assert events is not None
    assert [msgspec.to_builtins(event) for event in events] == [told[1]]


def test_games_in_process_tell_their_players_what_they_would_hear() -> None:
    for name in THINKING:
        game = find_game(name)
        play, met = heuristic(game), Counter[str]()

        def listen(view: dict[str, Any], actions: Any, play: Any = play, met: Any = met) -> Any:
            met.update(event["ev"] for event in view["told"][met.total() :])
            return play(view, actions)

        play_game(game, "told", game.Options(), [listen] * game.seats if game.seats == 1 else [listen, play])
        assert met.total() > 10


def test_a_search_that_was_told_imagines_what_it_heard() -> None:
    """In every game one whole match is played by an engine that hears, on options where hearing tells most."""
    for name, options in (("zombies", {}), ("omaha", {}), ("squad", {"variant": "flanking"})):
        game = find_game(name)
        engine = Engine(name, heuristic(game), msgspec.structs.replace(QUICK, rounds=1, worlds=2, nodes=60))
        seats = [engine, heuristic(game)][: game.seats]
        assert play_game(game, "hears", msgspec.convert(options, game.Options), seats).decisions > 5

"""A position as text, as the terminal shows it."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from bocage.rl.episode import Episode
from bocage.rules.kernel import Game
from bocage.terminal.screen import Screen
from bocage.terminal.words import Words

#: How positions can be rendered; the frames per second are asked for by Gymnasium, and mean nothing here.
METADATA = {"render_modes": ["ansi", "human"], "render_fps": 1}


@cache
def _screen(game: Game[Any]) -> Screen:
    facts = msgspec.to_builtins(game.facts())
    return Screen(Words("en", game.text["en"], game.presentation.flags), facts)


def text(episode: Episode) -> str:
    """What the seat that decides sees, in lines; of a match that is over what the first seat sees, and its end."""
    seat = max(0, episode.turn)
    screen = _screen(episode.setting.game)
    document = episode.document(seat)
    lines = screen.table(document)
    if episode.decision is not None:
        who = screen.words.name("seat", seat)
        lines.append(screen.words.pair(who, screen.decision(episode.decision.kind)))
    else:
        lines += screen.outcome({**document, "seats": {str(one): {} for one in range(episode.setting.game.seats)}})
    return "\n".join(lines) + "\n"


def render(episode: Episode, mode: str | None) -> str | None:
    """The text for ``ansi``; for ``human`` it is printed."""
    if mode is None:
        return None
    shown = text(episode)
    if mode == "human":
        print(shown)
        return None
    return shown

"""A position as text, as the terminal shows it."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from bocage.rl.episode import Episode
from bocage.rules.kernel import Game
from bocage.terminal.screen import Screen
from bocage.terminal.words import Words

#: Render modes. Gymnasium requires frames per second, which are unused.
METADATA = {"render_modes": ["ansi", "human"], "render_fps": 1}


@cache
def _facts(game: Game[Any]) -> dict[str, Any]:
    facts: dict[str, Any] = msgspec.to_builtins(game.facts())
    return facts


def text(episode: Episode) -> str:
    """Return the view of the deciding seat as lines; after the end, that of the first seat, with the outcome."""
    seat = max(0, episode.turn)
    game, document = episode.setting.game, episode.document(seat)
    words = Words("en", game.text["en"], game.presentation.flags, document["options"])
    screen = Screen(words, _facts(game))
    lines = screen.table(document)
    if episode.decision is not None:
        who = screen.words.name("seat", seat)
        lines.append(screen.words.pair(who, screen.decision(episode.decision.kind)))
    else:
        lines += screen.outcome({**document, "seats": {str(one): {} for one in range(game.seats)}})
    return "\n".join(lines) + "\n"


def render(episode: Episode, mode: str | None) -> str | None:
    """Return the text for ``ansi``; print it for ``human``."""
    if mode is None:
        return None
    shown = text(episode)
    if mode == "human":
        print(shown)
        return None
    return shown

"""A position as text, as the terminal shows it, and as SVG: the board and that text below it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from functools import cache
from html import escape
from typing import Any

import msgspec

from bocage.rl.episode import Episode
from bocage.rules.kernel import Game
from bocage.rules.kernel.drawing import INK, document, elements
from bocage.rules.kernel.presentation import PICTURE
from bocage.terminal.screen import Screen
from bocage.terminal.words import Words

#: Render modes. Gymnasium requires frames per second, which are unused.
METADATA = {"render_modes": ["ansi", "svg", "human"], "render_fps": 1}
#: Of the text below a board, in units of ``PICTURE``: em, distance of lines, margin, and letters per line.
_EM, _LINE, _MARGIN, _LETTERS = 3.2, 4.6, 6, 116


@cache
def _facts(game: Game[Any]) -> dict[str, Any]:
    facts: dict[str, Any] = msgspec.to_builtins(game.facts())
    return facts


def _seat(episode: Episode) -> int:
    """Return the deciding seat; after the end, the first."""
    return max(0, episode.turn)


def text(episode: Episode) -> str:
    """Return the view of the deciding seat as lines; after the end, that of the first seat, with the outcome."""
    seat = _seat(episode)
    game, shown = episode.setting.game, episode.document(seat)
    words = Words("en", game.text["en"], game.presentation.flags, shown["options"])
    screen = Screen(words, _facts(game))
    lines = screen.table(shown)
    if episode.decision is not None:
        who = screen.words.name("seat", seat)
        lines.append(screen.words.pair(who, screen.decision(episode.decision.kind)))
    else:
        lines += screen.outcome({**shown, "seats": {str(one): {} for one in range(game.seats)}})
    return "\n".join(lines) + "\n"


def svg(episode: Episode) -> str:
    """Return the same view as SVG: the board, if the game draws one, and below it the lines of :func:`text`."""
    game = episode.setting.game
    board = game.picture(msgspec.to_builtins(game.view(episode.state, _seat(episode))))
    top = PICTURE[1] if board else 0
    wrapped = [part for line in text(episode).splitlines() for part in _wrapped(line)]
    height = top + 2 * _MARGIN + _LINE * len(wrapped)
    return document([*elements(board), *_written(wrapped, top)], game.text["en"]["game.name"], height)


def _wrapped(line: str) -> list[str]:
    return textwrap.wrap(line, _LETTERS, break_on_hyphens=False) or [""]


def _written(lines: list[str], top: float) -> Iterator[str]:
    look = f'font-family="ui-monospace, monospace" font-size="{_EM}" fill="{INK}"'
    # Columns are aligned by spaces. Older viewers know the attribute only; browsers do not inherit the style.
    yield f'<g {look} xml:space="preserve">'
    for number, line in enumerate(lines, 1):
        y = top + _MARGIN + _LINE * number - 1
        yield f'<text x="{_MARGIN}" y="{y:g}" style="white-space:pre">{escape(line)}</text>'
    yield "</g>"


def render(episode: Episode, mode: str | None) -> str | None:
    """Return the text for ``ansi``, the drawing for ``svg``; print the text for ``human``."""
    if mode is None:
        return None
    if mode == "svg":
        return svg(episode)
    shown = text(episode)
    if mode == "human":
        print(shown)
        return None
    return shown

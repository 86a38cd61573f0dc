"""Where words and printed facts of games come from: the service, or the games installed here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from bocage.protocol.presentation import Presentation
from bocage.terminal.screen import Screen
from bocage.terminal.words import Words


class Library(Protocol):
    """What a screen needs to know about games."""

    async def text(self, game: str, lang: str) -> Mapping[str, str]:
        """The catalogue of a game in one language."""

    async def facts(self, game: str) -> Mapping[str, Any]:
        """The printed facts of a game."""

    async def presentation(self, game: str) -> Presentation:
        """How a game presents itself."""


async def screen_of(library: Library, game: str, lang: str, options: Mapping[str, Any]) -> Screen:
    """A screen for a match of ``game`` with these options."""
    flags = (await library.presentation(game)).flags
    return Screen(Words(lang, await library.text(game, lang), flags, options), await library.facts(game))

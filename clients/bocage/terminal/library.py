"""Sources of texts and facts of games: the service, or the installed games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from bocage.protocol.presentation import Presentation
from bocage.terminal.screen import Screen
from bocage.terminal.words import Words


class Library(Protocol):
    """Texts and facts of games for a screen."""

    async def text(self, game: str, lang: str) -> Mapping[str, str]:
        """Return the catalogue of a game in one language."""

    async def facts(self, game: str) -> Mapping[str, Any]:
        """Return the printed facts of a game."""

    async def presentation(self, game: str) -> Presentation:
        """Return the presentation of a game."""


async def screen_of(library: Library, game: str, lang: str, options: Mapping[str, Any]) -> Screen:
    """Create a screen for matches of ``game``."""
    flags = (await library.presentation(game)).flags
    return Screen(Words(lang, await library.text(game, lang), flags, options), await library.facts(game))

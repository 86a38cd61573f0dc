"""Acts of an operator, which ``bocage admin`` carries out. Features add acts of their own."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import msgspec

from bocage.protocol.written import legible
from bocage.store import Player, Store

if TYPE_CHECKING:
    from bocage.http.feature import Feature

#: Stands for signs that end a line or move the cursor, in texts by players.
_UNPRINTABLE = "\ufffd"


class OperatorError(Exception):
    """An act cannot be carried out; the text says why."""


class Operator(msgspec.Struct, frozen=True):
    """A call of an act. ``id``: of the player or match it is about. ``option``: the value of the act's option.

    ``note``: writes the act down, with its subject. An act that changes something does that first.
    """

    store: Store
    features: Sequence[Feature]
    id: str
    option: str
    note: Callable[[str], Awaitable[None]]

    async def player(self) -> Player:
        """The player of the id. Raises :class:`OperatorError`."""
        found = await self.store.player(self.id)
        if found is None:
            raise OperatorError(f"there is no player {self.id}")
        return found


class OperatorAct(msgspec.Struct, frozen=True):
    """An act; ``run`` returns the lines to print. ``about``: it wants the id of a player.

    ``option``: name and help of its option; empty: it has none. ``shows``: the player is printed after it.
    """

    run: Callable[[Operator], Awaitable[list[str]]]
    about: bool = True
    option: tuple[str, str] = ("", "")
    shows: bool = False


def line(*parts: str) -> str:
    """A line of these parts, without empty ones. Texts by players can neither end it nor move the cursor."""
    return legible("  ".join(part for part in parts if part), _UNPRINTABLE)


def time_text(at: int) -> str:
    """Milliseconds as people read them; a number that is no time as it is."""
    try:
        return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")
    except (OverflowError, ValueError, OSError):
        return str(at)

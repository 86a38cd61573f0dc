"""Operators' actions of ``bocage admin``. Features define further ones."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import msgspec

from bocage.protocol.written import legible
from bocage.store import Player, Store

if TYPE_CHECKING:
    from bocage.http.feature import Feature

#: Replacement for unprintable characters in text by players.
_UNPRINTABLE = "\ufffd"


class OperatorError(Exception):
    """The action failed; the text says why."""


class Operator(msgspec.Struct, frozen=True):
    """A call of an action. ``id``: a player, a match or a map. ``option``: the value of the action's option.

    ``note``: log the action with its details. Actions that change something log first.
    """

    store: Store
    features: Sequence[Feature]
    id: str
    option: str
    note: Callable[[str], Awaitable[None]]

    async def player(self) -> Player:
        """Return the player of ``id``. Raises :class:`OperatorError`."""
        found = await self.store.player(self.id)
        if found is None:
            raise OperatorError(f"there is no player {self.id}")
        return found


class OperatorAct(msgspec.Struct, frozen=True):
    """An action. ``run``: returns lines to print. ``about``: requires an id.

    ``option``: name and help of its option; empty: none. ``shows``: also print the player.
    """

    run: Callable[[Operator], Awaitable[list[str]]]
    about: bool = True
    option: tuple[str, str] = ("", "")
    shows: bool = False


def line(*parts: str) -> str:
    """Join the parts that are not empty. Text by players can neither end the line nor move the cursor."""
    return legible("  ".join(part for part in parts if part), _UNPRINTABLE)


def time_text(at: int) -> str:
    """Format milliseconds as date and time; a number out of range stays a number."""
    try:
        return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")
    except (OverflowError, ValueError, OSError):
        return str(at)

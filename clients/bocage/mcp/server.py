"""The tools and resources of the MCP server."""

from __future__ import annotations

import functools
import time
from collections import deque
from collections.abc import Awaitable, Callable
from importlib.metadata import version
from typing import Annotated, Any, ParamSpec, TypeVar

from pydantic import Field

from bocage.mcp.guides import guide
from bocage.mcp.player import GameRow, MatchRow, Player
from bocage.mcp.table import Look
from bocage.protocol.messages import Language
from bocage.sdk import BocageError, RefusedError
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ResourceNotFoundError, ToolError

P = ParamSpec("P")
T = TypeVar("T")

INSTRUCTIONS = """Turn-based World War II table games, played live against people, house bots and other programs.
Read the rules of a game (resource bocage://games/{game}/rules), sit down, then look and act in turns until the
outcome is there. You see what your seat may see. Actions are chosen by their number in the list that comes with a
position; give the position's seq with it."""
#: Longest time that a call may wait for one's own turn, in seconds.
LONGEST = 55.0

Match = Annotated[str, Field(description="Id of the match.")]
Invite = Annotated[str, Field(description="Invite code, where the match is private.")]
Wait = Annotated[float, Field(ge=0, le=LONGEST, description="Seconds to wait for your turn, or for the end.")]
Since = Annotated[int, Field(ge=0, description="The log begins after this position; 0: from the start.")]


class CallRate:
    """How many calls a minute are carried out."""

    def __init__(self, per_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        """``clock``: seconds."""
        self._most = per_minute
        self._clock = clock
        self._calls: deque[float] = deque()

    def take(self) -> None:
        """Count a call. Raises ``ToolError`` where there are too many."""
        now = self._clock()
        while self._calls and self._calls[0] <= now - 60:
            self._calls.popleft()
        if len(self._calls) >= self._most:
            wait = self._calls[0] + 60 - now
            raise ToolError(f"{self._most} calls a minute are carried out. Try again in {wait:.0f} seconds.")
        self._calls.append(now)


def server_of(player: Player, rate: CallRate, lang: Language = "en") -> MCPServer[Any]:
    """The server that lets an agent play as ``player``."""
    server: MCPServer[Any] = MCPServer(
        "bocage", title="Bocage", instructions=INSTRUCTIONS, version=version("bocage"), log_level="WARNING"
    )

    def tool(call: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T]]:
        @functools.wraps(call)
        async def limited(*args: P.args, **kwargs: P.kwargs) -> T:
            rate.take()
            try:
                return await call(*args, **kwargs)
            except RefusedError as error:
                raise ToolError(error.text or error.sentence(lang)) from error
            except BocageError as error:
                raise ToolError(str(error)) from error

        server.add_tool(limited)
        return limited

    @tool
    async def list_games() -> list[GameRow]:
        """The games: how many play, which house bots there are, which options a match has, where the rules are."""
        return await player.games()

    @tool
    async def list_matches(
        game: Annotated[str, Field(description="Id of a game; empty: all.")] = "",
        mine: Annotated[bool, Field(description="Your own matches instead, unfinished ones first.")] = False,
    ) -> list[MatchRow]:
        """Public matches that wait for players or are being played. Any of them can be looked at."""
        return await player.matches(game, mine)

    @tool
    async def sit_down(
        game: Annotated[str, Field(description="Id of the game of a new match.")] = "",
        match: Annotated[str, Field(description="Id of an open match to join, instead of a new one.")] = "",
        invite: Invite = "",
        opponent: Annotated[str, Field(description="House bot for the other seat of a new match.")] = "",
        seat: Annotated[int | None, Field(ge=0, description="Which seat; empty: the first free one.")] = None,
        options: Annotated[dict[str, Any] | None, Field(description="Options of a new match.")] = None,
    ) -> Look:
        """Make a match, or join one, and look at it. A new match for two without opponent waits for somebody."""
        if bool(game) == bool(match):
            raise ToolError("Name either the game of a new match or the match to join.")
        return await player.sit_down(game, match, invite, opponent, seat, options)

    @tool
    async def look(match: Match, since: Since = 0, invite: Invite = "", wait: Wait = 0) -> Look:
        """How a match stands: the table, what happened since a position, and your legal actions with their odds.

        A match in which you have no seat is shown as a spectator sees it.
        """
        return await player.look(match, since, invite, wait)

    @tool
    async def act(
        match: Match,
        seq: Annotated[int, Field(ge=1, description="The position that you look at.")],
        action: Annotated[int, Field(ge=1, description="Number of the action in its list.")],
        wait: Wait = 20,
    ) -> Look:
        """Play an action. The answer shows what happened since, at your next turn or after the wait."""
        return await player.act(match, seq, action, wait)

    @tool
    async def resign(match: Match) -> Look:
        """Give a match up. One that has not begun is called off."""
        return await player.resign(match)

    @tool
    async def review(match: Match, invite: Invite = "") -> list[str]:
        """What luck and what choices did in a finished match, and which choices would have been better."""
        return await player.review(match, invite)

    @server.resource("bocage://games/{game}/rules", title="Rules of a game", mime_type="text/markdown")
    def rules(game: str) -> str:
        """How to play a game, on one page."""
        if text := guide(game, lang):
            return text
        raise ResourceNotFoundError(f"there is no guide to {game}")

    return server

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
Read the rules of a game (resource bocage://games/{game}/rules), sit down, then alternate look and act until the
match has an outcome. You see only what your seat may see. Choose an action by its number in the list of a position,
and pass the seq of that position."""
#: Maximum seconds that a call may wait for the player's turn.
LONGEST = 55.0

Match = Annotated[str, Field(description="Id of the match.")]
Invite = Annotated[str, Field(description="Invite code of a private match.")]
Wait = Annotated[float, Field(ge=0, le=LONGEST, description="Seconds to wait for your turn or the end.")]
Since = Annotated[int, Field(ge=0, description="Return the log after this position; 0: from the start.")]


class CallRate:
    """Limits calls per minute."""

    def __init__(self, per_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        """``clock``: time in seconds."""
        self._most = per_minute
        self._clock = clock
        self._calls: deque[float] = deque()

    def take(self) -> None:
        """Count a call. Raises ``ToolError`` if there are too many."""
        now = self._clock()
        while self._calls and self._calls[0] <= now - 60:
            self._calls.popleft()
        if len(self._calls) >= self._most:
            wait = self._calls[0] + 60 - now
            raise ToolError(f"The limit is {self._most} calls a minute. Try again in {wait:.0f} seconds.")
        self._calls.append(now)


class Tools:
    """Adds tools to a server; their calls are limited, and refusals become errors of tools."""

    def __init__(self, server: MCPServer[Any], rate: CallRate, lang: Language) -> None:
        self._server = server
        self._rate = rate
        self._lang = lang

    def add(self, call: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T]]:
        """Add ``call`` as a tool of its name and description."""

        @functools.wraps(call)
        async def limited(*args: P.args, **kwargs: P.kwargs) -> T:
            self._rate.take()
            try:
                return await call(*args, **kwargs)
            except RefusedError as error:
                raise ToolError(error.text or error.sentence(self._lang)) from error
            except BocageError as error:
                raise ToolError(str(error)) from error

        self._server.add_tool(limited)
        return limited


def add_lobby_tools(tools: Tools, player: Player) -> None:
    """Add the tools to find a game and a seat."""

    @tools.add
    async def list_games() -> list[GameRow]:
        """List the games, with number of players, house bots, options, and where to read the rules."""
        return await player.games()

    @tools.add
    async def list_matches(
        game: Annotated[str, Field(description="Id of a game; empty: all.")] = "",
        mine: Annotated[bool, Field(description="List your own matches instead, unfinished ones first.")] = False,
    ) -> list[MatchRow]:
        """List public matches that wait for players or are being played. You may look at any of them."""
        return await player.matches(game, mine)

    @tools.add
    async def sit_down(
        game: Annotated[str, Field(description="Id of the game, to create a match.")] = "",
        match: Annotated[str, Field(description="Id of an open match to join, instead of creating one.")] = "",
        invite: Invite = "",
        opponent: Annotated[str, Field(description="House bot for the other seat of a new match.")] = "",
        seat: Annotated[int | None, Field(ge=0, description="Seat number; empty: the first free seat.")] = None,
        options: Annotated[dict[str, Any] | None, Field(description="Options of a new match.")] = None,
    ) -> Look:
        """Create or join a match, and look at it. A new two-player match without opponent waits for a player."""
        if bool(game) == bool(match):
            raise ToolError("Give either game, to create a match, or match, to join one.")
        return await player.sit_down(game, match, invite, opponent, seat, options)


def add_match_tools(tools: Tools, player: Player) -> None:
    """Add the tools to play one match."""

    @tools.add
    async def look(match: Match, since: Since = 0, invite: Invite = "", wait: Wait = 0) -> Look:
        """Show a match: the table, events since a position, and your legal actions with their odds.

        Without a seat you see it as a spectator.
        """
        return await player.look(match, since, invite, wait)

    @tools.add
    async def act(
        match: Match,
        seq: Annotated[int, Field(ge=1, description="The position that you are looking at.")],
        action: Annotated[int, Field(ge=1, description="Number of the action in its list.")],
        wait: Wait = 20,
    ) -> Look:
        """Play an action. Returns at your next turn or after the wait, with the events since."""
        return await player.act(match, seq, action, wait)

    @tools.add
    async def resign(match: Match) -> Look:
        """Resign a match, or cancel it if it has not begun."""
        return await player.resign(match)

    @tools.add
    async def review(match: Match, invite: Invite = "") -> list[str]:
        """Review a finished match: luck, skill, and better choices."""
        return await player.review(match, invite)


def server_of(player: Player, rate: CallRate, lang: Language = "en") -> MCPServer[Any]:
    """Create a server that lets an agent play as ``player``."""
    server: MCPServer[Any] = MCPServer(
        "bocage", title="Bocage", instructions=INSTRUCTIONS, version=version("bocage"), log_level="WARNING"
    )
    tools = Tools(server, rate, lang)
    add_lobby_tools(tools, player)
    add_match_tools(tools, player)

    @server.resource("bocage://games/{game}/rules", title="Rules of a game", mime_type="text/markdown")
    def rules(game: str) -> str:
        """How to play a game, on one page."""
        if text := guide(game, lang):
            return text
        raise ResourceNotFoundError(f"there is no guide to {game}")

    return server

"""The actions of a player directed by an agent, independent of MCP."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from typing_extensions import TypedDict  # pydantic wants this one before Python 3.12

from bocage.mcp.table import Look, Table
from bocage.protocol.messages import Language, LobbyRow
from bocage.protocol.text import render
from bocage.sdk import Client, RefusedError
from bocage.sdk.bot import SEATED_PERHAPS
from bocage.sdk.mirror import MatchState
from bocage.terminal.library import screen_of
from bocage.terminal.review import review_lines

#: Maximum number of matches followed at once; the least recently used is dropped.
TABLES = 12
#: Refusal code of a review in progress.
PENDING = "review_pending"


class GameRow(TypedDict):
    """A game. ``players``: number of seats; ``opponents``: house bots; ``options``: names, types and defaults."""

    game: str
    name: str
    tagline: str
    players: int
    opponents: list[str]
    options: list[dict[str, Any]]
    rules: str


class MatchRow(TypedDict):
    """A match in a list."""

    match: str
    game: str
    status: str
    names: list[str]
    options: dict[str, Any]


class Player:
    """One player of the service, and the matches that they follow."""

    def __init__(self, client: Client, lang: Language = "en") -> None:
        self._client = client
        self._lang = lang
        self._tables: dict[str, Table] = {}

    async def close(self) -> None:
        """Stop following all matches. They continue."""
        for table in self._tables.values():
            await table.close()
        self._tables.clear()

    async def games(self) -> list[GameRow]:
        rows: list[GameRow] = []
        for game in await self._client.rest.games():
            words = await self._client.rest.text(game.id, self._lang)
            rows.append(
                {
                    "game": game.id,
                    "name": render(words, "game.name", {}, self._lang),
                    "tagline": render(words, "game.tagline", {}, self._lang),
                    "players": game.seats,
                    "opponents": game.bots,
                    "options": msgspec.to_builtins(game.options),
                    "rules": f"bocage://games/{game.id}/rules",
                }
            )
        return rows

    async def matches(self, game: str = "", mine: bool = False) -> list[MatchRow]:
        """List public open or running matches, or those of this player."""
        rest = self._client.rest
        return [_row(row) for row in (await rest.mine() if mine else await rest.matches(game=game, most=50))]

    async def sit_down(
        self,
        game: str = "",
        match: str = "",
        invite: str = "",
        opponent: str = "",
        seat: int | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> Look:
        """Join ``match``, or create one of ``game``, against the house bot ``opponent`` if given."""
        rest = self._client.rest
        if match:
            try:
                await rest.join(match, seat=seat, invite=invite, bot=True)
            except RefusedError as error:
                if error.code not in SEATED_PERHAPS:
                    raise
        else:
            made = await rest.create_match(game, options=options, seat=seat, opponent=opponent, bot=True)
            match = made.match
        # A match followed as a spectator must be followed again with a seat.
        if match in self._tables:
            await self._tables.pop(match).close()
        return (await self._table(match, invite)).look()

    async def look(self, match: str, since: int = 0, invite: str = "", wait: float = 0) -> Look:
        """Show a match. ``wait``: maximum seconds to wait for the player's turn or the end."""
        table = await self._table(match, invite)
        if wait > 0:
            await table.until(_mine, wait)
        return table.look(since)

    async def act(self, match: str, seq: int, number: int, wait: float = 0) -> Look:
        """Play an action of position ``seq`` by its number; then :meth:`look`, with the log since then."""
        table = await self._table(match)
        state = table.state
        if state.seq != seq:
            raise RefusedError("stale")
        if not state.actions:
            raise RefusedError("not_your_turn")
        if not 1 <= number <= len(state.actions):
            raise RefusedError("illegal_action")
        await self._client.act(match, seq, state.actions[number - 1])
        await table.until(lambda now: now.seq > seq, 10)
        if wait > 0:
            await table.until(_mine, wait)
        return table.look(seq)

    async def resign(self, match: str) -> Look:
        """Resign a match, or cancel it if it has not begun."""
        await self._client.rest.resign(match)
        table = await self._table(match)
        await table.until(lambda state: state.ended, 10)
        return table.look()

    async def review(self, match: str, invite: str = "") -> list[str]:
        """Return the review of a finished match as text, or its progress."""
        table = await self._table(match, invite)
        view = table.state.view
        screen = await screen_of(self._client.rest, view["game"], self._lang, view["options"])
        try:
            found = await self._client.rest.review(match, invite=invite)
        except RefusedError as error:
            if error.code != PENDING:
                raise
            return [error.sentence(self._lang), f"{error.done} %"]
        return [*review_lines(found, view, screen, every=True)]

    async def _table(self, match: str, invite: str = "") -> Table:
        found = self._tables.pop(match, None)
        if found is None:
            found = await Table.open(self._client, match, self._lang, invite)
        self._tables[match] = found
        while len(self._tables) > TABLES:
            await self._tables.pop(next(iter(self._tables))).close()
        return found


def _mine(state: MatchState) -> bool:
    return bool(state.actions) or state.ended


def _row(row: LobbyRow) -> MatchRow:
    return {
        "match": row.match,
        "game": row.game,
        "status": row.status,
        "names": row.names,
        "options": dict(row.options),
    }

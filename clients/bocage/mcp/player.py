"""A player whom an agent directs: which tables there are, sitting down, acting. It knows nothing of MCP."""

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

#: How many matches are followed at once; the one that was looked at least recently is left.
TABLES = 12
#: Refusal of a review that is still being made.
PENDING = "review_pending"


class GameRow(TypedDict):
    """A game. ``players``: how many seats; ``opponents``: house bots; ``options``: names, types and defaults."""

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
    """One player of the service, and the tables that they look at."""

    def __init__(self, client: Client, lang: Language = "en") -> None:
        self._client = client
        self._lang = lang
        self._tables: dict[str, Table] = {}

    async def close(self) -> None:
        """Leave all tables. Matches go on."""
        for table in self._tables.values():
            await table.close()
        self._tables.clear()

    async def games(self) -> list[GameRow]:
        """What can be played."""
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
        """Public matches that are open or being played; or those of this player."""
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
        """Join ``match``, or make one of ``game``, against a house bot where ``opponent`` names one."""
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
        # Whoever looked on before has a seat now.
        if match in self._tables:
            await self._tables.pop(match).close()
        return (await self._table(match, invite)).look()

    async def look(self, match: str, since: int = 0, invite: str = "", wait: float = 0) -> Look:
        """How a match stands; ``wait``: so many seconds at most for one's own turn, or its end."""
        table = await self._table(match, invite)
        if wait > 0:
            await table.until(_mine, wait)
        return table.look(since)

    async def act(self, match: str, seq: int, number: int, wait: float = 0) -> Look:
        """Play the action with that number of position ``seq``; then as :meth:`look`, since that position."""
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
        """Give a match up; before it has begun, call it off."""
        await self._client.rest.resign(match)
        table = await self._table(match)
        await table.until(lambda state: state.ended, 10)
        return table.look()

    async def review(self, match: str, invite: str = "") -> list[str]:
        """What luck and choices did in a finished match, in words; while it is being made, how far that is."""
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

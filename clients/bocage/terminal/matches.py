"""Lists of matches as lines of text."""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import datetime

from bocage.protocol.messages import LobbyRow
from bocage.protocol.text import ending
from bocage.terminal.library import Library
from bocage.terminal.words import Words, grid, kind


async def table(library: Library, rows: Sequence[LobbyRow], lang: str) -> list[str]:
    """Format one line per match: id, game, players, status."""
    if not rows:
        return [Words(lang).ui("list.none")]
    games = {row.game for row in rows if not row.unreadable}
    words = {game: Words(lang, await library.text(game, lang)) for game in games}
    return grid([_cells(row, words.get(row.game) or Words(lang)) for row in rows])


def _cells(row: LobbyRow, words: Words) -> list[str]:
    if row.unreadable:
        return [row.match, "", "", words.ui("list.unreadable")]
    people = [
        words.ui(
            "seat",
            seat=words.name("seat", seat),
            name=words.called(name),
            you=False,
            **kind(seat in row.bots, seat in row.house_bots),
        )
        if name or row.players[seat : seat + 1] not in ([], [""])
        else words.ui("seat.kept" if row.house else "seat.free", seat=words.name("seat", seat), name=row.house)
        for seat, name in enumerate(row.names)
    ]
    how = (
        words.say(*ending(row.reason, row.winners, len(row.names)))
        if row.reason
        else words.ui("list.kept" if row.house else f"list.{row.status}")
    )
    if row.unknown_rules and row.status != "ended":
        how = words.ui("list.unknown_rules")
    if row.fork:
        fork = row.fork
        how = words.join([how, words.ui("list.fork", match=fork.match, seq=fork.seq, known=not fork.resampled)])
    for seat, until in enumerate(row.away):
        if until > 1000 * time.time():
            day = datetime.fromtimestamp(until / 1000).astimezone().strftime("%Y-%m-%d")
            how = words.join([how, words.ui("list.vacation", seat=words.name("seat", seat), day=day)])
    return [row.match, words.say("game.name"), words.join(people), how]

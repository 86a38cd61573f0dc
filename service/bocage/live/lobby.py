"""The lobby: public matches that are open or being played, kept up to date for everybody who follows it."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Iterable
from typing import Literal, TypeAlias

import msgspec

from bocage.live.outbox import LOBBY
from bocage.live.watching import Watcher
from bocage.log.records import Row, named
from bocage.protocol.codec import Codec
from bocage.protocol.framing import frame_of
from bocage.protocol.messages import ForkSource, Lobby, LobbyRow, RowClock
from bocage.rules.kernel.registry import find_game, has_rules
from bocage.store import StoreError
from bocage.store.store import Store

log = logging.getLogger("bocage.lobby")

#: Where a row stands: its number among its maker's, whether it does not wait, how old it is, its match.
Position: TypeAlias = tuple[int, bool, int, str]

#: A position as clients send it back.
PLACE = r"[0-9]{1,9}\.[01]\.[0-9]{1,16}\.[A-Za-z0-9]{1,40}"

#: Seconds that changes are gathered for before they are told.
GATHER = 0.1
#: How many matches the lobby shows.
MOST = 200
#: A node chooses them from this many: the newest that wait, and as many that are being played.
KNOWN = 500


def lobby_row(row: Row) -> LobbyRow:
    """A row of the store as it goes on the wire."""
    fork, clock, known = row.fork, row.clock, has_rules(row.game, row.rules)
    return LobbyRow(
        match=row.match,
        game=row.game,
        status=row.status,
        options=row.options,
        names=row.names,
        at=row.at,
        players=row.players,
        bots=row.bots,
        house_bots=row.house_bots,
        house=row.house,
        unknown_rules=not (row.unreadable or known),
        private=row.private,
        winners=row.winners,
        reason=row.reason,
        clock=RowClock(clock.kind, clock.base, clock.increment) if clock.kind != "none" else None,
        fork=ForkSource(fork.match, fork.seq, fork.resampled) if fork else None,
        unrated=fork is not None,
        score=row.score,
        deal=row.deal,
        rated=row.rated,
        away=row.away,
        map=find_game(row.game, row.rules).map_id(row.options) if known else "",
        unreadable=row.unreadable,
    )


class LobbyFeed:
    """The rows that this node knows, and their watchers."""

    def __init__(self, store: Store) -> None:
        self._store = store
        #: All known rows, and those that are shown.
        self._known: dict[str, Row] = {}
        self._shown: dict[str, LobbyRow] = {}
        self._watchers: dict[Watcher, None] = {}
        self._loaded = False
        #: Number of readings of the list in flight; changes wait for them.
        self._reading = 0
        #: Rows that changed since watchers were last sent changes; None: the match left the lobby.
        self._changes: dict[str, Row | None] = {}
        self._timer: asyncio.TimerHandle | None = None

    async def load(self) -> None:
        """Read all rows again and send them to all watchers. Does nothing while storage is out of reach."""
        if not self._reading:
            self._changes.clear()
        self._reading += 1
        try:
            rows = await self._store.lobby(KNOWN)
        except StoreError as error:
            log.info("the lobby cannot be read: %s", error)
            return
        finally:
            self._reading -= 1
        self._known = {row.match: row for row in rows}
        # Changes that came while the list was being read are newer.
        self._take_over()
        self._shown = self._to_show()
        self._loaded = True
        self._tell(self._whole(), list(self._watchers))

    def changed(self, row: Row) -> None:
        """A match's row changed, on any node."""
        if row.private:
            return
        self._changes[row.match] = None if row.status == "ended" or row.hidden else row
        if self._timer is None and self._loaded:
            self._timer = asyncio.get_running_loop().call_later(GATHER, self._flush)

    def named(self, player: str, name: str) -> None:
        """Rename a player; empty: they left."""
        for row in list({**self._known, **self._changes}.values()):
            if row is not None and player in row.players:
                self.changed(named(row, {player: name}))

    def join(self, watcher: Watcher) -> None:
        """Send ``watcher`` all rows, then every change."""
        self._watchers[watcher] = None
        if self._loaded:
            self._tell(self._whole(), [watcher])

    def leave(self, watcher: Watcher) -> None:
        """Send ``watcher`` nothing more."""
        self._watchers.pop(watcher, None)

    def close(self) -> None:
        """Stop sending changes."""
        if self._timer is not None:
            self._timer.cancel()

    def _take_over(self) -> None:
        for match, row in self._changes.items():
            if row is None:
                self._known.pop(match, None)
            else:
                self._known[match] = row
        if not self._reading:
            # A reading that is still under way may have begun before these changes.
            self._changes.clear()
        if len(self._known) > 2 * KNOWN + KNOWN // 4:
            # Makers take turns here as well: one with a thousand matches forces no other's out.
            fair = [row for _, row in by_turns(self._known.values())]
            waiting = [row for row in fair if row.status == "open"][:KNOWN]
            played = [row for row in fair if row.status != "open"][:KNOWN]
            self._known = {row.match: row for row in (*waiting, *played)}

    def _to_show(self) -> dict[str, LobbyRow]:
        return {row.match: lobby_row(row) for _, row in by_turns(self._known.values())[:MOST]}

    def _whole(self) -> Lobby:
        return Lobby(rows=list(self._shown.values()), whole=True)

    def _flush(self) -> None:
        self._timer = None
        if self._reading:
            return
        # Also those that were not shown: a client may have found them by REST.
        ended = [match for match, row in self._changes.items() if row is None]
        self._take_over()
        before, self._shown = self._shown, self._to_show()
        rows = [row for match, row in self._shown.items() if before.get(match) != row]
        gone = dict.fromkeys([*ended, *(match for match in before if match not in self._shown)])
        if rows or gone:
            self._tell(Lobby(rows=rows, gone=list(gone)), list(self._watchers))

    def _tell(self, message: Lobby, watchers: list[Watcher]) -> None:
        frames: dict[Codec, bytes] = {}
        for watcher in watchers:
            codec = watcher.codec
            if codec not in frames:
                frames[codec] = frame_of(codec, message)
            watcher.outbox.update(LOBBY, frames[codec])


class RowFilter(msgspec.Struct, frozen=True):
    """Which rows a reader wants. Empty, None: all. ``bots``: with programs at the table; ``forks``: forks."""

    game: str = ""
    status: Literal["", "open", "playing"] = ""
    bots: bool | None = None
    forks: bool | None = None

    def fits(self, row: Row) -> bool:
        """True if ``row`` is one of them."""
        return (
            self.game in ("", row.game)
            and self.status in ("", row.status)
            and self.bots in (None, bool(row.bots))
            and self.forks in (None, row.fork is not None)
        )


def by_turns(rows: Iterable[Row]) -> list[tuple[Position, Row]]:
    """The rows in order: of every maker the first, then of every maker the second, and so on.

    Matches that wait come before those that are played, newer ones before older ones. So a maker of a hundred
    matches stands before others with one of them.
    """
    by_age = sorted(rows, key=lambda row: (row.status != "open", -row.at, row.match))
    so_far: dict[str, int] = {}
    placed: list[tuple[Position, Row]] = []
    for row in by_age:
        maker = row.creator or row.match
        number = so_far[maker] = so_far.get(maker, -1) + 1
        placed.append(((number, row.status != "open", -row.at, row.match), row))
    placed.sort(key=lambda one: one[0])
    return placed


def page_of(rows: Iterable[Row], wanted: RowFilter, after: str, most: int) -> tuple[list[Row], str]:
    """The next ``most`` rows that are wanted, and where the page after them begins; empty: there is none.

    ``after``: what the page before gave. Raises ``ValueError`` when nothing gave that.
    """
    placed = by_turns(row for row in rows if wanted.fits(row))
    if after:
        seen = _position(after)
        placed = [one for one in placed if one[0] > seen]
    here = placed[:most]
    return [row for _, row in here], _text(here[-1][0]) if len(placed) > most else ""


def _text(place: Position) -> str:
    number, waits_not, age, match = place
    return f"{number}.{int(waits_not)}.{-age}.{match}"


def _position(text: str) -> Position:
    if not re.fullmatch(PLACE, text):
        raise ValueError(f"no page ends with {text!r}")
    number, waits_not, at, match = text.split(".")
    return int(number), waits_not == "1", -int(at), match

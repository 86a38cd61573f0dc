"""The matchmaker: arranges rated matches between programs that asked for them, round the clock.

    arranged:<player>   sorted set: "<game> <opponent> <match>" by time (ms), of the last day
    programs:arranged   sorted set: arranged matches by time (ms), until they are over
    programs:turn       node that arranges the next matches, for some seconds

One node at a time arranges, whichever comes first.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import random
from collections import Counter

from bocage.features.programs.accounts import ProgramAccounts
from bocage.features.programs.beginning import Sitting, Terms, begin
from bocage.features.programs.pairing import Candidate, Pairing, pair_key, pairings
from bocage.features.programs.tables import Offer, Tables
from bocage.http.app_state import AppState
from bocage.http.bot_invitations import invite_bot
from bocage.log.create import new_id
from bocage.log.deals import DAY
from bocage.protocol.refusal import RefusedError
from bocage.protocol.terms import ClockRules
from bocage.rules.kernel.registry import all_games
from bocage.store import StoreError

log = logging.getLogger("bocage.programs")

#: Seconds between two rounds.
ROUND = 15.0
HOUR = 3_600_000
#: Clock of arranged matches.
CLOCK = ClockRules("bank", base=600_000, increment=5_000)
_TURN, _GOING = "programs:turn", "programs:arranged"


class Matchmaker:
    """Arranges matches on one node. ``paused``: too many people are connected. ``arranged``: matches begun."""

    def __init__(self, app: AppState, tables: Tables, accounts: ProgramAccounts, rng: random.Random) -> None:
        self._app = app
        self._node = app.node
        self._call = app.node.store.topology.call
        self._tables = tables
        self._accounts = accounts
        self._rng = rng
        self.paused = False
        self.arranged = 0

    async def run(self) -> None:
        """Arrange matches periodically, until cancelled."""
        while True:
            await asyncio.sleep(ROUND)
            try:
                if await self._has_turn():
                    await self.round()
            except StoreError as error:
                log.info("no matches can be arranged now: %s", error)
            except Exception:
                log.exception("arranging matches failed")

    async def _has_turn(self) -> bool:
        lasts = int(ROUND * 1000) - 1000
        name = self._node.store.node
        return await self._call(_TURN, "SET", _TURN, name, "NX", "PX", lasts) is not None

    async def round(self) -> list[str]:
        """Arrange the next matches. Returns their ids."""
        limits, sessions = self._node.limits, self._node.sessions
        people = sum(1 for session in sessions.all if not session.program)
        self.paused = people > limits.ladder_people
        if self.paused or sessions.draining:
            return []
        room = limits.ladder_matches - await self._going()
        offers = [offer for offer in await self._tables.all() if offer.ladder]
        candidates, met = await self._candidates(offers)
        apart = await self._apart(candidates)
        games = {game.id for game in all_games() if game.seats == 2}
        houses = {game: self._app.opponents.strategies(game) for game in games}
        made = []
        for pairing in pairings(candidates, met, houses, apart, max(0, room), self._rng):
            try:
                made.append(await self._begin(pairing))
            except RefusedError as error:
                log.info("a match of programs could not begin: %s", error)
        self.arranged += len(made)
        return made

    async def _going(self) -> int:
        """Return the number of arranged matches in play, on all nodes."""
        names = [name.decode() for name in await self._call(_GOING, "ZRANGE", _GOING, 0, -1)]
        rows = {row.match: row for row in await self._node.store.lists.rows(names)}
        over = [name for name in names if name not in rows or rows[name].status == "ended"]
        if over:
            await self._call(_GOING, "ZREM", _GOING, *over)
        return len(names) - len(over)

    async def _candidates(self, offers: list[Offer]) -> tuple[list[Candidate], Counter[tuple[str, str, str]]]:
        busy = await self._tables.in_play([offer.player for offer in offers])
        games = tuple(sorted(game.id for game in all_games() if game.seats == 2))
        found, met = [], Counter[tuple[str, str, str]]()
        for offer in offers:
            player = await self._node.store.player(offer.player)
            if player is None or player.suspended or not await self._app.recoverable(player.id):
                continue
            held = await self._accounts.holding(player.id)
            if not held.ladder:
                continue
            hour, today = await self._played(offer.player)
            met |= today
            ratings = await self._app.ratings(player, own=False)
            wanted = tuple(game for game in games if game in (offer.games or games))
            free = min(offer.tables - busy[offer.player], offer.ladder - hour)
            scores = {game: rating.expected for game, rating in ratings.items()}
            found.append(Candidate(player.id, wanted, free, scores, offer.where, held.owner))
        return found, met

    async def _played(self, player: str) -> tuple[int, Counter[tuple[str, str, str]]]:
        """Return a program's arranged matches of the last hour, and today's by opponent."""
        key, now = arranged_key(player), self._node.now()
        midnight = now // DAY * DAY
        await self._call(key, "ZREMRANGEBYSCORE", key, "-inf", now - DAY)
        hour = await self._call(key, "ZCOUNT", key, now - HOUR, "+inf")
        rows = await self._call(key, "ZRANGEBYSCORE", key, midnight, "+inf")
        told = [row.decode().split(" ") for row in rows]
        return int(hour), Counter(pair_key(game, player, other) for game, other, _ in told)

    async def _apart(self, candidates: list[Candidate]) -> list[tuple[str, str]]:
        pairs = itertools.combinations([one.player for one in candidates if one.free > 0], 2)
        return [(one, other) for one, other in pairs if await self._app.blocked(one, [other])]

    async def _begin(self, pairing: Pairing) -> str:
        terms = Terms(new_id(), pairing.game, {}, CLOCK, rated=True, house=pairing.house)
        # Stored first: after a crash, too many are counted rather than too few.
        now = self._node.now()
        await self._call(_GOING, "ZADD", _GOING, now, terms.match)
        for seat, player in enumerate(pairing.players):
            other = pairing.players[1 - seat] or f"house:{pairing.house}"
            if player:
                key = arranged_key(player)
                await self._call(key, "ZADD", key, now, f"{pairing.game} {other} {terms.match}")
                await self._call(key, "EXPIRE", key, DAY // 1000)
        sittings = [Sitting(player, seat) for seat, player in enumerate(pairing.players) if player]
        await begin(self._node, terms, sittings)
        if pairing.house:
            invite_bot(self._app.opponents, (await self._node.rooms.room(terms.match)).match)
        return terms.match


def arranged_key(player: str) -> str:
    """Return the key of the matches that were arranged for a program."""
    return f"arranged:{player}"

"""Delivery of due notices: take them from the store, check that they are still valid, deliver, settle.

Any node sends any notice. A node that takes one holds a lease on it; if the node stops, another takes it when
the lease has expired. So each is sent at least once, and twice only if a node stops between delivery and
settlement; both have the same id.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from typing import get_args

import msgspec

from bocage.features.notices import preferences as stored
from bocage.features.notices.delivery import Deliver, Delivery, next_try
from bocage.features.notices.message import NoticeMessage, about, notice_id, of_feature, of_match
from bocage.features.notices.preferences import Channel, Preferences, quiet_until
from bocage.features.notices.standing import standing
from bocage.features.notices.storage import ALL, Notices, PendingNotice, TakenNotice
from bocage.http.feature import Feature
from bocage.live.node import Node
from bocage.log.deals import DAY
from bocage.log.records import NoticeKind as MatchNotice
from bocage.protocol.refusal import RefusedError
from bocage.store import StoreError

log = logging.getLogger("bocage.notices")

#: Seconds between two searches for due notices.
LOOK = 0.5
#: Concurrent deliveries of a node.
MOST = 64
#: Seconds until other nodes have reported who is at a table that was just opened here.
ASKED = 1.6
#: Delay in milliseconds before the next check for a player who was at the table.
LEFT_SOON = 90_000
#: Delay in milliseconds before a retry after a failed read of the match.
AGAIN = 30_000
#: Retries before a notice is dropped.
MOST_READINGS = 40
#: Attempts to store preferences that others change concurrently.
TURNS = 5

Later = list[tuple[PendingNotice, int]]
Prepare = Callable[[Notices], Awaitable[None]]


async def _nothing(notices: Notices) -> None:
    """Do nothing."""


class NoticeSender:
    """Sends notices from one node. ``site``: base URL for links."""

    def __init__(
        self,
        node: Node,
        notices: Notices,
        deliver: Deliver,
        site: str,
        prepare: Prepare = _nothing,
        features: Sequence[Feature] = (),
    ) -> None:
        """``prepare``: reads from storage what delivery needs; may raise ``StoreError``. ``features``: define
        further kinds of notices.
        """
        self._node = node
        self._notices = notices
        self._prepare = prepare
        self._deliver = deliver
        self._features = features
        self.site = site
        self._tasks: set[asyncio.Task[None]] = set()
        #: Delivery attempts by (kind of channel, result).
        self.tried: Counter[tuple[str, str]] = Counter()
        #: Notices dropped without an attempt, by reason.
        self.dropped: Counter[str] = Counter()

    async def run(self) -> None:
        """Send due notices until cancelled."""
        try:
            while True:
                try:
                    await self.look()
                except StoreError as error:
                    log.info("notices cannot be read now: %s", error)
                except Exception:
                    log.exception("looking for notices failed")
                await asyncio.sleep(LOOK)
        finally:
            await self.close()

    async def close(self) -> None:
        """Cancel deliveries. Another node takes their notices later."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def look(self) -> None:
        """Take due notices and start to deliver them. Raises ``StoreError``."""
        room = MOST - len(self._tasks)
        if room <= 0 or self._node.draining or not self._node.store.available:
            return
        await self._prepare(self._notices)
        for taken in await self._notices.take(room):
            task = asyncio.create_task(self._send(taken), name="notice")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _send(self, taken: TakenNotice) -> None:
        try:
            await self.send(taken)
        except StoreError as error:
            log.info("a notice waits for storage: %s", error)
        except Exception:
            # It would be taken and fail again; retries are limited.
            log.exception("a notice failed: %s", taken.notice.kind)
            await self._again(taken, "mistake")

    async def _again(self, taken: TakenNotice, reason: str) -> None:
        notice = taken.notice
        if notice.tries >= MOST_READINGS:
            self.dropped[reason] += 1
            await self._notices.settle(taken)
        else:
            more = msgspec.structs.replace(notice, tries=notice.tries + 1)
            await self._notices.settle(taken, [(more, self._node.now() + AGAIN)])

    async def send(self, taken: TakenNotice) -> None:
        """Deliver, postpone or drop a taken notice. Raises ``StoreError``."""
        notice, now = taken.notice, self._node.now()
        wanted = stored.read(await self._notices.preferences(notice.player))
        channels = await self._channels(wanted, notice)
        if not channels:
            return await self._drop(taken, "unwanted")
        if until := quiet_until(wanted, now):
            await self._hold(taken, until)
            return None
        try:
            if notice.kind in get_args(MatchNotice):
                message = await self._of_match(notice, wanted)
            else:
                message = await self._of_feature(notice, wanted)
        except RefusedError as error:
            if error.code == "no_match":
                return await self._drop(taken, "no_match")
            return await self._again(taken, error.code)
        if isinstance(message, str):
            return await self._drop(taken, message)
        if isinstance(message, int):
            await self._notices.settle(taken, [(notice, message)])
            return None
        results = await asyncio.gather(*[self._deliver(channel, message) for channel in channels])
        for channel, delivery in zip(channels, results, strict=True):
            self.tried[channel.kind, delivery.result] += 1
        later, ended = self._judge(notice, channels, results)
        await self._notices.settle(taken, later)
        await self._note(notice.player, wanted, ended)
        return None

    async def _hold(self, taken: TakenNotice, until: int) -> None:
        """Postpone a notice to the end of the quiet hours, unless these have changed meanwhile."""
        notices, notice = self._notices, taken.notice
        await notices.settle(taken, [(notice, until)])
        wanted = stored.read(await notices.preferences(notice.player))
        if quiet_until(wanted, self._node.now()) != until:
            await notices.release(notice.player, until)

    async def _drop(self, taken: TakenNotice, reason: str) -> None:
        self.dropped[reason] += 1
        await self._notices.settle(taken)

    async def _channels(self, wanted: Preferences, notice: PendingNotice) -> list[Channel]:
        """Return the channels for a notice."""
        chosen = [
            channel
            for channel in wanted.channels
            if notice.kind in channel.events and not channel.code and notice.channel in (ALL, channel.id)
        ]
        store = self._node.store
        known = await store.player(notice.player) if chosen else None
        if known is not None and known.suspended:
            return []
        # A browser that was signed out gets no more notices.
        return [
            one
            for one in chosen
            if one.kind != "push" or not one.sign_in or await store.signed_in(one.sign_in, notice.player)
        ]

    async def _of_feature(self, notice: PendingNotice, wanted: Preferences) -> NoticeMessage | str:
        """Return the message, or the reason to drop the notice."""
        feature = next((one for one in self._features if notice.kind in one.notice_kinds), None)
        words = await feature.notice(notice.kind, notice.player, notice.about, wanted.lang) if feature else None
        if words is None:
            return "past" if feature else "unknown"
        name = notice_id(notice.player, notice.kind, notice.about, 0)
        return of_feature(words, notice.kind, name, wanted.lang, self.site, self._node.now())

    async def _of_match(self, notice: PendingNotice, wanted: Preferences) -> NoticeMessage | int | str:
        """Return the message, the time of the next check (ms), or the reason to drop the notice."""
        node = self._node
        fresh = notice.about not in node.rooms.open
        room = await node.rooms.room(notice.about)
        held = standing(room.match, notice.kind, notice.player, notice.seq, node.now())
        if not held.holds:
            return held.later or "past"
        if notice.channel == ALL:
            if fresh:
                await asyncio.sleep(ASKED)
                room = await node.rooms.room(notice.about)
            if room.match.seat_of(notice.player) in room.room.seats_here:
                # They may leave without an answer; and if their node died, they count as present for a while.
                return node.now() + LEFT_SOON if notice.kind in ("turn", "time") else "present"
            if not standing(room.match, notice.kind, notice.player, notice.seq, node.now()).holds:
                return "past"
        name = notice_id(notice.player, notice.kind, notice.about, notice.seq)
        facts = about(room.match, notice.player, wanted.lang)
        return of_match(facts, notice.kind, name, wanted.lang, self.site, node.now())

    def _judge(
        self, notice: PendingNotice, channels: Sequence[Channel], results: Sequence[Delivery]
    ) -> tuple[Later, dict[str, Delivery]]:
        """Return the retries, and for each finished channel its result."""
        later: Later = []
        ended: dict[str, Delivery] = {}
        for channel, delivery in zip(channels, results, strict=True):
            tries = notice.tries if notice.channel != ALL else 0
            wait = next_try(tries, delivery.wait) if delivery.result == "later" else 0
            if wait:
                again = msgspec.structs.replace(notice, channel=channel.id, tries=tries + 1)
                later.append((again, self._node.now() + 1000 * wait))
            else:
                ended[channel.id] = delivery
        return later, ended

    async def _note(self, player: str, known: Preferences, ended: dict[str, Delivery]) -> None:
        """Remove channels that are gone, and count failures of others."""
        for _ in range(TURNS):
            changed = known
            for channel, delivery in ended.items():
                if delivery.result == "gone":
                    changed = changed.without(channel)
                else:
                    changed = changed.counted(channel, delivery.result == "sent")
            if changed == known:
                return
            read = await self._notices.preferences(player)
            if stored.read(read) == known and await keep(self._notices, player, read, changed):
                return
            known = stored.read(read)


async def keep(notices: Notices, player: str, read: str, wanted: Preferences) -> bool:
    """Store the preferences of a player unless they have changed since ``read``. Returns True if stored.

    Raises ``StoreError``.
    If this node stops halfway, unwanted notices are queued; they are dropped when due.
    """
    before, today = stored.read(read), notices.now() // DAY
    matches, daily = wanted.wants_matches(), wanted.wants_daily()
    either = (matches or before.wants_matches(), daily or before.wants_daily())
    await notices.want(player, either[0], today if either[1] else 0)
    if not await notices.change_preferences(player, read, stored.written(wanted)):
        return False
    if either != (matches, daily):
        await notices.want(player, matches, today if daily else 0)
    return True

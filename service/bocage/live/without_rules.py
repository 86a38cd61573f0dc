"""Matches whose rules are not installed here: looked at in outline, and left to the nodes that know them."""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

from bocage.live.stored_matches import append_all
from bocage.log.entries import UnknownEntryError
from bocage.log.match import Match
from bocage.log.outline import due_without_rules, fold
from bocage.log.records import Change
from bocage.protocol.refusal import RefusedError
from bocage.store import StoreError
from bocage.store.store import Store

log = logging.getLogger("bocage.without_rules")

#: Seconds for which a match that is due is left to a node that has its rules, before this one looks again.
LEFT_ALONE = 30.0
#: It is put off by this many milliseconds if it is still due then; else it would always come before others.
PUT_OFF = 600_000


class HasMatch(Protocol):
    """An open room."""

    @property
    def match(self) -> Match:
        """The match as it stands."""


class OpensRooms(Protocol):
    """The node, as far as :func:`match_or_outline` needs it."""

    store: Store

    async def room(self, match: str) -> HasMatch:
        """The room of ``match``. Raises ``RefusedError``."""


async def match_or_outline(node: OpensRooms, name: str) -> Match:
    """The match as it stands, an ``Outline`` where its rules are not installed. Raises ``RefusedError``."""
    try:
        return (await node.room(name)).match
    except RefusedError as error:
        if error.code != "unknown_rules":
            raise
    found = await node.store.load(name)
    if not found.entries:
        raise RefusedError("no_match")
    return fold(found.entries, found.secret, found.names)


class MatchesWithoutRules:
    """The matches that were due here, and whose rules are not installed on this node."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], float],
        spawn: Callable[[Coroutine[Any, Any, None], str], None],
    ) -> None:
        """``clock``: seconds. ``spawn`` runs work beside everything else, under a name."""
        self._store = store
        self._clock = clock
        self._spawn = spawn
        #: Match → when it may be looked at again (loop time).
        self._until: dict[str, float] = {}

    def leaves_alone(self, match: str) -> bool:
        """Whether this node has looked at it just now."""
        return self._until.get(match, 0.0) > self._clock()

    def met(self, match: str) -> None:
        """It is due, and its rules are not here: do what needs none."""
        now = self._clock()
        again = match in self._until
        # A match that has not been due again for a long time is settled.
        self._until = {name: until for name, until in self._until.items() if until > now - 10 * LEFT_ALONE}
        self._until[match] = now + LEFT_ALONE
        self._spawn(self._tend(match, again), f"tend {match} without its rules")

    async def _tend(self, match: str, again: bool) -> None:
        store = self._store
        try:
            try:
                if await append_all(store, match, lambda seen: due_without_rules(seen, store.now())):
                    return
                log.info("match %s is due, but its rules are not installed here", match)
            except UnknownEntryError as error:
                log.info("match %s is due, but %s", match, error)
            if again:
                last = (await store.read(match))[-1]
                await store.project(match, Change(due=store.now() + PUT_OFF), last.seq, last.at)
        except (StoreError, RefusedError) as error:
            log.info("match %s cannot be tended: %s", match, error)

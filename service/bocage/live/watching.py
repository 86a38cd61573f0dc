"""Watchers: connections that watch matches, as rooms and the lobby know them, and their subscriptions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bocage.live.counts import Counts
from bocage.live.outbox import Outbox
from bocage.protocol.codec import Codec
from bocage.protocol.framing import frame_of
from bocage.protocol.messages import Language, Message, Refused
from bocage.protocol.refusal import RefusedError
from bocage.rules.kernel import Viewer

#: From so many readers of one frame on, each is written to at once.
CROWD = 16


class Subscription:
    """One watcher's interest in one match."""

    __slots__ = ("digest", "invite", "match", "odds", "open_hands", "since", "viewer")

    def __init__(
        self,
        match: str,
        open_hands: bool,
        invite: str,
        since: int = -1,
        digest: str = "",
        odds: bool = False,
    ) -> None:
        self.match = match
        self.open_hands = open_hands
        self.invite = invite
        #: The last entry that the watcher has seen; -1: they want a snapshot.
        self.since = since
        #: The digest that they were told with it; empty: none, any history fits.
        self.digest = digest
        #: True if they ask for the odds of their decisions.
        self.odds = odds
        #: As whom they are shown the match; None: not yet. Set by the room.
        self.viewer: Viewer | None = None

    def fits(self, digest: str) -> bool:
        """True if ``digest``, of the present log after entry ``since``, is what the watcher has seen."""
        return not self.digest or self.digest == digest


class Watcher:
    """A connection that watches. Two watchers are the same only if they are the same object."""

    __slots__ = ("closed", "codec", "counts", "lang", "outbox", "player", "short", "subscriptions", "unheard")

    def __init__(self, codec: Codec, outbox: Outbox, counts: Counts) -> None:
        #: The framing of its messages.
        self.codec = codec
        self.outbox = outbox
        self.counts = counts
        self.lang: Language = "en"
        #: True if it asked for short updates.
        self.short = False
        #: Id of its player; empty: not known.
        self.player = ""
        #: Players whose lines of chat are not sent.
        self.unheard: frozenset[str] = frozenset()
        #: The matches that it watches, or is about to.
        self.subscriptions: dict[str, Subscription] = {}
        self.closed = False

    def wants(self, subscription: Subscription) -> bool:
        """True if the subscription is still the one that counts for its match."""
        return self.subscriptions.get(subscription.match) is subscription

    def send(self, message: Message) -> None:
        """Send a message that must not be dropped."""
        if not self.closed:
            self.outbox.write(frame_of(self.codec, message))

    def refuse(
        self,
        error: RefusedError,
        match: str = "",
        request: int = 0,
        texts: Mapping[str, Mapping[str, str]] | None = None,
    ) -> None:
        """Send a refusal. ``texts``: the catalogues of the match's game."""
        self.counts.refused[error.code] += 1
        self.send(
            Refused(
                code=error.code,
                text=error.sentence(self.lang, texts),
                id=request,
                match=match,
                rule=error.rule,
                limit=error.limit,
                retry=error.retry,
            )
        )


def update_all(watchers: Sequence[Watcher], match: str, frame: bytes) -> int:
    """Send an update of ``match`` to all watchers that have room for it. Returns their number.

    Many readers are looked at only once: one that waits for nothing else is written to at once. A thousand outboxes
    do not fit into the processor's cache, and to come back to them costs more than to keep writes together saves.
    """
    sent = 0
    crowd = len(watchers) >= CROWD
    for watcher in watchers:
        outbox = watcher.outbox
        if outbox.full_since:
            outbox.behind.add(match)
            continue
        sent += 1
        if crowd and not outbox.frames and not outbox.transport.is_closing():
            outbox.transport.write(frame)
        else:
            outbox.write(frame)
    return sent

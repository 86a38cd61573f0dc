"""The watchers of a match on this node: feeds, missed updates, presence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bocage.live import effects
from bocage.live.access import viewer_for
from bocage.live.counts import Counts
from bocage.live.feed import DelayedFeed, MatchFeed, replay
from bocage.live.presence import Presence, encode_note
from bocage.live.watching import Subscription, Watcher
from bocage.log import vacations
from bocage.log.chain import digest
from bocage.log.entries import Entry
from bocage.log.events import MatchStarted, SeatTaken
from bocage.log.match import Match
from bocage.log.names import players_of
from bocage.protocol.messages import Message
from bocage.protocol.refusal import RefusedError
from bocage.rules.kernel import OPEN, Told, Viewer


class Audience:
    """The watchers of one room. Methods append effects to ``out``. ``now``: ms, the store's clock."""

    __slots__ = ("_counts", "_news", "_resume_span", "_waiting", "delayed", "feed", "presence", "reading")

    def __init__(self, match: Match, node: str, resume_span: int, counts: Counts) -> None:
        self.feed = MatchFeed(match, counts)
        self.presence = Presence(match.id, node)
        #: True if the log is being read for watchers that wait.
        self.reading = False
        self._waiting: list[tuple[Watcher, Subscription]] = []
        #: Entries added to the log while it was being read.
        self._news: list[Entry] = []
        #: Open hands, some seconds late; None: nobody watches them.
        self.delayed: DelayedFeed | None = None
        self._resume_span = resume_span
        self._counts = counts

    def feeds(self) -> list[MatchFeed]:
        """The feed of the match, and the delayed one if it is open."""
        return [self.feed, self.delayed.feed] if self.delayed else [self.feed]

    def seats_here(self) -> set[int]:
        """The seats whose player is connected, to any node."""
        return self.presence.seats(self.feeds())

    def after(self, told: Sequence[Told], out: list[effects.Effect]) -> None:
        """Look up names and vacations after a player sat down or play began."""
        match = self.feed.match
        for one in told:
            if type(one.public) is SeatTaken:
                seated = match.seats[one.public.seat]
                assert seated is not None
                # They may have left, or taken another name, a moment ago.
                out.append(effects.LookUpNames((seated.player,)))
                self.seated(seated.player, out)
            elif type(one.public) is MatchStarted and vacations.counts(match):
                out.append(effects.LookUpVacations(players_of(match)))

    def keep(self, entry: Entry, now: int, out: list[effects.Effect]) -> None:
        """Keep the entry that was folded last for the delayed feed and for watchers that wait for the log."""
        if self.delayed is not None and self.delayed.push(entry, self.feed.match.status == "ended"):
            self._release(self.delayed, now, out)
        if self.reading:
            self._news.append(entry)

    def call(self, names: Mapping[str, str], out: list[effects.Effect]) -> None:
        """Rename players, and show it to all watchers."""
        for feed in self.feeds():
            feed.call(names, out)

    def know(self, names: Mapping[str, str]) -> None:
        """Note the names of players who are about to sit down."""
        for feed in self.feeds():
            feed.match.names = {**names, **feed.match.names}

    def wake(self, now: int, out: list[effects.Effect]) -> None:
        """Show the entries that are old enough for the delayed feed."""
        if self.delayed is not None:
            self._release(self.delayed, now, out)

    # Coming and going -----------------------------------------------------------------------------

    def join(self, watcher: Watcher, subscription: Subscription, out: list[effects.Effect]) -> None:
        """Show ``watcher`` the match, at once or when the log has been read."""
        try:
            waits = self._show(watcher, subscription, out)
        except Exception as error:
            self.leave(watcher, subscription)
            out.append(effects.Reject(watcher, subscription, error))
            return
        if not waits:
            out.append(effects.Send(watcher, self.presence.told))
            return
        self._waiting.append((watcher, subscription))
        if not self.reading:
            self.reading = True
            out.append(effects.ReadLog())

    def _show(self, watcher: Watcher, subscription: Subscription, out: list[effects.Effect]) -> bool:
        """Show ``watcher`` the match, unless the log must be read first. Returns whether it must."""
        viewer = viewer_for(self.feed.match, watcher.player, subscription.open_hands, subscription.invite)
        feed = self._feed_for(viewer)
        if feed is None:
            return True
        # A watcher may have seen more than this node knows: no older view is sent before the log is read.
        missed = feed.match.seq - subscription.since
        if subscription.since > 0 and missed and missed <= self._resume_span:
            return True
        feed.add(watcher, subscription, viewer)
        # Storage may have lost its newest entries, and the log may now hold others at their numbers.
        if missed or not subscription.fits(digest(feed.match.head, feed.match.secret)):
            out.append(effects.Deliver((watcher,), feed.snapshot(viewer, watcher, subscription)))
        return False

    def leave(self, watcher: Watcher, subscription: Subscription) -> None:
        """Show ``watcher`` nothing more."""
        if self._waiting:
            self._waiting = [one for one in self._waiting if one[1] is not subscription]
        for feed in self.feeds():
            feed.remove(watcher, subscription)
        if self.delayed is not None and not self.delayed.feed.groups and not self.reading:
            self.delayed = None

    def renew(self, watcher: Watcher, subscription: Subscription, out: list[effects.Effect]) -> None:
        """Send a snapshot in place of updates that were dropped."""
        for feed in self.feeds():
            if feed.shows(watcher, subscription):
                assert subscription.viewer is not None
                out.append(effects.Deliver((watcher,), feed.snapshot(subscription.viewer, watcher, subscription)))

    def seated(self, player: str, out: list[effects.Effect]) -> None:
        """Move the connections of ``player``, who took a seat, to the view of that seat."""
        for feed in self.feeds():
            for watcher, subscription in list(feed.watchers()):
                if watcher.player == player:
                    self.leave(watcher, subscription)
                    subscription.open_hands = False
                    subscription.since = -1
                    self.join(watcher, subscription, out)

    def send_away(self, error: RefusedError | None, out: list[effects.Effect]) -> None:
        """Send all watchers away, because the room is closed. ``error``: the refusal; None: they watch again."""
        waiting, self._waiting = self._waiting, []
        shown = [one for feed in self.feeds() for one in feed.watchers()]
        if error is not None:
            out += [effects.Reject(watcher, subscription, error) for watcher, subscription in shown]
            shown = []
        # Watchers that wait have seen nothing of this room yet: another one may serve them.
        out += [effects.Restart(watcher, subscription) for watcher, subscription in (*shown, *waiting)]

    # Making up for what was missed -------------------------------------------------------------------

    def log_read(self, entries: Sequence[Entry], now: int, out: list[effects.Effect]) -> None:
        """Serve the watchers that waited for the log."""
        waiting, news = self._take_waiting()
        entries = [*entries, *(entry for entry in news if entry.seq > len(entries))]
        if len(entries) < self.feed.match.seq:
            self._reject(waiting, RefusedError("unavailable", retry=500), out)
            return
        groups: dict[tuple[MatchFeed, Viewer], list[tuple[Watcher, Subscription]]] = {}
        for watcher, subscription in waiting:
            try:
                match = self.feed.match
                viewer = viewer_for(match, watcher.player, subscription.open_hands, subscription.invite)
                feed = self._feed_for(viewer) or self._open_delayed(entries, now, out)
            except Exception as error:
                self._reject([(watcher, subscription)], error, out)
                continue
            groups.setdefault((feed, viewer), []).append((watcher, subscription))
        for (feed, viewer), members in groups.items():
            shown: list[effects.Effect] = []
            try:
                replay(feed, viewer, members, entries, self._resume_span, self._counts, shown)
            except Exception as error:
                # Watchers that were added before it failed may lack updates: all of them watch again.
                for watcher, subscription in members:
                    feed.remove(watcher, subscription)
                self._reject(members, error, out)
            else:
                out += shown

    def log_not_read(self, error: Exception, out: list[effects.Effect]) -> None:
        """Refuse the watchers that waited for the log."""
        waiting, _ = self._take_waiting()
        self._reject(waiting, error, out)

    def _take_waiting(self) -> tuple[list[tuple[Watcher, Subscription]], list[Entry]]:
        self.reading = False
        waiting, self._waiting = self._waiting, []
        news, self._news = self._news, []
        return waiting, news

    def _reject(
        self, members: Sequence[tuple[Watcher, Subscription]], error: Exception, out: list[effects.Effect]
    ) -> None:
        out += [effects.Reject(watcher, wish, error, "a log could not be shown again") for watcher, wish in members]

    # Feeds --------------------------------------------------------------------------------------------

    def _feed_for(self, viewer: Viewer) -> MatchFeed | None:
        """The feed of a viewer; None: the delayed feed, which is not open."""
        match = self.feed.match
        if viewer != OPEN or match.status == "ended" or match.created.access.open_delay == 0:
            return self.feed
        return self.delayed.feed if self.delayed else None

    def _open_delayed(self, entries: Sequence[Entry], now: int, out: list[effects.Effect]) -> MatchFeed:
        """Open the delayed feed. ``entries``: the log, at least as far as it is known here."""
        match = self.feed.match
        delay = match.created.access.open_delay * 1000
        old = sum(1 for entry in entries[: match.seq] if entry.at + delay <= now)
        # Entry 1 creates the match, and reveals nothing.
        start = max(1, old)
        feed = MatchFeed(Match.fold(entries[:start], match.secret, match.names), self._counts)
        self.delayed = DelayedFeed(feed, entries[start : match.seq], delay)
        self._release(self.delayed, now, out)
        return feed

    def _release(self, delayed: DelayedFeed, now: int, out: list[effects.Effect]) -> None:
        wake = delayed.release(now, out)
        if wake:
            out.append(effects.WakeAt(wake))

    # Talk and presence --------------------------------------------------------------------------------

    def tell(self, message: Message, out: list[effects.Effect], to_seats: bool = True) -> None:
        """Send all watchers a message that is not about an entry."""
        for feed in self.feeds():
            feed.tell(message, out, to_seats)

    def tick(self, clock: float, out: list[effects.Effect]) -> None:
        """Announce changes of presence, to watchers and to other nodes."""
        note, present = self.presence.here(self.feeds(), clock)
        if note is not None:
            out.append(effects.Whisper(encode_note(note)))
        if present is not None:
            self.tell(present, out)

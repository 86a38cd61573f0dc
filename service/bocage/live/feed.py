"""Feeds: a match as its watchers see it. Each distinct view is made once per entry, each frame encoded once."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from bocage.live.counts import Counts
from bocage.live.effects import Deliver, Effect, Tell
from bocage.live.watching import Subscription, Watcher
from bocage.log.answers import Preview
from bocage.log.chain import digests
from bocage.log.entries import Entry, Seated, decode
from bocage.log.match import Match
from bocage.log.names import call
from bocage.log.replay import updates
from bocage.log.view import EntryMessages, shared_view, snapshot, view, whose_view
from bocage.protocol.codec import Codec
from bocage.protocol.framing import frame_of
from bocage.protocol.messages import Message, Said, ShortUpdate, Update
from bocage.protocol.patch import diff, merge
from bocage.rules.kernel import Told, Viewer


class Form(NamedTuple):
    """The form of a frame: its codec, whether decisions come with odds, and whether updates are short."""

    codec: Codec
    odds: bool = False
    short: bool = False


class ViewerGroup:
    """All watchers that are shown a match as the same viewer."""

    __slots__ = ("by_form", "known", "members", "own", "snapshots", "viewer")

    def __init__(self, viewer: Viewer, own: Mapping[str, object]) -> None:
        self.viewer = viewer
        #: Their own part of the table, as of the last entry.
        self.own = own
        #: Watchers and their subscriptions, by the form of their frames.
        self.by_form: dict[Form, dict[Watcher, Subscription]] = {}
        #: Snapshot frames as of the last entry, made when first asked for.
        self.snapshots: dict[Form, bytes] = {}
        #: The watchers as effects name them; made again only when a watcher has come or gone.
        self.members: list[tuple[Form, tuple[Watcher, ...]]] = []
        #: Actions that all members of a form were sent, with their numbers, for short updates.
        self.known: dict[Form, dict[object, int]] = {}

    def form(self, watcher: Watcher, subscription: Subscription) -> Form:
        """The form of frames for ``watcher``. Watchers without a seat owe no decision, so they share frames."""
        return Form(watcher.codec, subscription.odds and self.viewer >= 0, watcher.short)

    def _changed(self) -> None:
        self.members = [(form, tuple(watchers)) for form, watchers in self.by_form.items()]

    def add(self, watcher: Watcher, subscription: Subscription) -> None:
        """Add a watcher."""
        form = self.form(watcher, subscription)
        self.by_form.setdefault(form, {})[watcher] = subscription
        self.known[form] = {}
        self._changed()

    def remove(self, watcher: Watcher, subscription: Subscription) -> None:
        """Remove a watcher."""
        form = self.form(watcher, subscription)
        watchers = self.by_form[form]
        del watchers[watcher]
        if not watchers:
            del self.by_form[form], self.known[form]
        self._changed()

    def has(self, watcher: Watcher, subscription: Subscription) -> bool:
        """True if ``watcher`` is a member by this subscription."""
        return self.by_form.get(self.form(watcher, subscription), {}).get(watcher) is subscription


class MatchFeed:
    """A match and its viewer groups. A match that is shown with a delay has a second feed, folded later."""

    __slots__ = ("_counts", "_shared", "_table", "groups", "match")

    def __init__(self, match: Match, counts: Counts) -> None:
        self.match = match
        self.groups: dict[Viewer, ViewerGroup] = {}
        self._counts = counts
        #: The part that all groups see alike, as of the last entry; not kept up to date while there are no groups.
        self._shared: dict[str, Any] = {}
        #: The same of the game's table.
        self._table: Mapping[str, object] = {}

    def extend(self, entry: Entry, out: list[Effect], preview: Preview | None = None) -> list[Told]:
        """Fold the next entry and show all watchers what it changed. Raises what ``Match.extend`` raises."""
        match = self.match
        told = match.extend(entry, preview)
        if not self.groups:
            return told
        game, state, ended = match.game, match.state, match.status == "ended"
        before, self._shared = self._shared, shared_view(match)
        messages = EntryMessages(match, entry, told)
        common = diff(before, self._shared)
        changed: Mapping[str, object] = {}
        if state is not None:
            table, self._table = self._table, game.public_part(state)
            if table or self._table:
                changed = diff(table, self._table)
        for group in self.groups.values():
            on_table = changed
            if state is not None:
                viewer = whose_view(match, group.viewer) if ended else group.viewer
                was, group.own = group.own, game.own_part(state, viewer)
                own = diff(was, group.own)
                on_table = merge(changed, own) if changed and own else changed or own
            group.snapshots.clear()
            for form, watchers in group.members:
                message: ShortUpdate | Update
                if form.short:
                    message = messages.short(group.viewer, common, on_table, form.odds, group.known[form])
                else:
                    patch = {**common, "table": on_table} if on_table else common
                    message = messages.update(group.viewer, patch, form.odds)
                out.append(Deliver(watchers, frame_of(form.codec, message)))
        return told

    def call(self, names: Mapping[str, str], out: list[Effect]) -> None:
        """Rename players. This is no entry, so all watchers are sent the whole view again."""
        if not call(self.match, names) or not self.groups:
            return
        self._shared = shared_view(self.match)
        for group in self.groups.values():
            group.snapshots.clear()
        for watcher, subscription in list(self.watchers()):
            assert subscription.viewer is not None
            out.append(Deliver((watcher,), self.snapshot(subscription.viewer, watcher, subscription)))

    def tell(self, message: Message, out: list[Effect], to_seats: bool = True) -> None:
        """Send all watchers a message that is not about an entry."""
        frames: dict[Codec, bytes] = {}
        speaker = message.player if isinstance(message, Said) else ""
        for group in self.groups.values():
            if group.viewer >= 0 and not to_seats:
                continue
            for (codec, _, _), watchers in group.members:
                if codec not in frames:
                    frames[codec] = frame_of(codec, message)
                out.append(Tell(watchers, frames[codec], speaker))

    def add(self, watcher: Watcher, subscription: Subscription, viewer: Viewer) -> None:
        """Show ``watcher`` every entry from now on, as ``viewer``."""
        group = self.groups.get(viewer)
        if group is None:
            match = self.match
            own: Mapping[str, object] = {}
            if not self.groups:
                self._shared, self._table = shared_view(match), {}
                if match.state is not None:
                    self._table = match.game.public_part(match.state)
            if match.state is not None:
                own = match.game.own_part(match.state, whose_view(match, viewer))
            group = self.groups[viewer] = ViewerGroup(viewer, own)
        group.add(watcher, subscription)
        subscription.viewer = viewer

    def remove(self, watcher: Watcher, subscription: Subscription) -> None:
        """Stop showing ``watcher`` the match, if it is shown here."""
        if self.shows(watcher, subscription):
            viewer, subscription.viewer = subscription.viewer, None
            assert viewer is not None
            group = self.groups[viewer]
            group.remove(watcher, subscription)
            if not group.by_form:
                del self.groups[viewer]

    def shows(self, watcher: Watcher, subscription: Subscription) -> bool:
        """True if this feed shows ``watcher`` the match."""
        group = self.groups.get(subscription.viewer) if subscription.viewer is not None else None
        return group is not None and group.has(watcher, subscription)

    def watchers(self) -> Iterator[tuple[Watcher, Subscription]]:
        """All watchers with their subscriptions."""
        for group in self.groups.values():
            for watchers in group.by_form.values():
                yield from watchers.items()

    def snapshot(self, viewer: Viewer, watcher: Watcher, subscription: Subscription) -> bytes:
        """The frame with the whole match for ``watcher``, a member of the group of ``viewer``."""
        group = self.groups[viewer]
        form = group.form(watcher, subscription)
        data = group.snapshots.get(form)
        if data is None:
            seen = view(self.match, viewer)
            message = snapshot(self.match, viewer, seen, form.odds)
            data = group.snapshots[form] = frame_of(form.codec, message)
            self._counts.snapshots += 1
        # A viewer that is sent a snapshot may have missed actions.
        group.known[form] = {}
        return data


class DelayedFeed:
    """A feed that is ``delay`` milliseconds behind its match, until the match is over."""

    __slots__ = ("_delay", "_pending", "feed")

    def __init__(self, feed: MatchFeed, pending: Iterable[Entry], delay: int) -> None:
        """``feed``: folded up to what may be shown; ``pending``: the entries after that."""
        self.feed = feed
        self._pending = deque(pending)
        self._delay = delay

    def push(self, entry: Entry, over: bool) -> bool:
        """Take the next entry. Returns whether to call :meth:`release`, because no older entry waits.

        ``over``: the match has ended, so nothing is held back any more.
        """
        self._pending.append(entry)
        if over:
            self._delay = 0
        return over or len(self._pending) == 1

    def release(self, now: int, out: list[Effect]) -> int:
        """Show the entries that are old enough at ``now`` (ms). Returns when the next one is; 0: there is none."""
        pending = self._pending
        while pending:
            due = pending[0].at + self._delay
            if self._delay and due > now:
                return due
            self.feed.extend(pending.popleft(), out)
        return 0


def replay(
    feed: MatchFeed,
    viewer: Viewer,
    members: Sequence[tuple[Watcher, Subscription]],
    entries: Sequence[Entry],
    resume_span: int,
    counts: Counts,
    out: list[Effect],
) -> None:
    """Add ``members`` to ``feed`` as ``viewer``, and send each the updates that it missed, or a snapshot.

    ``entries``: the log, at least as far as the feed has come. ``resume_span``: most entries made up for.
    """
    match = feed.match
    # Before they sat down, members saw the match as another viewer.
    oldest = max(match.seq - resume_span, _sat_down(entries, viewer), 1)
    now = digests(entries[: match.seq], match.secret) if any(wish.digest for _, wish in members) else {}
    goes_on = {
        wish for _, wish in members if oldest <= wish.since <= match.seq and wish.fits(now.get(wish.since, ""))
    }
    first = min((wish.since for wish in goes_on), default=match.seq)
    frames: dict[Form, list[bytes]] = {}
    missed: dict[bool, list[Update]] = {}
    for watcher, subscription in members:
        since = subscription.since
        feed.add(watcher, subscription, viewer)
        if subscription not in goes_on:
            out.append(Deliver((watcher,), feed.snapshot(viewer, watcher, subscription)))
            continue
        form = feed.groups[viewer].form(watcher, subscription)
        if form not in frames:
            if form.odds not in missed:
                known = entries[: match.seq]
                missed[form.odds] = list(updates(known, match.secret, viewer, first, form.odds, match.names))
            frames[form] = [frame_of(form.codec, message) for message in missed[form.odds]]
        for data in frames[form][since - first :]:
            out.append(Deliver((watcher,), data))
            counts.replayed += 1


def _sat_down(entries: Sequence[Entry], viewer: Viewer) -> int:
    """The entry by which the seat ``viewer`` was taken; 0: it is no seat."""
    if viewer >= 0:
        for entry in entries:
            body = decode(entry.raw)
            if isinstance(body, Seated) and body.seat == viewer:
                return entry.seq
    return 0

"""Making up for what watchers missed: one reading of the log serves everybody who waits for it."""

from __future__ import annotations

from collections.abc import Sequence

from bocage.live.effects import Deliver, Effect
from bocage.live.feed import Form, MatchFeed, RoomCounts
from bocage.live.watching import Subscription, Watcher
from bocage.log.chain import digests
from bocage.log.entries import Entry, Seated, decode
from bocage.log.replay import updates
from bocage.protocol.framing import frame_of
from bocage.protocol.messages import Update
from bocage.rules.kernel import Viewer


def replay(
    feed: MatchFeed,
    viewer: Viewer,
    members: Sequence[tuple[Watcher, Subscription]],
    entries: Sequence[Entry],
    resume_span: int,
    counts: RoomCounts,
    out: list[Effect],
) -> None:
    """Add ``members`` to ``feed`` as ``viewer``, and give each the updates that they missed, or a snapshot.

    ``entries``: the log, at least as far as the feed has come. ``resume_span``: most entries made up for.
    """
    match = feed.match
    # Members who sat down since then saw it as another viewer before.
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

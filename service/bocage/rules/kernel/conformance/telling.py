"""What a viewer is told and asked, in forms that can be compared and counted."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from bocage.rules.kernel.conformance.coverage import tag_of
from bocage.rules.kernel.conformance.moment import encode
from bocage.rules.kernel.game import OPEN, Decision, Event, Told, Viewer


def told_to(events: Iterable[Told], viewer: Viewer) -> list[tuple[str, bytes]]:
    """The events as ``viewer`` is told them, in order: kind and bytes."""
    told = (one.to(viewer) for one in events)
    return [(tag_of(type(event)), encode(event)) for event in told]


def lasting(told: Iterable[tuple[str, bytes]], transient: Collection[str]) -> list[bytes]:
    """The events that show nothing for a moment only."""
    return [raw for kind, raw in told if kind not in transient]


def asked(decision: Decision | None, viewer: Viewer) -> bytes:
    """What ``viewer`` learns of a decision: all of their own, seat and kind of others'."""
    if decision is None:
        return b""
    return encode(decision if decision.seat == viewer else (decision.seat, decision.kind))


def parted(here: Sequence[tuple[str, bytes]], there: Sequence[tuple[str, bytes]]) -> str:
    """What two tellings differ in, for a message: kinds of events, or only their order or number."""
    if kinds := sorted({kind for kind, _ in set(here) ^ set(there)}):
        return f"the events {kinds}"
    return "the events in their order" if len(here) == len(there) else "the events by their number"


def names_told(events: Iterable[Told], viewer: Viewer, setup: bool) -> set[str]:
    """How the coverage report calls what ``viewer`` is told, such as ``event.rolled (private)``.

    Empty for open hands: they hear what seats hear.
    """
    if viewer == OPEN:
        return set()
    return {_name(one.private.get(viewer, one.public), viewer in one.private, setup) for one in events}


def all_names(events: Iterable[Told], setup: bool) -> set[str]:
    """The names of all that anybody is told but open hands alone."""
    found = set()
    for one in events:
        found.add(_name(one.public, False, setup))
        found |= {_name(event, True, setup) for seat, event in one.private.items() if seat != OPEN}
    return found


def _name(event: Event, private: bool, setup: bool) -> str:
    return f"{'setup' if setup else 'event'}.{tag_of(type(event))}{' (private)' if private else ''}"

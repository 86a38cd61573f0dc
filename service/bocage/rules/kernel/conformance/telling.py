"""A viewer's events and questions, in forms that can be compared and counted."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from bocage.rules.kernel.conformance.coverage import tag_of
from bocage.rules.kernel.conformance.moment import encode
from bocage.rules.kernel.game import OPEN, Decision, Event, Told, Viewer


def told_to(events: Iterable[Told], viewer: Viewer) -> list[tuple[str, bytes]]:
    """The events as ``viewer`` gets them, in order: kind and bytes."""
    told = (one.to(viewer) for one in events)
    return [(tag_of(type(event)), encode(event)) for event in told]


def lasting(told: Iterable[tuple[str, bytes]], transient: Collection[str]) -> list[bytes]:
    """Events that are not transient."""
    return [raw for kind, raw in told if kind not in transient]


def asked(decision: Decision | None, viewer: Viewer) -> bytes:
    """The part of a decision that ``viewer`` gets: all of their own, seat and kind of others'."""
    if decision is None:
        return b""
    return encode(decision if decision.seat == viewer else (decision.seat, decision.kind))


def parted(here: Sequence[tuple[str, bytes]], there: Sequence[tuple[str, bytes]]) -> str:
    """The difference of two sequences of events, for a message: kinds of events, or only their order or number."""
    if kinds := sorted({kind for kind, _ in set(here) ^ set(there)}):
        return f"the events {kinds}"
    return "the events in their order" if len(here) == len(there) else "the events by their number"


def names_told(events: Iterable[Told], viewer: Viewer, setup: bool) -> set[str]:
    """Names of a viewer's events in the coverage report, such as ``event.rolled (private)``.

    Empty for open hands: they get what seats get.
    """
    if viewer == OPEN:
        return set()
    return {_name(one.private.get(viewer, one.public), viewer in one.private, setup) for one in events}


def all_names(events: Iterable[Told], setup: bool) -> set[str]:
    """Names of all events of seats and spectators."""
    found = set()
    for one in events:
        found.add(_name(one.public, False, setup))
        found |= {_name(event, True, setup) for seat, event in one.private.items() if seat != OPEN}
    return found


def _name(event: Event, private: bool, setup: bool) -> str:
    return f"{'setup' if setup else 'event'}.{tag_of(type(event))}{' (private)' if private else ''}"

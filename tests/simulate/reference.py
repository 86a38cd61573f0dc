"""What is true: every log as storage holds it, folded afresh, and what each viewer may see of it."""

from __future__ import annotations

from typing import Any

import msgspec

from bocage.log.entries import Entry, decode
from bocage.log.match import Match
from bocage.log.view import decision_view, told_to, view
from bocage.rules.kernel import Viewer

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder().decode


def wire(value: Any) -> Any:
    """A value as it is after a trip over the wire."""
    return _decode(_encode(value))


def nameless(seen: Any) -> Any:
    """A view without what players are called: names are in no log, and may come a moment later."""
    seats = {seat: {**who, "name": ""} if who else who for seat, who in seen["seats"].items()}
    return {**seen, "seats": seats}


def nameless_events(events: Any) -> Any:
    """Events without what players are called."""
    return [{**event, "name": ""} if event["ev"] == "seated" else event for event in events]


class Step:
    """A match right after one entry."""

    __slots__ = ("_decisions", "_told", "_views", "body", "entry", "events", "match")

    def __init__(self, match: Match, entry: Entry, told: Any) -> None:
        self.match = match
        self.entry = entry
        self.body = decode(entry.raw)
        self._told = told
        self.events: dict[Viewer, Any] = {}
        self._views: dict[Viewer, Any] = {}
        self._decisions: dict[Viewer, Any] = {}

    def view(self, viewer: Viewer) -> Any:
        """What the viewer sees."""
        if viewer not in self._views:
            self._views[viewer] = wire(view(self.match, viewer))
        return self._views[viewer]

    def decision(self, viewer: Viewer) -> Any:
        """The decision that the viewer owes; None: none."""
        if viewer not in self._decisions:
            owed = decision_view(self.match, viewer)
            self._decisions[viewer] = wire(owed) if owed is not None else None
        return self._decisions[viewer]

    def told(self, viewer: Viewer) -> Any:
        """The events of the entry as the viewer is told them."""
        if viewer not in self.events:
            self.events[viewer] = wire(told_to(viewer, self._told))
        return self.events[viewer]


class History:
    """One match: the steps that storage holds now, and those that it lost."""

    def __init__(self, secret: bytes) -> None:
        self.steps: list[Step] = []
        #: Steps of ends that storage lost, by number.
        self.lost: dict[int, list[Step]] = {}
        self._match = Match(secret)

    @property
    def last(self) -> Step:
        """The newest step."""
        return self.steps[-1]

    def add(self, entry: Entry) -> Step:
        """Storage holds one more entry. Raises ``BrokenLogError`` where it does not follow from the others."""
        match = self._match
        told = match.extend(entry)
        step = Step(match.copy(), entry, told)
        self.steps.append(step)
        return step

    def shorten(self, length: int) -> None:
        """Storage has lost all after so many entries."""
        for step in self.steps[length:]:
            self.lost.setdefault(step.entry.seq, []).append(step)
        del self.steps[length:]
        self._match = self.steps[-1].match.copy() if self.steps else Match(self._match.secret)

    def at(self, seq: int) -> list[Step]:
        """The match after entry ``seq``: as it is now, and as it was before something was lost."""
        now = self.steps[seq - 1 : seq] if seq > 0 else []
        return now + self.lost.get(seq, []) if self.lost else now

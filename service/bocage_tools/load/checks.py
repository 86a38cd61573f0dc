"""Compares what clients saw and were told with the log of the match. No I/O, no clock."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from bocage.log.entries import Acted, Entry, decode, told_secret
from bocage.log.match import Match
from bocage.log.view import view

#: Entry number → the action that was acknowledged as that entry.
Actions = dict[int, object]


def digest(shown: object) -> bytes:
    """A hash of a view. Player names are left out, as logs do not contain them."""
    if isinstance(shown, Mapping) and "seats" in shown:
        shown = {**shown, "seats": {seat: _nameless(who) for seat, who in shown["seats"].items()}}
    return hashlib.blake2b(msgspec.json.encode(shown, order="deterministic"), digest_size=8).digest()


def _nameless(who: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in who.items() if name not in ("name", "left")}


class Record:
    """What one client saw and was told about one match."""

    def __init__(self) -> None:
        #: (entry, seat) → digest of the view that was shown.
        self.seen: dict[tuple[int, int], bytes] = {}
        self.acknowledged: Actions = {}
        self.newest = 0
        self.ended = False
        #: Descriptions of broken guarantees.
        self.wrong: list[str] = []

    def note(self, seq: int, seat: int, shown: object, ended: bool, whole: bool) -> None:
        """Note a position that the client was shown. ``whole``: as a snapshot, which may skip entries."""
        if not whole and self.newest and seq != self.newest + 1:
            self.wrong.append(f"entry {seq} was shown after entry {self.newest}")
        elif seq < self.newest:
            self.wrong.append(f"set back from entry {self.newest} to entry {seq}")
        made = digest(shown)
        if self.seen.setdefault((seq, seat), made) != made:
            self.wrong.append(f"two different views of entry {seq}")
        self.newest, self.ended = seq, ended

    def acked(self, seq: int, action: object) -> None:
        """Note that the service acknowledged ``action`` as entry ``seq``."""
        if self.acknowledged.setdefault(seq, action) != action:
            self.wrong.append(f"two actions were acknowledged as entry {seq}")


class Checked(msgspec.Struct):
    """Counts of what was checked. ``broken`` describes broken guarantees."""

    matches: int = 0
    entries: int = 0
    acknowledged: int = 0
    views: int = 0
    broken: list[str] = []

    def add(self, other: Checked) -> None:
        self.matches += other.matches
        self.entries += other.entries
        self.acknowledged += other.acknowledged
        self.views += other.views
        self.broken += other.broken


def unended(match: str, records: Iterable[Record]) -> Checked:
    """The problems that clients noted in a match that did not end, and so has no public log to compare with."""
    return Checked(broken=[f"{match}: {what}" for what in _noted(records)])


def _noted(records: Iterable[Record]) -> list[str]:
    broken = []
    for record in records:
        broken += record.wrong
        if not record.ended:
            broken.append(f"the end was not shown to somebody who saw entry {record.newest}")
    return broken


def check(match: str, entries: Sequence[Entry], records: Sequence[Record]) -> Checked:
    """Compare the notes of all clients of a match with its log: numbers, acknowledged actions and every view.

    Raises ``UnknownGameError`` when the rules of the match are not installed here.
    """
    found = Checked(matches=1, entries=len(entries), broken=_noted(records))
    wanted: dict[int, set[tuple[int, bytes]]] = defaultdict(set)
    actions: Actions = {}
    for record in records:
        for seq, action in record.acknowledged.items():
            if seq in actions:
                found.broken.append(f"entry {seq} was acknowledged to two players")
            actions[seq] = action
        for (seq, seat), seen in record.seen.items():
            wanted[seq].add((seat, seen))
    found.acknowledged = len(actions)
    if [entry.seq for entry in entries] != list(range(1, len(entries) + 1)):
        found.broken.append("the log has gaps")
    else:
        _fold(entries, actions, wanted, found)
    found.broken += [f"entry {seq} was acknowledged and is not there" for seq in actions]
    found.broken += [f"entry {seq} was shown and is not there" for seq in wanted]
    found.broken = [f"{match}: {what}" for what in found.broken]
    return found


def _fold(
    entries: Sequence[Entry], actions: Actions, wanted: dict[int, set[tuple[int, bytes]]], found: Checked
) -> None:
    """Replay the log. Removes from ``actions`` and ``wanted`` what it finds."""
    folded = Match(told_secret(entries))
    for entry in entries:
        body = decode(entry.raw)
        if isinstance(body, Acted) and entry.seq in actions and body.action != actions.pop(entry.seq):
            found.broken.append(f"entry {entry.seq} is not what was acknowledged")
        folded.extend(entry)
        for seat, seen in wanted.pop(entry.seq, ()):
            found.views += 1
            if digest(view(folded, seat)) != seen:
                found.broken.append(f"what seat {seat} was shown of entry {entry.seq} is not what it is")


class Tally(msgspec.Struct):
    """Counts for the table and the report, of one process or of all."""

    playing: int = 0
    watching: int = 0
    #: Connections opened at the start, connections open now, and how often one was lost.
    connections: int = 0
    standing: int = 0
    lost: int = 0
    #: Connections closed by the service, by name of the close code.
    closed: dict[str, int] = {}
    updates: int = 0
    #: Refusals that do not indicate an error of the service, by code.
    refused: dict[str, int] = {}
    #: Seconds from sending an action to its acknowledgement, since the last line of the table.
    delays: list[float] = []
    #: Seconds by which the load generator itself was late, since the last line of the table.
    late: list[float] = []
    #: Seconds that connections waited for the load generator to open them, since the last line of the table.
    waited: list[float] = []
    #: Seconds of processor time used by the load generator.
    used: float = 0.0
    checked: Checked = msgspec.field(default_factory=Checked)
    #: Injected faults by kind.
    faults: dict[str, int] = {}

    def refuse(self, code: str) -> None:
        self.refused[code] = self.refused.get(code, 0) + 1

    def taken(self) -> None:
        """Clear what is collected per line of the table, after it was read."""
        for times in (self.delays, self.late, self.waited):
            times.clear()

    def add(self, other: Tally) -> None:
        self.playing += other.playing
        self.watching += other.watching
        self.connections += other.connections
        self.standing += other.standing
        self.lost += other.lost
        self.updates += other.updates
        self.used += other.used
        self.delays += other.delays
        self.late += other.late
        self.waited += other.waited
        self.checked.add(other.checked)
        for mine, found in (
            (self.closed, other.closed),
            (self.refused, other.refused),
            (self.faults, other.faults),
        ):
            for name, count in found.items():
                mine[name] = mine.get(name, 0) + count


def share(times: Sequence[float], part: float) -> float:
    """The quantile ``part`` of ``times`` in ms; 0 for none."""
    if not times:
        return 0.0
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] * 1000

"""What clients saw and were told, and whether it is what the service promises. Pure: no network, no clock."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from bocage.log.entries import Acted, Entry, decode, told_secret
from bocage.log.match import Match
from bocage.log.view import view

#: Entry → the action that was acknowledged as that entry.
Actions = dict[int, object]


def digest(shown: object) -> bytes:
    """Short for a view, however it was made; without what players are called, which no log holds."""
    if isinstance(shown, Mapping) and "seats" in shown:
        shown = {**shown, "seats": {seat: _nameless(who) for seat, who in shown["seats"].items()}}
    return hashlib.blake2b(msgspec.json.encode(shown, order="deterministic"), digest_size=8).digest()


def _nameless(who: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in who.items() if name not in ("name", "left")}


class Record:
    """What one client saw and was told of one match."""

    def __init__(self) -> None:
        #: (entry, seat) → digest of the view that was shown.
        self.seen: dict[tuple[int, int], bytes] = {}
        self.acknowledged: Actions = {}
        self.newest = 0
        self.ended = False
        #: What must not be, in words.
        self.wrong: list[str] = []

    def note(self, seq: int, seat: int, shown: object, ended: bool, whole: bool) -> None:
        """The client was shown a position; ``whole``: as a snapshot, which may leave entries out."""
        if not whole and self.newest and seq != self.newest + 1:
            self.wrong.append(f"entry {seq} was shown after entry {self.newest}")
        elif seq < self.newest:
            self.wrong.append(f"set back from entry {self.newest} to entry {seq}")
        made = digest(shown)
        if self.seen.setdefault((seq, seat), made) != made:
            self.wrong.append(f"two different views of entry {seq}")
        self.newest, self.ended = seq, ended

    def acked(self, seq: int, action: object) -> None:
        """The service said that ``action`` is entry ``seq``."""
        if self.acknowledged.setdefault(seq, action) != action:
            self.wrong.append(f"two actions were acknowledged as entry {seq}")


class Checked(msgspec.Struct):
    """Counts of what was checked; ``broken``: what is not as promised, in words."""

    matches: int = 0
    entries: int = 0
    acknowledged: int = 0
    views: int = 0
    broken: list[str] = []

    def add(self, other: Checked) -> None:
        """Count what another check found as well."""
        self.matches += other.matches
        self.entries += other.entries
        self.acknowledged += other.acknowledged
        self.views += other.views
        self.broken += other.broken


def unended(match: str, records: Iterable[Record]) -> Checked:
    """What the clients of a match noted that did not come to its end: there is no log to hold it against."""
    return Checked(broken=[f"{match}: {what}" for what in _noted(records)])


def _noted(records: Iterable[Record]) -> list[str]:
    broken = []
    for record in records:
        broken += record.wrong
        if not record.ended:
            broken.append(f"the end was not shown to somebody who saw entry {record.newest}")
    return broken


def check(match: str, entries: Sequence[Entry], records: Sequence[Record]) -> Checked:
    """Hold what all clients of a match noted against its log: numbers, acknowledged actions, every view shown.

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
    """Play the log again; what is found there is taken out of ``actions`` and ``wanted``."""
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
    """What has happened so far, for the table and the report: of one process of the load, or of all."""

    playing: int = 0
    watching: int = 0
    #: Connections that were made at first; that stand now; and how often one was lost.
    connections: int = 0
    standing: int = 0
    lost: int = 0
    #: Connections that the service closed, by the name of the code.
    closed: dict[str, int] = {}
    updates: int = 0
    #: Refusals that say nothing against the service, by code.
    refused: dict[str, int] = {}
    #: Seconds from sending an action to its acknowledgement; since the last line of the table.
    delays: list[float] = []
    #: Seconds by which the load itself was late; since the last line of the table.
    late: list[float] = []
    #: Seconds for which connections waited until the load opened them; since the last line of the table.
    waited: list[float] = []
    #: Seconds of processor time that the load used.
    used: float = 0.0
    checked: Checked = msgspec.field(default_factory=Checked)
    #: What was done to connections and processes, and how often.
    faults: dict[str, int] = {}

    def refuse(self, code: str) -> None:
        """Something was refused."""
        self.refused[code] = self.refused.get(code, 0) + 1

    def taken(self) -> None:
        """What is counted since the last line of the table was read."""
        for times in (self.delays, self.late, self.waited):
            times.clear()

    def add(self, other: Tally) -> None:
        """Count what another process of the load has counted as well."""
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
    """The time that ``part`` of ``times`` do not exceed, in ms; 0 where there are none."""
    if not times:
        return 0.0
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] * 1000

"""What must hold in every world, whatever goes wrong in it. One sentence each; checked whenever it could break."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec

from bocage.log.entries import Acted, Entry, TimedOut
from bocage.protocol import messages as m
from bocage.protocol import patch
from bocage.rules.kernel import OPEN, PUBLIC
from bocage.store import StorageUnavailableError
from bocage.store.archive import expand
from tests.simulate.redis.keyspace import GREATEST, Effect
from tests.simulate.reference import History, nameless, nameless_events, wire

GAP_FREE = "A log grows by one entry at a time, and every entry follows from those before it."
ARCHIVED = "An archived log reads as it was written."
ONCE = "What a player was told is stored stands at its number, once."
NOT_STORED = "What a node was told is not stored is not stored later."
HIDDEN = "A frame shows what a fresh fold shows its viewer, and nothing else."
WHOSE = "A connection sees through the eyes that its player has, and no others."
NO_GAP = "A connection is told every entry in order, or the whole view."
EARLY = "Open hands are shown as late as the match says."
VIEW = "A client's view is a fresh fold at its position."
CLOCK = "Time in which no node reached storage is not taken from a player."
LATE = "A player loses on time only when their time is up."
SAFE = "What enough replicas have is not lost."
PROMPT = "When nothing goes wrong, everybody sees an entry within a moment."
CALM = "Nothing fails that nobody expected."
REST = "When faults stop, every match comes to its end, and everybody sees it."
LOBBY = "When all is at rest, the lobby shows what there is."
DEADLINES = "When all is at rest, no ended match is due."

#: Milliseconds: an outage from which on it must be given back; what finding out about it may cost.
COUNTS = 4_200
COSTS = 1_800
#: Milliseconds that it may take until everybody sees an entry.
MOMENT = 1_500


class BrokenError(AssertionError):
    """An invariant does not hold."""

    def __init__(self, sentence: str, detail: str) -> None:
        super().__init__(f"{sentence}\n    {detail}")
        self.sentence = sentence
        self.detail = detail


class Seen:
    """What one connection was shown of one match."""

    __slots__ = ("seq", "view", "viewer")

    def __init__(self, viewer: int, seq: int, view: Any) -> None:
        self.viewer = viewer
        self.seq = seq
        self.view = view


class Checker:
    """Sees everything that happens in a world. Raises nothing: the first breach stays in ``broken``."""

    def __init__(self, now: Callable[[], int], replicas: bool) -> None:
        """``now``: storage's clock, ms. ``replicas``: entries are acknowledged when a replica has them."""
        self.broken: BrokenError | None = None
        self.histories: dict[str, History] = {}
        #: By the name of a match: its secret.
        self.secrets: dict[str, bytes] = {}
        #: Stretches without storage, as they really were, by its clock.
        self.outages: list[tuple[int, int]] = []
        #: From when on nothing goes wrong any more, by storage's clock.
        self.calm_since = 1 << 60
        #: Storage's clock was set back: what depends on it is not checked.
        self.clock_set_back = False
        self.frames = 0
        #: By client and match: the last entry known.
        self.positions: dict[tuple[int, str], int] = {}
        #: Clients that know an entry which storage has lost.
        self.strayed: set[tuple[int, str]] = set()
        #: Matches whose end storage has lost: their players may have left.
        self.undone: set[str] = set()
        self._now = now
        self._replicas = replicas
        #: Acknowledged: match, number → player and action.
        self._acknowledged: dict[tuple[str, int], tuple[str, Any]] = {}
        #: Appends that may still be stored.
        self._may_be_stored: Counter[tuple[int, str, int, bytes]] = Counter()

    def fail(self, sentence: str, detail: str) -> None:
        """An invariant does not hold."""
        if self.broken is None:
            self.broken = BrokenError(sentence, detail)

    # Storage ------------------------------------------------------------------------------------

    def changed(self, effect: Effect, node: int) -> None:
        """Storage changed, by a command of ``node``."""
        what, key, first, _ = effect
        if what != "xadd":
            return
        match = key.partition(b":log:")[2].decode()
        row_id, fields = first
        history = self.histories.setdefault(match, History(self.secrets.get(match, b"")))
        if row_id == GREATEST:
            if expand(fields[1]) != [step.entry for step in history.steps]:
                self.fail(ARCHIVED, match)
            return
        entry = Entry(int(row_id[:-2]), int(fields[1]), fields[3])
        if entry.seq != len(history.steps) + 1:
            self.fail(GAP_FREE, f"{match}: entry {entry.seq} after {len(history.steps)}")
            return
        before = history.last.match if history.steps else None
        try:
            step = history.add(entry)
        except Exception as error:
            self.fail(GAP_FREE, f"{match}: {error!r} at entry {entry.seq} {entry.raw!r}")
            return
        if before is not None:
            self._check_clock(match, before, entry, step.body)
        if not self._may_be_stored[(node, match, entry.seq, entry.raw)]:
            self.fail(NOT_STORED, f"{match} entry {entry.seq} {entry.raw!r}")

    def _check_clock(self, match: str, before: Any, entry: Entry, body: Any) -> None:
        if not isinstance(body, Acted | TimedOut) or before.clock.rules.kind == "none" or self.clock_set_back:
            return
        turn = self.histories[match].steps[before.turn_seq - 1].entry.at
        charged = entry.at - before.clock.since
        excused = 0
        after = turn
        for since, until in sorted(self.outages):
            if until - since >= COUNTS and until <= entry.at:
                excused += max(0, until - max(since, after) - COSTS)
                after = max(after, until)
        if charged > entry.at - turn - excused:
            self.fail(
                CLOCK, f"{match} entry {entry.seq}: {charged} ms charged of {entry.at - turn}, {excused} excused"
            )
        if isinstance(body, TimedOut) and entry.at < before.deadline():
            self.fail(LATE, f"{match} entry {entry.seq}: at {entry.at}, deadline {before.deadline()}")

    def restored(self, rows: Callable[[str], int]) -> None:
        """Storage came back; ``rows``: how many entries a log has now."""
        for match, history in self.histories.items():
            length = rows(match)
            if length < 0 or length >= len(history.steps):
                continue
            for seq in range(length + 1, len(history.steps) + 1):
                if self._acknowledged.pop((match, seq), None) and self._replicas:
                    self.fail(SAFE, f"{match} entry {seq}")
            if any(step.match.over for step in history.steps[length:]):
                self.undone.add(match)
            history.shorten(length)
            self.strayed.update(key for key, seq in self.positions.items() if key[1] == match and seq > length)

    # Appends ------------------------------------------------------------------------------------

    def asked(self, node: int, match: str, seq: int, raw: bytes) -> None:
        """A node wants an entry stored."""
        self._may_be_stored[(node, match, seq, raw)] += 1

    def answered(self, node: int, match: str, seq: int, raw: bytes, result: Any) -> None:
        """A node was told what became of it."""
        if isinstance(result, Exception) and not (isinstance(result, StorageUnavailableError) and result.unknown):
            self._may_be_stored[(node, match, seq, raw)] -= 1

    # What clients are told ----------------------------------------------------------------------

    def acknowledged(self, match: str, player: str, seq: int, action: Any) -> None:
        """A player was told that their action is entry ``seq``."""
        history = self.histories[match]
        fits = [
            step.entry
            for step in history.at(seq)
            if isinstance(step.body, Acted | TimedOut)
            and (seated := step.match.seats[step.body.seat])
            and seated.player == player
            and step.body.action == action
        ]
        if not fits:
            stand = [step.entry.raw for step in history.at(seq)]
            self.fail(ONCE, f"{match} entry {seq}: {player} {action}, but {stand}")
        elif seq > len(history.steps) or history.steps[seq - 1].entry not in fits:
            # Storage has lost it, or lost it and got another one since.
            if self._replicas:
                self.fail(SAFE, f"{match} entry {seq} was acknowledged and is not there")
        elif self._acknowledged.setdefault((match, seq), (player, action)) != (player, action):
            self.fail(ONCE, f"{match} entry {seq} is acknowledged twice: {player} {action}")

    def check_acknowledged(self) -> None:
        """Every action that was acknowledged stands at its number."""
        for (match, seq), (player, action) in self._acknowledged.items():
            steps = self.histories[match].steps
            body = steps[seq - 1].body if seq <= len(steps) else None
            if not isinstance(body, Acted | TimedOut) or wire(body.action) != wire(action):
                self.fail(ONCE, f"{match} entry {seq}: {player} {action}, but {body}")

    def frame(
        self, message: Any, seen: dict[str, Seen], player: str, wanted: Callable[[str], tuple[bool, int]]
    ) -> None:
        """A frame leaves a node. ``seen``: what this connection was shown; ``wanted``: what it asked for."""
        self.frames += 1
        if isinstance(message, m.Snapshot):
            self._snapshot(message, seen, player, wanted)
        elif isinstance(message, m.Update):
            self._update(message, seen, player, wanted)

    def _viewer(self, match: str, player: str, opened: bool) -> int:
        history = self.histories[match]
        seat = history.last.match.seat_of(player) if player and history.steps else -1
        if seat >= 0:
            return seat
        return OPEN if opened else PUBLIC

    def _snapshot(self, message: m.Snapshot, seen: dict[str, Seen], player: str, wanted: Any) -> None:
        match, seq, viewer = message.match, message.seq, message.seat
        if viewer != self._viewer(match, player, wanted(match)[0]):
            self.fail(WHOSE, f"{match}: {player or 'nobody'} sees as {viewer}")
        steps = self.histories[match].at(seq)
        decision = wire(message.decision) if message.decision is not msgspec.UNSET else None
        shown = nameless(message.view)
        if not any(step.view(viewer) == shown and step.decision(viewer) == decision for step in steps):
            self.fail(HIDDEN, f"{match} snapshot at {seq} for {viewer}")
        self._check_delay(match, seq, viewer)
        seen[match] = Seen(viewer, seq, message.view)

    def _update(self, message: m.Update, seen: dict[str, Seen], player: str, wanted: Any) -> None:
        match, seq = message.match, message.seq
        history = self.histories[match]
        opened, since = wanted(match)
        known = seen.get(match)
        if known is None:
            viewer = self._viewer(match, player, opened)
            if seq != since + 1:
                self.fail(NO_GAP, f"{match}: {seq} after a resume at {since}")
                return
            bases = [step.view(viewer) for step in history.at(since)]
        else:
            viewer, bases = known.viewer, [known.view]
            if seq != known.seq + 1:
                self.fail(NO_GAP, f"{match}: {seq} after {known.seq}")
                return
        if viewer != self._viewer(match, player, opened):
            self.fail(WHOSE, f"{match}: {player or 'nobody'} sees as {viewer}")
        decision = wire(message.decision) if message.decision is not msgspec.UNSET else None
        for step in history.at(seq):
            expected = step.view(viewer)
            if step.told(viewer) != nameless_events(message.events) or step.decision(viewer) != decision:
                continue
            for base in bases:
                after = base if message.patch is msgspec.UNSET else patch.apply(base, message.patch)
                if nameless(after) == expected:
                    seen[match] = Seen(viewer, seq, expected)
                    self._check_delay(match, seq, viewer)
                    return
        self.fail(HIDDEN, f"{match} update to {seq} for {viewer}: {message.patch} {message.events}")

    def _check_delay(self, match: str, seq: int, viewer: int) -> None:
        history = self.histories[match]
        if viewer != OPEN or seq <= 1 or self.clock_set_back:
            return
        delay = history.last.match.created.access.open_delay * 1000
        ended = history.last.match.status == "ended" or any(
            step.match.status == "ended" for steps in history.lost.values() for step in steps
        )
        if not ended and all(step.entry.at + delay > self._now() + 1 for step in history.at(seq)):
            self.fail(EARLY, f"{match} entry {seq}")

    def state(self, client: int, match: str, seq: int, seat: int, view: Any, whole: bool) -> None:
        """A client knows a match like this. ``whole``: from a snapshot."""
        self.positions[client, match] = seq
        steps = self.histories[match].steps[seq - 1 : seq]
        late = self._now() - steps[0].entry.at if steps else 0
        if late > MOMENT and not whole and seat != OPEN and steps[0].entry.at > self.calm_since:
            self.fail(PROMPT, f"{match} entry {seq} after {late} ms")
        view = nameless(view)
        if any(step.view(seat) == view for step in self.histories[match].steps[seq - 1 : seq]):
            self.strayed.discard((client, match))
        elif any(step.view(seat) == view for step in self.histories[match].lost.get(seq, [])):
            self.strayed.add((client, match))
        else:
            self.fail(VIEW, f"{match} at {seq} for {seat}")


__all__ = ["BrokenError", "Checker", "Seen"]

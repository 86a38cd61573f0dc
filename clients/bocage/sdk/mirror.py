"""A match as known to one client: snapshots and updates in, states out. No I/O."""

from __future__ import annotations

from typing import Any

import msgspec

from bocage.protocol import patch
from bocage.protocol.decisions import DecisionView, Hint, Odds
from bocage.protocol.messages import Snapshot, Update


class MatchState(msgspec.Struct, frozen=True):
    """A match after entry ``seq``, as seen by this client's player or the public.

    ``seat``: own seat, -1 public, -2 open hands. ``events``: since the previous state. ``whole``: from a snapshot;
    events in between are missing. ``at``: time of the entry in milliseconds, 0 if unknown. ``digest``:
    distinguishes positions with the same number in different histories. The view is shared between states: do not
    modify it.
    """

    match: str
    seq: int
    seat: int
    view: dict[str, Any]
    events: list[dict[str, Any]]
    at: int
    decision: DecisionView | None
    whole: bool
    digest: str = ""

    @property
    def ended(self) -> bool:
        """True if the match is over."""
        return bool(self.view.get("status") == "ended")

    @property
    def actions(self) -> list[dict[str, Any]]:
        """The legal actions on this client's turn; else empty."""
        decision = self.decision
        if decision is None or decision.seat != self.seat or decision.actions is msgspec.UNSET:
            return []
        return decision.actions

    @property
    def odds(self) -> Odds:
        """Costs and chances of the own decision; empty if not requested."""
        decision = self.decision
        return Odds() if decision is None or decision.odds is msgspec.UNSET else decision.odds

    @property
    def hint(self) -> Hint | None:
        """The hint taken about the own decision, or None."""
        decision = self.decision
        return None if decision is None or decision.hint is msgspec.UNSET else decision.hint


class Mirror:
    """Maintains the view of one match, and detects gaps."""

    def __init__(self, match: str) -> None:
        self.match = match
        self.state: MatchState | None = None
        #: An update was missed; later ones are useless until the resume is answered.
        self.behind = False

    @property
    def seq(self) -> int:
        """The last known entry; 0 for none."""
        return self.state.seq if self.state else 0

    def snapshot(self, message: Snapshot) -> MatchState | None:
        """Apply a snapshot. Returns the new state; None if nothing changed.

        A snapshot wins even if it is older than the known state: after data loss the log may be shorter.
        """
        self.behind = False
        decision = _owed(message, message.view)
        known = self.state
        if (
            known is not None
            and (known.seq, known.seat, known.decision, known.digest)
            == (message.seq, message.seat, decision, message.digest)
            and known.view == message.view
        ):
            return None
        self.state = MatchState(
            message.match, message.seq, message.seat, message.view, [], 0, decision, True, message.digest
        )
        return self.state

    def update(self, message: Update) -> MatchState | None:
        """Apply an update. Returns the new state; None for a repetition, or if ``behind`` (a gap)."""
        known = self.state
        if known is None or message.seq > known.seq + 1:
            self.behind = True
            return None
        if message.seq <= known.seq:
            return None
        self.behind = False
        view = known.view if message.patch is msgspec.UNSET else patch.apply(known.view, message.patch)
        decision = _owed(message, view)
        self.state = MatchState(
            known.match,
            message.seq,
            known.seat,
            view,
            message.events,
            message.at,
            decision,
            False,
            message.digest,
        )
        return self.state


def _owed(message: Snapshot | Update, view: Any) -> DecisionView | None:
    """Return the owed decision: the own one is in the message, another's in the view."""
    if message.decision is not msgspec.UNSET:
        return message.decision
    return DecisionView(view["turn"], view["decision"]) if "turn" in view else None

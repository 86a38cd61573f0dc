"""A match as one client knows it: snapshots and updates in, states out. No I/O."""

from __future__ import annotations

from typing import Any

import msgspec

from bocage.protocol import patch
from bocage.protocol.decisions import DecisionView, Hint, Odds
from bocage.protocol.messages import Snapshot, Update


class MatchState(msgspec.Struct, frozen=True):
    """A match after entry ``seq``, as this client's player (or the public) sees it.

    ``seat``: one's own seat, -1 public, -2 open hands. ``events``: what was told since the state before.
    ``whole``: came as a snapshot, events in between (if any) were not told. ``at``: the entry's time in
    milliseconds, 0 when unknown. ``digest``: tells this position from the same number in another history. The view
    is shared between states: read it, do not change it.
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
        """Whether the match is over."""
        return bool(self.view.get("status") == "ended")

    @property
    def actions(self) -> list[dict[str, Any]]:
        """The legal actions, when it is this client's turn; else none."""
        decision = self.decision
        if decision is None or decision.seat != self.seat or decision.actions is msgspec.UNSET:
            return []
        return decision.actions

    @property
    def odds(self) -> Odds:
        """What is known of the decision that this client's player owes; empty where odds were not asked for."""
        decision = self.decision
        return Odds() if decision is None or decision.odds is msgspec.UNSET else decision.odds

    @property
    def hint(self) -> Hint | None:
        """The hint that was taken about the decision that this client's player owes; None: none was."""
        decision = self.decision
        return None if decision is None or decision.hint is msgspec.UNSET else decision.hint


class Mirror:
    """Keeps the view of one match up to date, and notices when something is missing."""

    def __init__(self, match: str) -> None:
        self.match = match
        self.state: MatchState | None = None
        #: An update was missed; until the resume is answered, later ones cannot be used.
        self.behind = False

    @property
    def seq(self) -> int:
        """The last entry known, 0 for none."""
        return self.state.seq if self.state else 0

    def snapshot(self, message: Snapshot) -> MatchState | None:
        """Take over a whole view. The new state; None when it says nothing new.

        A snapshot is believed even when it is older than what is known: after a disaster the log may be shorter.
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
        """Take over one entry's changes. The new state; None for a repetition, or when ``behind`` (a gap)."""
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
    """Who owes which decision: one's own comes with the message, another's stands in the view."""
    if message.decision is not msgspec.UNSET:
        return message.decision
    return DecisionView(view["turn"], view["decision"]) if "turn" in view else None

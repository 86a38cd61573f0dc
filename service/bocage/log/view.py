"""Views: the document that a viewer sees of a match, and the messages made from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from bocage.log.chain import digest
from bocage.log.deals import is_closed, score_of
from bocage.log.entries import Entry, Seated
from bocage.log.match import Match
from bocage.log.names import has_left, name_of
from bocage.protocol.decisions import DecisionView, Hint, Odds
from bocage.protocol.messages import ShortDecision, ShortUpdate, Snapshot, Update
from bocage.protocol.short import shorten
from bocage.rules.kernel import OPEN, PUBLIC, Decision, Event, Seen, Told, Viewer

#: A view as data, described in docs/protocol.md. It encodes to JSON and msgpack, and holds no None.
ViewData: TypeAlias = dict[str, Any]

#: No seat or viewer: no decision is owed.
NOBODY = -3


def view(match: Match, viewer: Viewer) -> ViewData:
    """Return what ``viewer`` (a seat, PUBLIC or OPEN) sees of ``match``. After the end everybody sees OPEN.

    A view holds no None. Its field ``table`` is the game's own view, from the entry ``started`` on.
    """
    seen = shared_view(match)
    if match.state is not None:
        seen["table"] = table_view(match, viewer)
    return seen


def table_view(match: Match, viewer: Viewer) -> Mapping[str, object]:
    """Return the game's view for ``viewer``; empty before the start."""
    if match.state is None:
        return {}
    return match.game.view(match.state, whose_view(match, viewer))


def whose_view(match: Match, viewer: Viewer) -> Viewer:
    """Return the viewer whose cards ``viewer`` sees: OPEN after the end, else their own."""
    return OPEN if match.status == "ended" and not is_closed(match) else viewer


def shared_view(match: Match) -> ViewData:
    """Return the part of the view that is the same for every viewer: all but ``table``."""
    # Parts that rarely change are cached; a diff compares identical objects quickly.
    if match.static_part is None:
        match.static_part = _static_part(match)
    seen: dict[str, Any] = {**match.static_part, "status": match.status}
    if match.expires and match.status == "open":
        seen["expires"] = match.expires
    if match.agreement.wanted and match.status == "open":
        seen["agreement"] = _agreement(match)
    if match.created.house and match.status == "open":
        seen["house"] = match.created.house
    if match.clock.rules.kind != "none":
        seen["clock"] = _clock(match)
    decision = match.decision()
    if decision is not None:
        seen["turn"] = decision.seat
        seen["decision"] = decision.kind
    if match.draw_offer >= 0:
        seen["draw_offer"] = match.draw_offer
    if match.created.hints:
        # Counts per seat. The content goes to that seat alone, with its decision.
        seen["hints"] = match.hints.counts
    positions = match.undo.positions
    if positions and match.outcome is None:
        last = positions[-1]
        if match.undo.asked >= 0 or match.undo.said_at[last.seat] <= match.turn_seq:
            seen["undo"] = last.seat
        if match.undo.asked >= 0:
            seen["undo_asked"] = match.undo.asked
    if match.status == "ended":
        assert match.outcome is not None
        if (score := score_of(match)) is not None:
            seen["score"] = score
            seen["symbols"] = match.game.symbols(match.state)
        seen["outcome"] = {"winners": list(match.outcome.winners), "reason": match.outcome.reason}
    return seen


def _static_part(match: Match) -> dict[str, Any]:
    created = match.created
    seen: dict[str, Any] = {
        "game": created.game,
        "rules": created.rules,
        "status": match.status,
        "options": match.terms,
        "seats": {str(seat): _seat(match, seated) for seat, seated in enumerate(match.seats)},
        "clock": {"kind": created.clock.kind},
    }
    if created.undo:
        seen["undo_by"] = "free" if match.undo_is_free else "consent"
    if created.rated:
        seen["rated"] = True
    if created.access.open_delay >= 0:
        # Players must know that others see their hand, and with which delay.
        seen["open_delay"] = created.access.open_delay
    if created.deal is not None and created.deal.fixed:
        seen["fixed"] = True
    elif created.deal is not None:
        deal = created.deal
        named = {"duplicate": deal.duplicate} if deal.duplicate else {"day": deal.day, "counted": deal.counted}
        seen["deal"] = {**named, "until": deal.until}
    if created.fork is not None:
        fork = created.fork
        seen["fork"] = {"match": fork.match, "seq": fork.seq, "resampled": fork.resampled}
    return seen


def _agreement(match: Match) -> dict[str, Any]:
    terms = match.negotiable()
    seen = {"accepted": sorted(match.agreement.accepted), "negotiable": list(terms.options)}
    return {**seen, "swap": dict(terms.swap)} if terms.swap else seen


def _seat(match: Match, seated: Seated | None) -> dict[str, Any]:
    if seated is None:
        return {}
    seat: dict[str, Any] = {"player": seated.player, "name": name_of(match.names, seated)}
    if has_left(match.names, seated.player):
        seat["left"] = True
    if seated.bot:
        seat["bot"] = True
    if seated.house:
        seat["house"] = True
    return seat


def _clock(match: Match) -> dict[str, Any]:
    clock = match.clock
    rules = clock.rules
    seen: dict[str, Any] = {"kind": rules.kind, "base": rules.base, "on_timeout": rules.on_timeout}
    decision = match.decision()
    decider = decision.seat if decision else -1
    if rules.kind == "bank":
        seen["increment"] = rules.increment
        seen["left"] = {str(seat): clock.remaining(seat, decider) for seat in range(len(match.seats))}
    last = {str(seat): away[-1].until for seat, away in enumerate(clock.away) if away}
    if away := {seat: until for seat, until in last.items() if until > match.at}:
        seen["away"] = away
    if decision:
        seen["since"] = clock.since
        seen["deadline"] = clock.deadline(decider)
    return seen


def decision_view(match: Match, viewer: Viewer, odds: bool = False) -> DecisionView | None:
    """Return the decision that ``viewer`` owes now, or None. ``odds``: with costs and chances."""
    decision = match.decision()
    return None if decision is None or decision.seat != viewer else _as_owed(match, decision, odds)


def _as_owed(match: Match, decision: Decision, odds: bool) -> DecisionView:
    """The decision as the seat that owes it sees it."""
    seat, hints = decision.seat, match.hints
    known = (_odds(match, seat) if odds else None) or msgspec.UNSET
    forced = odds and match.game.forced(match.state)
    hint: Hint | msgspec.UnsetType = msgspec.UNSET
    if hints.seq > match.turn_seq and (hinted := hints.last) is not None and hinted.seat == seat:
        hint = Hint(hinted.action, hinted.why)
    return DecisionView(seat, decision.kind, decision.actions, decision.default, known, forced, hint)


def _odds(match: Match, viewer: Viewer) -> Odds | None:
    decision = match.decision()
    assert decision is not None
    return match.game.odds(Seen(table_view(match, viewer), match.options, viewer), decision)


def told_to(viewer: Viewer, told: Iterable[Told]) -> list[Event]:
    """Return the events in the form that ``viewer`` may see."""
    return [one.to(viewer) for one in told]


def snapshot(match: Match, viewer: Viewer, seen: Mapping[str, object], odds: bool = False) -> Snapshot:
    """Return the message with the whole view ``seen``, which is :func:`view` of the same viewer."""
    decision = decision_view(match, viewer, odds) or msgspec.UNSET
    return Snapshot(match.id, match.seq, viewer, seen, decision, digest(match.head, match.secret))


class EntryMessages:
    """The updates of the entry folded last. Parts common to several viewers are made once."""

    __slots__ = ("_at", "_decider", "_decision", "_digest", "_events", "_match", "_seq", "_told", "_with_odds")

    def __init__(self, match: Match, entry: Entry, told: Sequence[Told]) -> None:
        self._match = match
        self._seq = entry.seq
        self._at = entry.at
        self._told = told
        self._digest = digest(match.head, match.secret)
        #: Events, if they are the same for everybody; else None.
        self._events: list[Event] | None = []
        for one in told:
            if one.private:
                self._events = None
                break
            self._events.append(one.public)
        decision = match.decision()
        self._decider = decision.seat if decision else NOBODY
        self._decision = _as_owed(match, decision, odds=False) if decision else msgspec.UNSET
        self._with_odds: DecisionView | msgspec.UnsetType | None = None

    def update(self, viewer: Viewer, patch: Mapping[str, object], odds: bool = False) -> Update:
        """Return the update of ``viewer``. ``patch``: change of their view. ``odds``: add odds to their
        decision.
        """
        events = self._events
        return Update(
            self._match.id,
            self._seq,
            self._at,
            patch or msgspec.UNSET,
            told_to(viewer, self._told) if events is None else events,
            msgspec.UNSET if viewer != self._decider else self._owed_with_odds() if odds else self._decision,
            self._digest,
        )

    def short(
        self,
        viewer: Viewer,
        patch: Mapping[str, object],
        table: Mapping[str, object],
        odds: bool,
        known: dict[object, int],
    ) -> ShortUpdate:
        """Return the short form of :meth:`update`. ``table``: change of the game's own view. ``known``: actions
        that all readers were sent, with their numbers; new ones are added.
        """
        events = self._events
        owed: ShortDecision | None = None
        if viewer == self._decider:
            decision = self._owed_with_odds() if odds else self._decision
            assert decision is not msgspec.UNSET
            owed = shorten(decision, known)
        return ShortUpdate(
            self._match.id,
            self._seq,
            self._at,
            self._digest,
            told_to(viewer, self._told) if events is None else events,
            table,
            patch,
            owed,
        )

    def _owed_with_odds(self) -> DecisionView | msgspec.UnsetType:
        """Return the decision with odds, computed on first use."""
        if self._with_odds is None:
            self._with_odds = decision_view(self._match, self._decider, odds=True) or msgspec.UNSET
        return self._with_odds


def may_look(match: Match, viewer: Viewer, seat: int) -> bool:
    """True if the player in ``seat`` (-1: none) may see the view of ``viewer``. After the end everybody may."""
    return (match.status == "ended" and not is_closed(match)) or viewer in (PUBLIC, seat)

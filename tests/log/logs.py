"""Whole logs of the toy game, made without any storage: commands judged, proposed and folded."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from bocage.log import judge, vacations
from bocage.log.create import create
from bocage.log.entries import Access, Body, DrawDeclined, Entry, Fork, Resigned, Seated
from bocage.log.match import Match
from bocage.log.projection import Proposal, propose
from bocage.log.records import TimeAway
from bocage.protocol.rest import ClockRules
from bocage.rules.kernel import Told
from bocage.rules.kernel.registry import register
from tests.known import replacements
from tests.rules.toy import GAME

register(GAME)

BANK = ClockRules("bank", base=60_000, increment=2_000)
BANK_DEFAULT = ClockRules("bank", base=60_000, increment=2_000, on_timeout="default")
DAYS = ClockRules("days", base=86_400_000, on_timeout="default")
CLOCKS = (ClockRules(), BANK, BANK_DEFAULT, DAYS)


class Play:
    """A match of the toy game that grows entry by entry, with its log and a clock of its own."""

    def __init__(
        self,
        clock: ClockRules | None = None,
        access: Access | None = None,
        options: dict[str, Any] | None = None,
        fork: Fork | None = None,
        open_for: int = 0,
        name: str = "",
        hints: bool = False,
    ) -> None:
        """``name`` tells it from other matches of the same kind; its dice follow from everything given here."""
        self.now = 1_800_000_000_000
        self.entries: list[Entry] = []
        self.proposals: list[Proposal] = []
        self.told: list[Told] = []
        with pytest.MonkeyPatch.context() as patched:
            for function, known in replacements(repr((clock, access, options, fork, open_for, name))).items():
                patched.setattr(function, known)
            self.match, created = create(GAME, "ann", options, clock, access, fork, open_for, hints=hints)
        self.append(created)

    def append(self, body: Body, passed: int = 1000) -> Entry:
        """``passed`` milliseconds later, the entry."""
        self.now += passed
        if isinstance(body, Seated):
            # As a room does: the log holds no names.
            self.match.names = {**self.match.names, body.player: body.name}
        proposal = propose(self.match, body, self.now)
        entry = Entry(proposal.seq, max(self.now, proposal.not_before), proposal.raw)
        self.told = self.match.extend(entry, proposal.preview)
        self.entries.append(entry)
        self.proposals.append(proposal)
        return entry

    def settle(self, outages: Sequence[tuple[int, int]] = ()) -> None:
        """Append what must follow by itself."""
        while (body := judge.owed(self.match, outages)) is not None:
            self.append(body, 0)

    def begin(self) -> Play:
        """Ann and Bob sit down; the match starts."""
        for number, player in enumerate(("ann", "bob")):
            self.append(judge.sit(self.match, player, player.title(), nonce=f"{number:032x}"))
        self.settle()
        return self

    def act(self, action: Any = None, passed: int = 1000) -> Entry:
        """The decider plays ``action``, or the first legal one."""
        decision = self.match.decision()
        assert decision is not None
        body = judge.act(self.match, decision.seat, self.match.seq, action or decision.actions[0])
        assert not isinstance(body, judge.Again)
        return self.append(body, passed)

    def finish(self) -> Play:
        """Play first legal actions to the end."""
        while self.match.decision() is not None:
            self.act()
        self.settle()
        return self

    @property
    def secret(self) -> bytes:
        return self.match.secret


def random_play(seed: int, stop: int = 0) -> Play:
    """A whole random match: draws offered, time running out, outages, resignations. ``stop``: at that entry."""
    rng = random.Random(seed)
    options = {"hand": rng.randint(1, 3), "swaps": rng.random() < 0.7}
    play = Play(rng.choice(CLOCKS), options=options, name=f"random {seed}").begin()
    while (decision := play.match.decision()) is not None and not (stop and play.match.seq >= stop):
        chance = rng.random()
        deadline = play.match.deadline()
        if chance < 0.05 and play.match.offered_at[0] <= play.match.turn_seq:
            said = judge.draw(play.match, rng.randrange(2) if play.match.draw_offer < 0 else 0, play.match.seq)
            assert not isinstance(said, judge.Again)
            play.append(said)
        elif chance < 0.06 and play.match.draw_offer >= 0:
            play.append(DrawDeclined(1 - play.match.draw_offer))
        elif chance < 0.07:
            play.append(Resigned(rng.randrange(2)))
        elif chance < 0.2 and deadline:
            play.now = max(play.now, deadline)
            body = judge.timeout(play.match, play.now)
            assert body is not None
            play.append(body, 0)
        elif chance < 0.25 and deadline:
            start = play.now
            play.now += rng.randint(5_000, 500_000)
            play.settle([(start, play.now)])
        elif chance < 0.3 and vacations.counts(play.match):
            go_away(play, rng.randrange(2), rng.randint(1, 10), rng.random() < 0.5)
        else:
            play.act(rng.choice(decision.actions), rng.randint(0, 9_000))
    if not stop:
        play.settle()
    return play


def go_away(play: Play, seat: int, days: int, changes: bool = False) -> None:
    """Somebody takes a vacation. ``changes``: if they are away, they come back, or stay so many ``days``."""
    away, player = play.match.clock.away[seat], ("ann", "bob")[seat]
    until = play.now + days * 86_400_000
    taken = TimeAway(play.now, until)
    if changes and away and away[-1].until > play.now:
        taken = TimeAway(away[-1].since, play.now if days > 5 else until)
    body = vacations.owed(play.match, {player: taken}, play.now)
    if body is not None:
        play.append(body, 0)


def state_of(match: Match) -> bytes:
    """Everything a fold leads to, as bytes."""
    table = match.game.pack(match.state) if match.state is not None else b""
    clock = match.clock
    rest = (match.seq, match.at, match.head, match.status, match.outcome, match.draw_offer, match.turn_seq)
    return msgspec.msgpack.encode((table, clock.left, clock.since, clock.last, clock.misses, clock.away, *rest))

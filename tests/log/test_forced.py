"""Who asks is told which of their decisions everybody can see to be no choice."""

from __future__ import annotations

from typing import Any

from bocage.log import judge
from bocage.log.create import create
from bocage.log.projection import propose
from bocage.log.records import Entry
from bocage.log.view import decision_view
from bocage.rules.kernel.registry import find_game


def test_forced_decision_is_flagged_to_its_owner_with_odds() -> None:
    match, body = create(find_game("company_commander"), "ann")

    def add(fact: Any) -> None:
        proposal = propose(match, fact, 1000)
        match.extend(Entry(proposal.seq, max(1000, proposal.not_before), proposal.raw))

    add(body)
    for player in ("ann", "bob"):
        add(judge.sit(match, player, player.title(), nonce="0" * 32))
    add(judge.owed(match))
    said = {False: 0, True: 0}
    for _ in range(400):
        decision = match.decision()
        if decision is None:
            break
        asked, plain = decision_view(match, decision.seat, odds=True), decision_view(match, decision.seat)
        assert asked is not None
        assert plain is not None
        assert not plain.forced
        assert asked.forced == match.game.forced(match.state)
        assert decision_view(match, 1 - decision.seat, odds=True) is None
        said[asked.forced] += 1
        add(judge.act(match, decision.seat, match.seq, decision.actions[-1]))
    assert said[True] > 10
    assert said[False] > 20

"""The job that services are compared on, and the peers that need no npm."""

from __future__ import annotations

from random import Random

import pytest

from bocage.rules.dice import Dice, Key
from bocage.rules.kernel.registry import register
from tests.bench.duel import DUEL
from tests.bench.peers import __main__ as bench
from tests.bench.peers.duel import Table
from tests.tally import TALLY


def test_a_duel_keeps_its_cards() -> None:
    state = DUEL.setup(None, (None, None), Dice(Key(bytes(32)), 1)).state
    rng = Random(1)
    for seq in range(2, 50):
        decision = DUEL.decision(state)
        assert decision is not None
        state = DUEL.apply(state, rng.choice(decision.actions), Dice(Key(bytes(32)), seq)).state
        DUEL.assert_invariants(state)


def test_a_peer_refuses_what_is_not_legal() -> None:
    table = Table("m")
    held, not_held = table.hands[0][0], (set(range(1, 81)) - set(table.hands[0])).pop()
    table.play(table.judge(0, held))
    for seat, card in ((0, held), (1, 0), (0, not_held)):
        with pytest.raises(ValueError, match=str(card)):
            table.judge(seat, card)


def test_targets_are_ratios_of_rates() -> None:
    told = list(
        bench.verdicts({"Bocage: duel": 50.0, "Colyseus, appends before it tells": 40.0, "Bocage: squad": 50.0})
    )
    assert told == [
        "- Bocage: duel, of Colyseus, appends before it tells: 0.80, target ≥ 1: NOT MET",
        "- Bocage: squad, of Bocage: duel: 1.00, target ≥ 0.8: met",
        "- Bocage: squad: 20,000 actions a second and core, target ≥ 20,000, at least 17,000",
    ]


@pytest.mark.long
def test_designs_without_npm_run_to_their_end(monkeypatch: pytest.MonkeyPatch) -> None:
    register(TALLY)
    register(DUEL)
    monkeypatch.setattr(bench, "WARM", 0.05)
    monkeypatch.setattr(bench, "SECONDS", 0.1)
    monkeypatch.setattr(bench, "MATCHES", 4)
    designs = [design for design in bench.designs(None) if "mjs" not in design.command[-1]]
    assert len(designs) == 5
    lines = bench.table({design: [bench.measure(design, None)] for design in designs}).splitlines()
    assert [line.split(" | ")[0].removeprefix("| ") for line in lines[4:]] == [one.name for one in designs]

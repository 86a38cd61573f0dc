"""Makes a failing world smaller, step by step, as long as the same sentence breaks."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from tests.simulate.plan import Plan
from tests.simulate.world import Result, run

#: Worlds tried at most.
TRIES = 200


def smaller(plan: Plan) -> Iterator[Plan]:
    """Worlds that are a little smaller, those first that leave most out."""

    def but(**fields: object) -> Plan:
        return msgspec.structs.replace(plan, **fields)

    faults = plan.faults
    if len(faults) > 3:
        half = len(faults) // 2
        yield but(faults=faults[half:])
        yield but(faults=faults[:half])
    for number in range(len(faults)):
        yield but(faults=faults[:number] + faults[number + 1 :])
    for field, least in (("matches", 1), ("watchers", 0), ("nodes", 1), ("turns", 1)):
        value = getattr(plan, field)
        if value > least:
            yield but(**{field: least})
            if value > least + 1:
                yield but(**{field: value - 1})
    for number, fault in enumerate(faults):
        if fault.lasts > 0.1:
            shorter = msgspec.structs.replace(fault, lasts=round(fault.lasts / 2, 2))
            yield but(faults=(*faults[:number], shorter, *faults[number + 1 :]))


def shrink(plan: Plan, result: Result) -> tuple[Plan, Result]:
    """The smallest world found that breaks the same invariant, and how it does."""
    assert result.broken is not None
    tries = 0
    found = True
    while found and tries < TRIES:
        found = False
        for candidate in smaller(plan):
            tries += 1
            outcome = run(candidate)
            if outcome.broken is not None and outcome.broken.sentence == result.broken.sentence:
                plan, result, found = candidate, outcome, True
                break
            if tries >= TRIES:
                break
    return plan, result

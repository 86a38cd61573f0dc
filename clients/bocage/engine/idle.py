"""Actions without effect, such as a shot that cannot hit: advised only if significantly better."""

from __future__ import annotations

from typing import Any

from bocage.engine.search import DROP, Verdict
from bocage.engine.values import idle_of
from bocage.rules.kernel import Game, Seen


def advised(game: Game[Any], seen: Seen, verdict: Verdict) -> tuple[Any, bool]:
    """Return the action to advise, and whether it has no effect.

    That is the action chosen by the search; if it has no effect, the best of those with an effect that are not
    significantly behind.
    """
    chosen, is_idle = verdict.action, idle_of(game.id)
    if is_idle is None or not is_idle(seen, chosen):
        return chosen, False
    lead, error = 0.0, 0.0
    if chosen != verdict.prior:
        found = next(one for one in verdict.candidates if one.action == chosen)
        lead, error = found.lead, found.error
    # All leads are relative to the heuristic's action, whose own lead is 0.
    alike = [
        (one.lead, one.action)
        for one in verdict.candidates
        if one.worlds > 1 and one.action != chosen and one.lead - lead + DROP * max(one.error, error) > 0
    ]
    if chosen != verdict.prior and lead < DROP * error:
        alike.append((0.0, verdict.prior))
    alike = [pair for pair in alike if not is_idle(seen, pair[1])]
    if not alike:
        return chosen, True
    return max(alike, key=lambda pair: pair[0])[1], False

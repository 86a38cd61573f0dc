"""Hints: the engine's action and reason for a viewed document, and nothing else.

The reason compares the action with the others, each played in worlds imagined from the view; it is a theme of the
evaluation, or how the game ends. The same view gives the same hint on every machine.
"""

from __future__ import annotations

from typing import Any

import msgspec

from bocage.engine.evaluate import seed_of, seen_in
from bocage.engine.idle import advised
from bocage.engine.search import Candidate
from bocage.engine.strongest import Strongest, strongest
from bocage.engine.version import version_of
from bocage.engine.way_out import way_out
from bocage.engine.why import Account, why
from bocage.protocol.hint import Advice, HintQuestion
from bocage.protocol.review import Why
from bocage.rules.kernel import Seen
from bocage.rules.kernel.registry import find_game

#: Most worlds for finding the reason, with the budget of the level.
WORLDS = 200
#: Least number of worlds, however small the budget is.
FEWEST = 8
#: Number of worlds without a win from which the position counts as lost.
SURELY = 16
#: Least lead, in chances of winning and in standard errors, of a better action.
WORTH, SURE = 0.01, 1.5


def hint(question: HintQuestion) -> Advice:
    """Return the engine's advice.

    Raises ``NoEngineError``, ``UnknownGameError`` for rules that are not installed, ``UnimaginableError``.
    """
    view: dict[str, Any] = msgspec.json.decode(question.view)
    game = find_game(question.game, view["rules"])
    best = strongest(game)
    actions: list[Any] = msgspec.json.decode(question.actions, type=list[game.Actions])  # type: ignore[name-defined]
    if len(actions) == 1:
        return Advice(0, Why("only"), version_of(game.id))
    seen = seen_in(game, view, view["turn"], actions)
    seed = seed_of(view, 0)
    verdict = best.search().choose(seen, view, actions, f"{seed}/hint")
    chosen, is_idle = advised(game, seen, verdict)
    others = [action for action in actions if action != chosen]
    because = _why(best, seen, chosen, others, f"{seed}/why") if others else Why("only")
    if is_idle and because.theme == "close":
        # It was better than all actions with an effect, so calling them equal would be odd.
        because = Why("ahead")
    elif not verdict.won and verdict.worlds >= SURELY and all(not one.sum for one in verdict.candidates):
        # There may be a win that the heuristic does not find.
        narrow = way_out(game, best.ahead, seen, actions, f"{seed}/way")
        chosen, because = (narrow, Why("ahead")) if narrow is not None else (chosen, Why("lost"))
    return Advice(actions.index(chosen), because, version_of(game.id))


def _why(best: Strongest, seen: Seen, chosen: Any, others: list[Any], seed: str) -> Why:
    """Return the advantage of ``chosen`` over the others, one of which is played in each world."""
    ahead, seat, turns = best.ahead, seen.viewer, best.level.turns
    options = msgspec.to_builtins(seen.options)
    lead, budget = Candidate(chosen), best.level.nodes
    accounts = [Account(best.game, best.value, seat) for _ in range(2)]
    while lead.worlds < FEWEST or (budget > 0 and lead.worlds < WORLDS):
        number = lead.worlds
        world = ahead.imagine(seen, f"{seed}/{number}/world")
        worth = []
        for action, account in zip((chosen, others[number % len(others)]), accounts, strict=True):
            reached, steps = ahead.reach(world, options, f"{seed}/{number}/dice", turns, action)
            worth.append(ahead.judge(reached, seat))
            account.add(reached, worth[-1])
            budget -= steps
        lead.add(worth[0] - worth[1])
    return why(accounts[0], accounts[1]) if lead.lead > max(WORTH, SURE * lead.error) else Why("close")

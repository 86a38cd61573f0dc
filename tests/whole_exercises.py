"""``python -m tests.whole_exercises company_commander``: positions with one choice clearly better in whole games.

For a game whose evaluation is not good enough to teach by. What is listed is taken by ``tests.exercises --whole``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from bocage.log.lesson import EXERCISE, Script
from bocage.rules.kernel import AnyGame
from bocage.rules.kernel.registry import find_game
from tests.exercises import Compared, Judge, asked_for, choices, compare, decisions, described, seen_at

#: Nobody wants to read more choices.
MOST_CHOICES = 8
#: (worlds, how far the best choice must at least be ahead of the worst): every choice is looked at in them.
LOOKS = ((2, 0.01), (5, 0.4), (15, 0.3))
#: The best and the worst are held against each other in so many fresh worlds: as far ahead, in standard errors.
FRESH = ((30, 0.15, 2), (100, 0.15, 3))
#: Of one kind of decision so many are listed of a match; they are much alike.
ALIKE = 2


def critical(table: Mapping[str, Any]) -> bool:
    """Whether the end of a game of COMPANY COMMANDER is near for both sides, by score or by fronts."""
    low, high = sorted(table["score"].values())
    if high >= 8 and low >= 5:
        return True
    held = Counter(side for side, _ in {(one["front"][:2], one["front"]) for one in table["units"].values()})
    return table["turn"] >= 3 and min(held["us"], held["de"]) <= 1


def anywhere(table: Mapping[str, Any]) -> bool:
    """Every position is looked at: in games that are short."""
    return True


#: Games → which tables are looked at. Far from the end one choice decides little, and playing on takes long.
CRITICAL: MappingProxyType[str, Callable[[Mapping[str, Any]], bool]] = MappingProxyType(
    {"company_commander": critical}
)


def fresh(judge: Judge, script: Script, actions: list[Any], against: int, worlds: int, seed: str) -> list[Compared]:
    """``actions`` compared in worlds of their own, which follow from ``seed`` and where ``script`` stands."""
    name = f"{EXERCISE}/{seed}/{len(script.actions)}/{worlds}"
    return compare(judge, seen_at(script), actions, against, worlds, name)


def found_at(judge: Judge, script: Script, seed: str) -> tuple[list[Compared], int, int] | None:
    """All choices where ``script`` stands, the places of the worst and of the best; or None."""
    actions = choices(script)
    for worlds, least in LOOKS:
        found = fresh(judge, script, actions, 0, worlds, seed)
        places = sorted(range(len(found)), key=lambda at: found[at].sum)
        worst, best = places[0], places[-1]
        if found[best].sum - found[worst].sum < least * worlds:
            return None
    for worlds, least, errors in FRESH:
        top = fresh(judge, script, [actions[best], actions[worst]], 1, worlds, seed)[0].lead
        if top.lead < max(least, errors * top.error):
            return None
    return fresh(judge, script, actions, worst, 40, seed), worst, best


def search(game: AnyGame, seed: str, options: dict[str, Any], number: int, share: float) -> Iterator[str]:
    """What may become an exercise out of one match, in words."""
    judge, near, had = Judge(game, True), CRITICAL.get(game.id, anywhere), Counter[str]()
    for script, _, _ in decisions(game, seed, options, number, share):
        decision = script.match.decision()
        assert decision is not None
        if not 2 <= len(decision.actions) <= MOST_CHOICES or had[decision.kind] >= ALIKE:
            continue
        if near(game.view(script.match.state, decision.seat)) and (
            one := found_at(judge, script, f"{seed}/{number}")
        ):
            had[decision.kind] += 1
            yield f"{number}/{len(script.actions)} seat {decision.seat} {decision.kind}\n{described(*one)}"


def main() -> None:
    """The command."""
    chosen = asked_for(__doc__).parse_args()
    options = msgspec.json.decode(chosen.options)
    for number in range(chosen.first, chosen.first + chosen.games):
        for one in search(find_game(chosen.game), chosen.seed, options, number, chosen.share):
            print(one, flush=True)


if __name__ == "__main__":
    main()

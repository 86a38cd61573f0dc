"""The review of a finished game: chances of winning, luck and skill.

Two questions are asked of every decision with a choice. *Was there a better action?* is judged by the player's
knowledge: the engine searches from their view, and compares its action with the one played in fresh worlds that are
imagined from that view. *How likely was a win?* is judged with open hands, because only then is everything that
follows luck; in solo games the player's own view is used, as there is no other. Unknown chance (dice to come, the
order of a deck) is drawn again, and rollouts use the heuristic, the *quick play*. So a choice better than the quick
play's would look like luck; its lead over that choice, in fresh worlds, is counted as skill instead.

If nothing is revealed between several choices, there is one chance that they alone change. Each estimates it, and
their mean is taken, so that differences of estimates are not counted as luck.

Everything depends only on the course of the game, the match id, and the engine: the result is the same on every
machine. Budgets are counted in actions, not in seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from statistics import fmean
from typing import Any, NamedTuple

import msgspec

from bocage.engine.chance import WorldDice
from bocage.engine.evaluate import seen_in
from bocage.engine.idle import advised
from bocage.engine.lookahead import result_for
from bocage.engine.search import Candidate, Search
from bocage.engine.strongest import Strongest
from bocage.engine.values import review_nodes_of, review_search_of
from bocage.engine.version import version_of
from bocage.engine.why import Account, why
from bocage.protocol.review import Review, ReviewedChoice, ReviewedSeat, Why
from bocage.rules.kernel import OPEN, Context, Decision, Game, Viewer
from bocage.rules.kernel.course import Course, CourseStep, play_again
from bocage.rules.kernel.registry import find_game

#: Share of the budget after the search for each comparison in fresh worlds, and least share for the chance of
#: winning, which gets the rest.
FRESH, LEAST = 0.25, 1 / 3
#: Least lead of a better action in fresh worlds: in standard errors, and in chances of winning.
SURE, WORTH = 2.0, 0.02
#: Samples per choice: minimum; minimum for a verdict; maximum.
FEWEST, EVIDENCE, MOST = 4, 40, 2_000
#: Number of costliest choices listed.
NAMED = 3
#: Worlds, indistinguishable to a player, in which an action must show the same to reveal nothing; with open hands
#: they differ only in the next cards of a deck.
ALIKE, ALIKE_OPEN = 16, 4


class Finding(msgspec.Struct, frozen=True):
    """The engine's finding about one choice, independent of what followed.

    ``chance``: of seat 0, with the better action or the one played. ``gain``: lead of that action over the quick
    play's. ``linked``: nothing unknown was revealed since the previous choice. ``follows``: nor since a mistake of
    the same seat, which was shown nothing since.
    """

    seq: int
    seat: int
    action: dict[str, Any]
    chance: float
    lead: float = 0.0
    better: Any = None
    why: Why | None = None
    gain: float = 0.0
    linked: bool = False
    follows: bool = False


class Weighed(NamedTuple):
    """A finding after combining a chain. ``quick``: chance of seat 0 if the quick play goes on."""

    found: Finding
    quick: float
    gain: float
    lead: float


def review(course: Course, nodes: int = 0, tell: Callable[[int, int], None] = lambda done, choices: None) -> Review:
    """Review a game. ``nodes``: budget of actions; 0: the game's default.

    ``tell`` receives the progress: choices done, and all. Raises :class:`NoEngineError`, ``UnknownGameError`` for
    rules that are not installed.
    """
    return _Reviewer(course, nodes, tell).review()


class _Reviewer:
    def __init__(self, course: Course, nodes: int, tell: Callable[[int, int], None]) -> None:
        self._course = course
        self._tell = tell
        self._game: Game[Any] = find_game(course.game, course.rules)
        self._left = nodes or review_nodes_of(course.game)
        #: Share of a choice's budget for the search.
        self._share = review_search_of(course.game)
        self._best = Strongest(self._game)
        self._ahead = self._best.ahead
        self._turns = self._best.level.turns
        #: Viewer for the chance of winning: in solo games the player's own view.
        self._judge: Viewer = OPEN if self._game.seats > 1 else 0

    def review(self) -> Review:
        game, course = self._game, self._course
        choices = sum(
            owed is not None and len(owed.actions) > 1 for _, owed, step in play_again(game, course) if step
        )
        findings: list[Finding] = []
        last = result = None
        #: Nothing was revealed since the last choice; and seats whose mistakes may still be repaired, as they were
        #: shown nothing since.
        linked, hopeful = False, set[int]()
        for state, decision, step in play_again(game, course):
            if step is None or decision is None:
                if game.outcome(state) is not None:
                    last = result = result_for(game, state, 0)
                else:
                    last = self._chance(state, None, "end", self._left)
                continue
            if len(decision.actions) > 1:
                share = self._left // max(1, choices - len(findings))
                found = self._look(state, decision, step.seq, step.action, share)
                findings.append(msgspec.structs.replace(found, linked=linked, follows=step.seat in hopeful))
                linked = True
                if found.lead > 0:
                    hopeful.add(step.seat)
                self._tell(len(findings), choices)
            linked = linked and not self._shows(state, step, self._judge)
            hopeful = {
                seat
                for seat in sorted(hopeful)
                if linked and (seat == self._judge or not self._shows(state, step, seat))
            }
        assert last is not None
        chosen = list(_choices(findings, last))
        return Review(
            match=course.match,
            game=course.game,
            engine=version_of(course.game),
            choices=chosen,
            seats=[_sums(chosen, seat) for seat in range(game.seats)],
            costliest=_costliest(chosen),
            result=msgspec.UNSET if result is None else result,
        )

    def _look(self, state: Any, decision: Decision, seq: int, played: Any, budget: int) -> Finding:
        seat = decision.seat
        document = {
            "rules": self._game.rules,
            "options": self._course.options,
            "turn": seat,
            "decision": decision.kind,
            "table": self._game.view(state, seat),
        }
        plain = msgspec.json.decode(msgspec.json.encode(document))
        seen = seen_in(self._game, plain, seat, decision.actions)
        name = f"{self._course.match}/{seq}"
        begun = self._left
        verdict = self._search(int(budget * self._share)).choose(seen, plain, decision.actions, f"{name}/search")
        self._left -= verdict.nodes
        fresh = int((budget - verdict.nodes) * FRESH)
        found, _ = advised(self._game, seen, verdict)
        quick = decision.actions[self._best.heuristic.index(plain, decision.actions)]
        better, lead, because, ahead = None, 0.0, None, 0.0
        for option in (found,) if quick in (found, played) else (found, quick):
            if option == played or better is not None:
                continue
            behind, accounts = self._lead(seen, option, played, f"{name}/fresh", fresh)
            sure = _for_sure(behind)
            if sure > 0 and not self._done_soon(option, seq, seat):
                better, lead, because = option, sure, why(accounts[0], accounts[1])
            elif option == quick:
                ahead = max(0.0, -sure)
        best = played if better is None else better
        if better is None:
            gain = ahead
        elif quick in (better, played):
            gain = lead if quick == played else 0.0
        else:
            gain = max(0.0, _for_sure(self._lead(seen, better, quick, f"{name}/quick", fresh)[0]))
        rest = max(budget - (begun - self._left), int(budget * LEAST))
        chance = self._chance(state, best, f"{name}/open", rest)
        return Finding(seq, seat, msgspec.to_builtins(played), chance, lead, better, because, gain)

    def _done_soon(self, action: Any, seq: int, seat: int) -> bool:
        """True if the seat plays the same action next, before dice or the opponent: only the order differs."""
        told = msgspec.to_builtins(action)
        for step in self._course.steps:
            if step.seq > seq:
                if step.seat != seat or step.draws:
                    return False
                if msgspec.to_builtins(step.action) == told:
                    return True
        return False

    def _shows(self, state: Any, step: CourseStep, viewer: Viewer) -> bool:
        """True if a step drew something, or revealed something to a viewer.

        Cards in a fixed order take no draw, but then worlds that looked the same to the viewer look different
        afterwards. An action of another seat also reveals something if it is not legal in all of them.
        """
        if step.draws:
            return True
        game, views = self._game, set()
        for number in range(ALIKE_OPEN if viewer == OPEN else ALIKE):
            name = f"{self._course.match}/{step.seq}/shown/{number}"
            world = game.resample(state, viewer, WorldDice(f"{name}/world"))
            if viewer not in (OPEN, step.seat):
                owed = game.decision(world)
                if owed is None or owed.seat != step.seat or step.action not in owed.actions:
                    return True
            game.reduce(world, step.action, Context(WorldDice(f"{name}/dice")))
            views.add(msgspec.json.encode(game.view(world, viewer)))
            self._left -= 1
        return len(views) > 1

    def _search(self, budget: int) -> Search:
        """Return the search for better actions; if none is stronger than the heuristic, only the latter."""
        return self._best.search(max(1, budget)) if self._best.level.searches else self._best.unsearched()

    def _lead(self, seen: Any, one: Any, other: Any, seed: str, budget: int) -> tuple[Candidate, list[Account]]:
        """Return the lead of ``one`` over ``other`` in fresh worlds, and the accounts of both.

        If one of them seems to lead, enough worlds for a verdict are sampled, regardless of the budget.
        """
        options, seat = self._course.options, seen.viewer
        lead = Candidate(one)
        accounts = [Account(self._game, self._best.value, seat) for _ in range(2)]
        while (
            lead.worlds < FEWEST
            or (budget > 0 and lead.worlds < MOST)
            or (lead.worlds < EVIDENCE and abs(lead.lead) > max(WORTH, lead.error))
        ):
            world = self._ahead.imagine(seen, f"{seed}/{lead.worlds}/world")
            worth = []
            for action, account in zip((one, other), accounts, strict=True):
                dice = f"{seed}/{lead.worlds}/dice"
                reached, steps = self._ahead.reach(world, options, dice, self._turns, action)
                worth.append(self._ahead.judge(reached, seat))
                account.add(reached, worth[-1])
                budget -= steps
                self._left -= steps
            lead.add(worth[0] - worth[1])
        return lead, accounts

    def _chance(self, state: Any, action: Any, seed: str, budget: int) -> float:
        """Estimate the chance of seat 0 if ``action`` (None: the heuristic's) is played."""
        total, worlds = 0.0, 0
        while worlds < FEWEST or (budget > 0 and worlds < MOST):
            world = self._game.resample(state, self._judge, WorldDice(f"{seed}/{worlds}/world"))
            dice = f"{seed}/{worlds}/dice"
            chance, steps = self._ahead.play_on(world, self._course.options, 0, dice, self._turns, action)
            total += chance
            worlds += 1
            budget -= steps
            self._left -= steps
        return total / worlds


def _for_sure(lead: Candidate) -> float:
    """Return the lead if it is significant, else 0."""
    sure = lead.worlds >= EVIDENCE and abs(lead.lead) > max(WORTH, SURE * lead.error)
    return lead.lead if sure else 0.0


def _seen_by(seat: int, chance: float) -> float:
    """Convert a chance of seat 0 to one of ``seat``, or back."""
    return chance if seat == 0 else 1 - chance


def _choices(findings: list[Finding], last: float) -> Iterator[ReviewedChoice]:
    """Yield reviewed choices; chances are those of the deciding seat. ``last``: final chance of seat 0."""
    chains: list[list[Finding]] = []
    for found in findings:
        if found.linked and chains:
            chains[-1].append(found)
        else:
            chains.append([found])
    weighed = [one for chain in chains for one in _weighed(chain)]
    for at, (found, quick, gain, lead) in enumerate(weighed):
        then = weighed[at + 1].quick if at + 1 < len(weighed) else last
        quick, after = (_seen_by(found.seat, chance) for chance in (quick, then))
        before, is_worse = quick + gain, lead > 0
        yield ReviewedChoice(
            seq=found.seq,
            seat=found.seat,
            action=found.action,
            before=_rounded(before),
            chosen=_rounded(before - lead),
            after=_rounded(after),
            quick=_rounded(quick),
            better=msgspec.to_builtins(found.better) if is_worse else msgspec.UNSET,
            why=(found.why or msgspec.UNSET) if is_worse else msgspec.UNSET,
        )


def _weighed(chain: list[Finding]) -> list[Weighed]:
    """Combine choices without revelations in between: one chance that they alone change, estimated by each of them.

    The apparent cost of a choice may equal the gain of a later choice of the same seat over the quick play: the
    quick play, which judges the first, does not find what is still possible. Then it is neither loss nor gain.
    Other choices may come between the two: a move is declared, nobody fires, and then it is made.
    """
    gains, leads = [found.gain for found in chain], [found.lead for found in chain]
    signs = [1 if found.seat == 0 else -1 for found in chain]
    #: Correction to each estimate for mistakes repaired later in the chain.
    unseen = [0.0] * len(chain)
    mistakes: dict[int, list[int]] = {}
    for at, found in enumerate(chain):
        own = mistakes.setdefault(found.seat, [])
        if not found.follows:
            own.clear()
        for past in reversed(own):
            kept = min(leads[past], gains[at])
            gains[at] -= kept
            leads[past] -= kept
            for between in range(past + 1, at):
                unseen[between] += signs[at] * kept
        if found.lead > 0:
            own.append(at)
    part = _possible(chain, unseen, *_changes(signs, gains, leads))
    gains = [gain * part for gain in gains]
    leads = [lead * part if lead * part >= WORTH else 0.0 for lead in leads]
    quick, best = _changes(signs, gains, leads)
    start = fmean(
        found.chance + more * part - change for found, more, change in zip(chain, unseen, best, strict=True)
    )
    start = min(max(start, -min(*quick, *best)), 1 - max(*quick, *best))
    return [
        Weighed(*each) for each in zip(chain, [start + change for change in quick[:-1]], gains, leads, strict=True)
    ]


def _possible(chain: list[Finding], unseen: list[float], quick: list[float], best: list[float]) -> float:
    """Return the feasible share of all changes, 0 to 1, given the chances found.

    A lead is the player's expectation; if a hidden hand leaves no chance, there was as little to lose.
    """
    chance = fmean(found.chance for found in chain)
    shift = fmean(change - more for change, more in zip(best, unseen, strict=True))
    down, up = shift - min(*quick, *best), max(*quick, *best) - shift
    return max(0.0, min(1.0, chance / down if down > 0 else 1.0, (1 - chance) / up if up > 0 else 1.0))


def _changes(signs: list[int], gains: list[float], leads: list[float]) -> tuple[list[float], list[float]]:
    """Return changes of the chance of seat 0 since before the first choice: with the quick play before each choice
    and after the last one; and with the best action of each.
    """
    quick, best = [0.0], []
    for sign, gain, lead in zip(signs, gains, leads, strict=True):
        best.append(quick[-1] + sign * gain)
        quick.append(best[-1] - sign * lead)
    return quick, best


def _rounded(chance: float) -> float:
    return round(min(1.0, max(0.0, chance)), 4)


def _sums(choices: list[ReviewedChoice], seat: int) -> ReviewedSeat:
    luck = given = skill = 0.0
    own = 0
    for choice in choices:
        luck += (choice.after - choice.chosen) * (1 if choice.seat == seat else -1)
        if choice.seat == seat:
            own += 1
            given += choice.before - choice.chosen
            skill += choice.chosen - choice.quick
    return ReviewedSeat(seat, own, round(luck, 4), round(given, 4), round(skill, 4))


def _costliest(choices: list[ReviewedChoice]) -> list[int]:
    costly = sorted(
        (one for one in choices if one.before > one.chosen), key=lambda one: (one.chosen - one.before, one.seq)
    )
    return [one.seq for one in costly[:NAMED]]

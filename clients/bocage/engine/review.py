"""The review of a finished game: how likely each seat was to win, what luck did, and what choices brought.

Two questions are asked of every decision with a choice. *Was there a better action?* is judged by what the player
could know: the engine searches from their view, and what it finds is compared with what was played in fresh worlds
that are imagined from that view. *How likely was a win?* is judged with all hands open, because only then is what
follows luck and nothing else; of who plays alone, by what they see, for there are no other eyes. What nobody knew
(dice to come, the order of a deck) is drawn anew there, and all go on by the heuristic, the *quick play*. So a
choice that is better would be told as luck; what it has before the quick play's own choice, in fresh worlds again,
is skill instead.

Where nothing comes out between choices, there is one chance that they alone change. Each estimates it, and the
mean of all is taken: an estimate is never luck.

Everything follows from the course of the game, its match's id, and the engine: the same bytes again, on every
machine. Budgets are counted in actions that are carried out, never in seconds.
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

#: The share of what the search leaves of a choice's budget, for fresh worlds, each time. The chance of winning has
#: what is left then, and no less than a third of it all.
FRESH, LEAST = 0.25, 1 / 3
#: A better action is one whose lead in fresh worlds is above so many standard errors, and above so much of a win.
SURE, WORTH = 2.0, 0.02
#: Worlds that are looked at however small the budget is; without which nothing is sure; and more than which tell
#: nothing new.
FEWEST, EVIDENCE, MOST = 4, 40, 2_000
#: How many choices are named as the costliest.
NAMED = 3
#: In so many worlds that look the same to a player, what an action shows them would hardly be the same by accident;
#: with all hands open, only the next cards of a deck can differ.
ALIKE, ALIKE_OPEN = 16, 4


class Finding(msgspec.Struct, frozen=True):
    """What the engine found about one choice, before it is known what came of it.

    ``chance``: of seat 0, with the better action or the one that was played. ``gain``: by how much that action
    leads the quick play's. ``linked``: since the choice before, nothing came out that nobody knew. ``follows``:
    nor did anything since a mistake of the same seat, and since then it was shown nothing.
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
    """A finding beside those that it is linked with. ``quick``: the chance of seat 0 if the quick play goes on."""

    found: Finding
    quick: float
    gain: float
    lead: float


def review(course: Course, nodes: int = 0, tell: Callable[[int, int], None] = lambda done, choices: None) -> Review:
    """Review a game. ``nodes``: about so many actions are carried out; 0: the game's usual number.

    ``tell``: is told how many choices were looked at, and how many there are.

    Raises :class:`NoEngineError`, ``UnknownGameError`` for rules that are not installed.
    """
    return _Reviewer(course, nodes, tell).review()


class _Reviewer:
    def __init__(self, course: Course, nodes: int, tell: Callable[[int, int], None]) -> None:
        self._course = course
        self._tell = tell
        self._game: Game[Any] = find_game(course.game, course.rules)
        self._left = nodes or review_nodes_of(course.game)
        #: Of a choice's budget, for the search.
        self._share = review_search_of(course.game)
        self._best = Strongest(self._game)
        self._ahead = self._best.ahead
        self._turns = self._best.level.turns
        #: By whose eyes the chance of winning is judged: who plays alone knows no more than they see.
        self._judge: Viewer = OPEN if self._game.seats > 1 else 0

    def review(self) -> Review:
        game, course = self._game, self._course
        choices = sum(
            owed is not None and len(owed.actions) > 1 for _, owed, step in play_again(game, course) if step
        )
        findings: list[Finding] = []
        last = result = None
        #: Whether nothing came out since the last choice; and whose mistakes may still be made good, because they
        #: were shown nothing since.
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
        """Whether the seat did that too, right after, before any chance or anybody else: the order is all."""
        told = msgspec.to_builtins(action)
        for step in self._course.steps:
            if step.seq > seq:
                if step.seat != seat or step.draws:
                    return False
                if msgspec.to_builtins(step.action) == told:
                    return True
        return False

    def _shows(self, state: Any, step: CourseStep, viewer: Viewer) -> bool:
        """Whether a step drew something, or showed a viewer what they did not know.

        Cards that lie in their order take no draw: worlds that looked the same to the viewer look different then.
        What another seat does shows something, too, where it could not have done it in one of them.
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
        """The search for something better; in a game in which none is stronger than the heuristic, that alone."""
        return self._best.search(max(1, budget)) if self._best.level.searches else self._best.unsearched()

    def _lead(self, seen: Any, one: Any, other: Any, seed: str, budget: int) -> tuple[Candidate, list[Account]]:
        """By how much ``one`` leads ``other`` in fresh worlds, and what each of them leads to.

        As long as one of them seems to lead, enough worlds are looked at, whatever the budget, to be sure of it.
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
        """How likely seat 0 wins if ``action`` (None: what the heuristic says) is played now."""
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
    """The lead, where it is no accident of the few worlds that were looked at; else 0."""
    sure = lead.worlds >= EVIDENCE and abs(lead.lead) > max(WORTH, SURE * lead.error)
    return lead.lead if sure else 0.0


def _seen_by(seat: int, chance: float) -> float:
    """A chance of seat 0 as one of ``seat``, and the other way round."""
    return chance if seat == 0 else 1 - chance


def _choices(findings: list[Finding], last: float) -> Iterator[ReviewedChoice]:
    """Findings with what came of them; chances as those of the seat that chose. ``last``: of seat 0, at the end."""
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
    """Choices between which nothing came out: one chance that they alone change, estimated by all of them.

    What a choice seems to give away, and what is better than the quick play at a later one of the same seat, may be
    the same: the quick play, which judges the first, misses what is still there. It is no loss then, and no gain.
    Between the two may lie other choices: a move is declared, nobody fires, and then it is made.
    """
    gains, leads = [found.gain for found in chain], [found.lead for found in chain]
    signs = [1 if found.seat == 0 else -1 for found in chain]
    #: By how much more of seat 0's chance each estimate would be, did it know of what is made good after it.
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
    """How much of all changes there can be, 0 to 1, around the chances that were found.

    A lead is what the player could expect; where a hidden hand leaves no chance, there was as little to give away.
    """
    chance = fmean(found.chance for found in chain)
    shift = fmean(change - more for change, more in zip(best, unseen, strict=True))
    down, up = shift - min(*quick, *best), max(*quick, *best) - shift
    return max(0.0, min(1.0, chance / down if down > 0 else 1.0, (1 - chance) / up if up > 0 else 1.0))


def _changes(signs: list[int], gains: list[float], leads: list[float]) -> tuple[list[float], list[float]]:
    """By how much the chance of seat 0 differs from that before the first choice: if the quick play goes on before
    each choice, and after the last; and with the best action of each."""
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

"""``python -m tests.exercises squad --games 20``: positions of seeded matches with one choice clearly better.

``--take 3/41 --take 7/58`` looks at these (match/number of actions before) in many worlds and writes them as the
exercises of the game. What is said of an exercise is written by hand, into the same file, and kept.
Held against the best choice is what was played in the match; with ``--take 3/41/2`` what a bot that plays by chance
does there, with the seed 2.

``--whole`` plays every choice to the end of the game, for a game whose evaluation is not good enough to teach by.
Such positions are looked for by ``tests.whole_exercises``.
"""

from __future__ import annotations

import argparse
import hashlib
import math
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from bocage.engine.evaluate import seen_in
from bocage.engine.lookahead import Lookahead
from bocage.engine.search import Candidate
from bocage.engine.strongest import strongest
from bocage.engine.values.value import Value
from bocage.engine.why import Account, why
from bocage.log.lesson import EXERCISE, Script
from bocage.protocol.review import Why
from bocage.rules.kernel import AnyGame, Comment, Seen
from bocage.rules.kernel.exercise import FILE, Choice, Exercise, Exercises
from bocage.rules.kernel.registry import find_game
from tests.checkout import ROOT

#: Share of actions that are taken by chance.
STRAY = 0.12
#: Worlds for a first look, for the second one, and for what is written.
FIRST, SECOND = 12, 80
#: At least so much must have been given away; and nobody wants to read more choices than this.
MUCH, MOST_CHOICES = 0.08, 12
#: A test looks at so many worlds, at more where a game is short enough to be played to its end, or that is near.
WORLDS, SHORT_WORLDS, WHOLE_WORLDS = 12, 120, 60
#: It asks for this part of the lead that was found there, or in all worlds.
PART = 0.5


class Judge:
    """What says how good a position is: the evaluation after some turns, or the end of the game."""

    def __init__(self, game: AnyGame, whole: bool, turns: int = 0) -> None:
        """``whole``: games are played to their ends. ``turns``: else as many; 0: as the strongest level."""
        best = strongest(game)
        self.game = game
        self.turns = turns or best.level.turns
        self.value: Value | None = None if whole else best.value
        self.ahead = Lookahead(game, best.heuristic, self.value)
        #: Worlds that a test looks at.
        self.worlds = WHOLE_WORLDS if whole else WORLDS if best.value else SHORT_WORLDS


class Compared(msgspec.Struct):
    """One action of a decision: in each world its result, less that of the one that was played."""

    lead: Candidate
    account: Account
    sum: float = 0.0


def document(script: Script, seat: int) -> dict[str, Any]:
    """What the seat that decides sees, as it comes over the wire."""
    match = script.match
    decision = match.decision()
    assert decision is not None
    seen = {
        "rules": match.game.rules,
        "options": match.created.options,
        "turn": seat,
        "decision": decision.kind,
        "table": match.game.view(match.state, seat),
    }
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(seen))
    return plain


def compare(
    judge: Judge, seen: Seen, actions: list[Any], played: int, worlds: int, seed: str = EXERCISE
) -> list[Compared]:
    """Every action, played on in the same worlds with the same dice."""
    options, ahead = msgspec.to_builtins(seen.options), judge.ahead
    found = [Compared(Candidate(one), Account(judge.game, judge.value, seen.viewer)) for one in actions]
    for number in range(worlds):
        world = ahead.imagine(seen, f"{seed}/{number}/world")
        worth = []
        for one in found:
            reached, _ = ahead.reach(world, options, f"{seed}/{number}/dice", judge.turns, one.lead.action)
            worth.append(ahead.judge(reached, seen.viewer))
            one.account.add(reached, worth[-1])
        for one, value in zip(found, worth, strict=True):
            one.sum += value
            one.lead.add(value - worth[played])
    return found


def choices(script: Script) -> list[Any]:
    """What may be done where ``script`` stands."""
    decision = script.match.decision()
    assert decision is not None
    return list(decision.actions)


def seen_at(script: Script) -> Seen:
    """What the seat that decides sees where ``script`` stands."""
    decision = script.match.decision()
    assert decision is not None
    return seen_in(script.match.game, document(script, decision.seat), decision.seat, decision.actions)


def at(script: Script, played: Any, worlds: int, judge: Judge) -> tuple[list[Compared], int, int]:
    """All actions where ``script`` stands; the place of the one that is ``played``, and of the best."""
    actions = choices(script)
    place = actions.index(played)
    found = compare(judge, seen_at(script), actions, place, worlds)
    return found, place, max(range(len(found)), key=lambda one: found[one].lead.sum)


def lead(script: Script, better: Any, played: Any, whole: bool) -> float:
    """How much more of a win ``better`` brings than ``played``, looked at as briefly as a test does."""
    judge = Judge(script.match.game, whole)
    found = compare(judge, seen_at(script), [better, played], 1, judge.worlds, f"{EXERCISE}/test")
    return found[0].lead.lead


def decisions(
    game: AnyGame, seed: str, options: dict[str, Any], number: int, share: float = STRAY
) -> Iterator[tuple[Script, Any, bool]]:
    """Every decision of a match, what is played there, and whether it is a stray: by chance, and not the bot's.

    ``share``: of actions that are taken by chance.
    """
    heuristic = strongest(game).heuristic
    secret = hashlib.sha256(f"{seed}/{number}".encode()).digest()
    script, rng = Script(game, secret, options, (), EXERCISE), Random(f"{seed}/{number}")
    while (decision := script.match.decision()) is not None:
        usual = action = heuristic.choose(script.match.state, decision, script.match.created.options)
        if len(decision.actions) > 1 and rng.random() < share:
            action = rng.choice(decision.actions)
        yield script, action, action != usual
        script.act(action)


def matches(game: AnyGame, seed: str, options: dict[str, Any], number: int) -> Iterator[tuple[Script, Any]]:
    """Every action of a match that was taken by chance, and was not what the bot would have done."""
    for script, action, stray in decisions(game, seed, options, number):
        if stray and len(choices(script)) <= MOST_CHOICES:
            yield script, action


def described(found: list[Compared], played: int, best: int) -> str:
    """What was found, a line for each action."""
    lines = []
    for at_, one in enumerate(found):
        mark = {played: "played", best: "BEST"}.get(at_, "")
        mean, error = one.lead.lead, one.lead.error if at_ != played else 0.0
        action = msgspec.json.encode(one.lead.action).decode()
        lines.append(f"    {one.sum / one.lead.worlds:.3f} {mean:+.3f} ± {error:.3f} {mark:6} {action}")
    return "\n".join(lines)


def reason(found: list[Compared], played: int, best: int) -> Why:
    """Why the best is better than what was played."""
    return why(found[best].account, found[played].account)


def search(game: AnyGame, seed: str, options: dict[str, Any], numbers: range, judge: Judge) -> None:
    """Print what may become an exercise."""
    for number in numbers:
        for script, played in matches(game, seed, options, number):
            found, place, best = at(script, played, FIRST, judge)
            if found[best].lead.lead < MUCH:
                continue
            found, place, best = at(script, played, SECOND, judge)
            top = found[best].lead
            if top.lead > MUCH and top.lead > 3 * top.error:
                before = len(script.actions)
                because = msgspec.json.encode(reason(found, place, best)).decode()
                seat = script.match.decision().seat  # type: ignore[union-attr]
                print(f"{number}/{before} seat {seat} {because}\n{described(found, place, best)}", flush=True)


def found_again(game: AnyGame, seed: str, options: dict[str, Any], name: str, share: float) -> tuple[Script, Any]:
    """A match up to where ``name`` says, and what is held against the best choice there."""
    number, before, *by_chance = name.split("/")
    for script, played, _ in decisions(game, seed, options, int(number), share):
        if len(script.actions) == int(before):
            return script, Random(f"{seed}/{name}").choice(choices(script)) if by_chance else played
    raise ValueError(f"match {number} is over before {before} actions")


def take(
    game: AnyGame,
    seed: str,
    options: dict[str, Any],
    wanted: list[str],
    worlds: int,
    turns: int,
    whole: bool,
    share: float,
    made: str,
) -> Exercises:
    """The exercises named, looked at in many worlds, with the words that the game's file has for them."""
    path = ROOT / "service" / "bocage" / "rules" / game.id / FILE
    known = {}
    if path.exists():
        old = msgspec.json.decode(path.read_bytes(), type=Exercises)
        known = {(one.secret, len(one.actions)): one for one in old.exercises}
    exercises = []
    judge = Judge(game, whole, turns)
    for name in wanted:
        script, played = found_again(game, seed, options, name, share)
        found, place, best = at(script, played, worlds, judge)
        print(f"{name} {reason(found, place, best)}\n{described(found, place, best)}", flush=True)
        match = script.match
        decision = match.decision()
        assert decision is not None
        taken = [msgspec.to_builtins(action) for action in script.actions]
        secret = hashlib.sha256(f"{seed}/{name.partition('/')[0]}".encode()).digest().hex()
        words = known.get((secret, len(taken)))
        top = found[best].lead
        brief = lead(script, top.action, played, whole)
        print(f"    as a test finds it: {brief:+.3f}", flush=True)
        exercises.append(
            Exercise(
                secret=secret,
                options=match.created.options,
                seats=[msgspec.to_builtins(one) for one in match.seat_options],
                actions=taken,
                seat=decision.seat,
                choices=[
                    Choice(
                        msgspec.to_builtins(one.lead.action),
                        round(one.sum / worlds, 3),
                        round(top.lead - one.lead.lead, 3),
                    )
                    for one in found
                ],
                played=place,
                whole=whole,
                margin=math.floor(100 * PART * min(brief, top.lead)) / 100,
                why=reason(found, place, best),
                question=words.question if words else Comment("", ""),
                answer=words.answer if words else Comment("", ""),
            )
        )
    return Exercises(made, exercises)


def asked_for(description: str | None) -> argparse.ArgumentParser:
    """The arguments that say which matches are looked at."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("game")
    parser.add_argument("--seed", default="exercises")
    parser.add_argument("--options", default="{}", help="options that differ from the defaults, as JSON")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--share", type=float, default=STRAY, help="share of actions that are taken by chance")
    return parser


def main() -> None:
    """The command."""
    parser = asked_for(__doc__)
    parser.add_argument("--take", action="append", default=[])
    parser.add_argument("--worlds", type=int, default=300)
    parser.add_argument("--turns", type=int, default=0, help="turns that are played on; 0: as the strongest level")
    parser.add_argument("--whole", action="store_true", help="every choice is played on to the end of the game")
    chosen = parser.parse_args()
    game = find_game(chosen.game)
    options = msgspec.json.decode(chosen.options)
    if not chosen.take:
        numbers = range(chosen.first, chosen.first + chosen.games)
        search(game, chosen.seed, options, numbers, Judge(game, chosen.whole, chosen.turns))
        return
    made = f"python -m tests.exercises {game.id} --seed {chosen.seed} --options '{chosen.options}'"
    made += f" --worlds {chosen.worlds} "
    made += "--whole" if chosen.whole else f"--turns {chosen.turns or strongest(game).level.turns}"
    made += f" --share {chosen.share}" if chosen.share != STRAY else ""
    made += "".join(f" --take {one}" for one in chosen.take)
    of = (chosen.take, chosen.worlds, chosen.turns, chosen.whole, chosen.share)
    new = take(game, chosen.seed, options, *of, made)
    path = ROOT / "service" / "bocage" / "rules" / game.id / FILE
    path.write_bytes(msgspec.json.format(msgspec.json.encode(new), indent=1) + b"\n")


if __name__ == "__main__":
    main()

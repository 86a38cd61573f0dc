"""The contents of a data set: a record per match, and a row per decision, derived from the record."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal, TypeAlias

import msgspec

from bocage.rules.dice import Dice
from bocage.rules.kernel import Context, Decision, Seen
from bocage.rules.kernel.course import Course, CourseStep, play_again
from bocage.rules.kernel.game import AnyGame
from bocage.rules.kernel.play import key_of
from bocage.rules.kernel.registry import find_game

Split: TypeAlias = Literal["train", "validation", "test"]
#: Document and legal actions as sent to clients → one of the actions.
Choose: TypeAlias = Callable[[dict[str, Any], list[dict[str, Any]]], dict[str, Any]]
#: Knowledge of a seat, and its legal actions → the chance of winning after each, and the number of worlds.
Evaluate: TypeAlias = Callable[[AnyGame, Seen, Sequence[Any]], tuple[list[float], int]]

_json = msgspec.json.Encoder().encode


class Record(msgspec.Struct, frozen=True):
    """A finished match. ``course`` is enough to replay it by the rules.

    ``players``: strategies by seat; empty: unknown. ``seed``: source of the dice of a simulated match; empty for
    a match of a service, whose exported log proves its dice.
    """

    match: str
    split: Split
    game: str
    rules: int
    options: dict[str, Any]
    players: list[str]
    seed: str
    winners: list[int]
    reason: str
    score: int | None
    course: Course


class Row(msgspec.Struct, frozen=True):
    """A decision. ``view``, ``actions`` and ``odds`` are JSON.

    ``view``: of the deciding seat. ``seq``: number of the entry with the answer. ``choice``: index of the answer in
    ``actions``. ``result``: 1 for a win of the seat, -1 for a defeat, 0 for a draw. ``values``: of each action, the
    engine's estimate of the chance of winning, from ``worlds`` imagined worlds; empty: not evaluated.
    """

    match: str
    split: Split
    seq: int
    seat: int
    kind: str
    view: str
    actions: list[str]
    odds: str
    choice: int
    result: int
    values: list[float] = []
    worlds: int = 0


def split_of(match: str) -> Split:
    """Return the split of a match, by the hash of its id: 80 % train, 10 % validation, 10 % test."""
    number = int.from_bytes(hashlib.sha256(match.encode()).digest()[:4]) % 10
    return "train" if number < 8 else "validation" if number == 8 else "test"


def record_of(course: Course, players: Sequence[str] = (), seed: str = "") -> Record:
    """Return the record of a finished game. Raises ``ValueError`` for an unfinished one, ``LookupError`` for rules
    that are not installed.
    """
    game = find_game(course.game, course.rules)
    *_, (state, _, _) = play_again(game, course)
    outcome = game.outcome(state)
    if outcome is None:
        raise ValueError(f"match {course.match} is not over")
    return Record(
        match=course.match,
        split=split_of(course.match),
        game=course.game,
        rules=course.rules,
        options=course.options,
        players=list(players),
        seed=seed,
        winners=list(outcome.winners),
        reason=outcome.reason,
        score=game.score(state),
        course=course,
    )


def rows_of(record: Record, odds: bool = False, evaluate: Evaluate | None = None) -> Iterator[Row]:
    """Return the rows of a match in order.

    ``odds``: include the game's figures. They and ``evaluate`` get the view of the seat, and nothing else.
    """
    game = find_game(record.game, record.rules)
    options = msgspec.convert(record.options, game.Options)
    for state, decision, step in play_again(game, record.course):
        if decision is None or step is None:
            return
        view = msgspec.to_builtins(game.view(state, decision.seat))
        seen = Seen(view, options, decision.seat, owed=decision)
        values, worlds = evaluate(game, seen, decision.actions) if evaluate else ([], 0)
        yield Row(
            match=record.match,
            split=record.split,
            seq=step.seq,
            seat=decision.seat,
            kind=decision.kind,
            view=_json(view).decode(),
            actions=[_json(action).decode() for action in decision.actions],
            odds=_odds(game, seen, decision) if odds else "",
            choice=decision.actions.index(step.action),
            result=_result(record, decision.seat, game.seats),
            values=values,
            worlds=worlds,
        )


def _odds(game: AnyGame, seen: Seen, decision: Decision) -> str:
    found = game.odds(seen, decision)
    return "" if found is None else _json(found).decode()


def _result(record: Record, seat: int, seats: int) -> int:
    if seat in record.winners:
        return 1
    return 0 if seats > 1 and not record.winners else -1


def simulate(
    game: AnyGame, options: Any, seed: str, players: Sequence[str], strategies: Sequence[Choose]
) -> Record:
    """Play a match with cards and dice from ``seed``. ``strategies``: one per seat."""
    key, plain = key_of(seed), msgspec.to_builtins(options)
    dice = Dice(key, 1)
    state = game.setup(options, tuple(game.SeatOptions() for _ in range(game.seats)), dice).state
    start = game.pack(state)
    steps: list[CourseStep] = []
    while (decision := game.decision(state)) is not None:
        actions = msgspec.to_builtins(decision.actions)
        document = {
            "game": game.id,
            "rules": game.rules,
            "options": plain,
            "turn": decision.seat,
            "decision": decision.kind,
            "table": msgspec.to_builtins(game.view(state, decision.seat)),
        }
        chosen = strategies[decision.seat](document, actions)
        dice = Dice(key, len(steps) + 2)
        game.reduce(state, decision.actions[actions.index(chosen)], Context(dice))
        steps.append(CourseStep(len(steps) + 2, decision.seat, chosen, dice.draws))
    return record_of(Course(seed, game.id, game.rules, plain, start, steps), players, seed)

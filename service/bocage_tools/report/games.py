"""Plays seeded games in process, without a service; used by reports and the arena."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from bocage.cli.common import CommandError, UsageError
from bocage.progress import track
from bocage.protocol.refusal import RefusedError

if TYPE_CHECKING:
    from bocage.rules.kernel.game import AnyGame, Decision
    from bocage.sdk.bot import Strategy

#: The strategy that picks any legal action. It needs no view, so it is much faster than the others.
RANDOM = "random"
#: Maximum number of decisions in a game. A longer game is a defect.
_STEPS = 100_000


class Played(msgspec.Struct, frozen=True):
    """One finished game. ``turns`` is -1 for games that do not count turns."""

    winners: tuple[int, ...]
    reason: str
    decisions: int
    turns: int
    facets: dict[str, str]


class Report(msgspec.Struct, frozen=True):
    """Many games with the same options. ``strategies``: one name per seat."""

    game: str
    seed: str
    options: dict[str, Any]
    strategies: tuple[str, ...]
    played: tuple[Played, ...]


def run_report(
    game_id: str,
    games: int,
    seed: str = "report",
    options: Mapping[str, object] | None = None,
    strategies: Sequence[str] = (RANDOM,),
) -> Report:
    """Play ``games`` seeded games and collect their results.

    ``options`` are those that differ from the defaults. ``strategies`` holds one name per seat, or one for all:
    ``random``, another that ``bocage.bots`` knows for the game, or ``package.module:function``.

    Raises :class:`CommandError` for an unknown option or strategy.
    """
    from bocage.rules.kernel.registry import find_game

    game = find_game(game_id)
    changed = dict(options or {})
    try:
        chosen = msgspec.convert(changed, game.Options)
    except msgspec.ValidationError as problem:
        raise CommandError(f"{game_id} has no such options: {problem}") from None
    names = tuple(strategies) * game.seats if len(strategies) == 1 else tuple(strategies)
    if len(names) != game.seats:
        raise UsageError(f"{game_id} has {game.seats} seats, not {len(names)}")
    seats = [load_strategy(name, game) for name in names]
    numbers = track(range(games), game_id, games)
    played = tuple(play_game(game, f"{seed}/{number}", chosen, seats) for number in numbers)
    return Report(game_id, seed, changed, names, played)


def load_strategy(name: str, game: AnyGame) -> Strategy | None:
    """The strategy of that name, or None for ``random``, which needs neither view nor plain actions."""
    from bocage.bots import UnknownStrategyError, find_strategy
    from bocage.sdk.bot import FromFacts

    if name == RANDOM:
        return None
    try:
        found = find_strategy(name, game.id)
    except UnknownStrategyError as error:
        raise CommandError(str(error)) from None
    return found.make(dict(game.facts())) if isinstance(found, FromFacts) else found


def play_game(game: AnyGame, seed: str, options: msgspec.Struct, strategies: Sequence[Strategy | None]) -> Played:
    """Play one game. ``strategies``: one per seat, None for random. Raises :class:`CommandError`."""
    from bocage.rules.kernel.game import Context
    from bocage.rules.kernel.play import new_playthrough

    table = new_playthrough(game, seed, options, usual=True)
    rng = Random(f"{seed}/play")
    step = game.setup(table.options, table.seats, table.dice(0))
    state = step.state
    told: list[list[Any]] = [[] for _ in strategies]
    new = step.events
    decisions = 0
    while (decision := game.decision(state)) is not None:
        for seat, listener in enumerate(strategies):
            if listener is not None:
                told[seat] += msgspec.to_builtins([event.to(seat) for event in new])
        strategy = strategies[decision.seat]
        if strategy is None:
            action = rng.choice(decision.actions)
        else:
            action = _ask(game, state, options, decision, strategy, told[decision.seat])
        decisions += 1
        if decisions > _STEPS:
            raise CommandError(f"{game.id}, game {seed!r}: no end after {_STEPS} decisions")
        context = Context(table.dice(decisions))
        game.reduce(state, action, context)
        new = context.events
    outcome = game.outcome(state)
    assert outcome is not None
    turns = game.turns(state)
    return Played(
        outcome.winners, outcome.reason, decisions, -1 if turns is None else turns, dict(game.facets(state))
    )


def _ask(game: AnyGame, state: Any, options: Any, decision: Decision, strategy: Strategy, told: list[Any]) -> Any:
    from bocage.rules.kernel.legal import legal_action

    document = {
        "game": game.id,
        "rules": game.rules,
        "status": "playing",
        "options": msgspec.to_builtins(options),
        "seats": {str(seat): {"player": str(seat), "name": str(seat)} for seat in range(game.seats)},
        "turn": decision.seat,
        "decision": decision.kind,
        "table": game.view(state, decision.seat),
        "told": told,
    }
    answer = strategy(document, msgspec.to_builtins(decision.actions))
    try:
        return legal_action(game, state, decision.seat, answer)
    except RefusedError as error:
        raise CommandError(f"the strategy of seat {decision.seat} answered {answer!r}: {error}") from None


def parse_options(raw: str) -> dict[str, object]:
    """Options from the command line. Raises :class:`UsageError` unless it is a JSON object."""
    try:
        return msgspec.json.decode(raw, type=dict[str, object])
    except msgspec.DecodeError as problem:
        raise UsageError(f"--options {raw}: {problem}") from None

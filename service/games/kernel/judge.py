"""Whether an action may be played: the only gate between what somebody sends and a reducer."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from service.games.kernel.convert import converter
from service.games.kernel.game import Decision, Game, Refusal


class IllegalActionError(Exception):
    """An action that may not be played. Nothing was changed by trying it."""

    def __init__(self, code: str, rule: str = "") -> None:
        super().__init__(code)
        self.refusal = Refusal(code, rule)


#: The codes of the gate itself; games add their own through ``Game.refusal``.
MALFORMED, OVER, NOT_YOUR_TURN, ILLEGAL = "malformed_action", "game_over", "not_your_turn", "illegal_action"


@cache
def verbs(union: Any) -> frozenset[type]:
    """The struct types of a tagged union, or of a single struct."""
    info = msgspec.inspect.type_info(union)
    members = info.types if isinstance(info, msgspec.inspect.UnionType) else (info,)
    return frozenset(member.cls for member in members if isinstance(member, msgspec.inspect.StructType))


def parse_action(game: Game[Any], raw: object) -> Any:
    """The action that ``raw`` (decoded JSON or msgpack) describes.

    Raises :class:`IllegalActionError` (``malformed_action``) for anything that is not exactly an action of the
    game: unknown verb, missing, additional or mistyped field, text that no UTF-8 can hold.
    """
    try:
        return converter(game.Actions)(raw)
    except (msgspec.ValidationError, UnicodeEncodeError, RecursionError):
        raise IllegalActionError(MALFORMED) from None


def why_not(game: Game[Any], state: Any, decision: Decision | None, seat: int, action: Any) -> Refusal | None:
    """Why ``seat`` may not answer ``decision`` (the one owed in ``state``) with ``action``; None: it may.

    The refusal is ``game_over``, ``not_your_turn``, what the game's own ``refusal`` says, or ``illegal_action``.
    """
    if decision is None:
        return Refusal(OVER)
    if decision.seat != seat:
        return Refusal(NOT_YOUR_TURN)
    if action in decision.actions:
        return None
    return game.refusal(state, seat, action) or Refusal(ILLEGAL)


def judge(game: Game[Any], state: Any, seat: int, raw: object) -> Any:
    """The legal action that ``seat`` sent as ``raw``.

    Raises :class:`IllegalActionError`: ``malformed_action``, or what :func:`why_not` says.
    """
    action = parse_action(game, raw)
    refusal = why_not(game, state, game.decision(state), seat, action)
    if refusal is not None:
        raise IllegalActionError(refusal.code, refusal.rule)
    return action

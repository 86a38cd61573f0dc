"""Legality: the one gate between received data and a reducer.

Everything uses :func:`legal_action`: live play (``bocage.log.judge.act``), lessons, verification and replay of
foreign logs (``bocage.log.legality``), reports, and the conformance kit. Folding the service's own log does not
check again: its entries came through here.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import cast

import msgspec

from bocage.protocol.codec import UNDECODABLE, Codec, why_undecodable
from bocage.protocol.refusal import RefusedError
from bocage.rules.kernel.convert import converter
from bocage.rules.kernel.game import Action, AnyGame, Decision, Refusal

#: The codes of the gate itself; games add their own through ``Game.refusal``.
MALFORMED, OVER, NOT_YOUR_TURN, ILLEGAL = "malformed_action", "game_over", "not_your_turn", "illegal_action"


@cache
def verbs(union: object) -> frozenset[type]:
    """The struct types of a tagged union, or of a single struct."""
    info = msgspec.inspect.type_info(union)
    members = info.types if isinstance(info, msgspec.inspect.UnionType) else (info,)
    return frozenset(member.cls for member in members if isinstance(member, msgspec.inspect.StructType))


@cache
def _decoder(game: AnyGame, codec: Codec) -> Callable[[bytes | bytearray | str | msgspec.Raw], Action]:
    """Decodes the actions of ``game``; made once, because making it takes longer than decoding."""
    return codec.decoder(game.Actions).decode


def parse_action(game: AnyGame, raw: object, codec: Codec | None = None) -> Action:
    """The action that ``raw`` describes: bytes of a frame in ``codec``, or else plain data (or an action itself).

    Raises :class:`RefusedError` (``malformed_action``) for anything that is not exactly an action of the
    game: unknown verb, missing, additional or mistyped field, text that no UTF-8 can hold.
    """
    try:
        if codec is not None:
            assert isinstance(raw, (bytes, bytearray, msgspec.Raw))
            return _decoder(game, codec)(raw)
        return cast(Action, converter(game.Actions)(raw))
    except (UnicodeEncodeError, RecursionError) as error:
        raise RefusedError(MALFORMED, detail="" if codec is None else why_undecodable(error)) from None
    except UNDECODABLE as error:
        raise RefusedError(MALFORMED, detail=why_undecodable(error)) from None


def legal_action(
    game: AnyGame,
    state: msgspec.Struct,
    seat: int,
    raw: object,
    *,
    codec: Codec | None = None,
    decision: Decision | msgspec.UnsetType | None = msgspec.UNSET,
) -> Action:
    """The legal action that ``seat`` sent as ``raw`` (:func:`parse_action` says in which forms).

    ``decision``: the one owed in ``state``, from callers that have asked for it already.
    Raises :class:`RefusedError`: ``malformed_action``, ``game_over``, ``not_your_turn``, what the game's own
    ``refusal`` says, or ``illegal_action``.
    """
    action = parse_action(game, raw, codec)
    owed = game.decision(state) if decision is msgspec.UNSET else decision
    if owed is None:
        raise RefusedError(OVER)
    if owed.seat != seat:
        raise RefusedError(NOT_YOUR_TURN)
    if action not in owed.actions:
        reason = game.refusal(state, seat, action) or Refusal(ILLEGAL)
        raise RefusedError(reason.code, rule=reason.rule)
    return action

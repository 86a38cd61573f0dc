"""Actions and events: of the declared types, free of None, and the same after a trip over the wire."""

from __future__ import annotations

import msgspec

from bocage.protocol.refusal import RefusedError
from bocage.rules.kernel.conformance.moment import BrokenError, encode, encode_json, holds_none
from bocage.rules.kernel.convert import converter
from bocage.rules.kernel.game import Action, AnyGame, Event
from bocage.rules.kernel.legal import parse_action, verbs


def check_action(game: AnyGame, action: Action) -> None:
    """An action survives JSON and msgpack, and holds no None."""
    if holds_none(msgspec.to_builtins(action)):
        raise BrokenError(f"{action!r} holds None")
    for raw in (msgspec.json.decode(encode_json(action)), msgspec.msgpack.decode(encode(action))):
        try:
            same = parse_action(game, raw) == action
        except RefusedError:
            same = False
        if not same:
            raise BrokenError(f"{action!r} does not survive encoding and parsing")


def check_event(game: AnyGame, event: Event) -> None:
    """An event is in the union, survives JSON and msgpack, and holds no None."""
    if type(event) not in verbs(game.Events):
        raise BrokenError(f"{event!r} is not in the Events union")
    if holds_none(msgspec.to_builtins(event)):
        raise BrokenError(f"{event!r} holds None")
    for raw in (msgspec.json.decode(encode_json(event)), msgspec.msgpack.decode(encode(event))):
        try:
            same = converter(game.Events)(raw) == event
        except msgspec.ValidationError as problem:
            raise BrokenError(f"{event!r} does not survive encoding: {problem}") from None
        if not same:
            raise BrokenError(f"{event!r} does not survive encoding and decoding")

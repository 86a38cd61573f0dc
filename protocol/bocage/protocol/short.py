"""Short updates: the same as ``Update``, as an array in which an action that was sent before is a number.

A client asks for them in ``hello``. docs/protocol.md describes their form; :class:`Reader` turns them into updates.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import astuple

from bocage.protocol.codec import Codec, DecodeError
from bocage.protocol.decisions import DecisionView
from bocage.protocol.messages import ServerMessage, ShortDecision, ShortUpdate, Snapshot, Update
from bocage.protocol.patch import Json

#: Actions that are remembered, before all are forgotten.
MOST = 127
_NOTHING: dict[str, Any] = {}
#: First bytes of the payload of an array, in JSON and in msgpack.
_ARRAYS = frozenset(b"[\x90\x91\x92\x93\x94\x95\x96\x97\x98\x99\x9a\x9b\x9c\x9d\x9e\x9f")


def shorten(decision: DecisionView, known: dict[object, int]) -> ShortDecision:
    """The short form of ``decision``, whose actions are structs.

    ``known``: the actions that all readers were sent, with their numbers. New ones are added.
    """
    actions = decision.actions
    assert actions is not msgspec.UNSET
    first = len(known)
    if first > MOST:
        known.clear()
        first = 0
    numbers: list[Any] = list(map(known.get, actions))
    if None in numbers:
        _add(actions, numbers, known)
    more = _NOTHING
    if not first or decision.odds is not msgspec.UNSET or decision.hint is not msgspec.UNSET or decision.forced:
        more = _more(decision, not first)
    return ShortDecision(first, numbers, known[decision.default], more)


def _add(actions: list[Any], numbers: list[Any], known: dict[object, int]) -> None:
    """Number new actions. The first of its type in a row is written as it is, the next ones as their values.

    Not those of a type that leaves out fields: another may have other ones.
    """
    kind: object = None
    for at, action in enumerate(actions):
        if numbers[at] is None:
            known[action] = len(known)
            numbers[at] = astuple(action) if type(action) is kind else action
            kind = None if action.__struct_config__.omit_defaults else type(action)


def _more(decision: DecisionView, begins: bool) -> dict[str, Any]:
    more: dict[str, Any] = {"seat": decision.seat, "kind": decision.kind} if begins else {}
    if decision.odds is not msgspec.UNSET:
        more["odds"] = decision.odds
    if decision.forced:
        more["forced"] = True
    if decision.hint is not msgspec.UNSET:
        more["hint"] = decision.hint
    return more


class Reader:
    """Reads the messages of one connection, and turns short updates into updates."""

    def __init__(self, codec: Codec) -> None:
        self._decode = codec.decode_server
        self._decode_short = codec.decoder(ShortUpdate)
        self._owed: dict[str, OwedDecisions] = {}

    def __call__(self, payload: bytes) -> ServerMessage:
        """Read a message. Raises ``DecodeError``."""
        if payload[:1] and payload[0] in _ARRAYS:
            return self._update(self._decode_short(payload))
        message = self._decode(payload)
        if isinstance(message, Snapshot):
            # A match may be followed again: what was known of it goes.
            self._owed.pop(message.match, None)
        elif isinstance(message, Update) and (owed := self._owed.get(message.match)) is not None:
            owed.follow({} if message.patch is msgspec.UNSET else message.patch)
        return message

    def _update(self, short: ShortUpdate) -> Update:
        owed = self._owed.setdefault(short.match, OwedDecisions())
        owed.follow(short.patch)
        return Update(
            short.match,
            short.seq,
            short.at,
            ({**short.patch, "table": short.table} if short.table else short.patch) or msgspec.UNSET,
            list(short.events),
            msgspec.UNSET if short.decision is None else owed.lengthen(short.decision),
            short.digest,
        )


class OwedDecisions:
    """State that the short decisions of one match refer to: seat, kind, and the actions that were sent."""

    __slots__ = ("_actions", "_kind", "_seat")

    def __init__(self) -> None:
        self._seat = -1
        self._kind = ""
        self._actions: list[Any] = []

    def follow(self, patch: Json) -> None:
        """Take from a patch of the view who decides about what."""
        self._seat = patch.get("turn", self._seat)
        self._kind = patch.get("decision", self._kind)

    def lengthen(self, short: ShortDecision) -> DecisionView:
        """Return the decision. Raises ``DecodeError`` if it refers to actions that are not known."""
        known = self._actions
        if not short.first:
            known.clear()
            self._seat, self._kind = short.more["seat"], short.more["kind"]
        elif short.first != len(known):
            raise DecodeError("refers to actions that were not sent")
        actions: list[Any] = []
        like: dict[str, Any] = {}
        for one in short.actions:
            if isinstance(one, int):
                actions.append(known[one])
                continue
            like = one if isinstance(one, dict) else dict(zip(like, [like["do"], *one], strict=True))
            known.append(like)
            actions.append(like)
        fields = {"seat": self._seat, "kind": self._kind, "actions": actions, "default": known[short.default]}
        return msgspec.convert({**fields, **short.more}, DecisionView)

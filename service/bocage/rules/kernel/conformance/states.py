"""States: apply leaves its input alone; a state packs and unpacks without loss; a log replays exactly.

- *dual run* (:class:`Twin`): a second engine, packed and unpacked after every step, stays equal to the first,
  byte for byte;
- *replay* (:func:`check_replay`): the log reduced in place from nothing gives the same bytes and events;
- *in place* (:func:`check_in_place`): nothing that was handed out (view, decision) changes when the state is
  later reduced in place, so it shares no list or dict with the state.
"""

from __future__ import annotations

import msgspec

from bocage.rules.kernel.conformance.moment import BrokenError, Moment, encode, viewers
from bocage.rules.kernel.game import AnyGame, Context, S, Step
from bocage.rules.kernel.play import Playthrough


def check_setup(playthrough: Playthrough, begun: Step[S]) -> None:
    """Setup depends on options, seats and dice alone, and leads to a state that packs."""
    game: AnyGame = playthrough.game
    again = game.setup(playthrough.options, playthrough.seats, playthrough.dice(0))
    if game.pack(again.state) != game.pack(begun.state) or encode(again.events) != encode(begun.events):
        raise BrokenError("two setups with the same options and dice differ")
    check_packing(game, begun.state)


def check_packing(game: AnyGame, state: msgspec.Struct) -> None:
    """A state survives msgpack: equal bytes, equal value, a copy that is equal too."""
    packed = game.pack(state)
    if game.pack(game.unpack(packed)) != packed:
        raise BrokenError("a state does not survive packing and unpacking")
    if game.unpack(packed) != state:
        raise BrokenError("the unpacked state does not equal the one that was packed")
    copied = game.copy(state)
    if copied is state or game.pack(copied) != packed:
        raise BrokenError("copy gives back the same object or another state")


def check_in_place(moment: Moment) -> None:
    """Views and decisions taken before an in-place step stay as they were; the step equals apply."""
    game = moment.game
    state = game.copy(moment.state)
    views = {viewer: game.view(state, viewer) for viewer in viewers(game)}
    decision = game.decision(state)
    views_were, decision_was = encode(views), encode(decision)
    ctx = Context(moment.dice())
    game.reduce(state, moment.action, ctx)
    if game.pack(state) != game.pack(moment.after.state) or encode(ctx.events) != encode(moment.after.events):
        raise BrokenError("reduce in place and apply lead to different states or events")
    if encode(views) != views_were:
        raise BrokenError("a view shares a list or dict with the state: it changed when the state did")
    if encode(decision) != decision_was:
        raise BrokenError("a decision shares a list or dict with the state: it changed when the state did")
    if game.pack(moment.state) != moment.packed:
        raise BrokenError("copy shares something mutable: changing the copy changed the original")


class Twin:
    """The second engine of the dual run."""

    def __init__(self, playthrough: Playthrough, begun: Step[S]) -> None:
        self._playthrough = playthrough
        self._game: AnyGame = playthrough.game
        self._state = self._game.unpack(self._game.pack(begun.state))

    def follow(self, moment: Moment) -> None:
        """Make the same step, then be stored and loaded; raise ``BrokenError`` when the engines differ."""
        game = self._game
        if encode(game.decision(self._state)) != encode(moment.decision):
            raise BrokenError("dual run: the stored and loaded engine owes another decision")
        step = game.apply(self._state, moment.action, moment.dice())
        packed = game.pack(step.state)
        if packed != game.pack(moment.after.state):
            raise BrokenError("dual run: the stored and loaded engine plays on differently")
        if encode(step.events) != encode(moment.after.events):
            raise BrokenError("dual run: the stored and loaded engine tells other events")
        self._state = game.unpack(packed)


def check_replay(playthrough: Playthrough, told: list[bytes], final: bytes) -> None:
    """Fold the whole log in place: same final bytes, same events, and no event changes afterwards.

    ``told``: the encoded events of setup and of every step, from live play.
    """
    game: AnyGame = playthrough.game
    begun = game.setup(playthrough.options, playthrough.seats, playthrough.dice(0))
    state, events = begun.state, [begun.events]
    for number, action in enumerate(playthrough.actions, start=1):
        ctx = Context(playthrough.dice(number))
        game.reduce(state, action, ctx)
        events.append(ctx.events)
    if game.pack(state) != final:
        raise BrokenError("replay from zero leads to another state than live play")
    for number, (now, then) in enumerate(zip(events, told, strict=True)):
        if encode(now) != then:
            raise BrokenError(
                f"replay: the events of step {number} differ from live play, or share a list or dict with "
                "the state and changed later"
            )

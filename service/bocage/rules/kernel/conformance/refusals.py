"""Refusals: anything but a legal action of the seat that owes the decision changes nothing.

Everything is tried as plain data and as the bytes of live play, in both framings.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random

import msgspec

from bocage.protocol.codec import JSON, MSGPACK, Codec
from bocage.protocol.refusal import RefusedError
from bocage.rules.kernel.conformance.coverage import Coverage
from bocage.rules.kernel.conformance.moment import BrokenError, Moment, encode, encode_json
from bocage.rules.kernel.conformance.words import Words
from bocage.rules.kernel.game import Action, AnyGame
from bocage.rules.kernel.legal import MALFORMED, NOT_YOUR_TURN, OVER, legal_action, parse_action

#: Garbage that no game can take for an action.
GARBAGE: tuple[object, ...] = (None, True, 0, -1, 1.5, "", "pass", b"\xff", [], {}, [[]], {"do": None}, {"do": 1})
#: Pieces of garbage tried at a step.
_GARBAGE = 4
#: Well-formed illegal actions tried, and the number of other worlds.
_REASONS, _WORLDS = 6, 2
_VALUES: tuple[object, ...] = (None, True, -1, 0, 1, 7, 10**30, 0.5, "", "x", "\ud800", [], [None], {}, {"do": "x"})


def check_refusals(
    moment: Moment, coverage: Coverage, words: Words, old: Sequence[Action], met: Collection[Action]
) -> None:
    """Garbage, mutated, out-of-turn and stale actions at one step.

    ``old``: earlier ones that were played; ``met``: actions that were legal before in this game, for any seat.
    """
    game, state, decision = moment.game, moment.state, moment.decision
    rng = moment.random("refusals")
    for raw in (*rng.sample(GARBAGE, _GARBAGE), {"do": "no such verb"}):
        _must_refuse(game, state, decision.seat, raw, MALFORMED)
    chosen = msgspec.to_builtins(moment.action)
    for seat in (*range(game.seats), -1, game.seats):
        if seat != decision.seat:
            _must_refuse(game, state, seat, chosen, NOT_YOUR_TURN)
    legal = set(decision.actions)
    tried = [mutated(chosen, rng) for _ in range(4)] + [msgspec.to_builtins(rng.choice(old))]
    _check_reasons(moment, _some(met, legal, rng))
    for raw in tried:
        code, action = judged(game, state, decision.seat, raw)
        if code:
            coverage.refusals[code] += 1
            _check_reason(moment, raw, code, words)
        elif action not in legal:
            raise BrokenError(f"{raw!r} was let through, but is not in the legal list")
    if game.pack(state) != moment.packed:
        raise BrokenError("trying illegal actions changed the state")


def _some(met: Collection[Action], legal: Collection[Action], rng: Random) -> list[Action]:
    illegal = [one for one in met if one not in legal]
    return rng.sample(illegal, min(len(illegal), _REASONS))


def _check_reasons(moment: Moment, actions: Sequence[Action]) -> None:
    """Check that reasons of refusals depend only on what the seat can see."""
    game, seat = moment.game, moment.decision.seat
    if not actions:
        return
    worlds = [game.resample(moment.state, seat, moment.chance(f"reasons {attempt}")) for attempt in range(_WORLDS)]
    for action in actions:
        reason = encode(game.refusal(moment.state, seat, action))
        if any(encode(game.refusal(world, seat, action)) != reason for world in worlds):
            raise BrokenError(f"LEAK: the reason for refusing {action!r} depends on what seat {seat} cannot know")


def check_over(game: AnyGame, state: msgspec.Struct, actions: Sequence[Action]) -> None:
    """After the end no action is legal."""
    for seat in range(game.seats):
        for action in actions[-1:]:
            _must_refuse(game, state, seat, msgspec.to_builtins(action), OVER)


def mutated(raw: Mapping[str, object], rng: Random) -> dict[str, object]:
    """An action's plain form with one thing wrong: a field missing, added, renamed or of another value."""
    bad = dict(raw)
    name = rng.choice(list(bad))
    match rng.randrange(4):
        case 0:
            del bad[name]
        case 1:
            bad["extra"] = rng.choice(_VALUES)
        case 2:
            bad[name + "x"] = bad.pop(name)
        case _:
            bad[name] = rng.choice(_VALUES)
    return bad


def judged(game: AnyGame, state: msgspec.Struct, seat: int, raw: object) -> tuple[str, Action | None]:
    """The verdict on ``raw``: a refusal code and None, or "" and the action.

    Raises ``BrokenError`` when plain data and the same in a frame get different verdicts.
    """
    decision = game.decision(state)

    def ask(raw: object, codec: Codec | None = None) -> tuple[str, Action | None]:
        try:
            return "", legal_action(game, state, seat, raw, codec=codec, decision=decision)
        except RefusedError as refused:
            return refused.code, None

    said = ask(raw)
    for codec in (MSGPACK, JSON):
        try:
            frame = (encode_json if codec.text else encode)(raw)
        except (OverflowError, UnicodeEncodeError, TypeError):
            continue  # no client can send that in this framing
        framed = ask(frame, codec)
        if framed != said:
            raise BrokenError(f"seat {seat} sent {raw!r}: {said} as plain data, {framed} in {codec.name}")
    return said


def _must_refuse(game: AnyGame, state: msgspec.Struct, seat: int, raw: object, code: str) -> None:
    refused, action = judged(game, state, seat, raw)
    if not refused:
        raise BrokenError(f"seat {seat} sent {raw!r} and it was let through as {action!r}")
    if refused != code:
        raise BrokenError(f"seat {seat} sent {raw!r}: refused as {refused}, not {code}")


def _check_reason(moment: Moment, raw: object, code: str, words: Words) -> None:
    """A game's own reason has text, and depends only on what the seat can see."""
    game, seat = moment.game, moment.decision.seat
    try:
        action = parse_action(game, raw)
    except RefusedError:
        return
    reason = game.refusal(moment.state, seat, action)
    if reason is None:
        return
    words.check_key(f"refusal.{code}")
    other = game.resample(moment.state, seat, moment.chance("refusal"))
    if encode(game.refusal(other, seat, action)) != encode(reason):
        raise BrokenError(f"LEAK: the reason {code!r} for refusing {raw!r} depends on what seat {seat} cannot know")

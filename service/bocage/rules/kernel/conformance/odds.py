"""Odds: of the view alone, one list of figures per legal action, chances that can be, words in every language."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec

from bocage.protocol.messages import Odds
from bocage.rules.kernel.conformance.moment import (
    BrokenError,
    Moment,
    decode_json,
    encode,
    encode_json,
    holds_none,
)
from bocage.rules.kernel.conformance.words import Words
from bocage.rules.kernel.convert import converter
from bocage.rules.kernel.game import Figure, Seen, Share
from bocage.rules.kernel.legal import verbs

#: Larger numbers lose digits in a browser: rounding a chance takes 200 times its denominator.
_MOST_WAYS = 2**45


def check_odds(moment: Moment, words: Words) -> None:
    """Check the odds of the decision owed, for a game that computes any.

    They are computed twice: from the view as the service has it, and as a client got it over the wire. Views of
    worlds that a viewer cannot tell apart are the same bytes (``leaks``); so are their odds.
    """
    game, decision = moment.game, moment.decision
    options, seat = moment.playthrough.options, decision.seat
    view = game.view(moment.state, seat)
    odds = game.odds(Seen(view, options, seat), decision)
    if encode(view) != moment.seen(seat):
        raise BrokenError("odds() changed the view that it was given")
    other = game.resample(moment.state, seat, moment.chance("odds"))
    game.view(other, seat)
    game.decision(other)
    plain = game.odds(Seen(decode_json(encode_json(view)), options, seat), decision)
    if encode(plain) != encode(odds):
        raise BrokenError(
            f"odds of {decision.kind!r} differ for a view that came over the wire, or depend on more than the view"
        )
    if odds is None:
        return
    if game.Figures is None:
        raise BrokenError("odds() tells figures, but Game.Figures names none")
    if odds.actions and len(odds.actions) != len(decision.actions):
        raise BrokenError(f"odds of {decision.kind!r}: {len(odds.actions)} for {len(decision.actions)} actions")
    for figure in _all(odds):
        _check_figure(moment, figure)
        words.check_thing("figure", figure)


def _all(odds: Odds) -> Iterator[Any]:
    yield from odds.question
    for figures in odds.actions:
        yield from figures


def _check_figure(moment: Moment, figure: Figure) -> None:
    game = moment.game
    if type(figure) not in verbs(game.Figures):
        raise BrokenError(f"{figure!r} is not in the Figures union")
    if holds_none(msgspec.to_builtins(figure)):
        raise BrokenError(f"{figure!r} holds None")
    if converter(game.Figures)(decode_json(encode_json(figure))) != figure:
        raise BrokenError(f"{figure!r} does not survive encoding and decoding")
    for name in _shares(type(figure)):
        ways, of = getattr(figure, name)
        if not 0 <= ways <= of <= _MOST_WAYS or not of:
            raise BrokenError(f"{figure!r} tells a chance that cannot be")


@cache
def _shares(kind: type[Figure]) -> tuple[str, ...]:
    """The fields that hold a chance."""
    return tuple(field.name for field in msgspec.structs.fields(kind) if field.type == Share)

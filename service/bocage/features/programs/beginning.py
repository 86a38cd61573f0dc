"""Beginning a match whose players are known: it is created, and they are seated."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from bocage.live.node import Node
from bocage.log import judge
from bocage.log.create import create
from bocage.log.entries import Access, Body
from bocage.log.match import Match
from bocage.protocol.refusal import RefusedError
from bocage.protocol.terms import ClockRules
from bocage.rules.kernel.registry import find_game
from bocage.store import NumberTakenError, Player

#: Milliseconds that a new match waits for its players, who are seated at once.
SITTING_TIME = 60_000


class Sitting(msgspec.Struct, frozen=True):
    """A player and what they bring: seat, share of the dice's key (empty: the service draws one), options."""

    player: str
    seat: int
    nonce: str = ""
    options: Mapping[str, Any] = {}


class Terms(msgspec.Struct, frozen=True):
    """Terms of a match to begin. ``match``: its id. ``house``: strategy of the house bot at the free seat."""

    match: str
    game: str
    options: Mapping[str, Any]
    clock: ClockRules
    rated: bool
    private: bool = False
    house: str = ""


async def begin(node: Node, terms: Terms, sittings: Sequence[Sitting]) -> None:
    """Create the match and seat the players, as far as that is not done. The first one is its creator.

    Raises ``no_player`` if one has left, and what creating and sitting raise.
    """
    match, body = create(
        find_game(terms.game),
        sittings[0].player,
        terms.options,
        terms.clock,
        Access(terms.private),
        open_for=SITTING_TIME,
        match_id=terms.match,
        undo=True,
        rated=terms.rated,
        house=terms.house,
        arranged=True,
    )
    with contextlib.suppress(NumberTakenError):
        await node.create(match, body)
    for sitting in sittings:
        player = await node.store.player(sitting.player)
        if player is None:
            raise RefusedError("no_player")
        await node.store.keep_player(player.id)
        await node.command(terms.match, _decide(player, sitting))
    # Returns once the entry that begins the match is stored, too. Any node would append it.
    with contextlib.suppress(RefusedError):
        await node.command(terms.match, lambda match: judge.Again(match.seq))


def _decide(player: Player, sitting: Sitting) -> Any:
    def decide(match: Match) -> Body | judge.Again:
        if match.seat_of(player.id) >= 0:
            return judge.Again(match.seq)
        return judge.sit(
            match, player.id, player.name, sitting.seat, sitting.nonce, sitting.options, player.program
        )

    return decide

"""Presentation of ATTACK ON OMAHA BEACH in the clients: colour, length, marked events and verbs, panels."""

from __future__ import annotations

from bocage.rules.kernel.presentation import (
    EMBLEM,
    Average,
    BoardEffect,
    Brought,
    Mark,
    Panel,
    Presentation,
    Roll,
    Shape,
)
from bocage.rules.omaha.data import ASSAULTS, DECK, LOOKS

WIDTH, HEIGHT = EMBLEM
_WATER = f"M0 70H{WIDTH}V{HEIGHT}H0z"
_COIL = "c3-7 9-7 8 0s-4 6-2 0 9-7 8 0-4 6-2 0 9-7 8 0-4 6-2 0 9-7 8 0"


def _clear(front: str) -> float:
    """The chance that a card of this front hides no mine."""
    copies = {kind.mine: kind.copies for kind in DECK if kind.front == front}
    return copies.get(False, 0) / sum(copies.values())


PRESENTATION = Presentation(
    goal="game.goal",
    colour="blue",
    emblem=(
        Shape("sand", f"M0 0H{WIDTH}V{HEIGHT}H0z"),
        Shape("sea", _WATER),
        Shape("swell", _WATER),
        Shape("surf", "M0 70q9-5 18 0t18 0 18 0 18 0 18 0 18 0 18 0 18 0"),
        Shape("wood", "M0 0h140v12q-24 6-48 0t-50 2-42-2z"),
        Shape("grey", "M56 15V7q14-8 28 0v8z"),
        Shape("ink", "M62 9h16v3H62z"),
        Shape("beam", "M20 24l20 20M40 24L20 44M102 44l11-20 11 20z"),
        Shape("line", f"M54 32{_COIL}M54 44{_COIL}"),
        Shape("olive", "M-18-6h36l-4 14h-28z", x=70, y=74),
        Shape("line", "M-11-10v6M-4-11v7M4-11v7M11-10v6", x=70, y=74),
    ),
    minutes=5,
    minutes_most=10,
    complexity="light",
    strategies=("planner", "recruit", "regular", "veteran"),
    variant="crawl_fire",
    marks=(Mark("dealt", "turn", number="assault", last=ASSAULTS), Mark("hit", "loss")),
    rolls=(
        Roll(
            "crawled",
            Brought("mine", "false"),
            Average({look.id: _clear(look.id) for look in LOOKS.values() if look.entry == "crawl"}, word="front"),
        ),
    ),
    # Rows without ``at`` concern the squad; fire without ``start`` comes from the bluff.
    effects=(
        BoardEffect("landed", "march"),
        BoardEffect("moved", "march"),
        BoardEffect("crawled", "card", "cell", card="front"),
        BoardEffect("nest_placed", "card", "cell", card="front"),
        BoardEffect("blasted", "lob", "cell"),
        BoardEffect("nest_blown", "lob", "cell"),
        BoardEffect("nest_blown", "flag", "cell"),
        BoardEffect("sniped", "shot"),
        BoardEffect("hit", "burst", when={"by": ("fire",)}),
        BoardEffect("hit", "blast", when={"by": ("mine",)}),
        BoardEffect("hit", "fall"),
    ),
    panels=(
        Panel("grid", "places", names="cell", values="card"),
        Panel("squad", "word", "seat.0", values="cell"),
        Panel("assault", "number", "track.assault"),
        Panel("strength", "number", "track.strength"),
        Panel("charges", "number", "track.charges"),
        Panel("rounds", "number", "track.rounds"),
    ),
)

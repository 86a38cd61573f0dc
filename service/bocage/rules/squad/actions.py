"""Everything a player may do. An action names the squad whose hand it uses (SQ-115), cards by instance id.

``trait`` is the national option as which a National Trait card is played; "" for every other card.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from bocage.rules.kernel import Action


class SquadAction(Action, frozen=True, omit_defaults=True):
    """Base of the game's actions: defaults are left out on the wire."""


class Terrain(SquadAction, frozen=True, tag="terrain"):
    """Start on a terrain card (S4, S5)."""

    squad: str
    card: str


class Place(SquadAction, frozen=True, tag="place"):
    """Put a squad on a hex of the home row; ``to`` is "column,row" (SQ-116)."""

    squad: str
    to: str


class Decline(SquadAction, frozen=True, tag="decline"):
    """No terrain at the start; no extra card."""


class Utility(SquadAction, frozen=True, tag="utility"):
    """Play a trait in the Draw Phase (D2)."""

    squad: str
    card: str
    trait: str


class Done(SquadAction, frozen=True, tag="done"):
    """End a step in which several cards may be played (D2, V6)."""


class Modify(SquadAction, frozen=True, tag="modify"):
    """Change the coming morale check or rally roll (M1, Y1)."""

    squad: str
    card: str
    trait: str = ""


class Pass(SquadAction, frozen=True, tag="pass"):
    """Play nothing in a window (M1, Y1, V2, V3, V5)."""


class Declare(SquadAction, frozen=True, tag="declare"):
    """True if the squad will move this turn, and with a point man or not (C1)."""

    squad: str
    how: Literal["stay", "move", "point_man"]


class Smoke(SquadAction, frozen=True, tag="smoke"):
    """Hide the coming move (C2)."""

    squad: str
    card: str


class NoSmoke(SquadAction, frozen=True, tag="no_smoke"):
    """Move without smoke (C2)."""


class Attack(SquadAction, frozen=True, tag="attack"):
    """Attack the squad ``target``. Mode jp_pb: at short range as if at point-blank (SQ-37)."""

    squad: str
    card: str
    target: str
    trait: str = ""
    mode: Literal["", "jp_pb"] = ""


class PlayBonus(SquadAction, frozen=True, tag="play_bonus"):
    """Flanking Fire, Enfilade or Ambush: better attacks from now on."""

    squad: str
    card: str
    trait: str = ""


class Encircle(SquadAction, frozen=True, tag="encircle"):
    """Put Encircled on the position of a pinned enemy squad (SQ-28)."""

    squad: str
    card: str
    target: str


class Scout(SquadAction, frozen=True, tag="scout"):
    """Look at the next cards of the deck (SQ-43)."""

    squad: str
    card: str
    trait: str = ""


class CommanderKilled(SquadAction, frozen=True, tag="commander_killed"):
    """The last loss was the commander of ``target`` (SQ-39 … SQ-42)."""

    squad: str
    card: str
    target: str


class EndFire(SquadAction, frozen=True, tag="end_fire"):
    """No more attacks in this attack step."""


class Move(SquadAction, frozen=True, tag="move"):
    """Carry out the declared move (V1).

    On the range scale: pay ``card``, go ``into`` its terrain or the open, and change the range by ``step``
    (the flanking variant splits hold into left and right, SQ-102). On the map: go ``to`` a hex.
    """

    squad: str
    card: str = ""
    into: Literal["", "open", "terrain"] = ""
    step: Literal["", "closer", "hold", "lateral_left", "lateral_right", "farther"] = ""
    to: str = ""


class Barrier(SquadAction, frozen=True, tag="barrier"):
    """Stop the announced move (V2)."""

    squad: str
    card: str
    trait: str = ""


class Engineer(SquadAction, frozen=True, tag="engineer"):
    """Clear the barrier just played (V3)."""

    squad: str
    card: str


class Objective(SquadAction, frozen=True, tag="objective"):
    """Score a mission objective after a move (V6)."""

    squad: str
    card: str


class Conceal(SquadAction, frozen=True, tag="conceal"):
    """Conceal the new position (V6)."""

    squad: str
    card: str
    trait: str = ""


class Flank(SquadAction, frozen=True, tag="flank"):
    """Flanking variant: keep Flanking Fire in play after a lateral move (SQ-103)."""

    squad: str
    card: str
    trait: str = ""


class DrawExtra(SquadAction, frozen=True, tag="draw_extra"):
    """One more card after a turn without move and attack (E1)."""


class Discard(SquadAction, frozen=True, tag="discard"):
    """Discard one card over the hand limit (E2)."""

    squad: str
    card: str


Actions: TypeAlias = (
    Terrain
    | Place
    | Decline
    | Utility
    | Done
    | Modify
    | Pass
    | Declare
    | Smoke
    | NoSmoke
    | Attack
    | PlayBonus
    | Encircle
    | Scout
    | CommanderKilled
    | EndFire
    | Move
    | Barrier
    | Engineer
    | Objective
    | Conceal
    | Flank
    | DrawExtra
    | Discard
)

DECLINE = Decline()
DONE = Done()
PASS = Pass()
NO_SMOKE = NoSmoke()
END_FIRE = EndFire()
DRAW_EXTRA = DrawExtra()

"""The player's actions, one frozen struct per verb.

Face-down counters are addressed by hex and never by an id of their own, so that a reshuffle makes them unlinkable.
Actions that depend on the map alone are made once, here, and shared by all legal lists.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from bocage.rules.kernel import Action
from bocage.rules.zombies.data import PLACES, STRENGTH

#: Target of an attack: the face-down counter of a hex, or one face-up zombie (ZB-51).
FACE_DOWN = "face_down"

Loss: TypeAlias = Literal["m8", "cutter", "infantry"]
Benefit: TypeAlias = Literal["hull", "ammo", "track", "mount"]


class Roll(Action, frozen=True, tag="roll"):
    """Roll for action points."""


class Move(Action, frozen=True, tag="move"):
    """Drive the M5 to a neighbouring hex, 1 AP."""

    hex: str


class Recon(Action, frozen=True, tag="recon"):
    """Turn up a face-down counter in the M5's hex or next to it, 2 AP."""

    hex: str


class Fire(Action, frozen=True, tag="fire"):
    """Fire at a target within two hexes, 1 AP. ``target``: "face_down" or a zombie."""

    hex: str
    target: str


class Ram(Action, frozen=True, tag="ram"):
    """Ram a target in the M5's own hex, 1 AP. ``target``: "face_down" or a zombie."""

    target: str


class Repair(Action, frozen=True, tag="repair"):
    """Spend ``ap`` on a repair that succeeds on a die of at most that."""

    ap: int


class End(Action, frozen=True, tag="end"):
    """Drop the remaining AP."""


class Lose(Action, frozen=True, tag="lose"):
    """Give up a piece of equipment or an infantry rider to take one damage."""

    what: Loss


class Reveal(Action, frozen=True, tag="reveal"):
    """Event: have the locals identify a face-down counter."""

    hex: str


class Decline(Action, frozen=True, tag="decline"):
    """Event: do not ask."""


class Mend(Action, frozen=True, tag="mend"):
    """Benefit of a successful repair (ZB-57)."""

    what: Benefit


Actions: TypeAlias = Roll | Move | Recon | Fire | Ram | Repair | End | Lose | Reveal | Decline | Mend

ROLL = Roll()
END = End()
DECLINE = Decline()
MOVES = {place.id: Move(place.id) for place in PLACES}
RECONS = {place.id: Recon(place.id) for place in PLACES}
REVEALS = {place.id: Reveal(place.id) for place in PLACES}
FIRES = {(place.id, target): Fire(place.id, target) for place in PLACES for target in (FACE_DOWN, *STRENGTH)}
RAMS = {target: Ram(target) for target in (FACE_DOWN, *STRENGTH)}
REPAIRS = tuple(Repair(ap) for ap in range(1, 6))

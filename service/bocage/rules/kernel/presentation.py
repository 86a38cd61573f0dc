"""Structs of a game's ``presentation.py``, and outlines for emblems."""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, radians, sin

import msgspec

from bocage.protocol.presentation import (
    Average,
    BoardEffect,
    BoardShape,
    Brought,
    Colour,
    Complexity,
    Flag,
    Group,
    Lead,
    Mark,
    Matter,
    Panel,
    Presentation,
    Roll,
    Shape,
    Style,
    Window,
)

#: Width and height of an emblem.
EMBLEM = (140, 96)
#: Width and height of the picture of a position.
PICTURE = (240, 126)


def box(width: float, height: float) -> str:
    """SVG path data of a rectangle around its middle."""
    return f"M{-width / 2:g} {-height / 2:g}h{width:g}v{height:g}h{-width:g}z"


def disc(radius: float) -> str:
    """SVG path data of a circle around its middle."""
    return oval(radius, radius)


def oval(across: float, along: float) -> str:
    """SVG path data of an ellipse around its middle; both half-axes."""
    arc = f"a{across:g} {along:g} 0 1 0"
    return f"M{-across:g} 0{arc} {2 * across:g} 0{arc} {-2 * across:g} 0z"


def hexagon(size: float) -> str:
    """SVG path data of a hexagon with flat top and bottom; ``size``: from the middle to a corner."""
    corners = (f"{size * cos(radians(60 * i)):.1f} {size * sin(radians(60 * i)):.1f}" for i in range(6))
    return f"M{'L'.join(corners)}z"


def moved(shapes: Iterable[Shape], x: float, y: float) -> tuple[Shape, ...]:
    """The same shapes elsewhere."""
    return tuple(msgspec.structs.replace(shape, x=shape.x + x, y=shape.y + y) for shape in shapes)


def ground(style: Style, pattern: Style) -> tuple[Shape, Shape]:
    """The whole emblem filled with a colour and then with a pattern."""
    whole = f"M0 0H{EMBLEM[0]}V{EMBLEM[1]}H0z"
    return Shape(style, whole), Shape(pattern, whole)


__all__ = [
    "EMBLEM",
    "PICTURE",
    "Average",
    "BoardEffect",
    "BoardShape",
    "Brought",
    "Colour",
    "Complexity",
    "Flag",
    "Group",
    "Lead",
    "Mark",
    "Matter",
    "Panel",
    "Presentation",
    "Roll",
    "Shape",
    "Style",
    "Window",
    "box",
    "disc",
    "ground",
    "hexagon",
    "oval",
]

"""A position as a small picture: the hexes, the tank, and what is known to lie there."""

from __future__ import annotations

from bocage.rules.kernel.presentation import PICTURE, Shape, Style, box, disc, hexagon
from bocage.rules.zombies.data import PLACES
from bocage.rules.zombies.view import View

_SIZE = 11.2
_AXIAL = {place.id: (place.q, place.r) for place in PLACES}
_TANK = (Shape("olive", box(20, 13)), Shape("line", "M-10-4h20M-10 4h20M0 0h12"), Shape("olive", disc(3.4)))


def picture(view: View) -> tuple[Shape, ...]:
    """The shapes on a canvas of ``PICTURE``."""
    places = {name: (_SIZE * 1.5 * q, _SIZE * 3**0.5 * (r + q / 2)) for name, (q, r) in _AXIAL.items()}
    xs, ys = [x for x, _ in places.values()], [y for _, y in places.values()]
    dx, dy = PICTURE[0] / 2 - (min(xs) + max(xs)) / 2, PICTURE[1] / 2 - (min(ys) + max(ys)) / 2
    at = {name: (x + dx, y + dy) for name, (x, y) in places.items()}
    shapes = [Shape("sea", f"M0 0H{PICTURE[0]}V{PICTURE[1]}H0z")]
    shapes += [
        Shape("sand" if name == "carentan" else "wood", hexagon(_SIZE - 0.6), x=x, y=y)
        for name, (x, y) in at.items()
    ]
    for name in view["face_down"]:
        shapes += _counter("counter_dark", "letter_light", "?", *at[name])
    for zombie, name in view["zombies"].items():
        shapes += _counter("counter_pale", "letter", zombie[1:], *at[name])
    x, y = at[view["tank"]["hex"]]
    return (*shapes, *(Shape(each.style, each.path, x=x, y=y + 2) for each in _TANK))


def _counter(style: Style, letter: Style, text: str, x: float, y: float) -> tuple[Shape, Shape]:
    return Shape(style, box(14, 14), x=x, y=y), Shape(letter, text=text, x=x, y=y + 6)

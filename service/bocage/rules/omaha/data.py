"""Printed data: the cards with both sides, the tracks, and the grid of cards.

The beach is a grid of three columns and four rows. A *cell* is a place in it, numbered row by row from near to far:

    9 10 11     L3 C3 R3      far row
    6  7  8     L2 C2 R2
    3  4  5     L1 C1 R1
    0  1  2     L0 C0 R0      where the squad stands when an assault starts

What lies on a cell is a *tile*, again a number: nothing but water, a card with its front up, the machine-gun nest,
or a card on its destroyed side. A tile tells which card it is, and thereby what its back shows: only the *look* of
a tile may leave the service.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias, get_args

Cell: TypeAlias = Literal["L0", "C0", "R0", "L1", "C1", "R1", "L2", "C2", "R2", "L3", "C3", "R3"]
NearCell: TypeAlias = Literal["L0", "C0", "R0"]
NestCell: TypeAlias = Literal["L3", "R3"]

CELLS: tuple[Cell, ...] = get_args(Cell)
CELL: dict[str, int] = {name: cell for cell, name in enumerate(CELLS)}

WIDTH = 3
FAR_ROW = 9  # the far row's first cell
LEFT, CENTRE, RIGHT = range(WIDTH)


def _steps(cell: int) -> tuple[int, ...]:
    column = cell % WIDTH
    ahead = (cell + WIDTH,) if cell < FAR_ROW else ()
    left = (cell - 1,) if column > LEFT else ()
    right = (cell + 1,) if column < RIGHT else ()
    return ahead + left + right


#: Neighbours of each cell, where they exist: forward, left, right (OM-22).
STEPS: tuple[tuple[int, ...], ...] = tuple(_steps(cell) for cell in range(len(CELLS)))

LookId: TypeAlias = Literal[
    "water", "open", "wire", "x", "x_eye", "delta", "delta_eye", "destroyed", "destroyed_mine", "nest"
]


class Look(NamedTuple):
    """The public look of a tile, and its effect on a squad.

    ``entry``: "walk", "crawl" (the card is turned over, a mine goes off) or "barred" (only a blast opens it).
    ``eye``: limits visibility, so that a squad on its near side is covered.
    """

    id: LookId
    entry: Literal["walk", "crawl", "barred"]
    eye: bool = False


LOOKS: dict[LookId, Look] = {
    look.id: look
    for look in (
        Look("water", "walk"),
        Look("open", "walk"),
        Look("wire", "barred"),
        Look("x", "crawl"),
        Look("x_eye", "crawl", eye=True),
        Look("delta", "crawl"),
        Look("delta_eye", "crawl", eye=True),
        Look("destroyed", "walk"),
        Look("destroyed_mine", "walk"),
        Look("nest", "walk"),
    )
}


def printed_id(front: LookId, mine: bool) -> str:
    """The text id of a kind of beach card."""
    return f"{front}_mine" if mine else front


class Printed(NamedTuple):
    """A kind of beach card: its front, whether the back shows a mine, and how many there are."""

    front: LookId
    mine: bool
    copies: int

    @property
    def id(self) -> str:
        """Its text id."""
        return printed_id(self.front, self.mine)


DECK: tuple[Printed, ...] = (
    Printed("open", False, 1),
    Printed("open", True, 1),
    Printed("wire", True, 4),
    Printed("wire", False, 7),
    Printed("x", True, 3),
    Printed("x", False, 1),
    Printed("x_eye", True, 1),
    Printed("delta", True, 3),
    Printed("delta", False, 1),
    Printed("delta_eye", True, 1),
)

_FRONTS = [kind.front for kind in DECK for _ in range(kind.copies)]
_MINES = [kind.mine for kind in DECK for _ in range(kind.copies)]

#: Card numbers, in the order that the stock has before it is shuffled.
CARDS = range(1, len(_FRONTS) + 1)
#: Tiles: 0, a card number for its front, the nest, and beyond it the cards' destroyed sides.
WATER = 0
NEST = len(CARDS) + 1

#: The look of every tile.
LOOK: tuple[Look, ...] = (
    LOOKS["water"],
    *(LOOKS[front] for front in _FRONTS),
    LOOKS["nest"],
    *(LOOKS["destroyed_mine" if mine else "destroyed"] for mine in _MINES),
)


def turned(card: int) -> int:
    """The tile of a card that lies on its destroyed side."""
    return NEST + card


def card_of(tile: int) -> int:
    """The card that a tile is, whichever side is up; 0 for water and nest."""
    return tile % NEST


def mined(card: int) -> bool:
    """True if the back of a card shows a mine."""
    return _MINES[card - 1]


CHARGES = 8  # OM-2
ROUNDS = 8
ASSAULTS = 4
#: The squad card's corners by hits taken, for each number of hits that kills; 0 is DEAD (OM-1).
TRACKS: dict[int, tuple[int, ...]] = {7: (8, 7, 6, 5, 4, 3, 2, 0), 8: (8, 7, 6, 5, 4, 3, 2, 1, 0)}

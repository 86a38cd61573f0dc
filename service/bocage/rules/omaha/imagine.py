"""A complete state from the player's knowledge: the view, and the events on cards that went back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bocage.rules.dice import Chance
from bocage.rules.kernel import OPEN, Event, Seen, UnimaginableError
from bocage.rules.omaha.data import (
    CARDS,
    CELL,
    CELLS,
    FAR_ROW,
    LOOK,
    NEST,
    TRACKS,
    WATER,
    WIDTH,
    LookId,
    mined,
    turned,
)
from bocage.rules.omaha.events import Blasted, Crawled, Dealt
from bocage.rules.omaha.state import State

#: A card turned over: its front, and whether its back shows a mine.
_Turned = tuple[LookId, bool]

_FRONT_CARDS: dict[LookId, tuple[int, ...]] = {}
for _card in CARDS:
    _FRONT_CARDS[LOOK[_card].id] = (*_FRONT_CARDS.get(LOOK[_card].id, ()), _card)
_BACKS: dict[str, bool] = {"destroyed": False, "destroyed_mine": True}
#: The cell number of the card that made room for the nest: beyond the grid, and dealt last like the far rows.
_REMOVED = len(CELLS)


def imagine(seen: Seen, dice: Chance) -> State:
    """A state with that view, each as likely as the others, given the last deal and what is known since.

    With events, a card that was kept on the table is none of those that went back destroyed.
    """
    if seen.viewer == OPEN:
        raise UnimaginableError("open hands leave nothing to imagine but the stock")
    table = seen.table
    looks: dict[int, LookId] = {CELL[name]: look for name, look in table["grid"].items()}
    if "removed" in table:
        looks[_REMOVED] = table["removed"]
    fronts = {cell: look for cell, look in looks.items() if look in _FRONT_CARDS}
    backs: dict[int, _Turned] = {
        CELL[name]: (front, _BACKS[table["grid"][name]]) for name, front in table["fronts"].items()
    }
    gone = _gone(seen.events or ())
    lying, returned = _draw(fronts, backs, gone, dice)
    return _state(seen, looks, lying, returned, dice)


def _state(
    seen: Seen, looks: Mapping[int, LookId], lying: Mapping[int, int], returned: tuple[int, ...], dice: Chance
) -> State:
    table = seen.table
    stock = [card for card in CARDS if card not in lying.values()]
    dice.shuffle(stock)
    return State(
        options=seen.options,
        grid=[_tile(looks[cell], lying.get(cell, 0)) for cell in range(len(CELLS))],
        stock=tuple(stock),
        phase=table["phase"],
        assault=table["assault"],
        hits=TRACKS[seen.options.squad_track].index(table["strength"]),
        charges=table["charges"],
        rounds=table["rounds"],
        squad=CELL[table["squad"]] if "squad" in table else -1,
        trail=tuple(CELL[name] for name in table["trail"]),
        returned=returned,
        removed=lying.get(_REMOVED, 0),
    )


def _tile(look: LookId, card: int) -> int:
    if look in _BACKS:
        return turned(card)
    return card or (NEST if look == "nest" else WATER)


def _draw(
    fronts: Mapping[int, LookId], backs: Mapping[int, _Turned], gone: Sequence[_Turned], dice: Chance
) -> tuple[dict[int, int], tuple[int, ...]]:
    """Cards for all cells, and those that went back destroyed at the last deal.

    Cards of a kind differ by nothing but their number, so those that went back may be any of their kind.
    """
    returned: list[int] = []
    for front, mine in gone:
        returned.append(next(card for card in _kind(front, mine) if card not in returned))
    while True:
        lying = _draw_fronts({**fronts, **{cell: front for cell, (front, _) in backs.items()}}, returned, dice)
        if all(mined(lying[cell]) is mine for cell, (_, mine) in backs.items()):
            return lying, tuple(returned)


def _kind(front: LookId, mine: bool) -> list[int]:
    return [card for card in _FRONT_CARDS[front] if mined(card) is mine]


def _draw_fronts(fronts: Mapping[int, LookId], returned: Sequence[int], dice: Chance) -> dict[int, int]:
    """A card with the right front for each cell; those in the near row are none of ``returned``."""
    left = {front: list(cards) for front, cards in _FRONT_CARDS.items()}
    lying: dict[int, int] = {}
    for cell in sorted(fronts):
        cards = left[fronts[cell]]
        lying[cell] = dice.pick([card for card in cards if cell >= WIDTH or card not in returned])
        cards.remove(lying[cell])
    return lying


def _gone(events: Sequence[Event]) -> list[_Turned]:
    """Cards that went back destroyed at the last deal."""
    lying: dict[int, _Turned] = {}
    gone: list[_Turned] = []
    for event in events:
        match event:
            case Crawled(cell, front, mine) | Blasted(cell, front, mine):
                lying[CELL[cell]] = front, mine
            case Dealt(assault) if assault > 1:
                gone = [card for cell, card in sorted(lying.items()) if cell < FAR_ROW]
                lying = {cell - FAR_ROW: card for cell, card in lying.items() if cell >= FAR_ROW}
    return gone

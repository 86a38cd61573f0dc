"""A whole state made of what the player knows: the view, and what they were told of turned cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import perm

from service.games.dice import Chance
from service.games.kernel import OPEN, Event, Seen, UnimaginableError
from service.games.omaha.data import (
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
from service.games.omaha.events import Blasted, Crawled, Dealt
from service.games.omaha.state import State

#: A card that lies turned over: its front, where it is remembered, and whether its back shows a mine.
_Turned = tuple[LookId | None, bool]

_FRONT_CARDS: dict[LookId, tuple[int, ...]] = {}
for _card in CARDS:
    _FRONT_CARDS[LOOK[_card].id] = (*_FRONT_CARDS.get(LOOK[_card].id, ()), _card)
_MINED = sum(mined(card) for card in CARDS)
_BACKS: dict[str, bool] = {"destroyed": False, "destroyed_mine": True}
#: The cell number of the card that made room for the nest: beyond the grid, and dealt last like the far rows.
_REMOVED = len(CELLS)


def imagine(seen: Seen, dice: Chance) -> State:
    """A state with that view, each as likely as the others, given the last deal and what is known since.

    With events, turned cards are those that were told of, and a card that was kept on the table is none of those
    that went back destroyed. Without them, any card whose back fits lies there.
    """
    if seen.viewer == OPEN:
        raise UnimaginableError("open hands leave nothing to imagine but the stock")
    table = seen.table
    looks: dict[int, LookId] = {CELL[name]: look for name, look in table["grid"].items()}
    if "removed" in table:
        looks[_REMOVED] = table["removed"]
    fronts = {cell: look for cell, look in looks.items() if look in _FRONT_CARDS}
    backs: dict[int, _Turned] = {cell: (None, _BACKS[look]) for cell, look in looks.items() if look in _BACKS}
    returned: tuple[int, ...] = ()
    if seen.events is None:
        lying = _draw_from_looks(fronts, backs, dice)
    else:
        told, gone = _remember(seen.events)
        backs = {cell: told[cell] for cell in backs}
        lying, returned = _draw_from_memory(fronts, backs, gone, dice)
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


def _draw_from_looks(fronts: Mapping[int, LookId], backs: Mapping[int, _Turned], dice: Chance) -> dict[int, int]:
    """Cards for all cells, each arrangement that fits alike."""
    wanted = [sum(mine is kind for _, mine in backs.values()) for kind in (False, True)]
    most = max(_ways(len(fronts), mines, wanted) for mines in range(len(fronts) + 1))
    while True:
        lying = _draw_fronts(fronts, (), dice)
        ways = _ways(len(fronts), sum(mined(card) for card in lying.values()), wanted)
        # An arrangement of fronts counts as often as there are ways to lay the turned cards beside it.
        if dice.below(1 << 30) * most < ways << 30:
            break
    for cell, (_, mine) in backs.items():
        lying[cell] = dice.pick([card for card in CARDS if mined(card) is mine and card not in lying.values()])
    return lying


def _ways(fronts: int, mines: int, wanted: Sequence[int]) -> int:
    """In how many ways turned cards can lie beside ``fronts`` others of which ``mines`` are mined."""
    harmless = len(CARDS) - _MINED - (fronts - mines)
    return (
        perm(harmless, wanted[False]) * perm(_MINED - mines, wanted[True])
        if harmless >= 0 and mines <= _MINED
        else 0
    )


def _draw_from_memory(
    fronts: Mapping[int, LookId], backs: Mapping[int, _Turned], gone: Sequence[_Turned], dice: Chance
) -> tuple[dict[int, int], tuple[int, ...]]:
    """Cards for all cells, and those that went back destroyed at the last deal.

    Cards of a kind differ by nothing but their number, so those that went back may be any of their kind.
    """
    returned: list[int] = []
    for front, mine in gone:
        returned.append(next(card for card in _kind(front, mine) if card not in returned))
    while True:
        lying = _draw_fronts(
            {**fronts, **{cell: front for cell, (front, _) in backs.items() if front}}, returned, dice
        )
        if all(mined(lying[cell]) is mine for cell, (_, mine) in backs.items()):
            return lying, tuple(returned)


def _kind(front: LookId | None, mine: bool) -> list[int]:
    assert front is not None
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


def _remember(events: Sequence[Event]) -> tuple[dict[int, _Turned], list[_Turned]]:
    """Which cards lie turned over where, and which went back at the last deal."""
    lying: dict[int, _Turned] = {}
    gone: list[_Turned] = []
    for event in events:
        match event:
            case Crawled(cell, front, mine) | Blasted(cell, front, mine):
                lying[CELL[cell]] = front, mine
            case Dealt(assault) if assault > 1:
                gone = [card for cell, card in sorted(lying.items()) if cell < FAR_ROW]
                lying = {cell - FAR_ROW: card for cell, card in lying.items() if cell >= FAR_ROW}
    return lying, gone

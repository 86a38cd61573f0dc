"""Values of actions and views that their types leave open."""

from __future__ import annotations

from collections.abc import Iterator

from bocage.rules.company_commander import actions as act
from bocage.rules.company_commander.data import (
    FRONTS,
    HAND_LIMIT,
    HQS,
    SCORE_TO_WIN,
    SIDES,
    SQUAD_DECKS,
    STALL_TURNS,
    UnitCard,
    squad_deck,
    unit_name,
)
from bocage.rules.company_commander.tactical import ROWS, TACTICAL, tactical_deck
from bocage.rules.company_commander.turn import PHASES
from bocage.rules.kernel import Counts, Number, Spaces, Sums

#: Selectors of the tactical deck that name a unit, a front, and neither.
_NOTHING = ("", "squad_deck", "tactical_deck", "able_attackers", "able_defenders")
_ON_FRONTS = ("open_front", "own_front", "own_fighting_front", "enemy_held_front")


def _named(card: UnitCard) -> list[str]:
    return [unit_name(card, number) for number in range(1, card.count + 1)]


#: By side, the id of every unit that can come.
_OF_SIDE = tuple(tuple(unit for card in deck for unit in _named(card)) for deck in SQUAD_DECKS)
_UNITS = (*_OF_SIDE[0], *_OF_SIDE[1])
_ALL_FRONTS = (*FRONTS[0], *FRONTS[1])
_CARDS = tuple(card.id for deck in SQUAD_DECKS for card in deck)
_TACTICAL = tuple(TACTICAL)
_HQ_UNITS = tuple(tuple(unit for card in deck if card.id in HQS for unit in _named(card)) for deck in SQUAD_DECKS)


def _across() -> Iterator[tuple[str, str]]:
    """Every unit with every front of the other side."""
    for side in (0, 1):
        for unit in _OF_SIDE[side]:
            for front in FRONTS[1 - side]:
                yield unit, front


def _plays() -> Iterator[act.Play]:
    for row in ROWS:
        if row.target in _NOTHING:
            yield act.Play(row.id)
        elif row.target in _ON_FRONTS:
            yield from (act.Play(row.id, front=front) for front in _ALL_FRONTS)
        else:
            yield from (act.Play(row.id, unit) for unit in _UNITS)


def _rallies() -> Iterator[act.Rally]:
    for side in (0, 1):
        for unit in _OF_SIDE[side]:
            helpers = () if unit in _HQ_UNITS[side] else _HQ_UNITS[side]
            yield from (act.Rally(unit, helper) for helper in ("", *helpers))


_STRENGTH = max(card.strength for deck in SQUAD_DECKS for card in deck)
_COPIES = Number(max(card.count for deck in SQUAD_DECKS for card in deck))
_TACTICAL_COPIES = Number(max(row.count for row in ROWS))
_HEAP = Number(HAND_LIMIT + 5)

SPACES = Spaces(
    actions={
        "deploy": [
            act.Deploy(card.id, front) for side in (0, 1) for card in SQUAD_DECKS[side] for front in FRONTS[side]
        ],
        "move": [act.Move(unit, front) for side in (0, 1) for unit in _OF_SIDE[side] for front in FRONTS[side]],
        "proxy": [act.Proxy(front) for front in _ALL_FRONTS],
        "play": list(_plays()),
        "discard": [act.Discard(card) for card in _TACTICAL],
        "recon": [act.Recon(unit) for unit in _UNITS],
        "mark": [act.Mark(front) for front in _ALL_FRONTS],
        "suppress": [act.Suppress(*pair) for pair in _across()],
        "assault_add": [act.Join(*pair) for pair in _across()],
        "assault_remove": [act.Withdraw(unit) for unit in _UNITS],
        "rally": list(_rallies()),
    },
    view={
        "seats": SIDES,
        "seats.*": (0, 1),
        "first": SIDES,
        "turn": Number(100),
        "quiet": Number(STALL_TURNS),
        "active": SIDES,
        "phase": tuple(name for name, _ in PHASES),
        "score": SIDES,
        "score.*": Number(SCORE_TO_WIN),
        "fronts": _ALL_FRONTS,
        "fronts.*.bonus": Number(4),
        "units": _UNITS,
        "units.*.card": _CARDS,
        "units.*.front": _ALL_FRONTS,
        "units.*.n": Number(max(map(len, _OF_SIDE))),
        "units.*.casualties": Number(_STRENGTH),
        "units.*.pins": Number(4),
        "lost": SIDES,
        "lost.*": _CARDS,
        "lost.*.*": _COPIES,
        "squads": SIDES,
        "squads.*": Number(max(len(squad_deck(side)) for side in (0, 1))),
        "pending": Counts(_CARDS, _COPIES.high),
        "tactical": Number(len(tactical_deck())),
        "discards": _TACTICAL,
        "discards.*": _TACTICAL_COPIES,
        "hands": SIDES,
        "hands.*": _HEAP,
        "cards": SIDES,
        "cards.*": _TACTICAL,
        "cards.*.*": _TACTICAL_COPIES,
        "glimpses": SIDES,
        "glimpses.*.turn": Number(100),
        "glimpses.*.cards": _TACTICAL,
        "glimpses.*.cards.*": _TACTICAL_COPIES,
        "glimpses.*.held": _TACTICAL,
        "glimpses.*.held.*": _TACTICAL_COPIES,
        "proxy": _ALL_FRONTS,
        "assault.front": _ALL_FRONTS,
        "assault.units": _UNITS,
        "assault.dice": Sums((*_UNITS, *_ALL_FRONTS, "attackers", "defenders"), Number(6, -6)),
        "assault.silenced": _UNITS,
        "assault.mines": Number(8),
        "target.unit": _UNITS,
        "target.card": _TACTICAL,
        "target.front": _ALL_FRONTS,
        "aides": _UNITS,
        "aides.*": (*_HQ_UNITS[0], *_HQ_UNITS[1]),
    },
)

"""Opening positions as text: which units lie on which fronts before the first turn. CC-2

Each line is a front and the squad cards of its side that lie there: ``us_l: us_rifle_squad us_half_squad``. Case is
ignored, and lines that begin with ``#`` are comments.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TypeAlias

from bocage.rules.company_commander.data import FRONTS, LANE_OF, SIDES, UNITS, Lane, Side, squad_deck
from bocage.rules.kernel import OptionError

#: Characters of a text, comments included.
LONGEST = 1500
#: Units of a side.
MOST = 9

EXAMPLES = (
    """\
us_l: us_rifle_squad
us_c: us_company_hq us_rifle_squad
us_r: us_browning_30_mg
de_r: de_half_squad
de_c: de_company_hq de_light_mg_34
de_l: de_jager_squad
""",
    """\
us_c: us_m4a1_sherman us_platoon_hq us_rifle_squad us_bazooka_team
de_r: de_pak_40
de_c: de_jager_squad de_platoon_hq
de_l: de_sniper
""",
)

#: Front → its squad cards.
Position: TypeAlias = dict[str, tuple[str, ...]]
_FRONTS = (*FRONTS[0], *FRONTS[1])


#: Code → what is wrong, in English; in both languages: the texts ``refusal.<code>``.
SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        "position_long": "{n} characters; a position has at most {most}",
        "position_front": "line {line} begins with no front; there is {all}",
        "position_card": "line {line}: {card} is no squad card of that side",
        "position_units": "{n} units of one side; a side has 1 to {most}",
        "position_count": "there are fewer cards {card}",
        "position_missing": "units lie there at the beginning, but none are named",
        "position_unused": "units are named, but the table is empty at the beginning",
    }
)


class PositionError(OptionError):
    """A text is not a valid position."""

    def __init__(self, code: str, **fields: str | int) -> None:
        super().__init__(code, SENTENCES[code].format(**fields), fields)


@lru_cache(maxsize=256)
def parse(text: str) -> Position:
    """Parse a position. Cached: treat the result as read-only. Raises :class:`PositionError`."""
    if len(text) > LONGEST:
        raise PositionError("position_long", n=len(text), most=LONGEST)
    found: Position = {}
    for number, line in enumerate(text.lower().splitlines(), 1):
        front, colon, rest = line.strip().partition(":")
        if not front or front.startswith("#"):
            continue
        if not colon or front.rstrip() not in _FRONTS:
            raise PositionError("position_front", line=number, all=", ".join(_FRONTS))
        front = front.rstrip()
        for card in rest.split():
            if card not in UNITS or SIDES[UNITS[card].side] != front[:2]:
                raise PositionError("position_card", line=number, card=f"{card!a:.40}")
        found[front] = (*found.get(front, ()), *rest.split())
    for side in (0, 1):
        _check(side, [card for front in FRONTS[side] for card in found.get(front, ())])
    return {front: found[front] for front in _FRONTS if found.get(front)}


def _check(side: Side, cards: list[str]) -> None:
    if not 1 <= len(cards) <= MOST:
        raise PositionError("position_units", n=len(cards), most=MOST)
    if more := Counter(cards) - Counter(squad_deck(side)):
        raise PositionError("position_count", card=next(iter(more)))


@lru_cache(maxsize=256)
def canonical(text: str) -> str:
    """Return the canonical text of a position. Raises :class:`PositionError`."""
    return "".join(f"{front}: {' '.join(cards)}\n" for front, cards in parse(text).items())


def cards_of(text: str, side: Side) -> list[tuple[str, Lane]]:
    """Return the cards of a side, each with its lane, in order of arrival."""
    position = parse(text)
    return [(card, LANE_OF[front]) for front in FRONTS[side] for card in position.get(front, ())]

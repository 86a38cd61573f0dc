"""Golden logs of SQUAD: whole matches of each variant."""

from __future__ import annotations

from typing import Any

from bocage.rules.squad.drawn import EXAMPLES
from bocage.rules.squad.options import Options, SeatOptions
from tests.goldens import Recipe
from tests.rules.squad.policies import eager, flanker


def _seats(first: Any, second: Any) -> tuple[SeatOptions, SeatOptions]:
    return SeatOptions(nation=first), SeatOptions(nation=second)


GOLDENS = {
    "base": Recipe(
        seed="base",
        options=Options(),
        seats=_seats("us", "jp"),
        policy=eager,
        note="Americans against Japanese: covering fire without penalty, point-blank attacks at short range.",
    ),
    "base_ja": Recipe(
        seed="base ja",
        options=Options(morale_memory="since_last_check"),
        seats=_seats("ru", "uk"),
        policy=eager,
        language="ja",
        note="ロシア軍対イギリス軍：増援と偵察、自軍のターンに受けた射撃も士気に響く。",
    ),
    "flanking_same": Recipe(
        seed="flanking same",
        options=Options(variant="flanking"),
        seats=_seats("de", "uk"),
        policy=flanker,
        note="Flanking Fire adds up on one side (SQ-105).",
    ),
    "flanking_opposite": Recipe(
        seed="flanking opposite",
        options=Options(variant="flanking", flank_side="opposite", flank_open=True),
        seats=_seats("de", "de"),
        policy=flanker,
        note="Flanking Fire on either side, at most one each (SQ-106).",
    ),
    "map_1": Recipe(
        seed="map 1",
        options=Options(variant="map"),
        seats=_seats("random", "random"),
        policy=eager,
        note="One squad each on the default map.",
    ),
    "map_2": Recipe(
        seed="map 2",
        options=Options(variant="map", squads_per_seat=2),
        seats=(SeatOptions(nation="us", nation_2="uk"), SeatOptions(nation="de", nation_2="jp")),
        policy=eager,
        note="Two squads each, of different nations, phase by phase (SQ-119).",
    ),
    "map_drawn": Recipe(
        seed="map drawn",
        options=Options(variant="map", terrain="drawn", map=EXAMPLES[1], home_edge="southwest", squads_per_seat=2),
        seats=(SeatOptions(nation="jp", nation_2="us"), SeatOptions(nation="ru", nation_2="de")),
        policy=eager,
        note="A drawn map (SQ-113) between two of its corners (SQ-116).",
    ),
}

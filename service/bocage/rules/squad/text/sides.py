"""Names of sides that do not begin in the north and the south (SQ-116)."""

from __future__ import annotations

from collections.abc import Mapping

from bocage.rules.squad.hexmap import OPPOSITE

#: Language → edge → the side that begins there. Texts are written for the first two.
_SIDES: Mapping[str, Mapping[str, str]] = {
    "en": {
        "north": "North",
        "south": "South",
        "west": "West",
        "east": "East",
        "northwest": "North-west",
        "southeast": "South-east",
        "northeast": "North-east",
        "southwest": "South-west",
    },
    "ja": {
        "north": "北側",
        "south": "南側",
        "west": "西側",
        "east": "東側",
        "northwest": "北西側",
        "southeast": "南東側",
        "northeast": "北東側",
        "southwest": "南西側",
    },
}
#: The same under a counter, where a long name has no room.
_BRIEF: Mapping[str, Mapping[str, str]] = {
    "en": {"northwest": "NW", "southeast": "SE", "northeast": "NE", "southwest": "SW"},
    "ja": {"northwest": "北西", "southeast": "南東", "northeast": "北東", "southwest": "南西"},
}
_PLACEMENT = {"en": "Place a squad on the home edge", "ja": "自軍盤端に分隊を配置"}


def by_edge(lang: str, words: Mapping[str, str]) -> dict[str, str]:
    """Every text of ``words`` that names a side, for each other home edge, under the keys of ``in_match``."""
    sides = _SIDES[lang]
    naming = {key: text for key, text in words.items() if sides["north"] in text or sides["south"] in text}
    found = {}
    for edge, opposite in OPPOSITE.items():
        if edge == "north":
            continue
        prefix = f"with.home_edge.{edge}"
        found[f"{prefix}.decision.placement"] = _PLACEMENT[lang]
        for key, text in naming.items():
            called = {**sides, **_BRIEF[lang]} if key.startswith("brief.") else sides
            # By way of a name that stands in no text: the south may be called North.
            text = text.replace(sides["north"], "\0").replace(sides["south"], called[opposite])
            found[f"{prefix}.{key}"] = text.replace("\0", called[edge])
    return found

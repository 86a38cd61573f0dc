"""The names of house bots. Players may not take these names."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from types import MappingProxyType

#: Strategy → its names for people, English and Japanese.
HOUSE_NAMES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "random": ("random", "ランダム"),
        "sergeant": ("sergeant", "軍曹"),
        "captain": ("captain", "大尉"),
        "planner": ("planner",),
        "scout_first": ("scout_first",),
        "shoot_first": ("shoot_first",),
    }
)


def _bare(name: str) -> str:
    """The letters and digits of a name. Width, case, blanks and signs make no difference."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return "".join(char for char in folded if char.isalnum())


_RESERVED = frozenset(_bare(name) for names in HOUSE_NAMES.items() for name in (names[0], *names[1]))


def is_reserved(name: str) -> bool:
    """Whether this is the name of a house bot."""
    return _bare(name) in _RESERVED

"""Reserved names: those of the house bots."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from types import MappingProxyType

#: Strategy → its names, English and Japanese.
HOUSE_NAMES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "random": ("random", "ランダム"),
        "sergeant": ("sergeant", "軍曹"),
        "captain": ("captain", "大尉"),
        "planner": ("planner",),
        "scout_first": ("scout_first",),
        "shoot_first": ("shoot_first",),
        "recruit": ("recruit", "新兵"),
        "regular": ("regular", "正規兵"),
        "veteran": ("veteran", "古参兵"),
    }
)


#: Common Cyrillic, Greek, Armenian and phonetic letters, and the Latin letters they resemble. Unicode's own list
#: (UTS 39) has thousands.
_LOOK_ALIKES = str.maketrans(
    "авеікмнорстухјѕԁԛԝһӏпгѵցոսօαεικνορτυχγηɑɡɩʀꜱᴀᴄᴅᴇɴᴏᴘᴛ",
    "abeikmhopctyxjsdqwhlnrvgnuoaeiknoptuxynagirsacdenopt",
)
#: Characters of one script that are easily confused.
_SAME = str.maketrans("i1|0", "lllo")


def bare(name: str) -> str:
    """Reduce a name to its letters and digits as they look.

    Ignores width, case, accents, blanks, signs, and the script of letters that look the same.
    """
    wide = unicodedata.normalize("NFKC", name)
    # A capital I looks like a small l. Small letters are compared, so every i counts as one.
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", wide.casefold()))
    plain = folded.translate(_LOOK_ALIKES).translate(_SAME).replace("rn", "m")
    return "".join(char for char in plain if char.isalnum())


_RESERVED = frozenset(bare(name) for names in HOUSE_NAMES.items() for name in (names[0], *names[1]))


def is_reserved(name: str) -> bool:
    """True for names of house bots and names that look the same."""
    return bare(name) in _RESERVED

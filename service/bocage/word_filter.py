"""The word filter for names and chat, which an operator can replace.

A filter is a pure function from text to text. It masks chat; names that it would change are refused.
BOCAGE_WORD_FILTER selects it: ``small`` (this module), ``off``, or any ``module:function``.
"""

from __future__ import annotations

import importlib
import re
import unicodedata
from collections.abc import Callable
from typing import TypeAlias

from bocage.protocol.names import bare

#: Returns a text with offensive parts masked. Pure.
WordFilter: TypeAlias = Callable[[str], str]

#: Whole words in Latin letters: only those that are nearly always insults.
WORDS = """
asshole assholes bitch bitches cunt cunts dickhead dickheads fag fags faggot faggots fuck fucked fucker fuckers
fucking fucks fuk kike kikes kys motherfucker motherfuckers nigga niggas nigger niggers paki pakis retard retards
shithead shitheads slut sluts spastic tranny trannies wanker wankers whore whores
kichigai shine-yo sieg-heil siegheil heil-hitler heilhitler
"""
#: Parts of text without blanks between words; katakana count as hiragana.
PARTS = """
死ね 氏ね しねよ 殺すぞ 殺してやる ころすぞ きちがい 気違い くたばれ ちょん公 土人 くそやろう くそ野郎 糞野郎
"""
#: Harmless words that contain such a part.
FINE = "死ねない 死ねなか 死ねば 死ねる 死ねず 死ねん"

_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
_BARE = frozenset(bare(word) for word in WORDS.split())
_KATAKANA = {code: code - 0x60 for code in range(ord("ァ"), ord("ヶ") + 1)}


def unfiltered(text: str) -> str:
    """Return the text unchanged."""
    return text


def small(text: str) -> str:
    """Mask the words of this module's lists, in both languages.

    Ignores width, case, accents, look-alike letters, joiners and other invisible characters, and blanks between
    letters (``f u c k``).
    """
    covered = list(text)
    seen, at = _without_marks(text)
    found = [(at[start], at[end]) for start, end in [*_words(seen), *_spelled(seen)]]
    for start, end in [*found, *_parts(text)]:
        covered[start:end] = "*" * (end - start)
    return "".join(covered)


def _without_marks(text: str) -> tuple[str, list[int]]:
    """Strip combining and invisible characters.

    Also returns the position of each remaining character, and the end of the last one.
    """
    at = [number for number, sign in enumerate(text) if not _is_mark(sign)]
    return "".join(text[number] for number in at), [*at, len(text)]


def _is_mark(sign: str) -> bool:
    return unicodedata.category(sign) in ("Mn", "Me", "Cf")


def _words(text: str) -> list[tuple[int, int]]:
    return [found.span() for found in _WORD.finditer(text) if bare(found.group()) in _BARE]


def _spelled(text: str) -> list[tuple[int, int]]:
    """Find words written letter by letter: ``f.u.c.k``."""
    runs = re.finditer(r"(?<![^\W_])[^\W_](?:[\W_]+[^\W_](?![^\W_])){2,}", text)
    return [run.span() for run in runs if bare(run.group()) in _BARE]


def _parts(text: str) -> list[tuple[int, int]]:
    folded, at = "", []
    for number, sign in enumerate(text):
        if unicodedata.category(sign) == "Cf" or _is_selector(sign):
            continue
        plain = unicodedata.normalize("NFKC", sign).casefold().translate(_KATAKANA)
        if sign in "\u3099\u309a" and folded:
            # A kana and its combining mark are one character.
            folded = folded[:-1] + unicodedata.normalize("NFKC", folded[-1] + sign)
            continue
        folded += plain
        at += [number] * len(plain)
    fine = [found.span() for word in FINE.split() for found in re.finditer(word, folded)]
    found = [found.span() for part in PARTS.split() for found in re.finditer(part, folded)]
    bad = [(a, b) for a, b in found if not any(start <= a and b <= end for start, end in fine)]
    return [(at[a], at[b - 1] + 1) for a, b in bad]


def _is_selector(sign: str) -> bool:
    """True for variation selectors."""
    return "\ufe00" <= sign <= "\ufe0f" or "\U000e0100" <= sign <= "\U000e01ef"


def filter_of(name: str) -> WordFilter:
    """Return the filter named in a setting. Raises ``ValueError`` for an unknown or unsuitable one."""
    known: dict[str, WordFilter] = {"small": small, "off": unfiltered}
    if name in known:
        return known[name]
    module, colon, function = name.partition(":")
    if not colon:
        raise ValueError(f"{name!r} is neither small, off nor module:function")
    try:
        found: WordFilter = getattr(importlib.import_module(module), function)
    except (ImportError, AttributeError) as error:
        raise ValueError(f"{name!r} cannot be found: {error}") from None
    if not callable(found) or not isinstance(found("a"), str):
        raise ValueError(f"{name!r} does not give a text for a text")
    return found

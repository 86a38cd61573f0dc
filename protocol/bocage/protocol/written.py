"""Rules for text written by people, such as names and chat: no characters that are invisible or reorder others.

The rules use Unicode properties as Python knows them. They apply to input only, so a Python with a later Unicode
does not invalidate stored text. The reasons are in decision 046.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable

#: Characters that are letters, symbols or marks by category but look blank: Hangul fillers, an empty Braille cell,
#: a note without its head, blanks of hieroglyphs.
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\U0001d159\U00013441\U00013442")
_BLANKS = dict.fromkeys(map(ord, BLANK), " ")

_ZWSP, _ZWNJ, _ZWJ, _CGJ = "\u200b", "\u200c", "\u200d", "\u034f"
_FLAG = "\U0001f3f4"
#: Characters between the black flag and the end of its tags: a region, such as gbsct.
_REGION = re.compile("[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f")

#: Most marks on one letter: the Hebrew Bible needs five, Burmese syllables seven.
MOST_MARKS = 8
#: Most marks of the kinds common to all scripts on one letter; no orthography needs more.
MOST_COMMON_MARKS = 3


def _within(ranges: str) -> Callable[[str], bool]:
    """Create a test for membership in ranges written in hexadecimal: ``41-5A 61-7A``."""
    pairs = [[int(end, 16) for end in part.split("-")] for part in ranges.split()]
    starts, ends = [pair[0] for pair in pairs], [pair[-1] for pair in pairs]
    assert starts == sorted(starts)

    def holds(sign: str) -> bool:
        at = bisect_right(starts, ord(sign)) - 1
        return at >= 0 and ord(sign) <= ends[at]

    return holds


#: Scripts whose letters change shape beside others, such as Arabic and Mongolian.
_cursive = _within(
    "600-6FF 700-77F 7C0-7FF 840-8FF 1800-18AF A840-A87F FB50-FDFF FE70-FEFC 10AC0-10AFF 10B80-10BAF 10D00-10D3F"
    " 10F30-10FDF 11660-1167F 1E900-1E95F"
)
#: Scripts of India and its neighbours, whose letters stack and merge.
_brahmic = _within(
    "900-DFF E00-FFF 1000-109F 1700-17FF 1900-19FF 1A00-1AAF 1B00-1C4F 1CD0-1CFF A800-A82F A880-A8FF A930-A95F"
    " A980-A9FF AA00-AADF AAE0-AAFF ABC0-ABFF 11000-1165F 11680-11FFF 16100-1613F"
)
#: Scripts without blanks between words, which use ZWSP where a line may end: Thai, Lao, Khmer, Myanmar…
_unspaced = _within("E00-EFF F00-FFF 1000-109F 1780-17FF 1950-19DF 1A20-1AAF 1B00-1B7F A980-A9FF AA60-AADF")
_mongolian = _within("1820-18AA 11660-1166C")
_mongolian_selector = _within("180B-180F")
_selector = _within("FE00-FE0F")
_ideographic_selector = _within("E0100-E01EF")
_ideograph = _within("2E80-2FDF 3005-3007 3021-3029 3400-4DBF 4E00-9FFF F900-FAFF 20000-2FA1F 30000-3347F")
#: Marks that any script may use; towers of marks consist of these.
_common_mark = _within("300-36F 483-489 1AB0-1AFF 1DC0-1DFF 20D0-20FF FE20-FE2F")
#: Code points reserved for pictographs, assigned or not (UTS 51, Extended_Pictographic).
_kept_for_pictographs = _within("1F000-1FAFF 1FC00-1FFFD")
_more_pictographs = _within(
    "A9 AE 203C 2049 2122 2139 2194-21AA 231A-23FF 24C2 25AA-27BF 2934-2935 2B05-2B55 3030 303D 3297 3299"
)
_skin_tone = _within("1F3FB-1F3FF")
#: Signs before a number or a name that enclose it, such as the Arabic year sign.
_prepended = _within("600-605 6DD 70F 890-891 8E2 110BD 110CD")
#: Always invisible, or no part of a text.
_never = _within("17B4-17B5 FFFC")


def tidied(text: str) -> str:
    """Collapse blanks and strip them at both ends."""
    return " ".join(text.translate(_BLANKS).split())


def is_legible(text: str) -> bool:
    """True if the text is allowed as one line: something visible, nothing harmful."""
    return not faults(text) and any(_shows(sign) for sign in text)


def legible(text: str, instead: str) -> str:
    """Replace every harmful character by ``instead``."""
    signs = list(text)
    for at in faults(text):
        signs[at] = instead
    return "".join(signs)


def faults(text: str) -> list[int]:
    """Return the indices of characters that are not allowed, ascending.

    These are controls; characters that reorder text; unassigned and private ones; joiners, selectors and tags
    without effect; marks without a base, and towers of marks.
    """
    if text.isascii():
        return [at for at, sign in enumerate(text) if not sign.isprintable()]
    found: list[int] = []
    at = 0
    while at < len(text):
        if text[at] == _FLAG and (tags := _REGION.match(text, at + 1)):
            at = tags.end()
            continue
        if not _may_stand(text, at):
            found.append(at)
        at += 1
    return found


def _shows(sign: str) -> bool:
    return (unicodedata.category(sign)[0] not in "CZM" and sign not in BLANK) or _kept_for_pictographs(sign)


def _may_stand(text: str, at: int) -> bool:
    sign = text[at]
    kind = unicodedata.category(sign)
    if kind[0] in "LNPS":
        return not _never(sign)
    if kind[0] == "M":
        return not _never(sign) and _fits_mark(text, at)
    if kind == "Zs":
        return sign == " "
    if kind == "Cf":
        return _fits_format(text, at)
    return kind == "Cn" and _kept_for_pictographs(sign)


def _beside(text: str, at: int) -> str:
    """Return the character at ``at``; a blank outside the text."""
    return text[at] if 0 <= at < len(text) else " "


def _is_letter(sign: str) -> bool:
    return unicodedata.category(sign)[0] in "LMN"


def _pictograph(sign: str) -> bool:
    return (_kept_for_pictographs(sign) or _more_pictographs(sign)) and not _skin_tone(sign)


def _fits_mark(text: str, at: int) -> bool:
    sign, before = text[at], _beside(text, at - 1)
    if _selector(sign):
        # Few letters have separate text and emoji forms (U+FE0E, U+FE0F).
        letter = _is_letter(before) and not before.isdecimal() and before != "ℹ"
        return _shows(before) and not (letter and (before.isascii() or sign >= "\ufe0e"))
    if _ideographic_selector(sign):
        return _ideograph(before)
    if _mongolian_selector(sign):
        return _mongolian(before)
    if sign == _CGJ:
        return all(unicodedata.combining(other) for other in (before, _beside(text, at + 1)))
    # A mark at the start would attach to the text shown before.
    return (at > 0 or unicodedata.category(sign) == "Mc") and not _too_many(text, at)


def _too_many(text: str, at: int) -> bool:
    """True if the letter before ``at`` has the most marks already, or this mark twice."""
    start = at
    while start and (unicodedata.category(text[start - 1])[0] == "M" or text[start - 1] in (_ZWJ, _ZWNJ)):
        start -= 1
    marks = text[start : at + 1].replace(_ZWJ, "").replace(_ZWNJ, "")
    common = sum(map(_common_mark, marks)) if _common_mark(text[at]) else 0
    return len(marks) > MOST_MARKS or common > MOST_COMMON_MARKS or marks.count(text[at]) > 2


def _fits_format(text: str, at: int) -> bool:
    sign, before, after = text[at], _beside(text, at - 1), _beside(text, at + 1)
    if sign == _ZWJ and _pictograph(after):
        return _pictograph(_before_selector(text, at))
    if sign in (_ZWJ, _ZWNJ):
        return _fits_joiner(sign, before, after)
    if sign == _ZWSP:
        return all(_unspaced(other) and unicodedata.category(other)[0] in "LMNP" for other in (before, after))
    if sign == "\u180e":
        return _mongolian(before) or _mongolian_selector(before)
    return _prepended(sign) and _is_letter(after)


def _fits_joiner(sign: str, before: str, after: str) -> bool:
    """True if a joiner or non-joiner here changes the shapes of its neighbours."""
    if not _is_letter(before):
        return False
    if _brahmic(before):
        # After a virama it selects the form of the vowelless letter, also at the end of a word.
        virama = unicodedata.combining(before) == 9 and after not in (_ZWJ, _ZWNJ)
        return virama or (_brahmic(after) and _is_letter(after))
    if sign == _ZWNJ:
        return _is_letter(after) and (_cursive(before) or _cursive(after))
    # A letter joined to nothing takes its form within a word.
    return _cursive(before) and (_cursive(after) or not _is_letter(after)) and after not in (_ZWJ, _ZWNJ)


def _before_selector(text: str, at: int) -> str:
    """Return the base character before ``at``, skipping selectors and skin tones."""
    at -= 1
    while at > 0 and (_skin_tone(text[at]) or text[at] == "\ufe0f"):
        at -= 1
    return _beside(text, at)

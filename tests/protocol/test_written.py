"""What people may write, and what they may not: by kinds, in many scripts, and for any text."""

from __future__ import annotations

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bocage.protocol.written import MOST_MARKS, faults, is_legible, legible, tidied

#: Written as numbers, because much of it is not seen.
ALLOWED = {
    "shrug": "\U0001f937\u200d\u2642\ufe0f",
    "family": "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "heart on fire": "\u2764\ufe0f\u200d\U0001f525",
    "flag of England": "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "pirates": "\U0001f3f4\u200d\u2620\ufe0f",
    "rainbow": "\U0001f3f3\ufe0f\u200d\U0001f308",
    "keycap": "1\ufe0f\u20e3",
    "skin tone": "\U0001f44d\U0001f3fd",
    "tones in a couple": "\U0001f9d1\U0001f3fb\u200d\U0001f91d\u200d\U0001f9d1\U0001f3ff",
    "eye in a bubble": "\U0001f441\ufe0f\u200d\U0001f5e8\ufe0f",
    "regional letters": "\U0001f1ef\U0001f1f5",
    "information as text and picture": "\u2139\ufe0f \u263a\ufe0e",
    "pictograph of a later Unicode": "\U0001faff",
    "Persian": "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
    "Persian ending of a Latin word": "API\u200c\u0647\u0627",
    "Persian figure": "\u06f5\u200c\u06af\u0627\u0646\u0647",
    "Persian initial shape": "\u0647\u200d.",
    "Arabic sign for a year": "\u06012026",
    "Hindi half letter": "\u0915\u094d\u200d\u0937",
    "Hindi virama": "\u0936\u0915\u094d\u200c\u0924\u093f",
    "Sinhala": "\u0dc1\u0dca\u200d\u0dbb\u0dd3",
    "Malayalam at the end of a word": "\u0d05\u0d35\u0d28\u0d4d\u200d",
    "Bengali": "\u09b0\u200d\u09cd\u09af\u09be\u09ac",
    "Burmese": "\u1000\u103b\u103d\u1014\u103a\u102f\u1015\u103a",
    "Khmer between words": "\u1781\u17d2\u1798\u17c2\u179a\u200b\u1797\u17b6\u179f\u17b6",
    "Mongolian vowel apart": "\u182c\u1820\u182d\u1820\u1828\u180e\u1820",
    "Tibetan": "\u0f67\u0f71\u0f74\u0f83",
    "Thai": "\u0e19\u0e49\u0e33",
    "Hebrew with points": "\u05e9\u05b8\u05bc\u05c1\u05a3\u05dc\u05d5\u05b9\u05dd",
    "Vietnamese, decomposed": "Vie\u0302\u0323t",
    "ideograph of a register": "\u845b\U000e0100\u57ce",
    "standard form of an ideograph": "\u845b\ufe00",
    "kana, decomposed": "\u304b\u3099",
    "face": "( \u0361\u00b0 \u035c\u0296 \u0361\u00b0)",
    "Hebrew": "\u05e9\u05dc\u05d5\u05dd",
    "hieroglyph": "\U00013000",
}
REFUSED = {
    "joiner between letters": "a\u200db",
    "joiner at the end": "Ann\u200d",
    "joiner at the start": "\u200dAnn",
    "non-joiner between Latin letters": "a\u200cb",
    "joiner after a picture alone": "\U0001f44d\u200d",
    "joiner between picture and letter": "\U0001f44d\u200da",
    "two non-joiners": "\u0645\u06cc\u200c\u200c\u062e",
    "space without width between Latin letters": "ab\u200bcd",
    "right-to-left override": "a\u202eb",
    "isolate": "\u2066a\u2069",
    "left-to-right mark": "a\u200eb",
    "byte order mark": "\ufeffa",
    "soft hyphen": "a\u00adb",
    "word joiner": "a\u2060b",
    "invisible operator": "a\u2062b",
    "tag alone": "a\U000e0061",
    "tags without an end": "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e",
    "tags on another picture": "\U0001f44d\U000e0067\U000e0062\U000e0065\U000e007f",
    "word in tags": "\U0001f3f4\U000e0061\U000e0061\U000e0061\U000e0061\U000e0061\U000e0061\U000e0061\U000e007f",
    "four marks": "a\u0300\u0301\u0302\u0303",
    "tower of Thai marks": "\u0e01\u0e47\u0e47\u0e47\u0e47",
    "tower through joiners": "\u0915\u0951\u200d\u0951\u200d\u0951\u200d\u0951\u200d\u0951\u200d\u0951\u200d\u0915",
    "mark on nothing": "\u0301a",
    "selector after a Latin letter": "a\ufe0f",
    "selector after kana": "\u3042\ufe0f",
    "two selectors": "\U0001f44d\ufe0f\ufe0f",
    "ideographic selector after a letter": "a\U000e0100",
    "grapheme joiner": "a\u034fb",
    "private use": "\ue000",
    "lone surrogate": "\ud800",
    "noncharacter": "\uffff",
    "not assigned": "\u0378",
    "interlinear annotation": "\ufff9a\ufffab\ufffb",
    "place of an object": "\ufffc",
    "line separator": "a\u2028b",
    "escape": "\x1b[31m",
    "inherent vowel of Khmer": "\u1780\u17b4",
}
BLANK = ["", " ", "\u3164", "\u2800", "\u115f\u1160", "\uffa0", "\U0001d159"]

#: What is most likely to be near a fault, and anything else.
SIGNS = st.one_of(
    st.sampled_from(sorted(set("".join([*ALLOWED.values(), *REFUSED.values()])) | set(" ab1#\u0644\u0915"))),
    st.characters(),
)


@pytest.mark.parametrize("text", ALLOWED.values(), ids=ALLOWED)
def test_what_renders_is_allowed(text: str) -> None:
    assert faults(text) == []
    assert is_legible(text)
    assert is_legible(f"well, {text} there")


@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED)
def test_what_hides_or_reorders_is_refused(text: str) -> None:
    assert faults(text)
    assert not is_legible(text)


@pytest.mark.parametrize("text", BLANK)
def test_what_looks_blank_is_no_text(text: str) -> None:
    assert not is_legible(text)
    assert tidied(f" {text}a{text} ") == "a"


def test_the_faults_are_where_they_are() -> None:
    assert faults("a\u202eb\u200dc") == [1, 3]
    assert legible("a\u202eb\u200dc", "?") == "a?b?c"


@given(st.text(SIGNS, max_size=12))
def test_a_legible_text_reorders_nothing(text: str) -> None:
    kinds = {unicodedata.category(sign) for sign in text if unicodedata.bidirectional(sign) in BIDI}
    assert not kinds or not is_legible(text)


#: Classes of characters that order others anew.
BIDI = {"LRE", "LRO", "RLE", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


@given(st.text(SIGNS, max_size=12))
def test_every_text_can_be_made_legible(text: str) -> None:
    mended = legible(text, "?")
    assert len(mended) == len(text)
    assert faults(mended) == []


@given(st.text(SIGNS, max_size=12), st.text(SIGNS, max_size=12))
def test_legible_words_are_legible_in_a_row(first: str, second: str) -> None:
    if is_legible(first) and is_legible(second):
        assert is_legible(f"{first} {second}")


@given(st.text(st.sampled_from("a\u0301\u0323\u0915\u0951\u200d\u200c\u034f\ufe0f"), min_size=40, max_size=60))
def test_no_legible_text_is_a_tower(text: str) -> None:
    bare = "".join(sign for sign in text if sign not in "\u200d\u200c")
    longest = max(
        len(run) for run in "".join("m" if unicodedata.category(s)[0] == "M" else " " for s in bare).split(" ")
    )
    assert longest <= MOST_MARKS or not is_legible(text)


@given(st.text(SIGNS, max_size=12))
def test_tidying_twice_changes_nothing(text: str) -> None:
    assert tidied(tidied(text)) == tidied(text)


def test_every_character_alone_is_decided() -> None:
    """Nothing that is not assigned, private or a control is legible, except where pictographs will be."""
    for code in range(sys.maxunicode + 1):
        if unicodedata.category(chr(code))[0] == "C" and is_legible(chr(code)):
            assert 0x1F000 <= code <= 0x1FFFD

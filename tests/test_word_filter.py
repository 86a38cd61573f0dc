"""The filter for names and chat: what it covers in either language, what it leaves alone, how another is chosen."""

from __future__ import annotations

import pytest

from bocage.settings import Settings, SettingsError, load
from bocage.word_filter import filter_of, small, unfiltered


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("well, fuck that", "well, **** that"),
        ("FUCKING tanks!", "******* tanks!"),
        ("ｆｕｃｋ", "****"),
        ("fück", "****"),
        ("f.u.c.k off", "******* off"),
        ("f u c k", "*******"),
        ("a nіgger", "a ******"),  # the second letter is Cyrillic
        ("Sieg-Heil", "*********"),
        ("fu\u200cck", "*****"),
        ("f\u0323uc\ufe0fk", "******"),
        ("死\u200dね", "***"),
        ("死\U000e0100ね", "***"),
        ("きちか\u3099い", "*****"),
        ("もう死ねよ", "もう**よ"),
        ("キチガイだ", "****だ"),
        ("クソ野郎め", "****め"),
    ],
)
def test_insults_are_covered_sign_by_sign(text: str, shown: str) -> None:
    assert small(text) == shown
    assert len(shown) == len(text)


@pytest.mark.parametrize(
    "text",
    [
        "Scunthorpe",
        "the shine of a helmet",
        "kill that squad, shoot first",
        "a b c d",
        "Dick Winters",
        "cocktail, class, assess",
        "行きましたしね",
        "まだ死ねない",
        "シネマで見た",
        "敵を倒すぞ",
        "",
        "👍 gg",
        "\U0001f468\u200d\U0001f469\u200d\U0001f467 می\u200cخواهم",
    ],
)
def test_everything_else_is_left_alone(text: str) -> None:
    assert small(text) == text


def test_it_is_pure_and_covers_nothing_twice() -> None:
    once = small("fuck 死ね fuck")
    assert once == "**** ** ****"
    assert small(once) == once


def shout(text: str) -> str:
    return text.upper()


NO_FILTER = "not a function"


def test_another_is_chosen_by_the_setting() -> None:
    assert load({}).chosen_filter() is small
    assert Settings(word_filter="off").chosen_filter() is unfiltered
    assert load({"BOCAGE_WORD_FILTER": f"{__name__}:shout"}).chosen_filter()("a") == "A"


@pytest.mark.parametrize(
    "wrong", ["big", "no.such.module:f", f"{__name__}:nothing", f"{__name__}:NO_FILTER", "builtins:len"]
)
def test_a_setting_that_names_no_filter_is_refused(wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong.replace(".", r"\.")):
        filter_of(wrong)
    with pytest.raises(SettingsError, match="BOCAGE_WORD_FILTER"):
        load({"BOCAGE_WORD_FILTER": wrong})

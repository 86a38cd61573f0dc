"""Names of house bots are theirs, however they are written."""

from __future__ import annotations

import pytest

from bocage.protocol.names import HOUSE_NAMES, is_reserved


def test_every_name_of_every_bot_is_reserved() -> None:
    for strategy, names in HOUSE_NAMES.items():
        assert is_reserved(strategy)
        assert all(is_reserved(name) for name in names)


@pytest.mark.parametrize(
    "name",
    [
        "SERGEANT",
        "Ｓｅｒｇｅａｎｔ",
        "s e r g e a n t",
        "sér-geant!",
        "sergeаnt",  # а is Cyrillic
        "plaννer",  # ν is Greek, for n
        "capta1n",
        "captaln",
        "captaIn",
        "randoｍ",
        "randorn",
        "p|anner",
        "scout first",
        "sh00t_f1rst",
        "ᴄaptain",
        "軍 曹",
        "ﾗﾝﾀﾞﾑ",
    ],
)
def test_what_looks_like_one_is_one(name: str) -> None:
    assert is_reserved(name)


@pytest.mark.parametrize(
    "name", ["", "Ann", "sergeants", "sergean", "captainn", "軍", "曹軍", "planner2", "recruiter", "123"]
)
def test_other_names_are_free(name: str) -> None:
    assert not is_reserved(name)

"""Random options: of every type a lobby can offer, evenly enough, and the same for the same seed."""

from __future__ import annotations

from enum import Enum
from random import Random
from typing import Annotated, Any, Literal

import msgspec
import pytest

from bocage.rules.kernel.options import has_defaults, option_texts, random_options


class Colour(Enum):
    RED = "red"
    GREEN = "green"


class Map(msgspec.Struct, frozen=True):
    width: Annotated[int, msgspec.Meta(ge=3, le=5)] = 3
    fog: bool = False


class Many(msgspec.Struct, frozen=True):
    side: Literal["axis", "allies"] = "axis"
    count: Annotated[int, msgspec.Meta(ge=2, le=9, multiple_of=3)] = 3
    colour: Colour = Colour.RED
    fast: bool = True
    map: Map | None = None


class Written(msgspec.Struct, frozen=True):
    text: Annotated[str, msgspec.Meta(max_length=9, examples=["one", "two"])] | msgspec.UnsetType = msgspec.UNSET


class Picky(msgspec.Struct, frozen=True):
    one: bool = False
    two: bool = True

    def __post_init__(self) -> None:
        if self.one == self.two:
            raise ValueError("one of them")


class Impossible(msgspec.Struct, frozen=True):
    one: bool = True

    def __post_init__(self) -> None:
        raise ValueError("never")


class Loose(msgspec.Struct, frozen=True):
    name: str = ""


def test_every_value_comes_up() -> None:
    rng = Random(1)
    drawn = [random_options(Many, rng) for _ in range(300)]
    assert {one.side for one in drawn} == {"axis", "allies"}
    assert {one.count for one in drawn} == {3, 6, 9}
    assert {one.colour for one in drawn} == set(Colour)
    assert {one.fast for one in drawn} == {True, False}
    assert {one.map.width if one.map else 0 for one in drawn} == {0, 3, 4, 5}
    assert 100 < sum(one.map is None for one in drawn) < 200
    assert drawn == [random_options(Many, again) for again in [Random(1)] for _ in range(300)]
    assert all(msgspec.json.decode(msgspec.json.encode(one), type=Many) == one for one in drawn)


def test_a_text_is_an_example_or_left_out() -> None:
    rng = Random(4)
    assert {random_options(Written, rng).text for _ in range(50)} == {"one", "two", msgspec.UNSET}
    assert has_defaults(Written)


def test_combinations_that_the_struct_refuses_are_drawn_again() -> None:
    rng = Random(2)
    assert {(one.one, one.two) for one in (random_options(Picky, rng) for _ in range(50))} == {
        (True, False),
        (False, True),
    }
    with pytest.raises(TypeError, match="refuses every combination"):
        random_options(Impossible, rng)


def test_what_a_lobby_cannot_offer_is_refused() -> None:
    with pytest.raises(TypeError, match=r"Loose\.name: an option cannot be of type StrType"):
        random_options(Loose, Random(3))


def test_the_texts_an_option_needs() -> None:
    assert option_texts(Many) == [
        *("option.side", "option.side.help", "option.side.allies", "option.side.axis"),
        *("option.count", "option.count.help"),
        *("option.colour", "option.colour.help", "option.colour.red", "option.colour.green"),
        *("option.fast", "option.fast.help", "option.fast.true", "option.fast.false"),
        *("option.map", "option.map.help"),
        *("option.map.width", "option.map.width.help"),
        *("option.map.fog", "option.map.fog.help", "option.map.fog.true", "option.map.fog.false"),
    ]


def test_defaults_are_noticed() -> None:
    class Bare(msgspec.Struct):
        one: int

    kinds: list[tuple[type[Any], bool]] = [(Many, True), (Bare, False)]
    assert all(has_defaults(kind) is has for kind, has in kinds)

"""Templates: the vectors the page is tested with too, and what holds for any template."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bocage.protocol.text import ending, fill, in_match, render

VECTORS = json.loads(Path(__file__).with_name("text_vectors.json").read_text(encoding="utf-8"))
plain = st.text(st.characters(codec="utf-8", exclude_characters="{}|"))


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["about"])
def test_the_shared_vectors(vector: dict[str, Any]) -> None:
    language = "ja" if "ja" in vector else "en"
    assert render(vector[language], vector["key"], vector["fields"], language) == vector["text"]


def test_ending_names_winner_and_loser() -> None:
    assert ending("emptied", [1], 2) == ("outcome.emptied", {"winner": "1", "loser": "0"})
    for winners, seats in (([], 2), ([0, 1], 2), ([0], 1), ([], 1)):
        assert ending("emptied", winners, seats) == ("outcome.emptied", {})


@given(plain)
def test_text_without_holes_is_left_alone(text: str) -> None:
    assert fill({}, text, {"n": 1}) == text


@given(plain, plain, st.integers(-5, 5))
def test_a_branch_is_the_template_it_holds(first: str, second: str, n: int) -> None:
    assert fill({}, "{n?" + first + "|" + second + "}", {"n": n}) == (first if n else second)
    assert fill({}, "{n#" + first + "|" + second + "}", {"n": n}) == (first if n == 1 else second)


@given(st.lists(st.sampled_from("ab"), max_size=5), st.sampled_from(["en", "ja"]))
def test_a_list_is_its_items_joined(items: list[str], language: str) -> None:
    catalogue = {"x.a": "A", "x.b": "B"}
    parts = [fill(catalogue, "{i:x}", {"i": item}, language) for item in items]
    assert fill(catalogue, "{l:x}", {"l": items}, language) == {"en": ", ", "ja": "、"}[language].join(parts)
    assert fill(catalogue, "{l:x}", {"l": tuple(items)}, language) == fill(
        catalogue, "{l:x}", {"l": items}, language
    )


@pytest.mark.parametrize("template", ["{", "a {n", "{n?{m|x}", "{{n}"])
def test_a_hole_that_is_not_closed_is_an_error(template: str) -> None:
    with pytest.raises(ValueError, match="not closed"):
        fill({}, template, {})


@pytest.mark.parametrize(
    ("value", "plain", "signed"),
    [
        (-2, "−2", "−2"),
        (-1, "−1", "−1"),
        (0, "0", "0"),
        (1, "1", "+1"),
        (2, "2", "+2"),
        (None, "", "0"),
        (False, "false", "0"),
    ],
)
def test_numbers_are_signed_below_zero_or_on_request(value: Any, plain: str, signed: str) -> None:
    assert fill({}, "{n}", {"n": value}) == plain
    assert fill({}, "{n:+}", {"n": value}) == signed


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        ([0, 6], "0%"),
        ([1, 1000], "<1%"),
        ([1, 200], "1%"),
        ([1, 201], "<1%"),
        ([1, 3], "33%"),
        ([1, 2], "50%"),
        ([199, 200], ">99%"),
        ([99, 100], "99%"),
        ([6, 6], "100%"),
        (None, ""),
    ],
)
def test_chance_is_never_rounded_to_certainty(chance: Any, text: str) -> None:
    assert fill({}, "{c:%}", {"c": chance}) == text


def test_a_match_replaces_texts_by_the_values_of_its_options() -> None:
    catalogue = {"seat.0": "North", "with.edge.west.seat.0": "West", "with.fog.true.seat.0": "Mist"}
    assert in_match(catalogue, {"edge": "north", "fog": False})["seat.0"] == "North"
    assert in_match(catalogue, {"edge": "west"})["seat.0"] == "West"
    assert in_match(catalogue, {"fog": True})["seat.0"] == "Mist"

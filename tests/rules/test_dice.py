"""Dice: unbiased, each draw a function of its own number, recomputable by anybody who learns the key."""

from __future__ import annotations

import hmac
import json
import math
import struct
from collections import Counter
from itertools import permutations
from pathlib import Path
from statistics import NormalDist
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bocage.rules.dice import Dice, Key, ScriptedDice, draw

KEY = Key(bytes(range(32)))
VECTORS = Path(__file__).with_name("dice_vectors.json")
bounds = st.one_of(st.integers(1, 200), st.integers(1, 1 << 32))
sequences = st.integers(1, (1 << 64) - 1)


def draw_by_the_book(key: bytes, seq: int, number: int, bound: int) -> int:
    """The definition in service/bocage/rules/dice.py once more, with the standard library's HMAC."""
    attempt = 0
    while True:
        block = hmac.digest(key, struct.pack(">QII", seq, number // 8, attempt), "sha256")
        word = int.from_bytes(block[4 * (number % 8) :][:4], "big")
        if word < (1 << 32) // bound * bound:
            return word % bound
        attempt += 1


def chi_square_limit(freedom: int, p: float = 1e-4) -> float:
    """The value that chi-square exceeds with probability ``p`` (Wilson and Hilferty's approximation)."""
    spread = 2 / (9 * freedom)
    root: float = 1 - spread + NormalDist().inv_cdf(1 - p) * math.sqrt(spread)
    return freedom * root**3


def chi_square(counts: Counter[Any], kinds: int) -> float:
    expected = counts.total() / kinds
    return sum((n - expected) ** 2 for n in counts.values()) / expected + (kinds - len(counts)) * expected


@given(st.binary(max_size=64), st.binary(max_size=200))
def test_the_digest_is_hmac_sha256(key: bytes, message: bytes) -> None:
    assert Key(key).digest(message) == hmac.digest(key, message, "sha256")


def test_a_key_is_at_most_one_block_long() -> None:
    with pytest.raises(ValueError, match="64 bytes"):
        Key(bytes(65))


@given(st.binary(min_size=32, max_size=32), sequences, st.integers(0, 500), bounds)
def test_a_draw_is_what_the_definition_says(key: bytes, seq: int, number: int, bound: int) -> None:
    assert draw(Key(key), seq, number, bound) == draw_by_the_book(key, seq, number, bound)


@given(sequences, st.lists(bounds, min_size=1, max_size=30))
def test_a_draw_depends_on_nothing_drawn_before(seq: int, asked: list[int]) -> None:
    dice = Dice(KEY, seq)
    values = [dice.below(bound) for bound in asked]
    assert values == [draw(KEY, seq, number, bound) for number, bound in enumerate(asked)]
    assert dice.draws == list(zip(asked, values, strict=True))


@pytest.mark.parametrize("vector", json.loads(VECTORS.read_text()), ids=lambda v: f"{v['seq']}-{v['number']}")
def test_the_published_vectors(vector: dict[str, Any]) -> None:
    key = bytes.fromhex(vector["key"])
    assert draw(Key(key), vector["seq"], vector["number"], vector["bound"]) == vector["value"]


def test_a_word_in_the_biased_rest_is_drawn_again() -> None:
    bound = (1 << 31) + 1  # nearly half of all words lie above the one multiple of this bound
    again = 0
    for seq in range(1, 200):
        word = struct.unpack(">8I", KEY.digest(struct.pack(">QII", seq, 0, 0)))[0]
        value = draw(KEY, seq, 0, bound)
        assert value < bound
        assert Dice(KEY, seq).below(bound) == value
        again += word >= bound
        assert (value == word) is (word < bound)
    assert 60 < again < 140


@pytest.mark.parametrize("bound", [0, -1, (1 << 32) + 1])
def test_bounds_outside_32_bits_are_refused(bound: int) -> None:
    dice = Dice(KEY, 1)
    for ask in (dice.below, lambda n: draw(KEY, 1, 0, n)):
        with pytest.raises(ValueError, match="bound"):
            ask(bound)
    assert dice.draws == []


@pytest.mark.parametrize("bound", [2, 3, 5, 6, 7, 52, 57, 121])
def test_every_value_comes_up_as_often(bound: int) -> None:
    counts = Counter(draw(KEY, seq, number, bound) for seq in range(1, 501) for number in range(24))
    assert chi_square(counts, bound) < chi_square_limit(bound - 1)


def test_neighbouring_dice_are_independent() -> None:
    within = Counter((dice.d6(), dice.d6()) for dice in (Dice(KEY, seq) for seq in range(1, 6001)))
    assert chi_square(within, 36) < chi_square_limit(35)
    across = Counter((draw(KEY, seq, 0, 6), draw(KEY, seq + 1, 0, 6)) for seq in range(1, 6001))
    assert chi_square(across, 36) < chi_square_limit(35)


def test_every_order_of_a_shuffle_comes_up_as_often() -> None:
    counts: Counter[tuple[int, ...]] = Counter()
    for seq in range(1, 6001):
        cards = [0, 1, 2, 3]
        Dice(KEY, seq).shuffle(cards)
        counts[tuple(cards)] += 1
    assert counts.keys() == set(permutations(range(4)))
    assert chi_square(counts, 24) < chi_square_limit(23)


def test_another_key_makes_other_dice() -> None:
    one, other = Dice(bytes(32), 1), Dice(bytes(31) + b"\1", 1)
    assert one.roll(20) != other.roll(20)
    assert Dice(KEY, 1).roll(20) != Dice(KEY, 2).roll(20)


def test_the_derived_draws() -> None:
    dice = Dice(KEY, 9)
    rolled = [*dice.roll(3), dice.d6()]
    assert rolled == [draw(KEY, 9, number, 6) + 1 for number in range(4)]
    assert dice.pick("abc") == "abc"[draw(KEY, 9, 4, 3)]
    assert dice.pick(["only"]) == "only"
    assert len(dice.draws) == 5


@given(st.lists(st.integers(), max_size=40), sequences)
def test_a_shuffle_keeps_what_it_shuffles(items: list[int], seq: int) -> None:
    dice, shuffled = Dice(KEY, seq), list(items)
    dice.shuffle(shuffled)
    assert sorted(shuffled) == sorted(items)
    assert [bound for bound, _ in dice.draws] == list(range(len(items), 1, -1))


def test_scripted_faces_come_first_and_count_from_one() -> None:
    dice = ScriptedDice([6, 1, 3], then=Dice(KEY, 4))
    assert dice.roll(2) == [6, 1]
    assert dice.left == 1
    assert dice.pick("abc") == "c"
    assert dice.d6() == Dice(KEY, 4).d6()
    assert [bound for bound, _ in dice.draws] == [6, 6, 3, 6]


def test_a_script_that_does_not_fit_is_an_error() -> None:
    with pytest.raises(ValueError, match="scripted face 4 does not fit a draw from 3"):
        ScriptedDice([4]).pick("abc")
    with pytest.raises(LookupError, match="no further face"):
        ScriptedDice([]).d6()


def test_scripted_dice_can_leave_the_order_alone() -> None:
    cards = list("abc")
    dice = ScriptedDice([2], keep_order=True)
    dice.shuffle(cards)
    assert (cards, dice.left) == (list("abc"), 1)
    ScriptedDice([1, 1]).shuffle(cards)
    assert cards == list("bca")

"""The page measures the hex map as the rules do."""

from __future__ import annotations

from bocage.rules.squad.hexmap import board
from tests.page.node import run_module

BETWEEN = """
const { hexesBetween } = await import("WEB/js/games/squad/hexmap.js");
console.log(JSON.stringify(given.map(([one, other]) => hexesBetween(one, other))));
"""


def test_hex_distances_agree_with_the_rules() -> None:
    layout = board(7, 8)
    pairs = [(one, other) for one in layout.names for other in layout.names]
    number = layout.number
    assert run_module(BETWEEN, pairs) == [layout.distance[number[a]][number[b]] for a, b in pairs]

"""How an end is told, and which moment turned a match."""

from __future__ import annotations

from typing import Any

from tests.page.node import run_module

VERDICTS = """
globalThis.navigator ??= { language: "en" };
globalThis.localStorage = { getItem: () => null };
const { verdictOf } = await import("WEB/js/table/verdict.js");
console.log(JSON.stringify(given.map(({ match, seat }) => verdictOf(match, seat))));
"""

SWING = """
const { turningPoint } = await import("WEB/js/replay/swing.js");
console.log(JSON.stringify(given.map(({ moments, presentation }) => {
  const found = turningPoint(moments, presentation);
  return found && [found.moment.seq, found.events.map(({ ev }) => ev)];
})));
"""

PRESENTATION = {
    "rolls": [
        {"event": "fired", "brought": {"field": "kills", "count": "number"}, "average": {"rows": {"0": 1.0}}},
    ],
    "marks": [{"event": "fell", "kind": "loss"}, {"event": "turn", "kind": "turn"}],
}


def match(winners: list[int], reason: str = "ten", seats: int = 2, begun: bool = True) -> dict[str, Any]:
    told: dict[str, Any] = {
        "outcome": {"winners": winners, "reason": reason},
        "seats": {str(seat): {} for seat in range(seats)},
    }
    return told | ({"table": {"turn": 3}} if begun else {})


def test_an_end_is_told_from_the_seat_of_whoever_looks() -> None:
    cases = [
        (match([0]), 0, "won"),
        (match([0]), 1, "lost"),
        (match([0]), -1, "over"),
        (match([]), 0, "draw"),
        (match([]), -1, "draw"),
        (match([], seats=1), 0, "lost"),
        (match([0], seats=1), 0, "won"),
        (match([], "cancelled", begun=False), 0, "off"),
        (match([], "expired", begun=False), -1, "off"),
        (match([], "closed"), 1, "over"),
        (match([], "closed", seats=1), 0, "over"),
    ]
    told = run_module(VERDICTS, [{"match": ended, "seat": seat} for ended, seat, _ in cases])
    assert told == [wanted for _, _, wanted in cases]


def moments(*events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{"seq": 10 + number, "events": some, "view": {"table": {}}} for number, some in enumerate(events)]


def test_the_turning_point_is_the_roll_furthest_from_its_average_else_the_heaviest_loss() -> None:
    far, near, late = {"ev": "fired", "kills": 4}, {"ev": "fired", "kills": 1}, {"ev": "fired", "kills": 4, "n": 1}
    fell, turn = {"ev": "fell"}, {"ev": "turn"}
    given = [
        moments([near], [far], [near]),
        moments([far], [near], [turn, late]),
        moments([near], [fell], [fell, fell], [turn]),
        moments([fell], [], [turn, fell]),
        moments([turn], []),
    ]
    found = run_module(SWING, [{"moments": some, "presentation": PRESENTATION} for some in given])
    # Before a loss stands what led to it.
    assert found == [[11, ["fired"]], [12, ["fired"]], [12, ["fell"]], [12, ["turn", "fell"]], None]

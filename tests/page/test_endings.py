"""Words of an end, and the turning point of a match."""

from __future__ import annotations

from typing import Any

from bocage.rules.squad.text import TEXT
from tests.page.node import run_module

VERDICTS = """
globalThis.navigator ??= { language: "en" };
globalThis.localStorage = { getItem: () => null };
const { verdictOf } = await import("WEB/js/table/verdict.js");
console.log(JSON.stringify(given.map(({ match, seat }) => verdictOf(match, seat))));
"""

SWING = """
const { turningPoint } = await import("WEB/js/replay/turning_point.js");
console.log(JSON.stringify(given.map(({ moments, presentation, counts }) => {
  const found = turningPoint(moments, presentation, counts && (({ table }) => table.flags));
  return found && [found.moment.seq, found.events.map(({ ev }) => ev)];
})));
"""

PRESENTATION = {
    "rolls": [
        {
            "event": "fired",
            "brought": {"field": "kills", "count": "number"},
            "average": {"rows": {"0": 1.0}},
            "who": "by",
            "letters": 1,
        },
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


REASONS = """
globalThis.navigator ??= { language: "en" };
globalThis.localStorage = { getItem: () => null };
const { reasonInWords } = await import("WEB/js/table/verdict.js");
const { render } = await import("WEB/js/words/template.js");
console.log(JSON.stringify(given.map(({ match, catalogue }) =>
  reasonInWords(match, { say: (key, fields = {}) => render(catalogue, key, fields, "en") }))));
"""


def test_why_it_ended_says_which_side_has_no_men_left() -> None:
    catalogue = dict(TEXT["en"])
    ended = [match([1], "annihilation"), match([0], "annihilation"), match([0], "objectives")]
    told = run_module(REASONS, [{"match": each, "catalogue": catalogue} for each in ended])
    assert told == [
        "North has no men left.",
        "South has no men left.",
        "North has taken three mission objectives.",
    ]


def test_ending_of_two_names_winner_and_loser() -> None:
    """The first seat has the number 0, which a text must not take for nobody."""
    catalogue = {
        "outcome.end": "{winner?{winner:seat} beats {loser:seat}|It is over}.",
        "seat.0": "North",
        "seat.1": "South",
    }
    ended = [match([0], "end"), match([1], "end"), match([], "end"), match([0], "end", seats=1)]
    told = run_module(REASONS, [{"match": each, "catalogue": catalogue} for each in ended])
    assert told == ["North beats South.", "South beats North.", "It is over.", "It is over."]


def moments(
    *events: list[dict[str, Any]], winners: list[int] | None = None, seats: int = 2
) -> list[dict[str, Any]]:
    """Moments whose last one has the winners; ``winners`` None: nobody."""
    ended = match(winners or [], seats=seats)
    return [
        {"seq": 10 + number, "events": some, "view": ended | {"table": {}}} for number, some in enumerate(events)
    ]


def fired(by: int, kills: int) -> dict[str, Any]:
    return {"ev": "fired", "by": str(by), "kills": kills}


def swing(*given: list[dict[str, Any]], counts: bool = False) -> Any:
    return run_module(SWING, [{"moments": some, "presentation": PRESENTATION, "counts": counts} for some in given])


def test_turning_point_of_a_draw_is_its_most_extreme_roll() -> None:
    far, near, late = fired(0, 4), fired(1, 1), fired(1, 4)
    fell, turn = {"ev": "fell"}, {"ev": "turn"}
    found = swing(
        moments([near], [far], [near]),
        moments([far], [near], [turn, late]),
        moments([near], [fell], [fell, fell], [turn]),
        moments([fell], [], [turn, fell]),
        moments([turn], []),
    )
    # Before a loss stands what led to it; the last turned nothing if one before weighed as much.
    assert found == [[11, ["fired"]], [12, ["fired"]], [12, ["fell"]], [10, ["fell"]], None]


def test_the_turning_point_is_never_against_the_result() -> None:
    fell, turn = {"ev": "fell"}, {"ev": "turn"}
    found = swing(
        # The loser's best shot was better than the winner's.
        moments([fired(0, 6)], [fired(1, 3)], [fired(0, 5)], winners=[1]),
        # A shot without effect is one only where the winner had no luck at all.
        moments([fired(0, 0)], [fired(1, 2)], [fired(0, 0)], winners=[1]),
        moments([fired(0, 0)], [fired(1, 1)], [turn], winners=[1]),
        # A loss does not count for a solo winner, but for a solo loser.
        moments([turn, fell], [turn], winners=[0], seats=1),
        moments([turn, fell], [turn], seats=1),
        moments([fired(0, 4)], [fired(0, 0)], [fired(0, 1)], seats=1),
    )
    assert found == [
        [11, ["fired"]],
        [11, ["fired"]],
        [10, ["fired"]],
        None,
        [10, ["turn", "fell"]],
        [11, ["fired"]],
    ]


KINDS = SWING.replace("found.events.map(({ ev }) => ev)", "found.kind, found.who ?? null")


def test_turning_point_takes_the_lead_for_good() -> None:
    fell, turn = {"ev": "fell"}, {"ev": "turn"}
    games = (
        moments([fired(0, 0)], [fired(1, 2)], winners=[1]),
        moments([fired(0, 0)], [fired(1, 1)], [turn], winners=[1]),
        moments([fired(0, 4)]),
        # Of equal losses the first: after it most was still open.
        moments([turn, fell], [turn, fell], seats=1),
    )
    found = run_module(KINDS, [{"moments": some, "presentation": PRESENTATION, "counts": False} for some in games])
    assert found == [[11, "lucky", 1], [10, "unlucky", 0], [10, "far", 0], [10, "loss", None]]


def test_of_a_roll_that_cost_several_all_are_told() -> None:
    """Five dice had three sixes, and one unit was named."""
    pinned, fell = {"ev": "hit", "effect": "pin"}, {"ev": "fell"}
    found = swing(
        moments([fired(0, 5), fell, pinned, fell, pinned, fell], winners=[0]),
        moments([fired(0, 5), pinned, pinned, fell, pinned], winners=[0]),
    )
    assert found == [[10, ["fired", "fell", "fell", "fell"]], [10, ["fired", "hit", "fell"]]]


def test_hits_that_met_nobody_turn_no_match() -> None:
    lost, casualty = {"ev": "hit", "effect": "lost"}, {"ev": "hit", "effect": "casualty"}
    found = swing(
        moments([fired(1, 5), lost, lost], [fired(1, 3), lost, casualty], winners=[1]),
        # The next roll's hits are its own.
        moments([fired(1, 5), lost, fired(1, 3), casualty], winners=[1]),
        moments([fired(1, 5), lost], winners=[1]),
    )
    # The result of the roll comes with it.
    assert found == [[11, ["fired", "hit"]], [10, ["fired", "hit"]], None]


def test_counted_turning_point_is_the_winners_final_lead() -> None:
    def scored(*flags: tuple[int, int]) -> list[dict[str, Any]]:
        ended = moments(*([{"ev": "scored"}] for _ in flags), winners=[1])
        for each, (first, second) in zip(ended, flags, strict=True):
            each["view"] = each["view"] | {"table": {"flags": {"0": first, "1": second}}}
        return ended

    games = scored((0, 0), (0, 1), (1, 1), (1, 2), (1, 3)), scored((0, 0), (0, 1), (0, 2), (0, 3))
    assert swing(*games, counts=True) == [[13, ["scored"]], [11, ["scored"]]]
    found = run_module(KINDS, [{"moments": some, "presentation": PRESENTATION, "counts": True} for some in games])
    assert found == [[13, "lead", 1], [11, "lead", 1]]

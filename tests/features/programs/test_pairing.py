"""Pairings of the matches that the service arranges."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from bocage.features.programs.pairing import PER_DAY, Candidate, Pairing, pair_key, pairings


def candidate(player: str, score: float = 0.5, free: int = 1, **more: Any) -> Candidate:
    return Candidate(player, ("squad",), free, {"squad": score}, **more)


def pairs(*candidates: Candidate, met: Any = None, houses: Any = None, apart: Any = (), room: int = 9) -> list[Any]:
    found = pairings(candidates, met or {}, houses or {}, apart, room, random.Random(1))
    return sorted("".join(sorted(one.players)) or one.house for one in found)


def test_programs_close_in_strength_meet() -> None:
    assert pairs(candidate("a", 0.2), candidate("b", 0.8), candidate("c", 0.25), candidate("d", 0.7)) == [
        "ac",
        "bd",
    ]


def test_opponents_met_less_today_come_first() -> None:
    met = {pair_key("squad", "a", "b"): 4}
    assert pairs(candidate("a", free=1), candidate("b", free=0), candidate("c", 0.6), met=met) == ["ac"]


def test_tables_and_room_are_never_exceeded() -> None:
    crowd = [candidate(name, free=2) for name in "abcdef"]
    found = pairings(crowd, {}, {}, (), 99, random.Random(2))
    seats = Counter(player for one in found for player in one.players)
    assert len(found) >= 3
    assert max(seats.values()) <= 2
    assert len(pairings(crowd, {}, {}, (), 1, random.Random(2))) == 1


def test_some_programs_never_meet() -> None:
    same_owner = [candidate("a", owner="o"), candidate("b", owner="o")]
    same_place = [candidate("a", where="w"), candidate("b", where="w")]
    two = [candidate("a"), candidate("b")]
    often = {pair_key("squad", "a", "b"): PER_DAY}
    assert pairs(*same_owner) == pairs(*same_place) == pairs(*two, met=often) == []
    assert pairs(*two, apart=[("b", "a")]) == []
    assert pairs(*two) == ["ab"]


def test_a_program_alone_plays_house_bots_in_turn() -> None:
    met: Counter[tuple[str, str, str]] = Counter()
    found: list[Pairing] = []
    for _ in range(4):
        found += pairings([candidate("a")], met, {"squad": ["recruit", "veteran"]}, (), 9, random.Random(3))
        met[pair_key("squad", "a", f"house:{found[-1].house}")] += 1
    assert Counter(one.house for one in found) == {"recruit": 2, "veteran": 2}
    # Both seats with each of them.
    assert {(one.house, one.players.index("a")) for one in found} == {
        (house, seat) for house in ("recruit", "veteran") for seat in (0, 1)
    }


def test_the_same_day_gives_the_same_pairs() -> None:
    crowd = [candidate(name, 0.3 + 0.05 * number) for number, name in enumerate("abcdefgh")]
    again = [pairings(crowd, {}, {"squad": ["recruit"]}, (), 9, random.Random(4)) for _ in range(2)]
    assert again[0] == again[1]

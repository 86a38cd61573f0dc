"""Standings: the fold of results, its order, and what a ladder lists."""

from __future__ import annotations

import random

import msgspec

from bocage.features.ratings.glicko import Strength, after, aged, expected
from bocage.features.ratings.standings import LEAST_GAMES, PER_DAY, Ratings, Standing, in_order
from bocage.log.deals import DAY
from bocage.log.records import Rated

GAME = "toy"
TOY = (GAME, False)


def some_results(count: int, seed: int) -> list[Rated]:
    rng = random.Random(seed)
    found = []
    for number in range(count):
        first, second = rng.sample(["ann", "bob", "cid", "dot", "eve"], 2)
        at = rng.randrange(40) * DAY // 7  # many end at the same time
        found.append(Rated(f"m{number:04}", "squad", rng.random() < 0.2, (first, second), rng.randrange(3), at))
    return found


def fold(results: list[Rated]) -> bytes:
    ratings = Ratings()
    for result in in_order(results):
        ratings.add(result)
    return msgspec.json.encode(sorted((str(key), value) for key, value in ratings.standings.items()))


def test_the_order_in_which_results_are_found_does_not_matter() -> None:
    results = some_results(300, 1)
    first = fold(results)
    for seed in range(5):
        random.Random(seed).shuffle(results)
        assert fold(results) == first


def test_the_order_in_which_matches_ended_does() -> None:
    """So that the tests above say something."""
    results = some_results(300, 1)
    assert fold(results) != fold([msgspec.structs.replace(one, at=-one.at) for one in results])


def test_a_branch_leaves_what_it_came_from_as_it_is() -> None:
    results = in_order(some_results(100, 2))
    trunk = Ratings()
    for result in results[:60]:
        trunk.add(result)
    before = dict(trunk.standings)
    branch = trunk.branch(dict(trunk.standings))
    for result in results[60:]:
        branch.add(result)
    assert trunk.standings == before
    assert branch.standings != before
    for result in results[60:]:
        trunk.add(result)
    assert trunk.standings == branch.standings


def test_the_same_two_count_so_often_a_day() -> None:
    ratings = Ratings()
    for number in range(PER_DAY + 5):
        ratings.add(Rated(f"m{number}", GAME, False, ("ann", "eve"), 2, at=1000 + number))
    assert ratings.standings[TOY, "ann"].games == PER_DAY
    ratings.add(Rated("later", GAME, False, ("eve", "ann"), 0, at=DAY))
    assert ratings.standings[TOY, "ann"].games == PER_DAY + 1


def test_a_ladder_shows_who_has_played_enough_against_enough_others() -> None:
    ratings = Ratings()
    for number in range(LEAST_GAMES):
        assert not ratings.standings.get((TOY, "ann"), Standing()).listed
        other = ("bob", "cid", "dot")[number % 3]
        ratings.add(Rated(f"m{number}", GAME, False, ("ann", other), 2, at=number * DAY))
    assert ratings.standings[TOY, "ann"].listed
    assert not ratings.standings[TOY, "bob"].listed
    assert expected(ratings.standings[TOY, "ann"].strength)[0] > 0.5


def test_a_standing_tells_what_was_played_by_all_digits() -> None:
    ratings = Ratings()
    results = [
        Rated("m1", GAME, False, ("ann", "bob"), 2, at=1 * DAY),
        Rated("m2", GAME, False, ("bob", "ann"), 1, at=8 * DAY),
        Rated("m3", GAME, False, ("cid", "ann"), 2, at=15 * DAY),
        Rated("m4", GAME, False, ("ann", "dot"), 0, at=15 * DAY),
        Rated("m5", GAME, False, ("ann", "eve"), 2, at=18 * DAY),
        Rated("m6", GAME, False, ("ann", "bob"), 2, at=19 * DAY),
        Rated("m7", GAME, True, ("ann", "bob"), 2, at=19 * DAY),
    ]
    for result in results:
        ratings.add(result)
    found = {
        (pool[1], player): (one.at // DAY, one.games, one.won, one.drawn, one.met)
        for (pool, player), one in ratings.standings.items()
    }
    assert found == {
        (False, "ann"): (19, 6, 3, 1, ("bob", "cid", "dot")),
        (False, "bob"): (19, 3, 0, 1, ("ann",)),
        (False, "cid"): (15, 1, 1, 0, ("ann",)),
        (False, "dot"): (15, 1, 1, 0, ("ann",)),
        (False, "eve"): (18, 1, 0, 0, ("ann",)),
        (True, "ann"): (19, 1, 1, 0, ("bob",)),
        (True, "bob"): (19, 1, 0, 0, ("ann",)),
    }
    # Each strength is that of the paper, from those of both before, as long as it was that nobody heard of them.
    ann = bob = Strength()
    ann, bob = after(ann, [(bob, 1.0)], 0.0), after(bob, [(ann, 0.0)], 0.0)
    bob, ann = after(bob, [(aged(ann, 1.0), 0.5)], 1.0), after(ann, [(aged(bob, 1.0), 0.5)], 1.0)
    cid, ann = after(Strength(), [(aged(ann, 1.0), 1.0)], 0.0), after(ann, [(Strength(), 0.0)], 1.0)
    dot, ann = after(Strength(), [(ann, 1.0)], 0.0), after(ann, [(Strength(), 0.0)], 0.0)
    eve, ann = after(Strength(), [(aged(ann, 3 / 7), 0.0)], 0.0), after(ann, [(Strength(), 1.0)], 3 / 7)
    ann, bob = (
        after(ann, [(aged(bob, 11 / 7), 1.0)], 1 / 7),
        after(bob, [(aged(ann, 1 / 7), 0.0)], 11 / 7),
    )
    strengths = {player: one.strength for (pool, player), one in ratings.standings.items() if not pool[1]}
    assert strengths == {"ann": ann, "bob": bob, "cid": cid, "dot": dot, "eve": eve}
    standing = ratings.standings[TOY, "ann"]
    assert standing.at_time(33 * DAY) == aged(ann, 2.0)
    assert standing.at_time(18 * DAY) == standing.at_time(19 * DAY) == ann


def test_what_a_ladder_asks_for() -> None:
    for games, met, listed in ((10, 3, True), (9, 3, False), (10, 2, False), (11, 4, True)):
        assert Standing(games=games, met=tuple("abcd"[:met])).listed is listed


def test_ten_matches_of_a_pair_count_per_day() -> None:
    ratings = Ratings()
    for number in range(12):
        pair = ("ann", "bob") if number % 2 else ("bob", "ann")
        ratings.add(Rated(f"m{number}", GAME, False, pair, 1, at=5 * DAY + number))
    assert ratings.standings[TOY, "ann"].games == 10
    ratings.add(Rated("others", GAME, False, ("ann", "cid"), 1, at=6 * DAY - 1))
    ratings.add(Rated("programs", GAME, True, ("ann", "bob"), 1, at=6 * DAY - 1))
    assert ratings.standings[TOY, "ann"].games == 11
    assert ratings.standings[(GAME, True), "ann"].games == 1
    branch = ratings.branch(dict(ratings.standings))
    branch.add(Rated("again", GAME, False, ("ann", "bob"), 1, at=6 * DAY - 1))
    assert branch.standings[TOY, "ann"].games == 11
    branch.add(Rated("next", GAME, False, ("ann", "bob"), 1, at=6 * DAY))
    assert branch.standings[TOY, "ann"].games == 12
    assert ratings.standings[TOY, "ann"].games == 11


def test_results_are_folded_in_the_order_of_their_ends() -> None:
    results = [Rated(match, "squad", False, ("a", "b"), 1, at) for match, at in (("b", 2), ("c", 1), ("a", 2))]
    assert [result.match for result in in_order(results)] == ["c", "a", "b"]

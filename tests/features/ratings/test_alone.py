"""Ladders without Redis: their rows, the cache, and results that arrive late."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bocage.features.ratings import endpoints, ladders
from bocage.features.ratings.endpoints import ladder
from bocage.features.ratings.feature import RatingsFeature
from bocage.features.ratings.ladders import Ladders
from bocage.features.ratings.results import Results
from bocage.features.ratings.standings import Standing
from bocage.log.deals import DAY, first_moment
from bocage.log.records import Rated
from bocage.settings import Settings

NOON = first_moment("2030-06-15") + DAY // 2


def test_bounds() -> None:
    assert (endpoints.SHOWN, endpoints.DIGITS) == (100, 4)
    assert (ladders.FRESH, ladders.SETTLED, ladders.AT_ONCE) == (5, 60_000, 500)


def test_folded_results_are_counted() -> None:
    store: Any = SimpleNamespace(topology=None, now=lambda: 0)
    feature = RatingsFeature(store, Settings())
    feature.ladders.folded, feature.ladders.anew = 9, 10
    found = {sample.name: sample.value for family in feature.metrics() for sample in family.samples}
    assert found == {"bocage_ratings_folded": 9, "bocage_ratings_folded_anew_total": 10}


async def test_a_ladder_lists_the_first_hundred_of_its_kind() -> None:
    listed = Standing(games=20, won=9, drawn=1, met=tuple("abcde"), at=NOON)
    standings: dict[Any, Standing] = {(("squad", False), f"p{number:03}"): listed for number in range(103)}
    standings |= {(("squad", True), "robot"): listed, (("omaha", False), "other"): listed}
    standings |= {(("squad", False), who): listed for who in ("gone", "me")}
    standings[("squad", False), "few"] = Standing(games=1, met=("a",), at=NOON)

    async def names(players: list[str]) -> dict[str, str]:
        return {one: "" if one == "gone" else one.title() for one in players}

    async def player_or_none() -> Any:
        return SimpleNamespace(id="me")

    context: Any = SimpleNamespace(
        node=SimpleNamespace(now=lambda: NOON, store=SimpleNamespace(names=names)),
        state=SimpleNamespace(),
        query=lambda name: {"game": "squad"}.get(name, ""),
        game=lambda name: SimpleNamespace(id=name),
        player_or_none=player_or_none,
    )

    async def read() -> dict[Any, Standing]:
        return standings

    context.state.part = lambda kind: SimpleNamespace(read=read, read_all=read)
    told = await ladder(context)
    # A player who has left is not listed; equal ratings are ordered by id.
    assert (told.kind, told.players, len(told.rows)) == ("people", 104, 100)
    assert [(one.place, one.player, one.name) for one in told.rows[:3]] == [
        (1, "me", "Me"),
        (2, "p000", "P000"),
        (3, "p001", "P001"),
    ]
    first = told.rows[0].rating
    assert (first.games, first.won, first.drawn, told.place, told.mine) == (20, 9, 1, 1, first)
    assert [len(str(value)) <= 6 for value in (first.expected, first.low, first.high)] == [True] * 3
    context.query = lambda name: {"game": "squad", "kind": "programs"}.get(name, "")
    programs = await ladder(context)
    assert ([one.player for one in programs.rows], programs.kind, programs.place, programs.mine) == (
        ["robot"],
        "programs",
        0,
        None,
    )


class Ledger:
    """Results, and the times after which they were read."""

    def __init__(self) -> None:
        self.results: list[Rated] = []
        self.asked: list[int] = []
        self.time = 1_000_000
        self.seconds = 100.0

    async def after(self, at: int) -> tuple[int, list[Rated]]:
        self.asked.append(at)
        return sum(one.at <= at for one in self.results), [one for one in self.results if one.at > at]

    def ladders(self) -> Ladders:
        return Ladders(cast(Results, self), lambda: self.time, lambda: self.seconds)

    def add(self, at: int, *, match: str = "") -> None:
        self.results.append(Rated(match or f"m{at}", "squad", False, ("ann", "bob"), 2, at))


async def test_results_are_cached_then_folded_after_a_minute() -> None:
    ledger = Ledger()
    read = ledger.ladders()
    for at in (900_000, 940_000, 940_001, 990_000):
        ledger.add(at)
    first = await read.read()
    assert {who: standing.games for (_, who), standing in first.items()} == {"ann": 4, "bob": 4}
    # One that ended exactly a minute ago is folded for good.
    assert (read._until, read.folded, read.anew, ledger.asked) == (940_000, 2, 0, [-1])
    ledger.add(995_000)
    ledger.seconds += 4.9
    assert await read.read() is first
    ledger.seconds += 0.1
    assert {standing.games for standing in (await read.read()).values()} == {5}
    assert ledger.asked == [-1, 940_000]
    # A late result causes one complete fold.
    ledger.add(900_001)
    read.forget()
    assert {standing.games for standing in (await read.read()).values()} == {6}
    assert (read.anew, read.folded, ledger.asked[2:]) == (1, 3, [940_000, -1])
    ledger.seconds += 5
    await read.read()
    assert (read.anew, ledger.asked[4:]) == (1, [940_000])


async def test_folding_many_results_yields_to_other_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladders, "AT_ONCE", 2)
    ledger = Ledger()
    read = ledger.ladders()
    for at in range(7):
        ledger.add(at + 1)
    folding = asyncio.create_task(read.read())
    seen = 0
    while not folding.done():
        await asyncio.sleep(0)
        seen += 1
    assert seen > 3
    assert len(await folding) == 2

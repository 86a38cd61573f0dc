"""Boards, days and bounds of the deal of the day. Without Redis."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bocage.features.daily.background import LOOK, keep_committed
from bocage.features.daily.boards import FRESH, KEPT, Boards
from bocage.features.daily.deals import ATTEMPTS_KEPT, DealSecret, dealt, new_secret
from bocage.features.daily.endpoints import DAYS, SHOWN, board, day_wanted, ranked, table
from bocage.log.deals import DAY, day_of, first_moment
from bocage.store import StorageUnavailableError
from tests.virtual_time import run

NOON = first_moment("2030-06-15") + DAY // 2


def test_bounds() -> None:
    assert (LOOK, SHOWN, DAYS, FRESH, KEPT) == (60, 50, 400, 5, 200)
    assert ATTEMPTS_KEPT == 60 * 86_400


class BoardStore:
    """Boards that change with every reading."""

    def __init__(self) -> None:
        self.read: list[tuple[str, str]] = []
        self.now = 100.0

    def clock(self) -> float:
        return self.now

    async def names(self, players: Sequence[str]) -> dict[str, str]:
        return {}

    async def board(self, game: str, span: str) -> list[tuple[str, int]]:
        self.read.append((game, span))
        return [("ann", len(self.read))]


async def test_board_cache_lasts_five_seconds() -> None:
    store = BoardStore()
    boards = Boards(cast(Any, store), store.names, store.clock)
    assert FRESH == 5.0
    found = [await boards.read("squad", "day")]
    store.now += 4.9
    found.append(await boards.read("squad", "day"))
    assert await boards.read("squad", "week") == [("ann", 2)]
    assert await boards.read("omaha", "day") == [("ann", 3)]
    store.now += 0.1
    found += [await boards.read("squad", "day"), await boards.read("squad", "day")]
    found += [await boards.read("squad", "day", anew=True), await boards.read("squad", "day")]
    boards.forget()
    found.append(await boards.read("squad", "day"))
    assert [points for ((_, points),) in found] == [1, 1, 4, 4, 5, 5, 6]


async def test_boards_are_not_kept_without_end() -> None:
    store = BoardStore()
    boards = Boards(cast(Any, store), store.names, store.clock)
    for number in range(KEPT):
        await boards.read("squad", str(number))
    await boards.read("squad", "0")
    assert len(store.read) == KEPT
    await boards.read("squad", "one more")
    await boards.read("squad", "0")
    assert len(store.read) == KEPT + 2


def test_deals_are_committed_to_again_after_the_store_fails(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)

    async def main() -> list[tuple[float, str, str]]:
        loop = asyncio.get_running_loop()
        start = loop.time()
        asked: list[tuple[float, str, str]] = []

        class Deals:
            async def secret(self, day: str, game: str) -> None:
                asked.append((loop.time() - start, day, game))
                if loop.time() - start == 60:
                    raise StorageUnavailableError()

        # 2027-01-15, ten hours before midnight.
        deals: Any = Deals()
        task = asyncio.create_task(keep_committed(deals, lambda: 1_800_021_600_000))
        await asyncio.sleep(130)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        return asked

    asked = run(main())
    games = [game.id for game in dealt()]
    days = ("2027-01-15", "2027-01-16")
    every = [(day, game) for day in days for game in games]
    assert [one[1:] for one in asked if one[0] == 0] == every
    assert [one[1:] for one in asked if one[0] == 60] == every[:1]
    assert [one[1:] for one in asked if one[0] == 120] == every
    assert len(asked) == 2 * len(every) + 1
    assert caplog.text.count("the next deals cannot be committed to now") == 1


def test_equal_points_share_a_place() -> None:
    points = [("a", 9), ("b", 7), ("c", 7), ("d", 7), ("e", 2)]
    assert ranked(points) == [(1, "a", 9), (2, "b", 7), (2, "c", 7), (2, "d", 7), (5, "e", 2)]
    assert ranked([]) == []


class World:
    """A node whose store knows deals and boards."""

    def __init__(self, now: int = NOON) -> None:
        self.time = now
        self.secrets: list[DealSecret] = []
        self.points: list[tuple[str, int]] = []
        self.asked: list[Any] = []
        self.called = {"gone": ""}

    def now(self) -> int:
        return self.time

    async def secret(self, day: str, game: str) -> DealSecret:
        return DealSecret(day, game, 1, b"")

    async def all(self) -> list[DealSecret]:
        return self.secrets

    async def attempt_of(self, day: str, game: str, player: str) -> str:
        return ""

    async def read(self, game: str, span: str) -> list[tuple[str, int]]:
        self.asked.append((game, span))
        return self.points

    async def names(self, players: list[str]) -> dict[str, str]:
        self.asked.append(players)
        return {one: self.called.get(one, one.title()) for one in players if one != "p3"}

    async def programs(self, players: list[str]) -> set[str]:
        return {one for one in players if one == "robo"}

    def context(self, player: Any = None, **query: str) -> Any:
        async def player_or_none() -> Any:
            return player

        return SimpleNamespace(
            node=SimpleNamespace(now=self.now, store=SimpleNamespace(names=self.names, programs=self.programs)),
            state=SimpleNamespace(part=lambda kind: self),
            query=lambda name: query.get(name, ""),
            game=lambda name: SimpleNamespace(id=name, daily=name != "toy"),
            player_or_none=player_or_none,
        )


async def test_the_archive_begins_with_today_and_names_four_hundred_days() -> None:
    world = World(first_moment("2030-06-15"))
    days = [day_of(world.time + DAY - number * DAY) for number in range(410)]
    world.secrets = [DealSecret(day, game, 1, b"s" * 32) for day in days for game in ("omaha", "zombies_vs_tank")]
    told = await table(world.context())
    assert DAYS == 400
    assert (told.days[0], told.days) == ("2030-06-15", days[1:401])
    assert [(one.day, one.game) for one in told.deals] == [(days[1], "omaha"), (days[1], "zombies_vs_tank")]
    assert [one.day for one in told.next] == ["2030-06-16"] * 2
    assert (told.day, told.now, told.until) == ("2030-06-15", world.time, world.time + DAY)
    # The first moment of a day belongs to it.
    assert day_wanted(world.context(), "2030-06-15") == "2030-06-15"
    assert [one.secret for one in told.deals + told.next] == [""] * 4
    past = await table(world.context(day="2030-06-14"))
    assert {one.secret for one in past.deals} == {(b"s" * 32).hex()}
    assert (past.day, past.until, [one.day for one in past.next]) == (
        "2030-06-14",
        world.time,
        ["2030-06-15"] * 2,
    )


async def test_a_board_tells_the_fifty_first_and_the_reader() -> None:
    world = World()
    world.points = [(f"p{number}", 100 - number // 2) for number in range(60)]
    me = SimpleNamespace(id="p55", name="Me", program=False)
    told = await board(world.context(me, game="omaha"))
    assert SHOWN == 50
    assert (told.game, told.span, told.players, len(told.rows)) == ("omaha", "2030-06-15", 60, 50)
    assert [(one.place, one.player, one.name, one.score) for one in told.rows[:4]] == [
        (1, "p0", "P0", 100),
        (1, "p1", "P1", 100),
        (3, "p2", "P2", 99),
        (3, "p3", "", 99),
    ]
    own = told.mine
    assert own is not None
    assert (own.place, own.player, own.name, own.score) == (55, "p55", "Me", 73)
    assert (await board(world.context(game="omaha"))).mine is None
    for span in ("week", "all"):
        await board(world.context(game="omaha", span=span))
    spans = [one[1] for one in world.asked if isinstance(one, tuple)]
    assert spans == ["2030-06-15"] * 2 + ["2030-W24", "all"]


def test_deal_secrets_have_256_bits_and_differ() -> None:
    one, two = new_secret(), new_secret()
    assert (len(one), len(two), one == two) == (32, 32, False)

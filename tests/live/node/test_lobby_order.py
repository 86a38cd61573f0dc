"""The order of lists: makers take turns, and pages hold everything once."""

from __future__ import annotations

import random
from typing import Any, cast

import pytest

from bocage.live import lobby
from bocage.live.lobby import RowFilter, by_turns, page_of
from bocage.log.records import Row, Source
from tests.store.logs import until


def row(match: str, maker: str, at: int, status: Any = "open", **more: Any) -> Row:
    return Row(match, more.pop("game", "squad"), status, ["", ""], ["", ""], creator=maker, at=at, **more)


def order(rows: list[Row]) -> list[str]:
    return [row.match for _, row in by_turns(rows)]


def test_whoever_makes_many_stands_before_others_with_one_of_them() -> None:
    flood = [row(f"flood{number}", "mallory", 1000 + number) for number in range(500)]
    others = [row(f"m{number}", f"maker{number}", number) for number in range(199)]
    first = order([*flood, *others])[:200]
    assert set(first) == {*(row.match for row in others), "flood499"}
    assert order(flood)[:2] == ["flood499", "flood498"]


def test_waiting_matches_come_first_within_and_between_makers() -> None:
    rows = [row("a", "x", 9, "playing"), row("b", "x", 1), row("c", "y", 8, "playing"), row("d", "y", 7, "playing")]
    assert order(rows) == ["b", "c", "a", "d"]


class FewRows:
    """A store whose lobby holds these rows."""

    def __init__(self, rows: list[Row]) -> None:
        self.rows = rows

    async def lobby(self, limit: int) -> list[Row]:
        return self.rows


@pytest.mark.parametrize("flooded", ["playing", "open"])
async def test_flood_of_one_maker_displaces_no_other_match(flooded: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Solo matches begin at once, so one player can have a great many that are being played."""
    monkeypatch.setattr(lobby, "GATHER", 0.0)
    monkeypatch.setattr(lobby, "KNOWN", 20)
    monkeypatch.setattr(lobby, "MOST", 10)
    others = [row(f"m{number}", f"maker{number}", number, "playing") for number in range(4)]
    others += [row(f"w{number}", f"waiter{number}", number, "open") for number in range(4)]
    feed = lobby.LobbyFeed(cast(Any, FewRows(others)))
    await feed.load()
    for number in range(300):
        feed.changed(row(f"solo{number}", "mallory", 1_000 + number, flooded))
        if number % 30 == 29:
            await until(lambda: not feed._changes)
    assert len(feed._known) <= 50
    shown = set(feed._shown)
    assert {row.match for row in others} <= shown
    assert "solo299" in shown
    feed.close()


@pytest.mark.parametrize("size", [1, 3, 7, 100])
def test_pages_hold_every_match_once_in_the_same_order(size: int) -> None:
    rng = random.Random(size)
    rows = [
        row(f"m{number}", f"maker{rng.randrange(6)}", rng.randrange(9), rng.choice(("open", "playing")))
        for number in range(60)
    ]
    found: list[str] = []
    after = "start"
    while after:
        rng.shuffle(rows)
        page, after = page_of(rows, RowFilter(), "" if after == "start" else after, size)
        assert len(page) <= size
        found += [row.match for row in page]
        assert len(found) <= 60
    assert found == order(rows)


def test_filters() -> None:
    rows = [
        row("plain", "a", 5),
        row("played", "b", 4, "playing"),
        row("other", "c", 3, game="omaha"),
        row("bot", "d", 2, bots=[0]),
        row("fork", "e", 1, fork=Source("plain", 9)),
    ]

    def found(**wanted: Any) -> list[str]:
        return [row.match for row in page_of(rows, RowFilter(**wanted), "", 100)[0]]

    assert found(game="omaha") == ["other"]
    assert found(status="playing") == ["played"]
    assert found(bots=True) == ["bot"]
    assert found(forks=False, bots=False, status="open", game="squad") == ["plain"]
    assert found(forks=True) == ["fork"]


@pytest.mark.parametrize("after", ["x", "1.2.3", "a.0.1.m", "1.0.b.m", "1.0.3.m.n"])
def test_a_page_after_nothing(after: str) -> None:
    with pytest.raises(ValueError, match="page"):
        page_of([], RowFilter(), after, 5)

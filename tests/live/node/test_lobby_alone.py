"""How much of the lobby is told, how it is called, and where those stand whose maker nobody knows."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bocage.live import lobby
from bocage.live.lobby import RowFilter, by_turns, page_of
from bocage.log.records import Row
from tests.live.node.test_lobby_feed import Watcher, feed, in_time, row


def test_two_hundred_rows_are_told_of_five_hundred_of_each() -> None:
    """docs/operations.md promises both."""

    async def main() -> None:
        asked: list[int] = []
        made, store = feed(*[row(f"m{number}", at=number) for number in range(1000)])
        read = store.lobby

        async def noted(limit: int) -> list[Row]:
            asked.append(limit)
            return await read(limit)

        store.lobby = noted  # type: ignore[method-assign]
        watcher = Watcher()
        made.join(watcher)  # type: ignore[arg-type]
        await made.load()
        assert asked == [500]
        assert len(watcher.last.rows) == 200

    in_time(main)


def test_new_name_is_told_in_its_players_rows_only() -> None:
    async def main() -> None:
        made, _ = feed(row("a"), row("d"), Row("b", "squad", "open", ["Bob", ""], ["bob", ""], creator="b"))
        await made.load()
        watcher = Watcher()
        made.join(watcher)  # type: ignore[arg-type]
        made.named("nobody", "Nobody")
        assert (made._changes, made._timer) == ({}, None)
        made.changed(row("c", at=9))
        made.changed(row("a", "ended"))
        made.named("ann", "Anna")
        assert set(made._changes) == {"a", "c", "d"}
        await asyncio.sleep(1)
        assert {one.match: one.names for one in watcher.last.rows} == {"c": ["Anna", ""], "d": ["Anna", ""]}
        # What has ended is not brought back by it.
        assert watcher.last.gone == ["a"]
        made.close()

    in_time(main)


def test_matches_without_a_maker_stand_each_for_itself() -> None:
    rows = [row(name, at=at) for name, at in (("x", 1), ("y", 2))]
    rows += [Row(name, "squad", "open", [""], [""], at=at) for name, at in (("p", 3), ("q", 4))]
    assert [one.match for _, one in by_turns(rows)] == ["q", "p", "y", "x"]
    assert {number for (number, *_), _ in by_turns(rows)} == {0}


@pytest.mark.parametrize("status", ["open", "playing"])
def test_page_begins_after_the_last_row_of_the_previous_one(status: Any) -> None:
    rows = [Row(name, "squad", status, [""], [""], creator="ann", at=5) for name in "abcde"]
    first, after = page_of(rows, RowFilter(), "", 2)
    assert after == f"1.{int(status != 'open')}.5.b"
    second, end = page_of(rows, RowFilter(), after, 2)
    third, last = page_of(rows, RowFilter(), end, 2)
    assert [[one.match for one in page] for page in (first, second, third)] == [["a", "b"], ["c", "d"], ["e"]]
    assert last == ""
    # Exactly full is the end as well.
    assert page_of(rows, RowFilter(), after, 3)[1] == ""


def test_known_rows_are_cut_at_twice_and_a_quarter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "KNOWN", 8)
    made, _ = feed()
    for count, known in ((18, 18), (19, 16)):
        made._known = {
            f"m{number}": row(f"m{number}", "open" if number % 2 else "playing") for number in range(count)
        }
        made._take_over()
        assert len(made._known) == known
        assert sum(one.status == "open" for one in made._known.values()) == min(8, known // 2) + (known == 18)

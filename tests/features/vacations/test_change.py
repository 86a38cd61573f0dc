"""Changes of vacations: days that are left, the vacations after a change, commands at matches."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from bocage.features.vacations import change as module
from bocage.features.vacations.change import change, table
from bocage.features.vacations.wire import VacationTable
from bocage.log import judge
from bocage.log.records import Row, TimeAway
from bocage.protocol.refusal import RefusedError
from bocage.protocol.rest import ClockRules

DAY = 86_400_000
YEAR = 365 * DAY
NOW = 1000 * DAY


def away(since: float, until: float) -> TimeAway:
    """From and to, in days from now."""
    return TimeAway(NOW + int(since * DAY), NOW + int(until * DAY))


class Store:
    """Keeps the vacations of Ann, and the matches that are listed for them."""

    def __init__(self, *taken: TimeAway) -> None:
        self.taken = taken
        self.rows: list[Row] = []
        self.refusals = 0
        self.changes = 0

    def now(self) -> int:
        return NOW

    async def of(self, player: str) -> tuple[TimeAway, ...]:
        assert player == "ann"
        return self.taken

    async def last(self, players: list[str]) -> dict[str, TimeAway]:
        assert players == ["ann"]
        return {"ann": self.taken[-1]} if self.taken else {}

    async def change(self, player: str, was: Any, wanted: tuple[TimeAway, ...]) -> bool:
        assert (player, was) == ("ann", self.taken)
        self.changes += 1
        if self.refusals:
            self.refusals -= 1
            return False
        self.taken = wanted
        return True

    async def matches_of(self, player: str, most: int) -> list[Row]:
        assert (player, most) == ("ann", module.MOST)
        return self.rows


@pytest.mark.parametrize(
    ("taken", "since", "until", "left"),
    [
        ([], 0, 0, 30),
        ([away(-3, 2)], NOW - 3 * DAY, NOW + 2 * DAY, 25),
        # It lasts until that very moment.
        ([away(-3, 0)], 0, 0, 27),
        ([TimeAway(NOW, NOW + 1)], NOW, NOW + 1, 29),
        ([away(-9, -5), away(-1, 1)], NOW - DAY, NOW + DAY, 24),
        # Vacations that ended a year ago do not count.
        ([away(-370, -365)], 0, 0, 30),
        ([TimeAway(NOW - YEAR - 2 * DAY, NOW - YEAR + 1)], 0, 0, 27),
        ([away(-60, -20)], 0, 0, 0),
    ],
)
def test_the_table_of_a_player(taken: list[TimeAway], since: int, until: int, left: int) -> None:
    assert table(taken, NOW, 30) == VacationTable(since, until, 30, left)


OLD, LAST = away(-400, -366), away(-20, -10)


@pytest.mark.parametrize(
    ("was", "days", "becomes"),
    [
        ([], 0, []),
        ([OLD], 0, [OLD]),
        ([LAST], 0, [LAST]),
        ([], 5, [away(0, 5)]),
        ([], 30, [away(0, 30)]),
        # Vacations older than a year are dropped.
        ([OLD, LAST], 5, [LAST, away(0, 5)]),
        ([TimeAway(NOW - YEAR - DAY, NOW - YEAR)], 30, [away(0, 30)]),
        ([LAST], 20, [LAST, away(0, 20)]),
        # It lasts from its beginning, longer or shorter.
        ([away(-2, 3)], 10, [away(-2, 8)]),
        ([LAST, away(-2, 3)], 2, [LAST, away(-2, 0)]),
        ([away(-2, 3)], 0, [away(-2, 0)]),
        ([TimeAway(NOW, NOW + DAY)], 0, [TimeAway(NOW, NOW + 1)]),
        # One that was ended ahead of the clock is not begun again before its end.
        ([TimeAway(NOW - 5, NOW)], 1, [TimeAway(NOW - 5, NOW), away(0, 1)]),
    ],
)
async def test_a_change_gives_these_vacations(was: list[TimeAway], days: int, becomes: list[TimeAway]) -> None:
    store = Store(*was)
    told = await change(cast(Any, store), cast(Any, store), "ann", days, 30, nobody)
    assert list(store.taken) == becomes
    assert store.changes == (0 if was == becomes else 1)
    assert told == table(becomes, NOW, 30)


async def nobody(match: str, decide: Any) -> int:
    raise AssertionError("no match is to be told")


@pytest.mark.parametrize(
    ("was", "days", "code"),
    [
        ([], 31, "limit"),
        ([LAST], 21, "limit"),
        ([away(-2, 3)], 31, "limit"),
        ([away(-2, 3)], 1, "bad_request"),
    ],
)
async def test_a_refused_change_stores_nothing(was: list[TimeAway], days: int, code: str) -> None:
    store = Store(*was)
    with pytest.raises(RefusedError) as caught:
        await change(cast(Any, store), cast(Any, store), "ann", days, 30, nobody)
    assert (caught.value.code, list(store.taken), store.changes) == (code, was, 0)
    assert caught.value.limit == ("vacation_days" if code == "limit" else "")


async def test_a_vacation_above_the_limit_can_be_ended() -> None:
    store = Store(away(-20, 20))
    await change(cast(Any, store), cast(Any, store), "ann", 0, 3, nobody)
    assert store.taken == (away(-20, 0),)


async def test_a_concurrent_change_is_not_overwritten() -> None:
    store = Store()
    store.refusals = module.TRIES - 1
    await change(cast(Any, store), cast(Any, store), "ann", 5, 30, nobody)
    assert (store.taken, store.changes) == ((away(0, 5),), module.TRIES)
    busy = Store()
    busy.refusals = 1000
    with pytest.raises(RefusedError) as caught:
        await change(cast(Any, busy), cast(Any, busy), "ann", 5, 30, nobody)
    assert (caught.value.code, caught.value.retry, busy.taken) == ("unavailable", 1000, ())


def with_matches(store: Store) -> Store:
    days = ClockRules("days", 3 * DAY)
    for name, status, clock in (
        ("slow", "playing", days),
        ("waits", "open", days),
        ("over", "ended", days),
        ("live", "playing", ClockRules("bank", 1000)),
        ("slow too", "playing", days),
    ):
        store.rows.append(Row(name, "squad", cast(Any, status), ["", ""], ["ann", ""], clock=clock))
    return store


@pytest.mark.parametrize("owed", ["a body", None])
async def test_matches_in_play_with_days_per_move_are_changed(
    owed: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[Any, ...]] = []

    def noted(*args: Any) -> object:
        asked.append(args)
        return owed

    monkeypatch.setattr("bocage.features.vacations.change.owed", noted)
    store, told = with_matches(Store()), list[tuple[str, Any]]()

    async def command(match: str, decide: Any) -> int:
        told.append((match, decide(SimpleNamespace(seq=7))))
        return 1

    await change(cast(Any, store), cast(Any, store), "ann", 5, 30, command)
    assert [match for match, _ in told] == ["slow", "slow too"]
    assert [args[1:] for args in asked] == [({"ann": away(0, 5)}, NOW)] * 2
    for _, body in told:
        assert body == owed if owed else isinstance(body, judge.Again)
    # A repeated change stores nothing, and sends the commands again.
    await change(cast(Any, store), cast(Any, store), "ann", 5, 30, command)
    assert (store.changes, len(told)) == (1, 4)


async def test_an_end_during_the_change_is_written_too() -> None:
    store, told = with_matches(Store()), list[TimeAway]()

    async def command(match: str, decide: Any) -> int:
        told.append(decide.__defaults__[0])
        if len(told) == 1:
            store.taken = (away(0, 2),)
        return 1

    await change(cast(Any, store), cast(Any, store), "ann", 5, 30, command)
    assert told == [away(0, 5)] * 2 + [away(0, 2)] * 2


@pytest.mark.parametrize(("code", "stops"), [("unavailable", True), ("unknown_rules", False), ("internal", False)])
async def test_only_unavailable_storage_stops_the_change(code: str, stops: bool) -> None:
    store, asked = with_matches(Store()), list[str]()

    async def command(match: str, decide: Any) -> int:
        asked.append(match)
        raise RefusedError(code)

    if stops:
        with pytest.raises(RefusedError, match=code):
            await change(cast(Any, store), cast(Any, store), "ann", 5, 30, command)
    else:
        await change(cast(Any, store), cast(Any, store), "ann", 5, 30, command)
    assert asked == (["slow"] if stops else ["slow", "slow too"])

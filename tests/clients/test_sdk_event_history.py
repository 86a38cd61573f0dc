"""What a bot was told since the beginning, also when it came late or lost its connection."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

from bocage.sdk.bot import FromFacts, run_bot
from bocage.sdk.client import Client
from bocage.sdk.errors import RefusedError
from bocage.sdk.event_history import PATIENCE, EventHistory
from tests.virtual_time import run


def event(number: int, kind: str = "added") -> dict[str, Any]:
    return {"ev": kind, "n": number}


class Told:
    """As much of a client as is asked: its match has one event an entry, from entry 2 on."""

    def __init__(self, entries: int, kinds: dict[int, str] | None = None) -> None:
        self.rest = self
        self.entries = entries
        self.asked = 0
        self.refused = False
        self._kinds = kinds or {}

    def event(self, number: int) -> dict[str, Any]:
        return event(number, self._kinds.get(number, "added"))

    async def replay(self, match: str, *, invite: str = "") -> Any:
        assert (match, invite) == ("m", "code")
        self.asked += 1
        if self.refused:
            raise RefusedError("limit")
        updates = [SimpleNamespace(seq=seq, events=[self.event(seq)]) for seq in range(2, self.entries + 1)]
        return SimpleNamespace(snapshot=SimpleNamespace(seq=1), updates=updates)


def turn(seq: int, events: list[dict[str, Any]], missed: bool = False, fork: bool = False) -> Any:
    view = {"game": "toy"} | ({"fork": {"match": "other"}} if fork else {})
    return SimpleNamespace(seq=seq, events=events, missed=missed, view=view)


def history_of(service: Told) -> EventHistory:
    return EventHistory(cast(Client, service), "m", "code")


async def test_beginning_is_fetched_once_then_kept_current() -> None:
    service = Told(9)
    history = history_of(service)
    assert await history.until(turn(4, [], missed=True)) == [event(2), event(3), event(4)]
    assert await history.until(turn(6, [event(5), event(6)])) == [event(number) for number in range(2, 7)]
    assert service.asked == 1
    # After a gap it is asked for again; what came later than the turn is left out.
    assert await history.until(turn(8, [], missed=True)) == [event(number) for number in range(2, 9)]
    assert service.asked == 2


async def test_what_is_not_known_whole_is_not_known() -> None:
    service = Told(3)
    history = history_of(service)
    assert await history.until(turn(4, [], missed=True)) is None  # the node that answers is behind
    assert await history.until(turn(5, [event(5)])) is None
    service.entries, service.refused = 6, True
    assert await history.until(turn(6, [], missed=True)) is None
    service.refused = False
    assert await history.until(turn(6, [], missed=True)) == [event(number) for number in range(2, 7)]


async def test_a_fork_begins_in_the_middle() -> None:
    service = Told(4)
    assert await history_of(service).until(turn(4, [], missed=True, fork=True)) is None
    assert service.asked == 0


def test_it_is_not_waited_for_longer_than_a_moment() -> None:
    """A service that is overrun asks to wait; the match does not."""

    class Slow(Told):
        async def replay(self, match: str, *, invite: str = "") -> Any:
            await asyncio.sleep(PATIENCE * 10)
            return await super().replay(match, invite=invite)

    async def main() -> float:
        start = asyncio.get_running_loop().time()
        assert await history_of(Slow(4)).until(turn(4, [], missed=True)) is None
        return asyncio.get_running_loop().time() - start

    assert run(main()) == PATIENCE == 3.0


async def test_after_something_was_taken_back_nothing_is_sure() -> None:
    history = history_of(Told(4, {4: "undone"}))
    assert await history.until(turn(3, [], missed=True)) == [event(2), event(3)]
    assert await history.until(turn(4, [event(4, "undone")])) is None
    assert await history.until(turn(5, [event(5)])) is None
    assert await history.until(turn(4, [], missed=True)) is None


async def test_a_strategy_hears_if_it_wants_to() -> None:
    class Playing(Told):
        """A match of two turns."""

        async def join(self, match: str, *, seat: int | None, bot: bool, invite: str, rated: bool) -> None:
            assert bot

        async def facts(self, game: str) -> dict[str, Any]:
            return {}

        def play(self, match: str, *, invite: str = "", agrees: bool = False) -> Any:
            return Turns()

    class Turns:
        def __init__(self) -> None:
            self.state = None
            self._left = [turn(2, [], missed=True), turn(3, [event(3)])]

        def __aiter__(self) -> Turns:
            return self

        async def __anext__(self) -> Any:
            if not self._left:
                raise StopAsyncIteration
            one = self._left.pop(0)
            one.actions, one.choose = [{}], choose
            return one

    async def choose(action: Any) -> bool:
        return True

    for hears in (False, True):
        views: list[Any] = []

        def strategy(view: Any, actions: Any, views: list[Any] = views) -> Any:
            views.append([*view.get("told", "?")])
            return actions[0]

        maker = FromFacts(lambda facts, strategy=strategy: strategy, hears=hears)  # type: ignore[misc]
        await run_bot(maker, client=cast(Client, Playing(3)), match="m", invite="code")
        assert views == ([[event(2)], [event(2), event(3)]] if hears else [["?"], ["?"]])

"""A table in the terminal without a service: states and lines come in by hand, what is shown and asked is kept."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from types import SimpleNamespace
from typing import Any

from bocage.protocol.messages import DecisionView
from bocage.protocol.presentation import Presentation
from bocage.sdk import MatchState, RefusedError
from bocage.sdk.state_queue import StateQueue
from bocage.terminal.seat import Seat
from tests.clients.test_terminal_screen import TEXT
from tests.virtual_time import run

ADD = [{"do": "add", "n": 1}, {"do": "add", "n": 2}]
SEATS: dict[str, Any] = {"0": {"player": "a", "name": "Ada"}, "1": {"player": "b", "name": "Bo"}}


def state(seq: int, turn: int | None = None, seat: int = 0, events: Iterable[int] = (), **view: Any) -> MatchState:
    """``turn``: the seat that decides, with its actions where it is one's own; ``events``: how many were added."""
    shown = {"game": "toy", "status": "playing", "options": {}, "seats": SEATS, "clock": {"kind": "none"}}
    decision = (
        None if turn is None else DecisionView(turn, "add", ADD) if turn == seat else DecisionView(turn, "add")
    )
    told: list[Any] = [{"ev": "added", "n": n} for n in events]
    return MatchState("m", seq, seat, {**shown, "table": {"total": seq}, **view}, told, 0, decision, False)


class Library:
    """The toy's words: in Japanese only its name."""

    async def text(self, game: str, lang: str) -> Mapping[str, str]:
        return TEXT if lang == "en" else TEXT | {"game.name": "おもちゃ"}

    async def presentation(self, game: str) -> Presentation:
        return Presentation()

    async def facts(self, game: str) -> Mapping[str, Any]:
        return {}


class Table:
    """As much of a client and of a console as a seat needs. ``refused``: with what requests are refused."""

    def __init__(self, piped: bool = False) -> None:
        self.piped = piped
        self.shown: list[str] = []
        self.asked: list[tuple[Any, ...]] = []
        self.refused: BaseException | None = None
        self.states = StateQueue()
        self.lines: asyncio.Queue[str | None] = asyncio.Queue()
        self.followed: list[Any] = []
        self.rest = SimpleNamespace(hint=self._request("hint"), withdraw=self._request("withdraw"))
        for name in ("act", "draw", "decline_draw", "undo", "decline_undo", "propose", "accept", "resign", "say"):
            setattr(self, name, self._request(name))

    def _request(self, name: str) -> Callable[..., Awaitable[None]]:
        async def request(*given: Any) -> None:
            self.asked.append((name, *given))
            if self.refused is not None:
                raise self.refused

        return request

    def follow(self, match: str, **wishes: Any) -> StateQueue:
        self.followed.append((match, wishes))
        return self.states

    def unfollow(self, match: str, queue: StateQueue) -> None:
        assert queue is self.states
        self.followed.append(match)

    def now(self) -> float:
        return 1_000_000.0

    async def read(self) -> str | None:
        return await self.lines.get()

    def write(self, lines: Iterable[str]) -> None:
        self.shown += lines

    async def after(self, *things: MatchState | str | None) -> list[str]:
        """What is shown after these came in, one after the other."""
        self.shown.clear()
        for thing in things:
            if isinstance(thing, MatchState):
                self.states.put(thing)
            else:
                self.lines.put_nowait(thing)
            for _ in range(20):
                await asyncio.sleep(0)
        return self.shown.copy()


def at_table(use: Callable[[Table, Seat], Awaitable[None]], ends: bool | None = None, **wishes: Any) -> Table:
    """Use a seat. ``ends``: what it says in the end; ``None``: it goes on and is left."""
    table = Table(wishes.pop("piped", False))

    async def main() -> None:
        client: Any = table
        seat = Seat(client, client, Library(), "en", "m", **wishes)
        running = asyncio.ensure_future(seat.run())
        await use(table, seat)
        assert running.done() == (ends is not None)
        if ends is None:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
        else:
            assert await running == ends

    run(main())
    return table


def no(text: str, rule: str = "") -> RefusedError:
    return RefusedError("stale", text=text, rule=rule)

"""A service without network, for the crowd of a load: every reader of a match gets what they may see."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from bocage.log import judge
from bocage.log.create import create
from bocage.log.entries import Body, Entry, Resigned, encode
from bocage.log.export import export
from bocage.log.fairness import commitment
from bocage.log.match import Match
from bocage.log.view import told_to, view
from bocage.protocol.messages import DecisionView
from bocage.protocol.refusal import RefusedError
from bocage.rules.kernel.registry import find_game
from bocage.sdk import MatchState, UnreachableError
from bocage.sdk.state_queue import StateQueue
from tests.virtual_time import run

START = 1_800_000_000_000
#: Id and seats.
GAMES = (("omaha", 1), ("squad", 2))


class Log:
    """One match and everybody who follows it."""

    def __init__(self, game_id: str, name: str) -> None:
        _, created = create(find_game(game_id), "creator")
        secret = name.encode().ljust(32, b".")
        self.match = Match(secret)
        self.entries: list[Entry] = []
        self.readers: dict[int, list[StateQueue]] = {}
        self.told: dict[int, StateQueue] = {}
        self.append(msgspec.structs.replace(created, match=name, commitment=commitment(secret)))

    def append(self, body: Body) -> None:
        entry = Entry(self.match.seq + 1, START + 1000 * self.match.seq, encode(body))
        told = self.match.extend(entry)
        self.entries.append(entry)
        for seat, queues in self.readers.items():
            for queue in queues:
                queue.put(self.state(seat, msgspec.to_builtins(told_to(seat, told)), whole=False))

    def owed(self) -> None:
        while (body := judge.owed(self.match)) is not None:
            self.append(body)

    def state(self, seat: int, events: list[dict[str, Any]], whole: bool) -> MatchState:
        decision = self.match.decision()
        shown = None
        if decision is not None:
            actions = msgspec.to_builtins(decision.actions) if decision.seat == seat else msgspec.UNSET
            shown = DecisionView(decision.seat, decision.kind, actions)
        seen = msgspec.to_builtins(view(self.match, seat))
        return MatchState(self.match.id, self.match.seq, seat, seen, events, 0, shown, whole)


class World:
    """The service. ``refusals``: answers instead of the next acts; ``later``: before the next requests succeed."""

    def __init__(self) -> None:
        self.logs: dict[str, Log] = {}
        self.games: list[Any] = []
        self.clients: list[FakeClient] = []
        self.tokens: list[str] = []
        self.refusals: list[Exception] = []
        self.later: list[Exception] = []
        self.acted: list[tuple[float, str, int]] = []
        self.resigned: list[str] = []
        #: Set: nothing that is done has any effect that a reader would see.
        self.mute = False
        #: So often, a match that is over is said not to be; and an answer to a seat that was taken is lost.
        self.not_over = self.seats_lost = 0
        #: A second match was made.
        self.second = asyncio.Event()

    def patient(self) -> None:
        if self.later:
            raise self.later.pop(0)


class FakeRest:
    """The REST side, as one player."""

    def __init__(self, world: World, token: str) -> None:
        self.world, self.token = world, token

    async def __aenter__(self) -> FakeRest:
        return self

    async def __aexit__(self, *_: object) -> None:
        """Nothing to close."""

    async def games(self) -> list[Any]:
        return self.world.games

    async def create_player(self, name: str) -> Any:
        self.world.patient()
        self.world.tokens.append(name)
        return SimpleNamespace(token=name)

    async def create_match(self, game: str) -> Any:
        self.world.patient()
        name = f"match{len(self.world.logs)}"
        log = self.world.logs[name] = Log(game, name)
        log.append(judge.sit(log.match, self.token, self.token, nonce=f"{0:032x}"))
        log.owed()
        if len(self.world.logs) == 2:
            self.world.second.set()
        return SimpleNamespace(match=name)

    async def join(self, match: str) -> None:
        self.world.patient()
        log = self.world.logs[match]
        if log.match.seat_of(self.token) >= 0:
            raise RefusedError("already_seated")
        log.append(judge.sit(log.match, self.token, self.token, nonce=f"{1:032x}"))
        log.owed()
        if self.world.seats_lost:
            self.world.seats_lost -= 1
            raise UnreachableError("the answer was lost")

    async def export(self, match: str) -> bytes:
        self.world.patient()
        if self.world.not_over:
            self.world.not_over -= 1
            raise RefusedError("not_over")
        if not self.world.logs[match].match.over:
            raise RefusedError("not_over")
        return b"".join(export(self.world.logs[match].entries))


class FakeClient:
    """One connection."""

    def __init__(self, world: World, url: str, token: str, patience: float, on_status: Callable[..., None]) -> None:
        self.world, self.url, self.token, self.patience = world, url, token, patience
        self.on_status = on_status
        self.rest = FakeRest(world, token)
        self.entered = self.left = 0
        self.followed: list[str] = []
        self.unfollowed: list[str] = []
        world.clients.append(self)

    async def __aenter__(self) -> FakeClient:
        self.entered += 1
        return self

    async def __aexit__(self, *_: object) -> None:
        self.left += 1

    def _seat(self, log: Log) -> int:
        return log.match.seat_of(self.token) if self.token else -1

    def follow(self, match: str) -> StateQueue:
        self.followed.append(match)
        log, queue = self.world.logs[match], StateQueue()
        seat = self._seat(log)
        queue.put(log.state(seat, [], whole=True))
        log.readers.setdefault(seat, []).append(queue)
        return queue

    def unfollow(self, match: str, queue: StateQueue) -> None:
        self.unfollowed.append(match)
        for queues in self.world.logs[match].readers.values():
            if queue in queues:
                queues.remove(queue)

    async def act(self, match: str, seq: int, action: Any) -> Any:
        self.world.acted.append((asyncio.get_running_loop().time(), match, seq))
        # The way there and back.
        await asyncio.sleep(0.25)
        if self.world.refusals:
            raise self.world.refusals.pop(0)
        log = self.world.logs[match]
        body = judge.act(log.match, self._seat(log), seq, action)
        assert not isinstance(body, judge.Again)
        answer = SimpleNamespace(seq=log.match.seq + 1)
        if self.world.mute:
            log.readers.clear()
        log.append(body)
        log.owed()
        return answer

    async def resign(self, match: str) -> None:
        self.world.resigned.append(match)
        log = self.world.logs[match]
        if log.match.over:
            raise RefusedError("game_over")
        log.append(Resigned(self._seat(log)))
        log.owed()


def world_for(monkeypatch: pytest.MonkeyPatch) -> World:
    """What the clients of a load connect to from now on; time is virtual."""
    made = World()
    made.games = [SimpleNamespace(id=name, seats=seats) for name, seats in GAMES]

    def connect(
        url: str, *, token: str, patience: float, on_status: Callable[..., None], connect: Any
    ) -> FakeClient:
        return FakeClient(made, url, token, patience, on_status)

    async def at_once(function: Callable[..., Any], *given: Any) -> Any:
        return function(*given)

    monkeypatch.setenv("BOCAGE_LANG", "en")
    monkeypatch.setattr("bocage_tools.load.command.Client", lambda url: SimpleNamespace(rest=FakeRest(made, url)))
    monkeypatch.setattr("bocage_tools.load.crowd.connect", connect)
    monkeypatch.setattr("bocage_tools.load.crowd.Rest", lambda url: FakeRest(made, ""))
    monkeypatch.setattr("asyncio.to_thread", at_once)
    monkeypatch.setattr("asyncio.run", run)
    return made

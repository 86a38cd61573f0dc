"""The REST side of a node in the test's own event loop. Every answer is checked against its description."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeVar

import httpx2
import msgspec

from bocage import features
from bocage.http.app import make_app, make_monitor
from bocage.http.app_state import AppState
from bocage.http.endpoint import Endpoint
from bocage.http.feature import Feature
from bocage.http.openapi import refusals
from bocage.limits import Limits
from bocage.live.node import Node
from bocage.log import judge
from bocage.protocol.fairness import FairnessAnswer, FairnessQuestion
from bocage.protocol.hint import Advice, HintQuestion
from bocage.protocol.rest import RefusalBody
from bocage.protocol.review import Review, Why
from bocage.rules.kernel.course import Course
from bocage.settings import Settings
from bocage.store import Store
from tests.http.endpoints import ALL_ENDPOINTS

#: No test but those about limits shall meet them.
NO_LIMITS = Limits(
    request_rate=10**6,
    request_burst=10**6,
    player_rate=10**6,
    player_burst=10**6,
    profile_rate=10**6,
    profile_burst=10**6,
    sign_in_rate=10**6,
    sign_in_burst=10**6,
    friend_requests=10**6,
    vacation_changes=10**6,
    data_rate=10**6,
    report_rate=10**6,
    report_burst=10**6,
    challenge_rate=10**6,
    challenge_burst=10**6,
    match_rate=10**6,
    match_burst=10**6,
    notice_rate=10**6,
    notice_burst=10**6,
    notice_host_rate=10**6,
    notice_host_burst=10**6,
    hint_rate=10**6,
    hint_burst=10**6,
    address_hint_rate=10**6,
    address_hint_burst=10**6,
    address_match_rate=10**6,
    address_match_burst=10**6,
    open_matches=10**6,
    address_open_matches=10**6,
)
#: The header by which a node knows its own bots.
HOUSE = {"Bocage-House": "the key of the house"}
NONCE = "0123456789abcdef" * 2
#: Codes that belong to no endpoint: there is none.
NOWHERE = {"not_found", "bad_method"}

F = TypeVar("F", bound=Feature)


class Bots:
    """House bots that only remember who called them."""

    key = HOUSE["Bocage-House"]

    def __init__(self) -> None:
        self.invited: list[tuple[str, str, str, str]] = []
        self.thinking: dict[str, float] = {}
        #: The engine's version, and the games that it reviewed.
        self.version = "first"
        self.reviewed: list[Course] = []
        #: It waits within a review, when it has looked at so many choices of so many; empty: it does not.
        self.far: tuple[int, int] | tuple[()] = ()
        self.held, self.going_on = asyncio.Event(), asyncio.Event()
        #: What it was asked for hints, and what holds its answers back.
        self.asked: list[HintQuestion] = []
        self.hold: asyncio.Event | None = None
        #: The games that it was asked to play.
        self.games: list[FairnessQuestion] = []
        self.was_asked = asyncio.Event()
        self.was_late = asyncio.Event()

    def strategies(self, game: str) -> list[str]:
        return ["random", "clever"] if game == "squad" else ["random"]

    def invite(self, game: str, match: str, strategy: str, code: str = "") -> None:
        self.invited.append((game, match, strategy, code))

    def thoughts(self) -> Mapping[str, float]:
        return dict(self.thinking)

    def engine(self, game: str) -> str:
        return self.version if game in ("omaha", "squad") else ""

    async def review(self, course: bytes, tell: Callable[[int, int], None]) -> bytes | None:
        played = msgspec.json.decode(course, type=Course)
        self.reviewed.append(played)
        if self.far:
            tell(*self.far)
            self.held.set()
            await self.going_on.wait()
        if self.version == "late":
            self.was_late.set()
            raise TimeoutError
        if self.version == "broken":
            return None
        return msgspec.json.encode(Review(played.match, played.game, self.version, [], [], []))

    async def hint(self, question: bytes) -> bytes | None:
        self.asked.append(msgspec.json.decode(question, type=HintQuestion))
        self.was_asked.set()
        if self.hold is not None:
            await self.hold.wait()
        if self.version == "late":
            raise TimeoutError
        if self.version == "broken":
            return None
        return msgspec.json.encode(Advice(0, Why("close"), self.version))

    def sides(self, game: str) -> list[str]:
        return ["us", "de"] if game == "squad" and self.version else []

    async def play(self, question: bytes) -> bytes | None:
        asked = msgspec.json.decode(question, type=FairnessQuestion)
        self.games.append(asked)
        if self.version == "late":
            raise TimeoutError
        if self.version == "broken":
            return None
        tally = asked.tally
        while tally.games < asked.games:
            tally.add(asked.pairs[tally.games % len(asked.pairs)], (0,) if tally.games % 4 else (), 30)
        tally.fallen = {"1,2": tally.games, "0,0": 1}
        return msgspec.json.encode(FairnessAnswer(tally, 0.75))


class Site:
    """A node's application, called without a socket."""

    def __init__(
        self,
        store: Store,
        limits: Limits = NO_LIMITS,
        proxies: frozenset[str] = frozenset(),
        address: str = "http://localhost",
    ) -> None:
        self.store = store
        self.node = Node(store, limits=limits, version="test", proxies=proxies)
        self.bots = Bots()
        self.state = AppState(self.node, self.bots, site=address, features=features.make(store, Settings()))
        self.app = make_app(self.state)
        self.http = self.client("127.0.0.1")

    async def start(self) -> None:
        """Start the node and its features."""
        await self.node.start()
        for feature in self.state.features:
            await feature.start(self.state)

    def feature(self, kind: type[F]) -> F:
        """The object of a feature, by its class."""
        return next(one for one in self.state.features if isinstance(one, kind))

    async def metrics(self) -> str:
        """What the address for operators tells."""
        async with self.client("127.0.0.1", make_monitor(self.state)) as client:
            answer = await client.get("/metrics")
            assert answer.headers["content-type"].startswith("text/plain")
            return answer.text

    def client(self, address: str, app: Any = None) -> httpx2.AsyncClient:
        transport = httpx2.ASGITransport(app or self.app, raise_app_exceptions=False, client=(address, 40000))
        return httpx2.AsyncClient(transport=transport, base_url="http://bocage")

    async def call(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        token: str = "",
        content: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> httpx2.Response:
        """One request, whose answer must be as described."""
        sent = [(name.encode(), value.encode("latin-1")) for name, value in (headers or {}).items()]
        if token:
            sent.append((b"Authorization", f"Bearer {token}".encode()))
        if content is None and body is not None:
            content = msgspec.json.encode(body)
        response = await self.http.request(method, path, content=content, headers=sent)
        check(method, path, response)
        return response

    async def get(self, path: str, token: str = "", **headers: str) -> httpx2.Response:
        return await self.call("GET", path, token=token, headers=headers)

    async def post(self, path: str, body: Any = None, token: str = "", **headers: str) -> httpx2.Response:
        return await self.call("POST", path, {} if body is None else body, token=token, headers=headers)

    async def player(self, name: str = "Ann") -> tuple[str, str]:
        """Id and token of a new player."""
        made = (await self.post("/api/players", {"name": name})).json()
        return made["player"], made["token"]

    async def match(self, token: str, game: str = "squad", **wishes: Any) -> str:
        """A new match."""
        response = await self.post("/api/matches", {"game": game, "nonce": NONCE, **wishes}, token)
        assert response.status_code == 201, response.text
        return str(response.json()["match"])

    async def act(self, match: str, times: int = 1) -> None:
        """Let the one who is to decide take their first legal action."""
        for _ in range(times):
            table = await self.node.rooms.room(match)
            decision = table.match.decision()
            assert decision is not None
            await self.node.command(
                match, partial(judge.act, seat=decision.seat, seq=table.match.seq, raw=decision.actions[0])
            )


def endpoint_of(method: str, path: str) -> Endpoint | None:
    """The description of an address."""
    path = path.partition("?")[0]
    method = "GET" if method == "HEAD" else method
    for endpoint in sorted(ALL_ENDPOINTS, key=lambda one: "{" in one.path):
        pattern = re.sub(r"{\w+}", "[^/]+", endpoint.path)
        if endpoint.method == method and re.fullmatch(pattern, path):
            return endpoint
    return None


def check(method: str, path: str, response: httpx2.Response) -> None:
    """Assert that an answer is one that its endpoint is described with."""
    endpoint = endpoint_of(method, path)
    if response.status_code in (304, 400) and not response.content:
        return
    if response.is_success and response.status_code != 202:
        if endpoint is None:
            return
        assert response.status_code == endpoint.status
        assert response.headers["content-type"].partition(";")[0] == endpoint.media
        if endpoint.answer is not None and method != "HEAD":
            msgspec.json.decode(response.content, type=endpoint.answer)
        return
    problem = msgspec.json.decode(response.content, type=RefusalBody)
    assert problem.text
    known = NOWHERE if endpoint is None else {*refusals(endpoint), *NOWHERE}
    assert problem.code in known, f"{method} {path}: {response.text}"

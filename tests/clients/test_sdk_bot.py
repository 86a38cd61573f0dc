"""A bot's rounds: which matches it plays, how many at a time, and when it leaves."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bocage.sdk import Client, RefusedError, run_bot
from bocage.sdk.mirror import MatchState
from bocage.sdk.state_queue import StateQueue
from tests.clients.fake_wire import Longest
from tests.virtual_time import run

ACTION = {"do": "pass"}


class FakePlay:
    """A match with two turns, ten seconds each."""

    def __init__(self, client: FakeClient, match: str) -> None:
        self.state = SimpleNamespace(match=match, view={"outcome": "won"})
        self._client = client
        self._turns = 2

    def __aiter__(self) -> FakePlay:
        return self

    async def __anext__(self) -> Any:
        if not self._turns:
            self._client.under_way -= 1
            raise StopAsyncIteration
        if self._turns == 2:
            self._client.under_way += 1
            self._client.most = max(self._client.most, self._client.under_way)
        self._turns -= 1
        await asyncio.sleep(10)

        async def choose(action: Any) -> bool:
            self._client.chosen.append((self.state.match, action))
            return True

        return SimpleNamespace(view={"game": "toy"}, actions=[ACTION], choose=choose)


class FakeClient:
    """``begun``: matches of earlier. ``refused``: with what a seat is refused, by match. ``rows``: the lobby."""

    def __init__(
        self, begun: list[Any], seats: int = 1, rows: Any = (), refused: dict[str, str] | None = None
    ) -> None:
        self.rest = self
        self.under_way = self.most = self.made = 0
        self.chosen: list[Any] = []
        self.joined: list[str] = []
        #: What was wished for with each seat and each play: seat and whether rated; invite.
        self.wishes: list[tuple[int | None, bool]] = []
        self.invites: list[str] = []
        self.left: list[str] = []
        #: In a match that it follows.
        self.seat = -1
        self.agrees = False
        self._begun = begun
        self._seats = seats
        self._rows = rows
        self._refused = refused or {}

    def play(self, match: str, *, invite: str = "", agrees: bool = False) -> FakePlay:
        self.agrees = agrees
        self.invites.append(invite)
        return FakePlay(self, match)

    async def mine(self) -> list[Any]:
        return self._begun

    async def game(self, game: str) -> Any:
        return SimpleNamespace(seats=self._seats)

    async def create_match(self, game: str, *, bot: bool) -> Any:
        assert bot
        self.made += 1
        assert self.made < 100
        return SimpleNamespace(match=f"new {self.made}")

    async def join(self, match: str, *, seat: int | None, bot: bool, invite: str = "", rated: bool = False) -> None:
        assert bot
        self.joined.append(match)
        self.wishes.append((seat, rated))
        if match in self._refused:
            raise RefusedError(self._refused[match])

    def follow(self, match: str, *, invite: str = "") -> StateQueue:
        assert (match, invite) == ("m", "code")
        queue = StateQueue()
        queue.put(MatchState(match, 1, self.seat, {}, [], 0, None, True))
        return queue

    def unfollow(self, match: str, queue: StateQueue) -> None:
        self.left.append(match)

    async def lobby(self) -> AsyncIterator[Any]:
        for rows in self._rows:
            yield {row.match: row for row in rows}
        await asyncio.Event().wait()


def row(
    match: str,
    status: str = "open",
    game: str = "toy",
    fork: object = None,
    house: str = "",
    rated: bool = False,
) -> Any:
    return SimpleNamespace(match=match, status=status, game=game, fork=fork, house=house, rated=rated)


def played(client: FakeClient, **wishes: Any) -> tuple[int, list[str]]:
    """How many matches the bot says it played, and which ended, in order."""
    ended: list[str] = []
    count = run(
        run_bot(
            lambda view, actions: actions[0],
            client=cast(Client, client),
            on_end=lambda state: ended.append(state.match),
            **wishes,
        )
    )
    return count, ended


def test_begun_matches_come_first_within_the_bounds() -> None:
    begun = [row("old", "playing"), row("over", "ended"), row("other", "playing", "omaha"), row("open", "open")]
    client = FakeClient(begun)
    count, ended = played(client, game="toy", matches=5, at_once=2)
    assert client.agrees
    assert (count, ended) == (5, ["old", "open", "new 1", "new 2", "new 3"])
    assert (client.most, client.made) == (2, 3)
    assert client.chosen.count(("old", ACTION)) == 2


def test_without_a_game_all_begun_ones_are_its_own() -> None:
    client = FakeClient([row("a", "playing"), row("b", "playing", "omaha")])
    assert played(client, matches=2)[1] == ["a", "b"]
    assert client.joined == []


def test_seats_are_taken_where_people_wait_for_anybody() -> None:
    rows = [
        [
            row("playing", "playing"),
            row("fork", fork="m"),
            row("kept", house="sergeant"),
            row("rated", rated=True),
            row("omaha", game="omaha"),
        ],
        [row("taken"), row("free")],
    ]
    client = FakeClient([], seats=2, rows=rows, refused={"taken": "seat_taken"})
    assert played(client, game="toy", matches=1) == (1, ["free"])
    assert client.joined == ["taken", "free"]
    assert client.wishes == [(None, False)] * 2


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_rated_bot_joins_unrated_matches_too(seat: int | None) -> None:
    rows = [[row("rated", rated=True), row("free")]]
    client = FakeClient([], seats=2, rows=rows)
    assert played(client, game="toy", matches=2, seat=seat, rated=True) == (2, ["rated", "free"])
    assert client.wishes == [(seat, True)] * 2
    client = FakeClient([])
    assert played(client, match="m", invite="code", seat=seat, rated=True) == (1, ["m"])
    assert (client.wishes, client.invites) == ([(seat, True)], ["code"])


def test_without_a_game_it_sits_down_wherever_it_can() -> None:
    rows = [[row("a"), row("b", game="omaha"), row("c", "ended")]]
    client = FakeClient([], rows=rows)
    assert played(client, matches=2) == (2, ["a", "b"])
    assert (client.made, client.most, client.invites) == (0, 2, ["", ""])


def test_bot_plays_four_matches_at_once_endlessly() -> None:
    """Each takes twenty seconds."""
    client = FakeClient([])

    async def main() -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(70):
                await run_bot(lambda view, actions: actions[0], client=cast(Client, client), game="toy")

    run(main())
    assert (client.most, client.made) == (4, 16)


@pytest.mark.parametrize("code", ["limit", "bad_token"])
def test_what_is_wrong_with_the_bot_itself_ends_it(code: str) -> None:
    client = FakeClient([], seats=2, rows=[[row("free")]], refused={"free": code})
    with pytest.raises(RefusedError) as caught:
        played(client, game="toy")
    assert caught.value.code == code


def test_broken_strategy_ends_the_bot_with_its_error() -> None:
    def strategy(view: Any, actions: Any) -> Any:
        raise LookupError("mine")

    with pytest.raises(LookupError, match="mine"):
        run(run_bot(strategy, client=cast(Client, FakeClient([])), game="toy"))


def test_one_match_is_sat_down_at_and_played() -> None:
    client = FakeClient([])
    assert played(client, match="m", invite="code") == (1, ["m"])
    assert client.joined == ["m"]
    assert played(client, match="m", agrees=False)[0] == 1
    assert not client.agrees
    with pytest.raises(RefusedError):
        played(FakeClient([], refused={"m": "bad_token"}), match="m")


@pytest.mark.parametrize(("token", "guests"), [("", ["crew"]), ("mine", [])])
def test_guest_is_made_without_a_token_only(monkeypatch: pytest.MonkeyPatch, token: str, guests: list[str]) -> None:
    made: list[str] = []
    tokens: list[str] = []

    class Rest:
        async def create_player(self, name: str) -> Any:
            made.append(name)
            return SimpleNamespace(token=f"of {name}")

    class Opened:
        """A client as it is made, and its connection."""

        def __init__(self, url: str, token: str = "") -> None:
            assert url == "http://here"
            self.rest = contextlib.nullcontext(Rest())
            self._token = token

        async def __aenter__(self) -> FakeClient:
            tokens.append(self._token)
            return FakeClient([])

        async def __aexit__(self, *error: object) -> None:
            pass

    monkeypatch.setattr("bocage.sdk.bot.Client", Opened)
    count = run(run_bot(lambda view, actions: actions[0], "http://here", token=token, name="crew", match="m"))
    assert (count, made, tokens) == (1, guests, [token or "of crew"])


def test_a_strategy_may_take_its_time() -> None:
    async def strategy(view: Any, actions: Any) -> Any:
        await asyncio.sleep(100)
        return actions[0]

    client = FakeClient([])
    assert run(run_bot(strategy, client=cast(Client, client), game="toy", matches=1)) == 1
    assert client.chosen == [("new 1", ACTION)] * 2


@pytest.mark.parametrize("code", ["already_seated", "not_open", "private"])
@pytest.mark.parametrize(("seat", "count"), [(-2, 0), (-1, 0), (0, 1), (1, 1)])
def test_a_seat_that_may_be_ones_own_is_looked_at(code: str, seat: int, count: int) -> None:
    client = FakeClient([], refused={"m": code})
    client.seat = seat
    assert played(client, match="m", invite="code")[0] == count
    assert client.left == ["m"]


class Busy(FakeClient):
    """A service that refuses the first requests for a match, one way after the other."""

    def __init__(self, *refusals: RefusedError) -> None:
        super().__init__([])
        self.refusals = list(refusals)
        self.asked: list[float] = []

    async def create_match(self, game: str, *, bot: bool) -> Any:
        self.asked.append(round(asyncio.get_running_loop().time() - 1000, 3))
        if self.refusals:
            raise self.refusals.pop(0)
        return await super().create_match(game, bot=bot)


def test_refusals_that_pass_are_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bocage.sdk.bot.random.Random", Longest)
    client = Busy(
        RefusedError("limit", limit="match_rate", retry=120_000),
        RefusedError("unavailable", retry=1000),
        RefusedError("too_many_open", limit="open_matches"),
        RefusedError("address_full", limit="address_open_matches"),
    )
    assert played(client, game="toy", matches=1)[0] == 1
    # As long as it was told, and 1, 2, 4, 8 seconds.
    assert client.asked == [0.0, 121.0, 124.0, 128.0, 136.0]


def test_a_connection_that_is_full_is_waited_for() -> None:
    class Full(FakeClient):
        """Follows one match at a time."""

        def play(self, match: str, *, invite: str = "", agrees: bool = False) -> FakePlay:
            if self.under_way:
                raise RefusedError("limit", limit="matches_per_socket")
            return super().play(match, invite=invite, agrees=agrees)

    client = Full([])
    assert played(client, game="toy", matches=3, at_once=2)[0] == 3

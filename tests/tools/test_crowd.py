"""The clients of a load in virtual time, at a service without network: their actions and records."""

from __future__ import annotations

import asyncio
import random
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest

from bocage.protocol.refusal import RefusedError
from bocage.sdk.errors import UnreachableError
from bocage_tools.load.checks import Checked, Record, Tally
from bocage_tools.load.command import main
from bocage_tools.load.crowd import PATIENCE, Crowd
from bocage_tools.load.table import LINE, Story
from tests.tools.crowd_world import GAMES, FakeRest, World, world_for
from tests.virtual_time import run

OMAHA, SQUAD = GAMES


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    return world_for(monkeypatch)


def crowd_of(games: list[tuple[str, int]], matches: int = 1, pace: float = 1.0, seed: int = 1) -> Crowd:
    return Crowd("http://h", games, matches, pace, seed)


async def begun(crowd: Crowd) -> None:
    """All are connected, and play."""
    await crowd.connected.wait()
    crowd.started.set()


def thought(world: World) -> list[float]:
    """Seconds between the actions of one match, without those of the way."""
    times: dict[str, list[float]] = {}
    for at, match, _ in world.acted:
        times.setdefault(match, []).append(at)
    return [b - a - 0.25 for found in times.values() for a, b in pairwise(found)]


def test_a_load_plays_and_watches_as_much_as_was_said(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    line = ["--url", "http://h", "--matches", "2", "--watchers", "3", "--minutes", "0.5"]
    assert main([*line, "--pace", "2"]) == 0
    shown = capsys.readouterr()
    told = shown.out.splitlines()
    # OMAHA alone with one watcher, SQUAD with two.
    assert told[0] == "6 connections, lost 0 times"
    assert told[1] == f"{len(world.acted)} actions acknowledged, {len(world.acted) / 30:.1f} per second"
    assert told[2] == "half of them within 250.0 ms, 99 % within 250.0 ms"
    assert told[4].startswith(f"checked: {len(world.logs)} matches, ")
    assert told[-1] == "every promise was kept"
    first, *lines = (line.split() for line in shown.err.splitlines())
    assert first[:4] == ["seconds", "connected", "matches", "watchers"]
    assert [int(line[0]) for line in lines] == [5, 10, 15, 20, 25, 30][: len(lines)]
    assert len(lines) >= 5
    assert lines[0][2:4] == ["2", "3"]
    # Each line is about its own five seconds.
    assert sum(round(float(line[4]) * LINE) for line in lines) <= len(world.acted)
    assert all(0 < float(line[4]) < 5 for line in lines)
    assert sum(round(float(line[5]) * LINE) for line in lines) <= int(told[3].split()[0])
    assert sorted(world.tokens) == ["Load 0 0", "Load 1 0", "Load 1 1"]
    for client in world.clients:
        assert (client.url, client.entered, client.left, client.patience) == ("http://h", 1, 1, PATIENCE)
        assert client.unfollowed == client.followed != []
    assert {client.token for client in world.clients} == {*world.tokens, ""}
    assert all(log.match.over for log in world.logs.values())


@pytest.mark.parametrize(("pace", "low", "high"), [(1.0, 0.2, 1.8), (4.0, 0.8, 7.2)])
def test_players_think_about_as_long_as_was_said(pace: float, low: float, high: float, world: World) -> None:
    async def play() -> None:
        crowd = crowd_of([OMAHA], pace=pace)
        playing = asyncio.create_task(crowd.table(0, 0))
        await begun(crowd)
        await asyncio.sleep(40 * pace)
        times = thought(world)
        assert len(times) > 25
        assert low <= min(times) < low + (high - low) / 4
        assert high - (high - low) / 4 < max(times) <= high + 1e-6
        # Whoever thinks when the time is over goes on at once, and gives up next.
        acted = len(world.acted)
        crowd.over.set()
        await playing
        assert len(world.acted) <= acted + 2
        assert world.resigned
        assert (crowd.tally.playing, crowd.tally.watching) == (0, 0)
        assert crowd.tally.checked.broken == []

    run(play())


def test_the_same_seed_makes_the_same_choices(world: World) -> None:
    def actions(seed: int) -> list[bytes]:
        world.logs.clear()

        async def play() -> None:
            crowd = crowd_of([OMAHA], pace=0.0, seed=seed)
            crowd.over.set()
            playing = asyncio.create_task(crowd.table(0, 0))
            await begun(crowd)
            await playing

        run(play())
        return [entry.raw for log in world.logs.values() for entry in log.entries[1:]]

    assert actions(1) == actions(1)


def test_the_time_runs_from_when_all_are_connected(world: World) -> None:
    world.later = [RefusedError("too_many", retry=20_000), UnreachableError("nothing answers")]

    async def load() -> tuple[float, Story]:
        from bocage_tools.load.command import _load

        start = asyncio.get_running_loop().time()
        chosen: Any = SimpleNamespace(
            url="",
            game="omaha",
            matches=1,
            watchers=0,
            minutes=1.0,
            pace=1.0,
            seed=1,
            lang="en",
            faults=False,
            serve=0,
            kills=60.0,
            processes=0,
        )
        story = await _load(chosen)
        return asyncio.get_running_loop().time() - start, story

    seconds, story = run(load())
    # 20 s for one who was told to come later, half a second for one whom nobody heard.
    assert 80.5 <= seconds < 82
    assert story.ramp == pytest.approx(20.5)
    assert story.tally.refused == {"too_many": 1}
    assert len(story.all_delays) == len(world.acted)


def test_matches_follow_each_other_until_the_time_is_over(world: World) -> None:
    async def play() -> int:
        crowd = crowd_of([OMAHA], pace=0.0)
        playing = asyncio.create_task(crowd.table(0, 1))
        await begun(crowd)
        await world.second.wait()
        crowd.over.set()
        await playing
        return crowd.tally.checked.matches

    assert run(play()) == len(world.logs) == 2


def test_games_rotate_or_follow_the_argument(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    line = ["--minutes", "0.05", "--pace", "0", "--matches"]
    assert main([*line, "3"]) == 0
    played = [log.match.game.id for log in world.logs.values()]
    assert {game: played.count(game) for game in played}.keys() == {"omaha", "squad"}
    world.logs.clear()
    assert main([*line, "2", "--game", "squad"]) == 0
    assert {log.match.game.id for log in world.logs.values()} == {"squad"}
    capsys.readouterr()
    assert main([*line, "2", "--game", "chess"]) == 2
    assert capsys.readouterr().err == "bocage: the service has no game chess\n"


def test_endless_match_is_left_and_reported(world: World) -> None:
    world.mute = True

    async def play() -> tuple[float, Checked]:
        crowd = crowd_of([OMAHA], pace=0.0)
        playing = asyncio.create_task(crowd.table(0, 0))
        await begun(crowd)
        await asyncio.sleep(30)
        crowd.over.set()
        start = asyncio.get_running_loop().time()
        await playing
        return asyncio.get_running_loop().time() - start, crowd.tally.checked

    seconds, checked = run(play())
    assert seconds == pytest.approx(PATIENCE)
    assert checked.broken == ["match0: the end was not shown to somebody who saw entry 3"]
    assert checked.matches == 0


def test_unexpected_log_refusal_ends_the_load(
    world: World, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refused(self: FakeRest, match: str) -> bytes:
        raise RefusedError("private", text="This match is private.")

    monkeypatch.setattr(FakeRest, "export", refused)
    assert main(["--matches", "1", "--minutes", "0.05", "--pace", "0"]) == 1
    assert capsys.readouterr().err.splitlines()[-1] == "bocage: This match is private."


async def one_table(game: tuple[str, int]) -> Checked:
    """What came of one table, played to its end."""
    crowd = crowd_of([game], pace=0.0)
    crowd.over.set()
    playing = asyncio.create_task(crowd.table(0, 0))
    await begun(crowd)
    await playing
    return crowd.tally.checked


def test_log_still_open_elsewhere_is_retried(world: World) -> None:
    world.not_over = 3

    checked = run(one_table(OMAHA))
    assert (checked.matches, checked.broken) == (1, [])
    world.logs.clear()
    world.not_over = 10**6
    checked = run(one_table(OMAHA))
    assert (checked.matches, checked.broken) == (0, ["match0: the end was shown, but it is not over"])


def test_possibly_own_seat_is_taken(world: World) -> None:
    world.seats_lost = 1

    checked = run(one_table(SQUAD))
    assert (checked.matches, checked.broken) == (1, [])


class Service:
    """Answers acts; ``error`` instead, where there is one."""

    def __init__(self, error: Exception | None = None) -> None:
        self.error = error
        self.acted: list[Any] = []
        self.resigned: list[str] = []

    async def act(self, match: str, seq: int, action: Any) -> Any:
        if self.error is not None:
            raise self.error
        self.acted.append((match, seq, action))
        await asyncio.sleep(0.5)
        return SimpleNamespace(seq=seq + 2)

    async def resign(self, match: str) -> None:
        self.resigned.append(match)


STATE: Any = SimpleNamespace(match="m", seq=7, actions=[{"do": "this"}])


def answer(service: Service, over: bool = False, pace: float = 2.0, acknowledged: bool = False) -> tuple[Any, ...]:
    """The tally, the record and the seconds of one answer."""

    async def answering() -> tuple[Any, ...]:
        crowd, record = crowd_of([OMAHA], pace=pace), Record()
        if acknowledged:
            record.acked(3, {"do": "that"})
        if over:
            crowd.over.set()
        loop = asyncio.get_running_loop()
        start = loop.time()
        await crowd._answer(service, record, STATE, random.Random(1))  # type: ignore[arg-type]
        return crowd.tally, record, loop.time() - start

    return run(answering())


def test_an_action_that_is_acknowledged_is_noted_with_its_delay() -> None:
    service = Service()
    tally, record, seconds = answer(service)
    assert service.acted == [("m", 7, {"do": "this"})]
    assert record.acknowledged == {9: {"do": "this"}}
    assert tally.delays == [pytest.approx(0.5)]
    assert 0.9 <= seconds <= 4.1
    assert (tally.refused, record.wrong) == ({}, [])
    assert answer(Service(), pace=0.0)[2] == pytest.approx(0.5)


def test_players_act_once_more_then_resign() -> None:
    service = Service()
    tally, record, seconds = answer(service, over=True)
    assert (len(service.acted), service.resigned, seconds) == (1, [], pytest.approx(0.5))
    service = Service()
    tally, record, seconds = answer(service, over=True, acknowledged=True)
    assert (service.acted, service.resigned, seconds) == ([], ["m"], 0)
    assert (tally.delays, record.acknowledged) == ([], {3: {"do": "that"}})


@pytest.mark.parametrize(
    ("code", "wrong"), [("stale", []), ("no_such_action", ["the answer to entry 7 was refused: no_such_action"])]
)
def test_a_refusal_is_wrong_unless_the_match_went_on_meanwhile(code: str, wrong: list[str]) -> None:
    tally, record, _ = answer(Service(RefusedError(code)))
    assert tally.refused == {code: 1}
    assert record.wrong == wrong
    assert (tally.delays, record.acknowledged) == ([], {})


def test_requests_are_made_again_only_while_the_service_says_later() -> None:
    errors: list[Exception] = [
        UnreachableError("nothing answers"),
        RefusedError("too_many", retry=3000),
        UnreachableError("nothing answers"),
    ]

    async def ask() -> str:
        if errors:
            raise errors.pop(0)
        return "done"

    async def asking() -> tuple[str, float, dict[str, int]]:
        crowd, loop = crowd_of([OMAHA]), asyncio.get_running_loop()
        start = loop.time()
        return await crowd._patient(ask), loop.time() - start, crowd.tally.refused

    done, seconds, refused = run(asking())
    assert (done, refused) == ("done", {"too_many": 1})
    assert seconds == pytest.approx(4.0)
    errors.append(RefusedError("not_legal"))
    with pytest.raises(RefusedError):
        run(asking())
    assert errors == []


def test_connections_that_are_lost_are_counted(world: World) -> None:
    async def play() -> Tally:
        crowd = crowd_of([OMAHA], pace=0.0)
        crowd.over.set()
        playing = asyncio.create_task(crowd.table(0, 0))
        await begun(crowd)
        (client,) = world.clients
        for status, standing in (
            *(("connected", 1), ("lost", 0), ("connected", 1), ("unavailable", 1), ("lost", 0), ("closed", 0)),
        ):
            client.on_status(status, 0.0)
            assert crowd.tally.standing == standing
        await playing
        return crowd.tally

    tally = run(play())
    assert (tally.lost, tally.connections) == (2, 1)

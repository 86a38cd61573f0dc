"""The load counts what it says it counts, and the logs are logs; how fast that is, no test asks."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from bocage.log.match import Match
from bocage.rules.kernel import registry
from bocage.rules.kernel.registry import all_games
from bocage.store import Store, StoreSettings
from tests.bench.crowd import Crowd, Playing, Watching, new_match
from tests.bench.logs import random_log
from tests.bench.machine import served
from tests.bench.measure import Figures, Least, Most
from tests.live.node.service import running
from tests.redis_server import RedisServer
from tests.tally import TALLY


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    server = RedisServer(tmp_path_factory.mktemp("bench"))
    server.start()
    yield server
    server.stop()


@pytest.mark.long
async def test_players_play_and_watchers_count(redis: RedisServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._extra, (TALLY.id, TALLY.rules), TALLY)
    async with running(redis.url) as service:
        people = [await service.store.create_player(name) for name in ("Ann", "Bob")]
        match = await new_match(service.store, TALLY, [player for player, _ in people], {"turns": 10})
        watchers, players = Crowd(), Crowd()
        players.paced = True
        for seat, (_, token) in enumerate(people):
            await players.join(Playing(players, seat), service.port, token, [match])
        for _ in range(3):
            await watchers.join(Watching(watchers), service.port, "", [match])
        watchers.delivered = 0
        watchers.expect(3 * 12)  # ten actions, the end, the secret
        for _ in range(10):
            player, message = await players.next()
            player.act(message)
        async with asyncio.timeout(60):
            await watchers.all_have.wait()
        assert players.acks == len(players.delays) + 1 == 10
        assert players.refused == []
        assert (await service.fold(match)).revealed
        for crowd in (players, watchers):
            crowd.close()


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_random_logs_fold_to_what_made_them(game: object) -> None:
    entries, match = random_log(game, 1, most=200)  # type: ignore[arg-type]
    folded = Match.fold(entries, match.secret)
    assert (folded.seq, folded.head, folded.status) == (match.seq, match.head, match.status)
    assert len(entries) <= 202


@pytest.mark.long
async def test_the_naive_server_stores_what_is_played(redis: RedisServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._extra, (TALLY.id, TALLY.rules), TALLY)
    store = await Store.open(StoreSettings(redis.url))
    people = [await store.create_player(name) for name in ("Ann", "Bob")]
    match = await new_match(store, TALLY, [player for player, _ in people], {"turns": 100})
    players = Crowd()
    players.paced = True
    with served("tests.bench.naive", redis.url) as naive:
        for seat, (_, token) in enumerate(people):
            await players.join(Playing(players, seat), naive.port, token, [match])
        for _ in range(10):
            async with asyncio.timeout(60):
                player, message = await players.next()
            player.act(message)
        async with asyncio.timeout(60):
            await players.next()  # the tenth answer was told
        players.close()
    log = await store.load(match)
    await store.close()
    assert len(log.entries) == 4 + 10  # created, two seated, started
    assert Match.fold(log.entries, log.secret).state.left == 90


def test_rows_are_medians_of_the_ratios_of_each_round() -> None:
    figures = Figures()
    for value, floor in ((10.0, 20.0), (30.0, 30.0), (9.0, 10.0)):
        figures.add("ours", value)
        figures.add("floor", floor)
    assert "0.90 (0.50–1.00)" in figures.row(Least("row", "ours", "floor", 0.9))
    assert figures.row(Least("row", "ours", "floor", 0.9)).endswith("target ≥ 0.9: met")
    assert figures.row(Least("row", "ours", "floor", 0.91)).endswith("NOT MET")
    assert figures.row(Most("row", "ours", "", 9)).endswith("NOT MET")
    assert figures.row(Most("row", "ours", "", 10)).endswith("target ≤ 10: met")
    assert figures.text("ours", "/s").strip() == "10.0 /s (9.0–30.0)"

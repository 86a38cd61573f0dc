"""How fair a map is: games in the background, some at a time, that go on, are replaced, and end with their map."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from bocage.features.maps.feature import Maps
from bocage.features.maps.queue import AGAIN, AT_ONCE, FairnessQueue
from bocage.features.maps.runs import RunStorage
from bocage.store import StorageUnavailableError, Store
from tests.features.maps.drawings import OTHER, keep, numbered
from tests.http.site import NO_LIMITS, Site


async def ask(site: Site, name: str, token: str, **wish: Any) -> dict[str, Any]:
    answer = await site.post(f"/api/maps/{name}/fairness", wish, token)
    found: dict[str, Any] = answer.json()
    return found


async def told(site: Site, name: str, token: str = "") -> dict[str, Any]:
    found: dict[str, Any] = (await site.get(f"/api/maps/{name}/fairness", token)).json()
    return found


async def play(site: Site, rounds: int = 100) -> None:
    """Play so many times some games, or all that are wanted."""
    queue = site.feature(Maps).queue
    for _ in range(rounds):
        if not await queue._play_some():
            break


async def drawn(site: Site, text: str = OTHER) -> tuple[str, str]:
    """A shared map and the token of its player."""
    _, token = await site.player()
    return (await keep(site, token, text, shared=True))["id"], token


async def test_games_are_told_while_they_are_played(site: Site) -> None:
    name, token = await drawn(site)
    assert (await told(site, name))["code"] == "no_fairness"
    begun = await ask(site, name, token, games=24)
    assert (begun["played"], begun["wanted"], begun["engine"], "done" in begun) == (0, 24, "first", False)
    assert (begun["north"]["share"], begun["fallen"], begun["pairs"]) == (0.5, [], [])
    await play(site, 1)
    part = await told(site, name)
    assert (part["played"], "done" in part) == (AT_ONCE, False)
    assert part["fallen"] == [["1,2", AT_ONCE], ["0,0", 1]]
    await play(site)
    whole = await told(site, name)
    assert (whole["played"], whole["done"], whole["drawn"]) == (24, True, 6)
    assert whole["north"] == {"won": 18, "share": 0.875, "margin": whole["south"]["margin"]}
    assert (whole["south"]["won"], whole["south"]["share"]) == (0, 0.125)
    assert (whole["turns"], whole["cover"]) == (30.0, 0.75)
    assert [one["sides"] for one in whole["pairs"]] == [["de", "de"], ["de", "us"], ["us", "de"], ["us", "us"]]
    short = (await site.get(f"/api/maps/{name}")).json()["fairness"]
    assert short == {"played": 24, "wanted": 24, "share": 0.875, "margin": whole["north"]["margin"]}
    assert [one.games for one in site.bots.games] == [10, 20, 24]


async def test_pairs_are_played_both_ways(site: Site) -> None:
    name, token = await drawn(site)
    await ask(site, name, token, pairs=[["us", "de"], ["de", "us"], ["us", "us"]], games=10)
    await play(site)
    assert site.bots.games[0].pairs == [("us", "de"), ("de", "us"), ("us", "us")]
    assert (await told(site, name))["meet"] == [["us", "de"], ["de", "us"], ["us", "us"]]


@pytest.mark.parametrize(
    "wish", [{"games": 9}, {"games": 401}, {"pairs": [["us"]]}, {"pairs": [["us", "<b>"]]}, {"pairs": "us"}]
)
async def test_what_is_no_request_for_games(site: Site, wish: dict[str, Any]) -> None:
    name, token = await drawn(site)
    assert (await ask(site, name, token, **wish))["code"] == "bad_request"


async def test_games_have_only_options_of_the_game(site: Site) -> None:
    name, token = await drawn(site)
    for options in ({"home_edge": "up"}, {"squads_per_seat": -1}, {"cheat": True}):
        assert (await ask(site, name, token, options=options))["code"] == "bad_options"


async def test_only_who_keeps_a_map_asks_for_games(site: Site) -> None:
    name, token = await drawn(site)
    _, bobs = await site.player("Bob")
    assert (await ask(site, name, bobs))["code"] == "no_map"
    site.bots.version = ""
    assert (await ask(site, name, token))["code"] == "no_engine"


async def test_the_same_games_are_not_played_again(site: Site) -> None:
    name, token = await drawn(site)
    await ask(site, name, token, games=10)
    await play(site)
    assert (await ask(site, name, token, games=10))["played"] == 10
    other = await ask(site, name, token, games=10, options={"home_edge": "west", "rows": 14})
    assert (other["played"], other["options"]) == (0, {"home_edge": "west"})
    site.bots.version = "second"
    assert (await ask(site, name, token, games=10))["engine"] == "second"


async def test_games_of_a_deleted_map_are_discarded(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    name, token = await drawn(site)
    await ask(site, name, token)
    answer = site.bots.play

    async def late(question: bytes) -> bytes | None:
        await site.post(f"/api/maps/{name}/delete", {}, token)
        return await answer(question)

    monkeypatch.setattr(site.bots, "play", late)
    await play(site)
    assert (await told(site, name, token))["code"] == "no_map"
    runs = site.feature(Maps).runs
    assert (await runs.queue(), await runs.find(name), len(site.bots.games)) == ([], None, 1)
    assert await site.store.topology.masters()[0].call("EXISTS", f"map:{name}") == 0


async def test_another_node_goes_on_where_one_stopped(site: Site) -> None:
    name, token = await drawn(site)
    await ask(site, name, token, games=20)
    await play(site, 1)
    runs = RunStorage(site.store.topology)
    assert await runs.take_turn("a node that hangs")
    other = FairnessQueue(runs)
    other.opponents = site.bots
    assert not await other._play_some()
    await runs.leave_turn()
    while await other._play_some():
        pass
    assert (await told(site, name))["done"]
    assert other.played == 10
    assert "bocage_map_games_total 10.0" in await site.metrics()


async def test_games_pause_while_the_machine_is_busy(site: Site) -> None:
    name, token = await drawn(site)
    await ask(site, name, token, games=10)
    site.bots.version = "late"
    await play(site)
    assert ((await told(site, name))["played"], len(site.bots.games)) == (0, 1)
    site.bots.version = "first"
    await play(site)
    assert (await told(site, name))["done"]


async def test_a_run_of_another_version_goes_on(site: Site) -> None:
    name, token = await drawn(site)
    await ask(site, name, token, games=10)
    call = site.store.topology.masters()[0].call
    stored = msgspec.json.decode(await call("HGET", f"map:{name}", "fairness"))
    del stored["moved"]
    stored["asked"] = 0
    await call("HSET", f"map:{name}", "fairness", msgspec.json.encode(stored))
    assert (await told(site, name))["paused"]
    await play(site, 3)
    whole = await told(site, name)
    assert (whole["done"], "paused" in whole) == (True, False)


async def test_a_failed_run_can_be_asked_for_again(site: Site) -> None:
    name, token = await drawn(site)
    site.bots.version = "broken"
    await ask(site, name, token, games=10)
    await play(site)
    failed = await told(site, name)
    assert (failed["failed"], failed["done"], failed["played"]) == (True, True, 0)
    assert "bocage_map_games_failed_total 1.0" in await site.metrics()
    assert "failed" not in await ask(site, name, token, games=10)


async def test_nobody_fills_the_queue_alone(store: Store) -> None:
    site = Site(store, msgspec.structs.replace(NO_LIMITS, map_games_waiting=2))
    _, token = await site.player()
    names = [(await keep(site, token, numbered(number)))["id"] for number in range(3)]
    waiting = [(await ask(site, name, token)).get("waiting", 0) for name in names[:2]]
    assert waiting == [0, 1]
    refused = await ask(site, names[2], token)
    assert (refused["code"], refused["limit"]) == ("limit", "map_games_waiting")
    # The same map with other games takes no further place.
    assert (await ask(site, names[1], token, games=10))["wanted"] == 10


@pytest.mark.parametrize("outage", [StorageUnavailableError(), OSError("no more processes")])
async def test_the_task_plays_what_is_asked_for_and_survives_outages(site: Site, outage: Exception) -> None:
    name, token = await drawn(site)
    maps = site.feature(Maps)
    ((_, work),) = maps.background(site.state)
    found, outages = maps.runs.queue, [outage]

    async def queue() -> list[str]:
        if outages:
            raise outages.pop()
        return await found()

    maps.runs.queue = queue  # type: ignore[method-assign]
    task = asyncio.create_task(work)
    await ask(site, name, token, games=10)
    async with asyncio.timeout(60):
        while "done" not in await told(site, name):
            maps.queue.asked()
    task.cancel()
    assert AGAIN > 1

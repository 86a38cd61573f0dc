"""Bots against a real service: restarts, limits, the house."""

from __future__ import annotations

import asyncio
import random
import re
from pathlib import Path
from typing import Any

import httpx2
import msgspec

from bocage.bots import find_strategy
from bocage.cli import main
from bocage.engine import Engine, Level
from bocage.protocol.rest import NewPlayer
from bocage.rules.kernel import Game
from bocage.rules.kernel.registry import find_game
from bocage.sdk import MatchState, connect, run_bot
from bocage.sdk.identity import Identities, connect_as
from bocage.sdk.rest import Rest
from tests.e2e.nodes import LIMITS, PATIENCE, NodeProcess
from tests.e2e.players import Player as Seated
from tests.e2e.players import guest
from tests.e2e.tally import Tally
from tests.redis_server import free_port

Choice = dict[str, Any]


async def test_a_bot_picks_its_matches_up_again(node: NodeProcess) -> None:
    token = await guest(node.url, "Restarted")
    asked = Tally()

    async def slowly(view: Choice, actions: list[Choice]) -> Choice:
        asked.add()
        await asked.reach(3)  # all three matches are there before one of them goes on
        return actions[0]

    def serve(strategy: Any) -> asyncio.Task[int]:
        return group.create_task(run_bot(strategy, node.url, token=token, game="zombies", matches=3, at_once=3))

    async with asyncio.TaskGroup() as group:
        first = serve(slowly)
        await asked.reach(10)
        first.cancel()
    async with Rest(node.url, token=token) as rest:
        begun = {row.match for row in await rest.mine() if row.status == "playing"}
    assert len(begun) == 3
    ends: list[MatchState] = []
    await run_bot(
        find_strategy("scout_first", "zombies"),
        node.url,
        token=token,
        game="zombies",
        matches=len(begun),
        on_end=ends.append,
    )
    assert {state.match for state in ends} == begun


async def test_searching_bot_plays_alike_over_the_protocol(node: NodeProcess) -> None:
    """What a client sees is all that the engine needs, and it has the same answer for the same document."""
    for game, heuristic in (("omaha", "planner"), ("zombies", "shoot_first")):
        other = find_game(game)
        play = made_of(find_strategy(heuristic, game), other)
        engine, again = (Engine(game, play, Level(rounds=1, worlds=2), seed=5) for _ in range(2))
        verdicts: list[bool] = []

        def think(view: Choice, actions: list[Choice]) -> Choice:
            chosen = engine(view, actions)  # noqa: B023 - called before the next game begins
            options = msgspec.to_builtins(msgspec.convert(view["options"], other.Options))  # noqa: B023
            known = {"options": options, **{key: view[key] for key in ("table", "turn", "decision")}}
            verdicts.append(again(known, actions) == chosen)  # noqa: B023
            return chosen

        assert await run_bot(think, node.url, game=game, matches=1, name="Thinker") == 1
        assert verdicts
        assert all(verdicts)


def made_of(found: Any, game: Game[Any]) -> Any:
    """The strategy itself, with the facts of its game."""
    return found.make(dict(game.facts()))


async def test_fast_bot_is_throttled_and_kept(folder: Path) -> None:
    slow = LIMITS.replace("message_rate=100000,message_burst=100000", "message_rate=40,message_burst=20")
    with NodeProcess(folder, limits=slow) as node:
        played = await run_bot(
            find_strategy("random", seed=1), node.url, game="omaha", matches=8, at_once=8, name="Eager"
        )
    assert played == 8


async def test_house_bots_go_on_after_a_restart_of_the_service(folder: Path) -> None:
    with NodeProcess(folder) as node:
        async with connect(node.url, token=await guest(node.url, "Ada"), longest_wait=0.5) as client:
            acknowledged = Tally()
            player = Seated(client, "house", acknowledged)
            made = await client.rest.create_match(
                "company_commander",
                options={"turn_cap": 10, "auto_from_turn": 20},
                opponent="captain",
                access={"private": True},
            )
            assert made.invite

            async def restart() -> None:
                await acknowledged.reach(15)
                assert await asyncio.to_thread(node.stop) == 0
                await asyncio.to_thread(node.start)

            async with asyncio.TaskGroup() as group:
                group.create_task(restart())
                playing = group.create_task(player.play(made.match))
            last = playing.result()
            assert last.view["outcome"]
            assert last.view["seats"]["1"] | {"player": ""} == {
                "player": "",
                "name": "captain",
                "bot": True,
                "house": True,
            }
            assert len(player.acknowledged[made.match]) > 15


async def test_searching_house_bot_has_its_own_process(folder: Path) -> None:
    port = free_port()
    with NodeProcess(folder, metrics=f"127.0.0.1:{port}") as node:
        async with connect(node.url, token=await guest(node.url, "Ada"), longest_wait=0.5) as client:
            made = await client.rest.create_match(
                "squad", options={"turn_cap": 4}, opponent="recruit", access={"private": True}
            )
            last = await Seated(client, "house", Tally()).play(made.match)
        async with httpx2.AsyncClient(timeout=PATIENCE) as http:
            told = (await http.get(f"http://127.0.0.1:{port}/metrics")).text
    assert last.view["outcome"]
    assert last.view["seats"]["1"]["name"] == "recruit"
    found = dict(re.findall(r'^bocage_house_decisions_total\{result="(\w+)"\} (\d+)', told, re.MULTILINE))
    assert int(found["thought"]) > 0
    assert (found["full"], found["failed"]) == ("0", "0")


async def test_a_player_whom_the_service_has_forgotten_is_made_anew(node: NodeProcess, tmp_path: Path) -> None:
    known = Identities(tmp_path / "players.json")
    known.put(node.url, "Ada", NewPlayer("0", "Ada", "of-another-service"))
    async with await connect_as("Ada", node.url, identities=known) as client:
        first = client.player
    async with await connect_as("Ada", node.url, identities=known) as client:
        assert client.player == first


async def test_two_random_bots_meet_in_the_lobby(node: NodeProcess) -> None:
    rng = random.Random(3)
    tokens = [await guest(node.url, name) for name in ("Maker", "Joiner")]
    async with Rest(node.url, token=tokens[0]) as rest:
        made = await rest.create_match("squad", options={"turn_cap": 6}, bot=True)
    ends: list[MatchState] = []

    def choose(view: Choice, actions: list[Choice]) -> Choice:
        return rng.choice(actions)

    async with asyncio.TaskGroup() as group:
        for token in tokens:
            group.create_task(run_bot(choose, node.url, token=token, game="squad", matches=1, on_end=ends.append))
    assert [state.match for state in ends] == [made.match] * 2
    assert ends[0].view["seats"]["0"]["bot"]
    assert ends[0].view["seats"]["1"]["bot"]


async def test_a_bot_that_finds_its_match_full_leaves_at_once(node: NodeProcess) -> None:
    tokens = [await guest(node.url, name) for name in ("Maker", "Quicker", "Later")]
    async with Rest(node.url, token=tokens[0]) as rest:
        made = await rest.create_match("squad")
    async with Rest(node.url, token=tokens[1]) as rest:
        await rest.join(made.match)
    assert await run_bot(find_strategy("random", seed=1), node.url, token=tokens[2], match=made.match) == 0


def test_the_command_says_in_a_sentence_what_it_cannot_play(
    node: NodeProcess, tmp_path: Path, monkeypatch: Any, capsys: Any
) -> None:
    monkeypatch.setenv("BOCAGE_PLAYERS", str(tmp_path / "players.json"))
    assert main(["bot", "--url", node.url, "--game", "chess"]) == 1
    assert capsys.readouterr().err == "bocage: Game not found.\n"


def test_the_command_plays_as_well(node: NodeProcess, tmp_path: Path, monkeypatch: Any, capsys: Any) -> None:
    monkeypatch.setenv("BOCAGE_PLAYERS", str(tmp_path / "players.json"))
    line = [
        "bot",
        "--url",
        node.url,
        "--strategy",
        "planner",
        "--game",
        "omaha",
        "--matches",
        "2",
        "--at-once",
        "1",
    ]
    assert main(line) == 0
    out = capsys.readouterr().out.splitlines()
    assert len(out) == 2
    assert all(" won (nest_destroyed)" in line or " did not win (" in line for line in out)

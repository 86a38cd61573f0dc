"""A house bot that was called comes, whatever happens to the node that was asked."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from bocage.log.entries import Seated, decode
from bocage.protocol.rest import MatchCreated
from bocage.sdk import connect
from bocage.sdk.rest import Rest
from bocage.store import EmbeddedRedis, Store, StoreSettings
from tests.e2e.nodes import NodeProcess
from tests.e2e.players import guest

GAME, BOT = "company_commander", "captain"


async def call_and_kill(node: NodeProcess, token: str, **wishes: Any) -> MatchCreated:
    """A match to which a bot is called; the node is killed as soon as it has said 201."""
    async with Rest(node.url, token=token) as rest:
        made = await rest.create_match(GAME, opponent=BOT, **wishes)
        node.kill()
    return made


async def seen_playing(node: NodeProcess, token: str, made: MatchCreated) -> dict[str, Any]:
    """The view of a match, as soon as it is being played."""
    async with connect(node.url, token=token, longest_wait=0.5) as client:
        async for state in client.watch(made.match, invite=made.invite):
            if state.view["status"] == "playing":
                return state.view
    raise AssertionError("it was never played")


async def seats_taken(url: str, match: str) -> list[Seated]:
    """Who sat down, by the log."""
    store = await Store.open(StoreSettings(url))
    try:
        bodies = [decode(entry.raw) for entry in await store.read(match)]
    finally:
        await store.close()
    return [body for body in bodies if isinstance(body, Seated)]


def bots_name(view: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in view["seats"]["1"].items() if key != "player"}


@pytest.mark.parametrize("private", [False, True])
async def test_one_node_is_killed_right_after_it_said_yes(folder: Path, private: bool) -> None:
    with NodeProcess(folder) as node:
        token = await guest(node.url, "Ada")
        made = await call_and_kill(node, token, access={"private": private})
        node.start()
        view = await seen_playing(node, token, made)
        assert bots_name(view) == {"name": BOT, "bot": True, "house": True}
        assert "house" not in view


async def test_one_node_is_stopped_right_after_it_said_yes(folder: Path) -> None:
    with NodeProcess(folder) as node:
        token = await guest(node.url, "Ada")
        async with Rest(node.url, token=token) as rest:
            made = await rest.create_match(GAME, opponent=BOT)
        assert node.stop() == 0
        node.start()
        assert bots_name(await seen_playing(node, token, made)) == {"name": BOT, "bot": True, "house": True}


async def test_other_node_takes_the_invitation_and_one_bot_sits(folder: Path) -> None:
    """Both nodes have a house of their own; the one that was asked comes back while the other is at it."""
    with ExitStack() as stack:
        private = EmbeddedRedis(folder / "redis")
        private.start()
        stack.callback(private.stop)
        names = ("one", "two")
        one, two = (
            stack.enter_context(NodeProcess(folder, private.url, name, data=str(folder / name))) for name in names
        )
        token = await guest(two.url, "Ada")
        made = [await call_and_kill(one, token)]
        one.start()
        made.append(await call_and_kill(one, token, access={"private": True}))
        views = [await seen_playing(two, token, match) for match in made]
        one.start()
        for match, view in zip(made, views, strict=True):
            assert bots_name(view) == {"name": BOT, "bot": True, "house": True}
            seated = await seats_taken(private.url, match.match)
            assert [(body.seat, body.name, body.bot) for body in seated] == [(0, "", False), (1, "", True)]

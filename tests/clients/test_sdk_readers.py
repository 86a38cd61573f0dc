"""Readers of matches and of the lobby: with which eyes, how far behind, and what they are told at the end."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bocage.protocol import messages as m
from bocage.sdk import ClosedError, RefusedError
from bocage.sdk.lobby import LobbyMirror
from bocage.sdk.mirror import MatchState
from bocage.sdk.state_queue import BOUND, StateQueue
from bocage.sdk.subscriptions import Subscriptions
from tests.clients.test_sdk_mirrors import a_row
from tests.clients.test_sdk_pace import FakeLink, snapshot, update
from tests.virtual_time import run


@pytest.mark.parametrize(
    ("first", "later", "complaint"),
    [
        ((False, False), (False, False), ""),
        ((True, True), (True, True), ""),
        ((False, True), (False, False), ""),
        ((False, False), (False, True), "m is already followed without odds"),
        ((False, False), (True, False), "m is already followed without open hands"),
        ((True, False), (False, False), "m is already followed with open hands"),
    ],
)
def test_a_later_reader_looks_with_the_eyes_of_the_first(
    first: tuple[bool, bool], later: tuple[bool, bool], complaint: str
) -> None:
    async def main() -> None:
        link = FakeLink()
        known = Subscriptions(link)
        known.follow("m", first[0], "code", first[1])
        if complaint:
            with pytest.raises(ValueError, match=complaint):
                known.follow("m", later[0], "", later[1])
        else:
            known.follow("m", later[0], "", later[1])
        known.snapshot(snapshot(4))
        known.repeat("m")
        assert [message for _, message in link.sent] == [
            m.Watch(match="m", open=first[0], invite="code", odds=first[1]),
            m.Resume(match="m", seq=4, open=first[0], invite="code", digest="after4", odds=first[1]),
        ]

    run(main())


def test_messages_of_unfollowed_matches_are_ignored() -> None:
    async def main() -> None:
        link = FakeLink()
        known = Subscriptions(link)
        queue = known.follow("m", False, "")
        other = StateQueue()
        known.unfollow("other", queue)
        known.unfollow("m", other)
        known.snapshot(snapshot(4))
        assert (await queue.get()).seq == 4
        known.unfollow("m", queue)
        link.sent.clear()
        known.refused("m", RefusedError("no_match"))
        known.snapshot(snapshot(5))
        known.update(update(9))
        assert (len(queue), link.sent) == (0, [])
        known.repeat("m")
        assert [message for _, message in link.sent] == [m.Unwatch(match="m")]

    run(main())


def test_all_readers_hear_the_end() -> None:
    async def main() -> None:
        known = Subscriptions(FakeLink())
        queues = [known.follow(match, False, "") for match in ("m", "m", "n")]
        known.refused("n", RefusedError("no_match", text="None such."))
        with pytest.raises(RefusedError, match="None such"):
            await queues[2].get()
        known.snapshot(snapshot(4))
        known.fail(ClosedError(0, "gone"))
        for queue in queues[:2]:
            assert (await queue.get()).seq == 4
        for queue in queues:
            with pytest.raises(ClosedError, match="gone"):
                await queue.get()
        with pytest.raises(ClosedError, match="gone"):
            known.follow("k", False, "")

    run(main())


def test_a_gap_is_asked_about_until_it_is_closed() -> None:
    async def main() -> None:
        link = FakeLink()
        known = Subscriptions(link)
        queue = known.follow("m", False, "")
        known.update(update(2))  # before anything is known
        known.snapshot(snapshot(4))
        known.update(update(6))
        known.update(update(7))
        known.update(update(5))
        known.update(update(7))
        known.snapshot(snapshot(7))
        known.update(update(8))
        known.snapshot(snapshot(8))
        assert [(await queue.get()).seq for _ in range(4)] == [4, 5, 7, 8]
        resumed = [message.seq for _, message in link.sent if isinstance(message, m.Resume)]
        assert resumed == [4, 5]
        assert [type(message) for _, message in link.sent[:2]] == [m.Watch, m.Watch]

    run(main())


def test_a_thousand_states_may_wait() -> None:
    async def main() -> None:
        queue = StateQueue()
        for seq in range(1, BOUND + 1):
            queue.put(MatchState("m", seq, 0, {}, [], 0, None, False))
        assert len(queue) == BOUND == 1024
        queue.put(MatchState("m", BOUND + 1, 0, {}, [{"ev": "x"}], 0, None, False))
        assert len(queue) == 1
        assert await queue.get() == MatchState("m", BOUND + 1, 0, {}, [], 0, None, True)

    run(main())


def test_lobby_readers_hear_the_end() -> None:
    async def main() -> None:
        lobby = LobbyMirror(lambda message: None)
        first: Any = lobby.read()
        waiting = asyncio.ensure_future(anext(first))
        await asyncio.sleep(0)
        lobby.changed(m.Lobby(rows=[a_row("a")], whole=True))
        rows = await waiting
        assert rows.keys() == {"a"}
        rows.clear()  # a reader's rows are their own
        lobby.changed(m.Lobby(rows=[a_row("b")]))
        assert (await anext(first)).keys() == {"a", "b"}
        lobby.changed(m.Lobby(rows=[a_row("c")], whole=True))
        assert (await anext(first)).keys() == {"c"}
        lobby.fail(ClosedError(0, "gone"))
        for reader in (first, lobby.read()):
            with pytest.raises(ClosedError, match="gone"):
                await anext(reader)

    run(main())

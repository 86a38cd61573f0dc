"""Two nodes that share nothing but Redis."""

from __future__ import annotations

import asyncio

import pytest

from bocage.live.lobby import MOST
from bocage.log.create import create
from bocage.log.entries import (
    Created,
    Ended,
    Expired,
    Resigned,
    Revealed,
    TimedOut,
    decode,
)
from bocage.log.records import Change
from bocage.protocol import messages as m
from bocage.protocol.refusal import RefusedError
from bocage.protocol.rest import ClockRules
from bocage.rules.kernel import OPEN, registry
from bocage.rules.kernel.registry import find_game
from tests.live.node.service import play_out, running, seen_by
from tests.tally import TALLY


async def test_players_of_one_match_on_different_nodes(redis_url: str) -> None:
    async with running(redis_url) as one, running(redis_url) as two:
        (ann, ann_token), (bob, bob_token) = await one.player("Ann"), await two.player("Bob")
        matches = [await one.match(ann, bob, options={"turns": 10}) for _ in range(5)]
        async with (
            one.client(ann_token) as first,
            two.client(bob_token) as second,
            one.client() as third,
            two.client() as fourth,
        ):
            clients = [first, second, third, fourth]
            for match in matches:
                for client in clients:
                    await client.watch(match)
                await play_out(match, first, second)
                folded = await one.fold(match)
                assert folded.revealed
                for client in clients:
                    await client.until(match, folded.seq)
                    assert client.views[match] == seen_by(folded, OPEN)


async def test_players_on_two_nodes_talk_after_the_match_is_archived(redis_url: str) -> None:
    async with running(redis_url) as one, running(redis_url) as two:
        (ann, ann_token), (bob, bob_token) = await one.player("Ann"), await two.player("Bob")
        match = await one.match(ann, bob, options={"turns": 2})
        async with one.client(ann_token) as first, two.client(bob_token) as second:
            await first.watch(match)
            await second.watch(match)
            await play_out(match, first, second)
            end = (await one.fold(match)).seq
            await second.until(match, end)
            while await one.store.project(match, Change(due=-1), end, 0):  # noqa: ASYNC110 - Redis tells nobody
                await asyncio.sleep(0.01)
            await first.ask(m.Say, match=match, text="well played")
            assert (await second.get(m.Said)).text == "well played"


async def test_the_same_seat_on_two_nodes_acts_once(redis_url: str) -> None:
    async with running(redis_url) as one, running(redis_url) as two:
        (ann, token), (bob, _) = await one.player("Ann"), await one.player("Bob")
        for _ in range(10):
            match = await one.match(ann, bob)
            async with one.client(token) as first, two.client(token) as second:
                seq = (await first.watch(match)).seq
                await second.watch(match)
                answers = await asyncio.gather(
                    first.act(match, {"do": "add", "n": 1}), second.act(match, {"do": "add", "n": 1})
                )
                assert {type(answer) for answer in answers} == {m.Ack}
                assert {answer.seq for answer in answers if isinstance(answer, m.Ack)} == {seq + 1}
                assert sorted(answer.again for answer in answers if isinstance(answer, m.Ack)) == [False, True]
                assert len(await one.store.read(match)) == seq + 1


async def test_two_nodes_that_want_different_things_store_one_of_them(redis_url: str) -> None:
    async with running(redis_url) as one, running(redis_url) as two:
        (ann, token), (bob, _) = await one.player("Ann"), await one.player("Bob")
        for _ in range(10):
            match = await one.match(ann, bob)
            async with one.client(token) as first, two.client(token) as second:
                seq = (await first.watch(match)).seq
                await second.watch(match)
                answers = await asyncio.gather(
                    first.act(match, {"do": "add", "n": 1}), second.act(match, {"do": "add", "n": 2})
                )
                assert {type(answer) for answer in answers} == {m.Ack, m.Refused}
                await first.until(match, seq + 1)
                await second.until(match, seq + 1)
                assert first.views[match] == second.views[match]


async def test_exactly_one_timeout_though_two_nodes_watch(redis_url: str) -> None:
    clock = ClockRules("bank", 1000, 0, "default")
    async with running(redis_url) as one, running(redis_url) as two:
        (ann, ann_token), (bob, bob_token) = await one.player("Ann"), await two.player("Bob")
        match = await one.match(ann, bob, clock=clock)
        async with one.client(ann_token) as first, two.client(bob_token) as second:
            await first.watch(match)
            await second.watch(match)
            deadline = second.views[match]["clock"]["deadline"]
            update = await second.get(m.Update, lambda message: bool(message.events))
            assert update.events[0] == {"ev": "timed_out", "seat": 0, "played": True}
            assert update.at >= deadline
            await second.ask(m.Ping)
            bodies = [decode(entry.raw) for entry in await one.store.read(match)]
            late = [body.seat for body in bodies if isinstance(body, TimedOut)]
            # Where the machine is slow, the next seat may be late by now as well; each is so once.
            assert late == [number % 2 for number in range(len(late))]


async def test_chat_crosses_nodes_and_watchers_give_no_hints(redis_url: str) -> None:
    async with running(redis_url) as one, running(redis_url) as two:
        (ann, ann_token), (bob, bob_token) = await one.player("Ann"), await two.player("Bob")
        (_, eve_token) = await two.player("Eve")
        match = await one.match(ann, bob)
        async with (
            one.client(ann_token) as first,
            two.client(bob_token) as second,
            two.client(eve_token) as watcher,
            one.client() as nobody,
        ):
            for client in (first, second, watcher, nobody):
                await client.watch(match)
            assert isinstance(await first.ask(m.Say, match=match, text="  good\n luck "), m.Ack)
            for client in (second, watcher, nobody):
                said = await client.get(m.Said)
                assert (said.name, said.text, said.player) == ("Ann", "good luck", ann.id)
            await watcher.ask(m.Say, match=match, text="he has a tank")
            assert (await nobody.get(m.Said)).name == "Eve"
            await first.ask(m.Ping)
            await second.ask(m.Ping)
            heard = [message for client in (first, second) for message in client.received]
            assert not any(isinstance(message, m.Said) and message.name == "Eve" for message in heard)
            refused = await nobody.ask(m.Say, match=match, text="hello")
            assert isinstance(refused, m.Refused)
            assert refused.code == "no_token"


async def test_presence_counts_all_nodes(redis_url: str) -> None:
    async with running(redis_url) as one, running(redis_url) as two:
        (ann, ann_token), (bob, bob_token) = await one.player("Ann"), await two.player("Bob")
        match = await one.match(ann, bob)
        everybody = m.Present(match, 2, [0, 1])
        async with one.client(ann_token) as first, two.client(bob_token) as second:
            async with one.client() as third, two.client() as fourth:
                for client in (first, second, third, fourth):
                    await client.watch(match)
                for client in (first, second, third, fourth):
                    if everybody not in client.received:
                        await client.get(m.Present, lambda present: present == everybody)
            await first.get(m.Present, lambda present: present == m.Present(match, 0, [0, 1]))
            await second.socket.close()
            await first.get(m.Present, lambda present: present == m.Present(match, 0, [0]))


async def test_the_lobby_is_the_same_on_every_node(redis_url: str) -> None:
    async with running(redis_url) as one, running(redis_url) as two:
        (ann, _), (bob, _) = await one.player("Ann"), await two.player("Bob")
        before = await one.match(ann)
        async with two.client() as watcher:
            await watcher.send(m.WatchLobby())
            whole = await watcher.get(m.Lobby)
            assert whole.whole
            while before not in {row.match for row in whole.rows}:
                whole = await watcher.get(m.Lobby)
            match = await one.match(ann)
            rows = await watcher.get(m.Lobby, lambda lobby: any(row.match == match for row in lobby.rows))
            row = next(row for row in rows.rows if row.match == match)
            assert (row.status, row.names, row.players) == ("open", ["Ann", ""], [ann.id, ""])
            await two.sit(match, bob)
            await watcher.get(m.Lobby, lambda lobby: any(row.status == "playing" for row in lobby.rows))
            await one.node.command(match, lambda state: Resigned(state.seat_of(ann.id)))
            assert match in (await watcher.get(m.Lobby, lambda lobby: bool(lobby.gone))).gone


async def test_unjoined_match_expires_once_with_two_nodes(redis_url: str) -> None:
    async with running(redis_url) as one, running(redis_url) as two:
        ann, token = await one.player("Ann")
        for _ in range(3):
            created, body = create(find_game("tally"), ann.id, open_for=1)
            match = body.match
            async with two.client(token) as watcher:
                await one.node.create(created, body)
                await watcher.watch(match)
                while watcher.views[match]["status"] != "ended":
                    await watcher.receive()
                await watcher.until(match, 4)
                assert watcher.views[match]["outcome"] == {"winners": [], "reason": "expired"}
            entries = [decode(entry.raw) for entry in await two.store.read(match)]
            kinds = [type(entry) for entry in entries]
            assert kinds == [Created, Expired, Ended, Revealed]
            assert await one.store.lobby() == []
            assert await one.store.recent() == []
            assert {row.reason for row in await one.store.matches_of(ann.id)} == {"expired"}


async def test_node_reports_a_match_with_unknown_rules(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with running(redis_url) as service:
        created, body = create(find_game("tally"), "ann")
        await service.node.create(created, body)
        async with service.client(lang="ja") as client:
            with monkeypatch.context() as older:
                older.delitem(registry._extra, (TALLY.id, TALLY.rules))
                await client.send(m.Watch(body.match))
                refused = await client.get(m.Refused)
                assert (refused.code, refused.match, refused.retry) == ("unknown_rules", body.match, 0)
                assert "ルール" in refused.text
                with pytest.raises(RefusedError, match="unknown_rules"):
                    await service.node.rooms.room(body.match)
            assert (await client.watch(body.match)).seq == 1


async def test_the_lobby_that_is_followed_shares_its_rows_among_makers(redis_url: str) -> None:
    async with running(redis_url) as one, running(redis_url) as two:
        (ann, _), (mallory, _) = await one.player("Ann"), await two.player("Mallory")
        calm = await one.match(ann)
        flood = [await two.match(mallory) for _ in range(MOST + 20)]
        async with one.client() as watcher:
            await watcher.send(m.WatchLobby())
            rows: dict[str, m.LobbyRow] = {}

            async def told() -> None:
                lobby = await watcher.get(m.Lobby)
                if lobby.whole:
                    rows.clear()
                rows.update((row.match, row) for row in lobby.rows)
                for match in lobby.gone:
                    rows.pop(match, None)

            while len(rows) < MOST or flood[-1] not in rows:
                await told()
            assert calm in rows
            # One that ends makes room for one that was not shown before.
            await two.node.command(flood[-1], lambda state: Resigned(0))
            while flood[-1] in rows or len(rows) < MOST:
                await told()
            assert calm in rows
            await two.node.command(calm, lambda state: Resigned(0))
            while calm in rows or len(rows) < MOST:
                await told()
            assert set(rows) < set(flood)

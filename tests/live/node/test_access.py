"""Private matches and open hands."""

from __future__ import annotations

import msgspec
import pytest

from bocage.live.access import viewer_for
from bocage.log.entries import Access
from bocage.log.fairness import invite_code
from bocage.log.replay import updates
from bocage.protocol import messages as m
from bocage.protocol.codec import MSGPACK
from bocage.protocol.refusal import RefusedError
from bocage.rules.kernel import OPEN, PUBLIC
from tests.live.node.service import Client, Service, play_out, running, seen_by


async def refused(client: Client, match: str, **fields: object) -> str:
    await client.send(m.Watch(match, **fields))  # type: ignore[arg-type]
    return (await client.get(m.Refused)).code


async def test_private_match_is_for_players_creator_and_invited(redis_url: str) -> None:
    async with running(redis_url) as service:
        (ann, ann_token), (bob, bob_token), (_, eve_token) = [
            await service.player(name) for name in ("A", "B", "E")
        ]
        match = await service.match(ann, bob, access=Access(private=True))
        invite = invite_code((await service.fold(match)).secret)
        async with (
            service.client(ann_token) as first,
            service.client(bob_token) as second,
            service.client(eve_token) as stranger,
            service.client() as nobody,
        ):
            assert (await first.watch(match)).seat == 0
            assert (await second.watch(match)).seat == 1
            for client in (stranger, nobody):
                assert await refused(client, match) == "private"
                assert await refused(client, match, invite="wrong") == "private"
                await client.send(m.Resume(match, 3))
                assert (await client.get(m.Refused)).code == "private"
                assert (await client.watch(match, invite=invite)).seat == PUBLIC
            await nobody.send(m.WatchLobby())
            assert (await nobody.get(m.Lobby)).rows == []


async def with_open_hands(service: Service, delay: int) -> tuple[str, str, str]:
    (ann, ann_token), (bob, bob_token) = await service.player("Ann"), await service.player("Bob")
    match = await service.match(ann, bob, options={"turns": 4}, access=Access(open_delay=delay))
    return match, ann_token, bob_token


async def test_open_hands_are_closed_unless_the_match_allows_them(redis_url: str) -> None:
    async with running(redis_url) as service:
        match, ann, bob = await with_open_hands(service, -1)
        async with service.client(ann) as first, service.client(bob) as second, service.client() as watcher:
            assert await refused(watcher, match, open=True) == "open_hands_closed"
            await first.watch(match)
            await second.watch(match)
            await play_out(match, first, second)
            assert set((await watcher.watch(match, open=True)).view["table"]["secrets"]) == {"0", "1"}


async def test_players_never_see_open_hands_while_they_play(redis_url: str) -> None:
    async with running(redis_url) as service:
        match, ann, _ = await with_open_hands(service, 0)
        async with service.client(ann) as first, service.client() as watcher:
            assert await refused(first, match, open=True) == "open_hands_closed"
            snapshot = await watcher.watch(match, open=True)
            assert snapshot.seat == OPEN
            assert set(snapshot.view["table"]["secrets"]) == {"0", "1"}
            assert snapshot.decision is msgspec.UNSET
            assert (snapshot.view["turn"], snapshot.view["decision"]) == (0, "add")


async def test_late_watchers_are_held_back_until_the_match_ends(redis_url: str) -> None:
    async with running(redis_url) as service:
        match, ann, bob = await with_open_hands(service, 600)
        async with service.client(ann) as first, service.client(bob) as second, service.client() as watcher:
            await first.watch(match)
            await second.watch(match)
            # Everything is younger than ten minutes: there is only the creation to be seen.
            snapshot = await watcher.watch(match, open=True)
            assert (snapshot.seq, snapshot.seat) == (1, OPEN)
            assert "table" not in snapshot.view
            await first.answer(match)
            await second.until(match, first.seqs[match])
            await watcher.ask(m.Ping)
            assert watcher.seqs[match] == 1
            await play_out(match, first, second)
            folded = await service.fold(match)
            await watcher.until(match, folded.seq)
            assert watcher.views[match] == seen_by(folded, OPEN)


async def test_late_watchers_come_back_to_where_they_were(redis_url: str) -> None:
    async with running(redis_url) as service:
        match, ann, bob = await with_open_hands(service, 600)
        async with service.client(ann) as first, service.client(bob) as second, service.client() as watcher:
            await first.watch(match)
            await second.watch(match)
            await watcher.watch(match, open=True)
            await watcher.send(m.Resume(match, 1, open=True))
            await watcher.ask(m.Ping)
            assert not isinstance(watcher.received[-2], m.Update)
            await play_out(match, first, second)
            folded = await service.fold(match)
            await watcher.until(match, folded.seq)
            assert watcher.views[match] == seen_by(folded, OPEN)


async def test_watcher_of_open_hands_sees_the_end_as_all_do(redis_url: str) -> None:
    async with running(redis_url) as service:
        match, ann, bob = await with_open_hands(service, 0)
        async with service.client(ann) as first, service.client(bob) as second, service.client() as watcher:
            await first.watch(match)
            await second.watch(match)
            await watcher.watch(match, open=True)
            await watcher.send(m.Unwatch(match))
            await watcher.ask(m.Ping)
            await play_out(match, first, second)
            folded = await service.fold(match)
            since = watcher.seqs[match]
            await watcher.send(m.Resume(match, since, open=True))
            await watcher.until(match, folded.seq)
            got = watcher.received[-(folded.seq - since) :]
            log = await service.store.read(match)
            assert [MSGPACK.encode(one) for one in got] == [
                MSGPACK.encode(one) for one in updates(log, folded.secret, OPEN, since)
            ]
            assert watcher.views[match] == seen_by(folded, OPEN)


async def test_a_short_delay_shows_entries_when_they_are_old_enough(redis_url: str) -> None:
    async with running(redis_url) as service:
        match, ann, _ = await with_open_hands(service, 1)
        async with service.client(ann) as first, service.client() as watcher:
            await first.watch(match)
            await watcher.watch(match, open=True)
            await first.act(match, {"do": "skip"})
            update = await watcher.get(m.Update, lambda update: update.seq == first.seqs[match])
            assert service.store.now() >= update.at + 1000
            assert update.events[0]["number"] > 0


async def test_eyes_name_the_reason(redis_url: str) -> None:
    async with running(redis_url) as service:
        match, _, _ = await with_open_hands(service, -1)
        folded = await service.fold(match)
        with pytest.raises(RefusedError, match="open_hands_closed"):
            viewer_for(folded, "", open_hands=True)
        assert viewer_for(folded, "") == PUBLIC

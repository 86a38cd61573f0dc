"""A match that the operator hid: who watches it is put out, on every node; its players go on."""

from __future__ import annotations

from protocol import messages as m
from tests.node.service import running


async def test_who_watches_a_hidden_match_is_put_out_and_players_go_on(redis_url: str) -> None:
    async with running(redis_url) as one, running(redis_url) as two:
        (ann, anns), (bob, _), (_, eves) = [await one.player(name) for name in ("Ann", "Bob", "Eve")]
        match = await one.match(ann, bob)
        row = await one.store.row(match)
        assert row is not None
        async with two.client(anns) as player, two.client(eves) as watcher, one.client() as lobby:
            await player.watch(match)
            await watcher.watch(match)
            await lobby.send(m.WatchLobby())
            assert [shown.match for shown in (await lobby.get(m.Lobby)).rows] == [match]
            await one.store.hidden.set(row, True)
            assert (await watcher.get(m.Refused)).code == "no_match"
            assert (await player.get(m.Snapshot)).seat == 0
            assert (await lobby.get(m.Lobby)).gone == [match]
            for client in (watcher, lobby):
                await client.send(m.Watch(match))
                assert (await client.get(m.Refused)).code == "no_match"
            # What happens in it later brings it back to nobody.
            await player.answer(match)
            await one.store.hidden.set(row, False)
            assert [shown.match for shown in (await lobby.get(m.Lobby)).rows] == [match]
            assert (await watcher.watch(match)).seat == -1

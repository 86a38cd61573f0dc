"""A match that the operator hid: who watches it is put out, on every node; its players go on."""

from __future__ import annotations

from bocage.protocol import messages as m
from tests.live.node.service import running


async def test_hidden_match_puts_watchers_out_and_players_go_on(redis_url: str) -> None:
    async with running(redis_url) as one, running(redis_url) as two:
        (ann, anns), (bob, _), (_, eves) = [await one.player(name) for name in ("Ann", "Bob", "Eve")]
        match = await one.match(ann, bob)
        row = await one.store.row(match)
        assert row is not None

        def lists(told: m.Lobby) -> bool:
            return match in [shown.match for shown in told.rows]

        async with two.client(anns) as player, two.client(eves) as watcher, two.client() as lobby:
            await player.watch(match)
            await watcher.watch(match)
            await lobby.send(m.WatchLobby())
            await lobby.get(m.Lobby, lists)
            await one.store.hidden.set(row, True)
            assert (await watcher.get(m.Refused)).code == "no_match"
            assert (await player.get(m.Snapshot)).seat == 0
            await lobby.get(m.Lobby, lambda told: match in told.gone)
            for client in (watcher, lobby):
                await client.send(m.Watch(match))
                assert (await client.get(m.Refused)).code == "no_match"
            await one.store.hidden.set(row, False)
            await lobby.get(m.Lobby, lists)
            assert (await watcher.watch(match)).seat == -1

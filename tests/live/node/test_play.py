"""Whole matches over real sockets."""

from __future__ import annotations

import pytest

from bocage.protocol.codec import JSON, MSGPACK, Codec
from bocage.rules.kernel import OPEN
from tests.live.node.service import play_out, running, seen_by


@pytest.mark.parametrize("codec", [MSGPACK, JSON], ids=["msgpack", "json"])
async def test_a_match_is_played_to_the_end(redis_url: str, codec: Codec) -> None:
    async with running(redis_url) as service:
        (ann, ann_token), (bob, bob_token) = await service.player("Ann"), await service.player("Bob")
        match = await service.match(ann, bob, options={"turns": 6})
        async with (
            service.client(ann_token, codec) as first,
            service.client(bob_token, codec) as second,
            service.client("", codec) as watcher,
        ):
            for client, seat in ((first, 0), (second, 1), (watcher, -1)):
                assert (await client.watch(match)).seat == seat
            assert set(first.views[match]["table"]["secrets"]) == {"0"}
            assert watcher.views[match]["table"]["secrets"] == {}
            await play_out(match, first, second)
            folded = await service.fold(match)
            assert folded.revealed
            for client in (first, second, watcher):
                await client.until(match, folded.seq)
                assert client.views[match] == seen_by(folded, OPEN)

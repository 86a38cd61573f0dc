"""How many are told, how often one may ask, how hard answers are pressed: from both sides of each bound."""

from __future__ import annotations

import gzip
import random
from pathlib import Path

from bocage.http.pages import Files
from bocage.limits import Limits
from bocage.store import Store
from tests.http.site import Site


async def test_long_answers_are_compressed_fast_and_short_ones_not(site: Site) -> None:
    # The header of gzip says whether it was told to take its time: bit 1 of byte 8.
    async with (
        site.client("127.0.0.1") as client,
        client.stream("GET", "/api/games/squad/text/en", headers={"Accept-Encoding": "gzip"}) as answer,
    ):
        raw = b"".join([part async for part in answer.aiter_raw()])
    assert raw[8] & 2 == 0
    assert len(gzip.decompress(raw)) > 1000
    short = await site.get("/healthz", **{"Accept-Encoding": "gzip"})
    assert "content-encoding" not in short.headers


def test_a_file_is_kept_packed_only_where_that_pays(tmp_path: Path) -> None:
    (tmp_path / "long.js").write_bytes(b"// the same again and again\n" * 100)
    (tmp_path / "noise.txt").write_bytes(random.Random(1).randbytes(2000))
    files = Files(tmp_path).all()
    assert gzip.decompress(files["long.js"].packed) == files["long.js"].content
    assert files["noise.txt"].packed == b""


async def test_the_operator_asks_as_often_as_they_like(store: Store) -> None:
    site = Site(store, Limits(request_rate=1, request_burst=1))
    site.node.clock = lambda: 100.0
    assert (await site.get("/api/matches")).status_code == 200
    assert (await site.get("/api/matches")).status_code == 429
    for _ in range(3):
        assert "bocage_info" in await site.metrics()

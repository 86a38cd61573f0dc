"""How many are told, how often one may ask, how hard answers are pressed: from both sides of each bound."""

from __future__ import annotations

import gzip
import random
import runpy
import secrets
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bocage.http import lesson, players, profiles, replays
from bocage.http.pages import Files
from bocage.limits import Limits
from bocage.log.career import Career, Count
from bocage.protocol.refusal import RefusedError
from bocage.store import Store
from tests.http.site import Site
from tests.store.logs import a_row


def test_a_record_tells_the_twenty_newest_matches_newest_first() -> None:
    rows = [a_row(f"m{number:02}", at=number) for number in range(30)]
    assert [row.match for row in profiles._newest(rows)] == [f"m{number:02}" for number in range(29, 9, -1)]
    assert [row.match for row in profiles._newest(rows[:3])] == ["m02", "m01", "m00"]
    assert profiles._newest([]) == []


async def test_a_record_tells_the_twenty_opponents_whom_one_met_most() -> None:
    async def names(ids: list[str]) -> dict[str, str]:
        return {one: one.title() for one in ids if one != "p07"} | {"p08": ""}

    async def has(player: str) -> bool:
        return player != "p05"

    store = SimpleNamespace(names=names, public_records=SimpleNamespace(has=has))
    context: Any = SimpleNamespace(node=SimpleNamespace(store=store))
    career = Career(opponents={f"p{number:02}": Count(40 - number // 2, number, 1) for number in range(30)})
    told = await profiles._opponents(context, career, own=True)
    # Those met as often stand by id; who left is not told, who has no name by now is.
    assert [one.player for one in told] == [f"p{number:02}" for number in range(20) if number != 8]
    assert [(one.played, one.won, one.drawn, one.name) for one in told[6:8]] == [(37, 6, 1, "P06"), (37, 7, 1, "")]
    public = await profiles._opponents(context, career, own=False)
    assert [one.player for one in public] == [one.player for one in told if one.player != "p05"]


async def test_luck_is_read_of_the_two_hundred_newest_matches() -> None:
    asked: list[str] = []

    async def sums(matches: Any) -> dict[str, Any]:
        asked.extend(matches)
        return {}

    context: Any = SimpleNamespace(state=SimpleNamespace(review_sums=sums))
    rows = [a_row(f"m{number}") for number in range(205)]
    assert await profiles._luck(context, "ann", Career(rows=rows)) == {}
    assert asked == [f"m{number}" for number in range(5, 205)]


@pytest.mark.parametrize(("drawn", "name"), [(0, "Guest 1000"), (8999, "Guest 9999")])
def test_who_gives_no_name_gets_four_figures(drawn: int, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrets, "randbelow", {9000: drawn}.__getitem__)
    assert players.guest_name("en") == name


async def test_long_answers_are_pressed_fast_and_short_ones_not_at_all(site: Site) -> None:
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


async def test_duplicates_count_as_matches_of_a_player_and_of_an_address(store: Store) -> None:
    wish = {"game": "omaha"}
    site = Site(store, Limits(match_rate=1, match_burst=2, address_match_rate=1, address_match_burst=3))
    site.node.clock = lambda: 100.0
    _, ann = await site.player("Ann")
    _, bob = await site.player("Bob")
    said = []
    for token in (ann, ann, ann, bob, bob):
        answer = (await site.post("/api/duplicates", wish, token)).json()
        said.append(answer.get("limit", "made"))
    assert said == ["made", "made", "match_rate", "made", "address_match_rate"]


async def test_the_operator_asks_as_often_as_they_like(store: Store) -> None:
    site = Site(store, Limits(request_rate=1, request_burst=1))
    site.node.clock = lambda: 100.0
    assert (await site.get("/api/matches")).status_code == 200
    assert (await site.get("/api/matches")).status_code == 429
    for _ in range(3):
        assert "bocage_info" in await site.metrics()


async def test_what_ended_and_is_not_whole_yet_is_asked_for_before_it_is_exported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match: Any = SimpleNamespace(id="m", seq=7, over=True, revealed=False, created=SimpleNamespace(deal=None))
    steps: list[str] = []

    async def look(context: Any, ruled: bool = True) -> tuple[Any, str]:
        steps.append(f"look {ruled}")
        return match, ""

    async def command(context: Any, name: str, decide: Any) -> None:
        steps.append(f"read up to {decide(match).seq} of {name}")

    monkeypatch.setattr(replays, "look", look)
    monkeypatch.setattr(replays, "command", command)
    monkeypatch.setattr(replays, "viewer_for", lambda *_, **__: None)
    context: Any = SimpleNamespace(invite=lambda: "")
    with pytest.raises(RefusedError) as caught:
        await replays.export(context)
    assert steps == ["look False", "read up to 7 of m", "look True"]
    assert (caught.value.code, caught.value.retry) == ("not_over", 300)


def test_a_lesson_is_printed_by_its_module(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["lesson", "omaha"])
    monkeypatch.delitem(sys.modules, lesson.__name__)
    runpy.run_module(lesson.__name__, run_name="__main__")
    assert len(capsys.readouterr().out.splitlines()) > 10

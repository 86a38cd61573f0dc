"""Maps over REST: kept, listed, shared, forked and deleted; what is hostile is refused with a code."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from bocage.features.maps.storage import SHARED, MapStorage
from bocage.rules.squad.drawn import parse
from bocage.store import Store
from bocage.word_filter import small
from tests.features.maps.drawings import OTHER, TEXT, ask_to_keep, keep, listed, numbered
from tests.http.site import NO_LIMITS, Site
from tests.http.test_heads import head


async def code(site: Site, path: str, token: str, body: Any = None) -> str:
    answer = await (site.get(path, token) if body is None else site.post(path, body, token))
    assert not answer.is_success
    return str(answer.json()["code"])


async def test_same_content_is_one_map_with_one_id(site: Site) -> None:
    ann, anns = await site.player()
    made = await keep(site, anns, name="Two woods", forked_from="0" * 32)
    again = await keep(site, anns, "# drawn by hand\n" + TEXT.lower(), name="Another name")
    assert again == made
    assert (made["id"], made["text"]) == (parse(TEXT).id, str(parse(TEXT)))
    assert (made["name"], made["owner"], made["owner_name"], made["game"]) == ("Two woods", ann, "Ann", "squad")
    assert made["forked_from"] == "0" * 32
    assert "shared" not in made
    assert await listed(site, anns, which="own") == [made["id"]]


async def test_a_match_takes_the_options_of_a_map(site: Site) -> None:
    _, anns = await site.player()
    made = await keep(site, anns)
    match = await site.match(anns, options=made["options"])
    (row,) = (await site.get("/api/matches/mine", anns)).json()["matches"]
    assert (row["match"], row["options"]["map"], row["map"]) == (match, made["text"], made["id"])


async def test_only_shared_maps_are_seen_by_others(site: Site) -> None:
    _, anns = await site.player()
    _, bobs = await site.player("Bob")
    path = f"/api/maps/{(await keep(site, anns))['id']}"
    for token in ("", bobs):
        assert [await code(site, path + part, token) for part in ("", "/picture.svg")] == ["no_map"] * 2
        assert await listed(site, token) == []
    shared = (await site.post(path, {"shared": True}, anns)).json()
    assert shared["shared"] is True
    assert (await site.get(path)).json() == shared
    assert await listed(site) == [shared["id"]]
    for part, body in (("", {"name": "Mine"}), ("/delete", {})):
        assert await code(site, path + part, bobs, body) == "no_map"
    await site.post(path, {"shared": False}, anns)
    assert await code(site, path, bobs) == "no_map"
    assert await listed(site) == []


async def test_players_who_drew_the_same_see_their_own_names(site: Site) -> None:
    (ann, anns), (bob, bobs) = await site.player(), await site.player("Bob")
    first = await keep(site, anns, name="Ann's", shared=True)
    path = f"/api/maps/{first['id']}"
    second = await keep(site, bobs, name="Bob's", shared=True)
    assert (second["id"], second["owner"], second["name"]) == (first["id"], bob, "Bob's")
    assert (await site.get(path)).json()["owner"] == ann
    assert (await site.post(f"{path}/delete", {}, anns)).json() == {"id": first["id"]}
    assert [(await site.get(path, token)).json()["name"] for token in (anns, "")] == ["Bob's"] * 2
    assert await listed(site) == [first["id"]]
    await site.post(f"{path}/delete", {}, bobs)
    assert await code(site, path, bobs) == "no_map"
    keys = site.store.topology.masters()[0]
    assert await keys.call("EXISTS", f"map:{first['id']}", SHARED) == 0


async def test_lists_are_paged_newest_first(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    _, anns = await site.player()
    made = []
    for number, at in enumerate((1, 2, 2, 2, 3)):
        monkeypatch.setattr(site.store, "now", lambda at=at: 10**12 + at)
        made.append((-at, (await keep(site, anns, numbered(number), shared=True))["id"]))
    seen, after = [], ""
    while True:
        page = (await site.get(f"/api/maps?limit=2&after={after}")).json()
        seen += [one["id"] for one in page["maps"]]
        if (after := page.get("next", "")) == "":
            break
    times = {name: at for at, name in made}
    assert sorted(seen) == sorted(times)
    assert [times[name] for name in seen] == sorted(times.values())
    assert await listed(site, anns, which="own", limit=5) == seen


@pytest.mark.parametrize("query", ["list=all", "limit=0", "limit=51", "limit=x", "after=1", "after=1.x"])
async def test_what_is_no_page_is_refused(site: Site, query: str) -> None:
    assert await code(site, f"/api/maps?{query}", "") == "bad_request"


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("bad_map", ""),
        ("bad_map", "." * 10_000),
        ("bad_map", ("." * 100 + "\n") * 100),
        ("bad_map", "<script>alert(1)</script>"),
        ("bad_map", TEXT + "\0"),
        ("bad_map", "T" * 60_000),
        ("too_big", "T" * 70_000),
        ("bad_request", -1),
        ("bad_request", None),
        ("bad_request", {"0,0": "hill"}),
        ("bad_request", [TEXT]),
    ],
)
async def test_a_hostile_map_is_refused_with_a_code(site: Site, said: str, text: Any) -> None:
    _, anns = await site.player()
    assert (await ask_to_keep(site, anns, text)).json()["code"] == said
    assert await listed(site, anns, which="own") == []


@pytest.mark.parametrize(
    ("lang", "why"),
    [("en", "map_ragged: line 2 has 2 hexes, the first row has 1"), ("ja", "map_ragged: 2行目は2ヘクスですが")],
)
async def test_a_refused_map_is_explained_in_the_reader_s_language(site: Site, lang: str, why: str) -> None:
    _, anns = await site.player()
    wish = {"text": ".\n. .\n", "name": "Torn"}
    refused = (await site.post("/api/maps", wish, anns, **{"Accept-Language": lang})).json()
    assert refused["code"] == "bad_map"
    assert why in refused["text"]


@pytest.mark.parametrize(
    ("said", "more"),
    [
        ("bad_map_name", {"name": ""}),
        ("bad_map_name", {"name": "<b>bold</b>"}),
        ("bad_map_name", {"name": "x" * 61}),
        ("bad_map_name", {"name": "a\u202eb"}),
        ("name_refused", {"name": "Fuck hill"}),
        ("bad_request", {"name": 7}),
        ("bad_request", {"forked_from": "../x"}),
        ("bad_request", {"owner": "bob"}),
        ("no_game", {"game": "omaha"}),
        ("no_game", {"game": "chess"}),
    ],
)
async def test_names_and_fields_are_checked(site: Site, said: str, more: dict[str, Any]) -> None:
    site.node.word_filter = small
    _, anns = await site.player()
    assert (await ask_to_keep(site, anns, **more)).json()["code"] == said


async def test_a_new_name_is_checked_like_the_first(site: Site) -> None:
    site.node.word_filter = small
    _, anns = await site.player()
    path = f"/api/maps/{(await keep(site, anns))['id']}"
    assert await code(site, path, anns, {"name": "<i>"}) == "bad_map_name"
    assert await code(site, path, anns, {"name": "shit fuck"}) == "name_refused"
    assert (await site.post(path, {"name": " 丘の上 "}, anns)).json()["name"] == "丘の上"
    assert (await site.post(path, {}, anns)).json()["name"] == "丘の上"


async def test_a_player_keeps_so_many_maps(store: Store) -> None:
    site = Site(store, msgspec.structs.replace(NO_LIMITS, maps=2, map_rate=4))
    _, anns = await site.player()
    for number in range(2):
        await keep(site, anns, numbered(number))
    refused = (await ask_to_keep(site, anns, OTHER)).json()
    assert (refused["code"], refused["limit"]) == ("limit", "maps")
    first = (await keep(site, anns, numbered(1)))["id"]
    assert len(await listed(site, anns, which="own")) == 2
    refused = (await site.post(f"/api/maps/{first}", {"name": "New"}, anns)).json()
    assert (refused["code"], refused["limit"]) == ("limit", "map_rate")
    await site.post(f"/api/maps/{first}/delete", {}, anns)
    assert len(await listed(site, anns, which="own")) == 1


async def test_a_map_has_a_picture(site: Site) -> None:
    _, anns = await site.player()
    made = await keep(site, anns, name='Woods & "hills"')
    answer = await site.get(f"/api/maps/{made['id']}/picture.svg", anns)
    drawn = ElementTree.fromstring(answer.content)
    assert drawn[0].text == 'Woods & "hills"'
    columns, rows = made["options"]["columns"], made["options"]["rows"]
    assert len(drawn) >= columns * rows
    held = {"If-None-Match": answer.headers["etag"]}
    assert (await site.get(f"/api/maps/{made['id']}/picture.svg", anns, **held)).status_code == 304


async def test_the_link_to_a_shared_map_has_its_name(site: Site) -> None:
    _, anns = await site.player()
    made = await keep(site, anns, name="Two woods")
    path = f"/maps/{made['id']}"
    screen = (await head(site, "/maps"))["title"]
    assert (await head(site, path))["title"] == screen
    await site.post(f"/api{path}", {"shared": True}, anns)
    told = await head(site, path)
    assert told["title"] == "Two woods: a map by Ann"
    assert told["image"].endswith("/api/games/squad/picture.jpg")
    assert (await head(site, "/maps/x"))["title"] == screen


async def test_no_trace_is_left_between_two_keys(site: Site) -> None:
    """A player is added to the list of their maps first: if nothing follows, that is no map."""
    ann, anns = await site.player()
    await site.store.topology.call(f"maps:{ann}", "ZADD", f"maps:{ann}", 5, "0" * 32)
    assert await listed(site, anns, which="own") == []
    assert (await site.get("/api/players/me/data", anns)).json()["maps"] == []
    maps = MapStorage(site.store.topology)
    await maps.forget(ann)
    assert await maps.names_of(ann) == []

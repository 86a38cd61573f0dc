"""Everything that can be read is read, by everybody: nothing private is in it, and no name of a player who left."""

from __future__ import annotations

from collections.abc import Iterable

from bocage.log.deals import day_of
from tests.features.test_leaving import NAME, used_everything
from tests.http.endpoints import ALL_ENDPOINTS
from tests.http.site import NONCE, Site
from tests.http.test_profiles import played, publish

#: Pages whose heads tell of what they show.
PAGES = ("/", "/daily", "/match/{match}", "/replay/{match}", "/player/{player}", "/duplicate/{duplicate}")
#: More ways than the table of endpoints has.
QUERIES = (
    "/api/ladder?game=squad&kind=people",
    "/api/ladder/record?game=squad&player={player}",
    "/api/daily/board?game=omaha&span=all",
    "/api/daily/board?game=omaha&span=week",
    "/api/daily/board?game=omaha",
    "/api/matches?status=playing",
    "/api/matches?status=open&game=squad",
    "/api/matches/{match}/replay?as=open",
    "/api/matches/{match}/replay?as=0",
    "/api/matches/{match}/picture.svg?seq=4&as=0",
)


def ways(matches: Iterable[str], players: Iterable[str], duplicates: Iterable[str], day: str) -> list[str]:
    """The address of everything that is about matches, players or duplicates, or lists them."""
    known = {"match": list(matches), "player": list(players), "duplicate": list(duplicates)}
    paths = [one.path for one in ALL_ENDPOINTS if one.method == "GET" and not one.path.startswith("/api/games")]
    found = [f"/api/daily?day={day}"]
    for path in (*paths, *PAGES, *QUERIES):
        named = [kind for kind in known if f"{{{kind}}}" in path]
        if not named:
            found.append(path)
        for kind in named:
            found += [path.replace(f"{{{kind}}}", one) for one in known[kind]]
    return [path for path in found if "{" not in path]


async def read(site: Site, paths: list[str], token: str) -> dict[str, str]:
    """Path → all that is told there: headers and text."""
    told = {}
    for path in paths:
        answer = await site.get(path, token)
        told[path] = f"{answer.headers} {answer.content.decode(errors='replace')}"
    return told


async def test_private_matches_stand_nowhere_and_open_to_nobody_else(site: Site) -> None:
    """For a stranger, and for a friend who may see the record: private, of the day, of a duplicate."""
    (ann, anns), (bob, bobs), (cid, cids) = [await site.player(name) for name in ("Ann", "Bob", "Cid")]
    _, strangers = await site.player("Eve")
    await publish(site, anns, "friends")
    for token, other in ((anns, cid), (cids, ann)):
        await site.post("/api/players/me/friends", {"player": other}, token)
    over = await played(site, bobs, anns, access={"private": True})
    made = (await site.post("/api/matches", {"game": "squad", "access": {"private": True}}, anns)).json()
    going = str(made["match"])
    await site.post(f"/api/matches/{going}/join", {"invite": made["invite"]}, bobs)
    dealt = str((await site.post("/api/daily", {"game": "omaha"}, anns)).json()["match"])
    twin = str((await site.post("/api/duplicates", {"game": "omaha"}, anns)).json()["duplicate"])
    wish = {"round": 0, "nonce": NONCE}
    twins = str((await site.post(f"/api/duplicates/{twin}/play", wish, anns)).json()["match"])
    await site.post(f"/api/matches/{twins}/resign", {}, anns)
    private = [over, going, dealt, twins]
    paths = ways(private, [ann, bob], [twin], day_of(site.node.now()))
    for token in ("", strangers, cids):
        for path, text in (await read(site, paths, token)).items():
            assert [match for match in private if match in text and match not in path] == [], path
            about = [match for match in private if path.startswith(f"/api/matches/{match}")]
            if about:
                answer = await site.get(path, token)
                assert answer.status_code in (401, 403, 404, 409), f"{path}: {answer.status_code}"
    # The friend sees the record, so it is not for nothing.
    assert (await site.get(f"/api/players/{ann}", cids)).status_code == 200


async def test_no_endpoint_tells_the_name_of_a_departed_player(site: Site) -> None:
    player, token, matches = await used_everything(site)
    bob, bobs = await site.player("Bobby")
    public = await played(site, bobs, token)
    again = (await site.post("/api/matches", {"game": "squad"}, bobs)).json()["match"]
    await site.post(f"/api/matches/{again}/join", {}, token)
    await site.post("/api/players/me/friends", {"player": player}, bobs)
    twin = str((await site.post("/api/duplicates", {"game": "omaha"}, token)).json()["duplicate"])
    await site.post(f"/api/duplicates/{twin}/play", {"round": 0}, bobs)
    paths = ways([*matches, public, again], [player, bob], [twin], day_of(site.node.now()))
    before = {path for path, text in (await read(site, paths, bobs)).items() if NAME in text}
    # They were told at many of these.
    assert {f"/api/matches/{public}", f"/match/{public}", f"/api/duplicates/{twin}", "/api/matches"} <= before
    assert (await site.post("/api/players/me/leave", {"confirm": NAME}, token)).status_code == 200
    for reader in ("", bobs):
        after = await read(site, paths, reader)
        assert [path for path, text in after.items() if NAME in text] == []

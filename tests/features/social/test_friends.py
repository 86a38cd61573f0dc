"""Friends over REST, and records that are for friends: who reads them, and how others try to."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.features.social.friends import ASKS, Friends
from bocage.limits import Limits
from bocage.store import Store
from tests.http.site import Site
from tests.http.test_profiles import played, publish


async def befriend(site: Site, token: str, player: str, friend: bool = True) -> dict[str, list[str]]:
    answer = await site.post("/api/players/me/friends", {"player": player, "friend": friend}, token)
    assert answer.status_code == 200, answer.text
    return ids(answer.json())


async def friends(site: Site, token: str) -> dict[str, list[str]]:
    return ids((await site.get("/api/players/me/friends", token)).json())


def ids(table: dict[str, Any]) -> dict[str, list[str]]:
    return {name: [one["player"] for one in some] for name, some in table.items() if some}


async def test_friendship_needs_both(site: Site) -> None:
    (ann, anns), (bob, bobs) = await site.player("Ann"), await site.player("Bob")
    assert await befriend(site, anns, bob) == {"asked": [bob]}
    assert await befriend(site, anns, bob) == {"asked": [bob]}
    table = (await site.get("/api/players/me/friends", bobs)).json()
    assert table == {"friends": [], "asking": [{"player": ann, "name": "Ann"}], "asked": []}
    assert await befriend(site, bobs, ann) == {"friends": [ann]}
    assert await friends(site, anns) == {"friends": [bob]}
    # Nothing is left of it for the other to take up again.
    assert await befriend(site, bobs, ann, friend=False) == {}
    assert await friends(site, anns) == {}
    assert await befriend(site, bobs, ann) == {"asked": [ann]}


@pytest.mark.parametrize("who", ["who asked", "who was asked"])
async def test_a_request_can_be_taken_back_and_declined(site: Site, who: str) -> None:
    (ann, anns), (bob, bobs) = await site.player("Ann"), await site.player("Bob")
    await befriend(site, anns, bob)
    token, other = (anns, bob) if who == "who asked" else (bobs, ann)
    assert await befriend(site, token, other, friend=False) == {}
    assert (await friends(site, anns), await friends(site, bobs)) == ({}, {})
    assert await befriend(site, bobs, ann) == {"asked": [ann]}


async def test_a_record_for_friends_is_read_by_friends_alone(site: Site) -> None:
    """A stranger, one who was asked, a friend of a friend, a blocked one: as if there were no such player."""
    (ann, anns), (bob, bobs), (cid, cids) = [await site.player(name) for name in ("Ann", "Bob", "Cid")]
    _, eves = await site.player("Eve")
    public = await played(site, bobs, anns)
    private = await played(site, bobs, anns, access={"private": True})
    await publish(site, anns, "friends")
    nobody = await site.get(f"/api/players/{'a' * 16}", eves)

    async def reads(token: str) -> bool:
        answer = await site.get(f"/api/players/{ann}", token)
        if answer.status_code == 200:
            assert private not in answer.text
            assert [row["match"] for row in answer.json()["matches"]] == [public]
            assert "seen_by" not in answer.json()
            return True
        assert (answer.status_code, answer.content) == (nobody.status_code, nobody.content)
        assert sorted(answer.headers.items()) == sorted(nobody.headers.items())
        return False

    await befriend(site, bobs, ann)
    assert [await reads(token) for token in ("", bobs, cids, eves)] == [False] * 4
    await befriend(site, anns, bob)
    await befriend(site, bobs, cid)
    await befriend(site, cids, bob)
    # Ann asked Cid, who has not agreed: neither is the other's friend.
    await befriend(site, anns, cid)
    assert [await reads(token) for token in ("", bobs, cids, eves)] == [False, True, False, False]
    assert (await site.get(f"/api/players/{ann}", anns)).json()["seen_by"] == "friends"
    await publish(site, anns, "nobody")
    assert not await reads(bobs)
    await publish(site, anns, "friends")
    assert await reads(bobs)
    # Out of the list of friends with whoever is blocked, for good.
    await site.post("/api/players/me/blocks", {"player": bob}, anns)
    assert not await reads(bobs)
    await site.post("/api/players/me/blocks", {"player": bob, "blocked": False}, anns)
    assert not await reads(bobs)


async def test_opponents_are_named_only_if_their_records_are_for_everybody(site: Site) -> None:
    """A friend's record is no way to read that of somebody whose record is for friends."""
    (ann, anns), (bob, bobs), (cid, cids) = [await site.player(name) for name in ("Ann", "Bob", "Cid")]
    await played(site, bobs, anns)
    await befriend(site, anns, cid)
    await befriend(site, cids, ann)
    await publish(site, anns, "friends")
    await publish(site, bobs, "friends")
    assert (await site.get(f"/api/players/{ann}", cids)).json()["opponents"] == []
    await publish(site, bobs, "everybody")
    assert [one["player"] for one in (await site.get(f"/api/players/{ann}", cids)).json()["opponents"]] == [bob]


async def test_who_is_blocked_asks_in_vain_and_cannot_tell(site: Site) -> None:
    (ann, anns), (bob, bobs), (cid, cids) = [await site.player(name) for name in ("Ann", "Bob", "Cid")]
    await site.post("/api/players/me/blocks", {"player": bob}, anns)
    wish = {"player": ann, "friend": True}
    blocked = await site.post("/api/players/me/friends", wish, bobs)
    free = await site.post("/api/players/me/friends", wish, cids)
    assert (blocked.status_code, blocked.content) == (free.status_code, free.content)
    assert await friends(site, anns) == {"asking": [cid]}
    answer = await site.post("/api/players/me/friends", {"player": bob}, anns)
    assert answer.json()["code"] == "bad_request"


async def test_who_asks_for_an_id_that_nobody_has_makes_nothing(site: Site) -> None:
    _, anns = await site.player()
    answer = await site.post("/api/players/me/friends", {"player": "a" * 16}, anns)
    assert answer.json() == {"friends": [], "asking": [], "asked": [{"player": "a" * 16, "name": ""}]}
    key = f"friend-asks:{'a' * 16}"
    assert await site.store.topology.server(key).call("EXISTS", key) == 0


@pytest.mark.parametrize("player", ["", "x" * 41, "bob friends:ann", "Ä"])
async def test_what_can_be_no_id(site: Site, player: str) -> None:
    _, anns = await site.player()
    answer = await site.post("/api/players/me/friends", {"player": player}, anns)
    assert answer.json()["code"] == "bad_request"


async def test_no_friend_of_oneself(site: Site) -> None:
    ann, anns = await site.player()
    assert (await site.post("/api/players/me/friends", {"player": ann}, anns)).json()["code"] == "bad_request"
    assert (await site.get("/api/players/me/friends")).json()["code"] == "no_token"


async def test_friend_requests_are_limited_per_day(store: Store) -> None:
    site = Site(store, Limits(friend_requests=3))
    (ann, anns), (_, bobs) = await site.player("Ann"), await site.player("Bob")
    for number in range(3):
        await befriend(site, anns, f"nobody{number}")
    for token in (anns, bobs):
        answer = await site.post("/api/players/me/friends", {"player": "nobody"}, token)
        assert (answer.status_code, answer.json()["limit"]) == (429, "friend_requests")
    # To agree is no request.
    elsewhere, eves = await site.player("Eve")
    await Friends(store.topology).want(elsewhere, ann, 10, 1, told=True)
    assert (await befriend(site, anns, elsewhere))["friends"] == [elsewhere]
    assert await friends(site, eves) == {"friends": [ann]}


async def test_a_list_of_friends_has_an_end(store: Store) -> None:
    site = Site(store, Limits(friends=2))
    _, anns = await site.player()
    for other in ("aa", "bb", "bb"):
        await befriend(site, anns, other)
    answer = await site.post("/api/players/me/friends", {"player": "cc"}, anns)
    assert (answer.json()["code"], answer.json()["limit"]) == ("limit", "friends")
    await befriend(site, anns, "aa", friend=False)
    assert await befriend(site, anns, "cc") == {"asked": ["bb", "cc"]}


async def test_of_those_who_asked_the_newest_are_remembered(store: Store) -> None:
    for number in range(ASKS + 2):
        await Friends(store.topology).want(f"p{number}", "ann", 10, number, told=True)
    asking = await Friends(store.topology).asking("ann")
    assert (len(asking), asking[0], asking[-1]) == (ASKS, f"p{ASKS + 1}", "p2")


async def test_a_player_who_is_forgotten_is_nobodys_friend(store: Store) -> None:
    for one, other in (("ann", "bob"), ("bob", "ann"), ("cid", "ann")):
        await Friends(store.topology).want(one, other, 10, 1, told=True)
    assert await Friends(store.topology).are("ann", "bob")
    await Friends(store.topology).forget("ann")
    assert not await Friends(store.topology).are("ann", "bob")
    assert await Friends(store.topology).wanted_by("ann") == await Friends(store.topology).asking("ann") == []
    assert await Friends(store.topology).asking("bob") == []


async def test_records_for_friends_are_not_scraped_fast(store: Store) -> None:
    """Not by a friend either, with however many tokens, from one address."""
    site = Site(store, Limits(profile_rate=1, profile_burst=3))
    (ann, anns), (bob, bobs), (_, cids) = [await site.player(name) for name in ("Ann", "Bob", "Cid")]
    await befriend(site, anns, bob)
    await befriend(site, bobs, ann)
    await publish(site, anns, "friends")
    answers = [await site.get(f"/api/players/{ann}", token) for token in (bobs, cids, bobs, cids, bobs)]
    assert [answer.status_code for answer in answers] == [200, 404, 200, 429, 429]
    assert answers[-1].json()["limit"] == "profile_rate"


async def test_no_head_of_a_page_names_a_player(site: Site) -> None:
    """The head of the page, for chats that show links, tells nothing of a player, whoever may see their record."""
    ann, anns = await site.player("Annabel")
    heads = []
    for seen_by in ("nobody", "friends", "everybody"):
        await publish(site, anns, seen_by)
        heads.append((await site.get(f"/player/{ann}")).text)
    assert "Annabel" not in heads[0]
    assert len(set(heads)) == 1

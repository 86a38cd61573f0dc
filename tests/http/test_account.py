"""What the SDK asks about a player, at the service itself: friends, blocks, vacation, name, data, leaving."""

from __future__ import annotations

from collections.abc import AsyncIterator

import httpx2
import pytest

from bocage.sdk import RefusedError
from bocage.sdk.rest import Rest
from tests.http.site import Site


@pytest.fixture
async def two(site: Site) -> AsyncIterator[tuple[str, Rest, str, Rest]]:
    """Ids and requests of Ann and Bob."""
    (ann, anns), (bob, bobs) = await site.player("Ann"), await site.player("Bob")
    transport = httpx2.ASGITransport(site.app)
    async with (
        Rest("http://bocage", token=anns, transport=transport) as first,
        Rest("http://bocage", token=bobs, transport=transport) as second,
    ):
        yield ann, first, bob, second


async def test_friends_and_those_who_are_none(two: tuple[str, Rest, str, Rest]) -> None:
    ann, first, bob, second = two
    assert [one.player for one in (await first.befriend(bob)).asked] == [bob]
    assert [one.player for one in (await second.friends()).asking] == [ann]
    assert [one.name for one in (await second.befriend(ann)).friends] == ["Ann"]
    assert (await second.befriend(ann, friend=False)).friends == []
    assert [one.player for one in (await first.mute(bob)).muted] == [bob]
    assert (await first.mute(bob, muted=False)).muted == []
    assert [one.player for one in (await first.block(bob)).blocked] == [bob]


async def test_a_vacation_a_name_and_all_that_is_kept(two: tuple[str, Rest, str, Rest]) -> None:
    ann, first, _, _ = two
    away = await first.take_vacation(3)
    assert away == await first.vacation()
    assert (away.until - away.since, away.left) == (3 * 86_400_000, 27)
    assert (await first.take_vacation(0)).until == 0
    assert (await first.rename("Anna")).name == "Anna"
    kept = await first.data()
    assert (kept.player, kept.name, len(kept.vacations)) == (ann, "Anna", 1)


async def test_leaving_for_good(two: tuple[str, Rest, str, Rest]) -> None:
    _, first, _, second = two
    with pytest.raises(RefusedError, match="confirm"):
        await first.leave("Bob")
    made = await first.create_match("squad")
    assert (await first.leave("Ann")).given_up == [made.match]
    for call in (first.vacation(), first.data()):
        with pytest.raises(RefusedError) as caught:
            await call
        assert caught.value.code == "bad_token"
    assert (await second.friends()).friends == []

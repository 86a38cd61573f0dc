"""Sign-ins: several tokens of one player, codes that work once, ends that are heard everywhere."""

from __future__ import annotations

import asyncio

import pytest

from bocage.features.accounts.storage import CODES, LINK_LASTS, SignInStorage
from bocage.protocol.sign_ins import sign_in_id
from bocage.store.store import Store
from tests.store.contract.conftest import open_store as open_store
from tests.store.contract.conftest import other as other
from tests.store.contract.conftest import store as store

MOST = 20


def at(monkeypatch: pytest.MonkeyPatch, store: Store, now: int) -> None:
    """Set the clock that ``store`` goes by."""
    monkeypatch.setattr(store, "now", lambda: now)


async def heard(store: Store, count: int) -> list[str]:
    """The next sign-ins that ``store`` hears have ended."""
    ended: list[str] = []
    done = asyncio.Event()

    def hear(sign_ins: list[str]) -> None:
        ended.extend(sign_ins)
        if len(ended) >= count:
            done.set()

    store.on_signed_out = hear
    async with asyncio.timeout(60):
        await done.wait()
    return ended


async def test_a_link_brings_the_player_to_another_device_once(store: Store, other: Store) -> None:
    ann, token = await store.create_player("Ann", "Firefox, Linux")
    link = await SignInStorage(store).link(token)
    assert link is not None
    moved = await SignInStorage(other).use(link[0], "Safari, iPhone", MOST)
    assert moved is not None
    player, new = moved
    assert player == ann == await store.authenticate(new) == await store.authenticate(token)
    assert await SignInStorage(other).use(link[0], "", MOST) is None
    found = await SignInStorage(other).of(ann.id)
    assert {(one.id, one.device) for one in found.sign_ins} == {
        (sign_in_id(token), "Firefox, Linux"),
        (sign_in_id(new), "Safari, iPhone"),
    }


async def test_two_who_use_one_link_at_the_same_time(store: Store, other: Store) -> None:
    ann, token = await store.create_player("Ann")
    link = await SignInStorage(store).link(token)
    assert link is not None
    both = await asyncio.gather(
        SignInStorage(store).use(link[0], "", MOST), SignInStorage(other).use(link[0], "", MOST)
    )
    assert sum(one is not None for one in both) == 1
    assert len((await SignInStorage(store).of(ann.id)).sign_ins) == 2


async def test_a_link_that_is_too_old_or_replaced(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    _, token = await store.create_player("Ann")
    now = store.now()
    at(monkeypatch, store, now)
    first, second = await SignInStorage(store).link(token), await SignInStorage(store).link(token)
    assert first is not None
    assert second is not None
    assert second[1] == now + LINK_LASTS
    assert await SignInStorage(store).use(first[0], "", MOST) is None
    at(monkeypatch, store, second[1] + 1)
    assert await SignInStorage(store).use(second[0], "", MOST) is None
    at(monkeypatch, store, second[1])
    assert await SignInStorage(store).use(second[0], "", MOST) is not None


async def test_recovery_codes_work_once_each_however_they_are_typed(store: Store) -> None:
    ann, token = await store.create_player("Ann")
    codes = await SignInStorage(store).recovery_codes(token)
    assert codes is not None
    assert len(set(codes)) == CODES == (await SignInStorage(store).of(ann.id)).codes
    typed = codes[3].lower().replace("-", " ").replace("o", "0").replace("i", "1").replace("b", "8")
    back = await SignInStorage(store).use(f" {typed}\n", "", MOST)
    assert back is not None
    assert await store.authenticate(back[1]) == ann
    assert await SignInStorage(store).use(codes[3], "", MOST) is None
    assert (await SignInStorage(store).of(ann.id)).codes == CODES - 1
    again = await SignInStorage(store).recovery_codes(token)
    assert again is not None
    assert await SignInStorage(store).use(codes[0], "", MOST) is None
    for code in again:
        assert await SignInStorage(store).use(code, "", MOST) is not None
    left = await SignInStorage(store).of(ann.id)
    assert (left.codes, left.codes_made) == (0, 0)
    assert await SignInStorage(store).use(again[0], "", MOST) is None


@pytest.mark.parametrize("change", ["last", "first", "cut", "longer", "other player", "token", "nothing"])
async def test_no_other_code_works(store: Store, change: str) -> None:
    _, token = await store.create_player("Ann")
    bob, _ = await store.create_player("Bob")
    link, codes = await SignInStorage(store).link(token), await SignInStorage(store).recovery_codes(token)
    assert link is not None
    assert codes is not None
    for code in (link[0], codes[0].replace("-", "").lower()):
        wrong = {
            "last": code[:-1] + ("a" if code[-1] != "a" else "c"),
            "first": ("a" if code[0] != "a" else "c") + code[1:],
            "cut": code[:-1],
            "longer": code + "a",
            "other player": bob.id + code[16:],
            "token": token,
            "nothing": "",
        }[change]
        assert await SignInStorage(store).use(wrong, "", MOST) is None
        assert await SignInStorage(store).use(code, "", MOST) is not None


async def test_ended_sign_in_is_void_on_every_node(store: Store, other: Store) -> None:
    ann, token = await store.create_player("Ann")
    second = await SignInStorage(store).add(token, "", MOST)
    assert second is not None
    hearing = asyncio.create_task(heard(other, 1))
    assert await SignInStorage(store).end(ann.id, sign_in_id(token)) == [sign_in_id(token)]
    assert await other.authenticate(token) is None
    assert not await other.signed_in(sign_in_id(token), ann.id)
    assert await other.signed_in(sign_in_id(second), ann.id)
    assert await other.authenticate(second) == ann
    assert await hearing == [sign_in_id(token)]
    # It makes nothing any more, either.
    assert await SignInStorage(store).add(token, "", MOST) is None
    assert await SignInStorage(store).link(token) is None
    assert await SignInStorage(store).recovery_codes(token) is None
    assert await SignInStorage(store).end(ann.id, sign_in_id(token)) == []


async def test_signing_out_everywhere_leaves_nothing_to_come_back_by(store: Store) -> None:
    ann, token = await store.create_player("Ann")
    thief = await SignInStorage(store).add(token, "", MOST)
    assert thief is not None
    codes, link = await SignInStorage(store).recovery_codes(thief), await SignInStorage(store).link(thief)
    assert codes is not None
    assert link is not None
    assert await SignInStorage(store).end(ann.id, sign_in_id(token), others=True) == [sign_in_id(thief)]
    assert await store.authenticate(thief) is None
    assert await SignInStorage(store).use(link[0], "", MOST) is None
    assert await SignInStorage(store).use(codes[0], "", MOST) is None
    assert await store.authenticate(token) == ann
    assert [one.id for one in (await SignInStorage(store).of(ann.id)).sign_ins] == [sign_in_id(token)]


async def test_a_link_ends_with_any_sign_in(store: Store) -> None:
    ann, token = await store.create_player("Ann")
    thief = await SignInStorage(store).add(token, "", MOST)
    assert thief is not None
    link = await SignInStorage(store).link(thief)
    assert link is not None
    await SignInStorage(store).end(ann.id, sign_in_id(thief))
    assert await SignInStorage(store).use(link[0], "", MOST) is None


async def test_of_too_many_the_one_not_used_for_longest_ends(
    store: Store, other: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = store.now()
    at(monkeypatch, store, now)
    ann, first = await store.create_player("Ann")
    at(monkeypatch, store, now + 1_000_000)
    second = await SignInStorage(store).add(first, "", 3)
    at(monkeypatch, store, now + 2_000_000)
    third = await SignInStorage(store).add(first, "", 3)
    assert second is not None
    assert third is not None
    at(monkeypatch, store, now + 3_000_000)
    assert await store.authenticate(first) == ann
    link = await SignInStorage(store).link(third)
    assert link is not None
    hearing = asyncio.create_task(heard(other, 1))
    await asyncio.sleep(0)
    moved = await SignInStorage(store).use(link[0], "", 3)
    assert moved is not None
    # Connections of the one that ended are closed on every node.
    assert await hearing == [sign_in_id(second)]
    kept = {one.id for one in (await SignInStorage(store).of(ann.id)).sign_ins}
    assert kept == {sign_in_id(first), sign_in_id(third), sign_in_id(moved[1])}
    assert await store.authenticate(second) is None


async def test_when_a_token_was_used_is_known_to_the_minute(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    now = store.now()
    at(monkeypatch, store, now)
    ann, token = await store.create_player("Ann")
    for later, noted in ((70_000, 70_000), (100_000, 70_000), (140_000, 140_000)):
        at(monkeypatch, store, now + later)
        await store.authenticate(token)
        (one,) = (await SignInStorage(store).of(ann.id)).sign_ins
        assert (one.made, one.used) == (now, now + noted)

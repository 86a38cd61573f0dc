"""Leaving for good, and all that is kept about a player: every kind of key is exported and taken away, or named."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest

from bocage import features
from bocage.cli import main
from bocage.features.accounts.leaving import CORE_KEYS, mark_left
from bocage.features.accounts.storage import SignInStorage
from bocage.features.accounts.wire import PlayerData
from bocage.features.notices.storage import Notices, PendingNotice
from bocage.features.social.blocks import Blocks
from bocage.limits import Limits
from bocage.log import judge
from bocage.log.projection import project
from bocage.rules.squad.drawn import EXAMPLES
from bocage.store import Store
from bocage.store.keys import shard_key, shard_of
from tests.http.site import NONCE, Site

NAME = "Zebulon"
KEPT = [*CORE_KEYS, *(key for feature in features.installed() for key in feature.kept_keys)]
MATCH = {"game": "squad", "clock": {"kind": "days", "base": 86_400_000}}


async def everything_of(store: Store) -> dict[str, str]:
    """Every key of Redis with all that it holds, as text."""
    server = store.topology.masters()[0]
    reads = {
        b"string": ("GET",),
        b"hash": ("HGETALL",),
        b"set": ("SMEMBERS",),
        b"zset": ("ZRANGE", 0, -1),
        b"list": ("LRANGE", 0, -1),
        b"stream": ("XRANGE", "-", "+"),
    }
    found = {}
    for key in await server.call("KEYS", "*"):
        verb, *rest = reads[await server.call("TYPE", key)]
        found[key.decode()] = repr(await server.call(verb, key, *rest))
    return found


def holding(held: dict[str, str], *texts: str) -> list[str]:
    """The keys that hold one of the texts, in their name or in what they keep."""
    return [key for key, value in held.items() if any(text in key or text in value for text in texts)]


async def used_everything(site: Site) -> tuple[str, str, list[str]]:
    """A player who used all there is: their id and token, and their matches."""
    player, token = await site.player(NAME)
    other, others = await site.player("Bob")
    store = site.store
    match = (await site.post("/api/matches", {**MATCH, "nonce": NONCE}, token)).json()["match"]
    await site.post(f"/api/matches/{match}/join", {}, others)
    waits = (await site.post("/api/matches", {"game": "squad"}, token, **{"Idempotency-Key": '"k"'})).json()[
        "match"
    ]
    dealt = (await site.post("/api/daily", {"game": "omaha"}, token)).json()["match"]
    for path, body in (
        ("/api/duplicates", {"game": "omaha"}),
        ("/api/players/me/recovery-codes", {}),
        ("/api/players/me/vacation", {"days": 3}),
        ("/api/players/me/link", {}),
        ("/api/players/me/profile", {"seen_by": "everybody"}),
        ("/api/players/me/blocks", {"player": "cccc"}),
        ("/api/players/me/mutes", {"player": "dddd"}),
        ("/api/players/me/friends", {"player": other}),
        ("/api/reports", {"player": other, "reason": "chat"}),
        ("/api/programs", {"name": "Robo", "named": True}),
        ("/api/maps", {"text": EXAMPLES[0], "name": f"Map of {NAME}", "shared": True}),
        (f"/api/players/{other}/challenge", {"game": "squad"}),
    ):
        answer = await site.post(path, body, token)
        assert answer.status_code in (200, 201), answer.text
    await site.post("/api/players/me/friends", {"player": player}, others)
    _, thirds = await site.player("Cid")
    await site.post("/api/players/me/friends", {"player": player}, thirds)
    await site.post("/api/players/me/blocks", {"player": player}, thirds)
    await site.post("/api/players/me/mutes", {"player": player}, thirds)
    await site.post("/api/reports", {"player": player, "reason": "name"}, thirds)
    await Notices(store.topology, store.now).change_preferences(
        player, "", '{"channels":[{"id":"c","kind":"mail","address":"z@x.org"}]}'
    )
    await Notices(store.topology, store.now).want(player, True, 1)
    await Notices(store.topology, store.now).first_today("friend", player, "eeee")
    await Notices(store.topology, store.now).add(PendingNotice("turn", player, match, 3), 2**50)
    server = store.topology.masters()[0]
    for key, verb, *rest in (
        (f"player:{player}", "HSET", "passkey:abc", '{"name":"key of mine"}'),
        (shard_key(shard_of(dealt), "board:omaha:all"), "ZADD", 7, player),
        ("{0}:rated", "ZADD", 9, f"{match} squad 0 {player} {other} 2"),
        (f"cold:{player}", "RPUSH", "gone"),
        ("challenge:abc", "SET", player),
        ("programs:online", "ZADD", 2**50, player),
        (f"arranged:{player}", "ZADD", 2**50, f"squad {other} {match}"),
        ("audit", "XADD", "*", "at", 1, "who", "op", "act", "look", "player", player, "why", ""),
    ):
        await server.call(verb, key, *rest)
    return player, token, [match, waits, dealt]


async def test_every_key_about_a_player_is_exported_or_excused(site: Site) -> None:
    player, token, matches = await used_everything(site)
    answer = await site.get("/api/players/me/data", token)
    told = msgspec.json.decode(answer.content, type=PlayerData)
    kinds_met = set()
    for key in holding(await everything_of(site.store), player, NAME):
        kinds = [kept for kept in KEPT if re.fullmatch(kept.key, key)]
        assert len(kinds) == 1, f"{key} is named by {kinds}"
        kinds_met.add(kinds[0].key)
        assert bool(kinds[0].export) != bool(kinds[0].not_exported), key
        assert not kinds[0].export or getattr(told, kinds[0].export), f"{key} is not exported"
    assert kinds_met == {kept.key for kept in KEPT}, "no key of these kinds was made"
    assert {row.match for row in told.matches} >= set(matches)
    assert (told.name, told.recovery_codes, told.link, told.record) == (NAME, 8, True, "everybody")
    ((since, until),) = told.vacations
    assert until - since == 3 * 86_400_000
    fields = await site.store.player_fields(player)
    known = r"name|created|public|for_friends|suspended|program|(sign-in|used|passkey):.*|token|link|codes|notices"
    known += "|vacations"
    assert [name for name in fields if not re.fullmatch(known, name)] == []
    for secret in (token, fields["token"], fields["codes"].split()[1]):
        assert secret not in answer.text


async def check_gone(site: Site, player: str) -> None:
    """Nothing holds the name, and what holds the id stays for a reason."""
    held = await everything_of(site.store)
    assert holding(held, NAME, "z@x.org", "key of mine") == []
    for key in holding(held, player):
        (kind,) = [kept for kept in KEPT if re.fullmatch(kept.key, key)]
        assert kind.survives, f"{key} is still there"
        theirs = re.fullmatch(rf"(blocks|mutes|friends|friend-asks):{player}", key)
        assert theirs is None, f"{key} is theirs alone"


async def test_nothing_is_left_of_a_player_but_what_is_named(site: Site) -> None:
    player, token, (match, waits, dealt) = await used_everything(site)
    for wrong in ({}, {"confirm": "Bob"}):
        refused = await site.post("/api/players/me/leave", wrong, token)
        assert refused.json()["code"] == "bad_request"
    answer = await site.post("/api/players/me/leave", {"confirm": NAME}, token)
    assert answer.status_code == 200, answer.text
    assert set(answer.json()["given_up"]) == {match, waits, dealt}
    await check_gone(site, player)
    assert [key for key in holding(await everything_of(site.store), player) if ":board:" in key] == []
    assert list(await site.store.player_fields(player)) == ["left"]
    # Lists that are made anew from the logs bring nothing back that anybody sees.
    await site.store.rebuild(project)
    server = site.store.topology.masters()[0]
    await server.call("ZADD", shard_key(shard_of(dealt), "board:omaha:all"), 7, player)
    await check_gone(site, player)
    assert (await site.get("/api/daily/board?game=omaha&span=all")).json()["rows"] == []
    assert (await site.get("/api/players/me", token)).json()["code"] == "bad_token"
    assert (await site.get(f"/api/players/{player}")).json()["code"] == "no_profile"


async def test_opponents_see_a_departed_player_and_the_log_verifies(
    site: Site, capsys: pytest.CaptureFixture[str], tmp_path: Any
) -> None:
    player, token = await site.player(NAME)
    _, bobs = await site.player("Bob")
    match = (await site.post("/api/matches", MATCH, token)).json()["match"]
    await site.post(f"/api/matches/{match}/join", {}, bobs)
    await site.post("/api/players/me/leave", {"confirm": NAME}, token)
    seen = (await site.get(f"/api/matches/{match}", bobs)).json()["view"]
    assert seen["seats"]["0"] == {"player": player, "name": "", "left": True}
    assert seen["outcome"] == {"winners": [1], "reason": "resigned"}
    rows = (await site.get("/api/matches/mine", bobs)).json()["matches"]
    assert [row["names"] for row in rows if row["match"] == match] == [["", "Bob"]]
    exported = await site.get(f"/api/matches/{match}/export", bobs)
    assert NAME not in exported.text
    file = tmp_path / "log.jsonl"
    file.write_bytes(exported.content)
    assert await asyncio.to_thread(main, ["verify", str(file)]) == 0
    capsys.readouterr()
    replay = (await site.get(f"/api/matches/{match}/replay", bobs)).text
    assert NAME not in replay
    assert '"left":true' in replay


# Orders of things that happen at once -----------------------------------------------------------------


async def test_writes_of_a_concurrent_request_are_erased(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    player, token = await site.player(NAME)
    store, add = site.store, Blocks.add

    async def late(*arguments: Any) -> Any:
        """They leave between the look at their token and the block."""
        answer = await site.post("/api/players/me/leave", {"confirm": NAME}, token)
        assert answer.status_code == 200
        return await add(*arguments)

    monkeypatch.setattr(Blocks, "add", late)
    await site.post("/api/players/me/blocks", {"player": "cccc"}, token)
    held = await everything_of(store)
    assert holding(held, player) == [f"player:{player}"]


@pytest.mark.parametrize(
    "what", ["rename", "touch", "notices", "codes", "publish", "suspend", "sign out", "program"]
)
async def test_no_late_write_makes_a_player_again(site: Site, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    player, token = await site.player(NAME)
    store = site.store
    read = await Notices(store.topology, store.now).preferences(player)
    monkeypatch.setattr(store, "now", lambda: 2**42)
    assert await mark_left(store, player)
    late: dict[str, Callable[[], Awaitable[Any]]] = {
        "rename": lambda: store.rename(player, "Back"),
        "touch": lambda: store.authenticate(token),
        "notices": lambda: Notices(store.topology, store.now).change_preferences(player, read, "{}"),
        "codes": lambda: SignInStorage(store).recovery_codes(token),
        "publish": lambda: store.public_records.set(player, "everybody"),
        "suspend": lambda: store.audit.suspend(player, [], True),
        "sign out": lambda: SignInStorage(store).end(player, "", True),
        "program": lambda: store.public_records.flag_program(player),
    }
    await late[what]()
    assert await store.player_fields(player) == {"left": str(store.now())}
    assert await store.player(player) is None
    assert await store.names([player]) == {player: ""}


async def test_departed_player_who_sits_down_resigns_at_once(site: Site) -> None:
    player, _ = await site.player(NAME)
    _, bobs = await site.player("Bob")
    match = await site.match(bobs)
    assert await mark_left(site.store, player)
    await site.node.command(match, lambda found: judge.sit(found, player, NAME, 1))
    async with asyncio.timeout(60):
        while (seen := (await site.get(f"/api/matches/{match}", bobs)).json()["view"])["status"] != "ended":  # noqa: ASYNC110 - it tells nobody
            await asyncio.sleep(0.01)
    assert seen["seats"]["1"] == {"player": player, "name": "", "left": True}
    assert seen["outcome"]["reason"] in ("resigned", "cancelled")


async def test_the_operator_reads_and_forgets_a_player(
    site: Site, redis_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    player, token = await site.player(NAME)
    match = await site.match(token)

    async def admin(*line: str) -> str:
        code = await asyncio.to_thread(main, ["admin", *line, "--redis", redis_url])
        told = capsys.readouterr()
        assert code == 0, told.err
        return told.out

    told = msgspec.json.decode(await admin("export", player), type=PlayerData)
    assert (told.name, [row.match for row in told.matches]) == (NAME, [match])
    assert "1 matches given up" in await admin("forget", player, "--why", "asked for by mail")
    assert f"forget  {player}  asked for by mail" in await admin("audit")
    assert (await site.get("/api/players/me", token)).json()["code"] == "bad_token"
    assert (await site.get(f"/api/matches/{match}")).json()["view"]["outcome"]["reason"] == "cancelled"
    # What a node left behind that stopped in the middle goes as well.
    server = site.store.topology.masters()[0]
    await server.call("SADD", f"blocks:{player}", "cccc")
    assert "0 matches given up" in await admin("forget", player, "--why", "again")
    assert not await server.call("EXISTS", f"blocks:{player}")
    assert await asyncio.to_thread(main, ["admin", "forget", "nobody", "--why", "x", "--redis", redis_url]) != 0


async def test_exports_have_a_rate_of_their_own(store: Store) -> None:
    """It does not use up the tries at codes, and cannot be used up by them."""
    site = Site(store, Limits(data_rate=2, sign_in_rate=1, sign_in_burst=1))
    _, token = await site.player()
    assert (await site.post("/api/players/me/link", {}, token)).is_success
    answers = [await site.get("/api/players/me/data", token) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[-1].json()["limit"] == "data_rate"
    # Another player has their own.
    _, others = await site.player("Bob")
    assert (await site.get("/api/players/me/data", others)).status_code == 200

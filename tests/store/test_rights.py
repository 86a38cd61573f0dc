"""Rights of the account that the service uses: what is missing is named before anything is played."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import redis

from bocage.log.records import Change, NoticeWish
from bocage.store import StorageUnavailableError, Store, StoreSettings, keys
from bocage.store.inspection import inspect_redis
from bocage.store.rights import KEYS, RightsError
from tests.redis_server import RedisServer
from tests.store.logs import Listener, a_row, body, fill, until

ROOT = Path(__file__).parents[2]
OPERATIONS = (ROOT / "docs" / "operations.md").read_text("utf-8")
#: The line that operators are told to use, from "~*" on.
DOCUMENTED = re.findall(r"ACL SETUSER bocage on >PASSWORD (.*)", OPERATIONS)
#: Commands that the store uses where it may, or when it is told to.
IF_ALLOWED = {"AUTH", "BGREWRITEAOF", "CLIENT", "CONFIG", "HELLO", "INFO", "SELECT"}
#: Codes of errors that are names of commands as well.
CODES = {"READONLY"}
#: A word in capitals in Python or Lua.
WORD = re.compile(r"""["']([A-Z]+)["']""")

Account = Callable[[str], str]


@pytest.fixture
def account(redis_server: RedisServer, redis_url: str, redis_client: redis.Redis) -> Iterator[Account]:
    """Makes an account by its rules, and gives the URL that uses it."""

    def make(rules: str) -> str:
        command: Any = redis_client.execute_command
        command("ACL", "SETUSER", "few", "reset", "on", ">secret", *rules.split())
        return f"unix://few:secret@{redis_server.socket}?db=0"

    yield make
    redis_client.acl_deluser("few")


@pytest.mark.parametrize(
    ("rules", "missing"),
    [
        ("~* &* +@all -@scripting", {"+eval", "+evalsha", "+script|load"}),
        ("~* &* +@all -evalsha", {"+evalsha"}),
        ("~* resetchannels +@all", {"&{*}:node:*", *(f"&{name}" for name in ("bocage:rows", "bocage:named"))}),
        ("~* &bocage:* +@all", {"&{*}:node:*"}),
        ("~* &* +@all -@pubsub", {"+publish", "+subscribe"}),
        ("~match:* &* +@all", {"~{*}:*", "~player:*", "~hidden", "~waiting:*"}),
        ("~{*}:* ~player:* &* +@all", {"~friends:*", "~audit", "~daily:*"}),
        ("~* &* +@read +@pubsub +@scripting +@transaction +@connection", {"+xadd", "+set", "+hset", "+zadd"}),
        ("%R~* &* +@all", {"~{*}:*", "~player:*"}),
        ("~* &* +@all -zadd -wait", {"+zadd", "+wait"}),
        ("~* &* +@all -@transaction", {"+multi"}),
    ],
)
async def test_a_missing_right_is_named_at_the_start(account: Account, rules: str, missing: set[str]) -> None:
    with pytest.raises(RightsError, match="the account few lacks rights in Redis: ") as caught:
        await Store.open(StoreSettings(account(rules)))
    named = str(caught.value).partition(": ")[2].split(" (see")[0].split()
    assert missing <= set(named)


async def test_unfinished_dry_run_is_reported_as_a_missing_right(account: Account) -> None:
    url = account("~* &* +@all -discard -zadd")
    with pytest.raises(RightsError, match=r"lacks rights in Redis: \+zadd \+discard "):
        await Store.open(StoreSettings(url))


@pytest.mark.parametrize(
    "rules",
    [
        "~* &* +@all -@admin",
        "~* &* +@all -@dangerous",
        "~* &* +@all -client",
        "~* &* +@all -info -config",
        *DOCUMENTED,
    ],
)
async def test_an_account_with_enough_rights_plays(account: Account, rules: str) -> None:
    stores = [await Store.open(StoreSettings(account(rules))) for _ in range(2)]
    one, other = stores
    listener = Listener()
    try:
        await one.append("m", 1, body(1), change=Change(row=a_row("m"), secret=b"s", due_in=1))
        await other.follow("m", listener)
        await one.append("m", 2, body(2), change=Change(notices=(NoticeWish("turn", "ann", 1),)))
        await until(lambda: listener.seqs == [2])
        ann, _ = await one.create_player("Ann")
        assert await one.rename(ann.id, "Anna") is not None
        assert [row.match for row in await one.lobby()] == ["m"]
        await one.append("m", 3, body(3), change=Change(final=True))
        await until(lambda: not one._tasks)
        assert len(await other.read("m")) == 3
        assert await one.matches() == ["m"]
    finally:
        for store in stores:
            await store.close()


def test_the_operators_page_has_one_line_to_copy() -> None:
    assert len(DOCUMENTED) == 1


def test_nothing_is_carried_out_to_find_out(account: Account, redis_client: redis.Redis) -> None:
    redis_client.set("hidden", "here")
    assert inspect_redis(account("~* &* +@all")).missing == ()
    assert (redis_client.keys("*"), redis_client.get("hidden")) == ([b"hidden"], b"here")


async def test_a_right_that_is_taken_away_refuses_and_returns(
    account: Account, redis_client: redis.Redis, caplog: pytest.LogCaptureFixture
) -> None:
    store = await Store.open(StoreSettings(account("~* &* +@all")))
    try:
        await fill(store, "m", 1)
        # The entry is stored, then the script fails at the lists.
        account("~* &* +@all -hset")
        late = store.append("m", 2, body(2), change=Change(row=a_row("m")))
        await until(lambda: "lacks rights in Redis: +hset" in caplog.text)
        assert not store.available
        account("~* &* +@all")
        assert (await late).seq == 2
        account("~* &* +@all -xadd")
        with pytest.raises(StorageUnavailableError):
            await store.append("m", 3, body(3))
        account("~* &* +@all")
        await until(lambda: store.writable)
        assert [entry.seq for entry in await store.read("m")] == [1, 2]
    finally:
        await store.close()


def test_every_kind_of_key_is_asked_for() -> None:
    page = keys.__doc__ or ""
    kinds = {kind for line in re.findall(r"^    (\S.*?)  ", page, re.MULTILINE) for kind in line.split(", ")}
    kinds = {re.sub(r"[:<].*", "", kind) for kind in kinds if not kind.startswith(("{", ":", "bocage:"))}
    assert {"player", "hidden", "cold-mover"} <= kinds
    assert kinds - {re.sub(":.*", "", key) for key in KEYS} == set()

"""The scripts of ``service/bocage/store/lua`` (and two short ones in Python files), line by line, in Python."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

import msgspec
from hiredis import ReplyError

from bocage import features
from bocage.store import scripts, waiting
from tests.simulate.redis.keyspace import GREATEST, Keyspace


class Host(Protocol):
    """What a script needs besides keys."""

    keys: Keyspace

    def now(self) -> int:
        """The clock, ms."""

    def publish(self, channel: bytes, payload: bytes) -> int:
        """Tell all who listen; how many that were."""


Body: TypeAlias = Callable[[Host, list[bytes], list[bytes]], Any]

_unpack = msgspec.msgpack.Decoder().decode


def _tag_and_name(key: bytes, kind: bytes) -> tuple[bytes, bytes]:
    tag, _, name = key.partition(b":" + kind + b":")
    return tag, name


def number(text: bytes) -> float:
    return float(text) if b"." in text else int(text)


# lists.lua
def _change_lists(host: Host, tag: bytes, match: bytes, x: dict[str, Any], at: int) -> None:
    keys = host.keys
    if secret := x.get("secret"):
        keys.write("hset", tag + b":secrets", match, secret.encode())
    if "row" in x:
        since = x.get("at", at)
        row = b"%d %s" % (since, x["row"].encode())
        if not x.get("cold"):
            keys.write("hset", tag + b":rows", match, row)
            for player in x["players"]:
                keys.write("zadd", tag + b":of:" + player.encode(), since, match)
        keys.write("sadd" if x["called"] else "srem", tag + b":called", match)
        if not x["private"]:
            for status in ("open", "playing", "ended"):
                key = tag + b":" + status.encode()
                if status == x["status"] and not x.get("unlisted"):
                    keys.write("zadd", key, since, match)
                else:
                    keys.write("zrem", key, match)
            for member, _ in keys.rank(tag + b":ended")[:-1000]:
                keys.write("zrem", tag + b":ended", member)
        host.publish(b"bocage:rows", row)
    if "points" in x:
        game, spans, player, score = x["points"]
        for number, span in enumerate(spans):
            key, member = tag + f":board:{game}:{span}".encode(), player.encode()
            known = (keys.get(key) or {}).get(member)
            if number == 0 and known is not None:
                break
            keys.write("zadd", key, score + (known or 0), member)
    if "scored" in x:
        name, score = x["scored"]
        keys.write("zadd", tag + f":scores:{name}".encode(), score, match)
    if "rated" in x:
        keys.write("zadd", tag + b":rated", x.get("at", at), x["rated"].encode())
    if "due" in x:
        if x["due"] < 0:
            keys.write("zrem", tag + b":due", match)
        else:
            keys.write("zadd", tag + b":due", x["due"], match)
    elif "due_in" in x:
        keys.write("zadd", tag + b":due", at + x["due_in"], match)
    for kind, player, seq, wait in x.get("notices", ()):
        if player.encode() in (keys.get(tag + b":wanting") or {}):
            line = f"{kind} {player} {match.decode()} {seq} - 0".encode()
            keys.write("zadd", tag + b":notices", at + wait, line)
    if x.get("final") and not x.get("cold"):
        keys.write("hdel", tag + b":secrets", match)
        keys.write("sadd", tag + b":closing", match)


# cold.lua
def _is_cold(host: Host, log: bytes) -> bool:
    tag, match = _tag_and_name(log, b"log")
    return match in (host.keys.get(tag + b":cold:" + match[-2:]) or {})


# near.lua
def _tell_near(host: Host, near: bytes, node: bytes, seq: bytes, at: bytes, raw: bytes) -> None:
    tag, match = _tag_and_name(near, b"near")
    news = b" ".join((match, seq, at, raw))
    for other in list(host.keys.get(near) or ()):
        if other != node and host.publish(tag + b":node:" + other, news) == 0:
            host.keys.write("srem", near, other)


# append.lua
def _append(host: Host, names: list[bytes], argv: list[bytes]) -> Any:
    keys, now = host.keys, host.now()
    node, publish = argv[0], argv[1]
    if int(keys.get(names[-1]) or 0) > int(argv[2]):
        raise ReplyError("FENCED the node has given this connection up")
    out: list[Any] = []
    for k in range(0, len(names) - 1, 2):
        log, near = names[k], names[k + 1]
        seq, not_before, asked, raw, change, mine = argv[3 + 3 * k : 9 + 3 * k]
        at = now
        if 0 < int(asked) < now:
            at = int(asked)
        at = max(at, int(not_before))
        if keys.length(log) != int(seq) - 1 or (seq == b"1" and _is_cold(host, log)):
            out.append(-1)
            continue
        try:
            keys.xadd(log, seq + b"-0", [b"at", b"%d" % at, b"raw", raw])
        except ReplyError as error:
            known = "equal or smaller" in str(error) or "exhausted" in str(error)
            out.append(-1 if known else error)
            continue
        out.append(at)
        if change:
            tag, match = _tag_and_name(log, b"log")
            _change_lists(host, tag, match, _unpack(change), at)
        if publish and keys.length(near) > int(mine):
            _tell_near(host, near, node, seq, b"%d" % at, raw)
    return out


# tell.lua
def _tell(host: Host, names: list[bytes], argv: list[bytes]) -> Any:
    for k, near in enumerate(names, 1):
        _tell_near(host, near, argv[0], argv[3 * k - 1], argv[3 * k], argv[3 * k + 1])
    return 1


# project.lua
def _project(host: Host, names: list[bytes], argv: list[bytes]) -> Any:
    if host.keys.length(names[0]) != int(argv[0]):
        return 0
    tag, match = _tag_and_name(names[0], b"log")
    _change_lists(host, tag, match, _unpack(argv[1]), int(argv[2]))
    return 1


# archive.lua
def _archive(host: Host, names: list[bytes], argv: list[bytes]) -> Any:
    keys = host.keys
    tag, match = _tag_and_name(names[0], b"log")
    done = keys.length(names[0]) == int(argv[0])
    if done:
        keys.write("del", names[0])
        keys.write("expire", names[1], host.now() + 86_400_000)
        keys.xadd(names[0], GREATEST, [b"archive", argv[1]])
    rows = keys.get(names[0])
    if rows and rows[-1][0] == GREATEST:
        keys.write("zadd", tag + b":finished", int(argv[2]), match)
    keys.write("srem", tag + b":closing", match)
    return int(done)


# beat.lua
def _beat(host: Host, names: list[bytes], argv: list[bytes]) -> Any:
    keys, now = host.keys, host.now()
    written, longest, kept, newest, most = (int(number) for number in argv)
    beat = keys.get(names[0])
    last = int(beat) if beat is not None else now
    if now - last >= longest:
        keys.write("zadd", names[1], now, b"%d-%d" % (last, now))
        for member, score in keys.rank(names[1]):
            if score <= now - kept:
                keys.write("zrem", names[1], member)
    if now - last >= written or now <= last:
        keys.write("set", names[0], b"%d" % now)
    outages = [member for member, score in keys.rank(names[1]) if score > newest]
    due: list[bytes] = []
    for name in names[2:]:
        if keys.get(name):
            due += [match for match, at in keys.rank(name) if at <= now][:most]
    return [now, outages, due]


# whisper.lua
def _whisper(host: Host, names: list[bytes], argv: list[bytes]) -> Any:
    tag, match = _tag_and_name(names[0], b"near")
    for other in list(host.keys.get(names[0]) or ()):
        if other != argv[0]:
            host.publish(tag + b":node:" + other, match + b" 0 0 " + argv[2])
    return 1


# lengths.lua
def _lengths(host: Host, names: list[bytes], argv: list[bytes]) -> Any:
    out = []
    for log in names:
        rows = host.keys.get(log) or []
        moved = len(rows) == 1 and rows[0][0] != b"1-0"
        out.append(-1 if moved or (not rows and _is_cold(host, log)) else len(rows))
    return out


# service/bocage/store/waiting.py
def _take(host: Host, names: list[bytes], argv: list[bytes]) -> Any:
    keys, key = host.keys, names[0]
    match, at, most, lasts = argv[0], number(argv[1]), int(argv[2]), int(argv[3])
    counted = keys.get(key) or {}
    if match not in counted:
        if len(counted) >= most:
            return [part for member, score in keys.rank(key) for part in (member, b"%d" % score)]
        keys.write("zadd", key, at, match)
    if keys.ttl(key) < lasts:
        keys.write("expire", key, host.now() + 1000 * lasts)
    return 1


# touch_player.lua
def _touch_player(host: Host, names: list[bytes], argv: list[bytes]) -> Any:
    keys, key = host.keys, names[0]
    lasts, sign_in, now, pause, early = int(argv[0]), argv[1], int(argv[2]), int(argv[3]), argv[4]
    fields = keys.get(key) or {}
    if early and fields.get(b"token", b"")[:16] == sign_in and b"sign-in:" + sign_in not in fields:
        keys.write("hset", key, b"sign-in:" + sign_in, early)
    if b"sign-in:" + sign_in in fields and now - int(fields.get(b"used:" + sign_in, 0)) >= pause:
        keys.write("hset", key, b"used:" + sign_in, argv[2])
    left = keys.ttl(key)
    if lasts and 0 <= left < lasts * 0.99:
        keys.write("expire", key, host.now() + 1000 * lasts)
    return None


def drop_sign_in(host: Host, key: bytes, sign_in: bytes) -> None:
    host.keys.write("hdel", key, b"sign-in:" + sign_in)
    host.keys.write("hdel", key, b"used:" + sign_in)
    if (host.keys.get(key) or {}).get(b"token", b"")[:16] == sign_in:
        host.keys.write("hdel", key, b"token")


# change_player.lua
def _change_player(host: Host, names: list[bytes], argv: list[bytes]) -> Any:
    keys, key = host.keys, names[0]
    fields = keys.get(key) or {}
    if fields.get(argv[0], b"") != argv[1] or b"created" not in fields:
        return 0
    if argv[2]:
        keys.write("hset", key, argv[0], argv[2])
    else:
        keys.write("hdel", key, argv[0])
    for sign_in in argv[3].split():
        drop_sign_in(host, key, sign_in)
    if argv[3]:
        host.publish(b"bocage:signed_out", argv[3])
    for field, value in zip(argv[4::2], argv[5::2], strict=True):
        keys.write("hset", key, field, value)
    return 1


# rename.lua
def _rename(host: Host, names: list[bytes], argv: list[bytes]) -> Any:
    if b"created" not in (host.keys.get(names[0]) or {}):
        return 0
    host.keys.write("hset", names[0], b"name", argv[1])
    host.publish(b"bocage:named", argv[0] + b" " + argv[1])
    return 1


#: Scripts called by digest, and those whose text is sent.
BY_DIGEST: dict[bytes, Body] = {
    script.sha.encode(): body
    for script, body in (
        (scripts.APPEND, _append),
        (scripts.TELL, _tell),
        (scripts.PROJECT, _project),
        (scripts.ARCHIVE, _archive),
        (scripts.BEAT, _beat),
        (scripts.WHISPER, _whisper),
        (scripts.LENGTHS, _lengths),
    )
}
BY_TEXT: dict[bytes, Body] = {
    waiting._TAKE.encode(): _take,
    scripts.TOUCH_PLAYER.text: _touch_player,
    scripts.CHANGE_PLAYER.text: _change_player,
    scripts.RENAME.text: _rename,
    scripts.UNMENDED: lambda host, names, argv: 0,
}
DIGESTS = {script.text: script.sha.encode() for script in scripts.ALL}


def _add_features() -> None:
    """Add the scripts of features, which lie with the tests of each."""
    for name in features.NAMES:
        module = f"tests.features.{name}.redis_scripts"
        if importlib.util.find_spec(module) is not None:
            for script, body in importlib.import_module(module).SCRIPTS.items():
                BY_DIGEST[script.sha.encode()] = BY_TEXT[script.text] = body
                DIGESTS[script.text] = script.sha.encode()


_add_features()

"""The scripts of notices, line by line, in Python."""

from __future__ import annotations

from typing import Any

from bocage.features.notices.storage import SETTLE, TAKE
from tests.simulate.redis.scripts import Host, number


# take_notices.lua
def _take_notices(host: Host, names: list[bytes], argv: list[bytes]) -> Any:
    left, most, now = int(argv[0]), int(argv[1]), host.now()
    out: list[Any] = [now + left]
    for place, key in enumerate(names, 1):
        if not host.keys.get(key):
            continue
        for notice in [one for one, at in host.keys.rank(key) if at <= now][:most]:
            host.keys.write("zadd", key, out[0], notice)
            out += [place, notice]
    return out


# settle_notice.lua
def _settle_notice(host: Host, names: list[bytes], argv: list[bytes]) -> Any:
    keys, key = host.keys, names[0]
    if (keys.get(key) or {}).get(argv[0]) != float(argv[1]):
        return 0
    keys.write("zrem", key, argv[0])
    for at, notice in zip(argv[2::2], argv[3::2], strict=True):
        keys.write("zadd", key, number(at), notice)
    return 1


SCRIPTS = {TAKE: _take_notices, SETTLE: _settle_notice}

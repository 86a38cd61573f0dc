"""The scripts of accounts, line by line, in Python."""

from __future__ import annotations

from typing import Any

from bocage.features.accounts.storage import SIGN_OUT
from tests.simulate.redis.scripts import Host, drop_sign_in


# sign_out.lua
def _sign_out(host: Host, names: list[bytes], argv: list[bytes]) -> Any:
    keys, key, one = host.keys, names[0], argv[0] == b"one"
    fields = keys.get(key) or {}
    known = [field.partition(b":")[2] for field in fields if field.startswith(b"sign-in:")]
    gone = [sign_in for sign_in in known if (sign_in == argv[1]) == one]
    for sign_in in gone:
        drop_sign_in(host, key, sign_in)
    token = fields.get(b"token", b"")
    if token and (token[:16] == argv[1]) == one:
        keys.write("hdel", key, b"token")
    ways = () if one else (b"codes", *(field for field in fields if field.startswith(b"passkey:")))
    for field in (b"link", *ways):
        keys.write("hdel", key, field)
    if gone:
        host.publish(b"bocage:signed_out", b" ".join(gone))
    return gone


SCRIPTS = {SIGN_OUT: _sign_out}

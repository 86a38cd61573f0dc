"""Bugs of the store, and of what is asked over REST, that are none."""

from __future__ import annotations

from tests.mutants.equivalent import Equivalent

STORE = (
    Equivalent(
        "service/bocage/store/shard_group.py",
        "for (followed, tail), rows in zip(chunk, replies[len(chunk) :], strict=True):",
        "for (followed, tail), rows in zip(chunk, replies[len(chunk) :], strict=False):",
        "each command has one reply",
    ),
    Equivalent(
        "service/bocage/store/scripts.py",
        "return Script(text, hashlib.sha1(text, usedforsecurity=False).hexdigest())",
        "return Script(text, hashlib.sha1(text, usedforsecurity=True).hexdigest())",
        "the digest is the same",
    ),
    Equivalent(
        "service/bocage/features/cold_storage/moves.py",
        "digest = hashlib.sha1(record.archive, usedforsecurity=False).hexdigest()",
        "digest = hashlib.sha1(record.archive, usedforsecurity=True).hexdigest()",
        "the digest is the same",
    ),
    Equivalent(
        "service/bocage/store/lua/lists.lua",
        "if x.due < 0 then",
        "if x.due <= 0 then",
        "no deadline is at the beginning of 1970",
    ),
    Equivalent(
        "service/bocage/store/shard_group.py",
        "self._newest_outage = 0",
        "self._newest_outage = 1",
        "no outage was so long ago",
    ),
    Equivalent(
        "service/bocage/store/lists.py",
        "rows = await self._rows(group, list(zip(group.shards, members, strict=True)))",
        "rows = await self._rows(group, list(zip(group.shards, members)))",
        "each command has one reply",
    ),
    Equivalent("service/bocage/store/store.py", "self._latest = 0", "self._latest = (-1)", "no time is before 0"),
    Equivalent(
        "service/bocage/http/link_previews.py",
        'verdict = say["lost"].format(name=names[0]) if len(names) == 1 else say["draw"]',
        'verdict = say["lost"].format(name=names[(-1)]) if len(names) == 1 else say["draw"]',
        "of one name the first is the last",
    ),
    Equivalent(
        "service/bocage/features/notices/endpoints.py",
        "name, state = secrets.token_hex(12), context.state",
        "",
        "a byte more or less of random tells messages apart as well",
    ),
)

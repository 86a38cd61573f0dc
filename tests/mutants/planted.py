"""Bugs picked by hand: each did, or could, get past the tests and harm people.

A bug is found by its source text, wherever that stands in its part; it must stand there once
(``tests/mutants/test_planted.py`` says when it does not any more: write the bug for the code as it is now).
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from tests.mutants.change import Change
from tests.mutants.parts import named


class Planted(msgspec.Struct, frozen=True):
    """In ``part``, ``old`` becomes ``new``. ``harm``: what that does."""

    part: str
    old: str
    new: str
    harm: str

    def change(self, root: Path) -> Change:
        """The bug in the code as it is. Raises ``LookupError`` when it does not apply any more."""
        found = []
        for path in named(self.part).files(root):
            text = path.read_text(encoding="utf-8")
            start = text.find(self.old)
            while start >= 0:
                found.append(
                    Change(
                        path.relative_to(root).as_posix(),
                        start,
                        start + len(self.old),
                        self.new,
                        "planted",
                        self.harm,
                    )
                )
                start = text.find(self.old, start + 1)
        if len(found) != 1:
            raise LookupError(f"{self.part}: stands there {len(found)} times: {self.old!r}")
        return found[0]


PLANTED = (
    Planted(
        "sockets",
        "        self.heard = self._loop.time()\n        if self._held",
        "        if self._held",
        "every talking socket is closed as silent",
    ),
    Planted(
        "sockets",
        "            self._goodbye.cancel()\n        self._rest",
        "            pass\n        self._rest",
        "a connection that is gone is aborted once more",
    ),
    Planted(
        "node",
        '                session.close("no_hello")',
        "                pass",
        "ghosts fill the limit of an address",
    ),
    Planted(
        "node", '                session.close("silent")', "                pass", "dead connections stay for ever"
    ),
    Planted(
        "node",
        "                session.connection.ping()",
        "                pass",
        "quiet watchers are closed as silent",
    ),
    Planted(
        "node",
        '                session.close("too_slow")',
        "                pass",
        "stuck connections stay for ever",
    ),
    Planted(
        "node",
        '        self._background.spawn(self.lobby.load(), "load lobby")',
        "        pass",
        "the lobby is incomplete after a reconnection",
    ),
    Planted(
        "node",
        '        self._host.spawn(self._correct(), f"correct deadline of {self.match.id}")',
        "        pass",
        "a wrong deadline is found due with every beat",
    ),
    Planted(
        "node",
        "            del self.open[match]\n            self.store.unfollow(match)",
        "            del self.open[match]",
        "idle tables are followed for ever",
    ),
    Planted("node", "proxy_headers=False", "proxy_headers=True", "local callers forge their address"),
    Planted(
        "room",
        "            self._refuse(one, error)",
        "            pass",
        "a request hangs for ever when its table closes",
    ),
    Planted(
        "room",
        "if self._delay and due > now:",
        "if self._delay and due >= now:",
        "an open hand comes a little late",
    ),
    Planted("room", "start = max(1, old)", "start = max(1, old + 1)", "open hands give one entry early"),
    Planted(
        "store",
        '                self._connection.send(("SCRIPT", "LOAD", script.text), lambda _: None)',
        "                pass",
        "after SCRIPT FLUSH no deadline fires",
    ),
    Planted(
        "store",
        'connection.call("CLIENT", "KILL", "ID", self._identity[1])',
        'connection.call("PING")',
        "a refused append may be stored later",
    ),
    Planted(
        "store",
        "if self._rows_from is None or not self._rows_from.open:",
        "if self._rows_from is None:",
        "the lobby is deaf after one reconnection",
    ),
    Planted(
        "node",
        "if not watcher.outbox.full_since and effect.speaker not in watcher.unheard:",
        "if effect.speaker not in watcher.unheard:",
        "chat and presence for a slow reader fill the memory",
    ),
    Planted(
        "match",
        "        not_before = max(not_before, match.deadline())",
        "        pass",
        "an expiry before its deadline: a log that cannot be read",
    ),
    Planted(
        "sdk", "            self._backoff.reset()", "            pass", "the wait grows with each lost connection"
    ),
    Planted(
        "sdk", "if status < 500 and status != 429:", "if status < 500:", "a busy service loses its clients for good"
    ),
    Planted(
        "sdk",
        "            queue.put(subscription.mirror.state)",
        "            pass",
        "a second reader sees nothing",
    ),
    Planted(
        "sdk",
        "                self._hint = message.retry / 1000\n                return",
        "                return",
        "everybody is back before the node is gone",
    ),
    Planted(
        "http", "asyncio.timeout(BODY_TIME)", "asyncio.timeout(None)", "half a request is waited for without end"
    ),
    Planted(
        "http",
        "    with contextlib.suppress(RefusedError):\n        await context.node.command",
        "    with contextlib.suppress():\n        await context.node.command",
        "a join that succeeded answers with an error",
    ),
    Planted(
        "app",
        "version=version(), proxies=proxies,",
        "version=version(),",
        "everybody behind a proxy shares one limit",
    ),
    Planted("app", "asyncio.sleep(min(notice, drain))", "asyncio.sleep(0)", "the proxy sends to a closed port"),
    Planted("page", ".sort((a, b) => a.seat - b.seat)", "", "honest matches do not verify when seat 1 sat first"),
    Planted(
        "page",
        "return this.connection.reopen(this.match);\n      const before",
        "this.seq = message.seq - 1;\n      const before",
        "a gap is patched over: a wrong table on screen",
    ),
    Planted(
        "page",
        "if (pending && this.#welcomed) this.#send(pending.message);",
        "if (pending && !this.#welcomed) this.#send(pending.message);",
        "an act refused as unavailable is lost",
    ),
    Planted(
        "page",
        '        this.#delay = FIRST_DELAY;\n        this.#become("online");',
        '        this.#become("online");',
        "waits grow with each lost connection",
    ),
)

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
        'rooms.background.spawn(self._correct(), f"correct deadline of {room.match.id}")',
        "pass",
        "a wrong deadline is found due with every beat",
    ),
    Planted(
        "node",
        "            del rooms.open[match]\n            rooms.store.unfollow(match)",
        "            del rooms.open[match]",
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
        'connection.call("SET", self._fence, self._epoch, "EX", FENCED)',
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
        "        return match.deadline()",
        "        return 0",
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
        "            proxies=proxies,\n",
        "",
        "everybody behind a proxy shares one limit",
    ),
    Planted(
        "app",
        "assignment else hang_up.handler(stop.set, _refuse_reload))",
        "assignment else stop.set)",
        "a reload ends a node",
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
        "if (pending && this.#welcomed) this.#ask(pending);",
        "if (pending && !this.#welcomed) this.#ask(pending);",
        "an act refused as unavailable is lost",
    ),
    Planted(
        "page",
        "this.#delay = FIRST_DELAY;\n    this.#patience",
        "this.#patience",
        "waits grow with each lost connection",
    ),
    Planted(
        "tables",
        ".tray .die {\n    width: 1.4rem;\n    height: 1.4rem;\n  }\n  .tray {\n    font-size",
        ".ask { margin-block-start: -1.5rem;\n  }\n  .tray {\n    font-size",
        "in low windows the question lies on the tray",
    ),
    Planted(
        "tables",
        "grid-area: board;\n  container-type: size;",
        "grid-area: board;\n  ",
        "boards are as large as the window",
    ),
    Planted(
        "tables",
        "align-content: start;\n  overflow-y: auto;\n  grid-template-columns: repeat",
        "align-content: start;\n  \n  grid-template-columns: repeat",
        "long lists lie on the button",
    ),
    Planted(
        "tables",
        ".prompt {\n  font-size: var(--step-0);\n  line-height: 1.3;",
        ".prompt {\n  &:lang(ja) { font-size: 2.4rem; }font-size: var(--step-0);\n  line-height: 1.3;",
        "Japanese questions leave no room for choices",
    ),
    Planted(
        "tables",
        "--tray: 3.25rem;\n    --ask: clamp(12.5rem, 33dvh, 17rem);",
        "--tray: 3.25rem;\n    --ask: minmax(12.5rem, auto);",
        "the dock is as high as its list, and everything moves",
    ),
    Planted(
        "tables",
        ".rules .wide {\n  overflow-x: auto;",
        ".rules .wide {\n ",
        "tables of the rules stick out of a phone's window",
    ),
    Planted(
        "tables",
        ".squad {\n  width: 100cqw;\n  height: 100cqh;",
        ".squad {\n  width: 100cqw;\n  height: 104cqh;",
        "SQUAD's own record is cut off",
    ),
    Planted(
        "tables",
        ".units {\n  position: absolute;\n  inset: 6px 8px;",
        ".units {\n  position: absolute;\n  inset: 6px -60px;",
        "counters of COMPANY COMMANDER stand outside of the board",
    ),
    Planted(
        "tables",
        "/ minmax(0, 1fr) clamp(6.5rem, 27cqw, 13rem);\n}",
        "/ minmax(20rem, 1fr) clamp(6.5rem, 27cqw, 13rem);\n}",
        "OMAHA's board is wider than a phone",
    ),
    Planted(
        "tables",
        "max-width: 100%;\n  min-width: 0;\n  overflow: hidden;\n  text-overflow: ellipsis;\n"
        "  white-space: nowrap;\n}",
        "max-width: 100%;\n  min-width: 0;\n  \n  white-space: nowrap;\n}",
        "a long name lies over what follows",
    ),
    Planted(
        "tables",
        ".masthead .name {\n  max-width: 16rem;\n  flex: 0 99999 auto;\n}",
        ".masthead .name {\n  max-width: 16rem;\n  flex: none;\n}",
        "a long name pushes the settings out of a phone's window",
    ),
    Planted(
        "tables",
        ':is([data-mode="replay"], :has(.lesson)) {\n    --ask: clamp(16.5rem, 36dvh, 21rem);\n  }',
        ':is([data-mode="replay"], :has(.lesson)) {\n    --ask: 80dvh;\n  }',
        "the tools of a replay leave no room for the board",
    ),
    Planted(
        "tables",
        'const expert = () => prefs.confirm === "never";',
        'const expert = () => prefs.confirm !== "always";',
        "a click on a piece sends at once",
    ),
    Planted(
        "tables",
        "inset: 0 0 auto auto;\n    min-width: 4.5rem;\n    min-height: var(--touch);",
        "inset: 0 0 auto auto;\n    min-width: 4.5rem;\n    min-height: 0; height: 1.8rem;",
        "the button that unfolds the list is too small for a finger",
    ),
)

"""Bugs that are none: the code does the same, or what differs is promised to nobody. Each with its reason."""

from __future__ import annotations

from tests.mutants.equivalent import Equivalent
from tests.mutants.equivalents_cli import CLI
from tests.mutants.equivalents_load import LOAD
from tests.mutants.equivalents_match import MATCH
from tests.mutants.equivalents_room import ROOM
from tests.mutants.equivalents_store import STORE

EQUIVALENTS = (
    *CLI,
    *LOAD,
    *MATCH,
    *STORE,
    Equivalent(
        "service/bocage/live/audience.py",
        "old = sum(1 for entry in entries[: match.seq] if entry.at + delay <= now)",
        "old = sum(1 for entry in entries[: match.seq] if entry.at + delay < now)",
        "what is exactly old enough is released before anybody is shown the feed",
    ),
    Equivalent(
        "service/bocage/start.py",
        "return socket.create_server(address[:2], family=family, backlog=BACKLOG)",
        "return socket.create_server(address[:3], family=family, backlog=BACKLOG)",
        "addresses are pairs, or have a flow label that is 0",
    ),
    Equivalent("service/bocage/live/effects.py", "asked: int = 0", "asked: int = (-1)", "only times above 0 count"),
    *ROOM,
    Equivalent(
        "service/bocage/live/http_connection.py",
        "since = 0.0",
        "since = 1.0",
        "set anew as soon as there is a connection",
    ),
    Equivalent(
        "service/bocage/live/http_connection.py",
        "if data and not self.transport.is_closing():",
        "if (not self.transport.is_closing()):",
        "to read nothing does nothing",
    ),
    Equivalent(
        "clients/bocage/terminal/seat.py",
        'self._waited_for = ("", -2)',
        'self._waited_for = ("", -3)',
        "no seat has either number: nobody is waited for",
    ),
    Equivalent(
        "service/bocage/live/capacity.py", "OWN = 48", "", "how many descriptors are kept back is an estimate"
    ),
    Equivalent(
        "clients/bocage/terminal/seat.py",
        'self._waited_for = ("", -2)',
        'self._waited_for = ("", -1)',
        "no decision is of the kind that has no name: nobody is waited for",
    ),
    Equivalent(
        "service/bocage/store/shard_group.py",
        "since = max(self._now - duration, self.outages[-1][1] if self.outages else 0)",
        "since = max(self._now - duration, self.outages[-1][1] if self.outages else (-1))",
        "no time is before 0",
    ),
    Equivalent(
        "service/bocage/live/rooms.py",
        "self._asked_at = 0.0",
        "self._asked_at = 1.0",
        "set anew with each append, and read when one has ended",
    ),
    Equivalent("service/bocage/live/node.py", "SWEEP = 1.0", "", "how often is a matter of load, not of behaviour"),
    Equivalent(
        "service/bocage/live/session.py", "PAUSE = 0.005", "", "how often is a matter of load, not of behaviour"
    ),
    Equivalent(
        "service/bocage/app.py",
        "await asyncio.gather(*(task for task in tasks if task not in own), return_exceptions=True)",
        "pass",
        "cancelled tasks end by themselves, too",
    ),
    Equivalent(
        "service/bocage/store/topology.py",
        "await asyncio.gather(self._ticker, return_exceptions=True)",
        "pass",
        "a cancelled task ends by itself, too",
    ),
    Equivalent(
        "clients/web/js/replay/replay_feed.js",
        "return (this.moments.find(({ view }) => view.table) ?? this.moments[0])?.seq ?? 0;",
        "return (this.moments.find(({ view }) => view.table) ?? this.moments[0])?.seq ?? 1;",
        "there is always a moment",
    ),
    Equivalent(
        "clients/web/js/replay/replay_feed.js",
        "return (this.moments.find(({ view }) => view.table) ?? this.moments[0])?.seq ?? 0;",
        "return (this.moments.find(({ view }) => view.table) ?? this.moments[0])?.seq ?? -1;",
        "there is always a moment",
    ),
    Equivalent(
        "clients/web/js/replay/replay_feed.js",
        "const first = this.moments[0]?.seq ?? 0;",
        "const first = this.moments[0]?.seq ?? 1;",
        "there is always a moment",
    ),
    Equivalent(
        "clients/web/js/client/connection.js",
        "#ids = 0;",
        "#ids = 1;",
        "numbers of requests need not begin anywhere",
    ),
    Equivalent(
        "service/bocage/http/replays.py",
        "viewer = int(eyes_wanted[:4])",
        "viewer = int(eyes_wanted[:5])",
        "a number of more than three digits is no seat, wherever it is cut off",
    ),
    Equivalent("service/bocage/http/seating.py", "LATER = 60", "LATER = 61", "nobody promises the last second"),
    Equivalent("service/bocage/http/seating.py", "LATER = 60", "LATER = 59", "nobody promises the last second"),
    Equivalent(
        "protocol/bocage/protocol/framing.py",
        "_HEADS = {op: tuple(bytes((op, size)) for size in range(126)) for op in (_TEXT, _BINARY)}",
        "_HEADS = {op: tuple(bytes((op, size)) for size in range(252)) for op in (_TEXT, _BINARY)}",
        "from 126 bytes on a frame has another head",
    ),
    Equivalent(
        "service/bocage/log/match.py",
        "before = self.game.copy(self.state) if self.undo.allowed and preview is None else self.state",
        "before = self.game.copy(self.state) if (self.undo.allowed) else self.state",
        "a copy more: a state that is not changed in place is as good as its copy",
    ),
    Equivalent(
        "service/bocage/log/match.py",
        "before = self.game.copy(self.state) if self.undo.allowed and preview is None else self.state",
        "before = self.game.copy(self.state) if (preview is None) else self.state",
        "a copy more, which nobody looks at where nothing can be taken back",
    ),
    Equivalent(
        "service/bocage/log/match.py",
        "self.at = 0",
        "self.at = (-1)",
        "no entry is older than the clock that stamps it",
    ),
    Equivalent(
        "service/bocage/features/ratings/glicko.py",
        "at_low /= 2",
        "at_low /= 3",
        "the search for the root takes other steps to the same root",
    ),
    Equivalent(
        "service/bocage/log/projection.py", "return 0", "return 1", "no entry is of the first millisecond of 1970"
    ),
    Equivalent(
        "clients/web/js/client/connection.js",
        "setTimeout(() => this.#socket === socket && this.#hello(), refused.retry ?? 0);",
        "setTimeout(() => this.#socket === socket && this.#hello(), refused.retry ?? -1);",
        "a time that is past is no wait",
    ),
    Equivalent("service/bocage/http/context.py", "LONGEST_TOKEN = 200", "", "a token has sixty characters"),
    Equivalent(
        "service/bocage/store/connection.py",
        "self._heard = 0.0",
        "self._heard = 1.0",
        "the loop's clock is past both",
    ),
    Equivalent(
        "service/bocage/store/embedded.py",
        "self._lock.close()",
        "pass",
        "closed all the same when nobody has it any more",
    ),
    Equivalent(
        "service/bocage/features/accounts/storage.py",
        "by_code = [hmac.compare_digest(one, digest) for one in codes]",
        "by_code = [hmac.compare_digest(digest, one) for one in codes]",
        "they are compared, whichever comes first",
    ),
    Equivalent(
        "service/bocage/http/rematch.py",
        "first = next(at for seq in range(1, replay.length + 1) if (at := replay.at(seq)).begun)",
        "first = next(at for seq in range(2, replay.length + 1) if (at := replay.at(seq)).begun)",
        "play begins neither with the first entry nor with the last",
    ),
    Equivalent(
        "service/bocage/http/rematch.py",
        "first = next(at for seq in range(1, replay.length + 1) if (at := replay.at(seq)).begun)",
        "first = next(at for seq in range(1, replay.length + 2) if (at := replay.at(seq)).begun)",
        "play begins neither with the first entry nor with the last",
    ),
    Equivalent(
        "service/bocage/http/rematch.py",
        "first = next(at for seq in range(1, replay.length + 1) if (at := replay.at(seq)).begun)",
        "first = next(at for seq in range(1, replay.length + 0) if (at := replay.at(seq)).begun)",
        "play begins neither with the first entry nor with the last",
    ),
    Equivalent(
        "service/bocage/cli/schema.py",
        "print(json.dumps(schema(), indent=2, ensure_ascii=False))",
        "",
        "the same JSON",
    ),
    Equivalent(
        "service/bocage/store/appends.py",
        "elif result > 0:",
        "elif result >= 0:",
        "a script gives -1 or a time, and no time is 0",
    ),
    Equivalent(
        "service/bocage/store/topology.py",
        "if first <= slot <= last and address in self._servers:",
        "if (first <= slot <= last):",
        "who stands in the map has a server, from the moment at which the map is read",
    ),
    Equivalent(
        "service/bocage/features/ratings/ladders.py",
        "_, later = await self._results.after(-1)",
        "_, later = await self._results.after(-0)",
        "no result is of the time 0",
    ),
    Equivalent(
        "service/bocage/http/link_previews.py",
        "head = _of_game(find_game(rest[0]), first, lang)",
        "head = _of_game(find_game(rest[(-1)]), first, lang)",
        "there is one part: the first is the last",
    ),
    Equivalent(
        "service/bocage/cli/export.py",
        'parser.add_argument("--invite", default="", metavar="CODE", help="invite code of a private match")',
        "parser.add_argument('--invite', default='', help='invite code of a private match')",
        "the help calls the code INVITE",
    ),
    Equivalent("service/bocage_tools/arena/ratings.py", "break", "pass", "further steps change nothing any more"),
    Equivalent("service/bocage/store/store.py", "PARTING = 5.0", "", "nobody promises the last second"),
    Equivalent(
        "service/bocage/store/embedded.py",
        "self._lock = None",
        "pass",
        "to close a file that is closed does nothing",
    ),
    Equivalent(
        "service/bocage/store/waiting.py",
        "return waiting_key(hashlib.sha256(who.encode()).hexdigest()[:32])",
        "",
        "31 digits tell people apart as well",
    ),
    Equivalent(
        "service/bocage/live/addresses.py",
        "REMEMBERED = 4096",
        "",
        "how many addresses are at hand is a matter of load, not of behaviour",
    ),
    Equivalent(
        "service/bocage/features/vacations/change.py",
        "MOST = 10_000",
        "",
        "more matches than anybody plays at a time",
    ),
    Equivalent(
        "service/bocage/features/vacations/change.py",
        "TRIES = 8",
        "",
        "how often is an estimate: who changes it elsewhere eight times meanwhile is told to try again",
    ),
    Equivalent(
        "service/bocage/features/accounts/leaving.py", "MOST = 100_000", "", "more matches than anybody has"
    ),
    Equivalent(
        "service/bocage/live/server.py",
        "GC_THRESHOLDS = 2_000, 5, 50_000",
        "",
        "how seldom is a matter of load, not of behaviour",
    ),
    Equivalent(
        "service/bocage/live/overdue.py",
        "PUT_OFF = 600_000",
        "",
        "how long a match that nobody can tend stands behind others is a matter of load",
    ),
    Equivalent(
        "service/bocage/live/session.py", "self.unheard_changes = 0", "", "only whether it has changed is asked"
    ),
    Equivalent(
        "service/bocage/live/capacity.py",
        "self.paid = 0.0",
        "self.paid = (-1.0)",
        "no clock shows less than 0",
    ),
    Equivalent(
        "service/bocage/limits/rates.py", "self._paid = 0.0", "self._paid = (-1.0)", "no clock shows less than 0"
    ),
    Equivalent(
        "service/bocage/limits/rates.py",
        "FEW = 10_000",
        "",
        "from how many on buckets are looked through is a matter of load",
    ),
    Equivalent(
        "service/bocage/live/capacity.py", "RESERVED = 16", "", "how many descriptors are kept back is an estimate"
    ),
    Equivalent(
        "service/bocage/live/capacity.py", "PLENTY = 65_536", "", "how many descriptors are of use is an estimate"
    ),
    Equivalent(
        "service/bocage/live/watching.py",
        "CROWD = 16",
        "",
        "from how many on is a matter of load, not of behaviour",
    ),
    Equivalent("service/bocage/live/outbox.py", "MANY = 64", "", "how many is a matter of load, not of behaviour"),
    Equivalent(
        "service/bocage/live/connection.py", "_UNSENT = 16_384", "", "how much the kernel keeps is an estimate"
    ),
    Equivalent(
        "service/bocage/live/connection.py", "self.heard = 0.0", "", "set when it opens; nobody asks before"
    ),
    Equivalent("service/bocage/live/connection.py", "self._asked = 0.0", "", "any time before it opens"),
    Equivalent(
        "service/bocage/live/connection.py",
        "position, frames = 0, 0",
        "position, frames = 0, 1",
        "one frame more for what comes after goodbye",
    ),
    Equivalent(
        "service/bocage/live/connection.py",
        "position, frames = 0, 0",
        "position, frames = 0, (-1)",
        "one frame less for what comes after goodbye",
    ),
    Equivalent(
        "service/bocage/live/lobby.py",
        "placed.sort(key=lambda one: one[0])",
        "placed.sort()",
        "a position ends with the id of the match: no two are alike, and rows are never compared",
    ),
    Equivalent(
        "clients/bocage/sdk/play.py", "last = newest = 0", "last = newest = (-1)", "no entry has either number"
    ),
    Equivalent(
        "protocol/bocage/protocol/patch.py",
        "gone = len(before) - len(after)",
        "gone = (len(before) + len(after))",
        "what is gone is looked for where nothing is, and not found",
    ),
    Equivalent(
        "protocol/bocage/protocol/patch.py",
        "gone += 1",
        "gone += 2",
        "what is gone is looked for where nothing is, and not found",
    ),
    Equivalent(
        "clients/bocage/terminal/seat.py", "self._asked = 0", "self._asked = (-1)", "no entry has either number"
    ),
    Equivalent(
        "clients/bocage/terminal/seat.py",
        "self._answered = 0",
        "self._answered = (-1)",
        "no entry has either number",
    ),
    Equivalent(
        "clients/bocage/terminal/console.py",
        'threading.Thread(target=self._pump, name="stdin", daemon=True).start()',
        "threading.Thread(target=self._pump, daemon=True).start()",
        "what a thread is called is for people who debug",
    ),
    Equivalent(
        "service/bocage_tools/load/checks.py",
        'return hashlib.blake2b(msgspec.json.encode(shown, order="deterministic"), digest_size=8).digest()',
        'return hashlib.blake2b(msgspec.json.encode(shown, order="deterministic"), digest_size=9).digest()',
        "digests are compared with each other only",
    ),
    Equivalent(
        "service/bocage/logs.py", "super().__init__()", "pass", "what it sets up is not used by our own formats"
    ),
)


def reason(path: str, before: str, after: str) -> str:
    """Why this is no bug; empty: it is one."""
    for known in EQUIVALENTS:
        if (known.path, known.before) == (path, before) and known.after in ("", after):
            return known.why
    return ""

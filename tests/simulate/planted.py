"""Bugs to be planted, each one line of the service or the SDK, to see that the simulation finds them."""

from __future__ import annotations

import ast
import contextlib
import textwrap
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any

import msgspec


class Bug(msgspec.Struct, frozen=True):
    """``where``: module and function. ``line`` stands there once, and is replaced by ``instead``.

    ``kinds``: the faults that its seeds are drawn with (empty: any). ``turns``: of its matches (0: any).
    ``seeds``: some that found it once, which are tried first; ``python -m tests.simulate --planted all
    --seeds 400`` prints which one does now.
    """

    name: str
    what: str
    where: str
    line: str
    instead: str
    kinds: tuple[str, ...] = ()
    turns: int = 0
    seeds: tuple[int, ...] = ()


BUGS = (
    Bug(
        "push-after-heal",
        "a follower drops what is pushed once its log was read again",
        "bocage.store.followed_logs:FollowedLogs.deliver",
        "elif entry.seq == followed.tail.seq + 1:",
        "elif entry.seq == followed.tail.seq + 1 and followed.healing is None:",
        ("cut_storage", "clock_ahead"),
        40,
        (176,),
    ),
    Bug(
        "no-heal",
        "after a reconnection nothing is read again",
        "bocage.store.shard_group:ShardGroup.attach",
        "await self._heal(connection)",
        "pass",
    ),
    Bug(
        "fate-guessed",
        "an append whose connection was lost is said not to be stored",
        "bocage.store.appends:Appends._replied",
        "self._unsure += batch",
        "self._refuse(batch, StorageUnavailableError(100))",
        ("cut_storage", "partition", "stop_redis"),
        seeds=(21, 3),
    ),
    Bug(
        "no-fence",
        "what an old connection sent may be stored after the new one is in use",
        "bocage.store.appends:Appends.fence_off",
        'await connection.call("SET", self._fence, self._epoch, "EX", FENCED)',
        "pass",
        ("cut_storage", "partition", "slow_net"),
        seeds=(24, 48),
    ),
    Bug(
        "replicas-not-awaited",
        "an entry is acknowledged although no replica has it",
        "bocage.store.appends:Appends._send_and_wait",
        "count < self._replicas",
        "count < 0",
        ("fail_over", "cut_replica", "cut_replica"),
        seeds=(25, 3),
    ),
    Bug(
        "told-after-answer",
        "a node's own entry is not told to its follower",
        "bocage.store.appends:Appends._replied",
        "self._followed_logs.deliver(append.match, entry)",
        "pass",
    ),
    Bug(
        "archive-times",
        "an archived log has other times",
        "bocage.store.archive:expand",
        "at += passed",
        "at = passed",
    ),
    Bug(
        "ack-before-stored",
        "a command is answered before its entry is stored",
        "bocage.live.room:Room._propose",
        "self._out.append(effects.Append(proposal, asked))",
        "self._out.append(effects.Append(proposal, asked));"
        " work and self._out.append(effects.Answer(work, proposal.seq))",
    ),
    Bug(
        "lost-race-forgotten",
        "a command that lost a race is never answered",
        "bocage.live.room:Room._number_taken",
        "self._work.appendleft(append.work)",
        "pass",
        ("clock_ahead", "partition", "stop_redis", "cut_client"),
        seeds=(42,),
    ),
    Bug(
        "owed-forgotten",
        "an owed entry is not added by another node when the one that should have is gone",
        "bocage.live.room:Room._tend",
        "self._work.append(Housekeeping(self._now))",
        "pass",
        seeds=(177, 118),
    ),
    Bug(
        "delayed-early",
        "the delayed feed hands one entry out a second and a half early",
        "bocage.live.feed:DelayedFeed.release",
        "if self._delay and due > now:",
        "if self._delay and due > now + 1500:",
        seeds=(5, 15),
    ),
    Bug(
        "resume-off-by-one",
        "a resume leaves the first missed entry out",
        "bocage.live.feed:replay",
        "frames[form][since - first :]",
        "frames[form][since - first + 1 :]",
        ("cut_client", "cut_clients", "kill_node"),
    ),
    Bug(
        "other-seats-snapshot",
        "a snapshot shows what seat 0 sees",
        "bocage.live.feed:MatchFeed.snapshot",
        "seen = view(self.match, viewer)",
        "seen = view(self.match, 0)",
    ),
    Bug(
        "other-seats-events",
        "what one seat alone is told goes to all",
        "bocage.log.view:EntryMessages.update",
        "told_to(viewer, self._told)",
        "told_to(0, self._told)",
    ),
    Bug(
        "open-eyes",
        "somebody without a seat sees all hands",
        "bocage.live.access:viewer_for",
        "return seat if seat >= 0 else PUBLIC",
        "return seat if seat >= 0 else OPEN",
    ),
    Bug(
        "resumes-too-far",
        "a client that connects again says that it knows one entry more than it does, and not which one",
        "bocage.sdk.subscriptions:Subscription.request",
        "seq=mirror.seq,\n        open=self.open_hands,\n        invite=self.invite,\n"
        "        digest=mirror.state.digest,",
        "seq=mirror.seq + 1,\n        open=self.open_hands,\n        invite=self.invite,",
        ("cut_client", "kill_node", "slow_reader"),
    ),
    Bug(
        "resume-by-number",
        "a resume where nothing was missed does not look which entry the number is now",
        "bocage.live.audience:Audience._show",
        "if missed or not subscription.fits(digest(feed.match.head, feed.match.secret)):",
        "if missed:",
        ("lose_tail", "kill_node", "cut_client"),
        seeds=(250,),
    ),
    Bug(
        "catch-up-by-number",
        "what was missed is sent without a look at which entry the number is now",
        "bocage.live.feed:replay",
        'wish.fits(now.get(wish.since, ""))',
        "True",
        ("lose_tail", "kill_node", "cut_client"),
        seeds=(250, 204),
    ),
    Bug(
        "request-forgotten",
        "a request is not sent again on a new connection",
        "bocage.sdk.requests:Requests.again",
        "self._send(pending)",
        "pass",
        ("cut_client", "cut_clients", "kill_node"),
        seeds=(11, 16),
    ),
    Bug(
        "follow-forgotten",
        "a match is not followed again on a new connection",
        "bocage.sdk.subscriptions:Subscriptions.again",
        "self._link.send(subscription.request())",
        "pass",
        ("cut_client", "cut_clients", "kill_node"),
    ),
    Bug(
        "deadline-stays",
        "the deadline of a match that has ended is not taken off the list",
        "bocage.log.projection:_after",
        "return Change(due=-1, final=True)",
        "return Change(due=1, final=True)",
    ),
    Bug(
        "outage-kept",
        "an outage is written down, but its time is not given back",
        "bocage.log.clock:Clock.outage",
        "self.since += until - start",
        "self.since += 0",
        ("stop_redis", "crash_redis"),
    ),
    Bug(
        "lobby-not-reloaded",
        "the lobby is not read again when storage is back",
        "bocage.live.node:Node._up",
        'self._background.spawn(self.lobby.load(), "load lobby")',
        "pass",
        ("cut_storage", "partition", "stop_redis"),
        seeds=(135,),
    ),
    Bug(
        "waiters-lost",
        "those who wait for a match that cannot be opened are never answered",
        "bocage.live.rooms:Rooms._open",
        "for waiting in self._opening.pop(match):",
        "for waiting in self._opening.pop(match)[:0]:",
        ("full_disk", "cut_client", "partition", "kill_node"),
        seeds=(93, 98),
    ),
    Bug(
        "no-room-again",
        "a reader that was slow is not sent the whole view when there is room again",
        "bocage.live.session:Session.drained",
        "self._rooms.renew(self, subscription)",
        "pass",
        ("slow_reader",),
        40,
    ),
    Bug(
        "another-action",
        "an answer is taken for a repetition although it is another action",
        "bocage.log.judge:_again",
        "answer.seat == seat and answer.action == action",
        "answer.seat == seat",
        ("stop_redis", "pause_node", "partition", "slow_net"),
        40,
    ),
)


def target(bug: Bug) -> FunctionType:
    """The function that the bug is planted in. Raises ``LookupError`` where there is none."""
    module, _, path = bug.where.partition(":")
    found: Any = import_module(module)
    for name in path.split("."):
        found = getattr(found, name, None)
    if not isinstance(found, FunctionType):
        raise LookupError(f"no function {bug.where}")
    return found


def _source(bug: Bug) -> str:
    """The text of the bug's function as it stands in its file.

    ``inspect`` does not serve here: it goes by the code object, and that is another one while a bug is planted.
    """
    module, _, path = bug.where.partition(":")
    file = import_module(module).__file__
    assert file is not None
    text = Path(file).read_text(encoding="utf-8")
    found: ast.AST = ast.parse(text)
    for name in path.split("."):
        (found,) = [node for node in ast.iter_child_nodes(found) if getattr(node, "name", "") == name]
    return textwrap.dedent(ast.get_source_segment(text, found, padded=True) or "")


@contextlib.contextmanager
def planted(bug: Bug) -> Iterator[None]:
    """The bug is there. Raises ``LookupError`` where its line does not stand as it is written down."""
    function = target(bug)
    source = _source(bug)
    if source.count(bug.line) != 1:
        raise LookupError(f"{bug.where} has not exactly once: {bug.line}")
    names: dict[str, Any] = {}
    text = source.replace(bug.line, bug.instead)
    exec(compile(f"from __future__ import annotations\n{text}", bug.name, "exec"), names)
    before = function.__code__
    # The code alone is exchanged: whoever has the function already has the bug as well.
    function.__code__ = names[function.__name__].__code__
    try:
        yield
    finally:
        function.__code__ = before

"""A process that thinks for others: requests as JSON lines on standard input, answers on standard output.

It runs at low priority, ends with its input, and knows nothing of matches: a request holds the game, the level, the
viewed document and the legal actions, the answer which of them to play. ``bocage.engine.thinkers`` starts it. Its
argument, if there is one, is a file: of all processes that are given the same file, one thinks at a time.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, BinaryIO

import msgspec

#: How much this process stands back behind others, as nice(2) counts.
NICE = 10


class Request(msgspec.Struct, frozen=True, tag="think"):
    """What to think about."""

    game: str
    level: str
    view: dict[str, Any]
    actions: list[dict[str, Any]]


class ReviewRequest(msgspec.Struct, frozen=True, tag="review"):
    """Which game to review: its course. ``nodes``: as :func:`bocage.engine.review.review` takes it."""

    course: msgspec.Raw
    nodes: int = 0


class HintRequest(msgspec.Struct, frozen=True, tag="hint"):
    """What to advise somebody on: a ``bocage.protocol.hint.HintQuestion``."""

    question: msgspec.Raw


class Progress(msgspec.Struct, frozen=True, tag="progress"):
    """Before the answer about a review: so many of its choices were looked at."""

    done: int
    choices: int


class Reply(msgspec.Struct, frozen=True, tag="answer"):
    """Which action (from 0), or what was ``made``: a review, a hint. ``error``: why there is none.

    ``seconds``: of processor time.
    """

    at: int = 0
    seconds: float = 0.0
    error: str = ""
    made: msgspec.Raw = msgspec.Raw(b"null")


@cache
def _strategy(game: str, level: str) -> Callable[..., Any]:
    from bocage.bots import find_strategy
    from bocage.rules.kernel.registry import find_game
    from bocage.sdk.bot import FromFacts

    found = find_strategy(level, game)
    return found.make(dict(find_game(game).facts())) if isinstance(found, FromFacts) else found


def answer(request: Request) -> Reply:
    """Think about one request; a defect of the rules or of the strategy is told, not raised."""
    begin = time.process_time()
    try:
        action = _strategy(request.game, request.level)(request.view, request.actions)
        at = request.actions.index(action)
    except Exception as error:
        return Reply(error=f"{type(error).__name__}: {error}")
    return Reply(at, time.process_time() - begin)


def answer_review(request: ReviewRequest, tell: Callable[[Progress], None] = lambda _: None) -> Reply:
    """Review one game; a defect is told, not raised. ``tell``: is told how far it is."""
    from bocage.engine.review import review
    from bocage.rules.kernel.course import Course

    begin = time.process_time()
    try:
        course = msgspec.json.decode(request.course, type=Course)
        made = review(course, request.nodes, lambda done, choices: tell(Progress(done, choices)))
    except Exception as error:
        return Reply(error=f"{type(error).__name__}: {error}")
    return Reply(0, time.process_time() - begin, made=msgspec.Raw(msgspec.json.encode(made)))


def answer_hint(request: HintRequest) -> Reply:
    """Advise somebody; a defect is told, not raised."""
    from bocage.engine.hint import hint
    from bocage.protocol.hint import HintQuestion

    begin = time.process_time()
    try:
        made = hint(msgspec.json.decode(request.question, type=HintQuestion))
    except Exception as error:
        return Reply(error=f"{type(error).__name__}: {error}")
    return Reply(0, time.process_time() - begin, made=msgspec.Raw(msgspec.json.encode(made)))


def answer_any(request: Request | ReviewRequest | HintRequest, tell: Callable[[Progress], None]) -> Reply:
    """Answer a request of any kind. ``tell``: as :func:`answer_review` takes it."""
    match request:
        case Request():
            return answer(request)
        case ReviewRequest():
            return answer_review(request, tell)
        case HintRequest():
            return answer_hint(request)


@contextlib.contextmanager
def turn(file: str) -> Iterator[None]:
    """Wait until no other process holds ``file``, and hold it; empty, or it cannot be made: wait for nobody."""
    try:
        held = os.open(file, os.O_RDWR | os.O_CREAT, 0o600) if file else -1
    except OSError:
        held = -1
    if held < 0:
        yield
        return
    # Only where there is a service: not on every system that has clients.
    import fcntl

    try:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield
    finally:
        os.close(held)


def serve(source: BinaryIO, sink: BinaryIO, file: str = "") -> None:
    """Answer request after request, until ``source`` ends. ``file``: as :func:`turn` takes it."""

    def write(line: Progress | Reply) -> None:
        sink.write(msgspec.json.encode(line) + b"\n")
        sink.flush()

    for line in source:
        request = msgspec.json.decode(line, type=Request | ReviewRequest | HintRequest)
        with turn(file):
            found = answer_any(request, write)
        write(found)


def main() -> None:
    """The process."""
    with contextlib.suppress(AttributeError, OSError):  # not on every system
        os.nice(NICE)
    with contextlib.suppress(BrokenPipeError, KeyboardInterrupt):
        serve(sys.stdin.buffer, sys.stdout.buffer, sys.argv[1] if len(sys.argv) > 1 else "")


if __name__ == "__main__":
    main()

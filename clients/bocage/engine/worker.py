"""A process that runs the engine: requests as JSON lines on standard input, answers on standard output.

It runs at low priority, ends with its input, and keeps no state of matches: a request contains the game, the level,
the viewed document and the legal actions; the answer is the index of one. ``bocage.engine.thinkers`` starts it. Its
optional argument is a lock file: of all processes with the same file, one thinks at a time.
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

#: Niceness of the process, see nice(2).
NICE = 10


class Request(msgspec.Struct, frozen=True, tag="think"):
    """A decision to make."""

    game: str
    level: str
    view: dict[str, Any]
    actions: list[dict[str, Any]]


class ReviewRequest(msgspec.Struct, frozen=True, tag="review"):
    """A game to review. ``nodes``: see :func:`bocage.engine.review.review`."""

    course: msgspec.Raw
    nodes: int = 0


class HintRequest(msgspec.Struct, frozen=True, tag="hint"):
    """A question for a hint: a ``bocage.protocol.hint.HintQuestion``."""

    question: msgspec.Raw


class FairnessRequest(msgspec.Struct, frozen=True, tag="fairness"):
    """Games to play: a ``bocage.protocol.fairness.FairnessQuestion``."""

    question: msgspec.Raw


#: A request of any kind.
AnyRequest = Request | ReviewRequest | HintRequest | FairnessRequest


class Progress(msgspec.Struct, frozen=True, tag="progress"):
    """Progress of a review: choices done, and all."""

    done: int
    choices: int


class Reply(msgspec.Struct, frozen=True, tag="answer"):
    """The index of an action, or the ``made`` review, hint or tally. ``error``: why there is none.

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
    """Make a decision. Errors of rules or strategy are returned, not raised."""
    begin = time.process_time()
    try:
        action = _strategy(request.game, request.level)(request.view, request.actions)
        at = request.actions.index(action)
    except Exception as error:
        return Reply(error=f"{type(error).__name__}: {error}")
    return Reply(at, time.process_time() - begin)


def answer_review(request: ReviewRequest, tell: Callable[[Progress], None] = lambda _: None) -> Reply:
    """Review a game. Errors are returned, not raised. ``tell`` receives the progress."""
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
    """Make a hint. Errors are returned, not raised."""
    from bocage.engine.hint import hint
    from bocage.protocol.hint import HintQuestion

    begin = time.process_time()
    try:
        made = hint(msgspec.json.decode(request.question, type=HintQuestion))
    except Exception as error:
        return Reply(error=f"{type(error).__name__}: {error}")
    return Reply(0, time.process_time() - begin, made=msgspec.Raw(msgspec.json.encode(made)))


def answer_fairness(request: FairnessRequest) -> Reply:
    """Play games of the engine against itself. Errors are returned, not raised."""
    from bocage.engine.fairness import play
    from bocage.protocol.fairness import FairnessQuestion

    begin = time.process_time()
    try:
        made = play(msgspec.json.decode(request.question, type=FairnessQuestion))
    except Exception as error:
        return Reply(error=f"{type(error).__name__}: {error}")
    return Reply(0, time.process_time() - begin, made=msgspec.Raw(msgspec.json.encode(made)))


def answer_any(request: AnyRequest, tell: Callable[[Progress], None]) -> Reply:
    """Answer a request of any kind. ``tell``: see :func:`answer_review`."""
    match request:
        case Request():
            return answer(request)
        case ReviewRequest():
            return answer_review(request, tell)
        case HintRequest():
            return answer_hint(request)
        case FairnessRequest():
            return answer_fairness(request)


@contextlib.contextmanager
def turn(file: str) -> Iterator[None]:
    """Lock ``file``, waiting for other processes; without a usable file, do not wait."""
    try:
        held = os.open(file, os.O_RDWR | os.O_CREAT, 0o600) if file else -1
    except OSError:
        held = -1
    if held < 0:
        yield
        return
    # Imported here, because clients may run on systems without it.
    import fcntl

    try:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield
    finally:
        os.close(held)


def serve(source: BinaryIO, sink: BinaryIO, file: str = "") -> None:
    """Answer requests until ``source`` ends. ``file``: see :func:`turn`."""

    def write(line: Progress | Reply) -> None:
        sink.write(msgspec.json.encode(line) + b"\n")
        sink.flush()

    for line in source:
        request = msgspec.json.decode(line, type=AnyRequest)
        with turn(file):
            found = answer_any(request, write)
        write(found)


def main() -> None:
    with contextlib.suppress(AttributeError, OSError):  # not on every system
        os.nice(NICE)
    with contextlib.suppress(BrokenPipeError, KeyboardInterrupt):
        serve(sys.stdin.buffer, sys.stdout.buffer, sys.argv[1] if len(sys.argv) > 1 else "")


if __name__ == "__main__":
    main()

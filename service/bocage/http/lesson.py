"""The guided first game for the page: a replay in which the learner makes their own moves."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from bocage.log.entries import Acted, Entry, decode
from bocage.log.lesson import first_answer, lesson_log
from bocage.log.replay import Replay
from bocage.protocol.messages import Snapshot, Update
from bocage.protocol.rest import LessonLog
from bocage.rules.kernel import AnyGame
from bocage.rules.kernel.registry import find_game

LEARNER = 0


def _script(entries: Iterable[Entry]) -> Iterator[tuple[str, Any]]:
    for entry in entries:
        body = decode(entry.raw)
        if isinstance(body, Acted) and body.seat == LEARNER:
            yield str(entry.seq), body.action


def lesson_of(game: AnyGame) -> LessonLog | None:
    """Return the guided first game as the learner sees it; None: the game has none."""
    lesson = game.lesson()
    if lesson is None:
        return None
    entries = lesson_log(game, lesson)
    first = first_answer(game)
    # The learner joins after the setup: their first view is the position of the first comment.
    snapshot, *updates = Replay(entries, lesson.secret, LEARNER).stream(LEARNER, first - 1)
    assert isinstance(snapshot, Snapshot)
    return LessonLog(
        seat=LEARNER,
        snapshot=snapshot,
        updates=[update for update in updates if isinstance(update, Update)],
        script=dict(_script(entries)),
        comments={str(first - 1 + taken): comment for taken, comment in lesson.comments.items()},
    )


def main(game_id: str) -> None:
    """Print the lesson as the learner sees it: comments, events and their moves."""
    game = find_game(game_id)
    log = lesson_of(game)
    if log is None:
        raise SystemExit(f"{game_id} has no lesson")
    for update in log.updates:
        if comment := log.comments.get(str(update.seq - 1)):
            print(f"      {comment.en}")
        print(f"{update.seq:>5} {msgspec.json.encode(update.events).decode()}")
    if comment := log.comments.get(str(log.updates[-1].seq)):
        print(f"      {comment.en}")


if __name__ == "__main__":
    main(sys.argv[1])

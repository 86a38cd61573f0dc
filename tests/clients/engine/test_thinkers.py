"""Thinking in other processes: answered by them, in turn, and never waited for without end."""

from __future__ import annotations

import asyncio
import io
import os
import signal
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest
import pytest_asyncio

from bocage.engine.fairness import play
from bocage.engine.hint import hint
from bocage.engine.review import review
from bocage.engine.thinkers import Thinkers
from bocage.engine.worker import Reply, Request, answer, serve
from bocage.log.course import course_of
from bocage.protocol.fairness import FairnessQuestion, Tally
from bocage.protocol.hint import HintQuestion
from bocage.rules.kernel.registry import find_game
from bocage.rules.squad.drawn import EXAMPLES, read_map
from tests.cli.stored import play_out
from tests.clients.engine.positions import document, positions


@pytest_asyncio.fixture
async def thinkers() -> AsyncIterator[Thinkers]:
    made = Thinkers(workers=1, most=2)
    yield made
    await made.close()


def asked() -> tuple[dict[str, Any], list[dict[str, Any]]]:
    game = find_game("omaha")
    state, decision = positions(game, 1)[0]
    return document(game, state), msgspec.to_builtins(decision.actions)


def test_worker_answers_by_line_and_reports_errors() -> None:
    view, actions = asked()
    requests = [Request("omaha", "recruit", view, actions), Request("omaha", "recruit", {}, actions)]
    sink = io.BytesIO()
    serve(io.BytesIO(b"".join(msgspec.json.encode(one) + b"\n" for one in requests)), sink)
    good, bad = (msgspec.json.decode(line, type=Reply) for line in sink.getvalue().splitlines())
    assert (good.error, 0 <= good.at < len(actions)) == ("", True)
    assert bad.error.startswith("KeyError")


@pytest.mark.asyncio
async def test_a_process_thinks_as_this_one_would(thinkers: Thinkers) -> None:
    view, actions = asked()
    chosen = await thinkers.choose("omaha", "recruit", view, actions)
    assert chosen == actions[answer(Request("omaha", "recruit", view, actions)).at]
    assert (thinkers.counts.thought, thinkers.counts.failed, thinkers.waiting, thinkers.busy) == (1, 0, 0, 0)
    assert 0 < thinkers.counts.longest <= thinkers.counts.seconds


@pytest.mark.asyncio
async def test_a_process_reviews_as_this_one_would(thinkers: Thinkers) -> None:
    course = course_of(play_out("omaha", 7))
    assert course is not None
    told: list[tuple[int, int]] = []
    made = await thinkers.review(msgspec.json.encode(course), 100, lambda *how_far: told.append(how_far))
    reviewed = review(course, 100)
    assert made == msgspec.json.encode(reviewed)
    # Every choice is told of, one after the other.
    assert told == [(n, told[0][1]) for n in range(1, told[0][1] + 1)]
    assert 1 < len(told) <= len(reviewed.choices)
    broken = msgspec.structs.replace(course, game="nothing")
    assert await thinkers.review(msgspec.json.encode(broken), 100) is None
    assert (thinkers.counts.thought, thinkers.counts.failed) == (1, 1)


@pytest.mark.asyncio
async def test_a_process_plays_the_games_that_this_one_would(thinkers: Thinkers) -> None:
    asked = FairnessQuestion("squad", dict(read_map(EXAMPLES[0]).options), [("us", "de")], 2, "x", Tally())
    made = await thinkers.play(msgspec.json.encode(asked))
    assert made == msgspec.json.encode(play(msgspec.structs.replace(asked, tally=Tally())))
    assert await thinkers.play(msgspec.json.encode(msgspec.structs.replace(asked, game="omaha"))) is None
    assert (thinkers.counts.thought, thinkers.counts.failed) == (1, 1)


@pytest.mark.asyncio
async def test_progressing_review_is_awaited_and_a_stalled_one_dropped(
    thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    course = course_of(play_out("omaha", 7))
    assert course is not None
    moved: list[asyncio.Timeout] = []
    reschedule = asyncio.Timeout.reschedule

    def move(limit: asyncio.Timeout, when: float | None) -> None:
        moved.append(limit)
        reschedule(limit, when)

    monkeypatch.setattr(asyncio.Timeout, "reschedule", move)
    told: list[tuple[int, int]] = []
    assert await thinkers.review(msgspec.json.encode(course), 100, lambda *how_far: told.append(how_far))
    # With each choice that was looked at, the time begins anew.
    assert len(moved) > len(told) > 1
    (worker,) = thinkers._idle
    monkeypatch.setattr("bocage.engine.thinkers.REVIEW_PATIENCE", 0.0)
    with pytest.raises(TimeoutError, match="too busy"):
        await thinkers.review(msgspec.json.encode(course), 100)
    await worker.wait()
    thinkers._most = 0
    with pytest.raises(TimeoutError, match="full"):
        await thinkers.review(msgspec.json.encode(course), 100)


@pytest.mark.asyncio
async def test_a_process_advises_as_this_one_would(thinkers: Thinkers) -> None:
    view, actions = asked()
    only = actions[:1]
    raw = [msgspec.Raw(msgspec.json.encode(one)) for one in (view, only)]
    question = HintQuestion("omaha", raw[0], raw[1])
    assert await thinkers.hint(msgspec.json.encode(question)) == msgspec.json.encode(hint(question))
    broken = msgspec.structs.replace(question, game="nothing")
    assert await thinkers.hint(msgspec.json.encode(broken)) is None
    assert (thinkers.counts.thought, thinkers.counts.failed) == (1, 1)


@pytest.mark.asyncio
async def test_late_hint_is_no_engine_failure(thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch) -> None:
    view, actions = asked()
    raw = [msgspec.Raw(msgspec.json.encode(one)) for one in (view, actions[:1])]
    question = msgspec.json.encode(HintQuestion("omaha", raw[0], raw[1]))
    monkeypatch.setattr("bocage.engine.thinkers.HINT_PATIENCE", 0.0)
    with pytest.raises(TimeoutError, match="too busy"):
        await thinkers.hint(question)
    monkeypatch.setattr("bocage.engine.thinkers.HINT_PATIENCE", 600.0)
    assert await thinkers.hint(question) is not None
    thinkers._most = 0
    with pytest.raises(TimeoutError, match="full"):
        await thinkers.hint(question)


@pytest.mark.asyncio
async def test_a_full_queue_says_so_at_once(thinkers: Thinkers) -> None:
    view, actions = asked()
    tasks = [asyncio.create_task(thinkers.choose("omaha", "recruit", view, actions)) for _ in range(5)]
    results = await asyncio.gather(*tasks)
    # One is thought about, two wait, and nobody else is let in meanwhile.
    assert sum(result is None for result in results) == thinkers.counts.full == 2
    assert thinkers.counts.thought == 3


@pytest.mark.asyncio
async def test_a_worker_that_dies_costs_one_answer(thinkers: Thinkers) -> None:
    view, actions = asked()
    assert await thinkers.choose("omaha", "recruit", view, actions) is not None
    (worker,) = thinkers._idle
    worker.kill()
    await worker.wait()
    assert await thinkers.choose("omaha", "recruit", view, actions) is None
    assert await thinkers.choose("omaha", "recruit", view, actions) is not None
    assert thinkers.counts.failed == 1


@pytest.mark.asyncio
async def test_who_gives_up_waiting_leaves_no_answer_behind(thinkers: Thinkers) -> None:
    view, actions = asked()
    assert await thinkers.choose("omaha", "recruit", view, actions) is not None
    (worker,) = thinkers._idle
    os.kill(worker.pid, signal.SIGSTOP)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(thinkers.choose("omaha", "recruit", view, actions), 0.01)
    assert worker not in thinkers._idle
    assert await thinkers.choose("omaha", "recruit", view, actions) in actions


@pytest.mark.asyncio
async def test_closed_is_closed(thinkers: Thinkers) -> None:
    view, actions = asked()
    assert await thinkers.choose("omaha", "recruit", view, actions) is not None
    await thinkers.close()
    assert await thinkers.choose("omaha", "recruit", view, actions) is None

"""The queue of reviews: what fails, what waits, and how many. Without Redis."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, cast

import pytest

from bocage.features.reviews import hints, queue
from bocage.features.reviews.queue import EACH, FAILED, LONGEST, MOST, ReviewQueue
from bocage.protocol.refusal import RefusedError
from bocage.store import StorageUnavailableError
from tests.virtual_time import run


async def code_of(work: Any) -> tuple[str, int]:
    """Code and pause of the refusal that ``work`` ends with."""
    with pytest.raises(RefusedError) as caught:
        await work
    return caught.value.code, caught.value.retry


class ReviewNode:
    """A store with logs, and an engine. ``errors``: raised instead of the next readings."""

    def __init__(self, *errors: Exception) -> None:
        self.errors = list(errors)
        self.version = "v1"
        self.kept: dict[str, bytes] = {}

    def engine(self, game: str) -> str:
        return self.version

    async def find(self, match: str, engine: str) -> bytes | None:
        return self.kept.get(f"{match} {engine}")

    async def making(self, match: str) -> None:
        """No other node makes any."""

    async def begin(self, match: str, making: Any) -> bool:
        return True

    async def leave(self, match: str) -> None:
        """Nobody else listens."""

    async def read(self, match: str) -> list[Any]:
        if self.errors:
            raise self.errors.pop(0)
        return []


def queue_on(node: ReviewNode) -> ReviewQueue:
    queue = ReviewQueue(cast(Any, node), cast(Any, node))
    queue.opponents = cast(Any, node)
    return queue


class Bell(asyncio.Event):
    """Heard twice at most: who never stills it would listen for ever."""

    heard = 0

    async def wait(self) -> Any:
        self.heard += 1
        if self.heard > 2:
            raise asyncio.CancelledError
        return await super().wait()


async def test_when_nothing_is_wanted_it_waits() -> None:
    node = ReviewNode()
    reviews = queue_on(node)
    bell = reviews._more = Bell()
    task = asyncio.create_task(reviews.run())
    await asyncio.sleep(0)
    assert (await code_of(reviews.find("m", "omaha")))[0] == "review_pending"
    for _ in range(20):
        await asyncio.sleep(0)
    assert (bell.heard, reviews.failed, task.done()) == (2, 1, False)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def made(node: ReviewNode, *matches: str) -> ReviewQueue:
    """Reviews of these are wanted; all that can be is done."""
    reviews = queue_on(node)
    for match in matches:
        assert (await code_of(reviews.find(match, "omaha")))[0] == "review_pending"
    task = asyncio.create_task(reviews.run())
    for _ in range(20):
        await asyncio.sleep(0)
    assert reviews.waiting == 0
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    return reviews


async def test_unstored_review_is_retried_and_a_failed_one_not(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    node = ReviewNode(StorageUnavailableError(), LookupError("mine"))
    reviews = await made(node, "later", "broken", "nothing played")
    assert (reviews.made, reviews.failed) == (0, 2)
    assert "the review of later cannot be kept now" in caplog.text
    assert "the review of broken failed" in caplog.text
    assert (await code_of(reviews.find("later", "omaha")))[0] == "review_pending"
    for match in ("broken", "nothing played"):
        assert await code_of(reviews.find(match, "omaha")) == ("no_review", 0)
    # Another engine may do better; where there is none, nothing is made.
    node.version = "v2"
    assert (await code_of(reviews.find("broken", "omaha")))[0] == "review_pending"
    node.version = ""
    assert await code_of(reviews.find("later", "omaha")) == ("no_review", 0)
    node.version, node.kept = "v3", {"broken v3": b"review"}
    assert await reviews.find("broken", "omaha") == b"review"


async def test_queue_is_bounded_and_tells_the_wait() -> None:
    node = ReviewNode()
    reviews = queue_on(node)
    told = [(await code_of(reviews.find(f"m{number}", "omaha")))[1] for number in range(MOST + 3)]
    assert told[:3] == [EACH, 2 * EACH, 3 * EACH]
    assert told[10:] == [55_000] + [LONGEST] * (MOST + 3 - 11)
    assert reviews.waiting == MOST == 32
    # Who comes first is not told to wait for those behind.
    assert (await code_of(reviews.find("m0", "omaha")))[1] == EACH
    assert (await code_of(reviews.find("m3", "omaha")))[1] == 4 * EACH


def test_failures_are_not_remembered_without_end() -> None:
    async def main() -> None:
        node = ReviewNode()
        reviews = queue_on(node)
        for number in range(FAILED + 2):
            reviews._give_up(f"m{number}", "v1")
        assert reviews.failed == FAILED + 2
        codes = [(await code_of(reviews.find(f"m{number}", "omaha")))[0] for number in (0, 1, 2, FAILED + 1)]
        assert codes == ["review_pending", "review_pending", "no_review", "no_review"]

    run(main())


def test_the_bounds_of_reviews_and_hints() -> None:
    assert (MOST, queue.SLICE, FAILED, EACH, LONGEST) == (32, 20, 1000, 5000, 60_000)
    assert (hints.MOST, hints.AGAIN) == (8, 1000)

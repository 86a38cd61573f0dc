"""Reviews: made in the background when they are wanted, kept, and of finished matches alone."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest

from bocage.features.reviews import queue
from bocage.features.reviews.feature import Reviews
from bocage.features.reviews.queue import ReviewQueue
from bocage.features.reviews.storage import Making, ReviewStorage
from bocage.http.app_state import NoOpponents
from bocage.limits import Limits
from bocage.log import judge
from bocage.protocol.review import Review
from bocage.store import Store
from tests.http.site import NO_LIMITS, Site


def queue_of(site: Site) -> ReviewQueue:
    return site.feature(Reviews).queue


def storage_of(site: Site) -> ReviewStorage:
    return site.feature(Reviews).storage


@contextlib.asynccontextmanager
async def making(site: Site) -> AsyncIterator[None]:
    """Reviews are made, as long as the context lasts."""
    task = asyncio.create_task(queue_of(site).run())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def finished(site: Site, acts: int = 5, **wishes: Any) -> tuple[str, str]:
    """A solo match, given up after some actions, and its player's token."""
    _, ann = await site.player("Ann")
    match = await site.match(ann, "omaha", **wishes)
    await site.act(match, acts)
    await site.post(f"/api/matches/{match}/resign", {}, ann)
    table = await site.node.rooms.room(match)
    while not table.match.revealed:
        await site.node.command(match, lambda match: judge.Again(match.seq))
    return match, ann


async def review(site: Site, match: str, token: str = "") -> tuple[int, Any]:
    """Status and content of the answer, once it is made."""
    while True:
        answer = await site.get(f"/api/matches/{match}/review", token)
        if answer.json().get("code") != "review_pending":
            return answer.status_code, answer.json()
        assert answer.status_code == 202
        assert answer.json()["retry"] > 0


async def test_review_is_made_on_request_and_kept(site: Site) -> None:
    match, _ = await finished(site)
    assert (await site.get(f"/api/matches/{match}/review")).json()["code"] == "review_pending"
    assert queue_of(site).waiting == 1
    async with making(site):
        status, made = await review(site, match)
        assert (status, made["match"], made["engine"]) == (200, match, "first")
        assert await review(site, match) == (200, made)
    (course,) = site.bots.reviewed
    assert (course.match, course.game, len(course.steps)) == (match, "omaha", 5)
    assert (queue_of(site).made, queue_of(site).waiting) == (1, 0)
    answer = await site.get(f"/api/matches/{match}/review")
    again = await site.get(f"/api/matches/{match}/review", **{"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304


async def test_waiting_reader_sees_queue_and_progress(site: Site) -> None:
    (first, _), (second, _) = await finished(site), await finished(site)
    site.bots.far = (2, 5)

    async def told(match: str) -> tuple[int, int]:
        answer = (await site.get(f"/api/matches/{match}/review")).json()
        assert answer["code"] == "review_pending"
        return answer.get("ahead", 0), answer.get("done", 0)

    assert (await told(first), await told(second)) == ((0, 0), (1, 0))
    async with making(site):
        await site.bots.held.wait()
        assert (await told(first), await told(second)) == ((0, 40), (1, 0))
        site.bots.going_on.set()
        assert (await review(site, second))[0] == 200


async def test_what_another_process_made_meanwhile_is_not_made_again(site: Site) -> None:
    match, _ = await finished(site)
    assert (await site.get(f"/api/matches/{match}/review")).json()["code"] == "review_pending"
    other, _ = await finished(site)
    assert (await site.get(f"/api/matches/{other}/review")).json()["ahead"] == 1
    elsewhere = msgspec.json.encode(Review(match, "omaha", "elsewhere", [], [], []))
    await storage_of(site).keep(match, "first", elsewhere)
    async with making(site):
        # They are made in order.
        assert (await review(site, other))[0] == 200
    assert [course.match for course in site.bots.reviewed] == [other]
    assert (queue_of(site).made, queue_of(site).failed) == (1, 0)
    assert (await review(site, match))[1]["engine"] == "elsewhere"


async def test_what_another_node_makes_is_not_made_twice(site: Site) -> None:
    (match, _), (mine, _) = await finished(site), await finished(site)
    kept = storage_of(site)
    assert (await site.get(f"/api/matches/{match}/review")).json()["code"] == "review_pending"
    assert await kept.begin(match, Making("another node", "first", 30))
    answer = (await site.get(f"/api/matches/{match}/review")).json()
    assert (answer["code"], answer.get("ahead", 0), answer["done"]) == ("review_pending", 0, 30)
    async with making(site):
        # It was in the queue here as well: the next one is made.
        await review(site, mine)
        assert [course.match for course in site.bots.reviewed] == [mine]
        assert (await site.get(f"/api/matches/{match}/review")).json()["done"] == 30
        # The other node is gone.
        await kept.leave(match)
        assert (await review(site, match))[0] == 200
        while await kept.making(match) is not None:  # noqa: ASYNC110 - Redis tells nobody
            await asyncio.sleep(0)


async def test_other_nodes_hear_how_far_a_review_is(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue, "TOLD", 0.001)
    match, _ = await finished(site)
    site.bots.far = (2, 5)
    assert (await site.get(f"/api/matches/{match}/review")).json()["code"] == "review_pending"
    async with making(site):
        await site.bots.held.wait()
        while await storage_of(site).making(match) != Making(queue_of(site).name, "first", 40):  # noqa: ASYNC110 - Redis tells nobody
            await asyncio.sleep(0)
        site.bots.going_on.set()
        assert (await review(site, match))[0] == 200


async def test_another_engine_makes_it_anew(site: Site) -> None:
    match, _ = await finished(site)
    async with making(site):
        await review(site, match)
        site.bots.version = "second"
        assert (await review(site, match))[1]["engine"] == "second"
    assert len(site.bots.reviewed) == 2


async def test_running_or_cancelled_match_has_no_review(site: Site) -> None:
    _, ann = await site.player("Ann")
    running = await site.match(ann, "omaha")
    await site.act(running, 3)
    refused = await site.get(f"/api/matches/{running}/review", ann)
    assert (refused.status_code, refused.json()["code"]) == (409, "not_over")
    waiting = await site.match(ann, "squad")
    await site.post(f"/api/matches/{waiting}/withdraw", {}, ann)
    table = await site.node.rooms.room(waiting)
    while not table.match.revealed:
        await site.node.command(waiting, lambda match: judge.Again(match.seq))
    async with making(site):
        assert (await review(site, waiting, ann))[1]["code"] == "no_review"
    assert queue_of(site).waiting == 0
    assert site.bots.reviewed == []


async def test_a_private_match_is_reviewed_for_those_who_may_look(site: Site) -> None:
    match, ann = await finished(site, access={"private": True})
    assert (await site.get(f"/api/matches/{match}/review")).json()["code"] == "private"
    async with making(site):
        assert (await review(site, match, ann))[0] == 200


async def test_an_engine_that_fails_is_not_asked_again(site: Site) -> None:
    match, _ = await finished(site)
    site.bots.version = "broken"
    async with making(site):
        for _ in range(2):
            assert (await review(site, match))[1]["code"] == "no_review"
    assert len(site.bots.reviewed) == queue_of(site).failed == 1
    assert 'bocage_reviews_total{result="failed"} 1.0' in await site.metrics()


async def test_the_queue_has_an_end(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue, "MOST", 2)
    matches = [(await finished(site, 1))[0] for _ in range(3)]
    for match in matches:
        await site.get(f"/api/matches/{match}/review")
    assert queue_of(site).waiting == 2
    async with making(site):
        for match in matches:
            assert (await review(site, match))[0] == 200


async def wanted(site: Site, match: str, token: str = "") -> tuple[str, str]:
    """With which code, and about which limit, the service answers who wants a review."""
    refused = (await site.get(f"/api/matches/{match}/review", token)).json()
    return refused["code"], refused.get("limit", "")


async def test_nobody_fills_the_queue_alone(store: Store) -> None:
    limits = msgspec.structs.replace(NO_LIMITS, reviews_waiting=1, address_reviews_waiting=3)
    assert Limits().reviews_waiting < Limits().address_reviews_waiting < queue.MOST
    site = Site(store, limits)
    await site.start()
    try:
        matches = [await finished(site, 1) for _ in range(5)]
        (first, ann), (second, bob), *others = matches
        pending = ("review_pending", "")
        assert await wanted(site, first, ann) == pending
        assert await wanted(site, second, ann) == ("limit", "reviews_waiting")
        # To ask again for what waits already costs nothing; others are not hindered.
        assert await wanted(site, first, ann) == pending
        assert await wanted(site, second, bob) == pending
        assert await wanted(site, others[0][0]) == pending
        assert await wanted(site, others[1][0]) == ("limit", "address_reviews_waiting")
        assert await wanted(site, others[1][0], others[1][1]) == ("limit", "address_reviews_waiting")
        assert queue_of(site).waiting == 3
        async with making(site):
            assert (await review(site, first, ann))[0] == 200
            assert (await review(site, others[0][0]))[0] == 200
            assert await wanted(site, others[1][0], ann) == pending
    finally:
        await site.http.aclose()
        await site.node.close()


async def test_without_house_bots_there_are_no_reviews(site: Site) -> None:
    match, _ = await finished(site)
    queue_of(site).opponents = NoOpponents()
    assert (await review(site, match))[1]["code"] == "no_review"


async def test_the_course_that_is_sent_can_be_reviewed(site: Site) -> None:
    """By the engine itself, with a tiny budget, as the worker process would."""
    from bocage.engine.worker import ReviewRequest, answer_review

    match, _ = await finished(site)
    async with making(site):
        await review(site, match)
    (course,) = site.bots.reviewed
    found = answer_review(ReviewRequest(msgspec.Raw(msgspec.json.encode(course)), 200))
    assert found.error == ""
    made = msgspec.json.decode(found.made, type=Review)
    assert (made.match, len(made.choices)) == (match, 5)


async def test_timed_out_review_is_made_on_the_next_request(site: Site) -> None:
    match, _ = await finished(site)
    site.bots.version = "late"
    async with making(site):
        assert (await site.get(f"/api/matches/{match}/review")).json()["code"] == "review_pending"
        await site.bots.was_late.wait()
        # The same engine, asked again.
        assert (await site.get(f"/api/matches/{match}/review")).json()["code"] == "review_pending"
    assert queue_of(site).failed == 0


async def test_games_without_an_engine_offer_no_review(site: Site) -> None:
    games = (await site.get("/api/games")).json()["games"]
    offered = {game["id"] for game in games if game["reviews"]}
    assert offered == {"omaha", "squad"}
    queue_of(site).opponents = NoOpponents()
    assert not (await site.get("/api/games/omaha")).json()["reviews"]

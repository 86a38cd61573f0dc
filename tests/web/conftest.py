"""One service and one Chromium for all tests of the page; a browser context per visitor, handed on.

Where no browser or not our fonts are installed, nothing is run, and one sentence says so.
"""

from __future__ import annotations

import asyncio
import functools
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.all_games import SEATS
from tests.e2e.nodes import NodeProcess
from tests.e2e.players import play_match, sit_down
from tests.known import replacements
from tests.needs import MissingError
from tests.web.browsers import Browsers, check_machine
from tests.web.positions import TABLES
from tests.web.visitor import Visitors

#: Time limit of one test in seconds, by day and by night.
LIMIT, NIGHTLY_LIMIT = 600, 7200


def limited(test: Callable[..., Awaitable[None]], seconds: int) -> Callable[..., Awaitable[None]]:
    """Fail ``test`` after that many seconds: scripts and sessions of the browser have no timeout of their own."""

    @functools.wraps(test)
    async def run(*args: object, **given: object) -> None:
        try:
            async with asyncio.timeout(seconds) as limit:
                await test(*args, **given)
        except TimeoutError as error:
            if not limit.expired():
                raise
            raise AssertionError(f"not done after {seconds} seconds; it waited where the cause says") from error

    return run


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """All of these tests run on the loop on which the browser lives, each within the time limit."""
    seconds = NIGHTLY_LIMIT if config.getoption("--games") else LIMIT
    for item in items:
        if Path(__file__).parent in item.path.parents and item.get_closest_marker("asyncio"):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)
            assert isinstance(item, pytest.Function)
            item.obj = limited(item.obj, seconds)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Raises ``UsageError``: tests were chosen that need a browser, and there is none, or not our fonts."""
    if any("browsers" in getattr(item, "fixturenames", ()) for item in session.items):
        try:
            check_machine()
        except MissingError as missing:
            raise pytest.UsageError(str(missing)) from None


@pytest.fixture(scope="session")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NodeProcess]:
    """A node with a private Redis and house bots, as ``make serve`` starts it."""
    with NodeProcess(tmp_path_factory.mktemp("web")) as running:
        yield running


@pytest.fixture(scope="session")
def toy_node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NodeProcess]:
    """A node that has a game as well of which the page knows nothing."""
    with NodeProcess(tmp_path_factory.mktemp("toy"), games="tests.rules.toy") as running:
        yield running


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browsers(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Browsers]:
    """A Chromium for each set of fonts."""
    async with Browsers(tmp_path_factory.mktemp("fonts")) as opened:
        yield opened


@pytest_asyncio.fixture(loop_scope="session")
async def visitors(
    request: pytest.FixtureRequest, browsers: Browsers, node: NodeProcess
) -> AsyncIterator[Visitors]:
    """Opens browsers; any error in one of their consoles fails the test. Its parameter: the set of fonts."""
    node.draw_for(request.node.nodeid)
    async with Visitors(await browsers.get(getattr(request, "param", "plain")), node.url, painted=False) as opened:
        yield opened


@pytest_asyncio.fixture(loop_scope="session")
async def windowed(
    request: pytest.FixtureRequest, browsers: Browsers, node: NodeProcess
) -> AsyncIterator[Visitors]:
    """Visitors with a whole browser, which has windows and shows notices."""
    node.draw_for(request.node.nodeid)
    async with Visitors(await browsers.get(whole=True), node.url) as opened:
        yield opened


@pytest_asyncio.fixture(loop_scope="session")
async def guests(
    request: pytest.FixtureRequest, browsers: Browsers, toy_node: NodeProcess
) -> AsyncIterator[Visitors]:
    """Visitors of the node with the strange game. Its parameter: the set of fonts."""
    toy_node.draw_for(request.node.nodeid)
    async with Visitors(
        await browsers.get(getattr(request, "param", "plain")), toy_node.url, painted=False
    ) as opened:
        yield opened


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def finished(node: NodeProcess) -> dict[str, str]:
    """A match of each game that was played to its end: game → id."""
    played: dict[str, str] = {}
    for game, seats in SEATS.items():
        options = {"turn_cap": 24} if seats == 2 else {}
        with pytest.MonkeyPatch.context() as patched:
            for name, function in replacements(f"finished {game}").items():
                patched.setattr(name, function)
            node.draw_for(f"finished {game}")
            match, tokens = await sit_down([node.url] * seats, game, options)
        await play_match([node.url] * seats, match, tokens, "finished")
        played[game] = match
    return played


@pytest.fixture(scope="session")
def stored(toy_node: NodeProcess) -> dict[str, str]:
    """A whole random match of every table: its id."""

    async def play() -> dict[str, str]:
        matches: dict[str, str] = {}
        for table, (game, seats, options) in TABLES.items():
            with pytest.MonkeyPatch.context() as patched:
                for name, function in replacements(f"layout {table}").items():
                    patched.setattr(name, function)
                toy_node.draw_for(f"layout {table}")
                match, tokens = await sit_down([toy_node.url] * seats, game, options)
            await play_match([toy_node.url] * seats, match, tokens, f"layout {table}")
            matches[table] = match
        return matches

    return asyncio.run(play())

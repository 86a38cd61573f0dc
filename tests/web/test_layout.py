"""The window is the table: at every decision of whole random games, board, question and hand lie side by side.

The matches are played by programs first; the page then shows each position at its own table, size by size.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
import pytest_asyncio

from tests.all_games import SEATS
from tests.e2e.nodes import NodeProcess
from tests.e2e.players import play_match, sit_down
from tests.known import replacements
from tests.web.browsers import Browsers
from tests.web.fonts import FontSet
from tests.web.visitor import SIZES, Visitor, Visitors

MEASURE = (Path(__file__).parent / "layout.js").read_text()

#: Table → game, seats, options.
TABLES: dict[str, tuple[str, int, dict[str, Any]]] = {
    **{game: (game, seats, {}) for game, seats in SEATS.items()},
    "squad": ("squad", 2, {"turn_cap": 20}),
    "map": ("squad", 2, {"variant": "map", "squads_per_seat": 2, "turn_cap": 20}),
    "toy": ("toy", 2, {}),
}
#: Sets of fonts, languages, and which decisions are looked at in each size beside those that have the
#: most choices of their kind: every sixth, 24th, 36th, other ones in every size.
LOOKS = [("plain", "en", 6), ("plain", "ja", 24), ("wide", "en", 36), ("narrow", "ja", 36)]


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NodeProcess]:
    """A node that knows a game for the generic board as well."""
    with NodeProcess(tmp_path_factory.mktemp("layout"), games="tests.games.toy") as running:
        yield running


@pytest.fixture(scope="module")
def stored(host: NodeProcess) -> dict[str, str]:
    """A whole random match of every table: its id."""

    async def play() -> dict[str, str]:
        matches: dict[str, str] = {}
        for table, (game, seats, options) in TABLES.items():
            with pytest.MonkeyPatch.context() as patched:
                for name, function in replacements(f"layout {table}").items():
                    patched.setattr(name, function)
                host.draw_for(f"layout {table}")
                match, tokens = await sit_down([host.url] * seats, game, options)
            await play_match([host.url] * seats, match, tokens, f"layout {table}")
            matches[table] = match
        return matches

    return asyncio.run(play())


@pytest_asyncio.fixture(loop_scope="session")
async def guests(request: pytest.FixtureRequest, browsers: Browsers, host: NodeProcess) -> AsyncIterator[Visitors]:
    """Visitors of that node. Its parameter: the set of fonts."""
    fonts: FontSet = getattr(request, "param", "plain")
    async with Visitors(await browsers.get(fonts), host.url) as opened:
        yield opened


async def open_table(guests: Visitors, match: str, lang: Literal["en", "ja"]) -> Visitor:
    """Somebody who sees the table of the first seat, at every decision that it had."""
    visitor = await guests.open(lang=lang)
    await visitor.lobby()
    await visitor.page.evaluate(MEASURE)
    await visitor.page.evaluate("([match, seat]) => layout.open(match, seat)", [match, 0])
    return visitor


@pytest.mark.parametrize(("guests", "lang", "step"), LOOKS, indirect=["guests"])
@pytest.mark.parametrize("table", TABLES)
async def test_board_question_and_hand_are_seen_together(
    guests: Visitors, stored: dict[str, str], table: str, lang: Literal["en", "ja"], step: int
) -> None:
    visitor = await open_table(guests, stored[table], lang)
    found: list[str] = []
    for number, (size, (width, height)) in enumerate(SIZES.items()):
        await visitor.page.set_viewport_size({"width": width, "height": height})
        wrong = await visitor.page.evaluate("([step, first]) => layout.check(step, first)", [step, number])
        found += [f"{size}: {problem}" for problem in wrong]
    assert "\n".join(found) == ""


@pytest.mark.parametrize("table", TABLES)
async def test_nothing_moves_between_decisions_but_what_changed(
    guests: Visitors, stored: dict[str, str], table: str
) -> None:
    visitor = await open_table(guests, stored[table], "en")
    moved: list[str] = []
    for size in ("desktop", "phone"):
        width, height = SIZES[size]
        await visitor.page.set_viewport_size({"width": width, "height": height})
        moved += [f"{size}: {shift}" for shift in await visitor.page.evaluate("layout.shifts(60)")]
    assert "\n".join(moved) == ""


@pytest.mark.parametrize("lang", ["en", "ja"])
async def test_lessons_ends_and_replays_fit_as_well(
    guests: Visitors, stored: dict[str, str], lang: Literal["en", "ja"]
) -> None:
    visitor = await guests.open(lang=lang)
    await visitor.lobby()
    await visitor.page.evaluate(MEASURE)
    ended = {f"match/{match}": ".ending .doors .button" for match in stored.values()}
    replays = {f"replay/{match}": ".replay-tools" for match in stored.values()}
    lessons = {f"learn/{game}": ".lesson" for game in SEATS}
    found: list[str] = []
    for path, shown in (ended | replays | lessons).items():
        await visitor.move_to(path)
        await visitor.page.locator(shown).first.wait_for()
        for size, (width, height) in SIZES.items():
            await visitor.page.set_viewport_size({"width": width, "height": height})
            wrong = await visitor.page.evaluate("layout.painted().then(layout.screen)")
            found += [f"{path} {size}: {problem}" for problem in wrong]
    assert "\n".join(found) == ""

"""The window is the table: at every decision of whole random games, board, question and hand lie side by side.

The matches are played by programs first; the page then shows each position at its own table, size by size.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.all_games import SEATS
from tests.e2e.nodes import NodeProcess
from tests.e2e.players import play_match, sit_down
from tests.known import replacements
from tests.web.contexts import Language
from tests.web.fonts import FontSet
from tests.web.visitor import SIZES, Size, Visitor, Visitors

MEASURE = (Path(__file__).parent / "layout.js").read_text()

#: Table → game, seats, options.
TABLES: dict[str, tuple[str, int, dict[str, Any]]] = {
    **{game: (game, seats, {}) for game, seats in SEATS.items()},
    "squad": ("squad", 2, {"turn_cap": 20}),
    "map": ("squad", 2, {"variant": "map", "squads_per_seat": 2, "turn_cap": 20}),
    "toy": ("toy", 2, {}),
}
#: Which decisions are looked at in each size beside those that have the most choices of their kind: every twelfth,
#: other ones in every size; in other letters every 72nd.
STEP = 12
OTHER_STEP = 72
#: How many decisions follow on each other where it is looked whether anything moves.
FOLLOWING = 40
#: Other letters, and the sizes at which they are looked at: narrow ones at the largest, lowest and narrowest.
OTHERS: list[tuple[FontSet, Language, tuple[Size, ...]]] = [
    ("plain", "ja", tuple(SIZES)),
    ("wide", "en", tuple(SIZES)),
    ("narrow", "ja", ("desktop", "flat", "small")),
]


@pytest.fixture(scope="module")
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


async def open_table(guests: Visitors, match: str, lang: Language) -> Visitor:
    """Somebody who sees the table of the first seat, at every decision that it had."""
    visitor = await guests.open(lang=lang)
    await visitor.lobby()
    await visitor.page.evaluate(MEASURE)
    await visitor.page.evaluate("([match, seat]) => layout.open(match, seat)", [match, 0])
    return visitor


async def assert_side_by_side(visitor: Visitor, step: int, sizes: tuple[Size, ...] = tuple(SIZES)) -> None:
    """On screens of these sizes."""
    found: list[str] = []
    for number, size in enumerate(sizes):
        width, height = SIZES[size]
        await visitor.page.set_viewport_size({"width": width, "height": height})
        wrong = await visitor.page.evaluate("([step, first]) => layout.check(step, first)", [step, number])
        found += [f"{size}: {problem}" for problem in wrong]
    assert "\n".join(found) == ""


@pytest.mark.parametrize("table", TABLES)
async def test_board_question_and_hand_are_seen_together_and_nothing_moves_but_what_changed(
    guests: Visitors, stored: dict[str, str], table: str
) -> None:
    visitor = await open_table(guests, stored[table], "en")
    await assert_side_by_side(visitor, STEP)
    moved: list[str] = []
    for size in ("desktop", "phone"):
        width, height = SIZES[size]
        await visitor.page.set_viewport_size({"width": width, "height": height})
        moved += [f"{size}: {shift}" for shift in await visitor.page.evaluate(f"layout.shifts({FOLLOWING})")]
    assert "\n".join(moved) == ""


@pytest.mark.parametrize(("guests", "lang", "sizes"), OTHERS, indirect=["guests"], ids=["ja", "wide", "narrow"])
@pytest.mark.parametrize("table", TABLES)
async def test_they_are_in_other_letters(
    guests: Visitors, stored: dict[str, str], table: str, lang: Language, sizes: tuple[Size, ...]
) -> None:
    await assert_side_by_side(await open_table(guests, stored[table], lang), OTHER_STEP, sizes)


@pytest.mark.parametrize("lang", ["en", "ja"])
async def test_lessons_ends_and_replays_fit_as_well(
    guests: Visitors, stored: dict[str, str], lang: Language
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

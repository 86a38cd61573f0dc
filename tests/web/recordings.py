"""``python -m tests.web.recordings``: moving pictures of fights, for the README, each of one moment."""

from __future__ import annotations

import argparse
import asyncio
import base64
import random
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias, cast

from bocage.bots.registry import find_strategy
from bocage.sdk import RefusedError, connect
from bocage.sdk.bot import FromFacts
from bocage.sdk.play import MOVED_ON
from bocage.sdk.rest import Rest
from tests.all_games import SEATS
from tests.e2e.nodes import NodeProcess
from tests.e2e.players import sit_down
from tests.web.browsers import Browsers
from tests.web.pictures import FOLDER, Frame, moving
from tests.web.positions import MEASURE
from tests.web.visitor import Visitor, Visitors

RECORDER = (Path(__file__).parent / "recorder.js").read_text()
#: Pixels of a picture's width and its quality from 0 to 1: the first ones with which it is small enough.
LOOKS = ((720, 0.6), (600, 0.5), (480, 0.4), (400, 0.3))
#: Milliseconds of a frame, and of the last one.
EACH = 80
LAST = 1500
#: Bytes and frames that a recording may have, and matches that are played until its moment comes.
MOST = 250_000
FRAMES = 60
MATCHES = 40

#: Fields of an event → values, or whether they are set.
Wanted: TypeAlias = dict[str, list[Any] | bool]


class Scene(NamedTuple):
    """A recording: its name, and the event in one of whose moments it is."""

    name: str
    game: str
    wanted: Wanted


_MELEE = ["bayonet", "knife", "rifle_butt", "bare_hands", "entrenching_tool"]
TWO_PLAYERS = (
    Scene("squad-fire", "squad", {"ev": ["attacked"], "card": ["light_machine_gun"], "kills": True}),
    Scene("squad-close-combat", "squad", {"ev": ["attacked"], "card": _MELEE, "kills": True}),
    Scene("squad-mine", "squad", {"ev": ["mine_hit"], "kills": True}),
    Scene("squad-barrier", "squad", {"ev": ["barrier_played"], "card": ["barbed_wire"]}),
    Scene(
        "company-suppression", "company_commander", {"ev": ["suppression"], "unit": True, "result": ["casualty"]}
    ),
    Scene("company-assault", "company_commander", {"ev": ["removed"], "cause": ["fire"]}),
    Scene("company-barrage", "company_commander", {"ev": ["suppression"], "card": ["artillery_barrage"]}),
)
ONE_PLAYER = (
    Scene("zombies-shot", "zombies", {"ev": ["fired"], "hit": True}),
    Scene("zombies-bite", "zombies", {"ev": ["struck"]}),
    Scene("zombies-event", "zombies", {"ev": ["event_rolled"]}),
    Scene("omaha-crossing", "omaha", {"ev": ["hit"], "by": ["fire"]}),
    Scene("omaha-blast", "omaha", {"ev": ["blasted"]}),
    Scene("omaha-nest", "omaha", {"ev": ["nest_blown"]}),
)
SCENES = TWO_PLAYERS + ONE_PLAYER
#: Actions that players of recordings prefer, so that what is wanted happens.
PREFER = {"attack", "barrier", "move", "encircle", "assault_add", "assault_commit", "play", "suppress", "fire"}
#: Games in which chance alone comes nowhere: the bot that plays.
PLAYERS = {"omaha": "planner"}

Choose: TypeAlias = Callable[[dict[str, Any], list[dict[str, Any]]], dict[str, Any]]


async def chooser(url: str, game: str, seed: str) -> Choose:
    """How a player of a recorded match chooses."""
    if name := PLAYERS.get(game):
        strategy = find_strategy(name, game)
        if isinstance(strategy, FromFacts):
            async with Rest(url) as rest:
                strategy = strategy.make(await rest.facts(game))
        return cast(Choose, strategy)
    rng = random.Random(seed)

    def choose(_: dict[str, Any], actions: list[dict[str, Any]]) -> dict[str, Any]:
        preferred = [action for action in actions if action["do"] in PREFER]
        return rng.choice(preferred if preferred and rng.random() < 0.75 else actions)

    return choose


async def play(url: str, game: str, number: int) -> str:
    """A whole match; its id."""
    match, tokens = await sit_down([url] * SEATS[game], game, {"turn_cap": 24} if SEATS[game] > 1 else {})

    async def one(token: str, seat: int) -> None:
        choose = await chooser(url, game, f"{game} {number} {seat}")
        async with connect(url, token=token) as client:
            async for turn in client.play(match):
                try:
                    await client.act(match, turn.seq, choose(turn.view, turn.actions))
                except RefusedError as error:
                    if error.code not in MOVED_ON:
                        raise

    async with asyncio.TaskGroup() as group:
        for seat, token in enumerate(tokens):
            group.create_task(one(token, seat))
    return match


async def record(visitor: Visitor, seq: int, width: int, quality: float) -> bytes:
    """The moment at ``seq`` of the open match, seen on the board."""
    page = visitor.page
    board = await page.locator(".board-place").bounding_box()
    assert board
    height = round(width * board["height"] / board["width"])
    frames: list[Frame] = []
    await page.evaluate("(seq) => recorder.stage(seq)", seq)
    done = False
    for number in range(FRAMES):
        shot = base64.b64encode(await page.screenshot(clip=board)).decode()
        given = [f"data:image/png;base64,{shot}", width, height, quality]
        part = await page.evaluate("(given) => recorder.changed(given)", given)
        if part:
            left, top, wide, high, url = part
            frames.append(Frame(base64.b64decode(url.partition(",")[2]), EACH, left, top, wide, high))
        else:
            frames[-1] = frames[-1]._replace(stays=frames[-1].stays + EACH)
        if done and number > 2:
            break
        done = await page.evaluate("(ms) => recorder.step(ms)", EACH)
    await page.evaluate("recorder.leave()")
    frames[-1] = frames[-1]._replace(stays=LAST)
    return moving(frames, width, height)


async def small(visitor: Visitor, seq: int) -> bytes:
    """A moment as large and as clear as may be. Raises ``SystemExit``: it is always too large."""
    for width, quality in LOOKS:
        made = await record(visitor, seq, width, quality)
        if len(made) <= MOST:
            return made
    raise SystemExit(f"A moment takes {len(made)} bytes: record it smaller.")


async def take(folder: Path, scenes: list[Scene]) -> None:
    """Play matches of each game until every scene has its moment. Raises ``SystemExit``: one has none."""
    with tempfile.TemporaryDirectory() as data, NodeProcess(Path(data)) as node:
        node.draw_for("recordings")
        async with Browsers(Path(data) / "fonts") as browsers, Visitors(await browsers.get(), node.url) as visitors:
            visitor = await visitors.open(size="laptop", motion=True)
            await visitor.lobby()
            await visitor.page.evaluate(MEASURE)
            await visitor.page.evaluate(RECORDER)
            left = list(scenes)
            for game in dict.fromkeys(scene.game for scene in scenes):
                for number in range(MATCHES):
                    wanted = [scene for scene in left if scene.game == game]
                    if not wanted:
                        break
                    match = await play(node.url, game, number)
                    await visitor.page.evaluate("(match) => layout.open(match, 0)", match)
                    for scene in wanted:
                        if seq := await visitor.page.evaluate("(row) => recorder.find([row])", scene.wanted):
                            (folder / f"{scene.name}.webp").write_bytes(await small(visitor, seq))
                            left.remove(scene)
    if left:
        raise SystemExit(f"{MATCHES} matches had no {', '.join(scene.name for scene in left)}.")


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description="Moving pictures of fights.")
    parser.add_argument("--into", type=Path, default=FOLDER)
    parser.add_argument("scenes", nargs="*", metavar="SCENE", help=", ".join(scene.name for scene in SCENES))
    chosen = parser.parse_args()
    asyncio.run(take(chosen.into, [scene for scene in SCENES if scene.name in (chosen.scenes or [scene.name])]))


if __name__ == "__main__":
    main()

"""``python -m tests.web.pictures``: pictures of the README, one of them moving, and of link previews."""

from __future__ import annotations

import argparse
import asyncio
import base64
import struct
import tempfile
from pathlib import Path
from typing import NamedTuple

from playwright.async_api import Page

from bocage.features.link_pictures.pictures import FOLDER as PREVIEWS
from bocage.features.link_pictures.pictures import LINK_SIZE, PAGE
from bocage.http.pictures import ICON
from bocage.rules.kernel.drawing import SIZE
from bocage.rules.kernel.registry import house_games
from tests.all_games import SEATS
from tests.e2e.nodes import NodeProcess
from tests.e2e.players import play_match, sit_down
from tests.page.node import WEB
from tests.web.browsers import Browsers
from tests.web.visitor import Visitor, Visitors

FOLDER = Path(__file__).parents[2] / "docs" / "images"
#: The moving picture: pixels, quality from 0 to 1, milliseconds that each frame stays, and how many there are.
WIDTH, HEIGHT = 760, 475
QUALITY = 0.55
STAYS = 1100
FRAMES = 13
#: Bytes that it may take.
MOST = 400_000
#: Moves that are worth being looked at.
PREFER = ("attack", "add", "launch", "fire", "move")

#: The position of a match that is shown, and games that take longer or less until then.
MIDDLE = 20
MIDDLES = {"squad": 40, "company_commander": 90, "omaha": 14}
#: Size of the window for the card of the lobby, and of the picture on it.
CARD, CARD_SIZE = (560, 384), (280, 192)
#: Bytes of a picture for a link and for a card, and qualities to try.
LINK, BOARD = 60_000, 12_000
QUALITIES = (0.8, 0.7, 0.6, 0.5, 0.4, 0.3)
#: Nothing but the board.
ALONE = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    .masthead, .table > :not(.board-place) { display: none !important }
    .board-place { position: fixed !important; inset: 0 !important; z-index: 9 }
  `);
  document.adoptedStyleSheets = [sheet];
}"""
#: Options of the matches, which are played to their end.
SHORT: dict[str, dict[str, object]] = {"squad": {"turn_cap": 16}, "company_commander": {"turn_cap": 16}}

#: Pictures in rows of two, or a single one, scaled.
PACK = """async ([sources, width, height, kind, quality]) => {
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const pen = canvas.getContext("2d", { alpha: false });
  pen.imageSmoothingQuality = "high";
  const across = sources.length > 1 ? 2 : 1;
  const [wide, high] = [width / across, height / Math.ceil(sources.length / across)];
  for (const [n, source] of sources.entries()) {
    const picture = new Image();
    picture.src = source;
    await picture.decode();
    pen.drawImage(picture, (n % across) * wide, Math.floor(n / across) * high, wide, high);
  }
  return canvas.toDataURL(`image/${kind}`, quality);
}"""

SCALE = """async ([source, width, height, quality]) => {
  const picture = new Image();
  picture.src = source;
  await picture.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const pen = canvas.getContext("2d", { alpha: false });
  pen.imageSmoothingQuality = "high";
  pen.drawImage(picture, 0, 0, width, height);
  return canvas.toDataURL("image/webp", quality);
}"""


def chunk(name: bytes, data: bytes) -> bytes:
    """A part of a RIFF file, of even length."""
    return name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)


def _three(number: int) -> bytes:
    return struct.pack("<I", number)[:3]


class Frame(NamedTuple):
    """A still WebP picture, the milliseconds that it stays, and the part of the whole that it covers."""

    picture: bytes
    stays: int
    left: int
    top: int
    width: int
    height: int


def moving(frames: list[Frame], width: int, height: int) -> bytes:
    """Still WebP pictures as one that moves, for ever.

    https://developers.google.com/speed/webp/docs/riff_container
    """
    parts = [
        chunk(b"VP8X", bytes([0b00000010, 0, 0, 0]) + _three(width - 1) + _three(height - 1)),
        chunk(b"ANIM", b"\xff\xff\xff\xff\0\0"),
    ]
    for frame in frames:
        place = (
            _three(frame.left // 2) + _three(frame.top // 2) + _three(frame.width - 1) + _three(frame.height - 1)
        )
        image = frame.picture[frame.picture.index(b"VP8 ") :]
        parts.append(chunk(b"ANMF", place + _three(frame.stays) + b"\x02" + image))
    return chunk(b"RIFF", b"WEBP" + b"".join(parts))


async def film(visitor: Visitor) -> bytes:
    """A few moves of SQUAD against the house. Raises ``SystemExit``: it is too large."""
    await visitor.lobby()
    await visitor.start("squad")
    await visitor.play(seed=4, moves=6, prefer=PREFER)
    studio = await visitor.context.new_page()
    frames: list[Frame] = []
    for number in range(FRAMES):
        shot = base64.b64encode(await visitor.page.screenshot()).decode()
        given = [f"data:image/png;base64,{shot}", WIDTH, HEIGHT, QUALITY]
        url: str = await studio.evaluate(SCALE, given)
        frames.append(Frame(base64.b64decode(url.partition(",")[2]), STAYS, 0, 0, WIDTH, HEIGHT))
        await visitor.play(seed=number, moves=1, prefer=PREFER)
    made = moving(frames, WIDTH, HEIGHT)
    if len(made) > MOST:
        raise SystemExit(f"The moving picture takes {len(made)} bytes: make it smaller.")
    return made


async def table(visitor: Visitor, game: str, moves: int) -> None:
    """A table in the middle of a game."""
    await visitor.lobby()
    await visitor.start(game)
    await visitor.play(seed=11, moves=moves, prefer=PREFER)


async def take(folder: Path) -> None:
    """All pictures."""
    with tempfile.TemporaryDirectory() as data, NodeProcess(Path(data)) as node:
        async with Browsers(Path(data) / "fonts") as browsers, Visitors(await browsers.get(), node.url) as visitors:
            desk = await visitors.open()
            await desk.lobby()
            await desk.page.screenshot(path=folder / "lobby.png")
            await table(desk, "company_commander", 34)
            await desk.page.screenshot(path=folder / "company_commander.png")
            night = await visitors.open(dark=True)
            await table(night, "zombies", 12)
            await night.page.screenshot(path=folder / "zombies.png")
            phone = await visitors.open(size="phone", lang="ja")
            await table(phone, "omaha", 6)
            await phone.page.screenshot(path=folder / "omaha-ja-phone.png")
            (folder / "squad.webp").write_bytes(await film(await visitors.open()))


async def board(visitor: Visitor, node: NodeProcess, game: str) -> None:
    """Show the board of a game in the middle of a match, alone on the page."""
    node.draw_for(f"pictures {game}")
    seats = [node.url] * SEATS[game]
    match, tokens = await sit_down(seats, game, SHORT.get(game, {}))
    await play_match(seats, match, tokens, f"pictures {game}")
    await visitor.go(f"replay/{match}/{MIDDLES.get(game, MIDDLE)}")
    await visitor.page.locator(".scrubber").wait_for()
    await visitor.page.evaluate(ALONE)


async def shot(page: Page, width: int, height: int) -> bytes:
    """The page at this size, as PNG."""
    await page.set_viewport_size({"width": width, "height": height})
    await page.evaluate("new Promise((done) => setTimeout(done, 500))")
    return await page.screenshot()


async def packed(studio: Page, pictures: list[bytes], size: tuple[int, int], kind: str, most: int) -> bytes:
    """Pictures side by side in rows of two, or a single one, as a file of at most so many bytes.

    Raises ``SystemExit``: it is too large at any quality.
    """
    sources = [f"data:image/png;base64,{base64.b64encode(picture).decode()}" for picture in pictures]
    for quality in QUALITIES:
        url: str = await studio.evaluate(PACK, [sources, *size, kind, quality])
        made = base64.b64decode(url.partition(",")[2])
        if len(made) <= most:
            return made
    raise SystemExit(f"A picture takes {len(made)} bytes: make it smaller.")


async def take_previews(folder: Path) -> None:
    """Take the pictures of link previews and of the lobby's cards: boards of the house games; and the icon."""
    with tempfile.TemporaryDirectory() as data, NodeProcess(Path(data)) as node:
        async with Browsers(Path(data) / "fonts") as browsers, Visitors(await browsers.get(), node.url) as visitors:
            visitor = await visitors.open()
            studio = await visitor.context.new_page()
            all_boards: list[bytes] = []
            for game in house_games():
                await board(visitor, node, game.id)
                large = await shot(visitor.page, *SIZE)
                all_boards.append(large)
                (folder / f"{game.id}.jpg").write_bytes(await packed(studio, [large], LINK_SIZE, "jpeg", LINK))
                small = await packed(studio, [await shot(visitor.page, *CARD)], CARD_SIZE, "webp", BOARD)
                (WEB / "js" / "games" / game.id / "board.webp").write_bytes(small)
            (folder / f"{PAGE}.jpg").write_bytes(await packed(studio, all_boards, LINK_SIZE, "jpeg", LINK))
            await studio.set_viewport_size({"width": 512, "height": 512})
            await studio.goto(Path(__file__).with_name("link_icon.svg").as_uri())
            await studio.screenshot(path=ICON)


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description="Pictures of the README and of link previews.")
    parser.add_argument("--into", type=Path, default=FOLDER, help="folder for the pictures of the README")
    parser.add_argument("--previews", action="store_true", help="of link previews alone")
    chosen = parser.parse_args()
    asyncio.run(take_previews(PREVIEWS))
    if not chosen.previews:
        asyncio.run(take(chosen.into))


if __name__ == "__main__":
    main()

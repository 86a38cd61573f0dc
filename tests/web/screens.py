"""``python -m tests.web.screens``: pictures of every screen into ./screenshots.

Sizes, languages and light are those that are asked for. ``--sheets``: also a contact sheet of each screen.

They are looked at by people before a release; nothing compares them.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import tempfile
from pathlib import Path
from typing import Literal, get_args

from bocage.rules.kernel.registry import find_game
from tests.all_games import GAMES, SEATS
from tests.e2e.nodes import NodeProcess
from tests.e2e.players import play_match, sit_down
from tests.web.browsers import Browsers
from tests.web.contact_sheets import write_sheets
from tests.web.screens_about import about
from tests.web.visitor import SIZES, Size, Visitor, Visitors

ROOT = Path(__file__).parents[2]
#: Options of the matches that are shown from their end.
OPTIONS: dict[str, dict[str, object]] = {"squad": {"turn_cap": 20}}
#: SQUAD has two boards.
MAP = {"variant": "map", "squads_per_seat": 2}

Lang = Literal["en", "ja"]
#: ``forced``: the colours of a system with high contrast.
Light = Literal["light", "dark", "forced"]
Look = tuple[Size, Lang, Light]
#: The default pictures.
USUAL: list[Look] = [
    ("desktop", "en", "light"),
    ("desktop", "ja", "light"),
    ("phone", "en", "light"),
    ("phone", "ja", "light"),
    ("desktop", "en", "dark"),
    ("phone", "ja", "dark"),
    ("desktop", "en", "forced"),
]
#: The sizes that a release is looked at in.
ALL: list[Size] = ["desktop", "tablet", "flat", "phone", "small"]
#: Name of the screens about players, without a table.
ABOUT = "about"


class Camera:
    """Takes the pictures of one visitor."""

    def __init__(self, visitor: Visitor, folder: Path, suffix: str) -> None:
        self.visitor = visitor
        self._folder = folder
        self._suffix = suffix

    async def shoot(self, name: str) -> None:
        """The whole page as it is now; what fits the window where a dialog is open or the page is very long."""
        page = self.visitor.page
        await page.evaluate("document.fonts.ready")
        whole = await page.evaluate("!document.querySelector('dialog') && document.body.scrollHeight < 6000")
        await page.screenshot(path=self._folder / f"{name}-{self._suffix}.png", full_page=whole)

    async def lobby(self) -> None:
        """The lobby, the dialogs, the invitation."""
        page = self.visitor.page
        await self.visitor.lobby()
        await self.shoot("lobby")
        await self.visitor.settings()
        await self.shoot("settings")
        await self.visitor.close_dialog()
        await page.keyboard.press("?")
        await page.locator("dialog .keys").first.wait_for()
        await self.shoot("keys")
        await self.visitor.close_dialog()
        await page.locator('[data-game="squad"] .create').click()
        await page.locator("dialog .tiles").first.wait_for()
        await self.shoot("create")
        await page.locator("dialog .primary").click()

    async def waiting(self, other: Visitor) -> None:
        """The table of a waiting player, and that of the player they invited."""
        link = self.visitor.page.locator(".invite input")
        await link.wait_for()
        await self.shoot("invite")
        await other.page.goto(await link.input_value())
        await other.page.locator(".join").wait_for()
        await Camera(other, self._folder, self._suffix).shoot("join")

    async def tables(self, game: str) -> None:
        """A table at the start and in the middle."""
        await self.visitor.lobby()
        await self.visitor.start(game)
        await self.shoot(f"{game}-start")
        await self.visitor.play(seed=11, moves=12 if SEATS[game] == 1 else 30, prefer=("attack", "add", "launch"))
        await self.shoot(f"{game}-mid")

    async def looking_back(self, game: str, match: str) -> None:
        """The end of a match, its luck, its verification."""
        page = self.visitor.page
        await self.visitor.go(f"match/{match}")
        await self.visitor.ended()
        await self.shoot(f"{game}-end")
        await self.visitor.go(f"replay/{match}/40/-2")
        await page.locator(".scrubber").wait_for()
        await self.shoot(f"{game}-replay")
        if game != "squad":
            return
        for dialog in ("luck", "verify"):
            await page.locator(f"button.{dialog}").click()
            await page.locator("dialog button").wait_for()
            await self.shoot(dialog)
            await self.visitor.close_dialog()

    async def help(self, game: str) -> None:
        """The guided game and the rules."""
        await self.visitor.move_to(f"learn/{game}")
        await self.visitor.page.locator(".lesson").wait_for()
        await self.shoot(f"{game}-learn")
        if find_game(game).exercises():
            await self.visitor.move_to(f"exercise/{game}/1")
            await self.visitor.page.locator(".exercise").wait_for()
            await self.shoot(f"{game}-exercise")
            # The list may be folded away.
            while not await self.visitor.page.locator(".exercise.told").count():
                await self.visitor.page.locator(
                    ".choices:not(.staged) .action, .choices.staged .go"
                ).first.dispatch_event("click")
            await self.shoot(f"{game}-exercise-told")
        await self.visitor.move_to(f"rules/{game}")
        await self.visitor.page.locator(".rules").wait_for()
        await self.shoot(f"{game}-rules")


async def take(folder: Path, wanted: tuple[str, ...], looks: list[Look]) -> None:
    """All pictures of some games, and of what is about players."""
    data = Path(tempfile.mkdtemp())
    try:
        with NodeProcess(data) as node:
            played = {}
            for game in wanted:
                if game == ABOUT:
                    continue
                for name, options in ((game, OPTIONS.get(game, {})), *([("map", MAP)] if game == "squad" else [])):
                    match, tokens = await sit_down([node.url] * SEATS[game], game, options)
                    await play_match([node.url] * SEATS[game], match, tokens, "screens")
                    played[name] = match
            async with Browsers(data / "fonts") as browsers, Visitors(await browsers.get(), node.url) as visitors:
                for look in looks:
                    await one_look(visitors, folder, look, played, ABOUT in wanted)
    finally:
        shutil.rmtree(data)


async def one_look(visitors: Visitors, folder: Path, look: Look, played: dict[str, str], players: bool) -> None:
    """Every screen in one size, language and light."""
    suffix = "-".join(part for part in look if part != "light")

    async def somebody() -> Visitor:
        size, lang, light = look
        visitor = await visitors.open(size=size, lang=lang, dark=light == "dark")
        if light == "forced":
            await visitor.page.emulate_media(forced_colors="active")
        return visitor

    camera = Camera(await somebody(), folder, suffix)
    if played:
        await camera.lobby()
        await camera.waiting(await somebody())
    for name, match in played.items():
        if name in GAMES:
            await camera.tables(name)
            await camera.help(name)
        await camera.looking_back(name, match)
    if players:
        other = Camera(await somebody(), folder, suffix)
        await about(other.visitor, other.shoot)
    print(suffix, flush=True)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="Pictures of every screen of the page.")
    parser.add_argument("--into", type=Path, default=ROOT / "screenshots", help="folder for the pictures")
    parser.add_argument(
        "games", nargs="*", metavar="GAME", help=f"only these games; {ABOUT}: records, notices and the like"
    )
    parser.add_argument("--sizes", default="", help=f"all, or some of {', '.join(SIZES)}, with commas")
    parser.add_argument("--langs", default="", help="en, ja or en,ja")
    parser.add_argument(
        "--lights", default="", help="light, dark, forced (colours of a system with high contrast) or all"
    )
    parser.add_argument("--sheets", action="store_true", help="also a contact sheet of each screen")
    chosen = parser.parse_args()
    chosen.into.mkdir(exist_ok=True)
    looks = looks_of(chosen.sizes, chosen.langs, chosen.lights)
    asyncio.run(take(chosen.into, tuple(chosen.games) or (*GAMES, ABOUT), looks))
    if chosen.sheets:
        names = sorted(one.name for one in chosen.into.glob("*.png") if not one.name.startswith("sheet-"))
        asyncio.run(write_sheets(chosen.into, names))


def looks_of(sizes: str, langs: str, lights: str) -> list[Look]:
    """The looks that are asked for; all three empty: the usual ones."""
    if not (sizes or langs or lights):
        return USUAL
    wanted = ALL if sizes in ("", "all") else [size for size in SIZES if size in sizes.split(",")]
    tongues: list[Lang] = [lang for lang in get_args(Lang) if lang in (langs or "en,ja").split(",")]
    shown: list[Light] = [light for light in get_args(Light) if lights in ("", "all") or light in lights.split(",")]
    return [(size, lang, light) for size in wanted for lang in tongues for light in shown]


if __name__ == "__main__":
    main()

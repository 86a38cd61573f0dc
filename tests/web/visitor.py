"""A visitor with a browser."""

from __future__ import annotations

import asyncio
import json
import random
import re
from pathlib import Path
from types import TracebackType
from typing import Any, Literal

from playwright.async_api import ConsoleMessage, Error, Locator, Page, WebError, expect

from tests.all_games import GAMES
from tests.web.contexts import NOWHERE, Contexts, Look, Stage, Wish
from tests.web.listener import Listener

Size = Literal["desktop", "laptop", "tablet", "flat", "phone", "small"]

#: Pixels that a screen has.
SIZES: dict[Size, tuple[int, int]] = {
    "desktop": (1440, 900),
    "laptop": (1280, 720),
    "tablet": (1024, 768),
    "flat": (720, 450),
    "phone": (375, 812),
    "small": (320, 640),
}
#: Screens that are touched.
PHONES: tuple[Size, ...] = ("phone", "small")
#: Timeout of one wait in seconds; a whole match may be played meanwhile.
PATIENCE = 120
expect.set_options(timeout=PATIENCE * 1000)
#: The browser's own messages about failed connections.
NETWORK = re.compile(r"net::ERR_|WebSocket connection to|Failed to load resource")
#: The browser's messages about the page's typefaces where a set of fonts excludes them, or the machine is slow.
PRELOADED = re.compile("was preloaded using link preload but not used")
DRIVER = (Path(__file__).parent / "driver.js").read_text()
#: A worker of an earlier test's page would answer in place of the service.
NO_WORKER = "Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: () => undefined })"
#: A browser's random draws, and with them the page's share of a match's dice, follow from a word and its number.
DRAWS = """crypto.getRandomValues = (bytes) => {
  const turn = Number(sessionStorage.getItem("drawn"));
  sessionStorage.setItem("drawn", String(turn + 1));
  const mix = (all, letter) => Math.imul(all ^ letter.codePointAt(0), 16777619);
  const random = driver.random([...`${turn} ${%s}`].reduce(mix, 2166136261));
  return bytes.map((_, at) => (bytes[at] = random() * 256));
};"""
#: A browser in which every game was told in a minute before.
BRIEFED = f"try {{ localStorage['bocage.briefs'] ??= {json.dumps(json.dumps(GAMES))} }} catch {{}}"
#: Settings of a visitor who presses every button; the panel beside the table is open.
CAREFUL = """try {
  const kept = JSON.parse(localStorage["bocage.prefs"] ?? "{}");
  localStorage["bocage.prefs"] = JSON.stringify({ confirm: "always", aside: true, ...kept });
} catch {}"""
#: Leaves of a stage what stood there at first, with the preferences of that time. The page has its modules by one
#: address, and scripts of tests by another.
CLEARED = """async () => {
  const own = document.querySelector("script[type=module]").src.replace(/app\\.js$/, "");
  const all = await Promise.all(["/js/", own].map((at) => import(`${at}prefs.js`)));
  globalThis.stage ??= { body: [...document.body.children], prefs: all.map(({ prefs }) => structuredClone(prefs)) };
  all.forEach(({ setPrefs }, n) => setPrefs(stage.prefs[n]));
  for (const each of [...document.body.children]) if (!stage.body.includes(each)) each.remove();
  globalThis.layout?.shell?.close();
  document.querySelector("main").replaceChildren();
  for (const said of document.querySelectorAll(".toast")) said.remove();
  scrollTo(0, 0);
}"""
#: Everything is laid out, can be pressed and read; nothing is painted but what lies above the page, as dialogs do.
UNPAINTED = """{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(":root { opacity: 0 }");
  document.adoptedStyleSheets = [sheet];
}"""


class Visitor:
    """A browser context of its own with one page. Whatever it complains about is kept in ``problems``."""

    def __init__(self, page: Page, url: str) -> None:
        self.context = page.context
        self.page = page
        self.url = url
        self.problems: list[str] = []
        #: Whether connections fail because the test makes them.
        self.cut_off = False
        page.on("console", self._said)
        self.context.on("weberror", self._failed)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type not in ("error", "warning"):
            return
        if (self.cut_off and NETWORK.search(message.text)) or PRELOADED.search(message.text):
            return
        # The page names its icon; the browser looks here where something else than the page is shown.
        if message.location.get("url", "").endswith("/favicon.ico"):
            return
        self.problems.append(f"{message.type}: {message.text} {message.location.get('url', '')}")

    def _failed(self, error: WebError) -> None:
        self.problems.append(f"uncaught: {error.error.message}\n{error.error.stack}")

    async def prefer(self, *, dark: bool = False, motion: bool = False, forced: bool = False) -> None:
        """Wish something else of the page than when it was opened. ``forced``: the system's colours alone."""
        await Wish(dark, motion, forced).tell(self.page)

    def leave(self) -> None:
        """Hear no more of what the page complains about."""
        self.page.remove_listener("console", self._said)
        self.context.remove_listener("weberror", self._failed)

    # Going about

    async def go(self, path: str = "") -> None:
        """Open an address of the page anew, as from a link."""
        url = f"{self.url}/{path}"
        # To another part of the same address the browser would only scroll.
        if "#" in path and self.page.url.partition("#")[0] == url.partition("#")[0]:
            await self.page.goto(f"{self.url}/{NOWHERE}")
        await self.page.goto(url)

    async def move_to(self, path: str) -> None:
        """Follow a link within the page; the screen before is gone."""
        move = """(path) => {
          // The next screen may be of the same kind.
          for (const old of document.querySelectorAll(".screen")) old.setAttribute("data-before", "");
          history.pushState(null, "", path);
          dispatchEvent(new PopStateEvent("popstate"));
        }"""
        await self.page.evaluate(move, f"/{path}")
        await self.page.locator(
            f'.screen[data-screen="{path.split("/")[0] or "lobby"}"]:not([data-before])'
        ).wait_for()

    async def lobby(self) -> None:
        """Open the lobby; it is there, and everything about it is loaded."""
        await self.page.goto(self.url)
        await self.page.locator(".game-card").first.wait_for()

    async def settings(self) -> Locator:
        """Open the settings from the masthead, with all that can be chosen shown."""
        await self.page.locator(".settings-button").click()
        dialog = self.page.locator("dialog:has(.settings)")
        await dialog.wait_for()
        windows = dialog.locator(".windows")
        for number in range(await windows.count()):
            await windows.nth(number).locator("summary").click()
            await windows.nth(number).locator(".option").first.wait_for()
        return dialog

    async def close_dialog(self) -> None:
        """Leave the dialog that is open; it is gone."""
        await self.page.keyboard.press("Escape")
        await self.page.locator("dialog").wait_for(state="detached")

    async def options(self, game: str, opponent: str = "") -> Locator:
        """Open the dialog in which everything about a match is chosen; ``opponent``: the tile to press."""
        await self.page.locator(f'[data-game="{game}"] .create').click()
        dialog = self.page.locator("dialog")
        await dialog.locator(".tiles").first.wait_for()
        await dialog.locator(".more-options summary").click()
        if opponent:
            await dialog.locator(".tile-choice", has_text=re.compile(f"^({opponent})")).click()
        return dialog

    async def invite(self, game: str, *, private: bool = True) -> str:
        """Make a match for an invited player; return their link.

        Unlike *Find an opponent*, this never ends at the table of another test's waiting visitor.
        """
        if private:
            await self.page.locator(f'[data-game="{game}"] .friend').click()
        else:
            dialog = await self.options(game, "Anybody|誰でも")
            await dialog.locator(".primary").click()
        return await self.page.locator(".invite input").input_value()

    async def look_for_an_opponent(self, game: str) -> None:
        """Find an opponent, without a clock: join a waiting player, or wait."""
        await self.page.locator(f'[data-game="{game}"] .pair').click()
        dialog = self.page.locator("dialog")
        await dialog.locator(".tile-choice").first.click()
        await dialog.locator(".primary").click()

    async def copied(self, part: str) -> str:
        """Wait until a text with this part lies in the clipboard; the text."""
        async with asyncio.timeout(PATIENCE):
            return str(await self.page.evaluate("(part) => driver.copied(part)", part))

    async def start(self, game: str) -> str:
        """Start a game from the lobby at once, as far as the first decision; the match's id."""
        await self.page.locator(f'[data-game="{game}"] .start').click()
        await self.turn()
        return self.match

    @property
    def match(self) -> str:
        """The match that the address names."""
        found = re.search(r"/(?:match|replay)/(\w+)", self.page.url)
        assert found, self.page.url
        return found[1]

    async def aside(self) -> None:
        """Open what lies beside the table, log and tools, where it is a drawer."""
        if await self.page.locator(".side-button").is_visible():
            await self.page.locator(".side-button").click()
        await self.page.locator(".table-side").wait_for()

    # Playing

    async def turn(self) -> dict[str, Any]:
        """Wait for a decision of ours, or for the end."""
        await self.page.locator(".table").wait_for()
        return await self._drive("() => driver.turn()")

    async def begun(self) -> None:
        """Wait until the match is being played."""
        await self.page.locator('.table[data-status="playing"]').wait_for()

    async def turn_after(self, seq: int) -> dict[str, Any]:
        """Wait for a decision of ours after the entry ``seq``, or for the end."""
        return await self._drive("(seq) => driver.turn(seq)", seq)

    async def play(self, seed: int, moves: int = 10_000, prefer: tuple[str, ...] = ()) -> dict[str, Any]:
        """Make moves by pressing buttons of the list, faster than a mouse could."""
        await self.page.locator(".table").wait_for()
        wish = {"seed": seed, "moves": moves, "prefer": list(prefer)}
        return await self._drive("(wish) => driver.play(wish)", wish)

    async def play_by_names(self, seed: int, moves: int = 10_000, prefer: str = "") -> dict[str, Any]:
        """Make moves by roles and accessible names alone. ``pressed``: pieces, lines, and the dock's button."""
        await self.page.locator(".table").wait_for()
        async with asyncio.timeout(PATIENCE), Listener(self.page) as listener:
            return await listener.play(seed, moves, prefer)

    async def past_windows(self) -> dict[str, Any]:
        """Take an action, unless a reaction window is open, and wait for the next decision of ours that is none.

        ``windows``: those that opened meanwhile, each with its prompt and whether it is passed.
        """
        return await self._drive("() => driver.pastWindows()")

    async def state(self) -> dict[str, Any]:
        """State of the table."""
        return await self._drive("() => driver.state()")

    async def reached(self, seq: int) -> None:
        """Wait until the table shows this entry or a later one."""
        await self.page.locator(".table").wait_for()
        await self._drive("(seq) => driver.when((state) => state.seq >= seq)", seq)

    async def shows(self, seq: int) -> None:
        """Wait until the table shows this entry, no earlier and no later one."""
        await self._drive("(seq) => driver.when((state) => state.seq === seq)", seq)

    async def resign(self) -> None:
        """Give the match up, by the menu, and be sure about it."""
        await self.page.locator(".menu-button").click()
        await self.page.locator(".menu .resign").click()
        await self.page.locator("dialog .yes").click()

    async def ended(self) -> None:
        """Wait for the end of the match, and for its text."""
        await self.page.locator('.table[data-status="ended"] .ending').wait_for()

    async def move(self, rng: random.Random, on_board: bool) -> dict[str, Any]:
        """One move with the mouse: on the board where something is lit up, else in the list."""
        before = await self.state()
        targets = self.page.locator(".pieces .target")
        if on_board and await targets.count():
            await targets.nth(rng.randrange(await targets.count())).click()
        await self.choose(rng)
        return await self.turn_after(before["seq"])

    async def choose(self, rng: random.Random) -> None:
        """Choose one of the lines that are left, until one action is staged and carried out."""
        lines = self.page.locator(".choices .action")
        before = await self.state()
        # The answer may bring the next question before we look.
        while await self.state() == before:
            count = await lines.count()
            if not count or await self.page.locator(".choices.staged").count():
                await self.page.locator(".choices .go").click()
            else:
                await lines.nth(rng.randrange(count)).click()

    async def _drive(self, what: str, given: object = None) -> dict[str, Any]:
        """Run a part of the driver; unlike other waits of the browser's, this one would have no end."""
        async with asyncio.timeout(PATIENCE):
            state: dict[str, Any] = await self.page.evaluate(what, given)
            return state

    # Looking

    async def sideways(self) -> int:
        """Pixels by which the page is wider than the screen."""
        return await self.page.evaluate(  # type: ignore[no-any-return]
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )


class Visitors:
    """Opens browsers for a test, and afterwards asks whether any of them complained."""

    def __init__(self, contexts: Contexts, url: str, painted: bool = True) -> None:
        """``painted``: whether somebody, or something, looks at the pages. To paint them is a third of the work."""
        self._contexts = contexts
        self._url = url
        self._painted = painted
        self._all: list[tuple[Visitor, Look]] = []
        self._stages: dict[Visitor, Stage] = {}

    async def open(
        self,
        *,
        size: Size = "desktop",
        lang: Literal["en", "ja"] = "en",
        dark: bool = False,
        installed: bool = False,
        motion: bool = False,
        first: bool = False,
        painted: bool = False,
        newcomer: bool = False,
        careful: bool = True,
        draws: str = "",
        url: str = "",
    ) -> Visitor:
        """Somebody new, who has not opened any page yet.

        What their browser draws follows from ``draws``, else from how many came before them: with what the node
        draws for the test, every match comes out alike in every run.
        ``newcomer``: who was told no game. ``careful``: who confirms every action, and has
        the log open. ``motion``: does not ask for less of it. ``first``: whose browser never loaded anything.
        ``painted``: even where others' pages are not.
        """
        look, wish = Look(lang, size in PHONES), Wish(dark, motion)
        if installed or first:
            page = await self._contexts.make(look, wish, DRIVER, *(() if installed else (NO_WORKER,)))
        else:
            page = await self._contexts.take(look, wish, url or self._url, DRIVER, NO_WORKER)
        page.context.set_default_timeout(PATIENCE * 1000)
        script = DRAWS % json.dumps(draws or f"visitor {len(self._all)}")
        await page.add_init_script(script if painted or self._painted else script + UNPAINTED)
        if not newcomer:
            await page.add_init_script(BRIEFED)
        if careful:
            await page.add_init_script(CAREFUL)
        width, height = SIZES[size]
        await page.set_viewport_size({"width": width, "height": height})
        visitor = Visitor(page, url or self._url)
        self._all.append((visitor, look))
        return visitor

    async def stage(
        self, *, size: Size = "desktop", lang: Literal["en", "ja"] = "en", motion: bool = False
    ) -> Visitor:
        """Somebody whose page is empty but for its masthead: for scripts that put parts of the page there.

        It was loaded by the first test that wanted it, and stays for the next one.
        """
        what = Stage(self._url, size if size in PHONES else "", lang, motion)
        if page := self._contexts.stages.pop(what, None):
            visitor = Visitor(page, self._url)
            self._all.append((visitor, Look(lang, size in PHONES)))
        else:
            visitor = await self.open(size=size, lang=lang, motion=motion)
            await visitor.lobby()
        self._stages[visitor] = what
        # Its connection goes on meanwhile, and is no matter of the test.
        visitor.cut_off = True
        await visitor.prefer(motion=motion)
        width, height = SIZES[size]
        await visitor.page.set_viewport_size({"width": width, "height": height})
        await visitor.page.mouse.move(-1, -1)
        await visitor.page.evaluate(CLEARED)
        return visitor

    async def __aenter__(self) -> Visitors:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        problems = [problem for visitor, _ in self._all for problem in visitor.problems]
        for visitor, look in self._all:
            try:
                async with asyncio.timeout(PATIENCE):
                    if kind is None and visitor in self._stages and not visitor.problems:
                        visitor.leave()
                        await self._contexts.keep(visitor.page, self._stages[visitor])
                    elif kind is None:
                        visitor.leave()
                        await self._contexts.give_back(visitor.page, look, self._url)
                    else:
                        await visitor.context.close()
            except Error:
                if kind is None:
                    raise
        if problems:
            raise AssertionError("\n".join(problems)) from error


def asks_for_plain(text: str | bytes) -> str:
    """A message of the page, without the wish for short updates: a test can change what it hears."""
    message = json.loads(text)
    if message["t"] == "hello":
        del message["short"]
    return json.dumps(message)

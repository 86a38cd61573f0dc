"""Browser contexts that visitors take over from each other: what one loaded and compiled, the next one need not.

Whoever takes one over finds nothing of whoever had it before: nothing on the screen, nothing stored, no cookies.
What was done to a page and can be taken back is: listeners, routes, scripts, sessions. Where something was done
that stays all the same, the context is not handed on: a new one costs three times as much processor time.
"""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import Any, Literal, NamedTuple
from urllib.parse import urlsplit

from playwright.async_api import Browser, BrowserContext, Frame, Page

#: Changes to a context, its page or its clock that persist in the next document.
STAYS = {
    "add_locator_handler",
    "clear_permissions",
    "emulate_media",
    "expose_binding",
    "expose_function",
    "fast_forward",
    "grant_permissions",
    "install",
    "new_page",
    "once",
    "pause_at",
    "resume",
    "route_from_har",
    "route_web_socket",
    "run_for",
    "set_extra_http_headers",
    "set_fixed_time",
    "set_geolocation",
    "set_offline",
    "set_system_time",
}
#: Events that a visitor itself listens to, until they leave.
HEARD = ("console", "framenavigated", "weberror")
#: An answer of every node that is no page of ours. Unlike about:blank it belongs to the page's site, so that the
#: browser keeps the process.
NOWHERE = "healthz"


Language = Literal["en", "ja"]


class Look(NamedTuple):
    """Immutable properties of a context."""

    lang: Language
    phone: bool


class Stage(NamedTuple):
    """Key of a page that is shared by tests: its address and its visitor."""

    url: str
    #: Of a phone; empty: no phone. A phone whose size changes keeps the scale of the page that it had before.
    phone: str
    lang: Language
    motion: bool


class Wish(NamedTuple):
    """A person's preferences for every page; a reused page gets them again."""

    dark: bool = False
    motion: bool = False
    forced: bool = False

    async def tell(self, page: Page) -> None:
        # Not the page's own method, which is watched.
        await Page.emulate_media(
            page,
            color_scheme="dark" if self.dark else "light",
            reduced_motion="no-preference" if self.motion else "reduce",
            forced_colors="active" if self.forced else "none",
        )


class Contexts:
    """The contexts of one browser, each with one page."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self._free: dict[Look, list[Page]] = defaultdict(list)
        #: Pages that stay where they are from test to test.
        self.stages: dict[Stage, Page] = {}
        #: Lent pages → their previous address.
        self._lent: dict[Page, set[str]] = {}
        self._worn: set[Page] = set()
        #: Functions that revert changes to a page since it was lent.
        self._undo: dict[Page, list[Callable[[], Awaitable[Any]]]] = defaultdict(list)

    async def make(self, look: Look, wish: Wish, *scripts: str) -> Page:
        """A fresh page that is not reused; ``scripts`` run in every document first."""
        page = await self._new(look, *scripts)
        await wish.tell(page)
        return page

    async def _new(self, look: Look, *scripts: str) -> Page:
        context = await self.browser.new_context(
            locale={"en": "en-GB", "ja": "ja-JP"}[look.lang],
            has_touch=look.phone,
            is_mobile=look.phone,
            permissions=["clipboard-read", "clipboard-write"],
            accept_downloads=True,
        )
        for script in scripts:
            await context.add_init_script(script)
        return await context.new_page()

    async def take(self, look: Look, wish: Wish, url: str, *scripts: str) -> Page:
        """A page as if it were new, one that was at the node ``url`` if there is one.

        ``scripts`` are the same in every call.
        """
        if free := self._free[look]:
            page = next((each for each in free if each.url.startswith(f"{url}/")), free[0])
            free.remove(page)
        else:
            page = await self._new(look, *scripts)
            self._watch(page)
        self._lent[page] = set()
        await wish.tell(page)
        return page

    def _watch(self, page: Page) -> None:
        """Learn where it goes, and whether something is done that stays with it."""

        def moved(frame: Frame) -> None:
            if frame.url.startswith("http"):
                self._lent.get(page, set()).add("{0.scheme}://{0.netloc}".format(urlsplit(frame.url)))

        def wears(function: Callable[..., Any]) -> Callable[..., Any]:
            @functools.wraps(function)
            def call(*args: Any, **given: Any) -> Any:
                self._worn.add(page)
                return function(*args, **given)

            return call

        for thing in (page, page.context, page.clock):
            for name in STAYS:
                if hasattr(thing, name):
                    setattr(thing, name, wears(getattr(thing, name)))
        page.on("framenavigated", moved)
        self._take_back_later(page)

    def _take_back_later(self, page: Page) -> None:
        """Note what takes back what is done to this page."""
        undo = self._undo[page]

        def listens(function: Callable[..., Any], leave: Callable[..., Any]) -> Callable[..., Any]:
            @functools.wraps(function)
            def call(event: str, listener: Any) -> Any:
                async def forget() -> None:
                    leave(event, listener)

                if event not in HEARD:
                    undo.append(forget)
                return function(event, listener)

            return call

        def ends(function: Callable[..., Any], how: Callable[[Any], Awaitable[Any]]) -> Callable[..., Any]:
            @functools.wraps(function)
            async def call(*args: Any, **given: Any) -> Any:
                done = await function(*args, **given)
                undo.append(lambda: how(done))
                return done

            return call

        watched: list[tuple[Page | BrowserContext, str, Callable[..., Any]]] = [
            (page.context, "new_cdp_session", ends(page.context.new_cdp_session, lambda session: session.detach()))
        ]
        for thing in (page, page.context):
            watched += [
                (thing, "on", listens(thing.on, thing.remove_listener)),
                (thing, "add_init_script", ends(thing.add_init_script, lambda script: script.close())),
                (thing, "route", ends(thing.route, lambda route: route.close())),
            ]
        for thing, name, function in watched:
            setattr(thing, name, function)

    async def keep(self, page: Page, stage: Stage) -> None:
        """Leave a page as it is for the next test that wants this stage, unless something was done to it."""
        if page in self._worn:
            self._lent.pop(page, None)
            await page.context.close()
            return
        while self._undo[page]:
            await self._undo[page].pop()()
        self.stages[stage] = page

    async def give_back(self, page: Page, look: Look, url: str) -> None:
        """Hand on what was taken, unless something was done to it; ``url``: the node that it belongs to."""
        origins = self._lent.pop(page, None)
        if origins is None or not origins <= {url} or page in self._worn or page.context.pages != [page]:
            self._worn.discard(page)
            self._undo.pop(page, None)
            await page.context.close()
            return
        while self._undo[page]:
            await self._undo[page].pop()()
        await page.goto(f"{url}/{NOWHERE}")
        # The next page would believe that a mouse is there.
        await page.mouse.move(-1, -1)
        await page.evaluate("sessionStorage.clear()")
        tell = await BrowserContext.new_cdp_session(page.context, page)
        await tell.send("Storage.clearDataForOrigin", {"origin": url, "storageTypes": "all"})
        await tell.detach()
        await page.context.clear_cookies()
        self._free[look].append(page)

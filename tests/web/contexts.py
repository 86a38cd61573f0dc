"""Browser contexts that visitors take over from each other: what one loaded and compiled, the next one need not.

Whoever takes one over finds nothing of whoever had it before: nothing on the screen, nothing stored, no cookies.
Where something was done to a context or its page that stays with it, it is not handed on.
"""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Callable
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from playwright.async_api import Browser, BrowserContext, Frame, Page

#: What may be done to a context, to its page or to its clock, and is still there in the next document.
STAYS = {
    "add_init_script",
    "add_locator_handler",
    "clear_permissions",
    "emulate_media",
    "expose_binding",
    "expose_function",
    "fast_forward",
    "grant_permissions",
    "install",
    "new_cdp_session",
    "new_page",
    "on",
    "once",
    "pause_at",
    "resume",
    "route",
    "route_from_har",
    "route_web_socket",
    "run_for",
    "set_extra_http_headers",
    "set_fixed_time",
    "set_geolocation",
    "set_offline",
    "set_system_time",
}
#: What a visitor itself listens to, and no longer once they have left.
HEARD = ("console", "framenavigated")
#: An answer of every node that is no page of ours. Unlike about:blank it belongs to the page's site, so that the
#: browser keeps the process.
NOWHERE = "healthz"


class Look(NamedTuple):
    """What a context is made for and keeps all its life."""

    lang: str
    dark: bool
    phone: bool
    motion: bool


class Contexts:
    """The contexts of one browser, each with one page."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self._free: dict[Look, list[Page]] = defaultdict(list)
        #: Those that are lent: page → where it was since.
        self._lent: dict[Page, set[str]] = {}
        self._worn: set[Page] = set()

    async def make(self, look: Look, *scripts: str) -> Page:
        """A page that nobody had before and nobody gets afterwards; ``scripts`` are run in every document first."""
        context = await self.browser.new_context(
            locale={"en": "en-GB", "ja": "ja-JP"}[look.lang],
            color_scheme="dark" if look.dark else "light",
            reduced_motion="no-preference" if look.motion else "reduce",
            has_touch=look.phone,
            is_mobile=look.phone,
            permissions=["clipboard-read", "clipboard-write"],
            accept_downloads=True,
        )
        for script in scripts:
            await context.add_init_script(script)
        return await context.new_page()

    async def take(self, look: Look, *scripts: str) -> Page:
        """A page as if it were new; ``scripts`` are the same in every call."""
        if self._free[look]:
            page = self._free[look].pop()
        else:
            page = await self.make(look, *scripts)
            self._watch(page)
        self._lent[page] = set()
        return page

    def _watch(self, page: Page) -> None:
        """Learn where it goes, and whether something is done that stays with it."""

        def moved(frame: Frame) -> None:
            if frame.url.startswith("http"):
                self._lent.get(page, set()).add("{0.scheme}://{0.netloc}".format(urlsplit(frame.url)))

        def wears(function: Callable[..., Any]) -> Callable[..., Any]:
            @functools.wraps(function)
            def call(*args: Any, **given: Any) -> Any:
                if not (function.__name__ == "on" and args[0] in HEARD):
                    self._worn.add(page)
                return function(*args, **given)

            return call

        page.on("framenavigated", moved)
        for thing, names in ((page, STAYS), (page.context, STAYS - {"on"}), (page.clock, STAYS)):
            for name in names:
                if hasattr(thing, name):
                    setattr(thing, name, wears(getattr(thing, name)))

    async def give_back(self, page: Page, look: Look, url: str) -> None:
        """Hand on what was taken, unless something was done to it; ``url``: the node that it belongs to."""
        origins = self._lent.pop(page, None)
        if origins is None or not origins <= {url} or page in self._worn or page.context.pages != [page]:
            self._worn.discard(page)
            await page.context.close()
            return
        await page.goto(f"{url}/{NOWHERE}")
        # The next page would believe that a mouse is there.
        await page.mouse.move(-1, -1)
        await page.evaluate("sessionStorage.clear()")
        tell = await BrowserContext.new_cdp_session(page.context, page)
        await tell.send("Storage.clearDataForOrigin", {"origin": url, "storageTypes": "all"})
        await tell.detach()
        await page.context.clear_cookies()
        self._free[look].append(page)

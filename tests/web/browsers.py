"""Chromium: the one that is installed, else Playwright's own; one for each set of fonts that is asked for.

Where Debian's `chromium-headless-shell` is installed as well, most tests use it: it has no windows, and opens a
page with two thirds of the processor time. What belongs to windows, such as notices, is not there.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from types import TracebackType

from playwright.async_api import Playwright, async_playwright
from playwright.sync_api import sync_playwright

from tests.needs import MissingError, find_program
from tests.web.contexts import Contexts
from tests.web.fonts import FontSet, config, installed

#: What Playwright switches off itself, as the last list is the one that counts, and two pages of the browser's own
#: for its address bar, which are loaded for every window and work whenever an address is opened.
OFF = (
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxPopup",
)
#: Nothing that would reach for the network, and no sandbox inside of the container.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    f"--disable-features={','.join(OFF)}",
]
#: Timeout of a browser's start and stop in seconds.
PATIENCE = 120


def find_chromium(own: str, whole: bool = False) -> str:
    """The browser to start; ``own``: where Playwright keeps its own. ``whole``: one that has windows.

    Raises ``MissingError``: there is none.
    """
    if found := find_program("chromium"):
        return found if whole else find_program("chromium-headless-shell") or found
    if own and Path(own).exists():
        return own
    raise MissingError(
        "The tests of the page need a browser: install Debian's package chromium, "
        "or run .venv/bin/playwright install chromium."
    )


def check_machine() -> None:
    """Raises ``MissingError``: there is no browser on this machine, nothing to drive it, or not our fonts."""
    try:
        with sync_playwright() as playwright:
            own, drives = playwright.chromium.executable_path, True
    except Exception:
        # Its driver is a program of its own, whose library a minimal Debian lacks.
        own, drives = "", False
    find_chromium(own)
    if not drives:
        raise MissingError(
            "The tests of the page need Playwright, which does not start: install Debian's package libatomic1."
        )
    if sys.platform == "linux":
        installed()


class Browsers:
    """Browsers without a window, while the context lasts. ``folder``: an empty one, for their fonts."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._open: dict[tuple[FontSet, bool], Contexts] = {}

    async def __aenter__(self) -> Browsers:
        self._manager = async_playwright()
        self._playwright: Playwright = await self._manager.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        async with asyncio.timeout(PATIENCE):
            for contexts in self._open.values():
                await contexts.browser.close()
            await self._playwright.stop()

    async def get(self, fonts: FontSet = "plain", whole: bool = False) -> Contexts:
        """Of the browser that knows this set of fonts only. Elsewhere than on Linux it knows the machine's.

        ``whole``: one that has windows.
        """
        if (fonts, whole) not in self._open:
            chromium = self._playwright.chromium
            environment: dict[str, str | float | bool] = dict(os.environ)
            if sys.platform == "linux":
                environment["FONTCONFIG_FILE"] = str(config(self._folder, fonts))
            browser = await chromium.launch(
                executable_path=find_chromium(chromium.executable_path, whole),
                # The page brings its own letters; strange ones are for those whose browser does not load them.
                args=FLAGS if fonts == "plain" else [*FLAGS, "--disable-remote-fonts"],
                env=environment,
                timeout=PATIENCE * 1000,
            )
            self._open[fonts, whole] = Contexts(browser)
        return self._open[fonts, whole]

"""Pictures of one screen in all its looks, side by side in one picture."""

from __future__ import annotations

import html
import tempfile
from pathlib import Path

from tests.web.browsers import Browsers
from tests.web.visitor import SIZES

#: Pixels: how high each picture is drawn at most, and how wide a sheet is.
HEIGHT, WIDTH = 620, 2000
STYLE = f"""
body {{ margin: 8px; background: #777; display: flex; flex-wrap: wrap; gap: 8px; color: #fff; }}
figure {{ font: 14px sans-serif; margin: 0; }}
img {{ display: block; max-height: {HEIGHT}px; max-width: {WIDTH // 2 - 20}px; }}
"""


def grouped(names: list[str]) -> dict[str, list[str]]:
    """Pictures by screen: what stands before the size in their names, ``squad-start-phone-ja-dark.png``."""
    sheets: dict[str, list[str]] = {}
    for name in names:
        parts = name.removesuffix(".png").split("-")
        at = next((at for at, part in enumerate(parts) if part in SIZES), 0)
        if at:
            sheets.setdefault("-".join(parts[:at]), []).append(name)
    return sheets


async def write_sheets(folder: Path, names: list[str]) -> None:
    """A ``sheet-….png`` for every screen of these pictures in the folder."""
    with tempfile.TemporaryDirectory() as fonts:
        async with Browsers(Path(fonts)) as browsers:
            page = await (await browsers.get()).browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
            for screen, shown in grouped(names).items():
                figures = (f"<figure><img src='{html.escape(name)}'>{html.escape(name)}</figure>" for name in shown)
                sheet = folder / "sheet.html"
                sheet.write_text(f"<!doctype html><style>{STYLE}</style>{''.join(figures)}")
                await page.goto(sheet.absolute().as_uri(), wait_until="load")
                await page.screenshot(path=folder / f"sheet-{screen}.png", full_page=True)
                sheet.unlink()

"""The switch between English and Japanese changes everything, and is kept."""

from __future__ import annotations

import re

from tests.web.visitor import Visitor, Visitors

#: Latin text in Japanese: names, also of the house bot, addresses, units, keys, capitals (M5).
NAMES = re.compile(
    r"\d+[cm]m|Pak|Bocage|English|(?:Guest|Player) \d+|\b(?:random|sergeant|captain)\b|https?://\S*|bocage verify"
    r"|\b(?:Late|Hasty)\b"
    # Source of another visitor's fork in the lobby.
    r"|(?<=対戦 )[a-z0-9]{12}\b"
    r"|^(?:Tab|Space|Esc|Home|End|Shift \+ .)$|(?<![A-Za-z])Enter(?![A-Za-z])"
    r"|(?<![A-Za-z])[A-Z][A-Z0-9]+(?![a-z])"
    # Keys of texts that people write, such as opening positions.
    r"|(?<![a-z])(?:us|de)_[lcr](?![a-z])",
    re.ASCII,
)
LATIN = re.compile(r"[A-Za-z]{2,}")
KANA = re.compile(r"[぀-ヿ一-鿿]")


async def texts(visitor: Visitor) -> list[str]:
    """Every text that a person sees or hears: text nodes, labels, titles, placeholders."""
    found: list[str] = await visitor.page.evaluate("""() => {
      const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found = [document.title];
      while (walk.nextNode())
        if (!walk.currentNode.parentElement.closest("noscript")) found.push(walk.currentNode.data);
      for (const name of ["aria-label", "aria-description", "title", "placeholder"])
        for (const element of document.querySelectorAll(`[${name}]`)) found.push(element.getAttribute(name));
      return found.map((text) => text.trim()).filter(Boolean);
    }""")
    return found


async def english_in(visitor: Visitor) -> list[str]:
    return [text for text in await texts(visitor) if LATIN.search(NAMES.sub("", text))]


async def japanese_in(visitor: Visitor) -> list[str]:
    return [text for text in await texts(visitor) if KANA.search(re.sub(r"日本語|ゲスト\d+", "", text))]


async def test_the_switch_changes_everything_and_is_kept(visitors: Visitors) -> None:
    visitor = await visitors.open(lang="en")
    page = visitor.page
    await visitor.lobby()
    assert await japanese_in(visitor) == []
    await page.get_by_role("button", name="日本語").click()
    # The bar on top speaks Japanese before the screen is drawn anew.
    await page.locator('.screen[lang="ja"] .game-card').first.wait_for()
    assert await english_in(visitor) == []
    assert await page.evaluate("document.documentElement.lang") == "ja"
    await visitor.settings()
    assert await english_in(visitor) == []
    await visitor.close_dialog()
    await page.keyboard.press("?")
    await page.locator("dialog .keys").first.wait_for()
    assert await english_in(visitor) == []
    await visitor.close_dialog()
    await page.reload()
    await page.locator(".game-card").first.wait_for()
    assert await english_in(visitor) == []
    await visitor.start("zombies")
    seq = (await visitor.play(seed=3, moves=6))["seq"]
    await page.get_by_role("button", name="English").click()
    await page.locator('.screen[lang="en"] .table').wait_for()
    await visitor.reached(seq)
    await page.locator(".log-lines .line").first.wait_for()
    assert await japanese_in(visitor) == []

"""Screen readers: everything once, in order, with the focus where to go on."""

from __future__ import annotations

import re

from tests.web.visitor import Visitor, Visitors

#: Notes what is added to the live regions and is not hidden from those who listen, as ``[region, text]``.
LISTEN = """() => {
  globalThis.heard = [];
  const LIVE = "[aria-live], [role=status], [role=alert]";
  const read = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data;
    if (!(node instanceof Element) || node.matches("[aria-hidden=true], [aria-live=off], [hidden]")) return "";
    return [...node.childNodes].map(read).join(" ");
  };
  new MutationObserver((changes) => {
    const said = new Set();
    for (const { target, addedNodes } of changes) for (const node of addedNodes) {
      const live = target.closest?.(LIVE);
      if (!live || !node.isConnected || live.ariaLive === "off" || target.closest("[aria-hidden=true]")) continue;
      if ([...said].some((each) => each.contains(node))) continue;
      said.add(node);
      const text = read(node).replace(/\\s+/g, " ").trim();
      if (text) heard.push([live.className.split(" ")[0], text]);
    }
  }).observe(document, { subtree: true, childList: true });
}"""

#: Kana, ideographs, or nothing but figures.
JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]|^[^A-Za-z]*$")

Heard = list[list[str]]


async def heard(visitor: Visitor) -> Heard:
    """Announcements since the last call."""
    said: Heard = await visitor.page.evaluate("heard.splice(0)")
    return said


async def named(visitor: Visitor) -> list[str]:
    """Names of all pieces on the table, and their actions."""
    names: list[str] = await visitor.page.locator(".table :is([aria-label], [aria-description])").evaluate_all(
        "(all) => all.flatMap((one) => [one.ariaLabel, one.ariaDescription]).filter(Boolean)"
    )
    return names


async def where(visitor: Visitor, selector: str) -> None:
    """Wait until the keyboard is there."""
    await visitor.page.locator(f"{selector}:focus").wait_for()


async def test_a_roll_a_question_and_the_end_are_said_once(visitors: Visitors) -> None:
    visitor = await visitors.open(motion=True, draws="aloud")
    page = visitor.page
    await page.add_init_script(
        """localStorage.setItem("bocage.prefs", '{"lang": "en", "speed": "fast", "confirm": "always"}')"""
    )
    await visitor.lobby()
    # From the lobby by keyboard: to the question that waits.
    await page.locator('[data-game="zombies"] .start').press("Enter")
    state = await visitor.turn()
    await where(visitor, ".prompt")
    await page.evaluate(LISTEN)

    await page.locator(".go").click()
    state = await visitor.turn_after(state["seq"])
    said = await heard(visitor)
    rolls = [text for place, text in said if place == "tray" and "Rolls" in text]
    assert rolls
    assert rolls[0].startswith("Rolls")
    assert len({text for _, text in said}) == len(said), said
    # First what happened, then what is asked.
    assert said[-1][0] == "dock-head"
    assert said[0][0] == "tray"

    if state["status"] == "playing":
        await visitor.resign()
    await visitor.ended()
    # The verdict is announced once, by the focused element or by the panel.
    said = await heard(visitor)
    assert len([text for _, text in said if "You lost" in text or " lost: " in text]) == 1, said
    assert await page.evaluate("document.activeElement !== document.body")

    await page.locator(".ending .another").press("Enter")
    await where(visitor, ".lobby h1")


async def test_a_roll_and_a_question_are_said_in_japanese(visitors: Visitors) -> None:
    visitor = await visitors.open(lang="ja", motion=True, draws="aloud in Japanese")
    page = visitor.page
    await page.add_init_script(
        """localStorage.setItem("bocage.prefs", '{"lang": "ja", "speed": "fast", "confirm": "always"}')"""
    )
    await visitor.lobby()
    await visitor.start("zombies")
    state = await visitor.state()
    await page.evaluate(LISTEN)
    await page.locator(".go").click()
    await visitor.turn_after(state["seq"])
    said = [text for _, text in await heard(visitor)]
    names = await named(visitor)
    await visitor.lobby()
    await visitor.start("squad")
    names += await named(visitor)
    assert said
    assert len(set(said)) == len(said), said
    # No English, and no lists with its comma.
    assert [text for text in (*said, *names) if not JAPANESE.search(text) or ", " in text] == []

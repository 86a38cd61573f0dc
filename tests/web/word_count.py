"""``python -m tests.web.word_count``: words in sight at a player's decisions on a desktop, against a house bot.

A word has a letter or a figure, and at least half of it is inside of the window and of all boxes that cut it off.
The line above the table counts too; words in attributes, tips and folded lists do not. ``-v``: all words, by place.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import tempfile
from pathlib import Path

from tests.all_games import GAMES
from tests.e2e.nodes import NodeProcess
from tests.web.browsers import Browsers
from tests.web.visitor import Visitor, Visitors

#: Decisions of a match that are counted.
DECISIONS = 30

#: The words in sight, by place.
COUNT = r"""async () => {
  // As for somebody with a mouse.
  document.activeElement?.blur();
  await document.fonts.ready;
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const places = ".masthead, .table-line, .board-place, .tray-place, .ask, .hand-slot, .table-side, .toasts";
  const clips = new Map();
  const cut = (element) => {
    if (!element) return { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    if (!clips.has(element)) {
      const outer = cut(element.parentElement);
      const box = element.getBoundingClientRect();
      const inside = getComputedStyle(element).overflow !== "visible" && !(element instanceof SVGElement);
      clips.set(element, inside ? {
        left: Math.max(outer.left, box.left), top: Math.max(outer.top, box.top),
        right: Math.min(outer.right, box.right), bottom: Math.min(outer.bottom, box.bottom),
      } : outer);
    }
    return clips.get(element);
  };
  const seen = (range, element) => {
    const box = range.getBoundingClientRect();
    const { left, top, right, bottom } = cut(element);
    const [width, height] = [Math.min(right, box.right) - Math.max(left, box.left),
      Math.min(bottom, box.bottom) - Math.max(top, box.top)];
    return box.width > 0 && width > 0 && height > 0 && width * height >= (box.width * box.height) / 2;
  };
  const found = {};
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) {
    const node = nodes.currentNode;
    const element = node.parentElement;
    if (!/[\p{L}\p{N}]/u.test(node.data) || element.closest("script, style, .hidden-text")) continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    for (const { 0: word, index } of node.data.matchAll(/\S*[\p{L}\p{N}]\S*/gu)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      if (!seen(range, element)) continue;
      (found[element.closest(places)?.className.split(" ")[0] ?? "else"] ??= []).push(word);
    }
  }
  return found;
}"""

#: Settings of a player who confirms every action, with the log open or not.
PREFS = """localStorage["bocage.prefs"] = '{"lang": "en", "confirm": "always", "aside": %s}'"""

Words = dict[str, list[str]]


async def words_at_decisions(visitor: Visitor, game: str, decisions: int = DECISIONS) -> list[Words]:
    """Play against the usual house bot; the words in sight at each decision, by place."""
    await visitor.lobby()
    await visitor.start(game)
    # A list that is pointed at is in sight.
    await visitor.page.mouse.move(0, 0)
    counted: list[Words] = []
    for number in range(decisions):
        if (await visitor.turn())["status"] == "ended":
            break
        counted.append(await visitor.page.evaluate(COUNT))
        await visitor.play(seed=number, moves=1)
    return counted


def numbers(counted: list[Words]) -> list[int]:
    """How many words each decision has."""
    return [sum(map(len, each.values())) for each in counted]


async def report(games: list[str], verbose: bool) -> None:
    """A line for each game, with the log folded and open: the middle and the most of its words, and where."""
    with tempfile.TemporaryDirectory() as folder, NodeProcess(Path(folder)) as node:
        async with (
            Browsers(Path(folder) / "fonts") as browsers,
            Visitors(await browsers.get(), node.url) as visitors,
        ):
            for game in games or GAMES:
                for log in (False, True):
                    node.draw_for(f"words {game}")
                    visitor = await visitors.open(careful=False, draws=game)
                    await visitor.page.add_init_script(PREFS % str(log).lower())
                    counted = await words_at_decisions(visitor, game)
                    found = numbers(counted)
                    places = sorted({place for each in counted for place in each})
                    where = ", ".join(
                        f"{place} {statistics.median(len(each.get(place, [])) for each in counted):.0f}"
                        for place in places
                    )
                    print(
                        f"{game}, log {'open' if log else 'folded'}: first {found[0]}, "
                        f"median {statistics.median(found):.0f}, most {max(found)} ({where})",
                        flush=True,
                    )
                    if verbose:
                        for each, n in zip(counted, found, strict=True):
                            print(n, *(f"  {place}: {' '.join(said)}" for place, said in each.items()), sep="\n")


if __name__ == "__main__":
    asyncio.run(report([each for each in sys.argv[1:] if each != "-v"], "-v" in sys.argv))

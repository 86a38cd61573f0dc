"""Places keep their size from decision to decision: a phone's sheet has two heights, elsewhere nothing moves."""

from __future__ import annotations

import pytest

from tests.web.contexts import Language
from tests.web.positions import measured, open_table, resize
from tests.web.visitor import PHONES, SIZES, Size, Visitors

#: About so many decisions of a match are looked at by day, besides those with the most choices of their kind.
SOME = 6
#: By day a table is seen in one of these pairs of sizes, every other one in Japanese.
PAIRS: tuple[tuple[Size, Size], ...] = (("phone", "desktop"), ("small", "flat"))

#: The places at some decisions, others' too: as they are put, beside *Take back*, when something is chosen, and
#: while a hint is waited for. For each place where it lay, and at which entry first; of the board also where it lay
#: when questions were put one after the other.
PLACES = """([some, first, words]) => {
  const found = { ".ask": {}, ".board-place": {}, ".tray-place": {}, ".hand-slot": {} };
  const look = (what) => {
    for (const [place, at] of Object.entries(found)) {
      const box = document.querySelector(place)?.getBoundingClientRect();
      if (box) at[[box.left, box.top, box.width, box.height].map(Math.round)] ??= what;
    }
  };
  const all = layout.feed.moments.filter(({ view, decision }) => view.status === "playing" && decision);
  const step = Math.max(1, Math.floor(all.length / some));
  const most = new Set(layout.some(all.length, 1, 0, 0));
  const chosen = all.filter((each, at) => at % step === first % step || most.has(each));
  const put = {};
  for (const moment of chosen) {
    layout.show(moment);
    const { top, height } = document.querySelector(".board-place").getBoundingClientRect();
    put[[top, height].map(Math.round)] ??= `${moment.decision.kind} (entry ${moment.seq})`;
  }
  for (const moment of chosen) {
    const { kind, actions } = moment.decision;
    const about = `${kind} (entry ${moment.seq})`;
    layout.show(moment);
    look(about);
    const undo = document.createElement("button");
    Object.assign(undo, { className: "quiet undo", textContent: words.undo });
    layout.shell.dock.extras(undo, ...document.querySelectorAll(".dock-extra > label"));
    look(`${about}, beside Take back`);
    if (!actions) continue;
    const things = [...document.querySelectorAll(".hand-slot .target, .board-place .target, .action")];
    for (const thing of things.filter((each) => each.checkVisibility()).slice(0, 2)) {
      thing.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      look(`${about}, chosen`);
      layout.shell.choices.wait(words.hint);
      look(`${about}, beside a hint`);
      layout.shell.choices.wait("");
      document.querySelector(".dock-foot .back:not([hidden])")?.click();
    }
  }
  return [found, put];
}"""

WORDS = {
    "en": {"undo": "Ask to take back", "hint": "The engine is thinking, and this takes a few seconds"},
    "ja": {"undo": "取り消しを頼む", "hint": "ヒントを計算しています。しばらくお待ちください"},
}


@pytest.mark.parametrize("lang", ["en", "ja"])
async def test_sheet_has_two_heights_and_places_stay(
    guests: Visitors, stored: dict[str, str], lang: Language, nightly: bool
) -> None:
    visitor = await measured(guests, lang)
    found: list[str] = []
    for table, name in enumerate(stored):
        if not nightly and table % 2 != (lang == "ja"):
            continue
        await open_table(visitor, stored[name])
        for size in sum(PAIRS, ()) if nightly else PAIRS[table // 2 % 2]:
            await resize(visitor, size)
            await visitor.page.evaluate("layout.painted()")
            # By day each language looks at other decisions.
            look = [100_000 if nightly else SOME, 5 * table + 3 * (lang == "ja"), WORDS[lang]]
            places, put = await visitor.page.evaluate(PLACES, look)
            # A question moves no board: options without a target there are a few lines in a folded sheet.
            found += [f"{name} {size} from question to question: {put}"] if len(put) > 1 else []
            many = 2 if size in PHONES else 1
            found += [f"{name} {size} {place}: {at}" for place, at in places.items() if len(at) > many]
            third = SIZES[size][1] / 3
            high = [at for at in places[".ask"] if size in PHONES and float(at.split(",")[3]) > third]
            found += [f"{name} {size}: the sheet has more than a third: {at}" for at in high]
    assert "\n".join(found) == ""

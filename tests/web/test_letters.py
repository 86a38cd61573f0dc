"""On a desktop every text on boards, counters and cards can be read without bending forward."""

from __future__ import annotations

import pytest

from tests.web.contexts import Language
from tests.web.positions import measured, open_table
from tests.web.visitor import Visitors

#: By day every so manieth decision is looked at, of every other table in Japanese.
STEP = 16

#: Texts of the board and the hand that are smaller than 13 pixels, as they are seen: drawings are scaled.
SMALL = """() => {
  const found = [];
  for (const element of document.querySelectorAll('.board-place *, .hand-slot *')) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!own || !element.checkVisibility() || element.closest('.hidden-text')) continue;
    const { a, b } = element instanceof SVGElement ? element.getScreenCTM() : { a: 1, b: 0 };
    const size = parseFloat(getComputedStyle(element).fontSize) * Math.hypot(a, b);
    if (size < 12.9) found.push(`${size.toFixed(1)} ${element.outerHTML.slice(0, 90)}`);
  }
  return found;
}"""


#: Small elements at every n-th decision, from a given one, of the open match.
LOOK = f"""async ([step, first]) => {{
  const found = new Set();
  for (const moment of layout.decisions().filter((_, at) => at % step === first)) {{
    layout.show(moment);
    await layout.painted();
    for (const text of ({SMALL})()) found.add(`${{text}} (entry ${{moment.seq}})`);
  }}
  return [...found];
}}"""


@pytest.mark.parametrize("lang", ["en", "ja"])
async def test_no_text_is_small(guests: Visitors, stored: dict[str, str], lang: Language, nightly: bool) -> None:
    visitor = await measured(guests, lang)
    found: list[str] = []
    for number, table in enumerate(name for name in stored if name != "toy"):
        if not nightly and number % 2 != (lang == "ja"):
            continue
        await open_table(visitor, stored[table])
        look = [1, 0] if nightly else [STEP, number % STEP]
        found += [f"{table}: {text}" for text in await visitor.page.evaluate(LOOK, look)]
    assert "\n".join(found) == ""

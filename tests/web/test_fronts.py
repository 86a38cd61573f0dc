"""The counters of COMPANY COMMANDER's fronts: as large as they can be, and none on another."""

from __future__ import annotations

from tests.web.positions import measured, open_table
from tests.web.visitor import Visitors

#: At each seventh decision, and the fullest: how many counters each front holds, how wide the smallest one is, and
#: how many of them lie on another.
COUNTERS = """async () => {
  const count = ({ view }) => Object.keys(view.table.units).length;
  const all = layout.decisions();
  const fullest = all.reduce((most, moment) => (count(moment) > count(most) ? moment : most));
  const found = [];
  for (const moment of [fullest, ...all.filter((_, number) => number % 7 === 0)]) {
    layout.show(moment);
    await layout.painted();
    for (const front of document.querySelectorAll(".front")) {
      const boxes = [...front.querySelectorAll(".unit-box")];
      if (!boxes.length) continue;
      const least = (name) => Math.min(...boxes.map((box) => box[name]));
      const [wide, high] = [least("offsetWidth"), least("offsetHeight")];
      const apart = (one, two) =>
        Math.abs(one.offsetLeft - two.offsetLeft) >= wide || Math.abs(one.offsetTop - two.offsetTop) >= high;
      const covered = boxes.filter((one, i) => boxes.slice(i + 1).some((two) => !apart(one, two)));
      found.push([boxes.length, wide, covered.length]);
    }
  }
  return found;
}"""


async def test_counters_have_96_pixels_on_a_desktop(visitors: Visitors, finished: dict[str, str]) -> None:
    """In fronts of up to six, in two rows of three.

    In fuller ones they are smaller, so that all are seen whole: in a stack one would hide another's name, its
    number and what it has done. Their letters are as large as those of others (test_letters.py).
    """
    visitor = await measured(visitors, "en")
    await open_table(visitor, finished["company_commander"])
    fronts = await visitor.page.evaluate(COUNTERS)
    assert {wide for count, wide, _ in fronts if count <= 6} == {96}
    assert any(count == 6 for count, *_ in fronts)
    assert [front for front in fronts if front[0] <= 10 and front[2]] == []

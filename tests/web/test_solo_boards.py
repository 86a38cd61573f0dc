"""The boards of the two games for one: nothing that is printed on them lies under a piece."""

from __future__ import annotations

from typing import Literal

import pytest

from tests.web.visitor import Size, Visitors

HIDDEN = """() => {
  const box = (each) => [each.textContent, each.getBoundingClientRect()];
  const all = (what) => [...document.querySelectorAll(what)].map(box);
  const pieces = all(".bocage .standing .piece");
  const printed = all(".bocage .labels :is(.place tspan, .number, .star-mark)").filter(([, box]) => box.width);
  const deep = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  const over = ([piece, a]) => printed.filter(([, b]) => deep(a, b)).map(([text]) => `${piece} over ${text}`);
  return pieces.flatMap(over);
}"""
#: What is painted over the edges that tell which hexes can be chosen.
COVERED = """() => {
  const layers = [...document.querySelector(".bocage").children];
  const edges = layers.findIndex((layer) => layer.querySelector(".lit"));
  return layers.slice(edges + 1).filter((layer) => layer.querySelector("polygon")).map((layer) => layer.outerHTML);
}"""


@pytest.mark.parametrize(("lang", "size"), [("en", "desktop"), ("ja", "tablet")])
async def test_no_counter_hides_a_name_or_number_of_a_hex(
    visitors: Visitors, lang: Literal["en", "ja"], size: Size
) -> None:
    visitor = await visitors.open(lang=lang, size=size)
    await visitor.lobby()
    await visitor.start("zombies")
    for seed in range(12):
        assert await visitor.page.evaluate(HIDDEN) == []
        assert await visitor.page.evaluate(COVERED) == []
        if (await visitor.play(seed, moves=3, prefer=("move", "recon")))["status"] == "ended":
            break

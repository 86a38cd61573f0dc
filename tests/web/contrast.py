"""Contrast of two colours by WCAG: from 1, none, to 21, black on white."""

from __future__ import annotations

from tests.web.visitor import Visitor

#: Colours as the page has them, each with the one that it lies on → their contrasts.
CONTRASTS = """(pairs) => {
  const pen = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", {
    willReadFrequently: true,
  });
  const light = (colour) => {
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
    const [red, green, blue] = [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3).map((share) => {
      const of = share / 255;
      return of <= 0.04045 ? of / 12.92 : ((of + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
  };
  return pairs.map((pair) => pair.map(light)).map(([one, other]) => Math.max(one, other) / Math.min(one, other));
}"""


async def contrasts(visitor: Visitor, found: str) -> list[float]:
    """``found``: a script that returns pairs of colours."""
    pairs: list[tuple[str, str]] = await visitor.page.evaluate(found)
    assert pairs
    ratios: list[float] = await visitor.page.evaluate(CONTRASTS, pairs)
    return ratios

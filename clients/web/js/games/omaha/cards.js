/** Drawings of the things on the beach, 100 × 100 each; shapes distinguish them as well as colours. */

import { s } from "../../dom.js";
import { figure } from "../../parts/men.js";

/** @typedef {SVGElement[]} Drawing */

const path = (/** @type {string} */ d, kind = "line") => s("path", { d, class: kind });

/** A watched obstacle bears an eye on a plate. */
const eye = () =>
  s(
    "g",
    { class: "eye" },
    path("M30 19c9-14 31-14 40 0-9 14-31 14-40 0z", "paper line"),
    s("circle", { cx: 50, cy: 19, r: 6, class: "ink" }),
  );

/** A steel beam: dark edges, a lighter web between them. */
const beam = (/** @type {string} */ d) => s("g", {}, path(d, "beam"), path(d, "beam web"));
const shadow = (rx = 34, cy = 86) => s("ellipse", { cx: 54, cy, rx, ry: 6.5, class: "shadow" });

const x = () => [
  shadow(),
  beam("M26 86 74 38"),
  beam("M26 38 76 86"),
  beam("M58 48 44 92"),
  s("circle", { cx: 51, cy: 61, r: 5, class: "ink" }),
];
const delta = () => [shadow(), beam("M50 36 66 78"), beam("M50 34 22 86 80 86z"), beam("M50 36 46 86")];
const crater = () => [
  path("M14 70q-6-8 6-14 2-10 18-10 10-6 22-1 16-1 20 10 12 6 6 15-4 12-36 13-32-1-36-13z", "spoil"),
  s("ellipse", { cx: 50, cy: 66, rx: 28, ry: 12, class: "crater" }),
  path("M24 70q26 12 52 0", "line thin"),
  path("M20 44l-7-8M36 38l-3-10M66 38l4-10M82 46l8-7", "line thin"),
  beam("M70 84l16 6"),
];
const mine = () =>
  s(
    "g",
    { transform: "translate(22 -22) scale(.9)" },
    s("circle", { cx: 66, cy: 60, r: 15, class: "paper" }),
    s("circle", { cx: 66, cy: 60, r: 8, class: "ink" }),
    path("M66 47v26M53 60h26M57 51l18 18M75 51 57 69"),
    path("M52 74 80 46", "strike"),
  );

/** Coils of wire across the whole cell, `half` to both sides. @param {number} half */
const coils = (half) =>
  [44, 70].map((y, row) => {
    const count = Math.floor((2 * half - 16) / 14);
    const from = 50 - (count * 14) / 2;
    return s(
      "g",
      {},
      path(`M${from} ${y + 20}h${count * 14}`, "shade"),
      path(`M${from} ${y + 9}${"c4-23 23-23 20 1s-12 13-6-1".repeat(count)}`, "coil"),
      [0.08, 0.5, 0.92].map((part) => path(`M${50 - half + 2 * half * part} ${y - 14 + row * 2}l-3 37`, "post")),
    );
  });

/** @type {Record<string, (half: number) => Drawing>} */
const DRAWINGS = {
  water: (half) => [0, 1, 2].map((i) => path(`M${50 - half * 0.62 + i * 9} ${38 + i * 19}q8-7 17 0t17 0 17 0`, "wave")),
  open: (half) => [
    path(
      `M${50 - half * 0.7} 34q9-5 18 0t18 0M${50 + half * 0.12} 52q9-5 18 0t18 0M${50 - half * 0.55} 74q9-5 18 0t18 0`,
      "line thin",
    ),
    path(`M${50 + half * 0.3} 82q6-6 12 0-6 5-12 0M${50 - half * 0.24} 58q4-5 9 0-4 4-9 0`, "pebble"),
  ],
  wire: coils,
  x,
  x_eye: () => [...x(), eye()],
  delta,
  delta_eye: () => [...delta(), eye()],
  destroyed: crater,
  destroyed_mine: () => [...crater(), mine()],
  nest: () => [
    shadow(46, 88),
    path("M8 86V56q42-36 84 0v30z", "concrete"),
    path("M8 57q42-36 84 0l-4 6q-38-28-76 0z", "overgrown"),
    path("M28 60h44v11H28z", "ink"),
    path("M50 66v16", "beam"),
    path("M10 88q8-9 16 0zM24 88q8-9 16 0zM60 88q8-9 16 0zM74 88q8-9 16 0z", "sack"),
  ],
};

/** @param {string} look @param {number} width of the cell */
export function drawCard(look, width) {
  return s(
    "g",
    { class: `card-art look-${look}` },
    s("rect", { x: 1.5, y: 1.5, width: width - 3, height: 97, rx: 6, class: "face" }),
    s("g", { transform: `translate(${width / 2 - 50} 0)` }, DRAWINGS[look]?.(width / 2 + 4) ?? []),
  );
}

/** Places of the men: four in front, the others behind them. */
const FRONT = 4;
const STEP = 25;
const SIZE = 1.12;

/**
 * The squad: as many men as hits until it is dead, unlike its card, which leaves out a number (OM-1), and the number.
 * @param {number} hits
 * @param {boolean} afloat whether it stands in its landing craft
 */
export function drawSquad(hits, afloat) {
  const man = (/** @type {number} */ i) => {
    const back = i >= FRONT;
    const row = back ? hits - FRONT : Math.min(hits, FRONT);
    const at = ((back ? i - FRONT : i) - (row - 1) / 2) * STEP;
    return { at: at - 12, y: back ? -17 : ((i * 7) % 3) - 1, i };
  };
  const men = Array.from({ length: Math.max(0, hits) }, (_, i) => man(i)).sort((a, b) => a.y - b.y);
  return s(
    "g",
    { class: "squad-counter" },
    s("ellipse", { cx: -12, cy: 18, rx: 56, ry: 7, class: "shadow" }),
    s(
      "g",
      { transform: "translate(0 18)" },
      men.map(({ at, y, i }) =>
        s(
          "g",
          { class: "man nation-us", transform: `translate(${at} ${y}) scale(${SIZE})` },
          figure({ nation: "us", near: true, pinned: false, pose: (i * 5) % 3, leads: i === 2 && hits > 2 }),
        ),
      ),
    ),
    hits > 0
      ? null
      : s(
          "g",
          { class: "man nation-us", transform: "translate(-24 18)" },
          figure({ nation: "us", near: true, pinned: true, pose: 0, leads: false }),
        ),
    afloat ? path("M-72 2h120l9 12-12 16H-69l-12-16z", "hull") : null,
    s("rect", { x: 39, y: -12, width: 26, height: 27, rx: 3, class: "badge" }),
    s("text", { x: 52, y: 9 }, hits > 0 ? String(hits) : "✝"),
  );
}

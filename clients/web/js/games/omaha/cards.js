/** The beach cards as drawings, 100 × 100 each; shapes distinguish them as well as colours. */

import { s } from "../../dom.js";

/** @typedef {SVGElement[]} Drawing */

const eye = () =>
  s(
    "g",
    { class: "eye" },
    s("path", { d: "M32 22c8-11 28-11 36 0-8 11-28 11-36 0z", class: "paper line" }),
    s("circle", { cx: 50, cy: 22, r: 5.5, class: "ink" }),
  );

/** A steel beam: dark edges, a lighter web between them. */
const beam = (/** @type {string} */ d) =>
  s("g", {}, s("path", { d, class: "beam" }), s("path", { d, class: "beam web" }));

const x = () => [beam("M24 84 76 36"), beam("M24 36 76 84"), s("circle", { cx: 50, cy: 60, r: 5, class: "ink" })];
const delta = () => [beam("M50 34 22 84 78 84z"), beam("M50 34 50 84")];
const crater = () => [
  s("ellipse", { cx: 50, cy: 60, rx: 30, ry: 17, class: "crater" }),
  s("path", { d: "M24 44l-8-9M50 38V25M76 44l8-9M30 76l-9 8M72 76l9 8", class: "line" }),
];
const mine = () =>
  s(
    "g",
    {},
    s("circle", { cx: 50, cy: 60, r: 10, class: "ink" }),
    s("path", { d: "M50 44v32M34 60h32M39 49l22 22M61 49 39 71", class: "line" }),
    s("path", { d: "M30 80 70 40", class: "strike" }),
  );

/** @type {Record<string, () => Drawing>} */
const DRAWINGS = {
  water: () =>
    [0, 1, 2].map((i) =>
      s("path", { d: `M6 ${36 + i * 18}c9-8 15-8 22 0s14 8 22 0 15-8 22 0 14 8 22 0`, class: "wave" }),
    ),
  open: () =>
    [
      [20, 30],
      [62, 22],
      [80, 56],
      [36, 58],
      [58, 80],
      [18, 82],
    ].map(([cx = 0, cy = 0]) => s("path", { d: `M${cx} ${cy}q6 -5 12 0`, class: "line thin" })),
  wire: () =>
    [0, 1, 2].map((i) => s("path", { d: `M6 ${36 + i * 20}${"c4-12 14-12 12 0s-6 10-3 0".repeat(9)}`, class: "line" })),
  x,
  x_eye: () => [...x(), eye()],
  delta,
  delta_eye: () => [...delta(), eye()],
  destroyed: crater,
  destroyed_mine: () => [...crater(), mine()],
  nest: () => [
    s("path", { d: "M14 82V52q36-34 72 0v30z", class: "concrete" }),
    s("rect", { x: 30, y: 58, width: 40, height: 10, class: "ink" }),
    s("path", { d: "M50 63v28", class: "beam" }),
  ],
};

/** @param {string} look */
export function drawCard(look) {
  return s(
    "g",
    { class: `card-art look-${look}` },
    s("rect", { x: 2, y: 2, width: 96, height: 96, rx: 5, class: "face" }),
    s("rect", { x: 2, y: 2, width: 96, height: 96, rx: 5, class: "grain" }),
    DRAWINGS[look]?.() ?? [],
  );
}

/**
 * The squad's counter. It counts hits until dead, unlike its card, which leaves out a number (OM-1).
 * @param {number} hits
 */
export function drawSquad(hits) {
  return s(
    "g",
    { class: "squad-counter" },
    s("rect", { x: -29, y: -20, width: 58, height: 40, rx: 3 }),
    s("circle", { cx: -11, cy: -14.5, r: 2, class: "line solid" }),
    s("path", { d: "M-24 -10h26v18h-26zM-24 -10l26 18M2 -10l-26 18", class: "line" }),
    s("text", { x: 15.5, y: 7 }, hits > 0 ? String(hits) : "✝"),
  );
}

/**
 * Sand, surf and the bluff above the beach; `width` and `height` are those of the beach.
 * @param {number} width
 * @param {number} height
 * @param {number} row
 */
export function shore(width, height, row) {
  const left = -6;
  const surf = (/** @type {number} */ y) =>
    `M${left} ${y}q14-7 28 0t28 0 28 0 28 0 28 0 28 0 28 0 28 0 28 0 28 0 28 0 28 0`;
  return s(
    "g",
    { "aria-hidden": "true" },
    s(
      "defs",
      {},
      s(
        "pattern",
        { id: "beach-grain", width: 23, height: 19, patternUnits: "userSpaceOnUse" },
        s("path", { d: "M3 4h.1M14 2h.1M20 9h.1M8 12h.1M16 16h.1M2 17h.1", class: "grain-dots" }),
      ),
      s(
        "pattern",
        { id: "beach-swell", width: 44, height: 22, patternUnits: "userSpaceOnUse" },
        s("path", { d: "M2 8q5-5 10 0t10 0M24 18q5-5 10 0t10 0", class: "swell" }),
      ),
    ),
    s("rect", { x: left, y: -BLUFF, width: width + 12, height: height + BLUFF + 6, class: "sand-ground" }),
    s("rect", { x: left, y: height - row, width: width + 12, height: row + 6, class: "sea" }),
    s("rect", {
      x: left,
      y: height - row,
      width: width + 12,
      height: row + 6,
      fill: "url(#beach-swell)",
      class: "sea-swell",
    }),
    s("path", { d: `${surf(height - row)}`, class: "surf" }),
    s("path", { d: `${surf(height - row + 5)}`, class: "surf faint" }),
    s("path", { d: `M${left} ${-BLUFF}H${width + 6}V-9${CREST}z`, class: "bluff" }),
    s("path", { d: `M${width + 6}-9${CREST}`, class: "bluff-edge" }),
    s("path", {
      d: [30, 92, 226, 288].map((x) => `M${x - 4}-22l-2-5M${x}-22v-8M${x + 4}-22l2-5`).join(""),
      class: "line thin",
    }),
    s("path", { d: `M${width / 2 - 34} -14v-12q34-18 68 0v12z`, class: "concrete" }),
    s("path", { d: `M${width / 2 - 18} -23h36v5h-36z`, class: "ink" }),
  );
}

/** Visible height of the bluff above the beach. */
export const BLUFF = 42;
const CREST = "q-30 6-60-1t-64 3-58-5-62 4-60-3-32 3";

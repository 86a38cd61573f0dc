/** The beach cards as drawings, 100 × 100 each: what a card shows is told by shape as well as by colour. */

import { s } from "../../dom.js";

/** @typedef {SVGElement[]} Drawing */

const eye = () => s("g", { class: "eye" },
  s("path", { d: "M32 22c8-11 28-11 36 0-8 11-28 11-36 0z", class: "paper line" }),
  s("circle", { cx: 50, cy: 22, r: 5.5, class: "ink" }));

const beam = (/** @type {string} */ d) => s("path", { d, class: "beam" });

const x = () => [beam("M24 84 76 36"), beam("M24 36 76 84"), s("circle", { cx: 50, cy: 60, r: 5, class: "ink" })];
const delta = () => [beam("M50 34 22 84 78 84z"), beam("M50 34 50 84")];
const crater = () => [
  s("ellipse", { cx: 50, cy: 60, rx: 30, ry: 17, class: "crater" }),
  s("path", { d: "M24 44l-8-9M50 38V25M76 44l8-9M30 76l-9 8M72 76l9 8", class: "line" }),
];
const mine = () => s("g", {},
  s("circle", { cx: 50, cy: 60, r: 10, class: "ink" }),
  s("path", { d: "M50 44v32M34 60h32M39 49l22 22M61 49 39 71", class: "line" }),
  s("path", { d: "M30 80 70 40", class: "strike" }));

/** @type {Record<string, () => Drawing>} */
const DRAWINGS = {
  water: () => [0, 1, 2].map((i) => s("path", { d: `M6 ${36 + i * 18}c9-8 15-8 22 0s14 8 22 0 15-8 22 0 14 8 22 0`, class: "wave" })),
  open: () => [[20, 30], [62, 22], [80, 56], [36, 58], [58, 80], [18, 82]].map(([cx = 0, cy = 0]) => s("path", { d: `M${cx} ${cy}q6 -5 12 0`, class: "line thin" })),
  wire: () => [0, 1, 2].map((i) => s("path", { d: `M6 ${36 + i * 20}${"c4-12 14-12 12 0s-6 10-3 0".repeat(9)}`, class: "line" })),
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
  return s("g", { class: `card-art look-${look}` },
    s("rect", { x: 2, y: 2, width: 96, height: 96, rx: 5, class: "face" }),
    DRAWINGS[look]?.() ?? []);
}

/** The squad's counter. @param {number} strength */
export function drawSquad(strength) {
  return s("g", { class: "squad-counter" },
    s("rect", { x: -24, y: -18, width: 48, height: 36, rx: 3 }),
    s("path", { d: "M-18 -12h22v18h-22zM-18 -12l22 18M4 -12l-22 18", class: "line light" }),
    s("text", { x: 15, y: 8 }, strength > 0 ? String(strength) : "✝"));
}

/** One drawing per game, in the manner of a counter sheet. */

import { s } from "../dom.js";

const path = (/** @type {string} */ kind, /** @type {string} */ d) => s("path", { class: kind, d });
const ground = (/** @type {string} */ kind) => [s("rect", { width: 140, height: 96, class: kind }), s("rect", { width: 140, height: 96, fill: "url(#tile-fields)" })];

/** @param {number} x @param {number} y @param {string} side @param {string} text */
const squad = (x, y, side, text) => s("g", { class: `sign ${side}`, transform: `translate(${x} ${y})` },
  s("rect", { x: -25, y: -16, width: 50, height: 32, rx: 2 }), path("line", "M-21-9H1V7H-21zM-21-9L1 7M1-9L-21 7"), s("text", { x: 13, y: 6, class: "letter" }, text));

/** @param {number} x @param {number} y @param {string} side @param {boolean} [armour] */
const company = (x, y, side, armour = false) => s("g", { class: `sign ${side}`, transform: `translate(${x} ${y})` },
  s("rect", { x: -14, y: -10, width: 28, height: 20, rx: 1 }), armour ? s("ellipse", { rx: 9, ry: 5, class: "line" }) : path("line", "M-14-10L14 10M14-10L-14 10"));

/** @type {Record<string, () => SVGElement[]>} */
const DRAWINGS = {
  squad: () => [...ground("wood"), path("line red dash", "M52 56L88 40"), squad(36, 64, "olive", "12"), squad(104, 32, "grey", "10")],
  company_commander: () => [
    ...ground("sand"), path("hedge", "M0 48q12-5 24 0t24 0 24 0 24 0 24 0 24 0"),
    ...[24, 70, 116].flatMap((x, i) => [company(x, 26, "grey", i === 2), company(x, 70, "olive"), ...(i === 1 ? [company(x + 6, 76, "olive")] : [])]),
    path("line red", "M70 56V38m-5 6l5-6 5 6"),
  ],
  zombies: () => [
    s("rect", { width: 140, height: 96, class: "sea" }), s("rect", { width: 140, height: 96, fill: "url(#tile-swell)" }),
    ...[[27, 48], [70, 73], [113, 48], [70, 23], [27, -2], [113, -2], [27, 98], [113, 98]].flatMap(([x = 0, y = 0], i) => [
      s("polygon", { points: hex(x, y), class: i === 1 ? "sand" : "wood" }), s("polygon", { points: hex(x, y), fill: i === 1 ? "url(#tile-streets)" : "url(#tile-fields)" })]),
    s("g", { transform: "translate(70 72)" }, s("rect", { x: -17, y: -11, width: 34, height: 22, rx: 3, class: "olive" }), path("line", "M-17-7h34M-17 7h34M0 0h19"), s("circle", { r: 5.5, class: "olive" })),
    s("g", { class: "sign dark", transform: "translate(113 47)" }, s("rect", { x: -13, y: -13, width: 26, height: 26, rx: 3 }), s("text", { y: 7, class: "letter" }, "?")),
    s("g", { class: "sign pale", transform: "translate(27 47)" }, s("rect", { x: -13, y: -13, width: 26, height: 26, rx: 3 }), s("text", { y: 7, class: "letter" }, "Z")),
  ],
  omaha: () => [
    s("rect", { width: 140, height: 96, class: "sand" }), s("rect", { y: 70, width: 140, height: 26, class: "sea" }), s("rect", { y: 70, width: 140, height: 26, fill: "url(#tile-swell)" }),
    path("surf", "M0 70q9-5 18 0t18 0 18 0 18 0 18 0 18 0 18 0 18 0"), s("path", { d: "M0 0h140v12q-24 6-48 0t-50 2-42-2z", class: "wood" }), s("path", { d: "M56 15V7q14-8 28 0v8z", class: "grey" }), path("ink", "M62 9h16v3H62z"),
    path("beam", "M20 24l20 20M40 24L20 44M102 44l11-20 11 20z"), path("line", "M54 32c3-7 9-7 8 0s-4 6-2 0 9-7 8 0-4 6-2 0 9-7 8 0-4 6-2 0 9-7 8 0M54 44c3-7 9-7 8 0s-4 6-2 0 9-7 8 0-4 6-2 0 9-7 8 0-4 6-2 0 9-7 8 0"),
    s("g", { transform: "translate(70 74)" }, s("path", { d: "M-18-6h36l-4 14h-28z", class: "olive" }), path("line", "M-11-10v6M-4-11v7M4-11v7M11-10v6")),
  ],
};

/** @param {number} x @param {number} y */
function hex(x, y) {
  return Array.from({ length: 6 }, (_, i) => `${x + 29 * Math.cos((i * Math.PI) / 3)},${y + 29 * Math.sin((i * Math.PI) / 3)}`).join(" ");
}

/** @param {string} game */
export function emblem(game) {
  return s("svg", { viewBox: "0 0 140 96", class: "emblem", "aria-hidden": "true" }, DRAWINGS[game]?.() ?? []);
}

/** One drawing per game, in the manner of a counter sheet. */

import { s } from "../dom.js";

/** @type {Record<string, () => SVGElement[]>} */
const DRAWINGS = {
  squad: () => [
    s("rect", { x: 14, y: 26, width: 52, height: 38, class: "olive" }),
    s("path", { d: "M14 26 66 64M66 26 14 64", class: "line light" }),
    s("circle", { cx: 32, cy: 18, r: 2.6, class: "ink" }), s("circle", { cx: 40, cy: 18, r: 2.6, class: "ink" }),
    s("rect", { x: 74, y: 40, width: 52, height: 38, class: "grey" }),
    s("path", { d: "M74 40 126 78M126 40 74 78", class: "line light" }),
    s("path", { d: "M66 45 L74 57", class: "line red dash" }),
  ],
  company_commander: () => [
    [14, 18], [56, 18], [98, 18],
  ].flatMap(([x = 0, y = 0], i) => [
    s("rect", { x, y, width: 28, height: 20, class: "olive" }),
    s("path", { d: `M${x} ${y} l28 20 M${x + 28} ${y} l-28 20`, class: "line light" }),
    s("path", { d: `M${x + 14} 44 v12`, class: "line ink dash" }),
    s("rect", { x, y: 62, width: 28, height: 20, class: "grey" }),
    i === 1 ? s("ellipse", { cx: x + 14, cy: 72, rx: 9, ry: 5, class: "line light" }) : s("path", { d: `M${x} 62 l28 20 M${x + 28} 62 l-28 20`, class: "line light" }),
  ]),
  zombies: () => [
    ...[[44, 30], [70, 45], [96, 30], [70, 15], [44, 60], [96, 60], [70, 75]].map(([x = 0, y = 0], i) =>
      s("polygon", { points: hex(x, y), class: i === 1 ? "sand" : i % 3 ? "wood" : "sea" })),
    s("rect", { x: 58, y: 38, width: 24, height: 14, rx: 3, class: "olive" }), s("path", { d: "M70 42h24", class: "line ink" }), s("circle", { cx: 70, cy: 43, r: 5, class: "olive" }),
    s("text", { x: 44, y: 65, class: "letter" }, "Z"), s("text", { x: 96, y: 35, class: "letter" }, "?"),
  ],
  omaha: () => [
    ...[0, 1, 2].flatMap((row) => [0, 1, 2].map((col) => s("rect", { x: 36 + col * 24, y: 10 + row * 24, width: 22, height: 22, class: row === 2 ? "sand" : "sand" }))),
    s("path", { d: "M39 24c4-6 12-6 16 0M63 46l16-16M63 30l16 16M89 51l8-14 8 14z", class: "line ink" }),
    s("path", { d: "M20 90c10-6 20 6 30 0s20 6 30 0 20 6 30 0", class: "line blue" }),
    s("path", { d: "M56 82h28l-5 8H61z", class: "olive" }),
  ],
};

/** @param {number} x @param {number} y */
function hex(x, y) {
  return Array.from({ length: 6 }, (_, i) => `${x + 17 * Math.cos((i * Math.PI) / 3)},${y + 17 * Math.sin((i * Math.PI) / 3)}`).join(" ");
}

/** @param {string} game */
export function emblem(game) {
  return s("svg", { viewBox: "0 0 140 96", class: "emblem", "aria-hidden": "true" }, DRAWINGS[game]?.() ?? []);
}

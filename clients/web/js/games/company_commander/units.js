/** Unit counters: the sign says what the unit is, corners and markers how it fares. */

import { s } from "../../dom.js";

/** @typedef {{ card: string, type: string, strength: number, count: number, classes: string[], [more: string]: any }} Printed */
/** @typedef {import("./types.js").UnitView} Unit */

const path = (/** @type {string} */ d) => s("path", { d, class: "sign" });
const box = () => path("M-20 -13h40v24h-40z");

/** Signs by class, most telling class first. @type {[string, () => SVGElement[]][]} */
const SIGNS = [
  ["hq", () => [box(), path("M-20 11v8"), s("text", { y: 5, class: "sign-text" }, "HQ")]],
  ["tank", () => [box(), s("ellipse", { cx: 0, cy: -1, rx: 13, ry: 7, class: "sign" })]],
  ["recon", () => [box(), path("M-20 11 20 -13")]],
  ["vehicle", () => [box(), s("ellipse", { cx: 0, cy: -1, rx: 13, ry: 7, class: "sign" }), path("M-20 11 20 -13")]],
  ["artillery", () => [box(), s("circle", { cx: 0, cy: -1, r: 4.5, class: "sign solid" }), path("M0 -6v-7M-4 -9l4-4 4 4")]],
  ["mortar", () => [box(), s("circle", { cx: 0, cy: 5, r: 3, class: "sign" }), path("M0 2v-13M-4 -7l4-4 4 4")]],
  ["sniper", () => [box(), s("circle", { cx: 0, cy: -1, r: 7, class: "sign" }), path("M0 -11v20M-10 -1h20")]],
  ["engineer", () => [box(), path("M-12 6V-6h24V6M0 -6V4")]],
  ["infantry", () => [box(), path("M-20 -13 20 11M20 -13-20 11")]],
];

/** Signs for units without a class: what they can do. @param {Printed} printed */
function byAbility(printed) {
  if (printed["anti_tank"]) return [box(), path("M-20 11 0 -13 20 11")];
  if (printed["defence"] || printed["suppression"] !== undefined) return [box(), path("M0 9v-18M-5 -4l5-5 5 5M-7 6h14")];
  return [box(), path("M-20 -13 20 11M20 -13-20 11")];
}

/**
 * @param {Printed} printed
 * @param {Unit} unit
 * @param {string} side
 */
export function unitCounter(printed, unit, side) {
  const sign = SIGNS.find(([kind]) => printed.classes.includes(kind))?.[1]() ?? byAbility(printed);
  const left = printed.strength - unit.casualties;
  return s("svg", { viewBox: "-30 -22 60 48", class: `cc-unit side-${side} ${unit.pins ? "pinned" : ""}`, "aria-hidden": "true" },
    s("g", { transform: "translate(0 -5)" }, sign),
    Array.from({ length: printed.strength }, (_, i) => s("circle", { cx: -20 + i * 10, cy: 20, r: 3.6, class: i < left ? "man" : "man lost" })),
    unit.pins ? s("g", {}, s("rect", { x: 6, y: 11, width: 20, height: 15, rx: 2, class: "pin" }), s("text", { x: 16, y: 22, class: "pin-text" }, `⊥${unit.pins}`)) : null);
}

/** The hedgerow between the fronts, with a gap per lane. */
export function noMansLand() {
  return s("svg", { viewBox: "0 0 600 22", class: "no-mans-land", "aria-hidden": "true", preserveAspectRatio: "none" },
    [0, 200, 400].map((x) => s("g", { transform: `translate(${x} 0)` },
      s("path", { d: "M2 13q20-5 40-1t44-1M116 12q22-4 42 0t40-1", class: "hedge" }),
      s("path", { d: "M4 11q20-5 40-1t40-1M118 10q20-4 40 0t40-1", class: "trees" }),
      s("path", { d: "M92 16v-8M100 17V7M108 16v-8", class: "wire" }))));
}

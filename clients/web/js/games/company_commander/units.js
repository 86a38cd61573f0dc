/** Unit counters, 96 × 96: size, kind, number, state, name. */

import { s } from "../../dom.js";
import { signed } from "../../words/template.js";

/**
 * @typedef {{ card: string, type: string, strength: number, count: number, classes: string[], [more: string]: any }}
 *   Printed
 */
/** @typedef {import("../../client/games/company_commander.js").UnitView} Unit */

const path = (/** @type {string} */ d) => s("path", { d, class: "sign" });
const box = () => path("M-25-15h50v30h-50z");
const oval = () => s("ellipse", { cx: 0, cy: 0, rx: 16, ry: 8.5, class: "sign" });

/** Signs by class, the most important class first. @type {[string, () => SVGElement[]][]} */
const SIGNS = [
  ["hq", () => [box(), path("M-25 15v9"), s("text", { y: 5.5, class: "sign-text" }, "HQ")]],
  ["tank", () => [box(), oval()]],
  ["recon", () => [box(), path("M-25 15 25-15")]],
  ["vehicle", () => [box(), oval(), path("M-25 15 25-15")]],
  ["artillery", () => [box(), s("circle", { cx: 0, cy: 2, r: 5, class: "sign solid" }), path("M0-4v-9M-5-8l5-5 5 5")]],
  ["mortar", () => [box(), s("circle", { cx: 0, cy: 8, r: 3.5, class: "sign" }), path("M0 4v-16M-5-7l5-5 5 5")]],
  ["sniper", () => [box(), s("circle", { cx: 0, cy: 0, r: 8.5, class: "sign" }), path("M0-13v26M-13 0h26")]],
  ["engineer", () => [box(), path("M-15 8V-7h30V8M0-7V6")]],
  ["infantry", () => [box(), path("M-25-15 25 15M25-15-25 15")]],
];

/**
 * Size of a unit, above its box: a bar for a company, three dots for a platoon.
 * @type {Record<string, () => SVGElement[]>}
 */
const SIZES = {
  company: () => [path("M0-16.5v-5")],
  platoon: () => [-6, 0, 6].map((x) => s("circle", { cx: x, cy: -18.7, r: 1.7, class: "sign solid" })),
};

/** Signs for the abilities of units without a class. @param {Printed} printed */
function signOf(printed) {
  const known = SIGNS.find(([kind]) => printed.classes.includes(kind));
  const size = Object.keys(SIZES).find((each) => printed.classes.includes(each));
  if (known) return [...known[1](), ...(SIZES[size ?? ""]?.() ?? [])];
  // Replacements would look like riflemen where counters have no room for names.
  if (printed["rally"] < 0)
    return [box(), path("M-25-15 25 15M25-15-25 15"), s("text", { x: -17, y: 4.5, class: "sign-text raw" }, "R")];
  if (printed["anti_tank"]) return [box(), path("M-25 15 0-15 25 15")];
  if (printed["defence"] || printed["suppression"] !== undefined)
    return [box(), path("M0 11v-22M-6-5l6-6 6 6M-9 8h18")];
  return [box(), path("M-25-15 25 15M25-15-25 15")];
}

/**
 * Abilities not shown by the unit's symbol: signs 32 × 8 below it, with the bonus to the roll.
 * @type {Record<string, string>}
 */
const ABLE = { suppression: "M0 4h5M9 4h5M18 4h5M25 .5l6 3.5-6 3.5z" };

/** The abilities that a unit's signs show. @param {Printed} printed @returns {[name: string, bonus: number][]} */
export const abilities = (printed) =>
  Object.keys(ABLE).flatMap((name) =>
    printed[name] === undefined ? [] : [/** @type {[string, number]} */ ([name, printed[name]])],
  );

/** Flags of a unit, as signs 20 × 20; the most important first. @type {Record<string, string>} */
const MARKS = {
  moved: "M2 7h8V2l9 8-9 8v-5H2z",
  move_tried: "M2 8h7V3l8 7-8 7v-5H2zM18 2v16",
  on_mission: "M1 10q9-10 18 0-9 10-18 0zM7 10a3 3 0 1 0 6 0 3 3 0 1 0-6 0",
  suppressed: "M10 1l2 5 5-3-2 5 5 2-5 2 2 5-5-3-2 5-2-5-5 3 2-5-5-2 5-2-2-5 5 3z",
  assaulted: "M3 17L17 3M3 3l14 14M2 13l5 5M18 13l-5 5",
  broken_down: "M3 17l8-8M9 5a5 5 0 0 1 7-2l-3 3 1 2 2 1 3-3a5 5 0 0 1-7 6z",
  out_of_ammo: "M7 18V8q0-5 3-6 3 1 3 6v10zM2 3l16 14",
  green: "M10 18V9M10 11Q2 11 2 3q8 0 8 8zM10 14q0-8 8-8 0 8-8 8z",
  awaiting_orders: "M5 2h10q0 5-4 8 4 3 4 8H5q0-5 4-8-4-3-4-8z",
  shaken: "M2 12l4-8 4 12 4-10 4 8",
  stays_out: "M10 2a8 8 0 1 0 .1 0zM5 10h10",
  withdrawn: "M18 13h-8v5l-9-8 9-8v5h8z",
  veteran: "M3 6l7 5 7-5M3 12l7 5 7-5",
  roads: "M6 2L2 18M14 2l4 16M10 3v4M10 10v5",
  may_suppress: "M10 3a7 7 0 1 0 .1 0zM10 0v5M10 15v5M0 10h5M15 10h5",
  anti_tank: "M2 17L10 3l8 14",
  helped: "M10 3v14M3 10h14",
  rally_tried: "M5 19V2M5 3h12l-3 4 3 4H5",
};
/** Number of signs with room. */
const ROOM = 3;

/**
 * The face of a counter.
 * @param {Printed} printed
 * @param {Unit} unit
 * @param {string} side
 * @param {string} name short, as it fits below
 * @param {string} number which of several alike; empty: it is the only one
 */
export function unitCounter(printed, unit, side, name, number) {
  const left = printed.strength - unit.casualties;
  // The pin and the number leave less room.
  const [at, step, scale] = unit.pins ? (number ? [33, 16, 0.75] : [34, 19, 0.85]) : [6, 19, 0.85];
  const marks = Object.keys(MARKS)
    .filter((mark) => unit[/** @type {keyof Unit} */ (mark)])
    .slice(0, ROOM - (unit.pins ? 1 : 0));
  return s(
    "svg",
    { viewBox: "0 0 96 96", class: `cc-unit side-${side}`, "aria-hidden": "true" },
    s("rect", { x: 1, y: 1, width: 94, height: 94, rx: 5, class: "face" }),
    s("rect", { x: 1, y: 75, width: 94, height: 20, rx: 4, class: "band" }),
    s("text", { x: 18, y: 38, class: `strength ${unit.casualties ? "hurt" : ""}` }, String(left)),
    unit.casualties
      ? s("path", {
          d: Array.from({ length: unit.casualties }, (_, i) => `M${8 + i * 10} 44l7 5m0-5l-7 5`).join(""),
          class: "loss",
        })
      : null,
    s("g", { transform: "translate(63 25)" }, signOf(printed)),
    abilities(printed).map(([name, bonus]) =>
      s(
        "g",
        { class: "able", transform: "translate(38 43)" },
        s("path", { d: ABLE[name] }),
        bonus ? s("text", { x: 34, y: 9.5 }, signed(bonus)) : null,
      ),
    ),
    number ? s("text", { x: 90, y: 69, class: "number" }, `№${number}`) : null,
    unit.pins
      ? s(
          "g",
          { class: "pin" },
          s("rect", { x: 5, y: 51, width: 26, height: 21, rx: 3 }),
          s("path", { d: "M11 67h8M15 67V56M11 56h8" }),
          s("text", { x: 25, y: 67 }, String(unit.pins)),
        )
      : null,
    marks.map((mark, i) =>
      s(
        "g",
        { class: "mark-of", transform: `translate(${at + i * step} 53) scale(${scale})` },
        s("rect", { x: -1.5, y: -1.5, width: 23, height: 23, rx: 4 }),
        s("path", { d: MARKS[mark] }),
      ),
    ),
    s("text", { x: 48, y: 89.5, class: "name" }, name),
  );
}

const NAME = 88;

/** Widths of names in the loaded font, by size: measuring lays out the page. @type {Map<string, number>} */
const lengths = new Map();

/** Shrink names that are too long in the present font. @param {Element} within */
export function fitNames(within) {
  const names = /** @type {NodeListOf<SVGTextElement>} */ (within.querySelectorAll(".cc-unit .name"));
  const key = (/** @type {SVGTextElement} */ name) => {
    const units = /** @type {HTMLElement | null} */ (name.closest(".units"));
    return `${units?.style.getPropertyValue("--grow") ?? ""} ${name.textContent}`;
  };
  const length = (/** @type {SVGTextElement} */ name) => {
    const found = lengths.get(key(name)) ?? name.getComputedTextLength();
    // A hidden element has no width.
    if (found && document.fonts.status === "loaded") lengths.set(key(name), found);
    return found;
  };
  // A fitted name keeps its width.
  for (const name of names) if (!lengths.has(key(name))) name.removeAttribute("textLength");
  // Measure all before changing one.
  for (const [name, long] of [...names].map((each) => /** @type {const} */ ([each, length(each) > NAME]))) {
    if (!long) name.removeAttribute("textLength");
    else if (!name.hasAttribute("textLength")) {
      name.setAttribute("textLength", String(NAME));
      name.setAttribute("lengthAdjust", "spacingAndGlyphs");
    }
  }
}

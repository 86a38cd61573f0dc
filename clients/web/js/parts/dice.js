/** Dice as SVG, and the sum of a roll with every modifier. */

import { h, s } from "../dom.js";
import { signed } from "../words/template.js";

/** Pip positions on a 3 × 3 grid. @type {Record<number, [number, number][]>} */
const PIPS = {
  1: [[1, 1]],
  2: [
    [0, 0],
    [2, 2],
  ],
  3: [
    [0, 0],
    [1, 1],
    [2, 2],
  ],
  4: [
    [0, 0],
    [2, 0],
    [0, 2],
    [2, 2],
  ],
  5: [
    [0, 0],
    [2, 0],
    [1, 1],
    [0, 2],
    [2, 2],
  ],
  6: [
    [0, 0],
    [2, 0],
    [0, 1],
    [2, 1],
    [0, 2],
    [2, 2],
  ],
};

/**
 * One six-sided die.
 * @param {number} face
 * @param {"plain" | "minus" | "hit" | "miss"} [kind] the second die of a difference is dark, so that colour is not its
 *   only sign
 */
export function die(face, kind = "plain") {
  return s(
    "svg",
    { viewBox: "0 0 36 36", class: `die die-${kind}`, role: "img", "aria-label": String(face) },
    s("rect", { x: 2, y: 2, width: 32, height: 32, rx: 6 }),
    (PIPS[face] ?? []).map(([x, y]) => s("circle", { cx: 9 + x * 9, cy: 9 + y * 9, r: 3.1 })),
  );
}

/**
 * A roll written out: dice, modifiers, result. `of`: the roller, where nothing else says it.
 * @param {{ of?: string, dice: SVGElement[], between?: string, parts?: { text: string, value: number }[], total?:
 *   number, result?: string }} roll
 */
export function sum(roll) {
  return h(
    "span",
    { class: "sum" },
    roll.of ? h("span", { class: "part" }, roll.of) : null,
    roll.dice.flatMap((each, i) => (i && roll.between ? [h("span", { class: "op" }, roll.between), each] : [each])),
    (roll.parts ?? []).map((part) => h("span", { class: "part" }, h("b", {}, signed(part.value)), " ", part.text)),
    roll.total === undefined
      ? null
      : h("span", { class: "total" }, "= ", h("b", {}, roll.total < 0 ? signed(roll.total) : String(roll.total))),
    roll.result ? h("span", { class: "result" }, roll.result) : null,
  );
}

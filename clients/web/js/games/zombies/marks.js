/** Actions of a hex: a small plate for each kind, with a drawing and its cost in action points. */

import { h, s } from "../../dom.js";

/** @typedef {import("../../table/board_contract.js").Action} Action */

/** Drawn around 0,0, some 10 wide; shapes distinguish them. @type {Record<string, string>} */
const ICONS = {
  move: "M-4 4.5L0-4.5 4 4.5 0 2z",
  recon: "M-5.5 0C-3-4 3-4 5.5 0 3 4-3 4-5.5 0zM-1.6 0a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0-3.2 0z",
  fire: "M-3.6 0a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0-7.2 0zM0-5.6v3.4M0 2.2v3.4M-5.6 0h3.4M2.2 0h3.4",
  ram: "M-5-3.6L-1 0l-4 3.6M-.6-3.6L3.4 0l-4 3.6M5.4-4.6v9.2",
  repair: "M-4.4 4.4L.6-.6M1.2-4.6a3 3 0 1 0 3.4 3.4L2.6-.9.9-2.6z",
};
/** Kinds with the shape of another. @type {Record<string, string>} */
const LIKE = { reveal: "recon", mend: "repair" };
const ORDER = ["fire", "ram", "move", "recon", "reveal", "repair", "mend"];

const HALF = 12;
/** Half the width of a plate without a cost. */
const NARROW = 7;
const STEP = 14;
/** Place of the lowest of three: above a name of three lines. */
const LOWEST = 2.5;
/** Half the width of the hex over half its width at the middle, and its slant. */
const SLANT = Math.sqrt(3);

/** @param {string} kind */
const icon = (kind) => s("path", { d: ICONS[LIKE[kind] ?? kind] ?? "", class: `mark-icon mark-${kind}` });

/**
 * The plates of a hex, one under another along its right edge.
 * @param {readonly Action[]} actions those of this hex
 * @param {(kind: string) => string} cost in action points; empty: none
 * @param {number} x @param {number} y its centre
 * @param {number} size from centre to corner
 * @param {boolean} full whether so much stands there that plates are narrow, without their cost: the list has it
 */
export function marks(actions, cost, x, y, size, full) {
  const kinds = ORDER.filter((kind) => actions.some((action) => action.do === kind));
  const high = (kinds.length - 1) * STEP;
  const top = kinds.length === 3 ? LOWEST - high : -5 - high / 2;
  return kinds.map((kind, i) => {
    const dy = top + i * STEP;
    const edge = size - (Math.abs(dy) + STEP / 2) / SLANT;
    return s(
      "g",
      { class: "mark", transform: `translate(${x + edge - (full ? NARROW : HALF) - 3} ${y + dy})` },
      plate(kind, full ? "" : cost(kind)),
    );
  });
}

/** One plate. @param {string} kind @param {string} cost */
function plate(kind, cost) {
  const half = cost ? HALF : NARROW;
  return [
    s("rect", { x: -half, y: -6.5, width: 2 * half, height: 13, rx: 3, class: "mark-plate" }),
    s("g", { transform: cost ? "translate(-5.2 0)" : "" }, icon(kind)),
    cost ? s("text", { x: 6, y: 3.8, class: "mark-cost" }, cost) : null,
  ];
}

/** Explanations of the visible plates. @param {(kind: string) => string} name @param {(kind: string) => string} cost */
export function legend(name, cost) {
  return h(
    "ul",
    { class: "legend", "aria-hidden": "true" },
    Object.keys(ICONS).map((kind) =>
      h("li", {}, s("svg", { viewBox: "-13 -8 26 16", "aria-hidden": "true" }, plate(kind, cost(kind))), name(kind)),
    ),
  );
}

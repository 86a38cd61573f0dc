/** An expected score with its interval, drawn and in words. */

import { s } from "../../dom.js";
import { say } from "./words.js";

/** @typedef {{ expected: number, low: number, high: number, games: number, won: number, drawn: number }} Rating */

const percent = (/** @type {number} */ score) => Math.round(score * 100);

/** @param {Rating} rating */
export const inWords = ({ expected, low, high }) =>
  say("ladder.range", { expected: percent(expected), low: percent(low), high: percent(high) });

/** From 0 to 1, with the middle, the starting value, marked. @param {Rating} rating */
export function rangeBar({ expected, low, high }) {
  return s(
    "svg",
    { class: "range", viewBox: "0 0 100 12", preserveAspectRatio: "none", "aria-hidden": "true" },
    s("rect", { class: "track", x: 0, y: 4, width: 100, height: 4 }),
    s("rect", { class: "band", x: 100 * low, y: 2, width: Math.max(1, 100 * (high - low)), height: 8 }),
    s("rect", { class: "middle", x: 49.75, y: 0, width: 0.5, height: 12 }),
    s("rect", { class: "point", x: 100 * expected - 1, y: 0, width: 2, height: 12 }),
  );
}

/** The clocks that the lobby offers, in milliseconds, and their names. */

import { lengthInWords } from "../table/clock.js";
import { ui } from "../words/words.js";

/** @typedef {{ kind: string, base?: number, increment?: number }} ClockWish */

/** @type {Record<string, ClockWish>} */
export const CLOCKS = {
  none: { kind: "none" },
  quick: { kind: "bank", base: 10 * 60_000, increment: 10_000 },
  slow: { kind: "bank", base: 30 * 60_000, increment: 20_000 },
  day: { kind: "days", base: 86_400_000 },
  week: { kind: "days", base: 7 * 86_400_000 },
};

/** The name of a clock among them; empty for none. @param {ClockWish | null | undefined} clock */
export function clockName(clock) {
  const { kind = "none", base = 0, increment = 0 } = clock ?? {};
  return (
    Object.keys(CLOCKS).find(
      (name) =>
        CLOCKS[name]?.kind === kind &&
        (kind === "none" || (CLOCKS[name]?.base === base && (CLOCKS[name]?.increment ?? 0) === increment)),
    ) ?? ""
  );
}

/** A clock in words. @param {ClockWish | null | undefined} clock */
export function clockInWords(clock) {
  const name = clockName(clock);
  if (name) return ui(/** @type {any} */ (`clock.${name}`));
  const { kind, base = 0, increment = 0 } = clock ?? { kind: "none" };
  if (kind === "days") return ui("clock.days", { n: Math.round(base / 86_400_000) });
  return increment
    ? ui("clock.other", { base: lengthInWords(base), increment: lengthInWords(increment) })
    : lengthInWords(base);
}

/**
 * Length of a game: range in words; empty if unknown.
 * @param {{ minutes: number, minutes_most: number }} presentation
 */
export const gameLength = ({ minutes: n, minutes_most: most }) =>
  most ? ui("about.minutes.range", { n, most }) : n ? ui("about.minutes", { n }) : "";

/** Delay with which watchers see all hands. @param {number} seconds */
export const lag = (seconds) =>
  seconds % 60 ? ui("time.seconds", { n: seconds }) : ui("time.minutes", { n: seconds / 60 });

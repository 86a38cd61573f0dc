/** Questions before an action that loses much at once. Pure. */

import { frontsOf } from "./table_text.js";

/** @typedef {import("../../client/games/company_commander.js").View} View */

/**
 * The units that rout if the phase ends now, and could still roll.
 * @param {readonly { figure: string, units?: readonly string[] }[]} asked what is known of the question
 */
const stillToRally = (asked) => asked.find(({ figure }) => figure === "routing")?.units ?? [];

/**
 * Whether ending the turn now loses the match: the other side holds every front against one at most.
 * @param {Pick<View, "phase" | "turn" | "active" | "units">} view
 * @param {readonly string[]} sides
 * @param {Record<string, any>} options
 */
const losesByFronts = ({ phase, turn, active, units }, sides, options) =>
  phase === "rally" &&
  turn >= options["auto_from_turn"] &&
  frontsOf(units, active) <= 1 &&
  sides.some((side) => side !== active && frontsOf(units, side) === 3);

/**
 * @param {{ do: string }} action
 * @param {Pick<View, "phase" | "turn" | "active" | "units">} view
 * @param {readonly string[]} sides
 * @param {Record<string, any>} options of the match
 * @param {readonly { figure: string, units?: readonly string[] }[]} asked what is known of the question
 * @returns {{ key: string, units?: readonly string[] }} key of the text and what it names; an empty key: nothing
 */
export function riskOf({ do: verb }, view, sides, options, asked) {
  if (verb !== "end_phase") return { key: "" };
  if (losesByFronts(view, sides, options)) return { key: "risk.fronts" };
  const units = stillToRally(asked);
  return units.length ? { key: "risk.routs", units } : { key: "" };
}

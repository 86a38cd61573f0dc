/** Questions before an action that loses at once. Pure. */

/** @typedef {{ figure: string, chance?: readonly [number, number] }} Known */

/** @param {Known} known */
const certain = ({ figure, chance }) => figure === "dead" && chance !== undefined && chance[0] === chance[1];

/**
 * @param {{ do: string }} action
 * @param {number} charges that are left
 * @param {readonly Known[]} figures what is known of the action
 * @returns {string} key of the text; empty: nothing
 */
export function riskOf(action, charges, figures) {
  if (action.do === "blast" && charges === 1) return "risk.last_charge";
  if (figures.some(({ figure }) => figure === "barred")) return "risk.barred";
  return figures.some(certain) ? "risk.dead" : "";
}

/** Drawings of cards that are neither terrain nor weapon, 120 × 60. */

import { s } from "../../dom.js";
import { PICTURES } from "../../parts/pictures.js";

/** Card → drawing of `parts/pictures.js`. @type {Record<string, string>} */
const SHOWN = {
  leadership: "officer",
  fatalism: "cross",
  patriotism: "banner",
  camaraderie: "comrades",
  determination: "fist",
  shell_shock: "burst",
  confusion: "arrows_astray",
  exhaustion: "kneeling",
  hesitation: "question",
  fear: "eyes",
  encircled: "ring",
  mission_objective: "objective",
  smoke: "smoke",
  concealment: "leaves",
  ambush: "ambush",
  enfilade: "enfilade",
  flanking_fire: "flank",
  combat_engineer: "cutters",
  commander_killed: "fallen_cap",
  minefield: "mines",
  barbed_wire: "wire",
  national_trait: "star",
};

/** @param {string} card @returns {SVGElement | null} */
export function picture(card) {
  const name = SHOWN[card];
  return name
    ? s("svg", { viewBox: "0 0 120 60", class: "card-art", "aria-hidden": "true" }, PICTURES[name]?.() ?? [])
    : null;
}

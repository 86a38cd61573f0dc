/** SQUAD: animations and sounds of its events. */

import { fall, jolt } from "../../parts/impact.js";

/** @typedef {import("../../table/board_contract.js").GameEvent} GameEvent */
/** @typedef {import("../../parts/sounds.js").Sound} Sound */

/** The squad that loses men by an event; empty for none. Pure. @param {GameEvent} event @returns {string} */
export function struck(event) {
  if (event.ev === "point_man_hit" || event.ev === "commander_fell") return event["squad"];
  if (!event["kills"]) return "";
  return event.ev === "attacked"
    ? event["target"]
    : event.ev === "mine_hit" || event.ev === "routed"
      ? event["squad"]
      : "";
}

/**
 * Shake a hit squad, let one without men fall. `find`: the squad on the ground or the map.
 * @param {Element} ground
 * @param {(squad: string) => Element | null | undefined} find
 * @param {GameEvent} event
 */
export function feel(ground, find, event) {
  // Men are shaken, and not the houses around them.
  const men = (/** @type {string} */ squad) => {
    const place = find(squad);
    return place?.querySelector(".men") ?? place?.firstElementChild ?? null;
  };
  const hit = struck(event);
  if (hit) jolt(ground, men(hit));
  if (event.ev === "eliminated") fall(men(event["squad"]));
}

/** The sound of an event. Pure. @param {GameEvent} event @returns {Sound | ""} */
export function heard({ ev }) {
  if (["attacked", "mine_hit", "point_man_hit", "commander_fell"].includes(ev)) return "shot";
  return [
    "dealt",
    "drew",
    "discarded",
    "concealed",
    "flanked",
    "barrier_played",
    "scored",
    "modified",
    "bonus_played",
    "smoked",
    "reshuffled",
  ].includes(ev)
    ? "card"
    : "";
}

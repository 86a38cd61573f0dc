/** COMPANY COMMANDER: animations and sounds of its events. */

import { fall, jolt } from "../../parts/impact.js";

/** @typedef {import("../../table/board_contract.js").GameEvent} GameEvent */
/** @typedef {import("../../parts/sounds.js").Sound} Sound */

/** Results that leave a unit unchanged. */
const HARMLESS = new Set(["ignored", "immune", "unhurt", "lost"]);

/** The unit that an event hurts or pins; empty for none. Pure. @param {GameEvent} event @returns {string} */
export const struck = (event) => (event.ev === "hit" && !HARMLESS.has(event["effect"]) ? (event["target"] ?? "") : "");

/**
 * Shake a hit unit, let a lost one fall. `find`: the unit's counter.
 * @param {(unit: string) => Element | null | undefined} find
 * @param {GameEvent} event
 */
export function feel(find, event) {
  const hit = struck(event);
  if (hit) jolt(null, find(hit) ?? null);
  if (event.ev === "removed") fall(find(event["unit"]) ?? null);
}

/** The sound of an event. Pure. @param {GameEvent} event @returns {Sound | ""} */
export function heard({ ev }) {
  if (ev === "fire" || ev === "suppression") return "shot";
  return ["drew", "drew_squad", "played", "discarded", "reshuffled", "peeked"].includes(ev) ? "card" : "";
}

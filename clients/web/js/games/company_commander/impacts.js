/** COMPANY COMMANDER's blows and noises: which of its events are felt, and by whom. */

import { fall, jolt } from "../../parts/impact.js";

/** @typedef {import("../../table/contract.js").GameEvent} GameEvent */
/** @typedef {import("../../parts/sounds.js").Sound} Sound */

/** The results that leave a unit as it was. */
const HARMLESS = new Set(["ignored", "immune", "unhurt", "lost"]);

/** The unit that an event hurts or pins; empty: none. Pure. @param {GameEvent} event @returns {string} */
export const struck = (event) => (event.ev === "hit" && !HARMLESS.has(event["effect"]) ? (event["target"] ?? "") : "");

/**
 * Shake who is hit, and let fall who is lost. `find`: the unit's counter.
 * @param {(unit: string) => Element | null | undefined} find
 * @param {GameEvent} event
 */
export function feel(find, event) {
  const hit = struck(event);
  if (hit) jolt(null, find(hit) ?? null);
  if (event.ev === "removed") fall(find(event["unit"]) ?? null);
}

/** What an event sounds like. Pure. @param {GameEvent} event @returns {Sound | ""} */
export function heard({ ev }) {
  if (ev === "fire" || ev === "suppression") return "shot";
  return ["drew", "drew_squad", "played", "discarded", "reshuffled", "peeked"].includes(ev) ? "card" : "";
}

/** COMPANY COMMANDER: sounds of events that are not seen on the board. */

/** @typedef {import("../../table/board_contract.js").GameEvent} GameEvent */
/** @typedef {import("../../parts/sounds.js").Sound} Sound */

/** Events with the sound of a card. */
const CARDS = new Set(["drew", "drew_squad", "discarded", "reshuffled", "peeked"]);

/** The sound of an event. Pure. @param {GameEvent} event @returns {Sound | ""} */
export const heard = ({ ev }) => (CARDS.has(ev) ? "card" : "");

/** Effects of an event: the rows of the game's presentation that fit it. Pure; docs/protocol.md describes the data. */

/** @typedef {import("../../net/types.js").BoardEffect} Row */
/** @typedef {import("../../net/types.js").Presentation} Presentation */
/** @typedef {import("../../client/messages.js").GameEvent} GameEvent */
/** @typedef {Row["shape"]} Shape */
/**
 * An effect to show. `at`, `start`: names of pieces or places; empty: the board decides. `number`: of men.
 * @typedef {{ shape: Shape, at: string[], start: string, hit: boolean, number: number, card: string }} Effect
 */

/** Attacks, which come before their results. @type {ReadonlySet<Shape>} */
const ATTACKS = new Set(/** @type {Shape[]} */ (["shot", "burst", "lob", "shell", "blast", "flame", "rush", "bite"]));

/** @param {Shape} shape */
export const isAttack = (shape) => ATTACKS.has(shape);

/** Whether every field has one of its values. @param {Record<string, any[]>} wanted @param {GameEvent} event */
const meets = (wanted, event) =>
  Object.entries(wanted).every(([field, values]) => values.includes(event[field] ?? null));

/** @param {Row} row @param {GameEvent} event */
const fits = (row, event) =>
  row.event === event.ev &&
  meets(row.when ?? {}, event) &&
  (!row.number || event[row.number] > 0) &&
  (!row.card || Boolean(event[row.card]));

/**
 * The effects of an event, attacks first.
 * @param {Pick<Presentation, "effects">} presentation
 * @param {GameEvent} event
 * @returns {Effect[]}
 */
export function effectsOf({ effects }, event) {
  const shown = effects.filter((row) => fits(row, event)).map((row) => effectOf(row, event));
  return [...shown.filter(({ shape }) => isAttack(shape)), ...shown.filter(({ shape }) => !isAttack(shape))];
}

/** The names in a field; seats are numbers. @param {any} value @returns {string[]} */
const namesIn = (value) => [value ?? []].flat().map(String);

/** @param {Row} row @param {GameEvent} event @returns {Effect} */
function effectOf(row, event) {
  return {
    shape: row.shape,
    at: row.at ? namesIn(event[row.at]) : [""],
    start: row.start ? String(event[row.start] ?? "") : "",
    hit: !row.missed || !meets(row.missed, event),
    number: row.number ? event[row.number] : 1,
    card: row.card ? event[row.card] : "",
  };
}

/**
 * The place where an event's dice roll: that of its effect, whatever they bring. Undefined: nowhere on the board.
 * @param {Pick<Presentation, "effects">} presentation
 * @param {GameEvent} event
 * @returns {string | undefined}
 */
export function diceAt({ effects }, event) {
  const row = effects.find((each) => each.event === event.ev);
  return row && (row.at ? (namesIn(event[row.at])[0] ?? "") : "");
}

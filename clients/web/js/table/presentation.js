/** A game's presentation of things on the table and of events. Pure; docs/protocol.md describes the data. */

/** @typedef {import("../net/games.js").Presentation} Presentation */
/** @typedef {import("../client/messages.js").GameEvent} GameEvent */
/** @typedef {import("../words/words.js").Words} Words */
/** @typedef {Presentation["rolls"][number]} Roll */
/** A seat's result of a roll, and its average. @typedef {{ who: number, rolled: number, expected: number }} Luck */

/** Turns before the last one in which it is named; a farther one only guards against endless matches. */
const NEAR_END = 20;

/**
 * The last turn, if it is near; else undefined.
 * @param {number} turn
 * @param {number} cap
 */
export const nearEnd = (turn, cap) => (cap - turn < NEAR_END ? cap : undefined);

/** Whether a decision is a reaction to another seat. @param {Presentation} presentation @param {string} kind */
export function isReaction(presentation, kind) {
  return presentation.windows.some((window) => window.decision === kind && !window.own);
}

/**
 * Whether a choice surely has no effect.
 * @param {import("./board_contract.js").Figures | undefined} figures what is known of it
 */
export const isIdle = (figures) => (figures ?? []).some(({ figure }) => figure === "idle");

/**
 * The verb that passes a reaction window; empty if the decision is none.
 * @param {Presentation} presentation
 * @param {string} kind
 */
export function passVerb(presentation, kind) {
  return presentation.windows.find((window) => window.decision === kind)?.verb ?? "";
}

/**
 * The labels of the flags that are set on a thing.
 * @param {Presentation} presentation
 * @param {Words} words
 * @param {string} of the kind of thing
 * @param {Record<string, any>} thing
 */
export function flagLabels(presentation, words, of, thing) {
  return presentation.flags
    .filter((flag) => flag.of === of && thing[flag.name])
    .map((flag) => words.say(flag.text, { n: thing[flag.name] }));
}

/**
 * The kind of an event on the scrub bar.
 * @param {Presentation} presentation
 * @param {GameEvent} event
 * @returns {"turn" | "loss" | ""}
 */
export function markOf(presentation, event) {
  const mark = presentation.marks.find((each) => each.event === event.ev && (!each.when || event[each.when]));
  return mark?.kind ?? "";
}

/**
 * Whether an event begins the last turn.
 * @param {Pick<Presentation, "marks">} presentation
 * @param {GameEvent} event
 * @param {Record<string, any>} options of the match
 */
export function isLastTurn({ marks }, event, options) {
  const mark = marks.find((each) => each.event === event.ev && each.number);
  const last = mark?.cap ? options[mark.cap] : mark?.last;
  return Boolean(mark?.number && last) && event[mark?.number ?? ""] === last;
}

/**
 * The seat with the most of what decides a match; -1: none, or several.
 * @param {Pick<Presentation, "lead">} presentation
 * @param {Record<string, any> | null | undefined} table
 */
export function leader({ lead }, table) {
  if (!lead || !table) return -1;
  const { field, value = "", seats = "" } = lead;
  const counts = Object.entries(table[field] ?? {}).map(([key, count]) => ({
    seat: Number(seats ? table[seats][key] : key),
    count: value ? count[value] : count,
  }));
  const most = Math.max(...counts.map(({ count }) => count));
  const [first, another] = counts.filter(({ count }) => count === most);
  return first && !another ? first.seat : -1;
}

/**
 * Result of a roll; null if the event is no roll that counts.
 * @param {Presentation} presentation
 * @param {GameEvent} event
 * @param {Record<string, any>} view the table that the event led to
 * @returns {Luck | null}
 */
export function luckOf(presentation, event, view) {
  for (const roll of presentation.rolls) {
    if (roll.event !== event.ev || (roll.when && !event[roll.when])) continue;
    const who = seatOf(roll, event, view);
    if (who !== null) return { who, rolled: brought(roll.brought, event), expected: average(roll.average, event) };
  }
  return null;
}

/** @param {Roll} roll @param {GameEvent} event @param {Record<string, any>} view @returns {number | null} */
function seatOf(roll, event, view) {
  if (!roll.who) return 0;
  const name = String(event[roll.who] ?? "").slice(0, roll.letters ?? 0);
  if (!name) return null;
  return Number(roll.seats ? view[roll.seats][name] : name);
}

/** @param {Roll["brought"]} what @param {GameEvent} event @returns {number} */
function brought(what, event) {
  const value = event[what.field];
  switch (what.count) {
    case "true":
      return value ? 1 : 0;
    case "false":
      return value ? 0 : 1;
    case "number":
      return Math.max(0, value ?? 0);
    default: {
      const plus = (what.plus ? event[what.plus] : 0) ?? 0;
      const reach = (/** @type {number} */ least) =>
        (value ?? []).filter((/** @type {number} */ face) => face + plus >= least).length;
      return reach(what.at_least ?? 0) + (what.twice_at ? reach(what.twice_at) : 0);
    }
  }
}

/** @param {Roll["average"]} what @param {GameEvent} event @returns {number} */
function average(what, event) {
  const times = what.times ? event[what.times].length : 1;
  if (what.word) return times * (what.rows[event[what.word]] ?? 0);
  const total = (/** @type {string[]} */ names) => names.reduce((all, name) => all + number(event[name]), 0);
  const rows = Object.keys(what.rows).map(Number);
  const row = Math.min(
    Math.max(total(what.plus ?? []) - total(what.minus ?? []), Math.min(...rows)),
    Math.max(...rows),
  );
  return times * (what.rows[row] ?? 0);
}

/**
 * A number, or the sum of pairs of a name and a number; missing ones count as 0.
 * @param {number | [string, number][] | undefined} value
 */
function number(value) {
  return Array.isArray(value) ? value.reduce((all, [, each]) => all + each, 0) : (value ?? 0);
}

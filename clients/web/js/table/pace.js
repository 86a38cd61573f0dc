/** Time that events are shown, in milliseconds at normal speed. Pure. docs/decisions/072-board-effects.md */

/**
 * An event to show: its own time, and whether it is understood by seeing it (a roll, an effect).
 * @typedef {{ ms: number, worth: boolean }} Telling
 */

/**
 * The longest time of one entry's events, of a story from one's own answer to one's next question, and the share of its
 * remaining time that one entry may take.
 */
export const MOMENT = 2500;
export const STORY = 6000;
const PART = 0.42;
/** Below this time nothing is seen. */
const LEAST = 60;

/**
 * The time of each of an entry's events. If there is not enough, plain sentences get none: the log has them.
 * @param {readonly Telling[]} events
 * @param {number} spent on this story so far
 * @param {number} [pace] share for events that others wait behind
 * @returns {number[]}
 */
export function timesOf(events, spent, pace = 1) {
  const room = Math.min(MOMENT, (STORY - spent) * PART);
  const sum = (/** @type {readonly Telling[]} */ each) => each.reduce((all, { ms }) => all + ms * pace, 0);
  const crowded = sum(events) > room;
  const shown = crowded ? events.filter(({ worth }) => worth) : events;
  const scale = pace * Math.min(1, room / (sum(shown) || 1));
  return events.map((event) => {
    const ms = crowded && !event.worth ? 0 : event.ms * scale;
    return ms < LEAST ? 0 : Math.round(ms);
  });
}

/** The turning point of a match: the roll furthest from its average, else the moment of the heaviest loss. Pure. */

import { luckOf, markOf } from "../table/presentation.js";

/** @typedef {import("../net/live_feed.js").Moment} Moment */
/** @typedef {import("../net/messages.js").GameEvent} GameEvent */
/** @typedef {import("../net/games.js").Presentation} Presentation */

/** A roll counts from this far off its average, in hits. */
const FAR = 1;

/**
 * The moment, and what tells of it: a roll, or a loss and what led to it. Null: nothing stood out. Of equals the last one.
 * @param {Moment[]} moments
 * @param {Presentation} presentation
 * @returns {{ moment: Moment, events: GameEvent[] } | null}
 */
export function turningPoint(moments, presentation) {
  let best = null;
  let most = FAR;
  for (const moment of moments) {
    for (const event of moment.events) {
      const luck = luckOf(presentation, event, moment.view.table);
      const far = luck ? Math.abs(luck.rolled - luck.expected) : 0;
      if (far >= most) [best, most] = [{ moment, events: [event] }, far];
    }
  }
  return best ?? heaviestLoss(moments, presentation);
}

/** @param {Moment[]} moments @param {Presentation} presentation @returns {{ moment: Moment, events: GameEvent[] } | null} */
function heaviestLoss(moments, presentation) {
  let best = null;
  let most = 1;
  for (const moment of moments) {
    const losses = moment.events.filter((event) => markOf(presentation, event) === "loss");
    const first = moment.events.findIndex((event) => event === losses[0]);
    // A loss alone does not say where it was, nor by what.
    if (losses.length >= most) [best, most] = [{ moment, events: moment.events.slice(Math.max(0, first - 1), first + 1) }, losses.length];
  }
  return best;
}

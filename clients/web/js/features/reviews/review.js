/** The review of a finished match: fetching, progress, and its findings by position. No drawing. */

import { getJSON, RestError } from "../../net/rest.js";
import { signed } from "../../words/template.js";

/** @typedef {Omit<import("../../net/types.js").Review, "choices"> & { choices: Choice[] }} Review */
/** @typedef {import("../../client/messages.js").Action} Action */
/** @typedef {import("../../net/types.js").ReviewedChoice & { action: Action, better?: Action }} Choice */

/**
 * Progress of a review: `own`: other requests of this person come first; `ahead`: number of reviews before it; `done`:
 * in percent.
 * @typedef {{ own: boolean, ahead: number, done: number }} Pending
 */

/** Reviews by match: a page fetches each once. @type {Map<string, Promise<Review>>} */
const fetched = new Map();
/** Listeners to the progress. @type {Map<string, Set<(pending: Pending) => void>>} */
const listeners = new Map();

/** @param {number} ms */
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * The review of a match, as soon as it is made. Rejects where there is none.
 * @param {string} match
 * @param {(pending: Pending) => void} [told] called with the progress after each request
 * @returns {Promise<Review>}
 */
export function reviewOf(match, told) {
  const hear = listeners.get(match) ?? new Set();
  listeners.set(match, hear);
  if (told) hear.add(told);
  const found = fetched.get(match) ?? wait(match);
  fetched.set(match, found);
  found.catch(() => fetched.delete(match));
  return found;
}

/** Whether this page has requested it. @param {string} match */
export const wanted = (match) => fetched.has(match);

/** @param {string} match @returns {Promise<Review>} */
async function wait(match) {
  for (;;) {
    try {
      return await getJSON(`/api/matches/${match}/review`);
    } catch (error) {
      // Others of this person's, or of their address, may have to be made first (`limit`).
      if (!(error instanceof RestError) || !["review_pending", "limit"].includes(error.code) || !error.retry)
        throw error;
      for (const told of listeners.get(match) ?? [])
        told({ own: error.code === "limit", ahead: error.ahead, done: error.done });
      await pause(error.retry);
    }
  }
}

/** Request it in advance, so that it is ready when it is opened. @param {string} match */
export function prepareReview(match) {
  void getJSON(`/api/matches/${match}/review`).catch(() => {}); // It is being made, or there is none.
}

/** Choices for which there is a better one, by the position at which they were made. @param {Review} review */
export function marked(review) {
  return new Map(review.choices.filter((choice) => choice.better).map((choice) => [choice.seq - 1, choice]));
}

/** A choice's chances as those of a seat. @param {number} own @param {Choice} choice */
export function seenBy(own, { seat, quick, before, chosen, after }) {
  const turn = (/** @type {number} */ chance) => (seat === own ? chance : 1 - chance);
  return { quick: turn(quick), before: turn(before), chosen: turn(chosen), after: turn(after) };
}

/** A change of a chance, in per cent. @param {number} share */
const change = (share) => `${signed(Math.round(100 * share))}%`;

/**
 * Words for a seat's luck and skill. `judged`: it is more than nothing, which would read like a verdict.
 * @param {Review["seats"][0]} sums
 */
export function seatFields({ luck, skill, given, choices }) {
  const [own, best] = [change(skill), change(skill + given)];
  return { luck: change(luck), skill: own, best, judged: own !== "0%" || best !== "0%", n: choices };
}

/**
 * The name of the actor of each choice, where a seat has several; empty where it has one. The catalogue names them.
 * @param {Review} review
 * @param {{ has: (key: string) => boolean, say: (key: string, fields: Record<string, any>) => string }} words
 * @returns {(choice: Choice) => string}
 */
export function actors({ choices }, words) {
  const name = (/** @type {Choice} */ { action }) => (words.has("actor") ? words.say("actor", action) : "");
  /** @type {Map<number, Set<string>>} */
  const all = new Map();
  for (const choice of choices) all.set(choice.seat, (all.get(choice.seat) ?? new Set()).add(name(choice)));
  for (const names of all.values()) names.delete("");
  return (choice) => ((all.get(choice.seat)?.size ?? 0) > 1 ? name(choice) : "");
}

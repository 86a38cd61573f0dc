/** The next match that waits for the player: the one with the least time left. */

import { getJSON } from "../net/rest.js";
import { toast } from "../parts/toast.js";
import { speaker } from "../prefs.js";
import { ui } from "../words/all_words.js";

/**
 * @typedef {{ row: { match: string, status: string }, seat: number, at: number, view: { turn?: number, clock?: {
 *   deadline?: number } } }} Info
 */

/** Most matches to look at. */
const MOST = 24;

/**
 * The next of the player's matches, or undefined. The present one comes last. Pure.
 * @param {Info[]} matches
 * @param {string} [here] the present match
 */
export function nextOf(matches, here = "") {
  const asked = matches.filter(({ row, seat, view }) => row.status === "playing" && seat >= 0 && view.turn === seat);
  // Of two without a clock, the one that waits longest.
  const until = (/** @type {Info} */ { view }) => view.clock?.deadline ?? Infinity;
  asked.sort(
    (a, b) =>
      Number(a.row.match === here) - Number(b.row.match === here) ||
      (until(a) === until(b) ? a.at - b.at : until(a) - until(b)),
  );
  return asked[0]?.row.match;
}

/** Go there. @param {(path: string) => void} go @param {string} here the present match */
export async function goToNext(go, here) {
  const rows = speaker() ? (await getJSON("/api/matches/mine")).matches : [];
  const going = rows.filter((/** @type {Info["row"]} */ { status }) => status === "playing").slice(0, MOST);
  // An error of one match does not keep the player from the others.
  const answers = await Promise.allSettled(
    going.map((/** @type {Info["row"]} */ { match }) => getJSON(`/api/matches/${match}`)),
  );
  const next = nextOf(
    answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : [])),
    here,
  );
  if (!next || next === here) toast(ui("next.none"));
  else go(`match/${next}`);
}

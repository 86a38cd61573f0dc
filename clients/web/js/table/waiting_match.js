/**
 * A match that waits while the player does something else on this page: a notice says when the opponent comes, or,
 * where both have sat down, when play begins.
 */

import { getJSON } from "../net/rest.js";
import { toast } from "../parts/toast.js";
import { ui } from "../words/all_words.js";
import { isAgreeing } from "./agreement.js";
import { alertTurn } from "./alerts.js";

/** Milliseconds between two checks, and of the notice. */
const LOOK = 8000;
const STAYS = 60_000;

/** @type {Map<string, ReturnType<typeof setInterval>>} */
const timers = new Map();
/** Notices that are shown. @type {Map<string, Element>} */
const notices = new Map();

/**
 * Watch a match from another screen.
 * @param {string} match
 * @param {string} game its name
 * @param {string} address
 * @param {boolean} [complete] whether all have sat down, and their agreement is waited for
 */
export function keepWaiting(match, game, address, complete = false) {
  stopWaiting(match);
  const timer = setInterval(async () => {
    const info = await getJSON(`/api/matches/${match}`).catch(() => null); // The next check tries again.
    const goesOn = !info || (info.view.status === "open" && (complete || !isAgreeing(info.view)));
    // The player may have come back meanwhile.
    if (goesOn || timers.get(match) !== timer) return;
    stopWaiting(match);
    if (info.view.status === "ended") return;
    const text = ui(complete ? "waiting.began" : "waiting.came", { game });
    alertTurn(match, true, text);
    notices.set(match, toast(text, STAYS, { address, text: ui("waiting.go") }));
  }, LOOK);
  timers.set(match, timer);
}

/** The player is at this match. @param {string} match */
export function stopWaiting(match) {
  clearInterval(timers.get(match));
  timers.delete(match);
  notices.get(match)?.remove();
  notices.delete(match);
}

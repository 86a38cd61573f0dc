/**
 * A match that waits for its opponent while the player does something else on this page: a notice says when play
 * begins.
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

/**
 * Watch a match from another screen.
 * @param {string} match
 * @param {string} game its name
 * @param {string} address
 */
export function keepWaiting(match, game, address) {
  stopWaiting(match);
  timers.set(
    match,
    setInterval(async () => {
      const info = await getJSON(`/api/matches/${match}`).catch(() => null); // The next check tries again.
      if (!info || (info.view.status === "open" && !isAgreeing(info.view))) return;
      stopWaiting(match);
      if (info.view.status === "ended") return;
      alertTurn(match, true, ui("waiting.came", { game }));
      toast(ui("waiting.came", { game }), STAYS, { address, text: ui("waiting.go") });
    }, LOOK),
  );
}

/** @param {string} match */
export function stopWaiting(match) {
  clearInterval(timers.get(match));
  timers.delete(match);
}

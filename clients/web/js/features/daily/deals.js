/** Playing a deal of a day, and sharing the result. */

import { ensurePlayer, nonce, postJSON } from "../../net/rest.js";
import { copy } from "../../parts/clipboard.js";
import { toast } from "../../parts/toast.js";
import { addressOf } from "../../route.js";
import { say } from "./words.js";

/**
 * Begin, continue, or practise; the service decides which.
 * @param {string} game @param {string} day @param {(path: string) => void} go
 */
export async function playDeal(game, day, go) {
  try {
    await ensurePlayer();
    const { match } = await postJSON("/api/daily", { game, day, nonce: nonce() });
    go(`match/${match}`);
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error));
  }
}

/**
 * The result as a text that reveals nothing of the deal, with a link to this game's deal.
 * @param {string} game @param {string} name of the game @param {string} day @param {number} score @param {string}
 *   symbols
 */
export function shareResult(game, name, day, score, symbols) {
  const text = [
    `Bocage ${day} · ${name}`,
    `${symbols} ${say("daily.points", { n: score })}`,
    location.origin + addressOf(`daily/${day}/${game}`),
  ].join("\n");
  // A rejection means that the person cancelled.
  if ("share" in navigator && matchMedia("(pointer: coarse)").matches) return navigator.share({ text }).catch(() => {});
  return copy(text);
}

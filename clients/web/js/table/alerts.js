/** "Your turn": a badge in the title, a sound and a notification, the last two only if enabled. */

import { notificationPermission, serviceWorkers } from "../browser.js";
import { prefs } from "../prefs.js";
import { addressOf, FOLDER } from "../route.js";
import { ui } from "../words/words.js";

/** Matches that wait for this player. @type {Set<string>} */
const waiting = new Set();
const BADGE = "● ";

/**
 * Note whether a match waits for this player.
 * @param {string} match
 * @param {boolean} myTurn
 * @param {string} text what is to be decided, for the notification
 * @param {boolean} [quiet] show the badge alone: it has been so before we looked
 */
export function alertTurn(match, myTurn, text, quiet = false) {
  const fresh = myTurn && !waiting.has(match);
  if (myTurn) waiting.add(match);
  else waiting.delete(match);
  badge();
  if (!fresh || quiet) return;
  if (prefs.sound) void import("../parts/sounds.js").then(({ sound }) => sound("turn"));
  if (prefs.notify && document.hidden) void notify(match, text);
}

/** Set or remove the sign of a waiting match in the title; also after a change of the title. */
export function badge() {
  const title = `${waiting.size ? BADGE : ""}${document.title.replace(BADGE, "")}`;
  if (title !== document.title) document.title = title;
}

/** @param {string} match @param {string} text */
async function notify(match, text) {
  if (notificationPermission() !== "granted") return;
  const options = { body: text, tag: `bocage-${match}` };
  try {
    const note = new Notification(ui("turn.yours"), options);
    note.addEventListener("click", () => {
      focus();
      note.close();
    });
  } catch {
    // Phones allow notifications of service workers alone, which handle clicks on them (see sw.js).
    const worker = await serviceWorkers()
      ?.getRegistration(FOLDER)
      .catch(() => undefined);
    await worker
      ?.showNotification(ui("turn.yours"), { ...options, data: { path: addressOf(`match/${match}`) } })
      .catch(() => {});
  }
}

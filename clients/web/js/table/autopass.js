/**
 * Passing by itself, per kind of reaction window. The setting never looks at the hand: where it is on, every window of
 * that kind is passed after the same short moment, so that timing tells nothing.
 */

import { h } from "../dom.js";
import { prefs, setPrefs } from "../prefs.js";
import { ui } from "../words/words.js";

/** @typedef {import("../net/live_feed.js").LiveFeed} LiveFeed */
/** @typedef {import("../words/words.js").Words} Words */

const MOMENT = 400;

/** The windows that can be passed by themselves: game → kind of decision → the verb that passes it. @type {Record<string, Record<string, string>>} */
export const WINDOWS = {
  squad: {
    utility: "done", morale: "pass", smoke: "no_smoke", covering_fire: "end_fire", opportunity_fire: "end_fire",
    barrier: "pass", engineer: "pass", mine: "pass", return_fire: "end_fire", rally: "pass",
  },
  company_commander: {
    on_move: "pass", on_recon: "pass", spotted: "pass", on_suppression: "pass", on_roll: "pass",
    on_assault: "pass", attack: "pass", defence: "pass", on_rally: "pass",
  },
};

/** Under what name the setting of a window is kept. @param {string} game @param {string} kind */
export const passKey = (game, kind) => `${game}.${kind}`;

/** Whether a decision of this kind is a reaction window. @param {string} game @param {string} kind */
export const isWindow = (game, kind) => kind in (WINDOWS[game] ?? {});

/**
 * The switch for the window that is open; null where the decision is no window.
 * @param {string} game
 * @param {import("./contract.js").Decision} decision
 * @param {Words} words
 */
export function autoPassBox(game, decision, words) {
  const { kind } = decision;
  if (!decision.actions || !isWindow(game, kind)) return null;
  const key = passKey(game, kind);
  const box = h("input", { type: "checkbox", checked: prefs.autopass[key] ?? false });
  box.addEventListener("change", () => setPrefs({ autopass: { ...prefs.autopass, [key]: box.checked } }));
  return h("label", { class: "small" }, box, ui("autopass", { kind: words.say(`decision.${kind}`) }));
}

/** Pass the present window if the person asked for it. @param {string} game @param {LiveFeed} feed */
export async function autoPass(game, feed) {
  const { decision, seq } = feed;
  if (!decision?.actions) return;
  const verb = WINDOWS[game]?.[decision.kind];
  const pass = decision.actions.find((action) => action.do === verb);
  const wanted = () => prefs.autopass[passKey(game, decision.kind)];
  if (!pass || !wanted()) return;
  await new Promise((resolve) => setTimeout(resolve, MOMENT));
  if (feed.seq === seq && feed.decision === decision && wanted()) await feed.act(pass).catch(() => {});
}

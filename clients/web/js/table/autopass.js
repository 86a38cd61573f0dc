/**
 * Passing by itself, per kind of reaction window. The setting never looks at the hand: where it is on, every window of
 * that kind is passed after the same short moment, so that timing tells nothing.
 */

import { h } from "../dom.js";
import { prefs, setPrefs } from "../prefs.js";
import { ui } from "../words/words.js";
import { passVerb } from "./presentation.js";

/** @typedef {import("../net/games.js").GameInfo} GameInfo */
/** @typedef {import("../net/live_feed.js").LiveFeed} LiveFeed */
/** @typedef {import("../words/words.js").Words} Words */

const MOMENT = 400;

/** Under what name the setting of a window is kept. @param {string} game @param {string} kind */
export const passKey = (game, kind) => `${game}.${kind}`;

/**
 * The switch for the window that is open; null where the decision is no window.
 * @param {GameInfo} game
 * @param {import("./contract.js").Decision} decision
 * @param {Words} words
 */
export function autoPassBox(game, decision, words) {
  const { kind } = decision;
  if (!decision.actions || !passVerb(game.presentation, kind)) return null;
  const key = passKey(game.id, kind);
  const box = h("input", { type: "checkbox", checked: prefs.autopass[key] ?? false });
  box.addEventListener("change", () => setPrefs({ autopass: { ...prefs.autopass, [key]: box.checked } }));
  return h("label", { class: "small" }, box, ui("autopass", { kind: words.say(`decision.${kind}`) }));
}

/** Pass the present window if the person asked for it. @param {GameInfo} game @param {LiveFeed} feed */
export async function autoPass(game, feed) {
  const { decision, seq } = feed;
  if (!decision?.actions) return;
  const verb = passVerb(game.presentation, decision.kind);
  const pass = decision.actions.find((action) => action.do === verb);
  const wanted = () => prefs.autopass[passKey(game.id, decision.kind)];
  if (!pass || !wanted()) return;
  await new Promise((resolve) => setTimeout(resolve, MOMENT));
  if (feed.seq === seq && feed.decision === decision && wanted()) await feed.act(pass).catch(() => {});
}

/**
 * Passing by itself. Per kind of reaction window, as the person asks for it: the setting never looks at the hand; where it is
 * on, every window of that kind is passed after the same short moment, so that timing tells nothing. And, unless switched off,
 * whatever everybody can see to be no choice: the service says so (`forced`), from public facts. A single option that is due
 * to the hand is never passed.
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

/** What is passed now, if anything. @param {GameInfo} game @param {import("./contract.js").Decision | undefined} decision */
export function passes({ id, presentation }, decision) {
  if (!decision?.actions) return undefined;
  const [only] = decision.actions;
  if (decision.forced && prefs.forced && only && presentation.ends.includes(only.do)) return only;
  const verb = passVerb(presentation, decision.kind);
  return prefs.autopass[passKey(id, decision.kind)] ? decision.actions.find((action) => action.do === verb) : undefined;
}

/** Pass the present decision if it is one to be passed. @param {GameInfo} game @param {LiveFeed} feed */
export async function autoPass(game, feed) {
  const { decision, seq } = feed;
  if (!passes(game, decision)) return;
  await new Promise((resolve) => setTimeout(resolve, MOMENT));
  const pass = passes(game, decision);
  if (pass && feed.seq === seq && feed.decision === decision) await feed.act(pass).catch(() => {});
}

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
/** Verbs that pass a reaction window. */
const PASSES = new Set(["pass", "end_fire"]);

/**
 * The switch for the window that is open; null where the decision is no window.
 * @param {import("./contract.js").Decision} decision
 * @param {Words} words
 */
export function autoPassBox(decision, words) {
  if (!decision.actions?.some((action) => PASSES.has(action.do))) return null;
  const { kind } = decision;
  const box = h("input", { type: "checkbox", checked: prefs.autopass[kind] ?? false });
  box.addEventListener("change", () => setPrefs({ autopass: { ...prefs.autopass, [kind]: box.checked } }));
  return h("label", { class: "small" }, box, ui("autopass", { kind: words.say(`decision.${kind}`) }));
}

/** Pass the present window if the person asked for it. @param {LiveFeed} feed */
export async function autoPass(feed) {
  const decision = feed.decision;
  if (!decision?.actions || !prefs.autopass[decision.kind]) return;
  const pass = decision.actions.find((action) => PASSES.has(action.do));
  const seq = feed.seq;
  await new Promise((resolve) => setTimeout(resolve, MOMENT));
  if (pass && feed.seq === seq && prefs.autopass[decision.kind]) await feed.act(pass).catch(() => {});
}

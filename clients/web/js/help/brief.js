/** *The game in a minute*: what a game is about, in a few sentences; shown once before a player's first match of it. */

import { lasting } from "../browser.js";
import { h } from "../dom.js";
import { dialog } from "../parts/dialog.js";
import { ui } from "../words/all_words.js";

/** @typedef {import("../words/words.js").Words} Words */

/** Games that were told, in this browser. */
const TOLD = "bocage.briefs";

/** The sentences; null for a game without. @param {Words} words */
export const briefLines = (words) =>
  words.has("game.brief")
    ? h(
        "ol",
        {},
        words
          .say("game.brief")
          .split("\n")
          .map((line) => h("li", {}, line)),
      )
    : null;

/** @param {Words} words @param {string} [going] what its button says */
export function showBrief(words, going = ui("close")) {
  return dialog(words.say("game.name"), (close) => [
    h("section", { class: "brief" }, h("h3", {}, ui("join.brief")), briefLines(words) ?? ""),
    h("div", { class: "row" }, h("button", { class: "primary", autofocus: true, onclick: () => close("") }, going)),
  ]);
}

/**
 * Note that a game was told. Returns whether this is news; a browser that stores nothing would be told each time.
 * @param {string} game
 */
export function noteBrief(game) {
  const told = lasting.get(TOLD) ?? [];
  return !told.includes(game) && lasting.set(TOLD, [...told, game]);
}

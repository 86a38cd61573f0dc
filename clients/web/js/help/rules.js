/** How to play a game, in our own words: docs/games as the service renders it. */

import { h, put } from "../dom.js";
import { getText } from "../net/rest.js";
import { prefs } from "../prefs.js";
import { gameWords, ui } from "../words/words.js";

/** @type {import("../app.js").Screen} */
export async function screen({ main, path, title }) {
  const game = path[1] ?? "";
  const [words, html] = await Promise.all([gameWords(game), getText(`/api/games/${game}/rules/${prefs.lang}`)]);
  title(words.say("game.name"));
  const text = h("article", { class: "rules sheet" });
  text.innerHTML = html; // Rendered by the service from its own files; the policy forbids scripts in any case.
  for (const table of text.querySelectorAll("table")) {
    const wide = h("div", { class: "wide", tabindex: "0" });
    table.replaceWith(wide);
    wide.append(table);
  }
  put(main,
    h("nav", { class: "row" }, h("a", { class: "button", href: "#/" }, ui("back")), h("a", { class: "button primary", href: `#/learn/${game}` }, ui("learn"))),
    text);
}

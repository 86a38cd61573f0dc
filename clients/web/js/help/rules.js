/** How to play a game, in our own words: docs/games as the service renders it. */

import { h, put } from "../dom.js";
import { getText } from "../net/rest.js";
import { dialog } from "../parts/dialog.js";
import { drawSigns } from "../parts/result_signs.js";
import { loadSheets } from "../parts/style_sheets.js";
import { prefs } from "../prefs.js";
import { addressOf, FOLDER } from "../route.js";
import { ui } from "../words/all_words.js";
import { softly } from "../words/hyphens.js";
import { gameWords } from "../words/words.js";

/** A text of a game. @param {string} address */
export async function sheet(address) {
  const text = h("article", { class: "rules sheet" });
  // Rendered by the service from its own files; the policy forbids scripts in any case.
  text.innerHTML = await getText(address);
  for (const link of text.querySelectorAll('a[href^="/"]'))
    link.setAttribute("href", FOLDER + (link.getAttribute("href") ?? "").slice(1));
  for (const table of text.querySelectorAll("table")) {
    const wide = h("div", { class: "wide", tabindex: "0" });
    table.replaceWith(wide);
    wide.append(table);
  }
  for (const table of text.querySelectorAll("table")) {
    narrow(table);
    soften(table);
  }
  drawSigns(text);
  return text;
}

/** Long words of narrow columns break at hyphens. @param {Element} table */
function soften(table) {
  const words = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) words.currentNode.nodeValue = softly(words.currentNode.nodeValue ?? "");
}

/** Columns of numbers alone are as narrow as these. @param {HTMLTableElement} table */
function narrow(table) {
  const rows = [...table.rows];
  for (let column = 0; column < (rows[0]?.cells.length ?? 0); column++) {
    const cells = rows.map((row) => row.cells[column]);
    if (cells.slice(1).every((cell) => /^[+−]?\d*$/.test(cell?.textContent ?? "")))
      for (const cell of cells) cell?.classList.add("number");
  }
}

/** @param {string} game */
const rulesOf = (game) => sheet(`/api/games/${game}/rules/${prefs.lang}`);

/** The rules beside a table, without leaving it. @param {string} game */
export async function showRules(game) {
  const [text] = await Promise.all([rulesOf(game), loadSheets("rules")]);
  for (const link of text.querySelectorAll("a")) link.target = "_blank";
  await dialog(ui("rules"), (close) => [
    h("button", { class: "primary close-rules", onclick: () => close("") }, ui("close")),
    text,
  ]);
}

/** Go back to the previous screen and position; without one, to the lobby. @param {Event} event */
function back(event) {
  if (!history.state?.came) return;
  event.preventDefault();
  history.back();
}

/** @type {import("../feature.js").Screen} */
export async function screen({ main, path, title }) {
  const game = path[1] ?? "";
  const [words, text] = await Promise.all([gameWords(game), rulesOf(game)]);
  title(words.say("game.name"));
  put(
    main,
    h(
      "nav",
      { class: "row" },
      h("a", { class: "button", href: addressOf(""), onclick: back }, ui("back")),
      h("a", { class: "button primary", href: addressOf(`learn/${game}`) }, ui("learn")),
    ),
    text,
  );
}

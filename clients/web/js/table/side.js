/** What lies aside: the log, the chat, the table in words. A column where there is room; elsewhere a drawer. */

import { h, put } from "../dom.js";
import { icon } from "../parts/icons.js";
import { ui } from "../words/words.js";

export class Side {
  #text = h("div", { class: "text-form", "aria-live": "off" });
  #news = h("span", { class: "news", hidden: true });
  #own = h("div", { class: "side-own stack" });
  element = h("aside", { class: "table-side", "aria-label": ui("side.title") });
  /** Opens the drawer, and folds the column. */
  button = h("button", { type: "button", class: "quiet side-button", "aria-expanded": "false", title: ui("side.title"), "aria-label": ui("side.title"), onclick: () => this.toggle() }, icon("side"), this.#news);

  /** @param {HTMLElement} log */
  constructor(log) {
    this.element.append(
      log,
      this.#own,
      h("details", { class: "in-words" }, h("summary", {}, ui("text.form")), this.#text),
      h("button", { type: "button", class: "side-close", onclick: () => this.toggle(false) }, ui("close")));
  }

  /** What this kind of table adds: chat, tools. @param {...Node} nodes */
  add(...nodes) {
    this.#own.append(...nodes);
  }

  /** @param {string[]} lines the table in words */
  words(lines) {
    put(this.#text, ...lines.map((line) => h("p", {}, line)));
  }

  /** How much is unread. @param {number} n */
  unread(n) {
    this.#news.hidden = n === 0;
    this.#news.textContent = String(n);
  }

  /** @param {boolean} [open] */
  toggle(open = this.element.dataset["open"] === undefined) {
    if (open) this.element.dataset["open"] = "";
    else delete this.element.dataset["open"];
    this.button.setAttribute("aria-expanded", String(open));
  }
}

/**
 * The side panel: log, chat, the table in words. A column where there is room, which can be folded; elsewhere a drawer.
 */

import { h, put } from "../dom.js";
import { icon } from "../parts/icons.js";
import { prefs, setPrefs } from "../prefs.js";
import { ui } from "../words/all_words.js";

/** Windows in which it is a column; as in css/places.css. */
const COLUMN = "(min-width: 68.75rem) and (min-height: 42rem)";

export class Side {
  #text = h("div", { class: "text-form", "aria-live": "off" });
  #news = h("span", { class: "news", hidden: true });
  #own = h("div", { class: "side-own stack" });
  #notes = h("div", { class: "side-notes" });
  element = h("aside", { class: "table-side", "aria-label": ui("side.title"), "data-folded": !prefs.aside });
  /** Opens the drawer, or folds the column. */
  button = h(
    "button",
    {
      type: "button",
      class: "quiet side-button",
      "aria-expanded": String(prefs.aside && matchMedia(COLUMN).matches),
      title: ui("side.title"),
      onclick: () => this.toggle(),
    },
    icon("side"),
    this.#news,
  );

  /** Called when the drawer is opened. @type {(() => void) | undefined} */
  opened;

  /** @param {HTMLElement} log */
  constructor(log) {
    this.element.append(
      this.#notes,
      log,
      this.#own,
      h("details", { class: "in-words" }, h("summary", {}, ui("text.form")), this.#text),
      h("button", { type: "button", class: "side-close", onclick: () => this.toggle(false) }, ui("close")),
    );
    for (const part of [this.element, this.button])
      part.addEventListener("keydown", (event) => this.#key(/** @type {KeyboardEvent} */ (event)));
  }

  /** Additions of this kind of table: chat, tools. @param {...Node} nodes */
  add(...nodes) {
    this.#own.append(...nodes);
  }

  /** Content above the log. @param {...(Node | null)} nodes */
  notes(...nodes) {
    put(this.#notes, ...nodes);
  }

  /** @param {string[]} lines the table in words */
  words(lines) {
    put(this.#text, ...lines.map((line) => h("p", {}, line)));
  }

  /** Number of unread lines. @param {number} n */
  unread(n) {
    this.#news.hidden = n === 0;
    this.#news.textContent = String(n);
  }

  /** Whether it is a column in sight. */
  get beside() {
    return matchMedia(COLUMN).matches && !this.element.hasAttribute("data-folded");
  }

  /** Escape closes the drawer, and deselects nothing then. @param {KeyboardEvent} event */
  #key(event) {
    if (event.key !== "Escape" || !this.element.hasAttribute("data-open") || matchMedia(COLUMN).matches) return;
    event.stopPropagation();
    this.toggle(false);
  }

  /** Close a drawer after a press in it: its target lies below. */
  leave() {
    if (this.element.hasAttribute("data-open") && !matchMedia(COLUMN).matches) this.toggle(false);
  }

  /** @param {boolean} [open] */
  toggle(open = this.button.getAttribute("aria-expanded") !== "true") {
    if (matchMedia(COLUMN).matches) {
      setPrefs({ aside: open });
      this.element.toggleAttribute("data-folded", !open);
    } else this.element.toggleAttribute("data-open", open);
    if (open) this.opened?.();
    this.button.setAttribute("aria-expanded", String(open));
    if (!open) this.button.focus();
  }
}

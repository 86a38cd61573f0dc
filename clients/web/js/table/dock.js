/**
 * The dock: the question, what is known about it, the choices, and one button that is always in the same place.
 * Beside it lies the slot for the hand. It only holds the parts; choices.js says what stands in them.
 */

import { h, put } from "../dom.js";
import { arrange } from "../parts/keyed.js";
import { ui } from "../words/more.js";

/** Pixels that are no scrolling. */
const NEAR = 4;
/** Pixels that the sign for more below takes. */
const SIGN = 20;

/** Where the dock is a sheet that may be folded (places.css). */
export const SHEET = matchMedia("(max-width: 44.99rem)");

export class Dock {
  heading = h("h2", { class: "prompt" });
  /** Facts and odds of the question. */
  facts = h("p", { class: "facts" });
  /** The choices, a row each; nothing else in the dock scrolls. */
  list = h("ol", { class: "actions" });
  /** Beside the button: what belongs to this kind of question, such as passing by itself. */
  extra = h("div", { class: "dock-extra" });
  #backs = h("button", { type: "button", class: "quiet back", hidden: true, onclick: () => this.#retreat?.() });
  /** @type {(() => void) | undefined} */
  #retreat;
  /**
   * Where the dock is a sheet over the lower part of a phone: the list, for who wants it although everything can be tapped
   * on the table. What was wanted once stays.
   */
  unfold = h(
    "button",
    { type: "button", class: "quiet unfold", "aria-expanded": "false", hidden: true, onclick: () => this.#unfold() },
    ui("dock.list"),
  );
  /** What a selection came to, for those who do not see it. */
  told = h("p", { class: "hidden-text", role: "status" });
  /** Carries out what is staged, or ends the step. It keeps the keyboard's place while it waits. */
  button = h("button", {
    type: "button",
    class: "primary go",
    "aria-disabled": true,
    // The second click of a double click, or a key held down, would answer the next question unread.
    onclick: (/** @type {MouseEvent} */ event) => event.detail < 2 && this.#press?.(),
    onkeydown: (/** @type {KeyboardEvent} */ event) => event.repeat && event.preventDefault(),
  });
  /** @type {(() => void) | undefined} */
  #press;
  /** How far the list is scrolled, in pixels. */
  #scrolled = 0;
  /** The question with all that belongs to it. */
  #head = h("div", { class: "dock-head", "aria-live": "off" }, this.heading, this.facts);
  element = h(
    "section",
    { class: "choices folded", "aria-label": ui("dock.title") },
    this.#head,
    this.unfold,
    this.list,
    h(
      "div",
      { class: "dock-foot" },
      // Keys get to the lines below without it.
      h(
        "button",
        {
          type: "button",
          class: "more-below",
          tabindex: "-1",
          "aria-hidden": "true",
          onclick: () => this.list.scrollBy({ top: this.list.clientHeight - SIGN }),
        },
        "▾",
      ),
      this.#backs,
      this.extra,
      this.button,
    ),
    this.told,
  );
  /** Where the board's own hand lies; empty for games without one. */
  hand = h("section", { class: "hand-slot pieces", "aria-label": ui("dock.hand"), tabindex: "-1" });

  constructor() {
    this.list.addEventListener(
      "scroll",
      () => {
        this.#scrolled = this.list.scrollTop;
        this.#more();
      },
      { passive: true },
    );
    new ResizeObserver(() => this.#more()).observe(this.list);
    const fits = new ResizeObserver(() => this.fit());
    for (const part of [this.element, this.#head]) fits.observe(part);
  }

  /** The choices. What does not fit scrolls, and shows it; what is chosen is seen whole. @param {...Node} rows */
  choose(...rows) {
    put(this.list, ...rows);
    // Whatever is measured between changes lays out the page once more: no more than is needed, and the rest at its end.
    if (this.#scrolled) this.list.scrollTop = this.#scrolled;
    const [chosen, ...others] = [...this.list.querySelectorAll(".selected")].map((line) =>
      line.getBoundingClientRect(),
    );
    if (chosen) {
      const { top, bottom } = this.list.getBoundingClientRect();
      // Of several, one that is seen is enough: the list stays where the next one is chosen.
      const seen = others.some((other) => other.top >= top && other.bottom <= bottom);
      if (!seen)
        this.list.scrollTop += Math.max(0, chosen.bottom + SIGN - bottom) - Math.max(0, top + NEAR - chosen.top);
    }
    requestAnimationFrame(() => this.#more());
  }

  #more() {
    const { scrollHeight, scrollTop, clientHeight } = this.list;
    // Narrower by the place of the sign a list only gets longer: it stays one that has no room.
    this.list.toggleAttribute("data-long", clientHeight > 0 && scrollHeight - clientHeight > NEAR);
    this.list.toggleAttribute("data-more", clientHeight > 0 && scrollHeight - scrollTop - clientHeight > NEAR);
  }

  /** What belongs to this kind of question (auto-pass). @param {...Node} nodes */
  extras(...nodes) {
    const at = document.activeElement;
    put(this.extra, ...nodes);
    if (at instanceof HTMLElement && nodes.includes(at)) at.focus({ preventScroll: true });
    // Measured before, it was with what belonged to the question before.
    this.refit();
    this.fit();
  }

  /** What was asked is over: passing it is nothing to decide any more. @param {boolean} undo whether it can be taken back */
  unask(undo) {
    for (const gone of this.extra.querySelectorAll(undo ? "label" : "label, .undo")) gone.remove();
  }

  /**
   * A folded sheet has one height, and where what it says has no room in it, such as a hint, that of an open one; so it stays
   * until another question is put.
   */
  fit() {
    if (!SHEET.matches || this.open) return;
    const cut = [this.element, this.#head, this.list].some((part) => part.scrollHeight > part.clientHeight + 1);
    if (cut) this.element.classList.add("full");
  }

  /** Another question is put: what is said of it may have room in a folded sheet. */
  refit() {
    this.element.classList.remove("full");
  }

  /** Begin the list at its top: another question is put. */
  begin() {
    if (this.#scrolled) this.#scrolled = this.list.scrollTop = 0;
  }

  /** Put the question. One's own is read out; what others are asked is not: what they do is told. @param {string} question @param {boolean} mine */
  ask(question, mine) {
    this.#head.ariaLive = mine ? "polite" : "off";
    if (this.heading.textContent !== question) put(this.heading, question);
  }

  /** What is known of it. What stands there already is not read out again. @param {...(Node | string | null)} facts */
  know(...facts) {
    const next = h("p", {}, ...facts);
    if (next.innerHTML !== this.facts.innerHTML) arrange(this.facts, [...next.childNodes]);
  }

  /**
   * Say what the button does; without a `press` it waits.
   * @param {string} label
   * @param {(() => void) | undefined} [press]
   * @param {boolean} [ends] whether it only ends the step: such a button is quieter
   */
  go(label, press, ends = false) {
    put(this.button, h("span", {}, label));
    this.button.classList.toggle("ends", ends);
    this.button.setAttribute("aria-disabled", String(!press));
    this.#press = press;
  }

  /** Whether the list is seen as a list. */
  get open() {
    return !this.element.classList.contains("folded");
  }

  /**
   * Fold the list away, or not. A list that is seen stays while something is chosen: nothing moves then.
   * @param {{ can: boolean, empty: boolean, few: boolean, chosen: boolean }} how `can`: whether all can be done without it; `empty`: whether
   *   there is none; `few`: whether its lines have room side by side in a folded sheet; `chosen`: whether something is
   */
  fold({ can, empty, few, chosen }) {
    const { classList } = this.element;
    // Where the board gains nothing by it, the list is always seen.
    const stays = getComputedStyle(this.element).getPropertyValue("--list") === "always" || (chosen && this.open);
    const wanted = this.unfold.ariaExpanded === "true";
    const abreast = few && !wanted && !stays && (!can || (chosen && classList.contains("abreast")));
    const away = can && !stays && !abreast;
    classList.toggle("folded", abreast || (away && (empty || !wanted)));
    classList.toggle("abreast", abreast);
    this.unfold.hidden = !away || empty;
  }

  #unfold() {
    const open = this.unfold.ariaExpanded !== "true";
    this.unfold.ariaExpanded = String(open);
    this.element.classList.remove("abreast");
    this.element.classList.toggle("folded", !open);
  }

  /** Fold the list away, opened or not: somebody else's step has come, and there is none. */
  close() {
    this.refit();
    this.unfold.ariaExpanded = "false";
    this.element.classList.remove("abreast");
    this.element.classList.add("folded");
  }

  /** Offer a way back, beside the button; without a `press` there is none. @param {string} label @param {(() => void) | undefined} [press] */
  back(label, press) {
    put(this.#backs, label);
    this.#backs.hidden = !press;
    this.#retreat = press;
  }
}

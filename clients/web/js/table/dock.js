/**
 * The dock: the question, its figures, the choices, and one button at a fixed place. Beside it lies the slot for the
 * hand. It only holds the parts; choices.js fills them.
 */

import { h, put } from "../dom.js";
import { arrange } from "../parts/keyed.js";
import { ui } from "../words/all_words.js";

/** Tolerance (px) for scrolling. */
const NEAR = 4;
/** Height (px) of the sign for more below. */
const SIGN = 20;

/** Windows in which the dock is a sheet that may be folded (places.css). */
export const SHEET = matchMedia("(max-width: 44.99rem)");

export class Dock {
  heading = h("h2", { class: "prompt" });
  /** Facts and odds of the question. */
  facts = h("p", { class: "facts" });
  /** The choices, a row each; the only scrolling part of the dock. */
  list = h("ol", { class: "actions" });
  /** Beside the button: controls of this kind of question, such as automatic passing. */
  extra = h("div", { class: "dock-extra" });
  #backs = h("button", { type: "button", class: "quiet back", hidden: true, onclick: () => this.#retreat?.() });
  /** @type {(() => void) | undefined} */
  #retreat;
  /**
   * Where the dock is a sheet over the lower part of a phone: the list, although everything can be tapped on the table.
   * Once opened by the player it stays.
   */
  unfold = h(
    "button",
    { type: "button", class: "quiet unfold", "aria-expanded": "false", hidden: true, onclick: () => this.#unfold() },
    ui("dock.list"),
  );
  /** Result of a selection, for screen readers. */
  told = h("p", { class: "hidden-text", role: "status" });
  /** Plays the staged action, or ends the step. It keeps the keyboard focus while it waits. */
  button = h("button", {
    type: "button",
    class: "primary go",
    "aria-disabled": true,
    // The second click of a double click, or a held key, would answer the next question unread.
    onclick: (/** @type {MouseEvent} */ event) => event.detail < 2 && this.#press?.(),
    onkeydown: (/** @type {KeyboardEvent} */ event) => event.repeat && event.preventDefault(),
  });
  /** @type {(() => void) | undefined} */
  #press;
  /** Scroll position of the list, in pixels. */
  #scrolled = 0;
  /** The question with everything that belongs to it. */
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
      // Keys reach the lines below without it.
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
  /** Place of the board's own hand; empty for games without one. */
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

  /** Set the choices. The list scrolls with a sign; the selected line is seen whole. @param {...Node} rows */
  choose(...rows) {
    put(this.list, ...rows);
    // Measuring between changes lays out the page again: as little as needed, at the end.
    if (this.#scrolled) this.list.scrollTop = this.#scrolled;
    const [chosen, ...others] = [...this.list.querySelectorAll(".selected")].map((line) =>
      line.getBoundingClientRect(),
    );
    if (chosen) {
      const { top, bottom } = this.list.getBoundingClientRect();
      // Of several, one in sight is enough: the list stays where the next one is chosen.
      const seen = others.some((other) => other.top >= top && other.bottom <= bottom);
      if (!seen)
        this.list.scrollTop += Math.max(0, chosen.bottom + SIGN - bottom) - Math.max(0, top + NEAR - chosen.top);
    }
    requestAnimationFrame(() => this.#more());
  }

  #more() {
    const { scrollHeight, scrollTop, clientHeight } = this.list;
    // Narrowed by the sign, a list only gets longer: it still has no room.
    this.list.toggleAttribute("data-long", clientHeight > 0 && scrollHeight - clientHeight > NEAR);
    this.list.toggleAttribute("data-more", clientHeight > 0 && scrollHeight - scrollTop - clientHeight > NEAR);
  }

  /** Set the controls of this kind of question (automatic passing). @param {...Node} nodes */
  extras(...nodes) {
    const at = document.activeElement;
    put(this.extra, ...nodes);
    if (at instanceof HTMLElement && nodes.includes(at)) at.focus({ preventScroll: true });
    // The former measure included the previous question's controls.
    this.refit();
    this.fit();
  }

  /** The decision is over: its automatic pass is none any more. @param {boolean} undo whether it can be taken back */
  unask(undo) {
    for (const gone of this.extra.querySelectorAll(undo ? "label" : "label, .undo")) gone.remove();
  }

  /**
   * A folded sheet has one height; content without room in it, such as a hint, gets that of an open one until the next
   * question.
   */
  fit() {
    if (!SHEET.matches || this.open) return;
    const cut = [this.element, this.#head, this.list].some((part) => part.scrollHeight > part.clientHeight + 1);
    if (cut) this.element.classList.add("full");
  }

  /** A new question: its remarks may fit into a folded sheet. */
  refit() {
    this.element.classList.remove("full");
  }

  /** Scroll the list to its top for a new question. */
  begin() {
    if (this.#scrolled) this.#scrolled = this.list.scrollTop = 0;
  }

  /**
   * Set the question. One's own is read out; those of others are not, since their acts are.
   * @param {string} question
   * @param {boolean} mine
   */
  ask(question, mine) {
    this.#head.ariaLive = mine ? "polite" : "off";
    if (this.heading.textContent !== question) put(this.heading, question);
  }

  /** Set its figures. Unchanged ones are not read out again. @param {...(Node | string | null)} facts */
  know(...facts) {
    const next = h("p", {}, ...facts);
    if (next.innerHTML !== this.facts.innerHTML) arrange(this.facts, [...next.childNodes]);
  }

  /**
   * Set the button; without a `press` it waits.
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

  /** Whether the list is visible as a list. */
  get open() {
    return !this.element.classList.contains("folded");
  }

  /**
   * Fold the list, or not. A visible list stays during a selection: nothing moves then.
   * @param {{ can: boolean, empty: boolean, few: boolean, chosen: boolean }} how `can`: whether all can be done without
   *   it; `empty`: whether
   *   there is none; `few`: whether its lines have room side by side in a folded sheet; `chosen`: whether something is
   */
  fold({ can, empty, few, chosen }) {
    const { classList } = this.element;
    // Where the board gains nothing by it, the list is always visible.
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

  /** Fold the list away, opened or not: another seat decides, and there is none. */
  close() {
    this.refit();
    this.unfold.ariaExpanded = "false";
    this.element.classList.remove("abreast");
    this.element.classList.add("folded");
  }

  /**
   * Offer to deselect, beside the button; without a `press` there is no such button.
   * @param {string} label
   * @param {(() => void) | undefined} [press]
   */
  back(label, press) {
    put(this.#backs, label);
    this.#backs.hidden = !press;
    this.#retreat = press;
  }
}

/**
 * The dock: the question, what is known about it, the choices, and one button that is always in the same place.
 * Beside it lies the slot for the hand. It only holds the parts; choices.js says what stands in them.
 */

import { h, put } from "../dom.js";
import { ui } from "../words/words.js";

export class Dock {
  heading = h("h2", { class: "prompt" });
  /** Facts and odds of the question. */
  facts = h("p", { class: "facts" });
  /** The choices, a row each; nothing else in the dock scrolls. */
  list = h("ol", { class: "actions" });
  /** Beside the button: what belongs to this kind of question, such as passing by itself. */
  extra = h("div", { class: "dock-extra" });
  #go = h("button", { type: "button", class: "primary go", disabled: true, onclick: () => this.#press?.() });
  /** @type {(() => void) | undefined} */
  #press;
  /** The question with all that belongs to it. */
  element = h("section", { class: "choices", "aria-label": ui("dock.title") },
    h("div", { class: "dock-head", "aria-live": "polite" }, this.heading, this.facts),
    this.list,
    h("div", { class: "dock-foot" }, this.extra, this.#go));
  /** Where the board's own hand lies; empty for games without one. */
  hand = h("section", { class: "hand-slot pieces", "aria-label": ui("dock.hand"), tabindex: "-1" });

  /**
   * Say what the button does; without a `press` it waits.
   * @param {string} label
   * @param {(() => void) | undefined} [press]
   */
  go(label, press) {
    put(this.#go, label);
    this.#go.disabled = !press;
    this.#press = press;
  }
}

/** The menu of a table: rules, and actions that are rare or end the match. It opens away from the dock. */

import { h, put } from "../dom.js";
import { icon } from "../parts/icons.js";
import { ui } from "../words/all_words.js";

let made = 0;

export class Menu {
  #id = `table-menu-${++made}`;
  #own = h("div", { class: "menu-items" });
  #more = h("div", { class: "menu-items" });
  /** Opens and closes the menu. */
  button = h(
    "button",
    { type: "button", class: "quiet menu-button", popovertarget: this.#id, title: ui("menu") },
    icon("menu"),
  );
  element = h("div", { class: "menu sheet", id: this.#id, popover: "auto" }, this.#own, this.#more);

  /** @param {...Node} items what is always there */
  constructor(...items) {
    put(this.#own, ...items);
    // Before the item's action: focus returns to the menu's button, to which a dialog restores it.
    this.element.addEventListener(
      "click",
      (event) => {
        if (event.target instanceof Element && event.target.closest("button, a")) this.element.hidePopover();
      },
      true,
    );
  }

  /** Items that depend on the match: draw, resign. @param {...Node} items */
  extras(...items) {
    put(this.#more, ...items);
  }
}

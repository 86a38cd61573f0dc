/** A button at the place of the last choice, which plays it: the eye and the pointer are there already. */

import { h } from "../dom.js";
import { beside } from "../parts/place_beside.js";
import { ui } from "../words/all_words.js";

export class ConfirmHere {
  /** @type {HTMLButtonElement | null} */
  #button = null;

  /**
   * @param {Element} at the chosen piece, or line of the list
   * @param {string} what it does
   * @param {() => void} go plays it
   */
  show(at, what, go) {
    this.hide();
    const table = at.closest(".table");
    if (!table) return;
    this.#button = h(
      "button",
      {
        type: "button",
        class: "confirm-here primary",
        onclick: (/** @type {Event} */ event) => {
          event.stopPropagation();
          go();
        },
      },
      ui("dock.sure", { what }),
    );
    table.append(this.#button);
    const [box, inside] = [at.getBoundingClientRect(), table.getBoundingClientRect()];
    const { offsetWidth: width, offsetHeight: height } = this.#button;
    const { left, top } = beside(
      {
        left: box.left - inside.left,
        top: box.top - inside.top,
        right: box.right - inside.left,
        bottom: box.bottom - inside.top,
      },
      { width, height },
      { width: inside.width, height: inside.height },
      [],
    );
    Object.assign(this.#button.style, { left: `${left}px`, top: `${top}px` });
  }

  hide() {
    this.#button?.remove();
    this.#button = null;
  }
}

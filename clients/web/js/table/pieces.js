/**
 * What lies on the table and stands for legal actions: units, cards, hexes, lanes. A click, Enter or Space selects it; a drag
 * from one to another selects both. What each means for the present selection is shown on it.
 */

import { ui } from "../words/words.js";
import { dragging } from "./drag.js";

/** @typedef {import("./selection.js").Pick} Pick */
/** @typedef {import("./selection.js").Standing} Standing */

export class Pieces {
  /** @type {Map<Element, Pick>} */
  #all = new Map();
  /** Ends the listeners of the pieces of the decision before. */
  #offers = new AbortController();

  /** @param {{ select: (pick: Pick, piece: Element, keyboard: boolean) => void, drag: (pick: Pick) => void, drop: (pick: Pick | undefined) => void }} hooks */
  constructor(hooks) {
    this.hooks = hooks;
  }

  /** Nothing on the table stands for anything. */
  clear() {
    this.#offers.abort();
    this.#offers = new AbortController();
    for (const piece of this.#all.keys()) release(piece);
    this.#all.clear();
  }

  /**
   * Let an element stand for actions.
   * @param {Element} piece
   * @param {readonly number[]} actions their places in the decision's list
   * @param {string} words what can be done with it
   * @param {string} label what it is
   */
  add(piece, actions, words, label) {
    /** The order of pieces is the same whenever the same decision is drawn. */
    const pick = { key: `piece ${this.#all.size}`, actions };
    this.#all.set(piece, pick);
    piece.classList.add("target");
    piece.setAttribute("tabindex", "0");
    piece.setAttribute("role", "button");
    piece.setAttribute("aria-pressed", "false");
    // What is written on it stays its name, as voice control needs it.
    piece.setAttribute(piece.textContent?.trim() ? "aria-description" : "aria-label", label ? ui("pair", { name: label, text: words }) : words);
    const { signal } = this.#offers;
    const select = (/** @type {Event} */ event, /** @type {boolean} */ keyboard) => {
      event.preventDefault();
      event.stopPropagation();
      this.hooks.select(pick, piece, keyboard);
    };
    piece.addEventListener("click", (event) => {
      // The second click of a double click would take the first one back.
      if (/** @type {MouseEvent} */ (event).detail > 1) event.stopPropagation();
      // A screen reader's click has no pointer; its next step is in the dock, as a keyboard's is.
      else select(event, /** @type {MouseEvent} */ (event).detail === 0);
    }, { signal });
    piece.addEventListener("keydown", (event) => {
      const { key, repeat } = /** @type {KeyboardEvent} */ (event);
      if ((key === "Enter" || key === " ") && !repeat) select(event, true);
    }, { signal });
    dragging(piece, {
      signal,
      start: () => this.hooks.drag(pick),
      end: (under) => this.hooks.drop(this.#at(under)),
    });
  }

  /** Show how each stands to the selection. @param {(pick: Pick) => Standing} standing @param {number | undefined} meant the action that is staged */
  mark(standing, meant) {
    for (const [piece, pick] of this.#all) {
      const now = standing(pick);
      piece.classList.toggle("selected", now === "picked");
      piece.classList.toggle("follows", now === "follows");
      piece.classList.toggle("apart", now === "apart");
      piece.setAttribute("aria-pressed", String(now === "picked"));
      piece.classList.toggle("meant", meant !== undefined && pick.actions.includes(meant));
    }
  }

  /** Show which of them a line of the list is about. @param {readonly number[]} actions */
  point(actions) {
    for (const [piece, pick] of this.#all) piece.classList.toggle("pointed", pick.actions.some((action) => actions.includes(action)));
  }

  /** What each stands for. */
  get picks() {
    return [...this.#all.values()];
  }

  /** The piece of this key. @param {string} key */
  find(key) {
    return [...this.#all].find(([, pick]) => pick.key === key)?.[0];
  }

  /** What the element, or what it lies in, stands for. @param {Element | null} element */
  #at(element) {
    for (let at = element; at; at = at.parentElement) {
      const pick = this.#all.get(at);
      if (pick) return pick;
    }
    return undefined;
  }
}

/** @param {Element} piece */
function release(piece) {
  piece.classList.remove("target", "selected", "follows", "apart", "meant", "pointed");
  for (const name of ["role", "aria-label", "aria-description", "aria-pressed"]) piece.removeAttribute(name);
  if (piece.hasAttribute("data-tip")) piece.setAttribute("tabindex", "-1");
  else piece.removeAttribute("tabindex");
}

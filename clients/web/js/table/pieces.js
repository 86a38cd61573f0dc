/**
 * Pieces on the table that stand for legal actions: units, cards, hexes, lanes. A click, Enter or Space selects one; a
 * drag from one to another selects both. Each shows its standing in the present selection.
 */

import { ui } from "../words/all_words.js";
import { dragging } from "./drag.js";
import { standing } from "./selection.js";

/** @typedef {import("./selection.js").Pick} Pick */
/** @typedef {import("./selection.js").Standing} Standing */

export class Pieces {
  /** @type {Map<Element, Pick>} */
  #all = new Map();
  /** Pieces without an action. @type {Set<Element>} */
  #named = new Set();
  /** Surroundings of a piece that select it, too. @type {Map<Element, Pick>} */
  #areas = new Map();
  /** Ends the listeners of the previous decision's pieces. */
  #offers = new AbortController();

  /** The pointer's last selection, and the piece upon it that was under the pointer. */
  #pointed = "";
  /** @type {Element | null} */
  #under = null;

  /**
   * @param {{ select: (pick: Pick, piece: Element, keyboard: boolean) => void, confirm: () => void, drag: (pick: Pick)
   *   => void, drop: (pick: Pick | undefined) => void }} hooks
   */
  constructor(hooks) {
    this.hooks = hooks;
  }

  /** Remove all actions from the table. */
  clear() {
    this.#offers.abort();
    this.#offers = new AbortController();
    for (const piece of [...this.#all.keys(), ...this.#named]) release(piece);
    this.#all.clear();
    this.#areas.clear();
    this.#named.clear();
  }

  /**
   * Let an element stand for actions.
   * @param {Element} piece
   * @param {readonly number[]} actions their places in the decision's list
   * @param {string} words what can be done with it
   * @param {string} label what it is
   * @param {Element} [area] what stands on it: where that goes with nothing that is selected, the piece is meant
   */
  add(piece, actions, words, label, area) {
    /** The order of pieces is the same for every drawing of a decision. */
    const pick = { key: `piece ${this.#all.size}`, actions };
    this.#all.set(piece, pick);
    piece.classList.add("target");
    piece.setAttribute("tabindex", "0");
    const meaning = label ? ui("pair", { name: label, text: words }) : words;
    say(piece, {
      role: "button",
      "aria-pressed": "false",
      // Its text stays its name, for voice control.
      [piece.textContent?.trim() ? "aria-description" : "aria-label"]: meaning,
    });
    const { signal } = this.#offers;
    const select = (/** @type {Event} */ event, /** @type {boolean} */ keyboard) => {
      event.preventDefault();
      event.stopPropagation();
      this.#pointed = keyboard ? "" : pick.key;
      this.#under = null;
      this.hooks.select(pick, piece, keyboard);
    };
    piece.addEventListener(
      "click",
      (event) => {
        // The second click of a double click would deselect it.
        if (/** @type {MouseEvent} */ (event).detail > 1) event.stopPropagation();
        // A screen reader's click has no pointer; its next step is in the dock, as with a keyboard.
        else select(event, /** @type {MouseEvent} */ (event).detail === 0);
      },
      { signal },
    );
    if (area) {
      this.#areas.set(area, pick);
      area.addEventListener(
        "click",
        (event) => {
          const inner = /** @type {Element} */ (event.target).closest(".target");
          const apart = inner?.classList.contains("apart") && piece.matches(".follows, .meant");
          if (/** @type {MouseEvent} */ (event).detail === 1 && (!inner || apart)) {
            select(event, false);
            this.#under = inner;
          }
        },
        { signal, capture: true },
      );
    }
    piece.addEventListener(
      "keydown",
      (event) => {
        const { key, repeat } = /** @type {KeyboardEvent} */ (event);
        // A mouse selection is confirmed with Enter; with keys the focus is on the button by now.
        const meant =
          (this.#pointed === pick.key || this.#under === piece) &&
          this.find(this.#pointed)?.classList.contains("selected");
        if (key === "Enter" && !repeat && meant) {
          event.preventDefault();
          this.hooks.confirm();
        } else if ((key === "Enter" || key === " ") && !repeat) select(event, true);
      },
      { signal },
    );
    dragging(piece, {
      signal,
      start: () => {
        this.#pointed = pick.key;
        this.hooks.drag(pick);
      },
      end: (under) => this.hooks.drop(this.#at(under)),
    });
  }

  /**
   * Name something on the table while nothing can be done with it. An element with named parts keeps them.
   * @param {Element} piece
   * @param {string} label
   */
  name(piece, label) {
    if (!label || piece.matches("section, [role]") || piece.querySelector("[role], [aria-label], [tabindex]")) return;
    const text = written(piece);
    say(piece, {
      role: "img",
      "aria-label":
        piece instanceof SVGElement || !text ? label : text.includes(label) ? text : ui("pair", { name: label, text }),
    });
    this.#named.add(piece);
  }

  /**
   * Show the standing of each in the selection.
   * @param {(pick: Pick) => Standing} standing
   * @param {number | undefined} meant the action that is staged
   */
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

  /** Show the pieces of a line of the list. @param {readonly number[]} actions */
  point(actions) {
    for (const [piece, pick] of this.#all)
      piece.classList.toggle(
        "pointed",
        pick.actions.some((action) => actions.includes(action)),
      );
  }

  /** Selected or meant pieces there. @param {Element} where */
  chosen(where) {
    return [...this.#all.keys()].find((piece) => piece.matches(".selected, .meant") && where.contains(piece));
  }

  /** Actions of each piece. */
  get stands() {
    return this.picks.map(({ actions }) => actions);
  }

  get picks() {
    return [...this.#all.values()];
  }

  /**
   * Pieces that can still be added to the selection.
   * @param {readonly Pick[]} picks
   * @param {readonly number[]} left the candidates
   */
  going(picks, left) {
    return [...this.#all].filter(([, pick]) => standing(picks, pick, left) === "follows").map(([piece]) => piece);
  }

  /** The piece of this key. @param {string} key */
  find(key) {
    return [...this.#all].find(([, pick]) => pick.key === key)?.[0];
  }

  /**
   * The actions of the element, or of one around it; first those that fit the selection.
   * @param {Element | null} element
   */
  #at(element) {
    let apart;
    for (let at = element; at; at = at.parentElement) {
      const pick = this.#all.get(at);
      if (pick && !at.classList.contains("apart")) return pick;
      apart ??= pick;
      const area = this.#areas.get(at);
      if (area) return area;
    }
    return apart;
  }
}

/** Whether a key has no meaning for the focused element: pieces without an action, too. @param {Element} at */
export const meansNothing = (at) => at.matches("body, main, h1, h2, [data-tip]:not(.target, a, button, summary)");

/** Soft breaks in words; some screen readers stop there. */
const SOFT = /[\u00ad\u200b]/g;

/** The text on a piece, as one line. @param {Element} piece */
const written = (piece) => {
  const read = /** @type {Element} */ (piece.cloneNode(true));
  for (const hidden of read.querySelectorAll("[aria-hidden=true]")) hidden.remove();
  for (const part of read.querySelectorAll("*")) part.append(" ");
  return (read.textContent ?? "").replaceAll(SOFT, "").replaceAll(/\s+/g, " ").trim();
};

/** Attributes of pieces before they got an action. @type {WeakMap<Element, Record<string, string | null>>} */
const before = new WeakMap();

/** @param {Element} piece @param {Record<string, string>} attributes */
function say(piece, attributes) {
  const names = ["role", "aria-label", "aria-description", "aria-pressed"];
  before.set(piece, Object.fromEntries(names.map((name) => [name, piece.getAttribute(name)])));
  for (const [name, value] of Object.entries(attributes)) piece.setAttribute(name, value);
}

/** @param {Element} piece */
function release(piece) {
  piece.classList.remove("target", "idle", "selected", "follows", "apart", "meant", "pointed");
  for (const [name, value] of Object.entries(before.get(piece) ?? {}))
    value === null ? piece.removeAttribute(name) : piece.setAttribute(name, value);
  before.delete(piece);
  if (piece.hasAttribute("data-tip")) piece.setAttribute("tabindex", "-1");
  else piece.removeAttribute("tabindex");
}

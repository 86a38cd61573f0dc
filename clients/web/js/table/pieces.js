/**
 * What lies on the table and stands for legal actions: units, cards, hexes, lanes. A click, Enter or Space selects it; a drag
 * from one to another selects both. What each means for the present selection is shown on it.
 */

import { ui } from "../words/more.js";
import { dragging } from "./drag.js";
import { standing } from "./selection.js";

/** @typedef {import("./selection.js").Pick} Pick */
/** @typedef {import("./selection.js").Standing} Standing */

export class Pieces {
  /** @type {Map<Element, Pick>} */
  #all = new Map();
  /** What is there and stands for nothing. @type {Set<Element>} */
  #named = new Set();
  /** What lies around a piece and means it, too. @type {Map<Element, Pick>} */
  #areas = new Map();
  /** Ends the listeners of the pieces of the decision before. */
  #offers = new AbortController();

  /** What a pointer selected last, and the piece upon it that the pointer was at. */
  #pointed = "";
  /** @type {Element | null} */
  #under = null;

  /** @param {{ select: (pick: Pick, piece: Element, keyboard: boolean) => void, confirm: () => void, drag: (pick: Pick) => void, drop: (pick: Pick | undefined) => void }} hooks */
  constructor(hooks) {
    this.hooks = hooks;
  }

  /** Nothing on the table stands for anything. */
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
    /** The order of pieces is the same whenever the same decision is drawn. */
    const pick = { key: `piece ${this.#all.size}`, actions };
    this.#all.set(piece, pick);
    piece.classList.add("target");
    piece.setAttribute("tabindex", "0");
    const meaning = label ? ui("pair", { name: label, text: words }) : words;
    say(piece, {
      role: "button",
      "aria-pressed": "false",
      // What is written on it stays its name, as voice control needs it.
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
        // The second click of a double click would take the first one back.
        if (/** @type {MouseEvent} */ (event).detail > 1) event.stopPropagation();
        // A screen reader's click has no pointer; its next step is in the dock, as a keyboard's is.
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
        // Whoever chose it with the mouse confirms it with Enter; by keys one is at the button by now.
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

  /** Say what something on the table is, while nothing can be done with it. What has named parts of its own keeps them. @param {Element} piece @param {string} label */
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
    for (const [piece, pick] of this.#all)
      piece.classList.toggle(
        "pointed",
        pick.actions.some((action) => actions.includes(action)),
      );
  }

  /** What is selected or meant there. @param {Element} where */
  chosen(where) {
    return [...this.#all.keys()].find((piece) => piece.matches(".selected, .meant") && where.contains(piece));
  }

  /** What each stands for. */
  get stands() {
    return this.picks.map(({ actions }) => actions);
  }

  get picks() {
    return [...this.#all.values()];
  }

  /** What can still be selected with what is. @param {readonly Pick[]} picks @param {readonly number[]} left the candidates */
  going(picks, left) {
    return [...this.#all].filter(([, pick]) => standing(picks, pick, left) === "follows").map(([piece]) => piece);
  }

  /** The piece of this key. @param {string} key */
  find(key) {
    return [...this.#all].find(([, pick]) => pick.key === key)?.[0];
  }

  /** What the element, or what it lies in, stands for; first what goes with what is selected. @param {Element | null} element */
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

/** Whether a key means nothing to what has the keyboard: pieces that stand for nothing now, too. @param {Element} at */
export const meansNothing = (at) => at.matches("body, main, h1, h2, [data-tip]:not(.target, a, button, summary)");

/** Places where a word may be broken; some readers stop there. */
const SOFT = /[\u00ad\u200b]/g;

/** What is written on a piece, as one line. @param {Element} piece */
const written = (piece) => {
  const read = /** @type {Element} */ (piece.cloneNode(true));
  for (const hidden of read.querySelectorAll("[aria-hidden=true]")) hidden.remove();
  for (const part of read.querySelectorAll("*")) part.append(" ");
  return (read.textContent ?? "").replaceAll(SOFT, "").replaceAll(/\s+/g, " ").trim();
};

/** What pieces said of themselves before they stood for something. @type {WeakMap<Element, Record<string, string | null>>} */
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

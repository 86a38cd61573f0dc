/**
 * Pieces of a table keep their element from one drawing to the next: moved pieces glide, new ones come from their
 * previous place, removed ones leave. Nothing moves with reduced motion.
 */

import { calm, h } from "../dom.js";
import { prefs, tempo } from "../prefs.js";

/** Milliseconds that a piece takes to its new place. */
export const MOVE = 340;
const EASE = "cubic-bezier(0.3, 0, 0.2, 1)";

/**
 * Returns a piece's element: that of the last drawing, or a new one. `still`: it does not move by itself, such as a
 * container of other pieces.
 * @typedef {<E extends Element>(key: string, make: () => E, still?: boolean) => E} Piece
 */
/**
 * Place that a piece comes from, or goes to; null: it fades.
 * @typedef {(key: string, piece: Element) => Element | null | undefined} Place
 */

export class Pieces {
  /** @type {Map<string, Element>} */
  #all = new Map();
  /** Keys of pieces that do not move by themselves. @type {Set<string>} */
  #still = new Set();

  /** @param {{ from?: Place, to?: Place }} [places] */
  constructor(places = {}) {
    this.places = places;
  }

  /**
   * Draw: `paint` requests every piece by its key, and puts it into its place. The element has the key as `data-key`.
   * @param {(piece: Piece) => void} paint
   */
  draw(paint) {
    // Measuring lays out the page: only for pieces that will move.
    const moving = this.#all.size > 0 && moves();
    const before = new Map(
      (moving ? [...this.#all] : [])
        .filter(([key, element]) => element.isConnected && !this.#still.has(key))
        .map(([key, element]) => [key, element.getBoundingClientRect()]),
    );
    /** @type {Map<string, Element>} */
    const now = new Map();
    paint((key, make, still = false) => {
      const element = /** @type {any} */ (this.#all.get(key) ?? make());
      element.setAttribute("data-key", key);
      now.set(key, element);
      if (still) this.#still.add(key);
      return element;
    });
    const gone = [...this.#all].filter(([key]) => !now.has(key));
    this.#all = now;
    if (!moving) {
      for (const [, element] of gone) element.remove();
      return;
    }
    for (const [key, element] of gone) this.#leave(key, element, before.get(key));
    // Stop all, then measure all, before anything moves: in turns, each measurement would lay out the page again.
    const pieces = [...now].filter(([key]) => !this.#still.has(key));
    for (const [, element] of pieces) sliding.get(element)?.cancel();
    const places = pieces.map(([key, element]) => ({
      key,
      element,
      at: element.getBoundingClientRect(),
      was: before.get(key),
    }));
    for (const { key, element, at, was } of places) {
      if (!at.width) continue;
      const from = was ?? this.places.from?.(key, element)?.getBoundingClientRect();
      if (from?.width) slide(element, from, at, !was);
      else if (!was) element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: MOVE * tempo(), id: "keyed" });
    }
  }

  /** The piece of this key in the last drawing. @param {string} key */
  find(key) {
    return this.#all.get(key);
  }

  /**
   * Let a copy of a removed piece fly or fade away.
   * @param {string} key
   * @param {Element} element
   * @param {DOMRect | undefined} was
   */
  #leave(key, element, was) {
    const to = this.places.to?.(key, element)?.getBoundingClientRect();
    element.remove();
    // An effect showed it leave (table/effects).
    if (!was?.width || !(element instanceof HTMLElement) || element.hasAttribute("data-gone")) return;
    const copy = h("div", { class: "leaving", "aria-hidden": "true", inert: true }, element);
    Object.assign(copy.style, {
      left: `${was.left}px`,
      top: `${was.top}px`,
      width: `${was.width}px`,
      height: `${was.height}px`,
    });
    document.body.append(copy);
    const [x, y] = to?.width ? between(was, to) : [0, 0];
    const away = {
      opacity: to ? 0.4 : 0,
      translate: `${x}px ${y}px`,
      scale: to ? String(Math.max(0.25, Math.min(1, to.width / was.width))) : "0.9",
    };
    copy
      .animate([{ opacity: 1 }, away], { duration: MOVE * tempo(), easing: EASE })
      .finished.finally(() => copy.remove());
  }
}

/** Whether pieces are seen to move. */
export function moves() {
  return prefs.animate && !calm() && !document.hidden;
}

/**
 * Set the children of an element, touching only those out of place: the others keep focus and scroll position.
 * @param {Element} parent
 * @param {(Node | null | undefined | false)[]} children
 */
export function arrange(parent, children) {
  const wanted = /** @type {Node[]} */ (children.filter(Boolean));
  const keep = new Set(wanted);
  for (const child of [...parent.childNodes]) if (!keep.has(child)) child.remove();
  for (const [i, child] of wanted.entries())
    if (parent.childNodes[i] !== child) parent.insertBefore(child, parent.childNodes[i] ?? null);
}

/** The present drawing of each element, and its data. @type {WeakMap<Element, { of: string, drawing: Element }>} */
const drawings = new WeakMap();

/**
 * Return the drawing of an element, made again only when its data have changed: laying out hundreds of lines is slow.
 * `arrange` keeps its place.
 * @param {Element} element
 * @param {unknown} of all that the drawing depends on
 * @param {() => Element} make
 */
export function drawn(element, of, make) {
  const now = JSON.stringify(of);
  const before = drawings.get(element);
  if (before?.of === now) return before.drawing;
  const drawing = make();
  drawings.set(element, { of: now, drawing });
  return drawing;
}

/**
 * The last movement of each piece. Asking an element for its animations lays out the page.
 * @type {WeakMap<Element, Animation>}
 */
const sliding = new WeakMap();

/** @param {Element} element @param {DOMRect} from @param {DOMRect} at @param {boolean} fresh */
function slide(element, from, at, fresh) {
  const [x, y] = between(at, from);
  if (Math.hypot(x, y) < 1.5) return;
  // Inside a drawing, lengths are in its own units.
  const holder = element instanceof SVGElement && element.ownerSVGElement ? element.parentNode : null;
  const unit = holder instanceof SVGGraphicsElement ? (holder.getScreenCTM()?.a ?? 1) : 1;
  const start = { translate: `${x / unit}px ${y / unit}px`, ...(fresh ? { opacity: 0.3 } : {}) };
  const move = element.animate([start, { translate: "0 0", ...(fresh ? { opacity: 1 } : {}) }], {
    duration: MOVE * tempo(),
    easing: EASE,
    id: "keyed",
  });
  sliding.set(element, move);
}

/** The distance between two centres. @param {DOMRect} a @param {DOMRect} b @returns {[number, number]} */
function between(a, b) {
  return [b.left + b.width / 2 - a.left - a.width / 2, b.top + b.height / 2 - a.top - a.height / 2];
}

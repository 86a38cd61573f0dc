/**
 * Dragging one thing onto another. A mouse or a pen drags at once; a finger scrolls, unless it has rested on the piece
 * first.
 */

import { h } from "../dom.js";
import { hideTip } from "../parts/tip.js";

/** Least movement of a drag, in pixels. */
const FAR = 8;
/** Milliseconds after which a finger has picked the piece up, before its explanation comes (parts/tip.js). */
const HOLD = 300;

/**
 * @param {Element} piece
 * @param {{ signal: AbortSignal, start: () => void, end: (under: Element | null) => void }} how `end`: what lies where
 *   it was let go
 */
export function dragging(piece, { signal, start, end }) {
  piece.addEventListener(
    "pointerdown",
    (event) => {
      const from = /** @type {PointerEvent} */ (event);
      const inner = /** @type {Element} */ (event.target).closest(".target");
      if (!from.isPrimary || from.button !== 0 || inner !== piece) return;
      follow(piece, from, signal, start, end);
    },
    { signal },
  );
  piece.addEventListener("dragstart", (event) => event.preventDefault(), { signal });
  // Browsers ask only listeners that existed before the touch whether they may scroll.
  piece.addEventListener(
    "touchmove",
    (event) => event.cancelable && piece.classList.contains("held") && event.preventDefault(),
    { signal, passive: false },
  );
}

/**
 * @param {Element} piece
 * @param {PointerEvent} from
 * @param {AbortSignal} signal
 * @param {() => void} start
 * @param {(under: Element | null) => void} end
 */
function follow(piece, from, signal, start, end) {
  const over = new AbortController();
  const listen = { signal: over.signal };
  let held = from.pointerType !== "touch";
  let moving = false;
  /** @type {HTMLElement | null} */
  let shown = null;
  const hold = () => {
    held = true;
    piece.classList.add("held");
  };
  const timer = held ? undefined : setTimeout(hold, HOLD);
  over.signal.addEventListener("abort", () => {
    clearTimeout(timer);
    piece.classList.remove("held");
    piece.classList.remove("lifted");
    shown?.remove();
  });
  signal.addEventListener("abort", () => over.abort(), listen);
  addEventListener("pointercancel", () => over.abort(), listen);
  addEventListener(
    "pointermove",
    (at) => {
      if (at.pointerId !== from.pointerId) return;
      const [x, y] = [at.clientX - from.clientX, at.clientY - from.clientY];
      const far = Math.hypot(x, y) > FAR;
      // It scrolls.
      if (far && !held) return over.abort();
      if (far && !moving) {
        moving = true;
        hideTip();
        shown = ghost(piece);
        start();
      }
      if (shown) shown.style.translate = `${x}px ${y}px`;
    },
    listen,
  );
  addEventListener(
    "pointerup",
    (at) => {
      if (at.pointerId !== from.pointerId) return;
      const dragged = moving;
      over.abort();
      if (!dragged) return;
      // Suppress the click that follows a drag.
      const none = (/** @type {Event} */ click) => click.stopPropagation();
      addEventListener("click", none, true);
      setTimeout(() => removeEventListener("click", none, true));
      end(document.elementFromPoint(at.clientX, at.clientY));
    },
    listen,
  );
}

/**
 * A copy that follows the pointer, above everything: the place of a hand would clip the piece. Parts of a drawing, such
 * as a hex, have none and stay.
 * @param {Element} piece
 */
function ghost(piece) {
  if (!(piece instanceof HTMLElement)) return null;
  const { left, top, width, height } = piece.getBoundingClientRect();
  const copy = /** @type {HTMLElement} */ (piece.cloneNode(true));
  copy.style.cssText = "position: static; width: 100%; height: 100%; translate: none";
  const box = h("div", { class: "ghost hands", "aria-hidden": "true", inert: true }, copy);
  Object.assign(box.style, {
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    minWidth: "0",
    height: `${height}px`,
  });
  document.body.append(box);
  piece.classList.add("lifted");
  return box;
}

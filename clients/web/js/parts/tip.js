/** Explanations on hover, keyboard focus and long press. */

import { h } from "../dom.js";

const LONG_PRESS = 450;

const box = h("div", { class: "tip sheet", role: "tooltip", id: "tip", hidden: true });
/** @type {Element | null} */
let shownFor = null;

/** @param {Element} element @param {string} text */
function show(element, text) {
  if (!element.isConnected) return;
  if (!box.isConnected) document.body.append(box);
  shownFor = element;
  box.textContent = text;
  box.hidden = false;
  element.setAttribute("aria-describedby", "tip");
  const at = element.getBoundingClientRect();
  box.style.left = `${Math.max(8, Math.min(at.left, innerWidth - box.offsetWidth - 8))}px`;
  const below = at.bottom + 6;
  box.style.top = `${below + box.offsetHeight < innerHeight ? below : Math.max(8, at.top - box.offsetHeight - 6)}px`;
}

/** @param {Element} element */
function hide(element) {
  if (shownFor !== element) return;
  shownFor = null;
  box.hidden = true;
  element.removeAttribute("aria-describedby");
}

/** Hide whatever is shown: the board was drawn anew, or another screen is on. */
export function hideTip() {
  if (shownFor) hide(shownFor);
}

/**
 * @param {Element} element
 * @param {() => string} text
 */
export function tip(element, text) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  element.addEventListener("pointerenter", (event) => {
    if (/** @type {PointerEvent} */ (event).pointerType === "mouse") timer = setTimeout(() => show(element, text()), 250);
  });
  element.addEventListener("pointerleave", () => (clearTimeout(timer), hide(element)));
  element.addEventListener("focus", () => element.matches(":focus-visible") && show(element, text()));
  element.addEventListener("blur", () => hide(element));
  element.addEventListener("touchstart", () => (timer = setTimeout(() => show(element, text()), LONG_PRESS)), { passive: true });
  element.addEventListener("touchend", () => (clearTimeout(timer), hide(element)));
  element.addEventListener("touchmove", () => clearTimeout(timer), { passive: true });
}

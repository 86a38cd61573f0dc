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
 * Explain an element: on hover, on keyboard focus, and to a finger that rests on it; then until the next touch.
 * @param {Element} element
 * @param {() => string} text
 */
export function tip(element, text) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  element.setAttribute("data-tip", "");
  // Reached by the arrow keys, see explore.js.
  if (!element.hasAttribute("tabindex") && !(element instanceof HTMLButtonElement)) element.setAttribute("tabindex", "-1");
  element.addEventListener("pointerenter", (event) => {
    if (/** @type {PointerEvent} */ (event).pointerType === "mouse") timer = setTimeout(() => show(element, text()), 250);
  });
  element.addEventListener("pointerleave", (event) => {
    clearTimeout(timer);
    if (/** @type {PointerEvent} */ (event).pointerType === "mouse") hide(element);
  });
  element.addEventListener("focus", () => element.matches(":focus-visible") && show(element, text()));
  element.addEventListener("blur", () => hide(element));
  element.addEventListener("touchstart", () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      show(element, text());
      // Lifting the finger that asked is no tap.
      element.addEventListener("touchend", (event) => event.preventDefault(), { once: true });
    }, LONG_PRESS);
  }, { passive: true });
  for (const end of ["touchend", "touchmove", "touchcancel"]) element.addEventListener(end, () => clearTimeout(timer), { passive: true });
  element.addEventListener("contextmenu", (event) => matchMedia("(pointer: coarse)").matches && event.preventDefault());
}

addEventListener("touchstart", hideTip, { capture: true, passive: true });
addEventListener("keydown", (event) => event.key === "Escape" && hideTip());

/** Explanations on hover, keyboard focus, long press, and a tap where no action is possible. */

import { h } from "../dom.js";
import { beside } from "./place_beside.js";

const LONG_PRESS = 450;
/** Rest of a mouse (ms) before an explanation: nobody on their way to a click is disturbed. */
const REST = 600;
/** Elements with a tap action: there a finger must rest for an explanation. */
const ACTS = ".target, a, button, input, label, summary";
/** Elements that an explanation must not cover: the question, and the selection. */
const IN_USE = ".choices, .selected, .meant, .pick";

const box = h("div", { class: "tip sheet", role: "tooltip", id: "tip", hidden: true });
/** @type {Element | null} */
let shownFor = null;

/** Pixels around a mouse that its explanation leaves free. */
const FREE = 18;

/**
 * @param {Element} element
 * @param {string} text
 * @param {{ clientX: number, clientY: number }} [mouse] where it rests
 */
function show(element, text, mouse) {
  if (!element.isConnected || !text) return;
  if (!box.isConnected) document.body.append(box);
  shownFor = element;
  box.textContent = text;
  box.hidden = false;
  element.setAttribute("aria-describedby", "tip");
  const inUse = [...document.querySelectorAll(IN_USE)]
    .filter((each) => each.checkVisibility())
    .map((each) => each.getBoundingClientRect());
  const whole = element.getBoundingClientRect();
  // Beside a whole landscape it would be far away.
  const at =
    mouse && whole.width > innerWidth / 3
      ? new DOMRect(mouse.clientX - FREE, mouse.clientY - FREE, 2 * FREE, 2 * FREE)
      : whole;
  const { left, top } = beside(
    at,
    { width: box.offsetWidth, height: box.offsetHeight },
    { width: innerWidth, height: innerHeight },
    inUse,
  );
  box.style.left = `${left}px`;
  box.style.top = `${top}px`;
}

/** @param {Element} element */
function hide(element) {
  if (shownFor !== element) return;
  shownFor = null;
  box.hidden = true;
  element.removeAttribute("aria-describedby");
}

/** Hide the explanation: the board was drawn again, or the screen changed. */
export function hideTip() {
  if (shownFor) hide(shownFor);
}

/**
 * Explain an element on hover, keyboard focus, a resting finger, and a tap without another action; until the next
 * touch.
 * @param {Element} element
 * @param {() => string} text
 */
export function tip(element, text) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  element.setAttribute("data-tip", "");
  // Reached by the arrow keys, see board_keys.js.
  if (!element.hasAttribute("tabindex") && !(element instanceof HTMLButtonElement))
    element.setAttribute("tabindex", "-1");
  let pressed = false;
  let [x, y] = [0, 0];
  // Not upon entering: an element that moves below a resting mouse was not asked for.
  element.addEventListener("pointermove", (event) => {
    const mouse = /** @type {PointerEvent} */ (event);
    if (pressed || mouse.pointerType !== "mouse") return;
    [x, y] = [mouse.clientX, mouse.clientY];
    timer ??= setTimeout(() => show(element, text(), { clientX: x, clientY: y }), REST);
  });
  element.addEventListener("pointerleave", (event) => {
    clearTimeout(timer);
    timer = undefined;
    pressed = false;
    if (/** @type {PointerEvent} */ (event).pointerType === "mouse") hide(element);
  });
  // No explanation after a click, until the mouse comes back.
  element.addEventListener("pointerdown", () => {
    clearTimeout(timer);
    pressed = true;
    hide(element);
  });
  element.addEventListener(
    "focus",
    () =>
      element.matches(":focus-visible") && (keyed || !matchMedia("(pointer: coarse)").matches) && show(element, text()),
  );
  element.addEventListener("blur", () => hide(element));
  element.addEventListener(
    "touchstart",
    () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        show(element, text());
        // Lifting the resting finger is no tap.
        element.addEventListener("touchend", (event) => event.preventDefault(), { once: true });
      }, LONG_PRESS);
    },
    { passive: true },
  );
  for (const end of ["touchend", "touchmove", "touchcancel"])
    element.addEventListener(end, () => clearTimeout(timer), { passive: true });
  // A tap on a card that cannot be used asks for the reason. An explained element inside another one explains itself.
  element.addEventListener("click", (event) => {
    if (/** @type {PointerEvent} */ (event).pointerType !== "touch" || element.closest(ACTS)) return;
    if (event.target instanceof Element && event.target.closest(`[data-tip], ${ACTS}`) === element)
      show(element, text());
  });
  element.addEventListener("contextmenu", (event) => matchMedia("(pointer: coarse)").matches && event.preventDefault());
}

/** Whether the explanation lies there. @param {Touch} at */
function covers({ clientX, clientY }) {
  const { left, top, right, bottom } = box.getBoundingClientRect();
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
}

/**
 * A tap on an explanation closes it, and does not press what lies below it.
 * @param {Element} target where the touch began
 */
function swallow(target) {
  const over = new AbortController();
  target.addEventListener(
    "touchend",
    (event) => {
      if (event.cancelable) event.preventDefault();
      over.abort();
    },
    { signal: over.signal },
  );
  target.addEventListener("touchcancel", () => over.abort(), { signal: over.signal });
}

/** Whether the last two touches only closed an explanation; the newer one last. */
let away = [false, false];
/** Whether the previous touch only closed an explanation, which may be mistaken for a press. */
export const lastPutAway = () => away[0] === true;

/** Whether the last input was a key. After a tap the page moves the focus for its own reasons. */
let keyed = false;
addEventListener("keydown", () => (keyed = true), { capture: true, passive: true });
addEventListener("pointerdown", () => (keyed = false), { capture: true, passive: true });
addEventListener(
  "touchstart",
  (event) => {
    const [at] = event.changedTouches;
    const over = Boolean(shownFor && at && covers(at));
    away = [away[1] === true, over];
    if (over) swallow(/** @type {Element} */ (event.target));
    hideTip();
  },
  { capture: true, passive: true },
);
addEventListener("keydown", (event) => event.key === "Escape" && hideTip());

/** Life between events: something on the board breathes or sways for a moment. Nothing moves with reduced motion. */

import { moves } from "../../parts/keyed.js";

/** Milliseconds between two movements, of one, and how many move at once. */
const BETWEEN = 2600;
const LASTS = 1500;
const AT_ONCE = 4;
/** Few steps: each paints the drawing again. @type {KeyframeAnimationOptions} */
const BREATH = { duration: LASTS, easing: "steps(10)" };
const MEN = [{ scale: "1 1" }, { scale: "1.01 1.035" }, { scale: "1 1" }];
const OTHERS = [{ translate: "0 0" }, { translate: "2.5px -1px" }, { translate: "0 0" }];

/**
 * Let things of a board live until the signal is aborted.
 * @param {() => { element: Element, alive?: string }} board `alive`: selects what lives
 * @param {() => boolean} busy whether events are shown
 * @param {AbortSignal} signal
 */
export function live(board, busy, signal) {
  let turn = 0;
  const timer = setInterval(() => {
    const { element, alive } = board();
    if (!alive || !moves() || busy()) return;
    const all = [...element.querySelectorAll(alive)];
    // Every one has its turn; neighbours do not move together.
    for (let i = 0; i < Math.min(AT_ONCE, all.length); i++) {
      const one = all[(turn * 7 + i * 5) % all.length];
      one?.animate(one.matches(".man-body") ? MEN : OTHERS, BREATH);
      turn++;
    }
  }, BETWEEN);
  signal.addEventListener("abort", () => clearInterval(timer));
}

/**
 * Space and Enter go on while events are told, often several times in a row. The one that comes after the next question
 * is not meant for the button, line or piece that has kept the focus.
 */

const PRESSES = [" ", "Enter"];
/** Keys that move no focus. */
const STILL = ["Escape", "Shift", "Control", "Alt", "Meta"];
/** Time (ms) without such a key after which it answers. */
const PAUSE = 900;
const TYPED = "input, textarea, select, [contenteditable]";
const ANSWERS = ".choices, .pieces";

export class SkipKeys {
  /** Whether the focus lies where a pointer has put it. */
  pointed = false;
  /** Time of the last key of the row. */
  #last = -Infinity;
  /** Whether the key that is down does nothing. */
  #vain = false;

  /**
   * @param {HTMLElement} button the dock's, which goes on as well
   * @param {() => boolean} asks whether a question of ours can be answered
   */
  constructor(button, asks) {
    this.button = button;
    this.asks = asks;
  }

  /** @param {AbortSignal} signal */
  listen(signal) {
    const early = { capture: true, signal };
    addEventListener("keydown", (event) => this.down(event), early);
    // A button is pressed by Space when it is released.
    addEventListener("keyup", (event) => this.#vain && PRESSES.includes(event.key) && event.preventDefault(), early);
    addEventListener("pointerdown", () => this.#moved(true), early);
  }

  /** @param {boolean} pointed */
  #moved(pointed) {
    [this.pointed, this.#last] = [pointed, -Infinity];
  }

  /** @param {KeyboardEvent} event */
  down(event) {
    this.#vain = false;
    const at = event.target instanceof Element ? event.target : null;
    if (STILL.includes(event.key) || at?.matches(TYPED)) return;
    if (!PRESSES.includes(event.key)) return this.#moved(false);
    const now = performance.now();
    if (!this.asks()) {
      const goesOn = at === this.button;
      if (goesOn || event.key === " ") this.#last = now;
      // The question may come before the key is released.
      this.#vain = goesOn && event.key === " ";
    } else if (now - this.#last < PAUSE) {
      this.#last = now;
      this.#vain = true;
      event.preventDefault();
      event.stopPropagation();
    }
  }

  /** A new question: whatever a pointer pressed before does not answer it by a key. */
  asked() {
    const at = document.activeElement;
    if (
      this.pointed &&
      (at instanceof HTMLElement || at instanceof SVGElement) &&
      at.closest(ANSWERS) &&
      !at.matches(TYPED)
    )
      at.blur();
  }
}

/** Where events are shown one after another: what happened, the dice and the sum. Click or key skips. */

import { calm, h, put, wait } from "../dom.js";
import { prefs } from "../prefs.js";

/** @typedef {import("./contract.js").GameBoard} GameBoard */
/** @typedef {import("./contract.js").GameEvent} GameEvent */
/** @typedef {import("../words/words.js").Words} Words */

const WITH_ROLL = 900;
const WITHOUT = 300;
const CATCHING_UP = 4;

export class Tray {
  element = h("div", { class: "tray", "aria-live": "polite" });
  #skip = new AbortController();
  /** @type {Promise<void>} */
  #tail = Promise.resolve();
  #waiting = 0;

  /** @param {Words} words */
  constructor(words) {
    this.words = words;
    this.element.addEventListener("click", () => this.skip());
  }

  /** Go on to the newest state at once. */
  skip() {
    this.#skip.abort();
    this.#skip = new AbortController();
  }

  /**
   * Play the events, then run `after` (which draws what they led to). Calls queue up.
   * @param {GameBoard} board
   * @param {GameEvent[]} events
   * @param {() => void} after
   */
  play(board, events, after) {
    this.#waiting++;
    const { signal } = this.#skip; // One skip is for all that is queued.
    this.#tail = this.#tail.then(async () => {
      try {
        for (const event of events) await this.#one(board, event, signal);
      } finally {
        this.#waiting--;
        after();
      }
    });
    return this.#tail;
  }

  /** Show at once what the events came to: the last roll among them, or else the last event. @param {GameBoard} board @param {GameEvent[]} events */
  still(board, events) {
    const told = events.findLast((event) => board.roll?.(event)) ?? events.at(-1);
    if (told) this.#tell(told, board.roll?.(told) ?? null);
    else put(this.element);
  }

  /** @param {GameEvent} event @param {HTMLElement | null} roll */
  #tell(event, roll) {
    put(this.element, h("p", {}, this.words.event(event)), roll);
  }

  /** @param {GameBoard} board @param {GameEvent} event @param {AbortSignal} signal */
  async #one(board, event, signal) {
    const roll = board.roll?.(event) ?? null;
    this.#tell(event, roll);
    const ms = board.pace?.(event) ?? (roll ? WITH_ROLL : WITHOUT);
    if (prefs.animate && !calm() && !document.hidden && this.#waiting < CATCHING_UP) await wait(ms, signal);
  }
}

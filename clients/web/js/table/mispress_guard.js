/**
 * Guard against mis-presses of the button that ends a step. Right after an action was carried out, when the button has
 * changed under the finger, a press does nothing; nor does one right after a press on the board that selected nothing,
 * or only closed an explanation.
 */

import { lastPutAway } from "../parts/tip.js";
import { prefs } from "../prefs.js";
import { ui } from "../words/all_words.js";

/**
 * Time (ms) in which a press is still meant for the former button: after a reaction window opened, after another
 * question, and after a choice was played that the person might confirm. Such a press does nothing, and the next one
 * counts.
 */
const WINDOW = 250;
const OTHER = 300;
const LINE = 900;
/** Time (ms) in which a press on the board that selected nothing counts, and in which it belongs to the last action. */
const MISSED = 1500;
const SAME = 600;

export class MispressGuard {
  /** Whether the last press was on the board where nothing can be selected: the button was not meant then. */
  #missed = false;
  /** Time of that press. */
  #at = -Infinity;
  #taken = false;
  /**
   * The last action: whether it ended the step, and whether it was played without the button.
   * @type {{ ended: boolean, line: boolean } | undefined}
   */
  #done;
  /** Time of the last action that a press on the table has played. */
  #acted = -Infinity;
  /** Time since which the resulting question is seen, and how long a press is meant for the former button. */
  #since = -Infinity;
  #long = 0;
  /** Whether it was pressed that soon. */
  #soon = false;

  /**
   * @param {HTMLElement} button ends the step, and plays the selection
   */
  constructor(button) {
    const pressed = () => (this.#soon = performance.now() - this.#since < this.#long);
    button.addEventListener("pointerdown", pressed);
    button.addEventListener("keydown", pressed);
  }

  get missed() {
    return this.#missed && performance.now() - this.#at < MISSED;
  }

  set missed(missed) {
    [this.#missed, this.#at, this.#taken] = [missed, performance.now(), false];
    // Whoever pressed elsewhere since has seen the present question.
    if (missed) this.#since = -Infinity;
  }

  /** Whether the last press deselected everything: then, too, the button may not be meant. @param {boolean} taken */
  set taken(taken) {
    [this.missed, this.#taken] = [taken, taken];
  }

  /**
   * A press on the board; the second one of two was meant for the action that the first has played.
   * @param {Element} what
   */
  pressed(what) {
    this.missed = performance.now() - this.#acted > SAME && !what.closest("a, button, input, label, summary, .target");
  }

  /** @param {{ ended: boolean, line: boolean }} done */
  acted(done) {
    [this.#done, this.#acted] = [done, done.line ? performance.now() : -Infinity];
  }

  /**
   * A new question.
   * @param {boolean} window whether it is a reaction window: those end with most presses
   */
  asked(window) {
    const { ended = true, line = false } = this.#done ?? {};
    this.#since = line || !ended ? performance.now() : -Infinity;
    // A person who never confirms does not take the button for the end of the step.
    this.#long = window || prefs.confirm === "never" ? WINDOW : line ? LINE : OTHER;
    [this.#done, this.#soon] = [undefined, false];
  }

  /**
   * Whether the press came too soon to be meant for the present button; asked once a press.
   * @param {boolean} ends whether the button ends the step
   */
  late(ends) {
    const late = ends && this.#soon;
    this.#soon = false;
    if (late) this.#since = -Infinity;
    return late;
  }

  /**
   * Words where the press that ends the step may not be meant; it counts if it is repeated. Empty: it is meant.
   * @param {boolean} ends whether the button ends the step
   */
  doubt(ends) {
    if (!ends) return "";
    const words = lastPutAway()
      ? ui("missed.tip")
      : this.missed
        ? ui(this.#taken ? "missed.taken" : "missed.help")
        : "";
    this.#missed = false;
    return words;
  }
}

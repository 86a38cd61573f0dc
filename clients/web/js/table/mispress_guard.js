/**
 * Guard against mis-presses of the button that ends a step. A press is doubtful after a press on the board that
 * selected nothing or only closed an explanation: then the player is asked. Right after an action was carried out, when
 * the button has changed under the finger, a press does nothing.
 */

import { lastPutAway } from "../parts/tip.js";
import { toast } from "../parts/toast.js";
import { prefs, setPrefs } from "../prefs.js";
import { ui } from "../words/all_words.js";

/**
 * Time (ms) in which a press is still meant for the former button: after a reaction window opened, after the same
 * question is asked again, after another step began by itself, and after a line was played that would have been
 * confirmed in other games. Such a press does nothing, and the next one counts.
 */
const WINDOW = 250;
const AGAIN = 500;
const OTHER = 1000;
const LINE = 1500;
/** Time (ms) that a press on the board counts, while the last action was still shown. */
const PRESSED = 2500;
/** Time (ms) after which an explanation counts as read. */
const READ = 4000;

export class MispressGuard {
  /** Whether the last press was on the board where nothing can be selected: the button was not meant then. */
  #missed = false;
  /** Time of that press, and whether the pressed element explains itself. */
  #at = -Infinity;
  #read = false;
  #taken = false;
  /**
   * The last action: the kind of its question, whether it ended the step, and whether a line played it.
   * @type {{ kind: string, ended: boolean, line: boolean } | undefined}
   */
  #done;
  /** Time since which the resulting question is seen, and how long a press is meant for the former button. */
  #since = -Infinity;
  #long = 0;
  /** Whether it was pressed that soon. */
  #soon = false;
  /** Whether the player may not know that a line of the list was played already. */
  #unaware = false;

  /**
   * @param {HTMLElement} button ends the step, and plays the selection
   */
  constructor(button) {
    const pressed = () => (this.#soon = performance.now() - this.#since < this.#long);
    button.addEventListener("pointerdown", pressed);
    button.addEventListener("keydown", pressed);
  }

  get missed() {
    return this.#missed && (!this.#read || performance.now() - this.#at < READ);
  }

  set missed(missed) {
    [this.#missed, this.#at, this.#read, this.#taken] = [missed, performance.now(), false, false];
    // Whoever pressed elsewhere since has seen the present question.
    if (missed) this.#since = -Infinity;
  }

  /** Whether the last press deselected everything: then, too, the button may not be meant. @param {boolean} taken */
  set taken(taken) {
    [this.missed, this.#taken] = [taken, taken];
  }

  /** A press on the board. @param {Element} what */
  pressed(what) {
    this.missed = !what.closest("a, button, input, label, summary, .target");
    this.#read = Boolean(what.closest("[data-tip]"));
  }

  /** @param {{ kind: string, ended: boolean, line: boolean }} done */
  acted(done) {
    this.#done = done;
  }

  /**
   * A new question.
   * @param {string} kind
   * @param {boolean} window whether it is a reaction window: those end with most presses
   */
  asked(kind, window) {
    const { ended = true, line = false, kind: before = "" } = this.#done ?? {};
    this.#since = line || !ended ? performance.now() : -Infinity;
    // A person who never confirms does not take the button for the end of the step.
    const brief = window || prefs.confirm === "never";
    this.#unaware = line && !brief && !prefs.told["lines"];
    this.#long = brief ? WINDOW : this.#unaware ? LINE : before === kind ? AGAIN : OTHER;
    [this.#done, this.#soon] = [undefined, false];
    // A press while the last events were shown may have been meant as a selection.
    this.#missed &&= performance.now() - this.#at < PRESSED;
  }

  /**
   * Whether the press came too soon to be meant for the present button; asked once a press.
   * @param {boolean} ends whether the button ends the step
   */
  late(ends) {
    const late = ends && this.#soon;
    this.#soon = false;
    if (!late) return false;
    this.#since = -Infinity;
    if (this.#unaware) {
      setPrefs({ told: { ...prefs.told, lines: true } });
      toast(ui("soon"));
    }
    return true;
  }

  /**
   * The question to ask before ending the step; undefined if it is surely meant.
   * @param {boolean} ends whether the button ends the step
   * @returns {[title: string, help: string] | undefined}
   */
  doubt(ends) {
    if (!ends) return undefined;
    if (lastPutAway()) return [ui("missed"), ui("missed.tip")];
    return this.missed ? [ui("missed"), ui(this.#taken ? "missed.taken" : "missed.help")] : undefined;
  }
}

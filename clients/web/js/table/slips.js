/**
 * What makes it likely that whoever ends a step meant something else: the press before was on the board, where nothing could be
 * selected, or only put an explanation away; or what they chose is done already, and the button under their finger now ends what came of it.
 */

import { lastPutAway } from "../parts/tip.js";
import { prefs, setPrefs } from "../prefs.js";
import { ui } from "../words/more.js";

/** For so many milliseconds after a line was carried out, whoever presses the button may still mean to confirm it; who was not told yet, always. */
const SOON = 1500;
/** For so many after what was confirmed is done and the same is asked again, and after another step began by itself: nobody has read it yet. */
const AGAIN = 1000;
const UNREAD = 1800;
/** For so many after what was confirmed opened a window: those end with most presses, but a second one of the same is none of them. */
const TWICE = 700;
/** For so many after a press on the board while the last act was still told. */
const PRESSED = 2500;
/** After so many, whoever pressed what explains itself has read it. */
const READ = 4000;

export class Slips {
  /** Whether the last press was on the board, where nothing can be selected: the button is not what was meant then. */
  #missed = false;
  /** When that was, and whether what was pressed explains itself. */
  #at = -Infinity;
  #read = false;
  #taken = false;
  /** What was carried out last: which kind of question it answered, whether it ended the step, and whether a line did it by itself. @type {{ kind: string, ended: boolean, line: boolean } | undefined} */
  #done;
  /** Since when the question that came of it is seen, and for how long the button may still be pressed in error. */
  #since = -Infinity;
  #long = 0;
  /** Whether it was pressed so soon. */
  #soon = false;

  /** @param {HTMLElement} button ends the step, and carries out what is chosen */
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
  }

  /** Whether the last press took back all that was chosen: then, too, the button may not be meant. @param {boolean} taken */
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

  /** Another question is put. @param {string} kind @param {boolean} window whether it is a reaction window: those end with most presses */
  asked(kind, window) {
    const { ended = true, line = false, kind: before = "" } = this.#done ?? {};
    this.#since = line || !ended ? performance.now() : -Infinity;
    const confirmed = before === kind ? AGAIN : UNREAD;
    const chosen = line ? (prefs.told["lines"] ? SOON : Infinity) : confirmed;
    // Who confirms nothing ever takes the button for the end of the step.
    this.#long = (window && !line) || prefs.confirm === "never" ? TWICE : chosen;
    [this.#done, this.#soon] = [undefined, false];
    // Whoever has pressed something while the last act was still told takes it for chosen.
    this.#missed &&= performance.now() - this.#at < PRESSED;
  }

  /** What to ask whoever ends the step now; nothing: they mean it. @param {boolean} ends whether the button ends the step @returns {[title: string, help: string] | undefined} */
  doubt(ends) {
    const soon = this.#soon;
    this.#soon = false;
    if (!ends) return undefined;
    if (soon && this.#long === Infinity) setPrefs({ told: { ...prefs.told, lines: true } });
    if (lastPutAway()) return [ui("missed"), ui("missed.tip")];
    return this.missed
      ? [ui("missed"), ui(this.#taken ? "missed.taken" : "missed.help")]
      : soon
        ? [ui("soon"), ui("soon.help")]
        : undefined;
  }
}

/** The match in words: one line per event, each a jump to that moment. */

import { h, put } from "../dom.js";
import { ui } from "../words/words.js";
import { markOf } from "./presentation.js";

/** @typedef {import("../net/live_feed.js").Moment} Moment */
/** @typedef {import("../net/games.js").Presentation} Presentation */
/** @typedef {import("../words/words.js").Words} Words */

/** How near to the end, in pixels, counts as being there. */
const NEAR = 60;

export class Log {
  #list = h("ol");
  #box = h("div", { class: "log-lines", role: "log", "aria-live": "off", tabindex: "0", "aria-label": ui("log.title") }, this.#list);
  element = h("section", { class: "log stack" }, h("h2", {}, ui("log.title")), this.#box);
  #last = 0;
  /** Whether the reader is at the end, and stays there. */
  #low = true;
  #scrolling = 0;

  /**
   * @param {Words} words
   * @param {Presentation} presentation
   * @param {(seq: number) => void} jump
   */
  constructor(words, presentation, jump) {
    this.words = words;
    this.presentation = presentation;
    this.jump = jump;
    this.#box.addEventListener("scroll", () => {
      this.#low = this.#box.scrollHeight - this.#box.scrollTop - this.#box.clientHeight < NEAR;
    }, { passive: true });
  }

  /** @param {Moment[]} moments */
  fill(moments) {
    put(this.#list);
    this.#last = 0;
    for (const moment of moments) this.add(moment);
  }

  /** Add what a moment brought, unless it is there already. @param {Moment} moment */
  add(moment) {
    if (moment.seq <= this.#last) return;
    this.#last = moment.seq;
    for (const event of moment.events) {
      const mark = markOf(this.presentation, event);
      this.#list.append(
        h("li", { class: `line ${mark}`, "data-seq": moment.seq },
          h("button", { class: "line-jump", title: ui("log.jump", { n: moment.seq }), onclick: () => this.jump(moment.seq) },
            h("span", { class: "mono soft" }, String(moment.seq))),
          h("span", {}, this.words.event(event))));
    }
    // Once per frame at most: to measure after every line would lay out the page as often.
    if (this.#low && !this.#scrolling) {
      this.#scrolling = requestAnimationFrame(() => {
        this.#scrolling = 0;
        if (this.#low) this.#box.scrollTop = this.#box.scrollHeight;
      });
    }
  }

  /** Highlight the lines of a position, and dim what comes after. @param {number} seq */
  at(seq) {
    this.#low = false;
    let last = null;
    for (const line of this.#list.children) {
      const n = Number(/** @type {HTMLElement} */ (line).dataset["seq"]);
      line.classList.toggle("now", n === seq);
      line.classList.toggle("later", n > seq);
      if (n <= seq) last = line;
    }
    if (last) this.#box.scrollTop = /** @type {HTMLElement} */ (last).offsetTop - this.#list.offsetTop - this.#box.clientHeight / 2;
  }
}

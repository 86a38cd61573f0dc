/** The match in words: one line per event, each a jump to that moment. */

import { h, put } from "../dom.js";
import { ui } from "../words/words.js";

/** @typedef {import("../net/live_feed.js").Moment} Moment */
/** @typedef {import("./contract.js").GameTable} GameTable */
/** @typedef {import("../words/words.js").Words} Words */

export class Log {
  #list = h("ol", { class: "log-lines", role: "log", "aria-live": "off", tabindex: "0", "aria-label": ui("log.title") });
  element = h("section", { class: "log stack" }, h("h2", {}, ui("log.title")), this.#list);

  /**
   * @param {Words} words
   * @param {(seq: number) => void} jump
   */
  constructor(words, jump) {
    this.words = words;
    this.jump = jump;
  }

  /** @param {GameTable} table @param {Moment[]} moments */
  fill(table, moments) {
    put(this.#list);
    for (const moment of moments) this.add(table, moment);
  }

  /** @param {GameTable} table @param {Moment} moment */
  add(table, moment) {
    const low = this.#list.scrollHeight - this.#list.scrollTop - this.#list.clientHeight < 60;
    for (const event of moment.events) {
      const mark = table.mark?.(event) ?? "";
      this.#list.append(
        h("li", { class: `line ${mark}`, "data-seq": moment.seq },
          h("button", { class: "line-jump", title: ui("log.jump", { n: moment.seq }), onclick: () => this.jump(moment.seq) },
            h("span", { class: "mono soft" }, String(moment.seq))),
          h("span", {}, this.words.event(event))));
    }
    if (low) this.#list.scrollTop = this.#list.scrollHeight;
  }

  /** Highlight the lines of a position, and dim what comes after. @param {number} seq */
  at(seq) {
    let last = null;
    for (const line of this.#list.children) {
      const n = Number(/** @type {HTMLElement} */ (line).dataset["seq"]);
      line.classList.toggle("now", n === seq);
      line.classList.toggle("later", n > seq);
      if (n <= seq) last = line;
    }
    if (last) this.#list.scrollTop = /** @type {HTMLElement} */ (last).offsetTop - this.#list.offsetTop - this.#list.clientHeight / 2;
  }
}

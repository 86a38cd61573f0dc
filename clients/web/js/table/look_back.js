/** Looking back at a running match, without leaving its table. */

import { h } from "../dom.js";
import { icon } from "../parts/icons.js";
import { ui } from "../words/all_words.js";
import { between } from "../words/words.js";
import { latest } from "./unread_moments.js";

/** @typedef {import("../client/live_feed.js").Moment} Moment */
/** @typedef {import("../client/messages.js").Decision} Decision */
/** @typedef {import("./shell.js").Shell} Shell */

export class LookBack {
  /** @type {Moment[]} */
  #moments = [];
  /**
   * The tray's content at the start of looking back, and the newest moment then.
   * @type {ReturnType<import("./tray.js").Tray["keep"]> & { newest: number } | undefined}
   */
  #told;
  /** The position looked at; 0: the present. */
  seq = 0;

  /**
   * @param {Shell} shell
   * @param {() => void} changed draws what is to be seen now
   * @param {(decision: Decision | undefined) => boolean} asks whether something is asked of us
   */
  constructor(shell, changed, asks) {
    this.shell = shell;
    this.changed = changed;
    this.asks = asks;
  }

  /** @param {Moment[]} moments what happened before we came */
  fill(moments) {
    this.#moments = moments;
    this.shell.fill(moments);
  }

  /** @param {Moment} moment */
  add(moment) {
    const last = this.#moments.at(-1);
    if (moment.seq > (last?.seq ?? 0)) this.#moments.push(moment);
    // Earlier players are named as the table names them, once it is there.
    if (moment.view.table && last && !last.view.table) this.shell.fill(this.#moments);
    else this.shell.log.add(moment);
  }

  /** Events since the last answer to a question of ours. */
  story() {
    return latest(this.#moments, this.asks);
  }

  /** Show them at once. */
  retell() {
    this.shell.tray.still(
      this.shell.board,
      this.story().moments.flatMap(({ events }) => events),
    );
  }

  /** Look at a moment; the last one is the present. @param {number} seq */
  go(seq) {
    const { tray } = this.shell;
    const newest = this.#moments.at(-1)?.seq ?? 0;
    const before = this.seq;
    this.seq = seq >= newest ? 0 : Math.max(seq, this.#moments[0]?.seq ?? 0);
    if (this.seq && !before) this.#told = { ...tray.keep(), newest };
    if (this.seq) this.shell.element.dataset["mode"] = "back";
    else {
      delete this.shell.element.dataset["mode"];
      // As it was, unless events came meanwhile.
      if (before && this.#told?.newest === newest) tray.restore(this.#told);
      else if (before) this.retell();
      this.shell.log.end();
    }
    this.changed();
  }

  /** Draw the moment looked at. */
  draw() {
    const moment = this.#moments.find((each) => each.seq >= this.seq);
    if (!moment) return this.go(Infinity);
    this.shell.tray.still(this.shell.board, moment.events);
    this.shell.show(moment.view, undefined, moment.seq, { mark: true });
  }

  /** The position, and the way back. @param {string} news what waits at the table; empty: nothing */
  note(news) {
    const step = (/** @type {"back" | "forward"} */ name, /** @type {number} */ by) =>
      h("button", { title: ui(`replay.${name}`), onclick: () => this.go(this.seq + by) }, icon(name));
    return h(
      "section",
      { class: "looking-back" },
      h("p", {}, ui("back.note", { n: this.seq }), news ? h("strong", {}, between(), news) : null),
      h(
        "div",
        { class: "row" },
        step("back", -1),
        step("forward", 1),
        h("button", { class: "primary now", onclick: () => this.go(Infinity) }, ui("back.now")),
      ),
    );
  }
}

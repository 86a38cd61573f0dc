/** The line on top of a table: the game, who sits there, whose turn it is, how long they have, and where the game stands. */

import { h, put } from "../dom.js";
import { forkTag } from "../parts/fork.js";
import { ui } from "../words/words.js";
import { runClock } from "./clock.js";

/** @typedef {import("../net/messages.js").MatchView} MatchView */
/** @typedef {import("../words/words.js").Words} Words */

export class StatusLine {
  /** @type {(() => void)[]} */
  #clocks = [];
  #seats = h("div", { class: "seats", role: "group", "aria-label": ui("seats.title") });
  #facts = h("p", { class: "status-facts" });
  /** How it ended. */
  #status = h("p", { class: "status", role: "status" });
  present = h("p", { class: "small soft present" });

  /**
   * @param {Words} words
   * @param {{ seat: () => number, now: () => number }} hooks
   * @param {...Node} buttons
   */
  constructor(words, hooks, ...buttons) {
    this.words = words;
    this.hooks = hooks;
    this.element = h("header", { class: "table-line" },
      h("h1", { class: "table-title" }, words.say("game.name")), this.#seats, this.#facts, this.#status, this.present, h("div", { class: "table-buttons" }, ...buttons));
  }

  /** @param {MatchView} match @param {string[]} facts @param {string} outcome how it ended; empty: it has not */
  show(match, facts, outcome) {
    this.stop();
    put(this.#seats, ...Object.entries(match.seats).map(([seat, who]) => this.#seat(match, seat, who)), match.fork ? forkTag(match.fork) : null);
    put(this.#facts, facts.map((fact) => h("span", {}, fact)));
    put(this.#status, outcome ? h("strong", {}, outcome) : "");
  }

  /** End the clocks. */
  stop() {
    for (const stop of this.#clocks) stop();
    this.#clocks = [];
  }

  /** @param {MatchView} match @param {string} seat @param {MatchView["seats"][string]} who */
  #seat(match, seat, who) {
    const toMove = match.turn === Number(seat);
    const clock = h("span", { class: "clock" });
    const { kind, base = 0, since = 0 } = match.clock;
    const left = kind === "days" && toMove ? base : match.clock.left?.[seat];
    if (left !== undefined) this.#clocks.push(runClock(clock, { left, runs: toMove && since > 0, since }, this.hooks.now));
    return h("div", { class: "seat", "data-seat": seat, "aria-current": toMove ? "true" : false },
      h("span", { class: "seat-mark", "aria-hidden": "true" }, toMove ? "▶" : ""),
      h("span", { class: "seat-name" }, h("span", { class: "who" }, this.words.player(who) || this.words.freeSeat(match.house)), who.bot ? h("small", { class: "soft" }, ` ${ui(who.house ? "seat.house" : "seat.bot")}`) : null,
        Number(seat) === this.hooks.seat() ? h("small", { class: "soft" }, ` ${ui("seat.you")}`) : null),
      left === undefined ? null : clock);
  }
}

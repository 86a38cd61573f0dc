/** The line on top of a table: game, players, turn, clocks, and state of the game. */

import { h, put } from "../dom.js";
import { forkTag } from "../parts/fork.js";
import { icon } from "../parts/icons.js";
import { tip } from "../parts/tip.js";
import { identity, prefs } from "../prefs.js";
import { ui } from "../words/all_words.js";
import { runClock } from "./clock.js";

/** @typedef {import("../client/messages.js").MatchView} MatchView */
/** @typedef {import("../words/words.js").Words} Words */

export class StatusLine {
  /** @type {(() => void)[]} */
  #clocks = [];
  #seats = h("div", { class: "seats", role: "group", "aria-label": ui("seats.title") });
  #facts = h("p", { class: "status-facts" });
  /** Opens the game in a minute. @type {HTMLElement | null} */
  #brief;
  /** The result; the panel of the end reads it aloud. */
  #status = h("p", { class: "status" });
  present = h("p", { class: "small soft present" });
  /** Explanations of the facts, a line each. @type {string[]} */
  about = [];
  /** Absent seats → since when. @type {Map<number, number>} */
  #away = new Map();
  /** @type {Parameters<StatusLine["show"]> | undefined} */
  #shown;

  /**
   * @param {Words} words
   * @param {{ seat: () => number, now: () => number }} hooks
   * @param {...Node} buttons
   */
  constructor(words, hooks, ...buttons) {
    this.words = words;
    this.hooks = hooks;
    this.#brief = words.has("game.brief")
      ? h(
          "button",
          {
            type: "button",
            class: "quiet brief-button",
            title: ui("join.brief"),
            onclick: async () => (await import("../help/brief.js")).showBrief(words),
          },
          icon("help"),
        )
      : null;
    tip(this.#facts, () => [this.#whole, ...this.about].join("\n"));
    this.element = h(
      "header",
      { class: "table-line" },
      h("h1", { class: "table-title" }, words.say("game.name")),
      this.#seats,
      this.#facts,
      this.#status,
      this.present,
      h("div", { class: "table-buttons" }, ...buttons),
    );
  }

  /**
   * @param {Map<number, number>} away seats whose player is not connected → since when, in service time; 0: not known
   */
  presence(away) {
    this.#away = away;
    if (this.#shown) this.show(...this.#shown);
  }

  /**
   * @param {MatchView} match
   * @param {string[]} facts state of the game
   * @param {string[]} options of this match
   * @param {string} outcome result; empty while it goes on
   * @param {number | undefined} [marked] the seat that is marked: who is asked, or, while the story is told, whose turn
   *   it tells of
   */
  show(match, facts, options, outcome, marked = match.turn) {
    this.#shown = [match, facts, options, outcome, marked];
    this.stop();
    put(
      this.#seats,
      ...Object.entries(match.seats).map(([seat, who]) => this.#seat(match, seat, who)),
      match.fork ? forkTag(match.fork) : null,
    );
    this.tell(facts);
    put(this.#status, outcome ? h("strong", {}, outcome) : "");
  }

  /** State of the game, also while events are shown. @param {string[]} facts */
  tell(facts) {
    if (!this.#shown) return;
    const [, , options] = this.#shown;
    this.#shown[1] = facts;
    put(
      this.#facts,
      this.#brief,
      facts.map((fact) => h("span", {}, fact)),
      options.map((text) => h("span", { class: "soft" }, text)),
    );
  }

  /** The facts as one line: where there is no room they are cut. */
  get #whole() {
    const [, facts = [], options = []] = this.#shown ?? [];
    return [...facts, ...options].join(" · ");
  }

  /** Events of another turn are shown: move the mark to its seat. @param {number | undefined} seat */
  mark(seat) {
    if (!this.#shown || this.#shown[4] === seat) return;
    const [match, facts, options, outcome] = this.#shown;
    this.show(match, facts, options, outcome, seat);
  }

  /** Stop the clocks. */
  stop() {
    for (const stop of this.#clocks) stop();
    this.#clocks = [];
  }

  /** @param {MatchView} match @param {string} seat @param {MatchView["seats"][string]} who */
  #seat(match, seat, who) {
    const toMove = match.turn === Number(seat);
    const marked = this.#shown?.[4] === Number(seat);
    const clock = h("span", { class: "clock" });
    const { kind, deadline = 0 } = match.clock;
    // On vacation their time stops.
    const since = Math.max(match.clock.since ?? 0, match.clock.away?.[seat] ?? 0);
    const left = kind === "days" && toMove ? deadline - since : match.clock.left?.[seat];
    if (left !== undefined)
      this.#clocks.push(runClock(clock, { left, runs: toMove && since > 0, since }, this.hooks.now));
    return h(
      "div",
      { class: "seat", "data-seat": seat, "aria-current": marked ? "true" : false },
      h("span", { class: "seat-mark", "aria-hidden": "true" }, marked ? "▶" : ""),
      h(
        "span",
        { class: "seat-name" },
        h("span", { class: "who" }, this.words.player(who) || this.words.freeSeat(match.house)),
        who.bot ? h("small", { class: "soft" }, ` ${ui(who.house ? "seat.house" : "seat.bot")}`) : null,
        // A replay may have another viewpoint.
        Number(seat) === this.hooks.seat() && (!who.player || who.player === identity()?.player)
          ? h("small", { class: "soft" }, ` ${ui("seat.you")}`)
          : null,
      ),
      match.draw_offer === Number(seat) && match.status === "playing"
        ? h(
            "small",
            { class: "offers", title: ui("draw.mark") },
            h("span", { "aria-hidden": "true" }, "½"),
            h("span", { class: "hidden-text" }, ui("draw.mark")),
          )
        : null,
      this.#absence(match, Number(seat)),
      left === undefined ? null : clock,
    );
  }

  /** Note that a player is absent. @param {MatchView} match @param {number} seat */
  #absence(match, seat) {
    const back = match.clock.away?.[seat] ?? 0;
    // House bots leave after their last action, perhaps before the end is shown here.
    const since = match.seats[seat]?.house ? undefined : this.#away.get(seat);
    if (match.status !== "playing") return null;
    if (back > this.hooks.now()) {
      const text = ui("presence.vacation", {
        date: new Date(back).toLocaleDateString(prefs.lang, { dateStyle: "medium" }),
      });
      return h(
        "small",
        { class: "away vacation", title: text },
        h("span", { "aria-hidden": "true" }, "☼ "),
        h("span", { class: "away-text" }, text),
      );
    }
    if (since === undefined) return null;
    const time = since ? new Date(since).toLocaleTimeString(prefs.lang, { timeStyle: "short" }) : "";
    const text = since ? ui("presence.since", { time }) : ui("presence.away");
    return h(
      "small",
      { class: "away", title: text },
      h("span", { "aria-hidden": "true" }, "○ "),
      h("span", { class: "away-text" }, text),
      h(
        "span",
        { class: "away-brief", "aria-hidden": "true" },
        since ? ui("presence.brief", { time }) : ui("presence.away"),
      ),
    );
  }
}

/**
 * The table that all games share: seats and clocks, the board, the decision, the tray and the log. Live tables and
 * replays are the same shell around another feed.
 */

import { h, put } from "../dom.js";
import { gameInfo } from "../net/games.js";
import { getJSON } from "../net/rest.js";
import { confirm } from "../parts/dialog.js";
import { enter, explore } from "../parts/explore.js";
import { forkTag } from "../parts/fork.js";
import { hideTip, tip } from "../parts/tip.js";
import { gameWords, ui } from "../words/words.js";
import { loadBoard } from "./boards.js";
import { Choices } from "./choices.js";
import { runClock } from "./clock.js";
import { Log } from "./log.js";
import { flagLabels, passVerb } from "./presentation.js";
import { Tray } from "./tray.js";
import { outcomeInWords } from "./verdict.js";

/** @typedef {import("../net/messages.js").MatchView} MatchView */
/** @typedef {import("../net/messages.js").Decision} Decision */
/** @typedef {import("../net/messages.js").Action} Action */
/** @typedef {import("../net/live_feed.js").Moment} Moment */
/** @typedef {import("./contract.js").GameBoard} GameBoard */
/** @typedef {import("../words/words.js").Words} Words */

export class Shell {
  /** @type {(() => void)[]} */
  #clocks = [];
  /** @type {MatchView | null} */
  #shown = null;
  #seats = h("section", { class: "seats", "aria-label": ui("seats.title") });
  #status = h("p", { class: "status", role: "status" });
  #text = h("div", { class: "text-form", "aria-live": "off" });
  present = h("p", { class: "small soft" });
  banner = h("div", { class: "banner", role: "status" });
  foot = h("div", { class: "table-foot" });
  side = h("div", { class: "side stack" });

  /**
   * Use `Shell.make`, which loads what the game needs first.
   * @param {import("../net/games.js").GameInfo} game
   * @param {Words} words
   * @param {any} facts
   * @param {import("./boards.js").BoardModule} module
   * @param {{ seat: () => number, act: (action: Action) => Promise<unknown>, jump: (seq: number) => void, now: () => number }} hooks
   */
  constructor(game, words, facts, module, hooks) {
    this.game = game;
    this.presentation = game.presentation;
    this.words = words;
    this.hooks = hooks;
    this.choices = new Choices(words, (action) => this.#act(action));
    this.log = new Log(words, this.presentation, hooks.jump);
    this.tray = new Tray(words);
    this.board = module.make({
      words,
      facts,
      presentation: this.presentation,
      seat: hooks.seat,
      flags: (of, thing) => flagLabels(this.presentation, words, of, thing),
      offer: (element, actions, label) => this.choices.offer(element, actions, label),
      explain: (element, ...keys) => tip(element, () => keys.map((key) => words.say(key, this.#shown?.options)).join("\n")),
    });
    this.board.element.addEventListener("keydown", explore);
    this.element = h("div", { class: `table table-${game.id}`, "data-game": game.id },
      h("div", { class: "table-top" }, this.#seats, this.present, this.#status,
        h("button", { class: "quiet rules-button", onclick: async () => (await import("../help/rules.js")).showRules(game.id) }, ui("rules"))),
      h("div", { class: "table-main stack" }, this.banner, this.tray.element, this.board.element, this.foot),
      h("div", { class: "table-side" }, this.choices.element),
      h("div", { class: "table-log stack" }, this.log.element, this.side,
        h("details", { class: "in-words" }, h("summary", {}, ui("text.form")), this.#text)));
  }

  /**
   * @param {string} id of the game
   * @param {ConstructorParameters<typeof Shell>[4]} hooks
   */
  static async make(id, hooks) {
    const game = await gameInfo(id);
    const [module, words, facts] = await Promise.all([loadBoard(game), gameWords(id), getJSON(`/api/games/${id}/facts`)]);
    return new Shell(game, words, facts, module, hooks);
  }

  /**
   * Draw a position.
   * @param {MatchView} match
   * @param {Decision | undefined} decision
   * @param {number} seq
   * @param {{ mark?: boolean }} [how] `mark`: show in the log where we are
   */
  show(match, decision, seq, how = {}) {
    Object.assign(this.element.dataset, { status: match.status, seq });
    hideTip();
    this.#shown = match;
    this.choices.show(decision, this.prompt(match, decision), Boolean(decision && passVerb(this.presentation, decision.kind)));
    if (match.table) this.board.show(match, decision?.actions ? decision : undefined);
    enter(this.board.element);
    this.#showSeats(match);
    put(this.#status, match.outcome ? h("strong", {}, this.outcome(match)) : "");
    put(this.#text, ...(match.table ? this.board.text(match) : []).map((line) => h("p", {}, line)));
    if (how.mark) this.log.at(seq);
  }

  /** Play an action; what would lose at once is asked again. @param {Action} action */
  async #act(action) {
    const risk = this.#shown && this.board.risk?.(action, this.#shown);
    if (risk && !(await confirm(ui("risk"), risk))) return;
    await this.hooks.act(action);
  }

  close() {
    hideTip();
    for (const stop of this.#clocks) stop();
  }

  /** How a match ended, in words. @param {MatchView} match */
  outcome(match) {
    return outcomeInWords(match, this.words);
  }

  /** What is to be decided, or who is waited for, in words. @param {MatchView} match @param {Decision | undefined} decision */
  prompt(match, decision) {
    if (match.status === "open") return match.house ? ui("waiting.house", { name: this.words.bot(match.house) }) : ui("waiting.players");
    if (!decision) return match.outcome ? this.outcome(match) : "";
    const what = this.words.say(`decision.${decision.kind}`);
    const window = passVerb(this.presentation, decision.kind);
    if (decision.actions) return window ? ui("window.yours", { what }) : what;
    const name = this.words.player(match.seats[decision.seat]);
    return ui(window ? "window.theirs" : "waiting.decision", { name, what });
  }

  /** @param {MatchView} match */
  #showSeats(match) {
    for (const stop of this.#clocks) stop();
    this.#clocks = [];
    const rows = Object.entries(match.seats).map(([seat, who]) => {
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
    });
    put(this.#seats, ...rows, match.fork ? forkTag(match.fork) : null);
  }
}

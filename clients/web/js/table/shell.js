/**
 * The table common to all games: the window is the table. Its places are the status line, the board, the tray, the dock
 * with the hand, and the side panel. Live tables, replays and lessons use the same shell with another feed.
 */

import { RefusedError } from "../client/connection.js";
import { h } from "../dom.js";
import { gameInfo } from "../net/games.js";
import { getJSON } from "../net/rest.js";
import { enter, explore } from "../parts/board_keys.js";
import { confirm } from "../parts/dialog.js";
import { moves } from "../parts/keyed.js";
import { sound } from "../parts/sounds.js";
import { hideTip, tip } from "../parts/tip.js";
import { prefs } from "../prefs.js";
import { ui } from "../words/all_words.js";
import { between, gameWords, speak } from "../words/words.js";
import { loadBoard } from "./boards.js";
import { Choices } from "./choices.js";
import { Dock } from "./dock.js";
import { live } from "./effects/idle.js";
import { Stage } from "./effects/stage.js";
import { Log } from "./log.js";
import { optionWords } from "./match_options.js";
import { Menu } from "./menu.js";
import { closePiles } from "./piles.js";
import { flagLabels, isLastTurn, isReaction, leader, passVerb } from "./presentation.js";
import { Side } from "./side_panel.js";
import { StatusLine } from "./status_line.js";
import { Tray } from "./tray.js";
import { outcomeInWords } from "./verdict.js";

/** @typedef {import("../client/messages.js").MatchView} MatchView */
/** @typedef {import("../client/messages.js").Decision} Decision */
/** @typedef {import("../client/messages.js").Action} Action */
/** @typedef {import("../client/live_feed.js").Moment} Moment */
/** @typedef {import("./board_contract.js").GameBoard} GameBoard */
/** @typedef {import("../words/words.js").Words} Words */

export class Shell {
  /** @type {MatchView | null} */
  #shown = null;
  /** The seat that leads at the shown position; -1: none. */
  #leader = -1;
  #closed = new AbortController();
  /** In place of the question or before it: an invitation, a lesson's comment, the end. */
  banner = h("div", { class: "banner", role: "status" });
  /** Controls of a replay. */
  foot = h("div", { class: "table-foot scrolls" });
  dock = new Dock();

  /**
   * Use `Shell.make`, which loads the game's dependencies first.
   * @param {import("../net/games.js").GameInfo} game
   * @param {Words} words
   * @param {any} facts
   * @param {import("./boards.js").BoardModule} module
   * @param {{ seat: () => number, side?: () => number, act: (action: Action, undoable: boolean) => Promise<unknown>, jump:
   *   (seq: number) => void, now: () => number }} hooks `undoable`: only if it could be undone at once
   */
  constructor(game, words, facts, module, hooks) {
    this.game = game;
    this.presentation = game.presentation;
    this.words = words;
    this.hooks = hooks;
    this.choices = new Choices(
      words,
      this.presentation,
      (action, figures, asked, undoable) => this.#act(action, figures, asked, undoable),
      this.dock,
    );
    this.log = new Log(words, this.presentation, hooks.jump);
    this.stage = new Stage(
      this.presentation,
      () => this.board,
      (card, event) => this.board.card?.(card, event) ?? h("span", { class: "card" }, words.say(`card.${card}`)),
    );
    this.tray = new Tray(
      words,
      this.presentation,
      (counts) =>
        this.#shown?.table &&
        this.line.tell(this.board.status?.({ ...this.#shown, table: { ...this.#shown.table, ...counts } }) ?? []),
      this.stage,
    );
    this.choices.onward = () => this.tray.skip();
    this.tray.turned = (event, seen) => this.#turned(event, seen);
    this.board = module.make({
      words,
      facts,
      presentation: this.presentation,
      seat: hooks.seat,
      side: hooks.side ?? hooks.seat,
      flags: (of, thing) => flagLabels(this.presentation, words, of, thing),
      offer: (element, actions, label, area) => this.choices.offer(element, actions, label, area),
      explain: (element, ...keys) =>
        tip(element, () =>
          keys
            .map((key) => (typeof key === "function" ? key() : words.say(key, this.#shown?.options)))
            .filter(Boolean)
            .join("\n"),
        ),
    });
    this.choices.order = this.board.order;
    Object.assign(this.choices.known, { means: this.board.means, seen: this.board.seen });
    this.board.element.addEventListener("keydown", explore);
    if (this.board.hand) this.dock.hand.append(this.board.hand);
    this.board.hand?.addEventListener("keydown", explore);
    this.side = new Side(this.log.element);
    this.menu = makeMenu(game.id);
    this.line = new StatusLine(words, hooks, this.side.button, this.menu.button);
    this.element = h(
      "div",
      {
        class: `table table-${game.id} ${this.board.hand && !this.board.hand.hidden ? "has-hand" : ""}`,
        "data-game": game.id,
      },
      this.line.element,
      h(
        "div",
        {
          class: "board-place pieces",
          onclick: (/** @type {Event} */ event) => (this.tray.telling ? this.tray.skip() : this.choices.empty(event)),
        },
        this.board.element,
      ),
      this.stage.element,
      this.tray.place,
      h("div", { class: "ask" }, this.banner, this.dock.element, this.foot),
      this.board.hand ? this.dock.hand : null,
      this.side.element,
      this.menu.element,
    );
    closePiles(this.element);
  }

  /**
   * @param {string} id of the game
   * @param {ConstructorParameters<typeof Shell>[4]} hooks
   */
  static async make(id, hooks) {
    const game = await gameInfo(id);
    const [module, words, facts] = await Promise.all([
      loadBoard(game),
      gameWords(id),
      getJSON(`/api/games/${id}/facts`),
    ]);
    const shell = new Shell(game, words, facts, module, hooks);
    live(
      () => shell.board,
      () => shell.tray.telling,
      shell.#closed.signal,
    );
    return shell;
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
    this.#leader = leader(this.presentation, match.table);
    this.rename(match);
    this.choices.show(
      decision,
      this.prompt(match, decision),
      Boolean(decision && passVerb(this.presentation, decision.kind)),
    );
    this.stage.release();
    if (match.table) this.board.show(match, decision?.actions ? decision : undefined);
    if (this.board.hand && !this.board.hand.hidden) this.element.classList.add("has-hand");
    // Watchers are never asked.
    this.dock.button.hidden = this.hooks.seat() < 0;
    this.choices.ready();
    enter(this.board.element);
    this.line.about = match.table ? (this.board.about?.(match) ?? []) : [];
    this.line.show(
      match,
      match.table ? (this.board.status?.(match) ?? []) : [],
      optionWords(this.game.options, match.options, this.words, this.board.options),
      match.outcome ? this.outcome(match) : "",
      decision ? match.turn : this.#turn(match),
    );
    this.side.words(match.table ? this.board.text(match) : []);
    if (how.mark) this.log.at(seq);
  }

  /** The seat whose turn is shown without a decision. @param {MatchView} match */
  #turn(match) {
    return (match.table && match.status === "playing" ? this.board.turn?.(match) : undefined) ?? match.turn;
  }

  /**
   * Name a turn on the board. The last one is named even if there is no time for its sentence.
   * @param {import("./board_contract.js").GameEvent} event
   * @param {boolean} seen whether it is shown
   */
  #turned(event, seen) {
    const last = isLastTurn(this.presentation, event, this.#shown?.options ?? {});
    if (!seen && !last && moves()) return;
    const { words } = this;
    const remark = words.has("turn.last") ? words.say("turn.last") : ui("turn.last");
    this.stage.name(`${words.event(event)}${last ? between() + remark : ""}`, last ? "last" : "turn");
    if (last) sound("last");
  }

  /** Name a new leader on the board, before the position is drawn. @param {MatchView} match */
  led(match) {
    const now = leader(this.presentation, match.table);
    if (now < 0 || now === this.#leader || match.status !== "playing") return;
    const name = this.words.player(match.seats[now]);
    this.stage.name(now === this.hooks.seat() ? ui("lead.yours") : ui("lead.taken", { name }), "lead");
    sound("lead");
  }

  /** The story goes on: no question until it is shown. */
  tell() {
    this.choices.show(undefined, "");
    if (this.#shown) this.line.mark(this.#turn(this.#shown));
  }

  /** Name seats and places from this viewer's position. @param {MatchView | undefined} match */
  rename(match) {
    if (match) this.words.inMatch(match.options);
    if (match?.table && this.board.names) this.words.rename(this.board.names(match));
  }

  /**
   * The whole log, in the words of the table: it is filled before anything is drawn.
   * @param {import("../client/live_feed.js").Moment[]} moments
   */
  fill(moments) {
    this.rename(moments.findLast(({ view }) => view.table)?.view);
    this.log.fill(moments);
  }

  /**
   * Play an action, after a question if it would lose much at once.
   * @param {Action} action
   * @param {import("./board_contract.js").Figures} figures what is known of it
   * @param {import("./board_contract.js").Figures} asked what is known of the question
   * @param {boolean} undoable only if it could be undone at once
   * @returns {Promise<boolean>} false: it must be confirmed
   */
  async #act(action, figures, asked, undoable) {
    const risk = this.#shown && this.board.risk?.(action, this.#shown, figures, asked);
    if (risk && undoable) return false;
    if (risk && !(await confirm(ui("risk"), risk))) return true;
    try {
      await this.hooks.act(action, undoable);
    } catch (error) {
      if (!undoable || !(error instanceof RefusedError) || error.code !== "final") throw error;
      return false;
    }
    return true;
  }

  close() {
    this.#closed.abort();
    hideTip();
    this.line.stop();
  }

  /** The result of a match in words. @param {MatchView} match */
  outcome(match) {
    return outcomeInWords(match, this.words);
  }

  /** Whether a phase can only be ended: then its name is shown, without a question. @param {Decision} decision */
  #over({ kind, actions }) {
    const [only, more] = actions ?? [];
    return Boolean(only && !more && this.presentation.phases.includes(only.do) && this.words.has(`phase.${kind}`));
  }

  /** The decision, or the awaited player, in words. @param {MatchView} match @param {Decision | undefined} decision */
  prompt(match, decision) {
    if (match.status === "open")
      return match.house ? ui("waiting.house", { name: this.words.bot(match.house) }) : ui("waiting.players");
    if (!decision) return match.outcome ? this.outcome(match) : "";
    const whole = this.words.say(this.#over(decision) ? `phase.${decision.kind}` : `decision.${decision.kind}`);
    const window = isReaction(this.presentation, decision.kind);
    const one = match.table ? (this.board.asks?.(match, decision) ?? "") : "";
    // The sentence goes on after the name of the asked one.
    const what = one ? whole.charAt(0).toLowerCase() + whole.slice(1) : whole;
    if (decision.actions && one) return ui(window ? "window.theirs" : "waiting.decision", { name: one, what });
    if (decision.actions) return window ? ui("window.yours", { what }) : what;
    const player = this.words.player(match.seats[decision.seat]);
    const name = one && player ? this.words.aside(player, one) : player || one;
    // A question with "you" and "the enemy" has other words for the waiting player.
    const theirs = `decision.${decision.kind}.theirs`;
    if (this.words.has(theirs)) return ui("window.theirs", { name, what: this.words.say(theirs) });
    return ui(window ? "window.theirs" : "waiting.decision", { name, what });
  }
}

/** The menu with the rules, the settings and the other language. @param {string} game */
function makeMenu(game) {
  const other = prefs.lang === "en" ? "ja" : "en";
  return new Menu(
    h(
      "button",
      {
        type: "button",
        class: "rules-button",
        onclick: async () => (await import("../help/rules.js")).showRules(game),
      },
      ui("rules"),
    ),
    h(
      "button",
      {
        type: "button",
        class: "menu-settings",
        onclick: async () => (await import("../parts/settings.js")).showSettings(),
      },
      ui("settings"),
    ),
    h(
      "button",
      { type: "button", class: "menu-language", lang: other, onclick: () => speak(other) },
      other === "ja" ? "日本語" : "English",
    ),
  );
}

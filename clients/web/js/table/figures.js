/** Remarks beside a question: figures of it and of its actions, and their effects. */

import { ui } from "../words/all_words.js";
import { together } from "../words/percentages.js";

/** @typedef {import("./board_contract.js").Action} Action */
/** @typedef {import("../words/words.js").Words} Words */

/** Letters that fit into a phone's line beside *List*; Japanese ones count double. */
const LINE = 44;

/** Windows in which the dock is a narrow column beside the hand. */
const NARROW = matchMedia("(max-width: 68.74rem)");

/** Whether a phone shows it in two lines. @param {string} text */
export const isLong = (text) => [...text].reduce((sum, letter) => sum + (letter > "\u2e7f" ? 2 : 1), 0) > LINE;

export class Known {
  /** The actions of the present question. @type {readonly Action[]} */
  actions = [];
  /** Figures of the question and of each action. @type {import("../client/messages.js").Odds} */
  odds = {};
  /** The effect of an action, where the piece does not show it. @type {import("./board_contract.js").GameBoard["means"]} */
  means;
  /** Whether the board shows a figure. @type {import("./board_contract.js").GameBoard["seen"]} */
  seen;

  /**
   * @param {Words} words
   * @param {() => boolean} brief whether there is little room
   * @param {readonly string[]} whole figures whose chances add up to one
   */
  constructor(words, brief, whole) {
    this.words = words;
    this.brief = brief;
    this.whole = whole;
  }

  /**
   * The engine's advice and its reason.
   * @param {import("../client/messages.js").Hint} hint
   * @param {number} seat who owes it
   */
  advice({ action, why }, seat) {
    return ui("hint.says", { hint: this.words.hint(action, why, seat) });
  }

  #say = (
    /** @type {import("../client/messages.js").Figure[] | undefined} */ figures,
    /** @type {"" | "line" | "brief" | "full"} */ room,
  ) =>
    this.words.figures(
      together(
        (figures ?? []).filter((figure) => !this.seen?.(figure)),
        this.whole,
      ),
      room,
    );

  /**
   * Figures of the question.
   * @param {boolean} choices whether choices, with what is known of them, need room below it
   * @param {number} [chosen] how many cards are chosen together
   */
  question(choices, chosen = 0) {
    const asked = this.#say(this.odds.question, this.brief() || (choices && NARROW.matches) ? "brief" : "");
    return chosen ? this.words.join([asked, ui("dock.chosen", { n: chosen })]) : asked;
  }

  /**
   * Figures of an action: its cost and its chances.
   * @param {number} number
   * @param {boolean} [alone] whether no others are shown: then also what they are made of
   */
  of(number, alone = false) {
    return this.#say(this.odds.actions?.[number], this.brief() ? "brief" : alone ? "full" : "");
  }

  /** The same in few words, as beside others. @param {number} number */
  inLine(number) {
    return this.#say(this.odds.actions?.[number], this.brief() ? "brief" : "line");
  }

  /**
   * Figures of the action named by the button; `more`: pieces can still be added to it.
   * @param {number} number
   * @param {boolean} more
   */
  staged(number, more) {
    return [this.of(number), more ? ui("dock.more") : ""].filter(Boolean).join(this.words.lang === "ja" ? "。" : ". ");
  }

  /** The longest possible remark on a selection. */
  longest() {
    const [kinds, forms] = [
      new Set(this.actions.map((action) => action.do)),
      new Set(this.actions.map((action) => `${action.do} ${Object.keys(action).length}`)),
    ];
    const all = this.actions.flatMap((_, each) => [this.staged(each, forms.size > kinds.size), this.meaning([each])]);
    return all.reduce((most, each) => (each.length > most.length ? each : most), "");
  }

  /** The common effect of these actions, if there is one. @param {readonly number[]} left */
  meaning(left) {
    const [said, more] = new Set(
      left.map((number) => this.means?.(/** @type {Action} */ (this.actions[number])) ?? ""),
    );
    return more === undefined ? (said ?? "") : "";
  }
}

/**
 * Hints: a button beside the question, an item of the menu where there is no room for it, a key. The answer comes with
 * the decision; choices.js selects the advised action and plays nothing.
 */

import { h } from "../../dom.js";
import { postJSON, RestError } from "../../net/rest.js";
import { ui } from "../../words/all_words.js";
import { say } from "./words.js";

/** @param {import("../../feature.js").LiveTable} table @returns {import("../../feature.js").TablePart} */
export function hintPart({ feed, shell }) {
  const hint = new Hint(feed, shell.choices);
  return {
    besideQuestion: (small) => hint.besideQuestion(small),
    key: ({ key, ctrlKey, metaKey, altKey, repeat }) =>
      key.toLowerCase() === "h" && !(ctrlKey || metaKey || altKey || repeat) && void hint.ask(),
  };
}

export class Hint {
  #busy = false;
  #ask = () => void this.ask();
  /** Beside the question. */
  #button = h("button", { type: "button", class: "quiet hint", onclick: this.#ask }, ui("hint"));
  /** In the menu. */
  #item = h("button", { type: "button", class: "hint", onclick: this.#ask }, ui("hint"));

  /**
   * @param {import("../../client/live_feed.js").LiveFeed} feed
   * @param {import("../../table/choices.js").Choices} choices
   */
  constructor(feed, choices) {
    this.feed = feed;
    this.choices = choices;
  }

  /** Whether a hint can be requested. */
  get #can() {
    return Boolean(this.feed.view?.hints && this.feed.decision?.actions);
  }

  /** The button; with little room, the item of the menu. @param {boolean} small */
  besideQuestion(small) {
    if (!this.#can) return [];
    return [small ? this.#item : this.#button];
  }

  /** Request a hint; select an existing one again. */
  async ask() {
    if (!this.#can) return;
    // It may have come before the answer to its request.
    if (this.feed.decision?.hint) return this.choices.advise();
    if (this.#busy) return;
    this.#wait(true);
    this.choices.wait(say("hint.busy"));
    try {
      await postJSON(`/api/matches/${this.feed.match}/hint`, { seq: this.feed.seq });
    } catch (error) {
      // Answered meanwhile: the hint is not needed any more.
      if (this.choices.asked)
        this.choices.wait(say("hint.none", { why: error instanceof RestError ? error.message : say("hint.offline") }));
    } finally {
      this.#wait(false);
    }
  }

  /** @param {boolean} busy */
  #wait(busy) {
    this.#busy = busy;
    for (const button of [this.#button, this.#item]) button.setAttribute("aria-disabled", String(busy));
  }
}

/** The review in a replay: marks on the scrub bar, notes at positions, and the button that requests it. */

import { h } from "../../dom.js";
import { toast } from "../../parts/toast.js";
import { actors, marked, reviewOf, wanted } from "./review.js";
import { betterWords, coachNote, showReview } from "./review_dialog.js";
import { say } from "./words.js";

/** @typedef {import("./review.js").Choice} Choice */

/** @param {import("../../feature.js").Replay} replay @returns {import("../../feature.js").ReplayPart} */
export function reviewPart(replay) {
  const part = new ReviewedReplay(replay);
  return {
    tools: () => part.tools(),
    note: (seq) => part.note(seq),
    // A review that was requested at the end of the match; its errors were shown there.
    ready: () => wanted(replay.match) && part.mark().catch(() => {}),
  };
}

class ReviewedReplay {
  #replay;
  /**
   * Choices for which there was a better one, by position; empty until the review is loaded.
   * @type {Map<number, Choice>}
   */
  #better = new Map();
  /** The name of the unit or squad that chose, where a seat has several. @type {(choice: Choice) => string} */
  #actor = () => "";

  /** @param {import("../../feature.js").Replay} replay */
  constructor(replay) {
    this.#replay = replay;
  }

  tools() {
    const { complete, shell } = this.#replay;
    if (!complete || !shell.game.reviews) return [];
    return [h("button", { class: "quiet review", onclick: () => this.#open() }, say("review"))];
  }

  /** @param {number} seq */
  note(seq) {
    const choice = this.#better.get(seq);
    if (!choice) return null;
    const show = () => this.#showBetter(choice);
    const fork = () => this.#replay.fork(choice.seq - 1, choice.seat);
    return coachNote(choice, this.#replay.shell.words, { show, fork }, this.#actor(choice));
  }

  /** Fetch the review, and mark its findings on the bar and at the positions. */
  async mark() {
    const { match, shell, scrubber } = this.#replay;
    const review = await reviewOf(match);
    this.#better = marked(review);
    this.#actor = actors(review, shell.words);
    scrubber.mark(new Map([...this.#better].map(([seq, choice]) => [seq, review.costliest.includes(choice.seq)])));
    this.#replay.draw();
  }

  #open() {
    const { match, shell, scrubber, feed, note } = this.#replay;
    scrubber.stop();
    this.mark().catch(() => {});
    const jump = (/** @type {number} */ seq) => {
      scrubber.go(seq);
      note.scrollIntoView({ block: "nearest" });
    };
    return showReview(match, feed.at(feed.last).view, shell.words, jump, feed.last);
  }

  /** Show the position through the chooser's eyes, with the better action highlighted. @param {Choice} choice */
  async #showBetter(choice) {
    const { shell } = this.#replay;
    if (this.#replay.feed.seat !== choice.seat) await this.#replay.see(choice.seat);
    const { view, decision } = this.#replay.feed.at(choice.seq - 1);
    if (!decision || !choice.better) return;
    shell.show(view, { ...decision, actions: [choice.better] }, choice.seq - 1, { mark: true });
    // In words too: some actions, such as staying, highlight nothing on the table, and others much.
    toast(betterWords(choice, shell.words));
  }
}

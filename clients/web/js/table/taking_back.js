/** One's own last answers, those that can be taken back: which of them were passed by itself. Nobody wants such a one back alone. */

import { inThisTab } from "../browser.js";

/** @typedef {import("../net/live_feed.js").LiveFeed} LiveFeed */
/** @typedef {Pick<LiveFeed, "seq" | "seat" | "view" | "undo" | "addEventListener" | "removeEventListener">} Feed */

/** @typedef {{ seq: number, passed: boolean }} Answer an entry of ours */

/** Where the answers are kept for who loads the page anew. */
const NOWHERE = { read: () => /** @type {Answer[]} */ ([]), write: (/** @type {Answer[]} */ _) => {} };

/** In this tab, for as long as it is there. @param {string} match */
export function inTab(match) {
  const key = `bocage.answers.${match}`;
  return {
    read: () => /** @type {Answer[]} */ (inThisTab.get(key) ?? []),
    write: (/** @type {Answer[]} */ answers) => void inThisTab.set(key, answers.length ? answers : null),
  };
}

export class TakingBack {
  /** The entries, the last one at the end; none that was made in another tab, or on another device. @type {Answer[]} */
  #answers;

  /** @param {Feed} feed @param {typeof NOWHERE} kept */
  constructor(feed, kept = NOWHERE) {
    this.feed = feed;
    this.kept = kept;
    this.#answers = this.#can ? kept.read() : [];
    for (const what of ["moment", "snapshot"]) feed.addEventListener(what, () => this.#can || this.#note([]));
  }

  /** @param {Answer[]} answers */
  #note(answers) {
    if (!answers.length && !this.#answers.length) return;
    this.#answers = answers;
    this.kept.write(answers);
  }

  get #can() {
    return this.feed.view?.undo === this.feed.seat;
  }

  /** An answer was stored. @param {number} seq of its entry @param {boolean} passed by itself */
  answered(seq, passed) {
    // Its update may have come before: then it is known whether it can be taken back.
    if (seq && (this.feed.seq < seq || this.#can)) this.#note([...this.#answers, { seq, passed }]);
  }

  /** Whether there is more to take back than what was passed by itself. Of what was before we came, nothing is known. */
  get any() {
    return this.#can && (!this.#answers.length || this.#answers.some(({ passed }) => !passed));
  }

  /** Take the last answer back that somebody gave, and what was passed by itself after it. Rejects with a RefusedError. */
  async back() {
    for (let more = true; more; ) {
      const { passed } = this.#answers.at(-1) ?? { passed: false };
      this.#note(this.#answers.slice(0, -1));
      const { seq = 0 } = /** @type {{ seq?: number }} */ (await this.feed.undo());
      await this.#reached(seq);
      more = passed && this.any;
    }
  }

  /** @param {number} seq */
  #reached(seq) {
    const { feed } = this;
    return new Promise((resolve) => {
      const look = () => {
        if (feed.seq < seq) return;
        for (const what of ["moment", "snapshot"]) feed.removeEventListener(what, look);
        resolve(undefined);
      };
      for (const what of ["moment", "snapshot"]) feed.addEventListener(what, look);
      look();
    });
  }
}

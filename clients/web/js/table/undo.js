/**
 * The player's own last answers that can be undone, and which of them were automatic passes, which are never undone
 * alone.
 */

import { inThisTab } from "../browser.js";

/** @typedef {import("../client/live_feed.js").LiveFeed} LiveFeed */
/** @typedef {Pick<LiveFeed, "seq" | "seat" | "view" | "undo" | "addEventListener" | "removeEventListener">} Feed */

/** @typedef {{ seq: number, passed: boolean }} Answer an entry of ours */

/** Storage of the answers over reloads. */
const NOWHERE = { read: () => /** @type {Answer[]} */ ([]), write: (/** @type {Answer[]} */ _) => {} };

/** In this tab, for its lifetime. @param {string} match */
export function inTab(match) {
  const key = `bocage.answers.${match}`;
  return {
    read: () => /** @type {Answer[]} */ (inThisTab.get(key) ?? []),
    write: (/** @type {Answer[]} */ answers) => void inThisTab.set(key, answers.length ? answers : null),
  };
}

export class TakingBack {
  /** The entries, the last one at the end; none made in another tab, or on another device. @type {Answer[]} */
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
    // Its update may have come before: then it is known whether it can be undone.
    if (seq && (this.feed.seq < seq || this.#can)) this.#note([...this.#answers, { seq, passed }]);
  }

  /** Whether there is more to undo than automatic passes. Answers before this page was opened are unknown. */
  get any() {
    return this.#can && (!this.#answers.length || this.#answers.some(({ passed }) => !passed));
  }

  /** Undo the last answer by hand, and the automatic passes after it. Rejects with a RefusedError. */
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

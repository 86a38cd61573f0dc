/** One's own last answers, those that can be taken back: which of them were passed by itself. Nobody wants such a one back alone. */

/** @typedef {import("../net/live_feed.js").LiveFeed} LiveFeed */
/** @typedef {Pick<LiveFeed, "seq" | "seat" | "view" | "undo" | "addEventListener" | "removeEventListener">} Feed */

export class TakingBack {
  /** The entries, the last one at the end; none that was made before we came. @type {{ seq: number, passed: boolean }[]} */
  #answers = [];

  /** @param {Feed} feed */
  constructor(feed) {
    this.feed = feed;
    for (const what of ["moment", "snapshot"]) feed.addEventListener(what, () => this.#can || (this.#answers = []));
  }

  get #can() {
    return this.feed.view?.undo === this.feed.seat;
  }

  /** An answer was stored. @param {number} seq of its entry @param {boolean} passed by itself */
  answered(seq, passed) {
    // Its update may have come before: then it is known whether it can be taken back.
    if (seq && (this.feed.seq < seq || this.#can)) this.#answers.push({ seq, passed });
  }

  /** Whether there is more to take back than what was passed by itself. Of what was before we came, nothing is known. */
  get any() {
    return this.#can && (!this.#answers.length || this.#answers.some(({ passed }) => !passed));
  }

  /** Take the last answer back that somebody gave, and what was passed by itself after it. Rejects with a RefusedError. */
  async back() {
    for (let more = true; more; ) {
      const { passed } = this.#answers.pop() ?? { passed: false };
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

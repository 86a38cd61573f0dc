/** Absent players. Somebody who has just joined or reloads the page is not absent. */

/** @typedef {import("./messages.js").MatchView} MatchView */

/** Time (ms) without a connection after which a player counts as absent. */
const GRACE = 3000;

export class Absence {
  /** Seats whose player is connected; null if unknown. @type {number[] | null} */
  #here = null;
  /**
   * Seats whose player is not connected → since when, in service time; 0: before this page was opened.
   * @type {Map<number, number>}
   */
  #missing = new Map();
  /** Absent seats. @type {Set<number>} */
  #said = new Set();

  /**
   * @param {() => number} now service time, in milliseconds
   * @param {() => void} changed called when a player newly counts as absent
   */
  constructor(now, changed) {
    this.now = now;
    this.changed = changed;
  }

  /** Absent seats → since when; 0: before this page was opened. @returns {Map<number, number>} */
  get seats() {
    return new Map([...this.#missing].filter(([seat]) => this.#said.has(seat)));
  }

  /** Connected seats were received. @param {number[]} here @param {MatchView | null} view */
  told(here, view) {
    const first = this.#here === null;
    this.#here = here;
    this.look(view, first);
  }

  /**
   * The players of the seats may have changed.
   * @param {MatchView | null} view
   * @param {boolean} [before] whether they were away before we came
   */
  look(view, before = false) {
    if (this.#here === null) return;
    for (const [number, who] of Object.entries(view?.seats ?? {})) {
      const seat = Number(number);
      if (this.#here.includes(seat) || !who.player) {
        this.#missing.delete(seat);
        this.#said.delete(seat);
      } else if (!this.#missing.has(seat)) {
        const since = before ? 0 : this.now();
        this.#missing.set(seat, since);
        setTimeout(() => this.#say(seat, since), GRACE);
      }
    }
  }

  /** @param {number} seat @param {number} since of which absence */
  #say(seat, since) {
    if (this.#missing.get(seat) !== since) return;
    this.#said.add(seat);
    this.changed();
  }
}

/** Players who are not connected. Who has just sat down, or loads the page anew, is not away for that. */

/** @typedef {import("./messages.js").MatchView} MatchView */

/** Milliseconds after which a player who is not connected is said to be away. */
const GRACE = 3000;

export class Absence {
  /** Seats whose player is connected; null: not told yet. @type {number[] | null} */
  #here = null;
  /** Seats whose player is not connected → since when, in service time; 0: since before we came. @type {Map<number, number>} */
  #missing = new Map();
  /** Seats that are said to be away. @type {Set<number>} */
  #said = new Set();

  /**
   * @param {() => number} now service time, in milliseconds
   * @param {() => void} changed called when somebody is said to be away only now
   */
  constructor(now, changed) {
    this.now = now;
    this.changed = changed;
  }

  /** Seats that are said to be away → since when; 0: since before we came. @returns {Map<number, number>} */
  get seats() {
    return new Map([...this.#missing].filter(([seat]) => this.#said.has(seat)));
  }

  /** Who is connected was told. @param {number[]} here @param {MatchView | null} view */
  told(here, view) {
    const first = this.#here === null;
    this.#here = here;
    this.look(view, first);
  }

  /** Who sits where may have changed. @param {MatchView | null} view @param {boolean} [before] whether they were away before we came */
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

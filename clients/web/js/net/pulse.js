/** Notices that a connection is dead: a network that is gone tells nobody. Any frame is a sign of life, of a slow service as well. */

/** Milliseconds of silence after which the service is asked for a word, and then until the connection counts as dead. */
const QUIET = { ask: 25_000, dead: 10_000 };
/** The same while an answer is owed. */
const OWED = { ask: 2000, dead: 3000 };
/** A timer that comes this late, in milliseconds, measured our own sleep, and not the service's silence. */
const LATE = 500;

export class Pulse {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** When the timer falls due. */
  #due = Infinity;
  /** When the service was asked for a word that has not come yet; 0: it was not. */
  #asked = 0;
  /** How much longer than usual an answer may take: each connection that dies of silence doubles it, a quick answer resets it. */
  #patience = 1;

  /**
   * @param {() => boolean} owed whether an answer is owed
   * @param {() => void} ask asks the service for a word
   * @param {() => void} dead called when none came
   */
  constructor(owed, ask, dead) {
    this.owed = owed;
    this.ask = ask;
    this.dead = dead;
  }

  /** Note that a connection stands, or that something was heard. */
  heard() {
    if (this.#asked && Date.now() - this.#asked <= OWED.dead) this.#patience = 1;
    this.#asked = 0;
    this.#after((this.owed() ? OWED : QUIET).ask, () => this.#ask());
  }

  /** Note that something was sent that is owed an answer. */
  sent() {
    if (this.#asked) this.#hurry();
    else if (Date.now() + OWED.ask < this.#due) this.#after(OWED.ask, () => this.#ask());
  }

  /** Ask at once: the page was asleep, or the network is another one. */
  wake() {
    if (!this.#asked) this.#ask();
    this.#hurry();
  }

  stop() {
    clearTimeout(this.#timer);
    this.#asked = 0;
    this.#due = Infinity;
  }

  #ask(again = false) {
    this.#asked = Date.now();
    this.#after(this.owed() ? this.#soon : QUIET.dead, () => this.#missed(again));
    this.ask();
  }

  get #soon() {
    return Math.min(OWED.dead * this.#patience, QUIET.dead);
  }

  /** The word that was asked for matters now. */
  #hurry() {
    if (Date.now() + this.#soon < this.#due) this.#after(this.#soon, () => this.#missed(false));
  }

  /** No word came. @param {boolean} again whether a late timer was forgiven already, as it is once */
  #missed(again) {
    if (!again && Date.now() > this.#due + LATE) return this.#ask(true);
    this.#patience *= 2;
    this.stop();
    this.dead();
  }

  /** @param {number} ms @param {() => void} work */
  #after(ms, work) {
    clearTimeout(this.#timer);
    this.#due = Date.now() + ms;
    this.#timer = setTimeout(work, ms);
  }
}

/** Detects dead connections by pings. Any frame is a sign of life, of a slow service too. */

/** Milliseconds of silence before a ping, and then until the connection counts as dead. */
const QUIET = { ask: 25_000, dead: 10_000 };
/** The same while an answer is owed. */
const OWED = { ask: 2000, dead: 3000 };
/** A timer that is this late, in milliseconds, measured our own sleep, not the service's silence. */
const LATE = 500;

export class Pulse {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** Due time of the timer. */
  #due = Infinity;
  /** Time of an unanswered ping; 0 for none. */
  #asked = 0;
  /** Factor on the patience: doubled by each connection that times out, reset by a quick answer. */
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

  /** The connection opened, or a frame arrived. */
  heard() {
    if (this.#asked && Date.now() - this.#asked <= OWED.dead) this.#patience = 1;
    this.#asked = 0;
    this.#after((this.owed() ? OWED : QUIET).ask, () => this.#ask());
  }

  /** A request was sent that is owed an answer. */
  sent() {
    if (this.#asked) this.#hurry();
    else if (Date.now() + OWED.ask < this.#due) this.#after(OWED.ask, () => this.#ask());
  }

  /** Ping at once: the page was asleep, or the network changed. */
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

  /** The ping's answer matters now. */
  #hurry() {
    if (Date.now() + this.#soon < this.#due) this.#after(this.#soon, () => this.#missed(false));
  }

  /** No answer came. @param {boolean} again whether a late timer was forgiven already, as it is once */
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

/**
 * Estimate of the service's clock. It runs evenly, unlike the device's time of day, which people and networks correct.
 */

/** Difference (ms) between the two clocks of a device above which one was changed. */
const JUMP = 1000;

export class ServiceClock {
  /** Offset of the service's clock from the time since the page was opened. */
  #ahead = Date.now() - performance.now();
  /** Offset of the device's time of day from that time. */
  #ours = this.#ahead;

  /** The service's time, in milliseconds; the device's before the first answer. */
  now() {
    return performance.now() + this.#ahead;
  }

  /** Restart from an answer of the service. @param {number} time */
  set(time) {
    this.#ahead = time - performance.now();
  }

  /** Take in another answer. A late one underestimates, so the greatest is the best. @param {number} time */
  heard(time) {
    const ahead = time - performance.now();
    if (ahead > this.#ahead || ahead < this.#ahead - JUMP) this.#ahead = ahead;
  }

  /**
   * Whether the device has slept, in which some browsers count no time, or its time of day was corrected, since the
   * last call.
   */
  jumped() {
    const ours = Date.now() - performance.now();
    if (Math.abs(ours - this.#ours) < JUMP) return false;
    this.#ours = ours;
    return true;
  }
}

/** The service's clock, estimated. It goes on evenly: the device's time of day does not, as people and networks correct it. */

/** Milliseconds by which the two clocks of a device may drift apart before that means something. */
const JUMP = 1000;

export class ServiceClock {
  /** What the service's clock is ahead of the time since the page was opened. */
  #ahead = Date.now() - performance.now();
  /** What the device's time of day is ahead of that time. */
  #ours = this.#ahead;

  /** The service's time, in milliseconds; before it was told, the device's. */
  now() {
    return performance.now() + this.#ahead;
  }

  /** Begin anew with what the service said. @param {number} time */
  set(time) {
    this.#ahead = time - performance.now();
  }

  /** Hear once more what time it is. What comes late tells too little, so that the greatest is the best. @param {number} time */
  heard(time) {
    const ahead = time - performance.now();
    if (ahead > this.#ahead || ahead < this.#ahead - JUMP) this.#ahead = ahead;
  }

  /** Whether the device has slept, in which some browsers count no time, or its time of day was corrected, since this was asked. */
  jumped() {
    const ours = Date.now() - performance.now();
    if (Math.abs(ours - this.#ours) < JUMP) return false;
    this.#ours = ours;
    return true;
  }
}
